// SPDX-License-Identifier: GPL-3.0-or-later
// Wrong input and wrong arguments: the exit code, a message that names file, line, what was found and what was
// expected, and what was readable is kept.
#include "core/store/database.h"
#include "core/workspace/sample.h"
#include "tests/cli/program.h"
#include "tests/core/workspace/generated_files.h"

#include <array>
#include <fstream>

#include <sys/stat.h>
#include <unistd.h>

namespace fullscope::cli::test {

namespace {

const std::string kGzippedCur = sample("bills/aws-cur-legacy/cur_legacy_usage_tax_CA.csv.gz");
const std::string kGzippedLog = sample("logs/traps/megatron_gzip.log.gz");

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

} // namespace

class ProgramErrors : public Program {
protected:
    void expectFailure(const std::vector<std::string>& arguments, const std::vector<std::string>& says)
    {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.exit_code, 1) << arguments.back();
        EXPECT_EQ(outcome.out, "") << arguments.back();
        for (const std::string& text : says)
            EXPECT_TRUE(outcome.says(text)) << text << "\nin: " << outcome.err;
    }
};

TEST_F(ProgramErrors, unreadableFilesGiveOneAndAReason)
{
    write("bill.csv", "%PDF-1.7\n%\xE2\xE3\xCF\xD3\n1 0 obj\n");
    write("empty.log", "");
    write("junk.log", std::string("\x7F\x00\x01\x02\xFF\xFE\x80", 7) + std::string(4096, '\x03'));
    write("notes.txt", "Dear all,\nplease find the bill attached.\n");
    write("cut.csv.gz", contents(kGzippedCur).substr(0, 300)); // not even one row
    std::filesystem::create_directories(file("folder/inner"));
    workspace::test::writeBill(file("nocost.csv"), 0, 3);
    write("nocost.csv", replaced(contents(file("nocost.csv")), "lineItem/UnblendedCost", "lineItem/Elsewhere"));

    expectFailure({"import", "bill.csv"}, {"bill.csv: this is not a text file but: PDF", "Export the data as CSV"});
    expectFailure({"import", "empty.log"}, {"empty.log: the file is empty"});
    expectFailure({"import", "junk.log"}, {"junk.log: this is not a text file"});
    expectFailure({"import", "notes.txt"}, {"notes.txt: the format was not recognised: Dear all", "--map"});
    expectFailure({"import", "cut.csv.gz"}, {"cut.csv.gz: the compressed file ends too early"});
    expectFailure({"import", "folder"}, {"folder: there is no file in this folder"});
    expectFailure({"import", "absent.log"}, {"absent.log: there is no such file"});
    expectFailure({"import", "nocost.csv"}, {"nocost.csv:1: a column is missing", "lineItem/UnblendedCost"});
    expectFailure({"import", "/dev/null"}, {"/dev/null: this is no regular file"});
    expectFailure({"import", "--as", "megatorn", kGzippedLog}, {"megatorn", "Known formats: megatron, nemo"});
    // A workspace that was made for nothing is not left behind; one that was there stays.
    EXPECT_FALSE(std::filesystem::exists(file("workspace.fullscope")));
    EXPECT_EQ(run({"import", kGzippedLog}).exit_code, 0);
    EXPECT_EQ(run({"import", "absent.log"}).exit_code, 1);
    EXPECT_EQ(runs().size(), 1U);
}

// Everything but the scenario, which stands on a page of its own.
TEST_F(ProgramErrors, damagedWorkspaceIsSaidByCompare)
{
    const std::string path = file("w.fullscope");
    {
        auto workspace = store::WorkspaceFile::open(path, store::Access::read_write);
        ASSERT_TRUE(workspace.ok());
        ASSERT_TRUE(workspace::buildSample(**workspace, words::Language::en, base::JobContext()).ok());
    }
    const Outcome whole = run({"compare", "--workspace", path});
    EXPECT_EQ(whole.exit_code, 0);
    EXPECT_EQ(whole.err, "");
    std::int64_t page = 0;
    {
        auto database = store::Database::open(path, store::Database::Mode::read_only);
        ASSERT_TRUE(database.ok());
        page = database->integer("SELECT rootpage FROM sqlite_schema WHERE name = 'bill'").operator*().value_or(0);
    }
    ASSERT_GT(page, 1);
    std::fstream bytes(path, std::ios::in | std::ios::out | std::ios::binary);
    bytes.seekp((page - 1) * 8192);
    bytes << std::string(64, '\xFF');
    bytes.close();
    const Outcome damaged = run({"compare", "--workspace", path});
    EXPECT_EQ(damaged.exit_code, 2);
    EXPECT_EQ(damaged.out, whole.out);
    EXPECT_TRUE(damaged.says("w.fullscope: the workspace is damaged")) << damaged.err;
}

