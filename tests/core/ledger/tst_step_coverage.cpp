// SPDX-License-Identifier: GPL-3.0-or-later
// Interval sets against one entry per step.
#include "core/ledger/step_coverage.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace fullscope::ledger {
namespace {

TEST(StepCoverage, aLaterSegmentTakesOverWhatItRepeats)
{
    StepCoverage c;
    c.add(0, 40, 0);
    c.add(30, 62, 1);
    c.finish();
    ASSERT_EQ(c.pieces().size(), 2u);
    EXPECT_EQ(c.pieces()[0].end, 30);
    EXPECT_EQ(c.distinctSteps(), 62);
    EXPECT_EQ(c.repeatedAfter(0, 29, 30), 0);
    EXPECT_EQ(c.repeatedAfter(0, 25, 35), 5);
    EXPECT_EQ(c.repeatedAfter(1, 25, 35), 0);
}

TEST(StepCoverage, agreesWithAMapOfSteps)
{
    std::mt19937_64 random(11);
    for (int trial = 0; trial < 300; ++trial) {
        StepCoverage c;
        std::map<std::int64_t, std::int64_t> last;
        for (std::int64_t segment = 0; segment < 12; ++segment) {
            const auto begin = static_cast<std::int64_t>(random() % 100);
            const auto end = begin + static_cast<std::int64_t>(random() % 40);
            c.add(begin, end, segment);
            for (std::int64_t step = begin + 1; step <= end; ++step)
                last[step] = segment;
        }
        c.finish();
        ASSERT_EQ(c.distinctSteps(), static_cast<std::int64_t>(last.size()));
        for (int query = 0; query < 50; ++query) {
            const auto begin = static_cast<std::int64_t>(random() % 140);
            const auto end = begin + static_cast<std::int64_t>(random() % 20);
            const auto segment = static_cast<std::int64_t>(random() % 12);
            std::int64_t expected = 0;
            for (std::int64_t step = begin + 1; step <= end; ++step)
                if (const auto it = last.find(step); it != last.end() && it->second > segment)
                    ++expected;
            ASSERT_EQ(c.repeatedAfter(segment, begin, end), expected);
        }
    }
}

} // namespace
} // namespace fullscope::ledger
