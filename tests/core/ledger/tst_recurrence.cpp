// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/recurrence.h"

#include <gtest/gtest.h>

#include <random>

namespace fullscope::ledger {
namespace {

const std::vector<CoveredSteps> kThousand {{0, 1000, 0}};

TEST(Recurrence, findsPeriodAndPhaseAmongOddOnes)
{
    const auto found = findRecurrences({100, 130, 200, 300, 400, 455, 500, 600}, kThousand, 1);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].period, 100);
    EXPECT_EQ(found[0].phase, 0);
    EXPECT_EQ(found[0].hits, 6);
    EXPECT_TRUE(found[0].holds(700));
    EXPECT_FALSE(found[0].holds(130));
}

TEST(Recurrence, findsTwoOfThem)
{
    std::vector<std::int64_t> steps;
    for (std::int64_t s = 100; s <= 1000; s += 100)
        steps.push_back(s);
    for (std::int64_t s = 51; s <= 1000; s += 250)
        steps.push_back(s);
    const auto found = findRecurrences(steps, kThousand, 1);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].period, 100);
    EXPECT_EQ(found[1].period, 250);
    EXPECT_EQ(found[1].phase, 51);
}

TEST(Recurrence, threeMustBeAtEveryChanceAndTwoAreNone)
{
    EXPECT_EQ(findRecurrences({100, 200, 300}, kThousand, 1).size(), 1u);
    EXPECT_TRUE(findRecurrences({100, 200}, kThousand, 1).empty());
    EXPECT_TRUE(findRecurrences({100, 200, 900}, kThousand, 1).empty());
}

TEST(Recurrence, everyRecordOneAfterAnotherIsNone)
{
    EXPECT_TRUE(findRecurrences({10, 20, 30, 40, 50, 60}, kThousand, 10).empty());
    EXPECT_EQ(findRecurrences({20, 40, 60, 80}, kThousand, 10).size(), 1u);
}

TEST(Recurrence, stepsThatTheRunNeverHadAreNoChance)
{
    const std::vector<CoveredSteps> cut {{0, 350, 0}, {850, 1000, 1}};
    EXPECT_EQ(findRecurrences({100, 200, 300, 900, 1000}, cut, 1).size(), 1u);
    EXPECT_TRUE(findRecurrences({100, 200, 300, 900, 1000}, kThousand, 1).empty()); // 5 of 10
}

TEST(Recurrence, randomSpikesSeldomLookRegular)
{
    int regular = 0;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        std::mt19937_64 random(seed);
        std::vector<std::int64_t> steps;
        for (int i = 0; i < 12; ++i)
            steps.push_back(static_cast<std::int64_t>(random() % 1000) + 1);
        regular += findRecurrences(steps, kThousand, 1).empty() ? 0 : 1;
    }
    EXPECT_LT(regular, 50);
}

} // namespace
} // namespace fullscope::ledger
