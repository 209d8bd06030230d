// SPDX-License-Identifier: GPL-3.0-or-later
// The real program on the cost model: evaluate, compare, report, demo. Expected values are the golden ones.
#include "core/words/text_ids.h"
#include "core/words/words.h"
#include "tests/cli/program.h"

#include <unistd.h>

namespace fullscope::cli::test {

namespace {

constexpr const char* kTrn2 = "trn2.48xlarge (Trainium2)";
constexpr const char* kH100 = "p5.48xlarge (H100)";

json golden()
{
    return json::parse(contents(std::string(FULLSCOPE_TESTS_DIR) + "/golden/cost-model.json"));
}

json goldenCase(const std::string& name)
{
    const json document = golden();
    for (const json& item : document.at("cases"))
        if (item.at("name") == name)
            return item;
    ADD_FAILURE() << name;
    return {};
}

json scenarioOf(const json& item)
{
    json option = item.at("option");
    option["name"] = item.at("name");
    return {{"workload", item.at("workload")}, {"options", {option}}};
}

void expectSame(const json& actual, const json& expected)
{
    for (const auto& item : expected.items()) {
        SCOPED_TRACE(item.key());
        ASSERT_TRUE(actual.contains(item.key()));
        if (item.value().is_object())
            expectSame(actual.at(item.key()), item.value());
        else
            expectNear(actual.at(item.key()), item.value());
    }
}

// The story of the sample: dearer in full, cheaper by list price and by compute.
void expectStory(const json& comparison)
{
    expectSame(comparison.at("options").at(0), goldenCase("article-13b-h100").at("expect"));
    expectSame(comparison.at("options").at(1), goldenCase("article-13b-trn2").at("expect"));
    EXPECT_EQ(comparison.at("baseline"), kH100);
    const json& difference = comparison.at("differences").at(0);
    EXPECT_EQ(difference.at("option"), kTrn2);
    const auto saving = [&](const char* scope) { return difference.at("scopes").at(scope).at("saving"); };
    expectNear(saving("full"), golden().at("goal_seek").at("saving_at_article_tokens"));
    // by hand: 1 − (24.69 / 20.8) / (32.77 / 16)
    expectNear(saving("list_price"), 1 - 24.69 / 20.8 / (32.77 / 16));
    EXPECT_GT(saving("compute").get<double>(), 0);
    EXPECT_EQ(comparison.at("cheapest").at("list_price"), kTrn2);
    EXPECT_EQ(comparison.at("cheapest").at("compute"), kTrn2);
    EXPECT_EQ(comparison.at("cheapest").at("full"), kH100);
}

} // namespace

class ProgramCompare : public Program {
protected:
    void demo() { ASSERT_EQ(run({"demo", "d"}).exit_code, 0); }
    std::string pdfText(const std::string& name)
    {
        const std::string command = "pdftotext -layout '" + file(name) + "' '" + file("pdf.txt") + "'";
        EXPECT_EQ(std::system(command.c_str()), 0) << "poppler-utils is needed";
        return contents(file("pdf.txt"));
    }
};

TEST_F(ProgramCompare, evaluatesTheGoldenCases)
{
    const json document = golden();
    for (const json& item : document.at("cases")) {
        SCOPED_TRACE(item.at("name").get<std::string>());
        write("s.json", scenarioOf(item).dump());
        const json result = this->document({"evaluate", "s.json"});
        expectSame(result.at("options").at(0), item.at("expect"));
    }
    write("s.json", scenarioOf(document.at("cases")[0]).dump());
    const Outcome piped = call({.arguments = {"evaluate", "-", "--json"}, .input = file("s.json")});
    EXPECT_EQ(piped.exit_code, 0);
    EXPECT_EQ(json::parse(piped.out), this->document({"evaluate", "s.json"}));
}

TEST_F(ProgramCompare, saysWhichNameOfAScenarioIsWrong)
{
    json scenario = scenarioOf(goldenCase("article-13b-h100"));
    scenario["options"][0]["price_per_hour"] = 1;
    write("s.json", scenario.dump());
    const Outcome outcome = run({"evaluate", "s.json", "--json"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(outcome.out, "");
    const json error = json::parse(outcome.err).at("error");
    EXPECT_EQ(error.at("file"), "s.json");
    EXPECT_EQ(error.at("field"), "options[0].price_per_hour");
    EXPECT_NE(error.at("message").get<std::string>().find("price_per_h"), std::string::npos);
    EXPECT_TRUE(run({"evaluate", "s.json"}).says("Did you mean “price_per_h”?"));
    EXPECT_EQ(run({"compare", "--scenario", "s.json"}).exit_code, 1);
}

TEST_F(ProgramCompare, tellsTheStoryOfTheSample)
{
    const Outcome outcome = run({"demo", "d"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    for (const char* text : {"+44.3 %", "42.0 % cheaper", "46.4 % cheaper", "3.888e11 tokens", "35,635", "51,426"})
        EXPECT_NE(outcome.out.find(text), std::string::npos) << text;
    const std::vector<std::string> workspace = {"--workspace", "d/sample.fullscope"};
    const json first = document({"compare", workspace[0], workspace[1]});
    expectStory(first);
    const auto runs_before = runs(workspace), bills_before = bills(workspace);
    EXPECT_EQ(runs_before.size(), 3U);
    EXPECT_EQ(bills_before.size(), 3U);

    // Again into the same folder: the same result, nothing twice.
    const json again = document({"demo", "d"});
    EXPECT_EQ(again, first);
    EXPECT_EQ(runs(workspace), runs_before);
    EXPECT_EQ(bills(workspace), bills_before);
    EXPECT_EQ(document({"compare", workspace[0], workspace[1]}), first);
}

TEST_F(ProgramCompare, comparesUnderTheScopeThatIsAskedFor)
{
    const std::string scenario = shipped("13b-article.en.json");
    const json full = document({"compare", "--scenario", scenario});
    expectStory(full);
    for (const char* scope : {"list_price", "compute", "compute_with_waste", "full"}) {
        const json one = document({"compare", "--scenario", scenario, "--scope", scope});
        EXPECT_EQ(one.at("scope"), scope);
        EXPECT_EQ(one.at("options"), full.at("options"));
        const json& difference = one.at("differences").at(0);
        EXPECT_EQ(difference.at("saving"), difference.at("scopes").at(scope).at("saving")) << scope;
        EXPECT_EQ(difference.at("difference"), difference.at("scopes").at(scope).at("difference")) << scope;
        EXPECT_EQ(difference.at("scopes"), full.at("differences").at(0).at("scopes"));
    }
    EXPECT_NE(run({"compare", "--scenario", scenario, "--scope=compute"}).out.find("46.4 %"), std::string::npos);
    run({"import", sample("logs/traps/megatron_gzip.log.gz")}); // a workspace without a scenario
    EXPECT_TRUE(run({"compare"}).says("has no scenario yet"));
}

TEST_F(ProgramCompare, writesTheReportWithoutADisplay)
{
    demo();
    for (const words::Language language : {words::Language::en, words::Language::zh_CN}) {
        const std::string name = language == words::Language::en ? "en" : "zh_CN";
        const Outcome outcome
            = run({"report", "-o", name + ".pdf", "--workspace", "d/sample.fullscope", "--lang", name});
        EXPECT_EQ(outcome.exit_code, 0);
        EXPECT_EQ(outcome.err, "");
        EXPECT_NE(outcome.out.find(name + ".pdf"), std::string::npos);
        const std::string text = pdfText(name + ".pdf");
        const std::string title = words::say(words::Text::report_title, language);
        for (const std::string& figure : {std::string("35,635"), std::string("51,426"), std::string("44.3 %"),
                 std::string("18.07423478009"), std::string("874.6583999999999976"), std::string("02:32:16"), title})
            EXPECT_NE(text.find(figure), std::string::npos) << name << ": " << figure;

        EXPECT_EQ(run({"report", "-o", "r.json", "--workspace", "d/sample.fullscope", "--lang", name}).exit_code, 0);
        const json report = json::parse(contents(file("r.json")));
        EXPECT_EQ(report.at("title"), title);
        EXPECT_GT(report.at("sections").size(), 4U);
        EXPECT_NE(report.dump().find("35,635"), std::string::npos);
    }
}

TEST_F(ProgramCompare, writesTheReportOfTheScopeThatIsAskedFor)
{
    demo();
    EXPECT_EQ(run({"report", "-o", "r.json", "--workspace", "d/sample.fullscope", "--scope", "compute"}).exit_code, 0);
    const json report = json::parse(contents(file("r.json")));
    const std::string verdict = report.at("sections").at(0).dump();
    EXPECT_NE(verdict.find("46.4 %"), std::string::npos) << verdict;
    EXPECT_EQ(verdict.find("51,426"), std::string::npos) << verdict;
}

// A machine set to write 1.234,5 changes no number, read or written.
TEST_F(ProgramCompare, readsAndWritesTheSameNumbersUnderEveryLocale)
{
    std::vector<std::string> german = {"LC_ALL=de_DE.UTF-8", "LOCPATH=" + m_folder.path().string()};
    if (std::filesystem::exists("/usr/share/i18n/locales/de_DE")) {
        const std::string command = "localedef -i de_DE -f UTF-8 '" + file("de_DE.UTF-8") + "' 2>/dev/null";
        (void)!std::system(command.c_str()); // without it the C library falls back to C; Qt reads the name itself
    }
    const std::string log = sample("logs/traps/megatron_restart_appended.log");
    const std::string bill = sample("bills/focus-1.0/focus10_multicloud_sample.csv");
    const std::vector<std::vector<std::string>> calls = {{"import", log, bill, "--json"}, {"runs", "show", "1"},
        {"runs", "show", "1", "--json"}, {"bills", "show", "2"}, {"bills"},
        {"evaluate", shipped("13b-article.en.json")}, {"report", "-o", "r.json"}, {"report", "-o", "r.pdf"}};
    std::vector<std::string> outputs;
    for (const bool is_german : {false, true}) {
        std::string output;
        std::filesystem::remove(file("workspace.fullscope"));
        for (const auto& arguments : calls)
            output
                += call({.arguments = arguments, .environment = is_german ? german : std::vector<std::string> {}}).out;
        outputs.push_back(output + contents(file("r.json")) + pdfText("r.pdf"));
    }
    EXPECT_NE(outputs[0].find("18.07423478009"), std::string::npos);
    EXPECT_EQ(outputs[0], outputs[1]);
}

} // namespace fullscope::cli::test
