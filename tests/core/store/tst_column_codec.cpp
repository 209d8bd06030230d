// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/column_codec.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace base = fullscope::base;
using fullscope::store::ColumnCodec;

namespace {

using Doubles = std::vector<double>;
using Integers = std::vector<std::int64_t>;
using Limits = std::numeric_limits<double>;

std::vector<std::uint64_t> bits(const Doubles& values)
{
    std::vector<std::uint64_t> result;
    for (const double value : values)
        result.push_back(std::bit_cast<std::uint64_t>(value));
    return result;
}

// Size of the blob; the values must come back to the bit.
template <typename Value>
std::size_t roundTrip(const std::vector<Value>& column)
{
    ColumnCodec codec;
    const auto blob = codec.encode(std::span(column));
    const std::vector<std::byte> kept(blob.begin(), blob.end());
    std::vector<Value> back(column.size());
    const auto status = codec.decode(kept, std::span(back));
    EXPECT_TRUE(status.ok());
    if constexpr (std::is_same_v<Value, double>)
        EXPECT_EQ(bits(back), bits(column));
    else
        EXPECT_EQ(back, column);
    return kept.size();
}

} // namespace

TEST(ColumnCodec, extremeIntegersComeBack)
{
    constexpr auto kMin = std::numeric_limits<std::int64_t>::min();
    constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
    roundTrip(Integers {});
    roundTrip(Integers {kMin});
    roundTrip(Integers {kMax, kMin, 0, -1, 1, kMin, kMax, kMax - 1});
}

TEST(ColumnCodec, randomIntegersComeBack)
{
    std::mt19937_64 random(1);
    for (int trial = 0; trial < 50; ++trial) {
        Integers column(random() % 3000);
        const auto shift = random() % 64;
        for (auto& value : column)
            value = static_cast<std::int64_t>(random() >> shift) * ((random() & 1) ? 1 : -1);
        roundTrip(column);
    }
}

TEST(ColumnCodec, everyKindOfDoubleComesBackToTheBit)
{
    roundTrip(Doubles {});
    roundTrip(Doubles {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(), -0.0, 0.0});
    roundTrip(Doubles {1.5, Limits::quiet_NaN(), -0.0, 2.25, Limits::infinity(), 3});
    roundTrip(Doubles {Limits::denorm_min(), -Limits::denorm_min(), Limits::min(), Limits::max(), Limits::lowest()});
    roundTrip(Doubles {9007199254740991.0, 9007199254740992.0, 9007199254740993.0, 1e22, 1e23, -1e300});
    roundTrip(Doubles {0.1, 0.30000000000000004, 1.0 / 3, std::nextafter(0.1, 1), std::nextafter(0.1, 0)});
    roundTrip(Doubles {std::bit_cast<double>(0x7ff8000000000123ULL), 1.0}); // not a number with a payload
    roundTrip(Doubles {std::bit_cast<double>(0xfff8000000000000ULL), 1.0}); // and with a sign
}

TEST(ColumnCodec, doublesOfRandomBitsComeBack)
{
    std::mt19937_64 random(2);
    for (int trial = 0; trial < 30; ++trial) {
        Doubles column(random() % 3000);
        for (double& value : column)
            value = std::bit_cast<double>(random());
        roundTrip(column);
    }
}

// Decimals as logs print them, with gaps: the case that is packed as whole numbers.
TEST(ColumnCodec, printedDecimalsComeBackToTheBit)
{
    std::mt19937_64 random(3);
    for (int digits = 0; digits <= 17; ++digits) {
        Doubles column;
        for (int i = 0; i < 2000; ++i) {
            const auto whole = static_cast<std::int64_t>(random() % 2'000'000) - 1'000'000;
            const std::string text = std::to_string(whole) + "e-" + std::to_string(digits);
            column.push_back(random() % 10 == 0 ? Limits::quiet_NaN() : std::stod(text));
        }
        roundTrip(column);
    }
}

TEST(ColumnCodec, printedDecimalsTakeFewBytes)
{
    std::mt19937_64 random(4);
    Doubles loss;
    Integers step;
    for (int i = 0; i < 16'384; ++i) {
        loss.push_back(static_cast<double>(20'000 + random() % 1'000) / 10'000); // 2.0000 … 2.0999: 10 bits of content
        step.push_back(1'000 + 10 * i);
    }
    EXPECT_LT(roundTrip(loss), 16'384U * 2);
    EXPECT_LT(roundTrip(step), 200U);
}

class DamagedBlob : public testing::TestWithParam<std::size_t> { };

TEST_P(DamagedBlob, isAnErrorNeverACrash)
{
    ColumnCodec codec;
    Doubles column {1.5, 2.5, Limits::quiet_NaN(), 4.5};
    while (column.size() < GetParam())
        column.push_back(static_cast<double>(column.size() * 7 % 100) / 8);
    const auto blob = codec.encode(std::span(column));
    const std::vector<std::byte> whole(blob.begin(), blob.end());
    Doubles back(column.size());
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_FALSE(codec.decode(std::span(whole).first(size), std::span(back)).ok()) << size;
    Doubles longer(column.size() + 1);
    EXPECT_FALSE(codec.decode(whole, std::span(longer)).ok());
    Integers other(column.size());
    EXPECT_FALSE(codec.decode(whole, std::span(other)).ok()) << "doubles are no integers";

    // Any single byte may change: an error or other values, never a crash.
    for (std::size_t i = 0; i < whole.size(); ++i) {
        for (int change = 1; change < 256; change += 7) {
            auto damaged = whole;
            damaged[i] ^= static_cast<std::byte>(change);
            (void)codec.decode(damaged, std::span(back)).ok();
        }
    }
}

INSTANTIATE_TEST_SUITE_P(PlainAndCompressed, DamagedBlob, testing::Values(4, 400));
