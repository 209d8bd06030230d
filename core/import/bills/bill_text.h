// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::import {

// The first line of `text` that is not blank: all that detection looks at.
std::string_view headerLine(std::string_view text);

// The names of the columns of a header line, as `spelling` has them, for detection.
std::vector<std::string> headerColumns(std::string_view header, std::string (*spelling)(std::string_view name));

// How many of a unit of time, as bills spell it ("Hrs", "Minutes"), are an hour; 0 for others. Blocks ("10 Hours") and
// rates ("GB Hours") are no time.
std::int64_t unitsPerHour(std::string_view unit);
inline bool isHours(std::string_view unit)
{
    return unitsPerHour(unit) == 1;
}

} // namespace fullscope::import
