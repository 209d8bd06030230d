// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of printed units.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fullscope::audit {

// Without what the figure is of ("/GPU"), which goes to `owners`, and with "per" as a slash.
std::string bareUnit(std::string_view unit, std::string* owners = nullptr);
// How many tokens a price is of: 1e9 of "$/1B tokens", "/billion tokens", "元/亿tokens"; nothing where it is of none.
std::optional<double> tokensPaid(std::string_view unit);
// 1e9 of "B", "billion", "十亿", as a column or a label says it for all its figures.
std::optional<double> magnitudeOf(std::string_view word);

} // namespace fullscope::audit
