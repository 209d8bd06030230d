// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs and the runs in them. Expected figures are worked out by hand beside the input.
#include "core/ledger/job_figures.h"
#include "core/ledger/job_times.h"
#include "tests/core/ledger/time_run.h"

namespace fullscope::ledger {

namespace {

using base::Code;
using evidence::EventKind;
using evidence::Job;
using evidence::JobEnd;

constexpr std::int64_t kHour = 3600 * kSecond;

Job job(const char* id, std::int64_t start_us, std::int64_t end_us, JobEnd end = JobEnd::completed)
{
    Job made;
    made.line = 1;
    made.job_id = id;
    made.state = std::string(name(end));
    made.end = end;
    made.start_us = start_us == base::kNoTime ? start_us : kEpoch + start_us;
    made.end_us = end_us == base::kNoTime ? end_us : kEpoch + end_us;
    return made;
}

JobTimes timesOf(const TestRun& run, const std::vector<JoinedJob>& jobs)
{
    auto times = jobTimes(run.run, run.samples, jobs, base::JobContext());
    EXPECT_TRUE(times.ok());
    return times ? *std::move(times) : JobTimes {};
}

TimeLedger ledgerOf(const TestRun& run, const std::vector<JoinedJob>& jobs)
{
    auto ledger = timeLedger(withJobs(run.run, timesOf(run, jobs)), run.samples, base::JobContext());
    EXPECT_TRUE(ledger.ok());
    return ledger ? *std::move(ledger) : TimeLedger {};
}

// Ten steps of 10 s each, of which the first ends at `begin_us`.
void addSteps(TestRun& run, std::int64_t first_step, std::int64_t begin_us)
{
    for (std::int64_t i = 0; i < 10; ++i)
        run.add(first_step + i, begin_us + i * 10 * kSecond, {{evidence::series::step_time, 10}});
}

TEST(JobTimes, makeStartupAndShutdownObservable)
{
    TestRun run;
    addSteps(run, 1, 110 * kSecond); // begins at 100 s, ends at 200 s
    const TimeLedger alone = run.ledger();
    EXPECT_FALSE(us(alone, TimeCategory::startup).has_value());
    EXPECT_FALSE(us(alone, TimeCategory::shutdown).has_value());
    const TimeLedger ledger = ledgerOf(run, {{job("7", 0, 230 * kSecond)}});
    EXPECT_EQ(us(ledger, TimeCategory::startup), 100 * kSecond);
    EXPECT_EQ(us(ledger, TimeCategory::productive), 100 * kSecond);
    EXPECT_EQ(us(ledger, TimeCategory::shutdown), 30 * kSecond);
    EXPECT_EQ(ledger.wall_us, 230 * kSecond);
    EXPECT_EQ(ledger.restarts, 0);
    expectConserved(ledger);
}

TEST(JobTimes, showTheTimeBetweenAttempts)
{
    TestRun run;
    addSteps(run, 1, 110 * kSecond); // 100 … 200 s
    addSteps(run, 11, 1010 * kSecond); // 1000 … 1100 s: goes on without a step back
    EXPECT_EQ(run.ledger().restarts, 0);
    const std::vector<JoinedJob> jobs {
        {job("7", 0, 240 * kSecond, JobEnd::node_failed)}, {job("7", 940 * kSecond, 1105 * kSecond)}};
    const JobTimes times = timesOf(run, jobs);
    EXPECT_TRUE(times.problems.empty());
    EXPECT_EQ(times.between_us, 700 * kSecond);
    ASSERT_EQ(times.events.size(), 5U);
    EXPECT_EQ(times.events[1].kind, EventKind::failure);
    EXPECT_EQ(times.events[1].text, "7 node_failed");
    EXPECT_EQ(times.events[2].kind, EventKind::job_end);
    EXPECT_EQ(times.events[2].after_sample, 9);
    EXPECT_EQ(times.events[3].kind, EventKind::job_start);
    EXPECT_EQ(times.events[3].after_sample, 9);
    EXPECT_EQ(times.events[4].after_sample, 19);
    const TimeLedger ledger = ledgerOf(run, jobs);
    EXPECT_EQ(ledger.restarts, 1);
    EXPECT_EQ(us(ledger, TimeCategory::startup), 100 * kSecond);
    EXPECT_EQ(us(ledger, TimeCategory::downtime), 800 * kSecond);
    EXPECT_EQ(us(ledger, TimeCategory::shutdown), 5 * kSecond);
    EXPECT_EQ(ledger.wall_us, 1105 * kSecond);
    expectConserved(ledger);
}

TEST(JobTimes, areShiftedIntoTheZoneOfTheLog)
{
    TestRun run;
    addSteps(run, 1, 110 * kSecond);
    const Job elsewhere = job("7", -2 * kHour, -2 * kHour + 230 * kSecond);
    const JobTimes apart = timesOf(run, {{elsewhere, "jobs.txt"}});
    EXPECT_TRUE(apart.events.empty());
    ASSERT_EQ(apart.problems.size(), 1U);
    EXPECT_EQ(apart.problems[0].what.code, Code::job_apart);
    EXPECT_EQ(apart.problems[0].what.field, "7");
    EXPECT_EQ(apart.problems[0].what.file, "jobs.txt");
    EXPECT_EQ(apart.problems[0].what.found, "2023-11-14T20:13:20.123456Z – 2023-11-14T20:17:10.123456Z");
    EXPECT_EQ(apart.problems[0].what.expected, "2023-11-14T22:15:10.123456Z – 2023-11-14T22:16:40.123456Z");
    const TimeLedger ledger = ledgerOf(run, {{elsewhere, {}, 2 * kHour}});
    EXPECT_EQ(us(ledger, TimeCategory::startup), 100 * kSecond);
    EXPECT_EQ(us(ledger, TimeCategory::shutdown), 30 * kSecond);
}

TEST(JobTimes, areNotMadeUp)
{
    TestRun run;
    addSteps(run, 1, 110 * kSecond);
    const JobTimes unstarted = timesOf(run, {{job("a", base::kNoTime, 230 * kSecond)}});
    EXPECT_TRUE(unstarted.events.empty());
    EXPECT_EQ(unstarted.problems.at(0).what.code, Code::job_untimed);
    const JobTimes running = timesOf(run, {{job("b", 0, base::kNoTime, JobEnd::running)}});
    ASSERT_EQ(running.events.size(), 1U); // it had not ended
    EXPECT_FALSE(
        us(ledgerOf(run, {{job("b", 0, base::kNoTime, JobEnd::running)}}), TimeCategory::shutdown).has_value());
    Job elapsed = job("c", 0, base::kNoTime, JobEnd::timed_out);
    elapsed.elapsed_us = 250 * kSecond;
    EXPECT_EQ(us(ledgerOf(run, {{elapsed}}), TimeCategory::shutdown), 50 * kSecond);
    TestRun untimed;
    untimed.add(1, base::kNoTime, {{evidence::series::step_time, 10}});
    untimed.add(2, base::kNoTime, {{evidence::series::step_time, 10}});
    const JobTimes without = timesOf(untimed, {{job("d", 0, 230 * kSecond)}});
    EXPECT_TRUE(without.events.empty());
    EXPECT_EQ(without.problems.at(0).what.code, Code::job_untimed);
    const Job far = job("e", std::numeric_limits<std::int64_t>::max() - kEpoch, base::kNoTime);
    EXPECT_TRUE(timesOf(run, {{far, {}, 100}}).events.empty());
}

TEST(JobTimes, neverTakeTimeAway)
{
    TestRun run;
    addSteps(run, 1, 110 * kSecond); // begins at 100 s by its step time
    const JobTimes late = timesOf(run, {{job("7", 150 * kSecond, 180 * kSecond)}});
    EXPECT_EQ(late.problems.at(0).what.code, Code::records_outside_jobs);
    EXPECT_EQ(late.problems.at(0).count, 6); // at 110 to 140 s, at 190 and 200 s
    const TimeLedger ledger = ledgerOf(run, {{job("7", 105 * kSecond, 198 * kSecond + kSecond)}});
    expectConserved(ledger);
    EXPECT_EQ(us(ledger, TimeCategory::startup), 0); // the first record cannot have begun before its job
    EXPECT_EQ(us(ledger, TimeCategory::shutdown), 0);
    for (std::int64_t start = -50; start < 260; start += 7)
        for (std::int64_t length = 1; length < 300; length += 23)
            expectConserved(ledgerOf(run,
                {{job("a", start * kSecond, (start + length) * kSecond)},
                    {job("b", (start + 40) * kSecond, (start + 90) * kSecond)}}));
}

// --- figures

Job sized(const char* id, std::int64_t hours, std::optional<std::int64_t> nodes, std::optional<std::int64_t> devices,
    JobEnd end)
{
    Job made = job(id, 2 * kHour, (2 + hours) * kHour, end);
    made.submit_us = kEpoch + kHour;
    made.nodes = nodes;
    made.accelerators = devices;
    return made;
}

TEST(JobFigures, addUpByEndAndTellWhatIsMissing)
{
    std::vector<Job> jobs {sized("a", 10, 2, 16, JobEnd::completed), sized("b", 3, 1, 8, JobEnd::node_failed),
        sized("c", 5, std::nullopt, std::nullopt, JobEnd::failed), sized("d", 1, 4, std::nullopt, JobEnd::failed)};
    jobs[0].elapsed_us = 9 * kHour; // an hour of it was suspended
    jobs[0].billable_us = 4 * kHour;
    jobs.push_back(job("e", base::kNoTime, base::kNoTime, JobEnd::not_known)); // waits
    const JobFigures figures = jobFigures(jobs);
    const JobTotals& total = figures.total;
    EXPECT_EQ(total.jobs, 5);
    EXPECT_EQ(total.ran, (JobSum {(9 + 3 + 5 + 1) * kHour, 1}));
    EXPECT_EQ(total.nodes, (JobSum {(18 + 3 + 4) * kHour, 2}));
    EXPECT_EQ(total.accelerators, (JobSum {(144 + 24) * kHour, 3}));
    EXPECT_EQ(total.billable, (JobSum {8 * kHour, 4}));
    EXPECT_EQ(total.queued, (JobSum {4 * kHour, 1}));
    EXPECT_EQ(figures.of(JobEnd::failed).jobs, 2);
    EXPECT_EQ(figures.of(JobEnd::failed).nodes, (JobSum {4 * kHour, 1}));
    EXPECT_DOUBLE_EQ(figures.share(JobEnd::failed).value(), 4.0 / 25);
    EXPECT_DOUBLE_EQ(figures.share(JobEnd::node_failed).value(), 3.0 / 25);
    JobTotals sum;
    for (const JobTotals& one : figures.by_end) {
        sum.jobs += one.jobs;
        for (const auto part :
            {&JobTotals::ran, &JobTotals::nodes, &JobTotals::accelerators, &JobTotals::billable, &JobTotals::queued}) {
            (sum.*part).us += (one.*part).us;
            (sum.*part).without += (one.*part).without;
        }
    }
    EXPECT_EQ(sum, total);
}

TEST(JobFigures, shareByJobTimeWhereNodesAreNotTold)
{
    const std::vector<Job> jobs {job("a", 0, 3 * kHour), job("b", 0, kHour, JobEnd::failed)};
    EXPECT_DOUBLE_EQ(jobFigures(jobs).share(JobEnd::failed).value(), 0.25);
    EXPECT_FALSE(jobFigures({}).share(JobEnd::failed).has_value());
}

TEST(JobFigures, doNotOverflow)
{
    Job odd = sized("a", 1, std::numeric_limits<std::int64_t>::max(), -3, JobEnd::completed);
    odd.elapsed_us = std::numeric_limits<std::int64_t>::max();
    odd.billable_us = -1;
    const JobFigures figures = jobFigures(std::vector<Job>(3, odd));
    EXPECT_EQ(figures.total.nodes, (JobSum {0, 3}));
    EXPECT_EQ(figures.total.accelerators, (JobSum {0, 3}));
    EXPECT_EQ(figures.total.ran, (JobSum {0, 3}));
    EXPECT_EQ(figures.total.billable, (JobSum {0, 3}));
}

} // namespace

} // namespace fullscope::ledger
