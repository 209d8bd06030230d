// SPDX-License-Identifier: GPL-3.0-or-later
// Troubles that only the whole of a run shows. Runs and figures by hand.
#include "tests/core/ledger/time_run.h"

namespace fullscope::ledger {

namespace {

using base::Code;

const base::Problem* find(const TimeLedger& ledger, Code code, const std::string& field = {})
{
    for (const base::Problem& problem : ledger.problems)
        if (problem.what.code == code && problem.what.field == field)
            return &problem;
    return nullptr;
}

// Steps whose time grows by a tenth with every quarter: 1 s, 1.1 s, 1.2 s, 1.3 s.
TestRun slowingRun(double batch_grows)
{
    TestRun run;
    for (int step = 1; step <= 800; ++step) {
        const int quarter = (step - 1) / 200;
        run.add(step, base::kNoTime,
            {{"step_time", 1 + 0.1 * quarter + (step % 2 == 0 ? 0.004 : 0)}, {"loss", 2},
                {"global_batch", 64 + batch_grows * quarter}});
    }
    return run;
}

TestRun runWithLosses(int finite, int lost, int finite_again)
{
    TestRun run;
    run.fact("precision", "fp16");
    for (int step = 1; step <= finite + lost + finite_again; ++step) {
        const bool is_lost = step > finite && step <= finite + lost;
        run.add(step, step * kSecond, {{"loss", is_lost ? std::numeric_limits<double>::infinity() : 2.0}});
    }
    return run;
}

} // namespace

TEST(RunSymptoms, stepsOfTheSameWorkThatBecomeSlower)
{
    const TimeLedger ledger = slowingRun(0).ledger();
    const base::Problem* const slow = find(ledger, Code::symptom_throttled);
    ASSERT_NE(slow, nullptr);
    ASSERT_EQ(slow->what.args.size(), 2u);
    EXPECT_NEAR(std::stod(slow->what.args[0]), 1.0, 0.03);
    EXPECT_NEAR(std::stod(slow->what.args[1]), 1.3, 0.03);
    expectConserved(ledger);
    // Larger batches take longer: no trouble.
    EXPECT_EQ(find(slowingRun(16).ledger(), Code::symptom_throttled), nullptr);
}

TEST(RunSymptoms, lossThatStaysWithoutANumber)
{
    const TimeLedger ledger = runWithLosses(10, 5, 0).ledger();
    const base::Problem* const lost = find(ledger, Code::value_not_finite, "loss");
    ASSERT_NE(lost, nullptr);
    EXPECT_EQ(lost->what.line, 11);
    EXPECT_EQ(lost->what.args, (std::vector<std::string> {"11", "fp16"}));
    EXPECT_EQ(find(runWithLosses(10, 5, 1).ledger(), Code::value_not_finite, "loss"), nullptr);
    EXPECT_EQ(find(runWithLosses(10, 2, 0).ledger(), Code::value_not_finite, "loss"), nullptr);
    EXPECT_NE(find(runWithLosses(0, 5, 0).ledger(), Code::value_not_finite, "loss"), nullptr);
}

TEST(RunSymptoms, compilingAtEveryStep)
{
    TestRun run;
    for (int step = 1; step <= 20; ++step) {
        run.add(step, step * 30 * kSecond, {{"loss", 2}});
        if (step >= 10)
            run.event(evidence::EventKind::compile_end, step * 30 * kSecond + 1);
    }
    const TimeLedger ledger = run.ledger();
    const base::Problem* const compiling = find(ledger, Code::symptom_recompiling);
    ASSERT_NE(compiling, nullptr);
    // After each of the steps 10 … 19: ten records were compiled for; what follows the last one is in none.
    EXPECT_EQ(compiling->what.args, (std::vector<std::string> {"10", "20"}));
}

TEST(RunSymptoms, aFirstCompilationThatTakesMuchOfTheRun)
{
    TestRun run;
    for (int step = 1; step <= 1001; ++step)
        run.add(step, base::kNoTime, {{"step_time", step == 1 ? 3'600 : 1.0}});
    const TimeLedger ledger = run.ledger();
    const base::Problem* const wall = find(ledger, Code::symptom_recompiling, "first_compile");
    ASSERT_NE(wall, nullptr);
    // 3,599 s of 4,600 s.
    EXPECT_EQ(wall->what.args, (std::vector<std::string> {"", "", "59", "76"}));
}

} // namespace fullscope::ledger
