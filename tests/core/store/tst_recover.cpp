// SPDX-License-Identifier: GPL-3.0-or-later
// Of a damaged workspace an import is taken over whole or named as lost; in between there is nothing.
#include "core/store/recover.h"

#include "core/store/benchmarks.h"
#include "core/store/database.h"
#include "tests/core/store/store_support.h"

#include <fstream>
#include <iterator>
#include <map>
#include <set>

using namespace fullscope::store::test;
namespace base = fullscope::base;
namespace evidence = fullscope::evidence;
namespace store = fullscope::store;
using store::Lost;
using store::Recoverable;

namespace {

constexpr std::int64_t kPage = 8'192;
constexpr int kBills = 3, kRows = 400, kSamples = 20'000; // two chunks a column

class Recover : public testing::Test {
protected:
    const TempFolder m_folder;
    const std::string m_damaged = m_folder.file("damaged.fullscope"), m_new = m_folder.file("new.fullscope");

    Recover()
    {
        const auto workspace = openedAt(m_damaged);
        for (int bill = 1; bill <= kBills; ++bill) {
            std::vector<evidence::BillRow> rows;
            for (int i = 0; i < kRows; ++i) {
                rows.push_back(billRow(std::to_string(i), "0.0" + std::to_string(bill)));
                rows.back().billing_account = std::to_string(bill);
                rows.back().description = "hour " + std::to_string(i % 50) + " of p4d.24xlarge, on demand, Linux";
            }
            const std::string name = std::to_string(bill) + ".csv";
            const auto stored = importBill(*workspace, *workspace->newBatch(), name, name, rows);
            EXPECT_TRUE(stored.ok());
            m_bills[stored->id] = decimal(std::to_string(bill * kRows / 100)).toString();
        }
        m_run = importRun(*workspace, "a.log", "a", kSamples)->id;
        m_attempt = importRun(*workspace, "b.log", "b", 100)->id;
        fullscope::scenario::Scenario scenario;
        for (const char* name : {"first", "second"}) {
            scenario.name = name;
            EXPECT_TRUE(workspace->saveScenario(scenario).ok());
        }
        EXPECT_TRUE(workspace->saveDocument(store::DocumentKind::prices, R"({"schema":1})", 0).ok());
    }

