// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/schema.h"

#include "core/store/benchmarks.h"
#include "core/store/open_workspace.h"
#include "tests/core/store/store_support.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <unistd.h>

using namespace fullscope::store::test;
namespace base = fullscope::base;
namespace store = fullscope::store;
using store::Access;
using store::Database;

namespace {

std::string fixture(const std::string& name)
{
    std::ifstream in(std::string(FULLSCOPE_TESTS_DIR) + "/core/store/schema/" + name);
    return {std::istreambuf_iterator<char>(in), {}};
}

// A file as the program of that version left it.
void makeVersion(int version, const std::string& path)
{
    auto database = Database::open(path, Database::Mode::create);
    ASSERT_OK(database);
    ASSERT_OK(database->execute(fixture("v" + std::to_string(version) + ".sql")));
}

int versionOf(const std::string& path)
{
    auto database = Database::open(path, Database::Mode::read_only);
    return database ? *store::schemaVersion(*database) : -1;
}

std::vector<std::string> schemaOf(Database& database)
{
    std::vector<std::string> statements;
    EXPECT_TRUE(database
                    .each("SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY name",
                        [&](const store::Statement& row) { statements.push_back(row.text(0)); })
                    .ok());
    return statements;
}

std::vector<std::string_view> stepsAnd(std::string_view further)
{
    const auto known = store::schemaSteps();
    std::vector<std::string_view> steps(known.begin(), known.end());
    steps.push_back(further);
    return steps;
}

} // namespace

TEST(Schema, stepsLeadFromAnEmptyDatabaseToTheKeptFixtures)
{
    for (int version = 1; version <= store::WorkspaceFile::kSchemaVersion; ++version) {
        const TempFolder folder;
        makeVersion(version, folder.file("kept.fullscope"));
        auto kept = Database::open(folder.file("kept.fullscope"), Database::Mode::read_write);
        auto built = Database::open(folder.file("built.fullscope"), Database::Mode::create);
        ASSERT_OK(kept);
        ASSERT_OK(built);
        EXPECT_EQ(*store::schemaVersion(*built), 0);
        ASSERT_OK(store::migrate(*built, store::schemaSteps().first(static_cast<std::size_t>(version))));
        EXPECT_EQ(*store::schemaVersion(*built), version);
        EXPECT_EQ(*built->integer("PRAGMA application_id"), store::WorkspaceFile::kApplicationId);
        EXPECT_EQ(schemaOf(*built), schemaOf(*kept)) << "a released step was changed: add a further one instead";
    }
}

// Until then only runs told it, as a fact.
TEST(Schema, mappingOfARunStandsWithItsFileSinceVersion4)
{
    const TempFolder folder;
    const std::string path = folder.file("kept.fullscope");
    makeVersion(3, path);
    {
        auto database = Database::open(path, Database::Mode::read_write);
        ASSERT_OK(database);
        ASSERT_OK(database->execute("INSERT INTO fact VALUES (1, 0, 1, 'column_mapping', 'step=n', 1)"));
    }
    const auto workspace = openedAt(path);
    ASSERT_NE(workspace, nullptr);
    EXPECT_EQ(workspace->run(1)->files.at(0).mapping, "step=n");
    EXPECT_EQ(workspace->run(1)->fact("column_mapping"), nullptr);
    EXPECT_NE(workspace->run(1)->fact("world_size"), nullptr);
    EXPECT_EQ(workspace->bill(2)->files.at(0).mapping, "");
    EXPECT_EQ(*workspace->mappingOf("a.log"), "step=n");
}

