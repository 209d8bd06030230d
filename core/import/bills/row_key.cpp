// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/row_key.h"

#include "core/base/text.h"

#include <algorithm>

namespace fullscope::import {

namespace {

constexpr std::uint64_t kBasis = 0xcbf29ce484222325; // FNV-1a

std::uint64_t hashOf(std::string_view text, std::uint64_t hash)
{
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash;
}

// Spreads every bit over all others, so that sums of hashes are hashes too (the finaliser of MurmurHash3).
std::uint64_t spread(std::uint64_t hash)
{
    hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccd;
    hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53;
    return hash ^ (hash >> 33);
}

} // namespace

RowKey::RowKey(const std::vector<std::string>& header, LeftOut leftOut)
{
    for (const std::string& column : header) {
        const std::string name = base::toLower(base::trimmed(column));
        m_names.push_back(leftOut(name) ? 0 : spread(hashOf(name, kBasis)));
    }
}

std::string RowKey::of(const std::vector<std::string_view>& fields) const
{
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < std::min(fields.size(), m_names.size()); ++i)
        if (const std::string_view value = base::trimmed(fields[i]); m_names[i] != 0 && !value.empty())
            sum += spread(hashOf(value, m_names[i]));
    std::string text(16, '0');
    for (std::size_t i = text.size(); i-- > 0; sum >>= 4)
        text[i] = "0123456789abcdef"[sum & 15];
    return text;
}

} // namespace fullscope::import