    static std::string bytesOf(const std::string& path)
    {
        std::ifstream in(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    static void write(const std::string& path, const std::string& bytes)
    {
        std::ofstream(path, std::ios::binary) << bytes;
    }
    void change(const std::string& sql)
    {
        auto database = store::Database::open(m_damaged, store::Database::Mode::read_write);
        ASSERT_OK(database);
        ASSERT_OK(database->execute(sql));
    }
    base::Result<store::Recovery> recovered()
    {
        std::filesystem::remove(m_new);
        return store::recover(m_damaged, m_new, {});
    }
    static std::int64_t kept(const store::Recovery& recovery, Recoverable kind)
    {
        return recovery.kept[static_cast<std::size_t>(kind)];
    }
    // All that stands in the new file is what the old one held; all else is named.
    void expectWholeOrNamed(const store::Recovery& recovery)
    {
        std::set<std::int64_t> lost;
        for (const Lost& one : recovery.lost)
            if (one.kind < Recoverable::scenario)
                lost.insert(one.id);
        const auto workspace = openedAt(m_new, store::Access::read_only);
        ASSERT_TRUE(workspace);
        EXPECT_TRUE(workspace->checkWhole().ok());
        std::set<std::int64_t> there;
        for (const store::BillSummary& bill : *workspace->bills()) {
            there.insert(bill.id);
            EXPECT_EQ(bill.rows, kRows);
            ASSERT_EQ(bill.totals.size(), 1U);
            EXPECT_EQ(bill.totals[0].second.billed->toString(), m_bills.at(bill.id));
            EXPECT_EQ(workspace->billRows(bill.id, {}, 0, 2 * kRows)->size(), static_cast<std::size_t>(kRows));
        }
        for (const store::RunSummary& run : *workspace->runs()) {
            there.insert(run.id);
            EXPECT_EQ(run.samples, run.id == m_run ? kSamples : 100);
            const auto samples = workspace->samples(run.id);
            const auto reader = samples->read({0, 1});
            evidence::SampleBlock block;
            std::int64_t at = 0;
            while (*reader->next(block))
                for (std::size_t i = 0; i < block.rows(); ++i, ++at) {
                    EXPECT_EQ(block.step[i], at + 1);
                    EXPECT_EQ(block.values[1][i], sampleAt(at).values[1]);
                }
            EXPECT_EQ(at, run.samples);
        }
        for (const std::int64_t id : {m_bills.begin()->first, m_bills.rbegin()->first, m_run, m_attempt})
            EXPECT_TRUE(there.contains(id) != lost.contains(id) || recovery.imports_unreadable) << id;
        EXPECT_EQ(static_cast<std::int64_t>(there.size()),
            kept(recovery, Recoverable::bill) + kept(recovery, Recoverable::run));
    }

    std::map<std::int64_t, std::string> m_bills; // id → billed
    std::int64_t m_run = 0, m_attempt = 0;
};

} // namespace

TEST_F(Recover, allOfAWholeWorkspaceIsTakenOverAndTheOldFileIsAsItWas)
{
    const std::string before = bytesOf(m_damaged);
    const auto recovery = recovered();
    ASSERT_OK(recovery);
    EXPECT_TRUE(recovery->isWhole());
    EXPECT_TRUE(recovery->damaged.empty());
    EXPECT_EQ(recovery->kept, (decltype(recovery->kept) {2, 3, 0, 0, 0, 2, 1}));
    expectWholeOrNamed(*recovery);
    EXPECT_EQ(bytesOf(m_damaged), before);
    const auto workspace = openedAt(m_new);
    EXPECT_EQ((*workspace->scenario())->name, "second");
    EXPECT_EQ(workspace->document(store::DocumentKind::prices)->json, R"({"schema":1})");
    // Nothing stands beside the two files, and numbers go on where they were.
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(m_folder.path()))
        if (!entry.path().string().starts_with(m_new + "-"))
            names.insert(entry.path().filename().string());
    EXPECT_EQ(names, (std::set<std::string> {"damaged.fullscope", "new.fullscope"}));
    EXPECT_EQ(importRun(*workspace, "c.log", "c", 3)->id, m_attempt + 1);
}

TEST_F(Recover, numbersOfWhatIsLostAreNotGivenAgain)
{
    change("UPDATE run SET sample_count = 101 WHERE id = " + std::to_string(m_attempt));
    const auto recovery = recovered();
    ASSERT_OK(recovery);
    ASSERT_EQ(recovery->lost.size(), 1U);
    EXPECT_EQ(recovery->lost[0].id, m_attempt);
    EXPECT_EQ(recovery->lost[0].why, Lost::Why::records_missing);
    EXPECT_EQ(importRun(*openedAt(m_new), "c.log", "c", 3)->id, m_attempt + 1);
}

// What SQLite itself does not notice.
TEST_F(Recover, aBillWhoseRowsAreNotThoseOfItsSumsIsLost)
{
    const std::string second = std::to_string(std::next(m_bills.begin())->first);
    const std::string whole = bytesOf(m_damaged);
    for (const std::string change_to : {"UPDATE bill_row SET billed = '0.03' WHERE position = 7 AND bill_id = ",
             "DELETE FROM bill_row WHERE position = 399 AND bill_id = ",
             "UPDATE bill_row SET group_id = 99 WHERE position = 0 AND bill_id = ",
             "UPDATE bill_row SET instance_hours = NULL WHERE position = 3 AND bill_id = ",
             "UPDATE bill_row SET billed = 'x' WHERE position = 3 AND bill_id = ",
             "DELETE FROM bill_text WHERE bill_id = ",
             "UPDATE charge_group SET rows = 1 WHERE delivery_id IN (SELECT id FROM delivery) AND delivery_id = "}) {
        write(m_damaged, whole);
        change(change_to + second);
        const auto recovery = recovered();
        ASSERT_OK(recovery);
        ASSERT_EQ(recovery->lost.size(), 1U) << change_to;
        EXPECT_EQ(recovery->lost[0].kind, Recoverable::bill);
        EXPECT_EQ(recovery->lost[0].name, "2.csv");
        EXPECT_EQ(recovery->lost[0].file, "2.csv");
        EXPECT_EQ(recovery->lost[0].sha256, "2.csv");
        EXPECT_EQ(kept(*recovery, Recoverable::bill), 2);
        EXPECT_EQ(billedInAll(*openedAt(m_new)), "16"); // 400 × (0.01 + 0.03)
    }
}

TEST_F(Recover, aRunWithoutOneOfItsAttemptsIsLost)
{
    {
        const auto workspace = openedAt(m_damaged);
        ASSERT_OK(workspace->joinParts(m_run, {{evidence::PartRole::attempt, m_attempt, -1, 0}}, {}));
    }
    ASSERT_TRUE(recovered()->isWhole());
    EXPECT_EQ(openedAt(m_new)->runs()->at(0).parts, 1);
    change("DELETE FROM sample_chunk WHERE column = -1 AND run_id = " + std::to_string(m_attempt));
    const auto recovery = recovered();
    ASSERT_OK(recovery);
    ASSERT_EQ(recovery->lost.size(), 2U);
    EXPECT_EQ(recovery->lost[0].id, m_attempt);
    EXPECT_EQ(recovery->lost[1].id, m_run);
    EXPECT_EQ(recovery->lost[1].why, Lost::Why::part_lost);
    EXPECT_TRUE(openedAt(m_new)->runs()->empty());
}

TEST_F(Recover, aBenchmarkIsProvenByItsContentAlsoAsItWasHashedBefore)
{
    const std::string json = R"({"kind":"benchmark","worker":{"end":"ended","records_not_used":3},"log":""})";
    // sha256sum of the document without records_not_used, and of all of it.
    const std::string content = "c35487bbda9da0f3865582817d75c3b712d1d3610fed3620b99cf9c0cd5e4093";
    const std::string before = "d18f912e76ec81f86c2400297dd3eecc302c609aeb714b921f5e186a0e037cd0";
    {
        const auto workspace = openedAt(m_damaged);
        store::StoredBenchmark benchmark {.summary = {}, .json = json, .files = {}};
        benchmark.summary.run = "a";
        benchmark.summary.content = content;
        ASSERT_OK(workspace->addBenchmark(benchmark, {}));
    }
    for (const std::string& stored : {content, before}) {
        change("UPDATE benchmark SET content = '" + stored + "'");
        const auto recovery = recovered();
        ASSERT_OK(recovery);
        EXPECT_TRUE(recovery->isWhole()) << stored;
        EXPECT_EQ(kept(*recovery, Recoverable::benchmark), 1);
        const auto benchmarks = openedAt(m_new)->benchmarks();
        ASSERT_EQ(benchmarks->size(), 1U);
        EXPECT_EQ(openedAt(m_new)->benchmark(benchmarks->at(0).id)->json, json);
    }
    change("UPDATE benchmark SET content = 'd18f'");
    const auto recovery = recovered();
    ASSERT_OK(recovery);
    ASSERT_EQ(recovery->lost.size(), 1U);
    EXPECT_EQ(recovery->lost[0].kind, Recoverable::benchmark);
    EXPECT_EQ(recovery->lost[0].why, Lost::Why::sums_differ);
    EXPECT_TRUE(openedAt(m_new)->benchmarks()->empty());
}

TEST_F(Recover, aLastNumberThatIsDamagedTakesNoVersionAway)
{
    for (const std::string seq : {"9223372036854775807", "-9223372036854775808", "4611686018427387904", "0"}) {
        change("UPDATE sqlite_sequence SET seq = " + seq + " WHERE name = 'scenario'");
        const auto recovery = recovered();
        ASSERT_OK(recovery);
        EXPECT_TRUE(recovery->isWhole()) << seq;
        EXPECT_EQ(kept(*recovery, Recoverable::scenario), 2) << seq;
        EXPECT_EQ((*openedAt(m_new)->scenario())->name, "second");
    }
    // Of a version itself: none can follow the greatest, and there is none below 1.
    for (const std::string version : {"9223372036854775807", "-9223372036854775808"}) {
        change("UPDATE document SET version = " + version);
        const auto recovery = recovered();
        ASSERT_OK(recovery);
        EXPECT_EQ(kept(*recovery, Recoverable::scenario), 2);
        EXPECT_EQ(kept(*recovery, Recoverable::document), 0);
        ASSERT_EQ(recovery->lost.size(), 1U) << version;
        EXPECT_EQ(recovery->lost[0].kind, Recoverable::document);
        EXPECT_EQ(recovery->lost[0].name, "prices");
        EXPECT_EQ(recovery->lost[0].why, Lost::Why::unreadable);
    }
}

// Each page in turn, in each of the ways in which pages go bad. One round takes every seventh.
TEST_F(Recover, whateverPageIsDamagedWhatIsThereIsWholeAndTheRestIsNamed)
{
    const char* all = std::getenv("FULLSCOPE_FAULT_ROUNDS");
    const std::int64_t stride = all ? 1 : 7;
    const std::string whole = bytesOf(m_damaged);
    const auto pages = static_cast<std::int64_t>(whole.size()) / kPage;
    int refused = 0, cases = 0, losses = 0;
    for (std::int64_t page = 0; page < pages; page += stride)
        for (int way = 0; way < 4; ++way) {
            const auto at = static_cast<std::size_t>(page * kPage), size = static_cast<std::size_t>(kPage);
            std::string bytes = whole;
            if (way == 0)
                bytes.replace(at, size, size, '\0');
            else if (way == 1)
                bytes.replace(at + size / 2, 512, 512, '\xFF');
            else if (way == 2) // written to the wrong place
                bytes.replace(at, size, whole, static_cast<std::size_t>((page + 5) % pages * kPage), size);
            else
                bytes.resize(std::max<std::size_t>(at + 100, 512));
            write(m_damaged, bytes);
            SCOPED_TRACE("page " + std::to_string(page) + " way " + std::to_string(way));
            const auto recovery = recovered();
            ++cases;
            if (!recovery) {
                ++refused;
                EXPECT_TRUE(recovery.error().code == base::Code::store_corrupt
                    || recovery.error().code == base::Code::store_not_ours)
                    << static_cast<int>(recovery.error().code) << ' ' << recovery.error().found;
                EXPECT_FALSE(std::filesystem::exists(m_new));
                continue;
            }
            losses += !recovery->isWhole();
            expectWholeOrNamed(*recovery);
        }
    std::printf("%d cases of damage: %d refused, %d with losses named\n", cases, refused, losses);
    EXPECT_GT(losses, cases / 8);
    EXPECT_LT(refused, cases / 2);
}

TEST_F(Recover, onlyDamagedWorkspacesAreReadAndNothingIsReplaced)
{
    write(m_new, "mine");
    const auto taken = store::recover(m_damaged, m_new, {});
    ASSERT_FALSE(taken.ok());
    EXPECT_EQ(taken.error().code, base::Code::write_failed);
    EXPECT_EQ(taken.error().file, m_new);
    EXPECT_EQ(bytesOf(m_new), "mine");
    std::filesystem::remove(m_new);

    const auto codeOf = [&](const std::string& from) {
        const auto refused = store::recover(from, m_new, {});
        EXPECT_FALSE(refused.ok() || std::filesystem::exists(m_new));
        return refused.ok() ? base::Code::count : refused.error().code;
    };
    EXPECT_EQ(codeOf(m_folder.file("absent")), base::Code::file_not_found);
    EXPECT_EQ(codeOf(m_folder.path().string()), base::Code::is_directory);
    write(m_folder.file("text"), "step,loss\n1,2.5\n");
    EXPECT_EQ(codeOf(m_folder.file("text")), base::Code::store_not_ours);
    write(m_folder.file("empty"), {});
    EXPECT_EQ(codeOf(m_folder.file("empty")), base::Code::store_not_ours);
    change("PRAGMA user_version = 4711");
    EXPECT_EQ(codeOf(m_damaged), base::Code::store_newer);
}

TEST_F(Recover, isCancelled)
{
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = store::recover(m_damaged, m_new, base::JobContext(stop.get_token(), {}));
    ASSERT_FALSE(stopped.ok());
    EXPECT_EQ(stopped.error().code, base::Code::cancelled);
    EXPECT_FALSE(std::filesystem::exists(m_new));
}

TEST(RecoverVersions, everyReleasedSchemaIsTakenOver)
{
    for (int version = 1; version <= store::WorkspaceFile::kSchemaVersion; ++version) {
        const TempFolder folder;
        const std::string old = folder.file("old.fullscope"), made = folder.file("new.fullscope");
        {
            std::ifstream in(
                std::string(FULLSCOPE_TESTS_DIR) + "/core/store/schema/v" + std::to_string(version) + ".sql");
            auto database = store::Database::open(old, store::Database::Mode::create);
            ASSERT_OK(database->execute({std::istreambuf_iterator<char>(in), {}}));
        }
        const auto recovery = store::recover(old, made, {});
        ASSERT_OK(recovery);
        EXPECT_TRUE(recovery->isWhole()) << version;
        EXPECT_FALSE(std::filesystem::exists(folder.file("old.v" + std::to_string(version) + ".fullscope")));
        const std::string wanted = billedInAll(*openedAt(old)); // migrated
        EXPECT_EQ(billedInAll(*openedAt(made)), wanted);
        EXPECT_EQ(openedAt(made)->runs()->size(), openedAt(old)->runs()->size());
    }
}
