// SPDX-License-Identifier: GPL-3.0-or-later
// fullscope scenario. By hand: cost = price · tokens / 1e6.
#include "app/cli/cli.h"
#include "core/store/workspace_file.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

#include <stdlib.h>

namespace fullscope::cli {

using nlohmann::json;
using scenario::Input;

namespace {

scenario::Scenario priced(double price, double tokens)
{
    scenario::Scenario scenario;
    scenario.workload = {{Input::tokens, {tokens}}, {Input::runs, {1}}};
    scenario.options
        = {{"A", {{Input::nodes, {1}}, {Input::tokens_per_s, {1e6 / 3600}}, {Input::price_per_h, {price}}}}};
    return scenario;
}

class Scenarios : public testing::Test {
protected:
    Scenarios()
    {
        std::string name = (std::filesystem::temp_directory_path() / "fullscope-test-XXXXXX").string();
        m_folder = mkdtemp(name.data());
        auto workspace = store::WorkspaceFile::open(path("w.fullscope"), store::Access::read_write);
        EXPECT_TRUE(workspace.ok());
        for (const auto& [price, tokens] : {std::pair {10.0, 1e8}, {12.0, 1e8}, {20.0, 3e8}})
            EXPECT_TRUE((*workspace)->saveScenario(priced(price, tokens)).ok());
    }
    ~Scenarios() override { std::filesystem::remove_all(m_folder); }

    std::string path(const std::string& name) const { return m_folder + "/" + name; }
    int ask(std::vector<std::string> arguments)
    {
        std::istringstream in;
        std::ostringstream out, err;
        Console console {.in = in, .out = out, .err = err};
        arguments.insert(arguments.end(), {"--workspace", path("w.fullscope")});
        const int code = runScenario(arguments, console);
        m_out = out.str();
        m_err = err.str();
        return code;
    }
    json document() const { return json::parse(m_out); }

