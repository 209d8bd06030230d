// SPDX-License-Identifier: GPL-3.0-or-later
// What goes into a session comes back to the bit, in the same blocks as from memory.
#include "tests/core/store/store_support.h"

#include <bit>
#include <cmath>
#include <limits>

using namespace fullscope::store::test;
namespace base = fullscope::base;
namespace evidence = fullscope::evidence;

namespace {

constexpr std::int64_t kRows = static_cast<std::int64_t>(evidence::kBlockRows);

double anyDouble(std::mt19937_64& random)
{
    switch (random() % 8) {
    case 0:
        return evidence::kNotLogged;
    case 1:
        return std::numeric_limits<double>::infinity() * ((random() & 1) ? 1 : -1);
    case 2:
        return -0.0;
    case 3: {
        const double value = std::bit_cast<double>(random());
        return std::isnan(value) ? 1.0 : value;
    }
    default:
        return static_cast<double>(random() % 100'000) / 1'000;
    }
}

// Fewer values in some samples, and a series that appears late.
evidence::Sample anySample(std::mt19937_64& random, std::int64_t index)
{
    evidence::Sample sample;
    sample.line = index * 3 + 1;
    sample.step = index - static_cast<std::int64_t>(random() % 50);
    sample.time_us = random() % 5 == 0 ? base::kNoTime : static_cast<std::int64_t>(random() >> 2);
    sample.values.resize(random() % (index < kRows ? 3 : 4));
    for (double& value : sample.values)
        value = anyDouble(random);
    return sample;
}

void expectSame(const evidence::SampleStore& a, const evidence::SampleStore& b, const std::vector<int>& series)
{
    const auto first = a.read(series);
    const auto second = b.read(series);
    for (int pass = 0; pass < 2; ++pass) {
        evidence::SampleBlock x, y;
        while (true) {
            const auto more = first->next(x);
            const auto other = second->next(y);
            ASSERT_TRUE(more.ok() && other.ok());
            ASSERT_EQ(*more, *other);
            if (!*more)
                break;
            ASSERT_EQ(x.first, y.first);
            ASSERT_EQ(x.line, y.line);
            ASSERT_EQ(x.step, y.step);
            ASSERT_EQ(x.time_us, y.time_us);
            ASSERT_EQ(x.values.size(), y.values.size());
            for (std::size_t i = 0; i < x.values.size(); ++i) {
                ASSERT_EQ(x.values[i].size(), y.values[i].size());
                for (std::size_t row = 0; row < x.rows(); ++row)
                    ASSERT_EQ(
                        std::bit_cast<std::uint64_t>(x.values[i][row]), std::bit_cast<std::uint64_t>(y.values[i][row]))
                        << "series " << series[i] << ", sample " << x.first + static_cast<std::int64_t>(row);
            }
        }
        first->rewind();
        second->rewind();
    }
}

} // namespace

class SampleCount : public testing::TestWithParam<std::int64_t> { };

TEST_P(SampleCount, comesBackToTheBit)
{
    std::mt19937_64 random(static_cast<std::uint64_t>(GetParam()));
    const auto workspace = openedAt("");
    ASSERT_NE(workspace, nullptr);
    auto session = workspace->beginImport(*workspace->newBatch());
    ASSERT_OK(session);
    evidence::MemorySamples expected;
    for (const char* name : {"a", "b", "c", "late"})
        (*session)->series({name, "", {}, {}});
    for (std::int64_t i = 0; i < GetParam(); ++i) {
        const auto sample = anySample(random, i);
        expected.add(sample);
        ASSERT_OK((*session)->addSample(sample));
    }
    ASSERT_OK((*session)->endSamples());
    const std::vector<int> series {3, 0, -1, 2, 1, 0};
    expectSame(*(*session)->samples(), expected, series); // before the commit, for the ledger

    evidence::Run run;
    run.files = {sourceFile("a.log", "1", "megatron")};
    std::vector<fullscope::store::Replaced> replaced;
    const auto id = (*session)->finishRun(run, {}, {}, replaced);
    ASSERT_OK(id);
    ASSERT_OK((*session)->commit());
    EXPECT_EQ(workspace->run(*id)->sample_count, GetParam());
    expectSame(*workspace->samples(*id), expected, series);
}

INSTANTIATE_TEST_SUITE_P(
    Sizes, SampleCount, testing::Values(0, 1, 2, kRows - 1, kRows, kRows + 1, 3 * kRows, 3 * kRows + 777));

TEST(Samples, sameSeriesNameGivesTheSameIndex)
{
    const auto workspace = openedAt("");
    auto session = workspace->beginImport(*workspace->newBatch());
    ASSERT_OK(session);
    EXPECT_EQ((*session)->series({"loss", "", {}, {}}), 0);
    EXPECT_EQ((*session)->series({"step_time", "s", {}, {}}), 1);
    EXPECT_EQ((*session)->series({"loss", "", {}, {}}), 0);
}
