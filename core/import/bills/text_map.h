// SPDX-License-Identifier: GPL-3.0-or-later
// A field of a bill that holds a JSON object of texts, or an array of `{"key": …, "value": …}`: tags, attributes of a
// product.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fullscope::import {

// Neighbouring rows mostly repeat such a field: it is parsed once.
class TextMap {
public:
    using Entries = std::vector<std::pair<std::string, std::string>>;

    // Keys trimmed, in their order; values that are neither text nor number nor truth are left out, as is `null`.
    // False when it is neither of the two, or something was left out for its kind.
    bool read(std::string_view json);
    const Entries& entries() const { return m_entries; }
    std::string_view value(std::string_view key) const; // empty = none

private:
    std::string m_json;
    bool m_flat = true;
    Entries m_entries;
};

} // namespace fullscope::import
