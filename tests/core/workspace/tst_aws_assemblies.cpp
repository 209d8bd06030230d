// SPDX-License-Identifier: GPL-3.0-or-later
// Folders as S3 holds them: manifests, parts, and assemblies of a month beside each other.
#include "core/workspace/aws_assemblies.h"

#include "tests/core/workspace/import_fixture.h"

#include <cctype>
#include <filesystem>
#include <iterator>

using namespace fullscope::workspace::test;
namespace base = fullscope::base;
namespace workspace = fullscope::workspace;

namespace {

constexpr const char* kOld = "2024-04-01T10:00:00.000Z-11111111-2222-3333-4444-555555555555";
constexpr const char* kNew = "2024-04-02T13:14:43.337Z-66666666-7777-8888-9999-000000000000";

} // namespace

class Assemblies : public ImportTest {
protected:
    std::string path(const std::string& name) { return m_folder.file("s3/" + name); }
    void write(const std::string& name, const std::string& text)
    {
        std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
        std::ofstream(path(name)) << text;
    }
    void bill(const std::string& name, int first, int rows)
    {
        std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
        writeBill(path(name), first, rows);
    }
    // Of an export under `prefix/export`, with files named for their numbers.
    void manifest(const std::string& assembly, int files)
    {
        std::string keys;
        for (int i = 1; i <= files; ++i)
            keys += std::string(i > 1 ? "," : "") + "\"s3://bucket/prefix/export/data/BILLING_PERIOD=2024-03/"
                + assembly + "/export-0000" + std::to_string(i) + ".csv.gz\"";
        write("prefix/export/metadata/BILLING_PERIOD=2024-03/" + assembly + "/export-Manifest.json",
            R"({"executionId":"x","columns":[{"name":"line_item_unblended_cost"}],"dataFiles":[)" + keys + "]}");
    }
    std::string part(const std::string& assembly, int number)
    {
        return "prefix/export/data/BILLING_PERIOD=2024-03/" + assembly + "/export-0000" + std::to_string(number)
            + ".csv";
    }
    workspace::ImportOutcome importFolder() { return import(workspace::expandPaths({path("")})); }
};

