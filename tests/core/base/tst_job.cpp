// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/job.h"

#include <gtest/gtest.h>

namespace base = fullscope::base;

TEST(JobContext, RunsUntilItIsStopped)
{
    EXPECT_TRUE(base::JobContext {}.check().ok());

    std::stop_source stop;
    const base::JobContext job(stop.get_token(), {});
    EXPECT_TRUE(job.check().ok());
    EXPECT_FALSE(job.cancelled());
    stop.request_stop();
    EXPECT_TRUE(job.cancelled());
    ASSERT_FALSE(job.check().ok());
    EXPECT_EQ(job.check().error().code, base::Code::cancelled);
}

TEST(JobContext, PassesOnTheFirstAndTheLastReportAndFewBetween)
{
    std::vector<base::Progress> seen;
    const base::JobContext job({}, [&seen](const base::Progress& progress) { seen.push_back(progress); });
    const auto begin = std::chrono::steady_clock::now();
    for (std::uint64_t done = 0; done <= 100'000; ++done)
        job.report({"a.log", done, 100'000});
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;

    ASSERT_GE(seen.size(), 2U);
    EXPECT_EQ(seen.front().done, 0U);
    EXPECT_EQ(seen.back().done, 100'000U);
    EXPECT_EQ(seen.back().what, "a.log");
    EXPECT_LE(static_cast<double>(seen.size()), 30 * taken.count() + 2);
}

TEST(JobContext, DoesNotTakeAnUnknownTotalForTheEnd)
{
    int seen = 0;
    const base::JobContext job({}, [&seen](const base::Progress&) { ++seen; });
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 1000; ++i)
        job.report({"-", 0, 0});
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    EXPECT_LE(seen, 30 * taken.count() + 1);
}

TEST(JobContext, NeedsNoSink)
{
    base::JobContext {}.report({"a", 1, 2});
}
