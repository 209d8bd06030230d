// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>

namespace fullscope::bench {

// e^x within 2 units of the last place (Cephes' expf), in arithmetic that compilers vectorise. Below -87.3, where
// float32 has no normal numbers left, 1.2e-38; above 88, e^88; NaN stays NaN.
[[gnu::always_inline]] inline float fastExp(float x)
{
    x = x < -87.3F ? -87.3F : x;
    x = x > 88.0F ? 88.0F : x;
    // Adding 1.5·2^23 rounds to a whole number, which then stands in the low bits.
    constexpr float kRounder = 12'582'912.0F;
    const float rounded = x * 1.44269504F + kRounder;
    const float n = rounded - kRounder;
    const float r = (x - n * 0.693359375F) + n * 2.12194440e-4F;
    float p = 1.9875691500e-4F;
    p = p * r + 1.3981999507e-3F;
    p = p * r + 8.3334519073e-3F;
    p = p * r + 4.1665795894e-2F;
    p = p * r + 1.6666665459e-1F;
    p = p * r + 5.0000001201e-1F;
    p = p * (r * r) + r + 1.0F;
    const auto exponent = std::bit_cast<std::uint32_t>(rounded) - std::bit_cast<std::uint32_t>(kRounder) + 127U;
    return p * std::bit_cast<float>(exponent << 23);
}

} // namespace fullscope::bench
