// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/philox.h"

#include <algorithm>
#include <bit>
#include <cstddef>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace fullscope::base {

namespace {

constexpr std::size_t kLanes = 16; // blocks that are made side by side

// The words of blocks; the upper halves hold nothing that counts: the multiplication of x86 leaves them aside.
using Lanes = std::array<std::uint64_t, kLanes>;
struct alignas(64) Words {
    Lanes a, b, c, d;
};

struct Stream {
    std::uint64_t seed = 0, stream = 0;
};

inline void begin(Words& words, const Stream& of, std::uint64_t first)
{
    for (std::size_t i = 0; i < kLanes; ++i) {
        words.a[i] = first + i;
        words.b[i] = (first + i) >> 32;
        words.c[i] = of.stream;
        words.d[i] = of.stream >> 32;
    }
}

// As philoxUniforms() does it: an integer below 2^52 stands in the mantissa of 2^52 + itself.
inline double uniformOf(std::uint64_t upper, std::uint64_t lower)
{
    const std::uint64_t bits = (upper << 32 | (lower & 0xFFFFFFFFU)) >> 12;
    return (std::bit_cast<double>(0x4330000000000000U | bits) - 0x1p52 + 0.5) * 0x1p-52;
}

inline void end(const Words& words, double* uniforms)
{
    for (std::size_t i = 0; i < kLanes; ++i) {
        uniforms[2 * i] = uniformOf(words.a[i], words.b[i]);
        uniforms[2 * i + 1] = uniformOf(words.c[i], words.d[i]);
    }
}

using Maker = void (*)(const Stream& of, std::uint64_t first, std::size_t groups, double* uniforms);

#if defined(__x86_64__)

inline __m128i load(const Lanes& lanes, std::size_t i)
{
    return _mm_load_si128(reinterpret_cast<const __m128i*>(lanes.data() + i));
}
inline void store(Lanes& lanes, std::size_t i, __m128i value)
{
    _mm_store_si128(reinterpret_cast<__m128i*>(lanes.data() + i), value);
}

void makeSse2(const Stream& of, std::uint64_t first, std::size_t groups, double* uniforms)
{
    const __m128i multiplier0 = _mm_set1_epi64x(static_cast<long long>(PhiloxConstants::multiplier0));
    const __m128i multiplier1 = _mm_set1_epi64x(static_cast<long long>(PhiloxConstants::multiplier1));
    Words words;
    for (std::size_t group = 0; group < groups; ++group) {
        begin(words, of, first + group * kLanes);
        for (std::size_t i = 0; i < kLanes; i += 2) {
            __m128i a = load(words.a, i), b = load(words.b, i), c = load(words.c, i), d = load(words.d, i);
            auto key0 = static_cast<std::uint32_t>(of.seed), key1 = static_cast<std::uint32_t>(of.seed >> 32);
            for (int round = 0; round < PhiloxConstants::rounds; ++round) {
                const __m128i product0 = _mm_mul_epu32(multiplier0, a), product1 = _mm_mul_epu32(multiplier1, c);
                a = _mm_xor_si128(_mm_xor_si128(_mm_srli_epi64(product1, 32), b), _mm_set1_epi64x(key0));
                c = _mm_xor_si128(_mm_xor_si128(_mm_srli_epi64(product0, 32), d), _mm_set1_epi64x(key1));
                b = product1;
                d = product0;
                key0 += PhiloxConstants::weyl0;
                key1 += PhiloxConstants::weyl1;
            }
            store(words.a, i, a);
            store(words.b, i, b);
            store(words.c, i, c);
            store(words.d, i, d);
        }
        end(words, uniforms + group * 2 * kLanes);
    }
}

__attribute__((target("avx2"))) inline __m256i loadWide(const Lanes& lanes, std::size_t i)
{
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(lanes.data() + i));
}
__attribute__((target("avx2"))) inline void storeWide(Lanes& lanes, std::size_t i, __m256i value)
{
    _mm256_store_si256(reinterpret_cast<__m256i*>(lanes.data() + i), value);
}

__attribute__((target("avx2"))) void makeAvx2(
    const Stream& of, std::uint64_t first, std::size_t groups, double* uniforms)
{
    const __m256i multiplier0 = _mm256_set1_epi64x(static_cast<long long>(PhiloxConstants::multiplier0));
    const __m256i multiplier1 = _mm256_set1_epi64x(static_cast<long long>(PhiloxConstants::multiplier1));
    Words words;
    for (std::size_t group = 0; group < groups; ++group) {
        begin(words, of, first + group * kLanes);
        for (std::size_t i = 0; i < kLanes; i += 4) {
            __m256i a = loadWide(words.a, i), b = loadWide(words.b, i), c = loadWide(words.c, i),
                    d = loadWide(words.d, i);
            auto key0 = static_cast<std::uint32_t>(of.seed), key1 = static_cast<std::uint32_t>(of.seed >> 32);
            for (int round = 0; round < PhiloxConstants::rounds; ++round) {
                const __m256i product0 = _mm256_mul_epu32(multiplier0, a), product1 = _mm256_mul_epu32(multiplier1, c);
                a = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(product1, 32), b), _mm256_set1_epi64x(key0));
                c = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(product0, 32), d), _mm256_set1_epi64x(key1));
                b = product1;
                d = product0;
                key0 += PhiloxConstants::weyl0;
                key1 += PhiloxConstants::weyl1;
            }
            storeWide(words.a, i, a);
            storeWide(words.b, i, b);
            storeWide(words.c, i, c);
            storeWide(words.d, i, d);
        }
        end(words, uniforms + group * 2 * kLanes);
    }
}

Maker maker()
{
    return __builtin_cpu_supports("avx2") ? makeAvx2 : makeSse2;
}

#else

void make(const Stream& of, std::uint64_t first, std::size_t groups, double* uniforms)
{
    for (std::size_t i = 0; i < groups * kLanes; ++i) {
        const auto pair = philoxUniforms(of.seed, of.stream, first + i);
        uniforms[2 * i] = pair[0];
        uniforms[2 * i + 1] = pair[1];
    }
}

Maker maker()
{
    return make;
}

#endif

} // namespace

void fillPhiloxUniforms(std::uint64_t seed, std::uint64_t stream, std::uint64_t first, std::span<double> uniforms)
{
    const Maker make = maker();
    constexpr std::size_t kGroup = 2 * kLanes; // numbers
    const std::size_t groups = uniforms.size() / kGroup, done = groups * kGroup;
    make({seed, stream}, first, groups, uniforms.data());
    if (done == uniforms.size())
        return;
    std::array<double, kGroup> last;
    make({seed, stream}, first + done / 2, 1, last.data());
    std::copy_n(last.begin(), uniforms.size() - done, uniforms.begin() + static_cast<std::ptrdiff_t>(done));
}

} // namespace fullscope::base
