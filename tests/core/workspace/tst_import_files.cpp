// SPDX-License-Identifier: GPL-3.0-or-later
// Whole files from the disk into the workspace. Expected figures are those of the samples' MANIFEST.tsv.
#include "tests/core/workspace/import_fixture.h"

#include <csignal>
#include <numeric>
#include <set>

#include <sys/resource.h>

using namespace fullscope::store::test;
using namespace fullscope::workspace::test;
namespace base = fullscope::base;
namespace import = fullscope::import;
namespace ledger = fullscope::ledger;
namespace store = fullscope::store;
namespace workspace = fullscope::workspace;

using ImportFiles = ImportTest;

TEST_F(ImportFiles, logBecomesARunWithItsLedger)
{
    const auto outcome = import({kRestart});
    ASSERT_EQ(outcome.imported.size(), 1U);
    EXPECT_EQ(outcome.files_failed, 0);
    EXPECT_EQ(outcome.imported[0].kind, import::Kind::log);
    EXPECT_EQ(outcome.imported[0].file.format, "megatron");
    EXPECT_EQ(outcome.imported[0].file.records, 72);

    const auto runs = m_workspace->runs();
    ASSERT_OK(runs);
    ASSERT_EQ(runs->size(), 1U);
    const store::RunSummary& run = (*runs)[0];
    EXPECT_EQ(run.id, outcome.imported[0].id);
    EXPECT_EQ(run.name, "megatron_restart_appended");
    EXPECT_EQ(run.file, kRestart);
    EXPECT_EQ(run.samples, 72);
    EXPECT_EQ(run.first_step, 1);
    EXPECT_EQ(run.last_step, 62);
    EXPECT_DOUBLE_EQ(run.first_loss, 12.44238);
    EXPECT_EQ(run.restarts, 1);
    EXPECT_EQ(run.wall_us, 9'136'837'300); // all 72 step times
    EXPECT_EQ(run.sparkline.size(), 72U);
    EXPECT_EQ(m_workspace->timeLedger(run.id)->rework_steps, 10);
    EXPECT_EQ(m_workspace->run(run.id)->files.at(0), outcome.imported[0].file);
}

TEST_F(ImportFiles, billBecomesAMoneyLedgerThatIsTheFilesSum)
{
    const auto outcome = import({kCurGpu});
    ASSERT_EQ(outcome.imported.size(), 1U);
    const auto bill = m_workspace->bill(outcome.imported[0].id);
    ASSERT_OK(bill);
    EXPECT_EQ(bill->rows, 144);
    ASSERT_EQ(bill->totals.size(), 1U);
    EXPECT_EQ(bill->totals[0].first, "USD");
    EXPECT_EQ(bill->totals[0].second.billed->toString(), "874.6583999999999976");
    EXPECT_EQ(bill->totals[0].second.effective->toString(), "1335.9383999999999976");
    EXPECT_EQ(totalHours(bill->id, "p4d.24xlarge"), decimal("48"));
    EXPECT_EQ(totalHours(bill->id, "g5.12xlarge"), decimal("24"));
    const auto money = m_workspace->moneyLedger(bill->id);
    ASSERT_OK(money);
    ASSERT_OK(ledger::checkConserved(*money));
    EXPECT_TRUE(money->categories.at("USD")[static_cast<std::size_t>(ledger::MoneyCategory::compute_committed)].billed)
        << "the catalogue knows these types as accelerators";
}

TEST_F(ImportFiles, roundedAmortisedCostsAreToldAndTheSumStaysTheFiles)
{
    const auto outcome = import({kFocus});
    ASSERT_EQ(outcome.imported.size(), 1U);
    EXPECT_GE(count(outcome, base::Code::effective_cost_rounded), 1);
    const auto bill = m_workspace->bill(outcome.imported[0].id);
    ASSERT_OK(bill);
    EXPECT_EQ(bill->rows, 327);
    EXPECT_EQ(bill->totals.at(0).second.billed->toString(), "18.07423478009");
    EXPECT_EQ(bill->totals.at(0).second.effective->toString(), "14.97651418586");
}

TEST_F(ImportFiles, problemsAreInTheWorkspaceToo)
{
    const auto outcome = import({sample("bills/focus-1.2/commitment_purchase_s2.csv")});
    ASSERT_EQ(outcome.imported.size(), 1U);
    EXPECT_EQ(count(outcome, base::Code::bad_time), 1) << "hour 30";
    const auto stored = m_workspace->problems();
    ASSERT_OK(stored);
    EXPECT_EQ(stored->size(), outcome.problems.size());
    for (const auto& problem : *stored)
        EXPECT_FALSE(problem.problem.what.file.empty());
}

TEST_F(ImportFiles, sameFilesAgainChangeNothingAndSaySo)
{
    const std::vector<std::string> files = {kRestart, kCur, kFocus};
    EXPECT_EQ(import(files).imported.size(), 3U);
    const std::string before = billedInAll(*m_workspace);
    const auto again = import(files);
    ASSERT_EQ(again.imported.size(), 3U);
    for (const auto& file : again.imported) {
        ASSERT_EQ(file.replaced.size(), 1U);
        EXPECT_TRUE(file.replaced[0].same_content);
    }
    EXPECT_EQ(count(again, base::Code::duplicate_replaced), 3);
    EXPECT_EQ(m_workspace->runs()->size(), 1U);
    EXPECT_EQ(m_workspace->bills()->size(), 2U);
    EXPECT_EQ(billedInAll(*m_workspace), before);
}

TEST_F(ImportFiles, whatCannotBeReadIsNamedAndTheRestIsImported)
{
    std::ofstream(m_folder.file("notes.txt")) << "nothing of interest\n";
    std::ofstream(m_folder.file("empty.log"));
    const auto outcome = import({m_folder.file("absent.log"), m_folder.file("notes.txt"), kRestart,
        m_folder.file("empty.log"), m_folder.path().string()});
    EXPECT_EQ(outcome.imported.size(), 1U);
    EXPECT_EQ(outcome.files_failed, 4);
    EXPECT_EQ(codes(outcome, base::Severity::error),
        (std::vector {
            base::Code::file_not_found, base::Code::format_unknown, base::Code::file_empty, base::Code::is_directory}));
    EXPECT_EQ(m_workspace->runs()->size(), 1U);
    for (const auto& problem : outcome.problems)
        EXPECT_FALSE(problem.what.file.empty());
}

TEST_F(ImportFiles, truncatedGzipKeepsWhatWasReadable)
{
    std::ifstream in(kCurSubset, std::ios::binary);
    std::string bytes {std::istreambuf_iterator<char>(in), {}};
    std::ofstream(m_folder.file("cut.csv.gz"), std::ios::binary) << bytes.substr(0, bytes.size() * 2 / 3);
    const auto outcome = import({m_folder.file("cut.csv.gz")});
    ASSERT_EQ(outcome.imported.size(), 1U);
    EXPECT_EQ(outcome.files_failed, 0);
    EXPECT_EQ(codes(outcome, base::Severity::error).back(), base::Code::compressed_truncated);
    const auto bill = m_workspace->bill(outcome.imported[0].id);
    EXPECT_GT(bill->rows, 0);
    EXPECT_LT(bill->rows, 119);
    EXPECT_EQ(bill->rows, outcome.imported[0].file.records);
    const auto stored = m_workspace->problems();
    EXPECT_TRUE(std::any_of(stored->begin(), stored->end(), [](const auto& problem) {
        return problem.problem.severity == base::Severity::error
            && problem.problem.what.code == base::Code::compressed_truncated;
    })) << "the workspace remembers that the bill is not whole";
}

// Nothing of the file could be used: each row's fault is told all the same.
TEST_F(ImportFiles, failedFileTellsWhatWasWrongWithItsRows)
{
    writeBill(m_folder.file("bad.csv"), 0, 30);
    {
        std::ifstream in(m_folder.file("bad.csv"));
        std::string text {std::istreambuf_iterator<char>(in), {}};
        for (std::size_t at = 0; (at = text.find(",0.01,0.01,", at)) != std::string::npos; at += 6)
            text.replace(at, 11, ",0.01,$0.01,");
        std::ofstream(m_folder.file("bad.csv")) << text;
    }
    const auto outcome = import({m_folder.file("bad.csv")});
    EXPECT_TRUE(outcome.imported.empty());
    EXPECT_EQ(outcome.files_failed, 1);
    EXPECT_EQ(outcome.rows_rejected, 30);
    ASSERT_EQ(outcome.problems.back().what.code, base::Code::nothing_readable);
    std::int64_t told = 0;
    for (const auto& problem : outcome.problems) {
        if (problem.what.code != base::Code::bad_number)
            continue;
        told += problem.count;
        EXPECT_EQ(problem.what.field, "lineItem/UnblendedCost");
        EXPECT_EQ(problem.what.found, "$0.01");
        EXPECT_EQ(problem.what.file, m_folder.file("bad.csv"));
    }
    EXPECT_EQ(told, 30);
    EXPECT_EQ(outcome.problems.front().what.line, 2);
    EXPECT_TRUE(m_workspace->problems()->empty());
}

TEST_F(ImportFiles, cancelKeepsTheFilesBeforeAndNothingOfTheCurrentOne)
{
    writeLog(m_folder.file("1.log"), 100);
    writeLog(m_folder.file("2.log"), 100'000);
    writeLog(m_folder.file("3.log"), 100);
    std::stop_source stop;
    const base::JobContext job(stop.get_token(), [&](const base::Progress& progress) {
        if (progress.what.ends_with("2.log") && progress.done > 0)
            stop.request_stop();
    });
    const auto outcome = workspace::importFiles(
        *m_workspace, {m_folder.file("1.log"), m_folder.file("2.log"), m_folder.file("3.log")}, {}, job);
    EXPECT_TRUE(outcome.cancelled);
    ASSERT_EQ(outcome.imported.size(), 1U);
    const auto runs = m_workspace->runs();
    ASSERT_EQ(runs->size(), 1U);
    EXPECT_EQ((*runs)[0].name, "1");
    EXPECT_EQ(import({m_folder.file("3.log")}).imported.size(), 1U) << "the workspace is free again";
}

TEST_F(ImportFiles, fullDiskRollsBackAndLeavesTheWorkspaceFine)
{
    writeLog(m_folder.file("small.log"), 100);
    writeLog(m_folder.file("large.log"), 60'000);
    writeBill(m_folder.file("large.csv"), 0, 20'000);
    ASSERT_EQ(import({m_folder.file("small.log")}).imported.size(), 1U);

    // Files of this process may not grow beyond half a megabyte: writing fails as on a full disk.
    rlimit before {};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit tight = before;
    tight.rlim_cur = 512 * 1024;
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &tight), 0);
    const auto outcome = import({m_folder.file("large.csv"), m_folder.file("large.log")});
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, handler);

    const auto errors = codes(outcome, base::Severity::error);
    ASSERT_FALSE(errors.empty());
    EXPECT_EQ(errors[0], base::Code::disk_full);
    EXPECT_GE(outcome.files_failed, 1);
    EXPECT_TRUE(m_workspace->bills()->empty());
    EXPECT_EQ(import({m_folder.file("large.csv")}).imported.size(), 1U) << "there is room again";
    EXPECT_EQ(billedInAll(*m_workspace), "200");
    EXPECT_GE(m_workspace->runs()->size(), 1U);
}

TEST_F(ImportFiles, secondImportAtTheSameTimeIsTold)
{
    auto other = m_workspace->reopen(store::Access::read_write);
    ASSERT_OK(other);
    auto session = (*other)->beginImport(*(*other)->newBatch());
    ASSERT_OK(session);
    const auto outcome = import({kRestart});
    EXPECT_EQ(outcome.files_failed, 1);
    EXPECT_EQ(codes(outcome, base::Severity::error), (std::vector {base::Code::store_busy}));
}

TEST_F(ImportFiles, formatCanBeGiven)
{
    const auto outcome = import({kRestart}, "hf_trainer_state");
    EXPECT_EQ(outcome.files_failed, 1);
    EXPECT_TRUE(m_workspace->runs()->empty());
    EXPECT_EQ(import({kRestart}, "no such format").problems.at(0).what.code, base::Code::format_unknown);
    EXPECT_EQ(import({kRestart}, "megatron").imported.size(), 1U);
}

TEST_F(ImportFiles, contradictedFactIsToldAndTheFirstOneHolds)
{
    writeLog(m_folder.file("a.log"), 3);
    {
        std::ofstream out(m_folder.file("b.log"));
        out << "using world size: 8, data-parallel-size: 8\n";
        out << std::ifstream(m_folder.file("a.log")).rdbuf();
        out << "using world size: 16, data-parallel-size: 16\n";
        out << " successfully loaded checkpoint from ckpt [ t 0, p 0 ] at iteration 0\n"; // another attempt
        out << std::ifstream(m_folder.file("a.log")).rdbuf();
    }
    const auto outcome = import({m_folder.file("b.log")});
    ASSERT_EQ(outcome.imported.size(), 1U);
    const auto run = m_workspace->run(outcome.imported[0].id);
    ASSERT_NE(run->fact("world_size"), nullptr);
    EXPECT_EQ(run->fact("world_size")->value, "8");
    const auto told = std::find_if(outcome.problems.begin(), outcome.problems.end(), [](const auto& problem) {
        return problem.what.code == base::Code::fact_differs && problem.what.field == "world_size";
    });
    ASSERT_NE(told, outcome.problems.end());
    EXPECT_EQ(told->what.found, "16");
    EXPECT_EQ(told->what.expected, "8");
    EXPECT_EQ(told->what.line, 5);
}

// Every sample that is understood is conserved: what was parsed is what is stored (importFiles checks it, or fails).
TEST_F(ImportFiles, allSamplesTogether)
{
    const auto paths = workspace::expandPaths({sample("bills"), sample("logs")});
    const auto outcome = import(paths);
    std::set<std::string> imported; // some hold several runs
    for (const auto& one : outcome.imported)
        imported.insert(one.file.path);
    EXPECT_EQ(imported.size() + static_cast<std::size_t>(outcome.files_failed), paths.size());
    EXPECT_EQ(count(outcome, base::Code::internal), 0);
    EXPECT_EQ(count(outcome, base::Code::store_failed), 0);
    for (const auto& bill : *m_workspace->bills()) {
        const auto money = m_workspace->moneyLedger(bill.id);
        ASSERT_OK(money);
        EXPECT_TRUE(ledger::checkConserved(*money).ok()) << bill.file;
    }
    for (const auto& run : *m_workspace->runs()) {
        const auto time = m_workspace->timeLedger(run.id);
        ASSERT_OK(time);
        const auto sum = std::accumulate(time->us.begin(), time->us.end(), std::int64_t {0},
            [](std::int64_t total, const auto& part) { return total + part.value_or(0); });
        EXPECT_EQ(sum, time->wall_us) << run.file;
    }
}

TEST(ExpandPaths, foldersBecomeTheirFilesSortedAndFilesStay)
{
    const TempFolder folder;
    std::filesystem::create_directories(folder.file("b/inner"));
    for (const char* name : {"b/2.log", "b/1.log", "b/inner/x.csv", "a.log", "b/w.fullscope", "b/w.fullscope-wal"})
        std::ofstream(folder.file(name)) << "x";
    std::filesystem::create_directory_symlink(folder.path(), folder.file("b/inner/loop"));
    EXPECT_EQ(workspace::expandPaths({folder.file("b"), folder.file("a.log"), "-", folder.file("absent")}),
        (std::vector<std::string> {folder.file("b/1.log"), folder.file("b/2.log"), folder.file("b/inner/x.csv"),
            folder.file("a.log"), "-", folder.file("absent")}));
}

TEST_F(ImportFiles, folderWithoutFilesIsNotPassedOverInSilence)
{
    std::filesystem::create_directories(m_folder.file("empty/inner"));
    const auto outcome = import(workspace::expandPaths({m_folder.file("empty")}));
    EXPECT_EQ(outcome.files_failed, 1);
    ASSERT_EQ(outcome.problems.size(), 1U);
    EXPECT_EQ(outcome.problems[0].what.code, base::Code::folder_empty);
    EXPECT_EQ(outcome.problems[0].what.file, m_folder.file("empty"));
}

TEST_F(ImportFiles, logThatGrewTakesThePlaceOfItsBeginning)
{
    const std::string path = m_folder.file("growing.log");
    const auto write = [&](std::int64_t records) {
        std::ofstream out(path);
        for (std::int64_t i = 1; i <= records; ++i)
            out << "iter " << i << ": loss 4.0, time 100.00ms, mfu 2.00%\n";
    };
    write(10);
    const auto first = import({path});
    ASSERT_EQ(first.imported.size(), 1U);
    ASSERT_OK(m_workspace->renameRun(first.imported[0].id, "mine"));
    write(25);
    const auto second = import({path});
    ASSERT_EQ(m_workspace->runs()->size(), 1U);
    EXPECT_EQ(m_workspace->runs()->front().samples, 25);
    EXPECT_EQ(m_workspace->runs()->front().name, "mine");
    ASSERT_EQ(second.imported[0].replaced.size(), 1U);
    EXPECT_EQ(second.imported[0].replaced[0].rows, 10);

    std::ofstream(path) << "iter 7: loss 3.0, time 100.00ms, mfu 2.00%\n"; // another log under the same name
    const auto other = import({path});
    EXPECT_EQ(m_workspace->runs()->size(), 2U);
    EXPECT_EQ(count(other, base::Code::same_path_before), 1);
}

// A trainer writes its state anew at each checkpoint: no bytes of the older file need be those of the newer one.
TEST_F(ImportFiles, stateThatWasWrittenAnewTakesThePlaceOfTheOlderOne)
{
    const std::string path = m_folder.file("trainer_state.json");
    const auto write = [&](int records, double first_loss) {
        std::ofstream out(path);
        out << "{\"global_step\": " << records * 10 << ", \"max_steps\": 1000, \"log_history\": [";
        for (int i = 1; i <= records; ++i)
            out << (i > 1 ? ", " : "") << "{\"epoch\": " << i / 100.0
                << ", \"learning_rate\": 1e-4, \"loss\": " << (i == 1 ? first_loss : 4.0 - i / 100.0)
                << ", \"step\": " << i * 10 << "}";
        out << "]}";
    };
    write(8, 5.5);
    import({path});
    write(20, 5.5);
    const auto grown = import({path});
    ASSERT_EQ(m_workspace->runs()->size(), 1U);
    EXPECT_EQ(m_workspace->runs()->front().samples, 20);
    ASSERT_EQ(grown.imported[0].replaced.size(), 1U);
    EXPECT_EQ(grown.imported[0].replaced[0].rows, 8);
    EXPECT_EQ(count(grown, base::Code::same_path_before), 0);

    write(30, 5.6); // trained again, into the same folder
    const auto again = import({path});
    EXPECT_EQ(m_workspace->runs()->size(), 2U);
    EXPECT_EQ(count(again, base::Code::same_path_before), 1);
    EXPECT_TRUE(again.imported[0].replaced.empty());

    write(30, 5.6);
    const auto same = import({path}); // and the same once more says nothing new of the one before
    EXPECT_EQ(m_workspace->runs()->size(), 2U);
    EXPECT_EQ(same.imported[0].replaced.size(), 1U);
}
