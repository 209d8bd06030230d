// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/database.h"
#include "tests/core/store/store_support.h"

#include <cmath>
#include <limits>

using namespace fullscope::store::test;
namespace base = fullscope::base;
namespace evidence = fullscope::evidence;
namespace ledger = fullscope::ledger;
namespace store = fullscope::store;

namespace {

evidence::Run fullRun()
{
    evidence::Run run;
    run.name = "megatron 13b";
    run.files = {sourceFile("logs/a.log", "abc", "megatron"), sourceFile("logs/b.log", "def", "megatron")};
    run.facts = {{"world_size", "64", 12, false}, {"precision", "bf16", 13, false}};
    run.events = {{evidence::EventKind::train_start, 14, 1'700'000'000'000'000, -1, evidence::kNotLogged, "go", -1},
        {evidence::EventKind::checkpoint_end, 900, base::kNoTime, 500, 12.5, "saved “ckpt” at 500", 0},
        {evidence::EventKind::failure, 901, base::kNoTime, -1, evidence::kNotLogged, "Traceback", 1}};
    return run;
}

ledger::TimeLedger fullLedger()
{
    ledger::TimeLedger time;
    time.timed = true;
    time.wall_us = 1'000'000;
    time.us[static_cast<std::size_t>(ledger::TimeCategory::productive)] = 900'000;
    time.us[static_cast<std::size_t>(ledger::TimeCategory::stall)] = 100'000;
    time.us[static_cast<std::size_t>(ledger::TimeCategory::rework)] = 0;
    time.spans
        = {{ledger::TimeCategory::productive, 0, 900'000, 0, 0}, {ledger::TimeCategory::stall, 900'000, 100'000, 1, 1}};
    time.segments = {{0, 1, 1, 2}};
    time.samples = 2;
    time.restarts = 3;
    time.recompiles = 4;
    time.rework_steps = 5;
    time.first_step = 1;
    time.last_step = 2;
    time.first_loss = std::numeric_limits<double>::infinity();
    time.last_loss = evidence::kNotLogged;
    time.steady = {0.45, 0.44, 0.47, 0.5};
    time.goodput = 0.9;
    time.stall_overhead = 1.0 / 9;
    time.tokens_per_s_logged = 1234.5;
    time.mtbf = {{}, 0.25, {}};
    time.problems
        = {{base::Severity::info, base::Handling::kept, {.code = base::Code::zone_unknown, .args = {"x"}}, 7}};
    return time;
}

base::Result<std::int64_t> import(store::WorkspaceFile& workspace, const evidence::Run& run,
    const ledger::TimeLedger& time, const std::vector<base::Problem>& problems)
{
    FS_TRY_VALUE(session, workspace.beginImport(*workspace.newBatch()));
    session->series({evidence::series::step_time, "s", evidence::RateScope::job, evidence::RateWindow::interval_mean});
    session->series({"my own", "°C", evidence::RateScope::device, evidence::RateWindow::cumulative});
    FS_TRY(session->addSample({14, 1, 1'700'000'000'000'000, {0.45, 60}}));
    FS_TRY(session->addSample({15, 2, 1'700'000'001'000'000, {0.55, 61}}));
    FS_TRY(session->endSamples());
    std::vector<store::Replaced> replaced;
    FS_TRY_VALUE(id, session->finishRun(run, time, problems, replaced));
    FS_TRY(session->commit());
    return id;
}

std::int64_t rowsIn(const store::WorkspaceFile& workspace, const std::string& table)
{
    auto database = store::Database::open(workspace.path(), store::Database::Mode::read_only);
    EXPECT_TRUE(database.ok());
    return database->integer("SELECT count(*) FROM " + table)->value_or(-1);
}

} // namespace

TEST(Runs, runComesBackAsItWas)
{
    const auto workspace = openedAt("");
    const evidence::Run run = fullRun();
    const auto id = import(*workspace, run, fullLedger(), {});
    ASSERT_OK(id);
    const auto read = workspace->run(*id);
    ASSERT_OK(read);
    EXPECT_EQ(read->id, *id);
    EXPECT_EQ(read->name, run.name);
    EXPECT_EQ(read->files, run.files);
    EXPECT_EQ(read->facts, run.facts);
    EXPECT_EQ(read->sample_count, 2);
    EXPECT_EQ(read->series,
        (std::vector<evidence::SeriesInfo> {
            {"step_time", "s", evidence::RateScope::job, evidence::RateWindow::interval_mean},
            {"my own", "°C", evidence::RateScope::device, evidence::RateWindow::cumulative}}));
    ASSERT_EQ(read->events.size(), 3U);
    EXPECT_EQ(read->events[1], run.events[1]);
    EXPECT_TRUE(std::isnan(read->events[0].seconds));
    EXPECT_EQ(read->events[2].text, "Traceback");
    EXPECT_EQ(read->events[2].kind, evidence::EventKind::failure);
}

TEST(Runs, timeLedgerComesBackAsItWas)
{
    const auto workspace = openedAt("");
    const auto id = import(*workspace, fullRun(), fullLedger(), {});
    ASSERT_OK(id);
    const ledger::TimeLedger expected = fullLedger();
    const auto read = workspace->timeLedger(*id);
    ASSERT_OK(read);
    EXPECT_TRUE(read->timed);
    EXPECT_EQ(read->wall_us, expected.wall_us);
    EXPECT_EQ(read->us, expected.us) << "what is not observable stays absent, zero stays zero";
    EXPECT_EQ(read->spans, expected.spans);
    ASSERT_EQ(read->segments.size(), 1U);
    EXPECT_EQ(read->segments[0].last_step, 2);
    EXPECT_EQ(read->restarts, 3);
    EXPECT_EQ(read->recompiles, 4);
    EXPECT_EQ(read->rework_steps, 5);
    EXPECT_EQ(read->first_loss, expected.first_loss);
    EXPECT_TRUE(std::isnan(read->last_loss));
    ASSERT_TRUE(read->steady.has_value());
    EXPECT_EQ(read->steady->low, 0.44);
    EXPECT_EQ(read->steady->mean_all, 0.5);
    EXPECT_EQ(read->goodput, expected.goodput);
    EXPECT_EQ(read->stall_overhead, expected.stall_overhead);
    EXPECT_FALSE(read->failure_waste.has_value());
    EXPECT_FALSE(read->tokens_per_s_steady.has_value());
    EXPECT_FALSE(read->mtbf.value.has_value());
    EXPECT_EQ(read->mtbf.low, 0.25);
    ASSERT_EQ(read->problems.size(), 1U);
    EXPECT_EQ(read->problems[0].count, 7);
    EXPECT_EQ(read->problems[0].what.args, (std::vector<std::string> {"x"}));
}

TEST(Runs, summaryShowsWhatTheListNeeds)
{
    const auto workspace = openedAt("");
    const auto id = import(*workspace, fullRun(), fullLedger(), {});
    ASSERT_OK(id);
    const auto runs = workspace->runs();
    ASSERT_OK(runs);
    ASSERT_EQ(runs->size(), 1U);
    const store::RunSummary& run = (*runs)[0];
    EXPECT_EQ(run.id, *id);
    EXPECT_EQ(run.format, "megatron");
    EXPECT_EQ(run.file, "logs/a.log");
    EXPECT_EQ(run.sha256, "abc");
    EXPECT_GT(run.imported_us, base::fromCivil(2020, 1, 1).us);
    EXPECT_EQ(run.samples, 2);
    EXPECT_EQ(run.step_time, 0.45);
    EXPECT_EQ(run.tokens_per_s, 1234.5) << "the logged one, as no other is known";
    EXPECT_EQ(run.goodput, 0.9);
    EXPECT_EQ(run.wall_us, 1'000'000);
    EXPECT_EQ(run.sparkline, (std::vector<float> {0.45F, 0.55F}));
}

TEST(Runs, sparklineHasAtMostAHundredMedians)
{
    const auto workspace = openedAt("");
    auto session = workspace->beginImport(*workspace->newBatch());
    ASSERT_OK(session);
    (*session)->series({evidence::series::step_time, "s", {}, {}});
    for (int i = 0; i < 1'000; ++i) // ten a point: i % 10 + 1, a spike in each
        ASSERT_OK((*session)->addSample({i, i, base::kNoTime, {i % 10 == 9 ? 500.0 : i % 10 + 1.0}}));
    ASSERT_OK((*session)->endSamples());
    std::vector<store::Replaced> replaced;
    evidence::Run run;
    run.files = {sourceFile("a.log", "1", "megatron")};
    ASSERT_OK((*session)->finishRun(run, {}, {}, replaced));
    ASSERT_OK((*session)->commit());
    const auto line = (*workspace->runs())[0].sparkline;
    ASSERT_EQ(line.size(), 100U);
    EXPECT_EQ(line[0], 6.0F); // sixth of 1 … 9, 500
    EXPECT_EQ(line[99], 6.0F);
}

TEST(Runs, sparklineWithoutStepTimesFollowsFromTheClock)
{
    const auto workspace = openedAt("");
    auto session = workspace->beginImport(*workspace->newBatch());
    ASSERT_OK(session);
    (*session)->series({evidence::series::loss, "", {}, {}});
    for (int i = 0; i < 5; ++i) // every record covers ten steps and 20 s
        ASSERT_OK((*session)->addSample({i, 10 * i, 20 * i * base::kSecondUs, {3.0}}));
    ASSERT_OK((*session)->endSamples());
    std::vector<store::Replaced> replaced;
    evidence::Run run;
    run.files = {sourceFile("a.log", "1", "megatron")};
    ASSERT_OK((*session)->finishRun(run, {}, {}, replaced));
    ASSERT_OK((*session)->commit());
    EXPECT_EQ((*workspace->runs())[0].sparkline, (std::vector<float> {2, 2, 2, 2}));
}

TEST(Runs, problemsAreKeptWithTheirImport)
{
    const auto workspace = openedAt("");
    const std::vector<base::Problem> problems = {{base::Severity::warning, base::Handling::row_skipped,
        {.code = base::Code::bad_number,
            .args = {"a", "“b”\n", ""},
            .file = "a.log",
            .line = 12,
            .field = "loss",
            .found = "1,2",
            .expected = "number"},
        3}};
    const auto id = import(*workspace, fullRun(), fullLedger(), problems);
    ASSERT_OK(id);
    const auto read = workspace->problems();
    ASSERT_OK(read);
    ASSERT_EQ(read->size(), 2U); // the parser's, then the ledger's
    const base::Problem& problem = (*read)[0].problem;
    EXPECT_EQ((*read)[0].import_id, *id);
    EXPECT_EQ(problem.severity, base::Severity::warning);
    EXPECT_EQ(problem.handling, base::Handling::row_skipped);
    EXPECT_EQ(problem.what.code, base::Code::bad_number);
    EXPECT_EQ(problem.what.args, problems[0].what.args);
    EXPECT_EQ(problem.what.file, "a.log");
    EXPECT_EQ(problem.what.line, 12);
    EXPECT_EQ(problem.what.field, "loss");
    EXPECT_EQ(problem.what.found, "1,2");
    EXPECT_EQ(problem.what.expected, "number");
    EXPECT_EQ(problem.count, 3);
    EXPECT_EQ((*read)[1].problem.what.code, base::Code::zone_unknown);
}

TEST(Runs, statedFactComesFirstAndChangesTheLedger)
{
    const auto workspace = openedAt("");
    const auto stored = importRun(*workspace, "a.log", "1", 100);
    ASSERT_OK(stored);
    ASSERT_FALSE(workspace->timeLedger(stored->id)->tokens_per_s_steady.has_value());
    ASSERT_OK(workspace->setFact(stored->id, "global_batch", "512", {}));
    ASSERT_OK(workspace->setFact(stored->id, "seq_len", "2048", {}));
    const auto run = workspace->run(stored->id);
    ASSERT_NE(run->fact("seq_len"), nullptr);
    EXPECT_TRUE(run->fact("seq_len")->stated_by_user);
    EXPECT_EQ(run->fact("seq_len")->line, 0);
    // A second a step, 512 · 2048 tokens each.
    EXPECT_EQ(workspace->timeLedger(stored->id)->tokens_per_s_steady, 512.0 * 2048);
    EXPECT_EQ((*workspace->runs())[0].tokens_per_s, 512.0 * 2048);

    ASSERT_OK(workspace->setFact(stored->id, "seq_len", "", {}));
    EXPECT_EQ(workspace->run(stored->id)->fact("seq_len"), nullptr);
    EXPECT_FALSE(workspace->timeLedger(stored->id)->tokens_per_s_steady.has_value());
}

TEST(Runs, statedFactHidesTheLogsUntilItIsTakenBack)
{
    const auto workspace = openedAt("");
    const auto id = import(*workspace, fullRun(), fullLedger(), {});
    ASSERT_OK(id);
    ASSERT_OK(workspace->setFact(*id, "world_size", "8", {}));
    ASSERT_OK(workspace->setFact(*id, "world_size", "16", {}));
    EXPECT_EQ(workspace->run(*id)->fact("world_size")->value, "16");
    EXPECT_EQ(workspace->run(*id)->facts.size(), 3U);
    ASSERT_OK(workspace->setFact(*id, "world_size", "", {}));
    EXPECT_EQ(workspace->run(*id)->facts, fullRun().facts);
}

TEST(Runs, cancelledFactChangesNothing)
{
    const auto workspace = openedAt("");
    const auto stored = importRun(*workspace, "a.log", "1", 100);
    ASSERT_OK(stored);
    std::stop_source stop;
    stop.request_stop();
    const auto status = workspace->setFact(stored->id, "world_size", "8", base::JobContext(stop.get_token(), {}));
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, base::Code::cancelled);
    EXPECT_EQ(workspace->run(stored->id)->fact("world_size"), nullptr);
}

TEST(Runs, sameContentAgainReplacesAndKeepsWhatTheUserSaid)
{
    const auto workspace = openedAt("");
    const auto first = importRun(*workspace, "a.log", "same", 100);
    ASSERT_OK(first);
    ASSERT_OK(workspace->renameRun(first->id, "the big one"));
    ASSERT_OK(workspace->setFact(first->id, "global_batch", "512", {}));
    ASSERT_OK(workspace->setFact(first->id, "seq_len", "2048", {}));
    const auto second = importRun(*workspace, "copy of a.log", "same", 100);
    ASSERT_OK(second);
    ASSERT_EQ(second->replaced.size(), 1U);
    EXPECT_EQ(second->replaced[0].kind, "run");
    EXPECT_EQ(second->replaced[0].id, first->id);
    EXPECT_EQ(second->replaced[0].file, "a.log");
    EXPECT_EQ(second->replaced[0].by, "copy of a.log");
    EXPECT_TRUE(second->replaced[0].same_content);
    EXPECT_EQ(second->replaced[0].rows, 100);

    const auto runs = workspace->runs();
    ASSERT_EQ(runs->size(), 1U);
    EXPECT_EQ((*runs)[0].id, second->id);
    EXPECT_EQ((*runs)[0].name, "the big one");
    EXPECT_EQ((*runs)[0].tokens_per_s, 512.0 * 2048) << "the ledger knows the stated facts";
    EXPECT_EQ(workspace->run(first->id).error().code, base::Code::id_unknown);
}

TEST(Runs, removedRunLeavesNothingBehind)
{
    const auto workspace = openedAt("");
    const auto id = import(*workspace, fullRun(), fullLedger(), {{}});
    ASSERT_OK(id);
    ASSERT_OK(workspace->setFact(*id, "seq_len", "1", {}));
    const auto other = importRun(*workspace, "b.log", "2", 10);
    ASSERT_OK(other);
    ASSERT_OK(workspace->removeRun(*id));
    EXPECT_EQ(workspace->removeRun(*id).error().code, base::Code::id_unknown);
    EXPECT_EQ(workspace->removeBill(other->id).error().code, base::Code::id_unknown) << "it is a run";
    EXPECT_EQ(workspace->runs()->size(), 1U);
    ASSERT_OK(workspace->removeRun(other->id));
    for (const char* table : {"import", "source_file", "problem", "run", "series", "fact", "event", "sample_chunk",
             "time_ledger", "time_category", "time_span", "segment"})
        EXPECT_EQ(rowsIn(*workspace, table), 0) << table;
    const auto again = importRun(*workspace, "c.log", "3", 10);
    EXPECT_GT(again->id, other->id) << "an id is never used again: scenarios refer to it";
}

TEST(Runs, unknownIdsAreSaidSo)
{
    const auto workspace = openedAt("");
    EXPECT_EQ(workspace->run(7).error().code, base::Code::id_unknown);
    EXPECT_EQ(workspace->run(7).error().found, "7");
    EXPECT_EQ(workspace->timeLedger(7).error().code, base::Code::id_unknown);
    EXPECT_EQ(workspace->setFact(7, "a", "b", {}).error().code, base::Code::id_unknown);
    EXPECT_EQ(workspace->renameRun(7, "a").error().code, base::Code::id_unknown);
}

TEST(Runs, sessionWithoutCommitLeavesNothing)
{
    const auto workspace = openedAt("");
    {
        auto session = workspace->beginImport(*workspace->newBatch());
        ASSERT_OK(session);
        (*session)->series({"y", "", {}, {}});
        for (std::int64_t i = 0; i < 40'000; ++i)
            ASSERT_OK((*session)->addSample(sampleAt(i)));
        ASSERT_OK((*session)->endSamples());
    }
    EXPECT_TRUE(workspace->runs()->empty());
    for (const char* table : {"import", "sample_chunk"})
        EXPECT_EQ(rowsIn(*workspace, table), 0) << table;
    ASSERT_OK(importRun(*workspace, "a.log", "1", 10));
}

TEST(Scenarios, lastOneSavedIsCurrent)
{
    const auto workspace = openedAt("");
    fullscope::scenario::Scenario scenario;
    scenario.name = "first";
    scenario.options = {{"a", {}}};
    ASSERT_OK(workspace->saveScenario(scenario));
    ASSERT_OK(workspace->saveScenario(scenario));
    EXPECT_EQ(rowsIn(*workspace, "scenario"), 1) << "no version without a change";
    scenario.name = "second";
    ASSERT_OK(workspace->saveScenario(scenario));
    EXPECT_EQ(rowsIn(*workspace, "scenario"), 2);
    const auto read = workspace->scenario();
    ASSERT_OK(read);
    EXPECT_EQ(**read, scenario);
}

TEST(Concurrency, importOnOneConnectionDoesNotDisturbAReader)
{
    const TempFolder folder;
    const auto writer = openedAt(folder.file("a.fullscope"));
    ASSERT_OK(importRun(*writer, "a.log", "1", 100));
    auto reader = writer->reopen(store::Access::read_only);
    ASSERT_OK(reader);
    auto second = writer->reopen(store::Access::read_write);
    ASSERT_OK(second);
    auto session = writer->beginImport(*writer->newBatch());
    ASSERT_OK(session);
    (*session)->series({"y", "", {}, {}});
    for (std::int64_t i = 0; i < 20'000; ++i)
        ASSERT_OK((*session)->addSample(sampleAt(i)));

    EXPECT_EQ((*reader)->runs()->size(), 1U);
    EXPECT_EQ((*reader)->run(1)->sample_count, 100);
    EXPECT_EQ((*second)->newBatch().error().code, base::Code::store_busy);
    EXPECT_EQ((*second)->renameRun(1, "x").error().code, base::Code::store_busy);
    EXPECT_EQ((*reader)->newBatch().error().code, base::Code::store_read_only);
    session->reset();
    ASSERT_OK((*second)->renameRun(1, "x"));
    EXPECT_EQ((*(*reader)->runs())[0].name, "x");
}