    std::string m_folder, m_out, m_err;
};

} // namespace

TEST_F(Scenarios, versionsAreListedNewestFirst)
{
    ASSERT_EQ(ask({"versions", "--json"}), kDone);
    ASSERT_EQ(document().at("versions").size(), 3u);
    EXPECT_EQ(document().at("versions")[0].at("version"), 3);
    ASSERT_EQ(ask({}), kDone);
    EXPECT_NE(m_out.find("Saved (UTC)"), std::string::npos);
    EXPECT_NE(m_out.find("A $6,000"), std::string::npos) << m_out; // 300 h at $20
    EXPECT_NE(m_out.find("Price per instance-hour (A): $12.00/h → $20.00/h"), std::string::npos) << m_out;
}

// Which inputs changed, by whom and why; those of a further workload too.
TEST_F(Scenarios, changesSayByWhomAndWhy)
{
    scenario::Scenario scenario = priced(9, 3e8);
    scenario.options[0].values[Input::price_per_h].provenance
        = {.source = "Eve", .detail = "offer of March", .as_of = ""};
    scenario.workloads = {{"70B", {{{0, Input::tokens_per_s}, {20}}}}};
    scenario.workloads[0].values.at({0, Input::tokens_per_s}).provenance
        = {.source = "Tom", .detail = "a guess", .as_of = ""};
    auto workspace = store::WorkspaceFile::open(path("w.fullscope"), store::Access::read_write);
    ASSERT_TRUE((*workspace)->saveScenario(scenario).ok());
    ASSERT_EQ(ask({"diff", "--json"}), kDone);
    const json told = document();
    EXPECT_EQ(told.at("changes")[0].at("after").at("source"), "Eve");
    EXPECT_EQ(told.at("changes")[0].at("after").at("detail"), "offer of March");
    EXPECT_NEAR(told.at("options")[0].at("effects")[0].at("amount").get<double>(), (9 - 20) * 300, 1e-9);
    EXPECT_EQ(told.at("variant_changes")[0].at("workload"), "70B");
    EXPECT_EQ(told.at("variant_changes")[0].at("option"), "A");
    EXPECT_TRUE(told.at("variant_changes")[0].at("before").is_null());
    EXPECT_EQ(told.at("variant_changes")[0].at("after").at("source"), "Tom");
    ASSERT_EQ(ask({"diff"}), kDone);
    for (const char* part : {"Eve: offer of March", "70B · A", "Tom: a guess"})
        EXPECT_NE(m_out.find(part), std::string::npos) << part << '\n' << m_out;
    ASSERT_EQ(ask({"versions"}), kDone);
    EXPECT_NE(m_out.find("Eve: offer of March"), std::string::npos) << m_out;
    ASSERT_EQ(ask({"assumptions", "--json"}), kDone);
    const json log = document().at("assumptions");
    EXPECT_EQ(log.back().at("workload"), "70B");
    EXPECT_EQ(log.back().at("detail"), "a guess");
    EXPECT_TRUE(log.front().at("workload").is_null());
}

TEST_F(Scenarios, diffAddsUp)
{
    ASSERT_EQ(ask({"diff", "--json"}), kDone); // 2 and 3
    const json option = document().at("options")[0];
    EXPECT_EQ(option.at("method"), "shapley");
    EXPECT_NEAR(option.at("total_before").get<double>(), 1200, 1e-9);
    EXPECT_NEAR(option.at("total_after").get<double>(), 6000, 1e-9);
    ASSERT_EQ(option.at("effects").size(), 2u);
    EXPECT_NEAR(option.at("effects")[0].at("amount").get<double>(), 200 * (12 + 20) / 2.0, 1e-9);
    EXPECT_NEAR(option.at("effects")[1].at("amount").get<double>(), 8 * (100 + 300) / 2.0, 1e-9);
    EXPECT_EQ(document().at("changes")[1].at("input"), "price_per_h");
    EXPECT_EQ(document().at("changes")[1].at("after").at("shown"), "$20.00/h");
    ASSERT_EQ(ask({"diff", "1", "2"}), kDone);
    EXPECT_NE(m_out.find("+$200"), std::string::npos) << m_out;
    EXPECT_NE(m_out.find("Shapley"), std::string::npos);
    ASSERT_EQ(ask({"diff", "1", "--json"}), kDone); // against the newest
    EXPECT_EQ(document().at("after"), "3");
}

TEST_F(Scenarios, filesAreComparedToo)
{
    std::ofstream(path("a.json")) << scenario::toJson(priced(10, 1e8));
    std::ofstream(path("b.json")) << scenario::toJson(priced(11, 1e8));
    ASSERT_EQ(ask({"diff", path("a.json"), path("b.json"), "--json"}), kDone);
    EXPECT_NEAR(document().at("options")[0].at("effects")[0].at("amount").get<double>(), 100, 1e-9);
}

TEST_F(Scenarios, assumptionsSaySinceWhen)
{
    ASSERT_EQ(ask({"assumptions", "--json"}), kDone);
    const json told = document(); // it lives as long as the loop
    for (const json& one : told.at("assumptions")) {
        const bool isOld = one.at("input") == "nodes" || one.at("input") == "runs" || one.at("input") == "tokens_per_s";
        EXPECT_EQ(one.at("since_version"), isOld ? 1 : 3) << one.dump();
        EXPECT_EQ(one.at("origin"), "assumed");
    }
}

TEST_F(Scenarios, whatCannotBeIsSaid)
{
    EXPECT_EQ(ask({"diff", "77"}), kNothingDone);
    EXPECT_NE(m_err.find("77"), std::string::npos);
    EXPECT_EQ(ask({"diff", "1", "2", "3"}), kNothingDone);
    EXPECT_EQ(ask({"forget"}), kNothingDone);
    EXPECT_EQ(ask({"diff", path("none.json"), "1"}), kNothingDone);
}

} // namespace fullscope::cli
