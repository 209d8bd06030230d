// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/sample_reader.h"

#include <gtest/gtest.h>

#include <cmath>

namespace evidence = fullscope::evidence;

namespace {

// Record i: line 10 i, step i + 1, two series of which the second is logged in even records only.
evidence::MemorySamples samplesOf(std::size_t count)
{
    evidence::MemorySamples samples;
    for (std::size_t i = 0; i < count; ++i) {
        evidence::Sample sample;
        sample.line = static_cast<std::int64_t>(10 * i);
        sample.step = static_cast<std::int64_t>(i + 1);
        sample.time_us = static_cast<std::int64_t>(1000 * i);
        sample.values.push_back(static_cast<double>(i) / 2);
        if (i % 2 == 0)
            sample.values.push_back(-static_cast<double>(i));
        samples.add(sample);
    }
    return samples;
}

std::size_t countRows(evidence::SampleReader& reader)
{
    evidence::SampleBlock block;
    std::size_t rows = 0;
    for (;;) {
        const auto more = reader.next(block);
        EXPECT_TRUE(more.ok());
        if (!*more)
            return rows;
        EXPECT_EQ(block.first, static_cast<std::int64_t>(rows));
        EXPECT_LE(block.rows(), evidence::kBlockRows);
        rows += block.rows();
    }
}

} // namespace

TEST(MemorySamples, AreReadInBlocksOfColumns)
{
    const std::size_t count = evidence::kBlockRows + 3;
    const evidence::MemorySamples samples = samplesOf(count);
    const auto reader = samples.read({1, -1, 0});
    evidence::SampleBlock block;
    ASSERT_TRUE(*reader->next(block));
    EXPECT_EQ(block.rows(), evidence::kBlockRows);
    ASSERT_EQ(block.values.size(), 3U);
    EXPECT_EQ(block.values[0][4], -4.0);
    EXPECT_TRUE(std::isnan(block.values[0][5])); // a shorter record: not logged
    EXPECT_TRUE(std::isnan(block.values[1][4])); // a series that the log has not
    EXPECT_EQ(block.values[2][5], 2.5);

    ASSERT_TRUE(*reader->next(block));
    EXPECT_EQ(block.first, static_cast<std::int64_t>(evidence::kBlockRows));
    ASSERT_EQ(block.rows(), 3U);
    EXPECT_EQ(block.line[2], static_cast<std::int64_t>(10 * (count - 1)));
    EXPECT_EQ(block.step[2], static_cast<std::int64_t>(count));
    EXPECT_EQ(block.time_us[2], static_cast<std::int64_t>(1000 * (count - 1)));
    EXPECT_FALSE(*reader->next(block));
}

TEST(MemorySamples, CanBeReadAgainAndSideBySide)
{
    const evidence::MemorySamples samples = samplesOf(20'000);
    const auto a = samples.read({0});
    const auto b = samples.read({});
    EXPECT_EQ(countRows(*a), 20'000U);
    EXPECT_EQ(countRows(*b), 20'000U);
    EXPECT_EQ(countRows(*a), 0U);
    a->rewind();
    EXPECT_EQ(countRows(*a), 20'000U);
    EXPECT_EQ(samples.size(), 20'000U);
}

TEST(MemorySamples, MayBeEmpty)
{
    EXPECT_EQ(countRows(*evidence::MemorySamples {}.read({0})), 0U);
}
