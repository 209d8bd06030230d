// SPDX-License-Identifier: GPL-3.0-or-later
// By what a line of a bill is known again in another delivery of the same month.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::import {

// A hash of what the line says: of its fields that are not empty, with the names of their columns, in whatever order
// these stand. Ids of lines and invoices are not part of it: they change from one delivery to the next.
class RowKey {
public:
    // Says of a column, by its name in lower case, that it is left out.
    using LeftOut = bool (*)(std::string_view name);

    RowKey() = default;
    RowKey(const std::vector<std::string>& header, LeftOut leftOut);

    // 16 hexadecimal digits.
    std::string of(const std::vector<std::string_view>& fields) const;

private:
    std::vector<std::uint64_t> m_names; // hashes of the columns' names; 0 = left out
};

} // namespace fullscope::import
