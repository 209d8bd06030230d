// SPDX-License-Identifier: GPL-3.0-or-later
// Philox4x32-10 (Salmon, Moraes, Dror, Shaw 2011): random numbers by counter and key, so that any of them can be made
// without those before it.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace fullscope::base {

using PhiloxBlock = std::array<std::uint32_t, 4>;

struct PhiloxConstants {
    static constexpr int rounds = 10;
    static constexpr std::uint64_t multiplier0 = 0xD2511F53, multiplier1 = 0xCD9E8D57;
    static constexpr std::uint32_t weyl0 = 0x9E3779B9, weyl1 = 0xBB67AE85;
};

inline PhiloxBlock philox(PhiloxBlock counter, std::array<std::uint32_t, 2> key)
{
    using Constants = PhiloxConstants;
    for (int round = 0; round < Constants::rounds; ++round) {
        const std::uint64_t product0 = Constants::multiplier0 * counter[0],
                            product1 = Constants::multiplier1 * counter[2];
        counter
            = {static_cast<std::uint32_t>(product1 >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(product1),
                static_cast<std::uint32_t>(product0 >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(product0)};
        key[0] += Constants::weyl0;
        key[1] += Constants::weyl1;
    }
    return counter;
}

// Two numbers of (0, 1), neither end included: 53 bits each.
inline std::array<double, 2> philoxUniforms(std::uint64_t seed, std::uint64_t stream, std::uint64_t pair)
{
    const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
    const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
    const PhiloxBlock bits = philox({low(pair), high(pair), low(stream), high(stream)}, {low(seed), high(seed)});
    const auto uniform = [](std::uint64_t upper, std::uint64_t lower) {
        return (static_cast<double>((upper << 32 | lower) >> 12) + 0.5) * 0x1p-52;
    };
    return {uniform(bits[0], bits[1]), uniform(bits[2], bits[3])};
}

// Those of the pairs from `first` on, one after the other, many at once: values 2i and 2i + 1 are philoxUniforms(seed,
// stream, first + i).
void fillPhiloxUniforms(std::uint64_t seed, std::uint64_t stream, std::uint64_t first, std::span<double> uniforms);

} // namespace fullscope::base
