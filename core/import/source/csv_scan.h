// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the characters that structure a CSV text: 64 bytes at a time, one bit each. The portable form is the oracle
// of the vector one (tests compare them).
#pragma once

#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace fullscope::import {

constexpr std::size_t kScanWidth = 64; // bytes read by one call

// Bit i is set where text[i] is the separator, a quote, `\n` or `\r`.
inline std::uint64_t structuralMaskPortable(const char* text, char separator)
{
    std::uint64_t mask = 0;
    for (std::size_t i = 0; i < kScanWidth; ++i) {
        const char c = text[i];
        const bool structural = c == separator || c == '"' || c == '\n' || c == '\r';
        mask |= static_cast<std::uint64_t>(structural) << i;
    }
    return mask;
}

#if defined(__SSE2__)
inline std::uint64_t structuralMask(const char* text, char separator)
{
    const __m128i separators = _mm_set1_epi8(separator);
    const __m128i quotes = _mm_set1_epi8('"');
    const __m128i newlines = _mm_set1_epi8('\n');
    const __m128i returns = _mm_set1_epi8('\r');
    std::uint64_t mask = 0;
    for (std::size_t part = 0; part < kScanWidth; part += 16) {
        __m128i bytes;
        std::memcpy(&bytes, text + part, sizeof bytes);
        const __m128i ends = _mm_or_si128(_mm_cmpeq_epi8(bytes, newlines), _mm_cmpeq_epi8(bytes, returns));
        const __m128i marks = _mm_or_si128(_mm_cmpeq_epi8(bytes, separators), _mm_cmpeq_epi8(bytes, quotes));
        const auto bits = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_or_si128(ends, marks)));
        mask |= static_cast<std::uint64_t>(bits) << part;
    }
    return mask;
}
#else
inline std::uint64_t structuralMask(const char* text, char separator)
{
    return structuralMaskPortable(text, separator);
}
#endif

} // namespace fullscope::import
