// SPDX-License-Identifier: GPL-3.0-or-later
// Many at once against libm, at lengths that fill no block.
#include "core/scenario/quantile_kernels.h"

#include "core/base/philox.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace fullscope::scenario {

TEST(QuantileKernels, areTheInversesOfTheirDistributions)
{
    for (const std::size_t count : {1, 2, 255, 256, 257, 5000}) {
        std::vector<double> uniforms(count);
        base::fillPhiloxUniforms(1, 2, 3, uniforms);
        std::vector<double> scores = uniforms, triangle = uniforms;
        normalQuantiles(scores);
        triangularQuantiles(triangle, 1, 2, 5);
        for (std::size_t i = 0; i < count; ++i) {
            ASSERT_NEAR(std::erfc(-scores[i] / std::numbers::sqrt2) / 2, uniforms[i], 1e-14);
            const double x = triangle[i], below = x < 2 ? (x - 1) * (x - 1) / 4 : 1 - (5 - x) * (5 - x) / 12;
            ASSERT_NEAR(below, uniforms[i], 1e-14);
        }
        std::vector<double> powers = scores;
        exponentials(powers, 0.3, 2);
        for (std::size_t i = 0; i < count; ++i)
            ASSERT_NEAR(powers[i] / std::exp(0.3 + 2 * scores[i]), 1, 5e-16);
    }
}

TEST(QuantileKernels, holdAtTheEnds)
{
    std::vector<double> tails {5e-324, 1e-300, 1e-17, 0.075, 0.925, 1 - 0x1p-53};
    normalQuantiles(tails);
    const double known[] = {-38.4674056171443, -37.0470962993612, -8.4937932241096, -1.43953147093846, 1.43953147093846,
        8.20953615160139}; // mpmath, 40 digits
    for (std::size_t i = 0; i < tails.size(); ++i)
        EXPECT_NEAR(tails[i], known[i], 1e-12);
    std::vector<double> exponents {-1e9, -708, 0, 708, 1e9};
    exponentials(exponents, 0, 1);
    EXPECT_EQ(exponents[0], exponents[1]);
    EXPECT_NEAR(exponents[1] / std::exp(-708), 1, 1e-15);
    EXPECT_EQ(exponents[2], 1);
    EXPECT_NEAR(exponents[3] / std::exp(708), 1, 1e-15);
    EXPECT_EQ(exponents[4], exponents[3]);
    std::vector<double> values {-1, 0, 0.25, 9};
    scaleAndClamp(values, 1, 2, 0.5, 3);
    EXPECT_EQ(values, (std::vector<double> {0.5, 1, 1.5, 3}));
}

} // namespace fullscope::scenario
