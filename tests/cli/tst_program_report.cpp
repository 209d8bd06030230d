// SPDX-License-Identifier: GPL-3.0-or-later
// The real program's report in every form. Expected values are the golden ones.
#include "tests/cli/program.h"

#include <array>
#include <cstdio>
#include <filesystem>
#include <map>
#include <sstream>

namespace fullscope::cli::test {

namespace {

class ProgramReport : public Program {
protected:
    void SetUp() override { ASSERT_EQ(run({"demo", "d"}).exit_code, 0); }

    std::string made(const std::string& name, const std::vector<std::string>& options = {})
    {
        std::vector<std::string> arguments = {"report", "-o", name, "--workspace", "d/sample.fullscope"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return contents(file(name));
    }
    std::vector<std::string> sections(const std::string& name)
    {
        std::vector<std::string> ids;
        const json document = json::parse(contents(file(name)));
        for (const json& section : document.at("sections"))
            ids.push_back(section.at("id"));
        return ids;
    }
    void expectFailure(const std::vector<std::string>& options, const std::vector<std::string>& told)
    {
        std::vector<std::string> arguments = {"report", "--workspace", "d/sample.fullscope"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.exit_code, 1);
        for (const std::string& part : told)
            EXPECT_TRUE(outcome.says(part)) << outcome.err;
    }
};

std::string outputOf(const std::string& command)
{
    std::string text;
    FILE* const pipe = popen(command.c_str(), "r");
    std::array<char, 65536> buffer {};
    while (const std::size_t n = fread(buffer.data(), 1, buffer.size(), pipe))
        text.append(buffer.data(), n);
    EXPECT_EQ(pclose(pipe), 0) << command;
    return text;
}

} // namespace

TEST_F(ProgramReport, isTheSameTwiceInEveryForm)
{
    for (const char* ending : {".pdf", ".xlsx", ".html", ".json"})
        for (const char* language : {"en", "zh_CN"}) {
            const std::string first = made(std::string("a") + ending, {"--lang", language});
            EXPECT_GT(first.size(), 5000u) << ending;
            EXPECT_EQ(first, made(std::string("b") + ending, {"--lang", language})) << ending;
        }
}

TEST_F(ProgramReport, aWorkbookHasTheGoldenTotals)
{
    made("r.xlsx", {"--lang", "en"});
    const json sheets = json::parse(outputOf("python3 '" + std::string(FULLSCOPE_TESTS_DIR)
                                        + "/core/report/recalculate.py' '" + file("r.xlsx") + "'"))
                            .at("sheets");
    const json golden = json::parse(contents(std::string(FULLSCOPE_TESTS_DIR) + "/golden/cost-model.json"));
    for (const char* kind : {"cached", "value"}) {
        expectNear(sheets.at("Summary").at("B7").at(kind), golden.at("cases").at(0).at("expect").at("total"));
        expectNear(sheets.at("Summary").at("B8").at(kind), golden.at("cases").at(1).at("expect").at("total"));
        expectNear(sheets.at("Summary").at("E8").at(kind), golden.at("goal_seek").at("saving_at_article_tokens"));
    }
    const std::string evidence = sheets.at("Evidence").dump();
    EXPECT_NE(evidence.find("SHA-256"), std::string::npos);
}

TEST_F(ProgramReport, aPageHasEverythingInOneFile)
{
    const std::string html = made("r.html", {"--lang", "en"});
    EXPECT_EQ(html.find("<script"), std::string::npos);
    EXPECT_EQ(html.find("src=\"http"), std::string::npos);
    EXPECT_NE(html.find("<svg"), std::string::npos);
    EXPECT_NE(html.find("$35,635"), std::string::npos);
    EXPECT_NE(html.find("$51,426"), std::string::npos);
    EXPECT_NE(made("z.html", {"--lang", "zh_CN"}).find("lang=\"zh-CN\""), std::string::npos);
}

TEST_F(ProgramReport, hasTheSectionsThatAreAsked)
{
    made("r.json", {"--sections", "limits, verdict,inputs"});
    EXPECT_EQ(sections("r.json"), (std::vector<std::string> {"limits", "verdict", "inputs"}));
    made("s.json",
        {"--sections", "inputs,verdict", "--short", "--company", "ACME", "--paper", "letter", "--save-template",
            "t.json"});
    const json saved = json::parse(contents(file("t.json")));
    EXPECT_EQ(saved.at("form"), "short");
    EXPECT_EQ(saved.at("company"), "ACME");
    EXPECT_EQ(saved.at("paper"), "letter");
    made("t.html", {"--template", "t.json", "--confidential", "Not for others"});
    const std::string html = contents(file("t.html"));
    EXPECT_NE(html.find("ACME"), std::string::npos);
    EXPECT_NE(html.find("Not for others"), std::string::npos);
    EXPECT_LT(html.find("<section id=\"inputs\">"), html.find("<section id=\"verdict\">"));
    EXPECT_EQ(html.find("<section id=\"comparison\">"), std::string::npos);
}

TEST_F(ProgramReport, aPrintHasItsPaperOutlineAndProperties)
{
    made("r.pdf", {"--lang", "en", "--paper", "letter", "--company", "甲公司", "--confidential", "Confidential line"});
    const std::string info = outputOf("pdfinfo '" + file("r.pdf") + "'");
    EXPECT_NE(info.find("612 x 792 pts (letter)"), std::string::npos) << info;
    EXPECT_NE(info.find("甲公司"), std::string::npos) << info;
    EXPECT_NE(outputOf("qpdf --check '" + file("r.pdf") + "'").find("No syntax or stream encoding errors"),
        std::string::npos);
    const std::string outline = outputOf("qpdf --json --json-key=outlines '" + file("r.pdf") + "'");
    const json outlines = json::parse(outline).at("outlines");
    ASSERT_GT(outlines.size(), 5u);
    EXPECT_EQ(outlines.at(0).at("title"), "Verdict");
    EXPECT_EQ(outlines.at(0).at("destpageposfrom1"), 1);
    EXPECT_EQ(outlines.at(1).at("destpageposfrom1"), 2); // the verdict has a page of its own
    const std::string text = outputOf("pdftotext -layout '" + file("r.pdf") + "' -");
    EXPECT_NE(text.find("Confidential line"), std::string::npos);
}

TEST_F(ProgramReport, saysWhatItDoesNotKnow)
{
    expectFailure({"-o", "r.pdf", "--sections", "verdikt"}, {"verdikt", "verdict"});
    expectFailure({"-o", "r.pdf", "--paper", "a3"}, {"a3", "letter"});
    expectFailure({"-o", "r.pdf", "--template", "none.json"}, {"none.json"});
    expectFailure({"-o", "r.pdf", "--logo", "none.png"}, {"none.png"});
    write("bad.png", "no picture");
    expectFailure({"-o", "r.pdf", "--logo", "bad.png"}, {"bad.png", "PNG, JPEG"});
    write("t.json", R"({"paper": "a5"})");
    expectFailure({"-o", "r.pdf", "--template", "t.json"}, {"t.json", "a5"});
    expectFailure({"-o", "r.docx"}, {"OUT.xlsx"});
}

TEST_F(ProgramReport, tablesAndPlotsAreFilesOfTheirOwn)
{
    const Outcome outcome = run({"export", "-o", "out/parts", "--workspace", "d/sample.fullscope", "--lang", "en",
        "--sections", "comparison", "--plots", "svg, png", "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    std::map<std::string, std::string> titles; // by file
    const json told = json::parse(outcome.out);
    for (const json& one : told.at("files"))
        titles[one.at("file")] = one.at("title");
    ASSERT_TRUE(titles.contains("comparison-01-plot.csv")) << outcome.out;
    EXPECT_TRUE(titles.contains("comparison-02.csv"));
    EXPECT_FALSE(titles.contains("comparison-01-plot.pdf"));
    EXPECT_TRUE(contents(file("out/parts/comparison-01-plot.png")).starts_with("\x89PNG"));
    EXPECT_NE(contents(file("out/parts/comparison-01-plot.svg")).find("<svg"), std::string::npos);
    EXPECT_EQ(json::parse(contents(file("out/parts/report.json"))).at("sections").at(0).at("id"), "comparison");
    // The bars of the golden cases: their parts add up to the totals.
    const json golden = json::parse(contents(std::string(FULLSCOPE_TESTS_DIR) + "/golden/cost-model.json"));
    std::istringstream rows(contents(file("out/parts/comparison-01-plot.csv")));
    std::string row;
    std::getline(rows, row); // headings
    for (int option = 0; option < 2; ++option) {
        ASSERT_TRUE(std::getline(rows, row));
        std::istringstream cells(row);
        std::string cell;
        double sum = 0;
        std::getline(cells, cell, ','); // its name
        while (std::getline(cells, cell, ','))
            sum += cell.empty() ? 0 : std::stod(cell);
        expectNear(sum, golden.at("cases").at(static_cast<std::size_t>(option)).at("expect").at("total"));
    }
    EXPECT_EQ(run({"export", "-o", "data", "--workspace", "d/sample.fullscope", "--plots", ""}).exit_code, 0);
    EXPECT_TRUE(std::filesystem::exists(file("data/report.json")));
    EXPECT_FALSE(std::filesystem::exists(file("data/comparison-01-plot.png")));
    for (const std::vector<std::string>& wrong : {std::vector<std::string> {"export"}, {"export", "-o", "-"},
             {"export", "-o", "x", "--plots", "gif"}, {"export", "-o", "x", "--sections", "nothing"},
             {"export", "-o", "d/sample.fullscope/x", "--workspace", "d/sample.fullscope"}})
        EXPECT_EQ(run(wrong).exit_code, 1) << wrong.back();
    EXPECT_FALSE(std::filesystem::exists(file("x")));
}

} // namespace fullscope::cli::test
