// SPDX-License-Identifier: GPL-3.0-or-later
// The claim audit from the command line.
#include "tests/cli/program.h"

namespace fullscope::cli::test {

namespace {

class ProgramAudit : public Program { };

const json* find(const json& document, const std::string& rule, const std::string& platform)
{
    for (const char* list : {"findings", "holds"})
        for (const json& finding : document.at(list))
            if (finding.at("rule") == rule && finding.at("platform") == platform)
                return &finding;
    return nullptr;
}

} // namespace

TEST_F(ProgramAudit, documentNamesFormulaAndMend)
{
    const json out = document({"audit", sample("claims/article-8b.csv"), "--json"}, 3);
    const json* const cost = find(out, "unit-cost", "trn2.48xlarge");
    ASSERT_NE(cost, nullptr);
    EXPECT_EQ(cost->at("verdict"), "contradicts");
    expectNear(cost->at("computed"), 14.88 / 121400 / 3600 * 1e6);
    expectNear(cost->at("claimed"), 0.032);
    // 0.00005 / 0.03405 of the cost, 50 / 121,400 of the throughput, 0.005 / 14.88 of the price
    expectNear(cost->at("tolerance"), 0.00005 / 0.034048 + 50.0 / 121400 + 0.005 / 14.88, 1e-2);
    EXPECT_EQ(cost->at("mend").size(), 3U);
    EXPECT_NE(cost->at("formula").get<std::string>().find("14.88"), std::string::npos);
    EXPECT_EQ(cost->at("used").at(0).at("line"), 3);
    EXPECT_TRUE(out.at("unmapped").empty());
    EXPECT_FALSE(out.at("suspects").empty());
}

TEST_F(ProgramAudit, exitCodes)
{
    write("honest.csv",
        "platform,quantity,value,unit\nX,instance_price,36.00,$/h\nX,tokens_per_s,10000,tokens/s\n"
        "X,cost_per_million_tokens,1.00,$\n");
    const Outcome honest = run({"audit", "honest.csv", "--lang", "en"});
    EXPECT_EQ(honest.exit_code, 0) << honest.out << honest.err;
    EXPECT_EQ(run({"audit", sample("claims/article-13b.md")}).exit_code, 0); // what the table alone holds is consistent
    const Outcome none = run({"audit", "no.csv"});
    EXPECT_EQ(none.exit_code, 1);
    EXPECT_TRUE(none.says("no.csv"));
    write("empty.md", "no figures here\n");
    EXPECT_EQ(run({"audit", "empty.md"}).exit_code, 1);
    EXPECT_EQ(run({"audit"}).exit_code, 1);
    EXPECT_EQ(run({"audit", "honest.csv", "--map", "a=b"}).exit_code, 1);
}

TEST_F(ProgramAudit, standardInputAndMap)
{
    write("in.md",
        "| x | Box |\n|---|---|\n| Karma | 10,000 tokens/s |\n| Price ($/h) | 36.00 |\n| Cost per million tokens ($) | "
        "1.70 |\n"); // 1.00: 2.00 would be two machines at this price

    const Outcome plain = call({.arguments = {"audit", "-", "--json"}, .input = file("in.md")});
    EXPECT_EQ(plain.exit_code, 0) << plain.out;
    EXPECT_EQ(json::parse(plain.out).at("unmapped").size(), 1U);
    const Outcome mapped
        = call({.arguments = {"audit", "-", "--json", "--map", "Karma=tokens_per_s"}, .input = file("in.md")});
    EXPECT_EQ(mapped.exit_code, 3);
    EXPECT_EQ(json::parse(mapped.out).at("findings").at(0).at("rule"), "unit-cost");
}

TEST_F(ProgramAudit, keptInTheWorkspaceAndReported)
{
    ASSERT_EQ(run({"import", sample("ledger/megatron_restart_appended.log")}).exit_code, 0);
    EXPECT_EQ(run({"audit", sample("claims/article-8b.csv"), "--save", "eight"}).exit_code, 3);
    EXPECT_EQ(run({"report", "-o", "r.json", "--lang", "en"}).exit_code, 0);
    const json report = json::parse(contents(file("r.json")));
    bool found = false;
    for (const json& section : report.at("sections"))
        found = found || section.at("id") == "claims";
    EXPECT_TRUE(found);
}

// Prices are negotiated: that the catalogue has another one is asked, and nothing is wrong.
TEST_F(ProgramAudit, aNegotiatedPriceIsAskedForUntilTheUserStatesIt)
{
    write("offer.csv", "platform,quantity,value,unit\np5.48xlarge,instance_price,31.40,$/h\n");
    const json asked = document({"audit", "offer.csv", "--json"});
    const json* const price = find(asked, "price-date", "p5.48xlarge");
    ASSERT_NE(price, nullptr);
    EXPECT_EQ(price->at("verdict"), "doubtful");
    EXPECT_EQ(price->at("question"), true);
    EXPECT_EQ(price->at("wrong"), false);
    const Outcome text = run({"audit", "offer.csv", "--lang", "en"});
    EXPECT_EQ(text.exit_code, 0);
    EXPECT_NE(text.out.find("to be asked · Price and date · p5.48xlarge"), std::string::npos) << text.out;
    ASSERT_EQ(run({"import", sample("ledger/megatron_restart_appended.log")}).exit_code, 0);
    ASSERT_EQ(
        run({"catalogue", "add", "--provider", "aws", "--instance-type", "p5.48xlarge", "--region", "all", "--option",
                "committed", "--price", "31.40", "--currency", "USD", "--as-of", "2026-10-01", "--source", "contract"})
            .exit_code,
        0);
    const json known = document({"audit", "offer.csv", "--workspace", "workspace.fullscope", "--json"});
    EXPECT_EQ(find(known, "price-date", "p5.48xlarge")->at("verdict"), "holds");
}

TEST_F(ProgramAudit, whatWasSaidOfALabelIsRemembered)
{
    ASSERT_EQ(run({"import", sample("ledger/megatron_restart_appended.log")}).exit_code, 0);
    write("a.md", "| x | Box |\n|---|---|\n| Karma | 10,000 tokens/s |\n");
    ASSERT_EQ(run({"audit", "a.md", "--map", "Karma=tokens_per_s", "--save", "a"}).exit_code, 0);
    write("b.md", "| x | Crate |\n|---|---|\n| Karma | 20,000 tokens/s |\n");
    EXPECT_EQ(document({"audit", "b.md", "--json"}).at("unmapped").size(), 1U);
    const json next = document({"audit", "b.md", "--workspace", "workspace.fullscope", "--json"});
    EXPECT_TRUE(next.at("unmapped").empty());
    EXPECT_EQ(next.at("figures").at(0).at("quantity"), "tokens_per_s");
}

// Of a mixture of experts whose active parameters are not said.
TEST_F(ProgramAudit, whatAVerdictDependsOnIsAskedFor)
{
    write("moe.txt", "The MoE has 671B parameters and runs at 20,000 tokens/s on 8 × p5.48xlarge in bf16 precision.\n");
    const json asked = document({"audit", "moe.txt", "--json"});
    const json* const limit = find(asked, "physical-limit", "p5.48xlarge");
    ASSERT_NE(limit, nullptr) << asked;
    EXPECT_EQ(limit->at("verdict"), "missing");
    expectNear(limit->at("details").at("mfu"), 6 * 671e9 * 20'000 / (64 * 989e12));
    EXPECT_EQ(limit->at("assumed"), (json {"all_trained", "no_sparsity"}));
    write("moe.txt",
        "The MoE has 671B parameters, 37B active, and runs at 20,000 tokens/s on 8 × p5.48xlarge in bf16 precision.\n");
    const json told = document({"audit", "moe.txt", "--json"});
    EXPECT_EQ(find(told, "physical-limit", "p5.48xlarge")->at("verdict"), "holds"); // 7 %
}

// The log's records from the second on take 118 to 130 s (by eye).
TEST_F(ProgramAudit, claimsStandBesideWhatWasMeasured)
{
    ASSERT_EQ(run({"import", sample("ledger/megatron_restart_appended.log")}).exit_code, 0);
    write("claim.csv", "platform,quantity,value,unit\nA100,step_time,60.0,s\nH100,step_time,60.0,s\n");
    EXPECT_TRUE(document({"audit", "claim.csv", "--workspace", "workspace.fullscope", "--json"}).at("beside").empty());
    ASSERT_EQ(run({"runs", "state", "1", "instance_type=p4d.24xlarge"}).exit_code, 0);
    const json beside = document({"audit", "claim.csv", "--workspace", "workspace.fullscope", "--json"}).at("beside");
    ASSERT_EQ(beside.size(), 1U); // of the A100 alone
    EXPECT_EQ(beside[0].at("figure").at("platform"), "A100");
    EXPECT_EQ(beside[0].at("origin"), "measured");
    EXPECT_FALSE(beside[0].at("agrees"));
    EXPECT_GT(beside[0].at("value"), 118);
    EXPECT_LT(beside[0].at("value"), 130);
}

// Where it is called as claimed, what the audit says of it stands with it.
TEST_F(ProgramAudit, claimsBecomeOptionsOfTheScenario)
{
    EXPECT_EQ(
        run({"audit", sample("claims/article-8b.csv"), "--as-options", "--workspace", "none.fullscope"}).exit_code, 1);
    ASSERT_EQ(run({"import", sample("ledger/megatron_restart_appended.log")}).exit_code, 0);
    const std::vector<std::string> audit {
        "audit", sample("claims/article-8b.csv"), "--as-options", "--workspace", "workspace.fullscope", "--json"};
    document(audit, 3);
    // Of how many tokens and machines nothing is claimed: it is asked for both.
    const Outcome compared = run({"compare", "--workspace", "workspace.fullscope", "--lang", "en"});
    for (const char* option : {"p4de.24xlarge as claimed could not be", "trn2.48xlarge as claimed could not be"})
        EXPECT_NE(compared.out.find(option), std::string::npos) << compared.out << compared.err;
    const json assumptions = document({"scenario", "assumptions", "--workspace", "workspace.fullscope", "--json"});
    EXPECT_NE(assumptions.dump().find("contradicts"), std::string::npos) << assumptions.dump(1);
    // What cannot fill a cell is told.
    write("none.csv", "platform,quantity,value,unit\nX,final_loss,2.1,\n");
    EXPECT_EQ(run({"audit", "none.csv", "--as-options", "--workspace", "workspace.fullscope"}).exit_code, 1);
}

TEST_F(ProgramAudit, ofAMixtureTheActiveParametersAndASidesTokensBecomeOptions)
{
    ASSERT_EQ(run({"import", sample("ledger/megatron_restart_appended.log")}).exit_code, 0);
    write("moe.md",
        "| | p5.48xlarge | trn2.48xlarge |\n|---|---|---|\n| Nodes | 32 | 32 |\n| Price per node-hour ($) | 55.04 | "
        "24.69 |\n| Tokens/s | 500,000 | 400,000 |\n| Total tokens | 100B | 130B |\n| Parameters | 671B (37B active) "
        "| 671B (37B active) |\n");
    EXPECT_EQ(run({"audit", "moe.md", "--as-options", "--workspace", "workspace.fullscope"}).exit_code, 0);
    const std::string told
        = document({"scenario", "assumptions", "--workspace", "workspace.fullscope", "--json"}).dump();
    EXPECT_NE(told.find("37B"), std::string::npos) << told;
    EXPECT_NE(told.find("130B / 100B"), std::string::npos) << told; // the factor 1.3
    // Another number of tokens does not take the place of what is there.
    write("other.md", "| | p5.48xlarge |\n|---|---|\n| Total tokens | 200B |\n| Tokens/s | 500,000 |\n");
    const Outcome other
        = run({"audit", "other.md", "--as-options", "--workspace", "workspace.fullscope", "--lang", "en"});
    EXPECT_NE(other.err.find("was not taken, as the scenario has"), std::string::npos) << other.err;
}

} // namespace fullscope::cli::test
