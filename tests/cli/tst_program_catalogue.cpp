// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogue from a shell. Built-in figures were read by eye from data/catalogue.
#include "program.h"

#include <filesystem>
#include <tuple>

namespace fullscope::cli::test {

class ProgramCatalogue : public Program { };

namespace {

std::vector<std::string> add(
    const std::string& price, const std::string& as_of, const std::string& region = "us-east-1")
{
    return {"catalogue", "add", "--provider", "aws", "--instance-type", "trn2.48xlarge", "--region", region, "--option",
        "on_demand", "--price", price, "--currency", "USD", "--as-of", as_of, "--source", "offer 12", "--note",
        "by mail"};
}

} // namespace

TEST_F(ProgramCatalogue, needsNoWorkspace)
{
    const json found = document({"catalogue", "search", "p5.48", "us-east-1", "on_demand"});
    ASSERT_EQ(found.at("prices").size(), 1U);
    const json& price = found.at("prices").at(0).at("price");
    EXPECT_EQ(price.at("price"), "55.04");
    EXPECT_EQ(price.at("as_of"), "2026-07-20");
    EXPECT_EQ(price.at("by_user"), false);
    EXPECT_TRUE(price.at("id").is_null());
    EXPECT_EQ(found.at("prices").at(0).at("accelerator_count"), 8);
    EXPECT_EQ(document({"catalogue"}).at("accelerators").size(), 30U);
    const json shown = document({"catalogue", "show", "trn2.48xlarge"});
    EXPECT_EQ(shown.at("chip").at("fp8_dense_tflops").at("value"), 1299);
    EXPECT_EQ(shown.at("peak_flops_bf16"), 16 * 667e12);
    EXPECT_EQ(shown.at("instance").at("accelerator_count").at("value"), 16);
    EXPECT_TRUE(shown.at("prices").empty());
    EXPECT_FALSE(std::filesystem::exists(file("workspace.fullscope")));
}

TEST_F(ProgramCatalogue, aMissingPriceIsAnErrorThatNamesTypeRegionAndDay)
{
    const Outcome outcome = run({"catalogue", "price", "trn2.48xlarge", "--region", "us-east-1", "--on", "2026-11-30"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_TRUE(outcome.out.empty());
    for (const char* word : {"trn2.48xlarge", "us-east-1", "2026-11-30"})
        EXPECT_TRUE(outcome.says(word)) << outcome.err;
    const Outcome region = run({"catalogue", "price", "p5.48xlarge"});
    EXPECT_EQ(region.exit_code, 1);
    EXPECT_TRUE(region.says("region")) << region.err;
    EXPECT_EQ(run({"catalogue", "show", "p5.48xlrge"}).exit_code, 1);
    EXPECT_TRUE(run({"catalogue", "show", "p5.48xlrge"}).says("p5.48xlarge"));
}

TEST_F(ProgramCatalogue, aPriceOfOnesOwnHoldsFromItsDayOn)
{
    ASSERT_EQ(run(add("16.5", "2026-02-01")).exit_code, 0);
    ASSERT_EQ(document(add("14.88", "2026-09-01")).at("id"), 2);
    const auto price = [&](const std::string& on) {
        return document({"catalogue", "price", "trn2.48xlarge", "--region", "us-east-1", "--on", on});
    };
    EXPECT_EQ(price("2026-03-01").at("price").at("price"), "16.5");
    EXPECT_EQ(price("2026-03-01").at("why"), "only");
    EXPECT_EQ(price("2026-03-01").at("later").size(), 1U);
    const json now = price("2026-11-30");
    EXPECT_EQ(now.at("price").at("price"), "14.88");
    EXPECT_EQ(now.at("price").at("source"), "offer 12");
    EXPECT_EQ(now.at("price").at("note"), "by mail");
    EXPECT_EQ(now.at("why"), "latest");
    EXPECT_EQ(now.at("not_taken").at(0).at("price"), "16.5");
    const json history = document({"catalogue", "history", "trn2.48xlarge"});
    ASSERT_EQ(history.at("prices").size(), 2U);
    EXPECT_EQ(history.at("prices").at(0).at("as_of"), "2026-02-01");

    const Outcome again = run(add("14", "2026-09-01"));
    EXPECT_EQ(again.exit_code, 0);
    EXPECT_TRUE(again.says("number 2")) << again.err; // the same day: the last one counts, and that is said
    EXPECT_EQ(price("2026-11-30").at("price").at("price"), "14");
    EXPECT_EQ(run({"catalogue", "remove", "3"}).exit_code, 0);
    EXPECT_EQ(price("2026-11-30").at("price").at("price"), "14.88");
    EXPECT_EQ(run({"catalogue", "remove", "3"}).exit_code, 1);
}

TEST_F(ProgramCatalogue, refusesWhatIsMissingOrWrongAndMakesNoWorkspace)
{
    for (const auto& [price, as_of, word] : {std::tuple {"-1", "2026-01-01", "negative"},
             {"1", "2026-01-32", "--as-of"}, {"1,234", "2026-01-01", "--price"}}) {
        const Outcome outcome = run(add(price, as_of));
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_TRUE(outcome.says(word)) << outcome.err;
    }
    EXPECT_TRUE(run(add("1", "2026-01-01", " ")).says("--region"));
    EXPECT_FALSE(std::filesystem::exists(file("workspace.fullscope")));
    EXPECT_EQ(run({"catalogue", "buy"}).exit_code, 1);
}

TEST_F(ProgramCatalogue, factsOfChipsAreStated)
{
    const json stated = document({"catalogue", "state", "A10G", "bf16_dense_tflops=70", "memory_gb=24", "--as-of",
        "2026-01-01", "--source", "data sheet"});
    EXPECT_EQ(stated.at("facts").size(), 2U);
    const json shown = document({"catalogue", "show", "g5.12xlarge"});
    EXPECT_EQ(shown.at("chip").at("bf16_dense_tflops").at("value"), 70);
    EXPECT_EQ(shown.at("chip").at("bf16_dense_tflops").at("by_user"), true);
    EXPECT_EQ(shown.at("peak_flops_bf16"), 4 * 70e12);
    EXPECT_EQ(
        run({"catalogue", "state", "A10G", "bf16_dense_tflops=0", "--as-of", "2026", "--source", "s"}).exit_code, 1);
    EXPECT_TRUE(
        run({"catalogue", "state", "A10G", "speed=1", "--as-of", "2026", "--source", "s"}).says("bf16_dense_tflops"));
}

TEST_F(ProgramCatalogue, tablesGoInAndOut)
{
    write("p.csv",
        "provider,instance_type,region,option,price,currency,as_of,source,note\n"
        "aws,trn2.48xlarge,us-east-1,spot,5.5,USD,2026-08-01,page,\n"
        "aws,trn2.48xlarge,us-east-1,spot,much,USD,2026-08-01,page,\n");
    const json first = document({"catalogue", "import", "p.csv"}, 2);
    EXPECT_EQ(first.at("added"), 1);
    EXPECT_EQ(first.at("rejected"), 1);
    EXPECT_EQ(first.at("problems").at(0).at("line"), 3);
    EXPECT_EQ(document({"catalogue", "import", "p.csv"}, 2).at("repeated"), 1);
    EXPECT_EQ(run({"catalogue", "export"}).out,
        "provider,instance_type,region,option,price,currency,as_of,source,note\n"
        "aws,trn2.48xlarge,us-east-1,spot,5.5,USD,2026-08-01,page,\n");
    EXPECT_EQ(run({"catalogue", "import", "none.csv"}).exit_code, 1);
}

TEST_F(ProgramCatalogue, speaksChinese)
{
    const Outcome outcome = run({"catalogue", "search", "p5.48xlarge", "--lang", "zh_CN"});
    EXPECT_NE(outcome.out.find("按需"), std::string::npos);
    EXPECT_NE(outcome.out.find("实例类型"), std::string::npos);
}

} // namespace fullscope::cli::test