TEST_F(Assemblies, onlyTheNewestOfAMonthIsRead)
{
    bill(part(kOld, 1), 0, 300);
    manifest(kOld, 1);
    bill(part(kNew, 1), 1'000, 400); // nothing of what it says is in the older one
    manifest(kNew, 1);
    const auto outcome = importFolder();
    EXPECT_EQ(outcome.files_failed, 0);
    EXPECT_EQ(billedInAll(*m_workspace), "4");
    ASSERT_EQ(count(outcome, base::Code::delivery_older_left_out), 1);
    const auto told = std::find_if(outcome.problems.begin(), outcome.problems.end(),
        [](const auto& problem) { return problem.what.code == base::Code::delivery_older_left_out; });
    EXPECT_EQ(told->what.file, path(part(kOld, 1)));
    EXPECT_EQ(told->what.found, path(part(kNew, 1)));
    EXPECT_EQ(count(outcome, base::Code::delivery_part_missing), 0);
    const auto stored = m_workspace->problems();
    EXPECT_TRUE(std::any_of(stored->begin(), stored->end(), [](const auto& one) {
        return one.problem.what.code == base::Code::delivery_older_left_out;
    })) << "the workspace knows it too";
}

TEST_F(Assemblies, missingPartsAreNamed)
{
    bill(part(kNew, 1), 0, 300);
    bill(part(kNew, 3), 300, 200);
    manifest(kNew, 3);
    for (const bool folder : {true, false}) {
        const auto fresh = openedAt("");
        const std::string manifest
            = path("prefix/export/metadata/BILLING_PERIOD=2024-03/" + std::string(kNew) + "/export-Manifest.json");
        const auto outcome = workspace::importFiles(
            *fresh, folder ? workspace::expandPaths({path("")}) : std::vector {manifest}, {}, base::JobContext());
        EXPECT_EQ(outcome.files_failed, 0);
        EXPECT_EQ(outcome.imported.size(), 2U) << "naming the manifest names its files";
        EXPECT_EQ(billedInAll(*fresh), "5");
        ASSERT_EQ(count(outcome, base::Code::delivery_part_missing), 1);
        const auto told = std::find_if(outcome.problems.begin(), outcome.problems.end(),
            [](const auto& problem) { return problem.what.code == base::Code::delivery_part_missing; });
        EXPECT_EQ(told->what.file, manifest);
        EXPECT_TRUE(told->what.found.ends_with("/export-00002.csv.gz")) << told->what.found;
        EXPECT_EQ(told->severity, base::Severity::warning);
    }
}

TEST_F(Assemblies, aManifestAloneIsNoBill)
{
    manifest(kNew, 2);
    const auto outcome = importFolder();
    EXPECT_TRUE(outcome.imported.empty());
    EXPECT_EQ(outcome.files_failed, 1);
    EXPECT_EQ(codes(outcome, base::Severity::error), (std::vector(2, base::Code::delivery_part_missing)));
    const auto real = import({sample("bills/aws-cur-2.0/cur2_daily_manifest.json")});
    EXPECT_EQ(real.files_failed, 1);
    EXPECT_EQ(codes(real, base::Severity::error), (std::vector {base::Code::delivery_part_missing}));
}

// Legacy reports: the manifest in the folder of the month names the assembly that holds.
TEST_F(Assemblies, legacyAssembliesAreToldByTheirManifest)
{
    const std::string month = "reports/cur/20240301-20240401/";
    bill(month + "aaaa/cur-1.csv", 0, 300);
    bill(month + "bbbb/cur-1.csv", 1'000, 200);
    const std::string text = R"({"assemblyId":"bbbb","reportKeys":["reports/cur/20240301-20240401/bbbb/cur-1.csv"]})";
    write(month + "cur-Manifest.json", text);
    write(month + "bbbb/cur-Manifest.json", text);
    const auto outcome = importFolder();
    EXPECT_EQ(outcome.imported.size(), 1U);
    EXPECT_EQ(billedInAll(*m_workspace), "2");
    EXPECT_EQ(count(outcome, base::Code::delivery_older_left_out), 1);
}

// The month as a legacy report, then as CUR 2.0: it is the same month.
TEST_F(Assemblies, bothSpellingsOfAReportAreOneDelivery)
{
    bill("legacy.csv", 0, 300);
    std::ifstream in(path("legacy.csv"));
    std::string text {std::istreambuf_iterator<char>(in), {}}, snake;
    const std::size_t header = text.find('\n');
    for (std::size_t i = 0; i < header; ++i) {
        const bool word = std::isupper(static_cast<unsigned char>(text[i])) && i > 0
            && std::islower(static_cast<unsigned char>(text[i - 1]));
        snake += word ? "_" : "";
        snake += text[i] == '/' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(text[i])));
    }
    write("cur2.csv", snake + text.substr(header));
    EXPECT_EQ(import({path("legacy.csv")}).imported.at(0).file.format, "aws_cur_legacy");
    const auto later = import({path("cur2.csv")});
    EXPECT_EQ(later.imported.at(0).file.format, "aws_cur");
    EXPECT_EQ(later.imported.at(0).replaced.size(), 1U);
    EXPECT_EQ(billedInAll(*m_workspace), "3");
    const auto fresh = openedAt("");
    const auto both = workspace::importFiles(*fresh, {path("cur2.csv"), path("legacy.csv")}, {}, base::JobContext());
    EXPECT_EQ(billedInAll(*fresh), "3") << "in one command, by what their rows say";
    EXPECT_EQ(count(both, base::Code::delivery_replaced), 1);
}

TEST_F(Assemblies, otherFilesStayAsTheyAre)
{
    write("manifest.json", R"({"dataFiles":"no list"})");
    write("part-Manifest.json", "{ broken");
    bill("a.csv", 0, 1);
    const std::vector<std::string> paths {
        path("a.csv"), path("manifest.json"), path("part-Manifest.json"), path("none"), "-"};
    const auto given = workspace::resolveAssemblies(paths);
    ASSERT_EQ(given.files.size(), paths.size());
    for (std::size_t i = 0; i < paths.size(); ++i)
        EXPECT_EQ(given.files[i].path, paths[i]);
    EXPECT_TRUE(given.problems.empty());
}
