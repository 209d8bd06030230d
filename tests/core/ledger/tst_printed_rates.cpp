// SPDX-License-Identifier: GPL-3.0-or-later
// Printed figures against steps and times. The records take 2 s each; 512 sequences of 1,000 tokens are 256,000
// tokens/s of the job, 32,000 of each of 8 devices.
#include "time_run.h"

namespace fullscope::ledger {
namespace {

using evidence::RateScope;
using evidence::RateWindow;

struct Printed {
    double step_time = evidence::kNotLogged, tokens_per_s = evidence::kNotLogged, samples_per_s = evidence::kNotLogged;
};

struct Setting {
    RateScope scope = RateScope::job;
    RateWindow window = RateWindow::interval_mean;
    std::int64_t interval = 1, records = 20;
    bool timed = true;
};

TestRun printing(Printed printed, Setting setting = {})
{
    TestRun t;
    t.series("step_time", setting.window);
    t.series("tokens_per_s", setting.window, setting.scope);
    t.series("samples_per_s", setting.window, setting.scope);
    t.fact("global_batch", "512");
    t.fact("seq_len", "1000");
    t.fact("world_size", "8");
    for (std::int64_t i = 1; i <= setting.records; ++i) {
        const double jitter = 1 + static_cast<double>(i % 3 - 1) / 1000; // else a figure has fewer digits than it has
        t.add(i * setting.interval, setting.timed ? 2 * kSecond * i * setting.interval : base::kNoTime,
            {{"step_time", printed.step_time * jitter}, {"tokens_per_s", printed.tokens_per_s / jitter},
                {"samples_per_s", printed.samples_per_s / jitter}});
    }
    return t;
}

const base::Problem* finding(const TimeLedger& ledger, const std::string& field)
{
    for (const base::Problem& problem : ledger.problems)
        if (problem.what.code == base::Code::printed_rate_disagrees && problem.what.field == field)
            return &problem;
    return nullptr;
}

bool finds(const TestRun& t)
{
    return says(t.ledger(), base::Code::printed_rate_disagrees);
}

TEST(PrintedRates, thatAgreeAreNoFinding)
{
    EXPECT_FALSE(finds(printing({2.0, 256'000, 256})));
    EXPECT_FALSE(finds(printing({2.03, 253'000, 252}))); // within two hundredths
    EXPECT_FALSE(finds(printing({2.0, 32'000, 32}, {.scope = RateScope::device})));
    EXPECT_FALSE(finds(printing({2.0, 256'000, 256}, {.timed = false})));
    EXPECT_FALSE(finds(printing({2.0, 256'000, 256}, {.interval = 10})));
}

TEST(PrintedRates, thatDisagreeAreNamedWithBothFiguresAndTheirLines)
{
    const TimeLedger l = printing({2.0, 270'000, 256}).ledger();
    const base::Problem* problem = finding(l, "tokens_per_s");
    ASSERT_NE(problem, nullptr);
    EXPECT_EQ(problem->severity, base::Severity::warning);
    EXPECT_EQ(problem->what.found, "270000");
    EXPECT_EQ(problem->what.expected, "256000");
    EXPECT_EQ(problem->what.args, (std::vector<std::string> {"2", "20"})); // the first one has no record before it
    EXPECT_EQ(finding(l, "samples_per_s"), nullptr);
    EXPECT_EQ(finding(l, "step_time"), nullptr);
}

TEST(PrintedRates, aStepTimeIsHeldAgainstTheClock)
{
    const TimeLedger l = printing({1.9}).ledger();
    const base::Problem* problem = finding(l, "step_time");
    ASSERT_NE(problem, nullptr);
    EXPECT_EQ(problem->what.found, "1.9");
    EXPECT_EQ(problem->what.expected, "2");
    EXPECT_FALSE(finds(printing({1.9}, {.timed = false}))); // nothing to hold it against
}

// A job's figure that stands where a device's should: eight times too much.
TEST(PrintedRates, theScopeIsRespected)
{
    EXPECT_TRUE(finds(printing({2.0, 256'000}, {.scope = RateScope::device})));
    EXPECT_FALSE(finds(printing({2.0, 256'000}, {.scope = RateScope::none}))); // not known: nothing to say
    EXPECT_FALSE(finds(printing({2.0, 1'000}, {.scope = RateScope::node}))); // no number of nodes
}

TEST(PrintedRates, theWindowIsRespected)
{
    EXPECT_FALSE(finds(printing({2.0, 200'000}, {.window = RateWindow::cumulative})));
    // An instant is that of the last step; over ten steps the clock says nothing of it, the step time does.
    EXPECT_FALSE(finds(printing({1.5}, {.window = RateWindow::instant, .interval = 10})));
    EXPECT_TRUE(finds(printing({2.0, 200'000}, {.window = RateWindow::instant, .interval = 10})));
    TestRun t = printing({1.5, 256'000}, {.window = RateWindow::instant, .interval = 10});
    t.run.series[1].window = RateWindow::interval_mean; // of ten steps, against an instant of one
    EXPECT_FALSE(finds(t));
}

TEST(PrintedRates, roundedDigitsAreNoFinding)
{
    // 1.4 s printed for 1.44 s: 3 %, and all of it is the one digit.
    TestRun t;
    t.series("step_time", RateWindow::interval_mean);
    for (std::int64_t i = 1; i <= 20; ++i)
        t.add(i, i * 1'440'000, {{"step_time", i % 3 == 0 ? 1.5 : 1.4}});
    EXPECT_FALSE(finds(t));
    // 18.5 s are 0.054 iterations per second, printed as 0.05, which is 20 s: 8 %, and all of it is the one digit.
    TestRun slow;
    slow.series("step_time", RateWindow::interval_mean);
    for (std::int64_t i = 1; i <= 20; ++i)
        slow.add(i, i * 18'500'000, {{"step_time", 1 / (i % 3 == 0 ? 0.06 : 0.05)}});
    EXPECT_FALSE(finds(slow));
    // Stamps of whole seconds say nothing of a step of one.
    TestRun coarse;
    coarse.series("step_time", RateWindow::interval_mean);
    for (std::int64_t i = 1; i <= 20; ++i)
        coarse.add(i, i * kSecond - 123'456, {{"step_time", 0.95123}});
    EXPECT_FALSE(finds(coarse));
}

TEST(PrintedRates, recordsWithOtherWorkAreLeftOut)
{
    TestRun t;
    t.series("step_time", RateWindow::interval_mean);
    std::int64_t now = 0;
    for (std::int64_t i = 1; i <= 20; ++i) {
        now += (i > 1 ? 3 : 2) * kSecond;
        if (i > 1 && i < 16)
            t.event(evidence::EventKind::checkpoint_end);
        t.add(i, now - (i >= 16 ? (i - 15) * kSecond : 0), {{"step_time", 2.0}});
    }
    EXPECT_FALSE(finds(t)); // 14 records with a checkpoint, five of 2 s
}

TEST(PrintedRates, aBatchThatChangesOrFewRecordsTellNothing)
{
    TestRun t;
    t.series("tokens_per_s", RateWindow::interval_mean, RateScope::job);
    t.fact("seq_len", "1000");
    for (std::int64_t i = 1; i <= 20; ++i)
        t.add(i, i * 2 * kSecond, {{"tokens_per_s", 1.0}, {"global_batch", i < 10 ? 100.0 : 500.0}});
    EXPECT_FALSE(finds(t));
    EXPECT_FALSE(finds(printing({1.5}, {.records = 5}))); // four besides the first
    EXPECT_TRUE(finds(printing({1.5}, {.records = 6})));
}

// What the log counts are epochs: a batch is no part of one that is known.
TEST(PrintedRates, recordsOfEpochsTellNothingOfTheBatch)
{
    TestRun t = printing({2.0, 270'000, 270});
    EXPECT_TRUE(finds(t));
    t.fact("step_unit", "epoch");
    const TimeLedger l = t.ledger();
    EXPECT_FALSE(says(l, base::Code::printed_rate_disagrees));
    EXPECT_FALSE(l.samples_per_s_steady.has_value());
    EXPECT_FALSE(l.tokens_per_step.has_value());
}

TEST(PrintedRates, oddValuesAreNoFinding)
{
    const double inf = std::numeric_limits<double>::infinity();
    for (const double odd : {0.0, -5.0, inf, -inf, 1e-300, evidence::kNotLogged})
        printing({2.0, odd, odd}).ledger();
    EXPECT_FALSE(finds(printing({2.0, inf, 0.0})));
    EXPECT_FALSE(finds(printing({inf, -1.0})));
}

} // namespace
} // namespace fullscope::ledger
