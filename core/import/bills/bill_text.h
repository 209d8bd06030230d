// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace fullscope::import {

// The first line of `text` that is not blank: all that detection looks at.
std::string_view headerLine(std::string_view text);

// A unit of time in hours, as bills spell it ("Hrs", "Hour"). Blocks ("10 Hours") and rates ("GB Hours") are not.
bool isHours(std::string_view unit);

} // namespace fullscope::import
