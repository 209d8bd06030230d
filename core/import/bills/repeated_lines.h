// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a line of a bill with an id of its own stands in one file twice, as where files were put together.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>
#include <unordered_set>

namespace fullscope::import {

// Memory does not grow with the file: of more than kMost different lines those are looked at whose hash ends with
// zeros, one more whenever there are too many again. A part that is repeated has some of these.
class RepeatedLines {
public:
    // `key` says what the line says (RowKey), `id` and `interval` which line it is. True: it was there before.
    bool add(std::string_view id, std::string_view interval, std::string_view key)
    {
        std::uint64_t hash = kBasis;
        for (const std::string_view part : {id, interval, key}) {
            for (const char c : part)
                hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
            hash = (hash ^ 0xFF) * kPrime; // what no text holds
        }
        hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccd;
        hash ^= hash >> 33;
        if (id.empty() || std::countr_zero(hash) < m_zeros)
            return false;
        if (!m_seen.insert(hash).second)
            return true;
        while (m_seen.size() > kMost) {
            ++m_zeros;
            std::erase_if(m_seen, [this](std::uint64_t one) { return std::countr_zero(one) < m_zeros; });
        }
        return false;
    }

private:
    static constexpr std::uint64_t kBasis = 0xcbf29ce484222325, kPrime = 0x100000001b3; // FNV-1a
    static constexpr std::size_t kMost = 1 << 17;

    std::unordered_set<std::uint64_t> m_seen;
    int m_zeros = 0;
};

} // namespace fullscope::import
