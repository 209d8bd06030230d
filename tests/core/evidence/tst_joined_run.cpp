// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/joined_run.h"

#include <gtest/gtest.h>

namespace base = fullscope::base;
namespace evidence = fullscope::evidence;

namespace {

evidence::Run runOf(
    const std::string& path, std::vector<evidence::SeriesInfo> series, std::vector<evidence::Fact> facts)
{
    evidence::Run run;
    run.name = path;
    run.files.emplace_back().path = path;
    run.series = std::move(series);
    run.facts = std::move(facts);
    run.events = {{.kind = evidence::EventKind::failure, .line = 9, .time_us = 1'000, .text = {}, .after_sample = 1}};
    run.sample_count = 2;
    return run;
}

} // namespace

TEST(JoinedRun, keepsWhatEachAttemptTells)
{
    const auto joined = evidence::joinAttempts({runOf("a", {{"loss", ""}, {"lr", ""}}, {{"world_size", "8", 3}}),
                                                   runOf("b", {{"lr", ""}, {"mfu", "%"}}, {{"device", "H100", 4}})},
        {0, 500});
    EXPECT_EQ(joined.run.name, "a");
    EXPECT_EQ(joined.run.sample_count, 4);
    ASSERT_EQ(joined.run.series.size(), 3U);
    EXPECT_EQ(joined.series, (std::vector<std::vector<int>> {{0, 1, -1}, {-1, 0, 1}}));
    ASSERT_NE(joined.run.fact("device"), nullptr);
    EXPECT_EQ(joined.run.fact("device")->file, 1);
    ASSERT_EQ(joined.run.events.size(), 2U);
    EXPECT_EQ(joined.run.events[1].after_sample, 3);
    EXPECT_EQ(joined.run.events[1].file, 1);
    EXPECT_EQ(joined.run.events[1].time_us, 1'500);
    EXPECT_TRUE(joined.problems.empty());
}

TEST(JoinedRun, tellsFactsThatDiffer)
{
    const auto joined = evidence::joinAttempts(
        {runOf("a", {}, {{"world_size", "8", 3}}), runOf("b", {}, {{"world_size", "4", 7}})}, {0, 0});
    EXPECT_EQ(joined.run.fact("world_size")->value, "8");
    ASSERT_EQ(joined.problems.size(), 1U);
    EXPECT_EQ(joined.problems[0].what.code, base::Code::fact_differs);
    EXPECT_EQ(joined.problems[0].what.file, "b");
    EXPECT_EQ(joined.problems[0].what.line, 7);
    EXPECT_EQ(joined.problems[0].what.found, "4");
}