TEST_F(ProgramErrors, fileWithoutPermissionIsNamed)
{
    if (::geteuid() == 0)
        GTEST_SKIP() << "root may read everything";
    write("secret.log", "x");
    ::chmod(file("secret.log").c_str(), 0);
    expectFailure({"import", "secret.log"}, {"secret.log: the file cannot be opened (Permission denied)"});
}

TEST_F(ProgramErrors, unreadableFilesStandInTheJsonDocumentToo)
{
    write("bill.csv", "%PDF-1.7\n");
    const json told = document({"import", "bill.csv", "absent.log"}, 1);
    EXPECT_TRUE(told.at("imported").empty());
    ASSERT_EQ(told.at("problems").size(), 2U);
    EXPECT_EQ(told.at("problems")[0].at("severity"), "error");
    EXPECT_EQ(told.at("problems")[0].at("file"), "bill.csv");
    EXPECT_EQ(told.at("problems")[0].at("found"), "PDF");
    EXPECT_EQ(told.at("problems")[1].at("file"), "absent.log");
}

TEST_F(ProgramErrors, whatIsReadableOfATruncatedGzipIsKept)
{
    write("cut.csv.gz", contents(kGzippedCur).substr(0, 2500));
    write("cut.log.gz", contents(kGzippedLog).substr(0, 1000));
    const Outcome outcome = run({"import", "cut.csv.gz", "cut.log.gz"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(outcome.says("cut.csv.gz: the compressed file ends too early")) << outcome.err;
    EXPECT_TRUE(outcome.says("cut.log.gz: the compressed file ends too early")) << outcome.err;
    EXPECT_TRUE(outcome.says("cut.csv.gz:28: a record is cut off")) << outcome.err;
    EXPECT_EQ(bills(), (std::map<std::string, int> {{"cut.csv.gz", 26}})); // lines 2 … 27
    EXPECT_EQ(runs(), (std::map<std::string, int> {{"cut.log.gz", 31}}));
}

TEST_F(ProgramErrors, damagedGzipThatEndsWithALineIsStillDoneInPartOnly)
{
    workspace::test::writeLog(file("a.log"), 30);
    const std::string log = contents(file("a.log"));
    // One stored block of deflate holding all lines, and then nothing: no last block, no checksum.
    const auto size = static_cast<unsigned>(log.size());
    ASSERT_LT(size, 65536U);
    const std::array<unsigned, 15> head
        = {0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0, size & 0xFF, size >> 8, ~size & 0xFF, (~size >> 8) & 0xFF};
    std::string bytes;
    for (const unsigned byte : head)
        bytes += static_cast<char>(byte);
    write("a.log.gz", bytes + log);
    const Outcome outcome = run({"import", "a.log.gz"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(outcome.says("a.log.gz: the compressed file ends too early")) << outcome.err;
    EXPECT_EQ(runs(), (std::map<std::string, int> {{"a.log.gz", 30}}));
}

TEST_F(ProgramErrors, lossesThatAreNoNumbersAreSaidAndTheRestIsKept)
{
    workspace::test::writeLog(file("nan.log"), 50);
    write("nan.log", replaced(contents(file("nan.log")), "lm loss: 2.25E+00", "lm loss: nan"));
    const Outcome outcome = run({"import", "nan.log"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(outcome.says("nan.log:2: “lm loss”: this is not a finite number: nan")) << outcome.err;
    EXPECT_EQ(runs(), (std::map<std::string, int> {{"nan.log", 50}}));
    EXPECT_EQ(document({"runs", "show", "1"}).at("wall"), 25.0);
    const std::string state = sample("logs/traps/trainer_state_nan_infinity.json");
    EXPECT_TRUE(run({"import", state}).says(state + ":253: “loss”: this is not a finite number: NaN"));
}

TEST_F(ProgramErrors, goodFilesAreImportedBesideBadOnes)
{
    const Outcome outcome = run({"import", "absent.log", kGzippedLog});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(outcome.says("absent.log: there is no such file"));
    EXPECT_EQ(runs(), (std::map<std::string, int> {{kGzippedLog, 62}}));
}

TEST_F(ProgramErrors, wrongArgumentsGiveOneAndTheNearestRightOne)
{
    expectFailure({"imprt"}, {"imprt", "Did you mean “import”?"});
    expectFailure({"runs", "--jsno"}, {"--jsno", "Did you mean “--json”?"});
    expectFailure({"import", "x", "--workspcae", "w"}, {"Did you mean “--workspace”?"});
    expectFailure({"runs", "--workspace"}, {"--workspace VALUE"});
    expectFailure({"runs", "--workspace", "--json"}, {"--workspace VALUE"}); // a forgotten value swallows nothing
    expectFailure({"import"}, {"import FILES…"});
    expectFailure({"runs", "shw", "1"}, {"list, show ID"});
    expectFailure({"runs", "list", "1"}, {"list, show ID"});
    expectFailure(
        {"compare", "--scope", "everything"}, {"everything", "list_price, compute, compute_with_waste, full"});
    expectFailure({"compare", "w.fullscope"}, {"compare [--workspace W"});
    expectFailure({"compare", "--workspace", "w", "--scenario", "s"}, {"compare [--workspace W"});
    expectFailure({"report"}, {"report -o OUT.pdf"});
    expectFailure({"demo", "a", "b"}, {"demo [DIR]"});
    expectFailure({"evaluate"}, {"evaluate SCENARIO.json"});
    expectFailure({"runs", "--lang", "fr"}, {"--lang", "fr", "en, zh_CN"});
    const Outcome as_json = run({"runs", "--json", "--wrong"});
    EXPECT_EQ(json::parse(as_json.err).at("error").at("field"), "--wrong");
}

TEST_F(ProgramErrors, numbersThatAreNoEntriesAreNamed)
{
    run({"import", kGzippedLog});
    for (const char* id : {"99", "one", "1.5", "99999999999999999999"})
        expectFailure({"runs", "show", id}, {id});
    expectFailure({"bills", "show", "1"}, {"no entry with this number: 1"}); // that is a run
    expectFailure({"runs", "show"}, {"show ID"});
    const Outcome as_json = run({"runs", "show", "99", "--json"});
    EXPECT_EQ(json::parse(as_json.err).at("error").at("found"), "99");
}

TEST_F(ProgramErrors, otherFilesAreNoWorkspaces)
{
    write("text.fullscope", "a diary\n");
    write("other.fullscope", std::string("SQLite format 3\0", 16) + std::string(4080, '\0'));
    for (const char* name : {"text.fullscope", "other.fullscope"}) {
        const std::string before = contents(file(name));
        expectFailure({"runs", "--workspace", name}, {name});
        expectFailure({"import", kGzippedLog, "--workspace", name}, {name});
        EXPECT_EQ(contents(file(name)), before);
    }
    expectFailure({"runs", "--workspace", "text.fullscope"}, {"this is not a Fullscope workspace"});
    expectFailure({"runs", "--workspace", "absent.fullscope"}, {"absent.fullscope: there is no such file"});
    EXPECT_FALSE(std::filesystem::exists(file("absent.fullscope")));
    expectFailure({"import", kGzippedLog, "--workspace", "no/folder/w.fullscope"}, {"no/folder/w.fullscope"});
}

TEST_F(ProgramErrors, newerWorkspaceIsReadAndNeverWritten)
{
    run({"import", kGzippedLog});
    std::string bytes = contents(file("workspace.fullscope"));
    ASSERT_GT(bytes.size(), 64U);
    bytes.replace(60, 4, std::string("\0\0\0\x63", 4)); // SQLite's user_version
    write("newer.fullscope", bytes);
    const Outcome listed = run({"runs", "--workspace", "newer.fullscope", "--json"});
    EXPECT_EQ(listed.exit_code, 0);
    EXPECT_EQ(json::parse(listed.out).at("runs").size(), 1U);
    EXPECT_TRUE(listed.says("newer.fullscope: this workspace can only be read: version 99")) << listed.err;
    expectFailure({"import", kGzippedLog, "--workspace", "newer.fullscope"}, {"newer.fullscope", "version 99"});
    EXPECT_EQ(contents(file("newer.fullscope")), bytes);
}

TEST_F(ProgramErrors, readOnlyWorkspaceIsReadAndSaysWhyItIsNotWritten)
{
    if (::geteuid() == 0)
        GTEST_SKIP() << "root may write everywhere";
    run({"import", kGzippedLog});
    ::chmod(file("workspace.fullscope").c_str(), 0444);
    EXPECT_EQ(runs().size(), 1U);
    expectFailure({"import", kGzippedLog}, {"workspace.fullscope"});
}

TEST_F(ProgramErrors, reportsThatCannotBeWrittenSayWhere)
{
    run({"import", kGzippedLog});
    expectFailure({"report", "-o", "no/folder/r.pdf"}, {"no/folder/r.pdf: writing failed (No such file or directory)"});
    expectFailure({"report", "-o", "r.docx"}, {"r.docx", "OUT.pdf, OUT.xlsx, OUT.html, OUT.json"});
    for (const char* name : {"full.pdf", "full.json"}) {
        std::filesystem::create_symlink("/dev/full", file(name));
        expectFailure({"report", "-o", name}, {std::string(name) + ": the disk is full"});
    }
    expectFailure({"report", "-o", "r.pdf", "--workspace", "absent.fullscope"}, {"absent.fullscope"});
    write("taken", "");
    expectFailure({"demo", "taken"}, {"taken: writing failed"});
}

TEST_F(ProgramErrors, resultsThatNobodyCanStoreAreNoSuccess)
{
    const Outcome outcome = call({.arguments = {"--help"}, .output = "/dev/full"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_TRUE(outcome.says("/dev/stdout: writing failed")) << outcome.err;
}

TEST_F(ProgramErrors, namesAreNeverGivenToAShell)
{
    const std::string evil = "x$(touch pwned)`touch pwned`; touch pwned";
    workspace::test::writeLog(file(evil + ".log"), 5);
    EXPECT_EQ(run({"import", evil + ".log", "--workspace", evil}).exit_code, 0);
    EXPECT_EQ(run({"runs", "--workspace", evil}).exit_code, 0);
    EXPECT_EQ(run({"backup", evil, "-o", evil + "2"}).exit_code, 0);
    run({"report", "-o", evil + ".pdf", "--workspace", evil});
    run({"warehouse", "query", "--schema", "cur2", "--table", evil, "--service", evil});
    EXPECT_NE(run({"bench", "run", "--engine", "torch", "--python", evil}).exit_code, 0);
    EXPECT_NE(run({"bench", "run", "--engine", "torch", "--python", "/bin/sh -c 'touch pwned'"}).exit_code, 0);
    EXPECT_FALSE(std::filesystem::exists(file("pwned")));
}

TEST_F(ProgramErrors, messagesAreChineseWhenAskedFor)
{
    for (const Outcome& outcome : {run({"import", "absent.log", "--lang", "zh_CN"}),
             call({.arguments = {"import", "absent.log"}, .environment = {"LC_ALL=zh_CN.UTF-8"}}),
             run({"--lang=zh_CN", "import", "absent.log"})}) {
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_TRUE(outcome.says("absent.log")) << outcome.err;
        EXPECT_TRUE(outcome.says("找不到该文件")) << outcome.err;
        EXPECT_FALSE(outcome.says("there is no such file")) << outcome.err;
    }
    EXPECT_TRUE(run({"imprt", "--lang", "zh_CN"}).says("您是否想写“import”"));
    EXPECT_NE(run({"--help", "--lang", "zh_CN"}).out.find("退出码"), std::string::npos);
    EXPECT_NE(run({"import", "--help"}).out.find("Exit codes"), std::string::npos);
}

} // namespace fullscope::cli::test
