// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/expand_paths.h"

#include "core/base/text.h"
#include "core/import/source/csv.h"
#include "tests/core/import/workbooks.h"
#include "tests/core/workspace/import_fixture.h"

#include <fstream>
#include <regex>

namespace fullscope::workspace::test {

namespace {

using import::testing::bookOf;
using import::testing::gzipped;
using import::testing::tarOf;
using import::testing::zipOf;
using Paths = std::vector<std::string>;

void write(const std::string& path, const std::string& content)
{
    std::ofstream(path, std::ios::binary) << content;
}

std::string logText(int steps)
{
    std::string text;
    for (int step = 1; step <= steps; ++step)
        text += " iteration " + std::to_string(step)
            + "/ 9999 | elapsed time per iteration (ms): 100.0 | lm loss: 2.0 |\n";
    return text;
}

TEST(ExpandPaths, archivesBecomeTheFilesInThem)
{
    const TempFolder folder;
    std::filesystem::create_directories(folder.file("b"));
    const std::string zip = folder.file("b/1.zip"), tar = folder.file("b/2.tar.gz");
    write(zip, zipOf({{"run/a.log", logText(2)}, {"b.log", logText(3)}}));
    write(tar, gzipped(tarOf({{"c.log", logText(4)}})));
    write(folder.file("b/3.xlsx"), zipOf({{"[Content_Types].xml", "x"}}));
    EXPECT_EQ(expandPaths({folder.file("b")}),
        (Paths {zip + "/run/a.log", zip + "/b.log", tar + "/c.log", folder.file("b/3.xlsx")}));
    EXPECT_EQ(expandPaths({zip, zip + "/b.log", "-"}), (Paths {zip + "/run/a.log", zip + "/b.log", "-"}));
}

TEST(ExpandPaths, aFileToWhichSeveralPathsLeadComesOnce)
{
    const TempFolder folder;
    std::filesystem::create_directories(folder.file("d"));
    write(folder.file("d/run.log"), logText(2));
    std::filesystem::create_symlink("run.log", folder.file("d/latest.log"));
    std::filesystem::create_symlink("loop.log", folder.file("d/loop.log"));
    std::filesystem::create_symlink("gone.log", folder.file("d/broken.log"));
    std::filesystem::create_directory_symlink(".", folder.file("d/again"));
    std::filesystem::create_hard_link(folder.file("d/run.log"), folder.file("d/same.log"));
    EXPECT_EQ(expandPaths({folder.file("d")}), (Paths {folder.file("d/run.log")}));
    EXPECT_EQ(expandPaths({folder.file("d/latest.log")}), (Paths {folder.file("d/latest.log")}));
    EXPECT_EQ(expandPaths({folder.file("d/latest.log"), folder.file("d/run.log"), folder.file("d")}),
        (Paths {folder.file("d/run.log")}));
    write(folder.file("target.log"), logText(3)); // outside of the folder: followed
    std::filesystem::create_symlink(folder.file("target.log"), folder.file("d/outside.log"));
    EXPECT_EQ(expandPaths({folder.file("d")}), (Paths {folder.file("d/run.log"), folder.file("d/outside.log")}));
}

std::string metricText(int points)
{
    std::string text;
    for (int step = 1; step <= points; ++step)
        text += std::to_string(1'700'000'000'000 + step * 1000) + " 2.5 " + std::to_string(step) + "\n";
    return text;
}

TEST(ExpandPaths, runFoldersStayTogether)
{
    const TempFolder folder;
    for (const char* run : {"mlruns/0/aaa", "mlruns/0/bbb"}) {
        std::filesystem::create_directories(folder.file(std::string(run) + "/metrics/val"));
        write(folder.file(std::string(run) + "/meta.yaml"), "status: 3\n");
        write(folder.file(std::string(run) + "/metrics/loss"), metricText(3));
        write(folder.file(std::string(run) + "/metrics/val/loss"), metricText(3));
    }
    write(folder.file("mlruns/0/notes.log"), logText(2));
    write(folder.file("mlruns/0/meta.yaml"), "name: Default\n");
    EXPECT_EQ(expandPaths({folder.file("mlruns") + "/"}),
        (Paths {folder.file("mlruns/0/aaa"), folder.file("mlruns/0/bbb"), folder.file("mlruns/0/notes.log")}));
    EXPECT_EQ(expandPaths({folder.file("mlruns/0/aaa/")}), (Paths {folder.file("mlruns/0/aaa")}));
    EXPECT_TRUE(checkFolder(folder.file("mlruns/0/aaa")).ok());
}

class ArchiveImport : public ImportTest { };

TEST_F(ArchiveImport, runFoldersInItAreOneRunEach)
{
    const import::testing::Files files {{"mlruns/0/meta.yaml", "name: Default\n"},
        {"mlruns/0/aaa/metrics/loss", metricText(5)}, {"mlruns/0/aaa/meta.yaml", "status: 3\n"},
        {"mlruns/0/aaa/metrics/val/acc", metricText(5)}, {"mlruns/0/notes.log", logText(2)},
        {"mlruns/0/bbb/meta.yaml", "status: 3\n"}, {"mlruns/0/bbb/metrics/loss", metricText(7)}};
    for (const std::string& bytes : {zipOf(files), gzipped(tarOf(files))}) {
        const std::string path = m_folder.file("l");
        write(path, bytes);
        const auto paths = expandPaths({path});
        EXPECT_EQ(paths, (Paths {path + "/mlruns/0/aaa", path + "/mlruns/0/notes.log", path + "/mlruns/0/bbb"}));
        const auto outcome = import(paths);
        ASSERT_EQ(outcome.imported.size(), 3U);
        EXPECT_EQ(outcome.imported[0].file.format, "mlflow_run");
        EXPECT_EQ(outcome.imported[0].file.records, 5);
        EXPECT_EQ(outcome.imported[2].file.records, 7);
        EXPECT_EQ(m_workspace->runs()->size(), 3U); // the second archive holds the same
    }
}

TEST_F(ArchiveImport, mlflowRunIsTheSameRunWhenImportedAgain)
{
    std::filesystem::create_directories(m_folder.file("r/metrics"));
    write(m_folder.file("r/meta.yaml"), "status: 3\n");
    write(m_folder.file("r/metrics/loss"), metricText(5));
    write(m_folder.file("r/metrics/acc"), metricText(5));
    const auto first = import(expandPaths({m_folder.file("r")}));
    ASSERT_EQ(first.imported.size(), 1U);
    EXPECT_EQ(first.imported[0].file.records, 5);
    EXPECT_EQ(m_workspace->runs()->at(0).name, "r");
    EXPECT_EQ(count(import({m_folder.file("r")}), base::Code::duplicate_replaced), 1);
    write(m_folder.file("r/metrics/loss"), metricText(6));
    const auto changed = import({m_folder.file("r")});
    EXPECT_EQ(count(changed, base::Code::duplicate_replaced), 1); // it has grown
    EXPECT_EQ(changed.imported.at(0).file.records, 6);
    EXPECT_EQ(m_workspace->runs()->size(), 1U);
}

TEST_F(ArchiveImport, twiceReplacesAndAFileOutsideIsTheSame)
{
    const std::string zip = m_folder.file("logs.zip");
    write(zip, zipOf({{"a.log", logText(2)}, {"b.log", logText(3)}}));
    EXPECT_EQ(import(expandPaths({zip})).imported.size(), 2U);
    const auto again = import(expandPaths({zip}));
    EXPECT_EQ(again.imported.size(), 2U);
    EXPECT_EQ(count(again, base::Code::duplicate_replaced), 2);
    write(m_folder.file("a.log"), logText(2));
    EXPECT_EQ(count(import({m_folder.file("a.log")}), base::Code::duplicate_replaced), 1);
    const auto runs = m_workspace->runs();
    ASSERT_EQ(runs->size(), 2U);
    for (const auto& run : *runs)
        EXPECT_TRUE(run.name == "a" || run.name == "b") << run.name;
}

TEST_F(ArchiveImport, damagedEncryptedAndInnerArchivesAreToldByName)
{
    const std::string text = logText(2000);
    const std::string whole
        = tarOf({{"a.log", text}, {"in.zip", zipOf({{"x.log", text}})}, {"b.log", text}, {"c.log", text}});
    const std::string tar = m_folder.file("l.tar");
    write(tar, whole.substr(0, whole.size() - whole.size() / 8));
    const auto outcome = import(expandPaths({tar}));
    ASSERT_GE(outcome.imported.size(), 2U);
    EXPECT_EQ(outcome.imported[0].file.path, tar + "/a.log");
    EXPECT_EQ(outcome.imported[1].file.path, tar + "/b.log");
    EXPECT_EQ(count(outcome, base::Code::format_not_text), 1);
    EXPECT_GE(count(outcome, base::Code::compressed_truncated), 1);
    EXPECT_TRUE(std::any_of(outcome.problems.begin(), outcome.problems.end(),
        [&](const auto& problem) { return problem.what.file == tar; }));
    const std::string zip = m_folder.file("e.zip");
    write(zip, zipOf({{"a.log", logText(5)}}, "zip:encryption=zipcrypt"));
    EXPECT_EQ(import(expandPaths({zip})).problems.at(0).what.code, base::Code::archive_encrypted);
}

// Amounts as numbers, everything else as texts, some of them in the cells.
std::string sheetOf(const std::string& path)
{
    const auto source = import::TextSource::open(path);
    import::CsvReader csv(**source);
    std::string rows;
    const auto add = [&](const auto& fields) {
        rows += "<row>";
        for (const std::string_view field : fields) {
            const bool number = !field.empty() && base::parseDouble(field).ok();
            const std::string text = std::regex_replace(
                std::regex_replace(std::string(field), std::regex("&"), "&amp;"), std::regex("<"), "&lt;");
            rows += field.empty() ? R"(<c s="1"/>)"
                : number          ? "<c><v>" + text + "</v></c>"
                                  : R"(<c t="inlineStr"><is><t>)" + text + "</t></is></c>";
        }
        rows += "</row>";
    };
    EXPECT_TRUE(csv.readHeader().ok());
    add(csv.header());
    for (auto more = csv.next(); more.ok() && *more; more = csv.next())
        add(csv.fields());
    return rows;
}

TEST_F(ArchiveImport, billInAWorkbookIsSummedAsOutsideOfIt)
{
    ASSERT_EQ(import({kCur}).imported.size(), 1U);
    const std::string outside = billedInAll(*m_workspace);
    const auto plain = m_workspace->bills();
    ASSERT_TRUE(m_workspace->removeBill(plain->at(0).id).ok());
    const std::string book = m_folder.file("aws.costs.xlsx");
    write(book,
        bookOf({.sheets
            = {{"Notes", ""}, {"CUR 2024.01", sheetOf(kCur)}, {"Old", R"(<row><c><v>1</v></c></row>)", "hidden"}}}));
    EXPECT_EQ(expandPaths({book}), Paths {book + "/CUR 2024.01"});
    const auto outcome = import(expandPaths({book}));
    ASSERT_EQ(outcome.imported.size(), 1U);
    EXPECT_EQ(count(outcome, base::Code::sheet_hidden), 1);
    EXPECT_EQ(billedInAll(*m_workspace), outside);
    const auto bills = m_workspace->bills();
    EXPECT_EQ(bills->at(0).name, "aws.costs (CUR 2024.01)");
    EXPECT_EQ(bills->at(0).rows, plain->at(0).rows);
}

TEST_F(ArchiveImport, damagedWorkbookIsToldByItsName)
{
    const std::string whole = bookOf({.sheets = {{"S", sheetOf(kCur)}}});
    const std::string book = m_folder.file("b.xlsx");
    write(book, whole.substr(0, whole.size() / 2));
    const auto outcome = import(expandPaths({book}));
    EXPECT_TRUE(outcome.imported.empty());
    ASSERT_FALSE(outcome.problems.empty());
    EXPECT_TRUE(outcome.problems[0].what.file.starts_with(book));
}

TEST_F(ArchiveImport, billInAnArchiveIsSummedAsOutsideOfIt)
{
    std::ifstream in(kCur, std::ios::binary);
    const std::string text {std::istreambuf_iterator<char>(in), {}};
    const std::string zip = m_folder.file("bill.zip");
    write(zip, zipOf({{"cur/part-1.csv", text}}));
    ASSERT_EQ(import(expandPaths({zip})).imported.size(), 1U);
    const std::string inside = billedInAll(*m_workspace);
    EXPECT_EQ(count(import({kCur}), base::Code::duplicate_replaced), 1);
    EXPECT_EQ(billedInAll(*m_workspace), inside);
}

} // namespace

} // namespace fullscope::workspace::test
