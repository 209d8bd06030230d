// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/philox.h"

#include <gtest/gtest.h>

#include <vector>

namespace fullscope::base {

// From kat_vectors of Random123 1.09: counter, key, result.
TEST(Philox, givesThePublishedAnswers)
{
    EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (PhiloxBlock {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    EXPECT_EQ(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
        (PhiloxBlock {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
        (PhiloxBlock {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Philox, givesNumbersBetweenZeroAndOne)
{
    // Counter and key of zeros: (0x6627e8d5e169c58d >> 12) + ½ in units of 2^-52.
    EXPECT_EQ(philoxUniforms(0, 0, 0)[0], (static_cast<double>(0x6627e8d5e169c) + 0.5) / 4503599627370496.0);
    double sum = 0, least = 1, greatest = 0;
    constexpr int kPairs = 50'000;
    for (std::uint64_t pair = 0; pair < kPairs; ++pair)
        for (const double u : philoxUniforms(7, 11, pair)) {
            sum += u;
            least = std::min(least, u);
            greatest = std::max(greatest, u);
        }
    EXPECT_GT(least, 0);
    EXPECT_LT(greatest, 1);
    EXPECT_NEAR(sum / (2 * kPairs), 0.5, 5 * 0.2887 / 316); // five standard errors
}

// Many at once are the same numbers to the last bit, wherever they begin and end.
TEST(Philox, fillsWithTheSameNumbers)
{
    constexpr std::uint64_t kSeed = 0x123456789ABCDEF0, kStream = 0xFEDCBA9876543210;
    for (const std::size_t count : {0, 1, 2, 31, 32, 33, 64, 95, 1000})
        for (const std::uint64_t first : {std::uint64_t {0}, std::uint64_t {7}, std::uint64_t {0xFFFFFFFF} - 5}) {
            std::vector<double> uniforms(count, -1);
            fillPhiloxUniforms(kSeed, kStream, first, uniforms);
            for (std::size_t i = 0; i < count; ++i)
                ASSERT_EQ(uniforms[i], philoxUniforms(kSeed, kStream, first + i / 2)[i % 2]) << count << ' ' << i;
        }
}

} // namespace fullscope::base