TEST(Schema, fileOfVersion5KeepsItsBenchmark)
{
    const TempFolder folder;
    makeVersion(5, folder.file("kept.fullscope"));
    const auto workspace = openedAt(folder.file("kept.fullscope"));
    ASSERT_NE(workspace, nullptr);
    const auto stored = workspace->benchmark(5);
    ASSERT_OK(stored);
    EXPECT_EQ(stored->summary.device, "NVIDIA H200");
    EXPECT_EQ(stored->summary.measured_us, 1'795'168'800 * base::kSecondUs);
    EXPECT_EQ(stored->summary.tokens_per_s, (store::StoredEstimate {50000.5, 49000.0, 51000.0}));
    EXPECT_EQ(stored->summary.first_compile_s, std::nullopt);
    EXPECT_EQ(stored->json.substr(0, 31), R"({"schema":1,"kind":"benchmark",)");
    EXPECT_EQ(workspace->benchmarks()->size(), 1U);
}

TEST(Schema, fileOfVersion4KeepsMappingsAndDocuments)
{
    const TempFolder folder;
    makeVersion(4, folder.file("kept.fullscope"));
    const auto workspace = openedAt(folder.file("kept.fullscope"));
    ASSERT_NE(workspace, nullptr);
    EXPECT_EQ(workspace->bill(2)->files.at(0).mapping, "billed=amount");
    EXPECT_EQ(workspace->document(store::DocumentKind::prices)->version, 1);
    EXPECT_EQ(workspace->document(store::DocumentKind::prices)->json, "{}");
    EXPECT_TRUE(workspace->benchmarks()->empty()); // which that program did not know
    EXPECT_EQ(versionOf(folder.file("kept.v4.fullscope")), 4);
}

TEST(Schema, billsOfVersion3KeepWhichCostsTheyTell)
{
    const std::pair<int, fullscope::evidence::CostDataset> kept[]
        = {{2, fullscope::evidence::CostDataset::complete}, {3, fullscope::evidence::CostDataset::amortised}};
    for (const auto& [version, dataset] : kept) {
        const TempFolder folder;
        makeVersion(version, folder.file("kept.fullscope"));
        const auto workspace = openedAt(folder.file("kept.fullscope"));
        ASSERT_NE(workspace, nullptr);
        EXPECT_EQ(workspace->bills()->at(0).dataset, dataset) << version;
        EXPECT_EQ(workspace->bill(2)->dataset, dataset) << version;
        EXPECT_EQ(workspace->billRows(2, {}, 0, 1)->at(0).row.dataset, dataset) << version;
        EXPECT_EQ(workspace->bill(2)->totals.at(0).second.billed, decimal("32.7726")) << version;
    }
}

TEST(Schema, fileOfVersion2OpensWithAllItHolds)
{
    const TempFolder folder;
    makeVersion(2, folder.file("kept.fullscope"));
    const auto workspace = openedAt(folder.file("kept.fullscope"));
    ASSERT_NE(workspace, nullptr);
    ASSERT_EQ(workspace->runs()->size(), 1U);
    EXPECT_EQ(workspace->runs()->front().parts, 2);
    const auto run = workspace->run(workspace->runs()->front().id);
    ASSERT_OK(run);
    ASSERT_EQ(run->marks.size(), 1U);
    EXPECT_EQ(run->marks[0].last_line, 3);
    EXPECT_EQ(run->marks[0].note, "saved by hand");
    ASSERT_EQ(workspace->telemetries()->size(), 1U);
    EXPECT_EQ(workspace->telemetry(3)->devices.at(0).model, "NVIDIA H100 80GB HBM3");
    const auto jobs = workspace->jobList(4);
    ASSERT_OK(jobs);
    EXPECT_EQ(jobs->jobs.at(0).job_id, "77");
    EXPECT_EQ(jobs->jobs.at(0).accelerators, 8);
    EXPECT_EQ(workspace->parts(run->id)->at(1).shift_us, 3'600 * base::kSecondUs);
}

TEST(Schema, fileOfVersion1OpensWithAllItHolds)
{
    const TempFolder folder;
    const std::string path = folder.file("kept.fullscope");
    makeVersion(1, path);
    const auto workspace = openedAt(path);
    ASSERT_NE(workspace, nullptr);
    EXPECT_FALSE(workspace->isReadOnly());

    const auto runs = workspace->runs();
    ASSERT_OK(runs);
    ASSERT_EQ(runs->size(), 1U);
    EXPECT_EQ((*runs)[0].name, "run of the fixture");
    EXPECT_EQ((*runs)[0].samples, 3);
    const auto run = workspace->run((*runs)[0].id);
    ASSERT_OK(run);
    ASSERT_NE(run->fact("world_size"), nullptr);
    EXPECT_EQ(run->fact("world_size")->value, "8");
    fullscope::evidence::SampleBlock block;
    ASSERT_TRUE(*workspace->samples(run->id)->read({run->seriesIndex("loss")})->next(block));
    EXPECT_EQ(block.step, (std::vector<std::int64_t> {1, 2, 3}));
    EXPECT_EQ(block.values[0], (std::vector<double> {10.0, 9.999, 9.998}));

    const auto bills = workspace->bills();
    ASSERT_OK(bills);
    ASSERT_EQ(bills->size(), 1U);
    ASSERT_EQ((*bills)[0].totals.size(), 1U);
    EXPECT_EQ((*bills)[0].totals[0].second.billed, decimal("32.7726"));
    const auto rows = workspace->billRows((*bills)[0].id, {}, 0, 10);
    ASSERT_OK(rows);
    EXPECT_EQ(rows->size(), 2U);
    EXPECT_EQ(workspace->problems()->size(), 1U);
    EXPECT_TRUE(workspace->scenario()->has_value());
}

TEST(Schema, olderFileIsCopiedAndMigrated)
{
    const TempFolder folder;
    const std::string path = folder.file("work.fullscope");
    makeVersion(1, path);
    const auto steps = stepsAnd("ALTER TABLE run ADD COLUMN note TEXT NOT NULL DEFAULT 'none'");
    {
        auto opened = store::openDatabase(path, Access::read_write, steps);
        ASSERT_OK(opened);
        EXPECT_EQ(opened->version, store::WorkspaceFile::kSchemaVersion + 1);
        EXPECT_EQ(*store::schemaVersion(opened->database), store::WorkspaceFile::kSchemaVersion + 1);
        EXPECT_EQ(*opened->database.integer("SELECT count(*) FROM run WHERE note = 'none'"), 1);
    }
    EXPECT_EQ(versionOf(folder.file("work.v1.fullscope")), 1);
    const auto copy = openedAt(folder.file("work.v1.fullscope"));
    ASSERT_NE(copy, nullptr);
    EXPECT_EQ(copy->runs()->size(), 1U);
    EXPECT_EQ(copy->bills()->size(), 1U);
}

TEST(Schema, failedMigrationLeavesTheFileAndItsCopy)
{
    const TempFolder folder;
    const std::string path = folder.file("work.fullscope");
    makeVersion(1, path);
    const auto steps = stepsAnd("DELETE FROM run; DROP TABLE scenario; ALTER TABLE nonsense ADD COLUMN x");
    const auto failed = store::openDatabase(path, Access::read_write, steps);
    ASSERT_FALSE(failed.ok());
    EXPECT_EQ(failed.error().code, base::Code::store_failed);
    for (const char* name : {"work.fullscope", "work.v1.fullscope"}) {
        EXPECT_EQ(versionOf(folder.file(name)), 1) << name;
        const auto workspace = openedAt(folder.file(name));
        ASSERT_NE(workspace, nullptr) << name;
        EXPECT_EQ(workspace->runs()->size(), 1U) << name;
        EXPECT_TRUE(workspace->scenario()->has_value()) << name;
    }
}

TEST(Schema, copyNeverOverwritesAnEarlierOne)
{
    const TempFolder folder;
    EXPECT_EQ(store::backupPath(folder.file("a.fullscope"), 3), folder.file("a.v3.fullscope"));
    std::ofstream(folder.file("a.v3.fullscope")) << "kept";
    EXPECT_EQ(store::backupPath(folder.file("a.fullscope"), 3), folder.file("a.v3-2.fullscope"));
}

TEST(Schema, newerFileOpensOnlyForReading)
{
    const TempFolder folder;
    const std::string path = folder.file("new.fullscope");
    makeVersion(1, path);
    {
        auto opened = store::openDatabase(path, Access::read_write, stepsAnd("CREATE TABLE later (x INTEGER) STRICT"));
        ASSERT_OK(opened);
    }
    const auto writing = store::WorkspaceFile::open(path, Access::read_write);
    ASSERT_FALSE(writing.ok());
    EXPECT_EQ(writing.error().code, base::Code::store_newer);
    EXPECT_EQ(writing.error().found, std::to_string(store::WorkspaceFile::kSchemaVersion + 1));
    EXPECT_EQ(writing.error().expected, std::to_string(store::WorkspaceFile::kSchemaVersion));
    const auto reading = openedAt(path, Access::read_only);
    ASSERT_NE(reading, nullptr);
    EXPECT_TRUE(reading->isReadOnly());
    EXPECT_EQ(reading->fileSchemaVersion(), store::WorkspaceFile::kSchemaVersion + 1);
    EXPECT_EQ(reading->runs()->size(), 1U);
    EXPECT_EQ(reading->newBatch().error().code, base::Code::store_read_only);
}

TEST(Schema, olderFileIsMigratedAlsoForReading)
{
    const TempFolder folder;
    const std::string path = folder.file("old.fullscope");
    makeVersion(1, path);
    const auto reading = openedAt(path, Access::read_only);
    ASSERT_NE(reading, nullptr);
    EXPECT_TRUE(reading->isReadOnly());
    EXPECT_EQ(reading->fileSchemaVersion(), store::WorkspaceFile::kSchemaVersion);
    EXPECT_EQ(reading->runs()->size(), 1U);
    EXPECT_EQ(versionOf(folder.file("old.v1.fullscope")), 1);
}

TEST(Schema, olderFileThatCannotBeMigratedSaysSo)
{
    if (::geteuid() == 0)
        GTEST_SKIP() << "root may write everywhere";
    const TempFolder folder;
    const std::string path = folder.file("old.fullscope");
    makeVersion(1, path);
    std::filesystem::permissions(path, std::filesystem::perms::owner_read);
    const auto opened = store::openDatabase(path, Access::read_only, stepsAnd("CREATE TABLE later (x INTEGER) STRICT"));
    ASSERT_FALSE(opened.ok());
    EXPECT_EQ(opened.error().code, base::Code::store_read_only);
    EXPECT_EQ(opened.error().found, "1");
}
