// SPDX-License-Identifier: GPL-3.0-or-later
// Text helpers that no locale can bend.
#pragma once

#include "core/base/result.h"

#include <span>
#include <string>
#include <string_view>

namespace fullscope::base {

std::string_view trimmed(std::string_view text); // ASCII white space
std::string toLower(std::string_view text); // ASCII
bool equalsIgnoreCase(std::string_view a, std::string_view b); // ASCII
bool containsIgnoreCase(std::string_view text, std::string_view part); // ASCII

// Whole text as a number: `1.19E+01`, `nan`, `inf`, `Infinity`, `-3`. No grouping, no units. bad_number otherwise.
Result<double> parseDouble(std::string_view text);
Result<std::int64_t> parseInt(std::string_view text);

// Shortest text that reads back as the same double.
std::string formatDouble(double value);

// The candidate nearest to `name` by edit distance without case, empty when none is near (distance above a third of the
// longer one's length).
std::string_view nearest(std::string_view name, std::span<const std::string_view> candidates);

// At most `limit` bytes of `text`, cut at a character, with "…" when cut, and without control characters: for
// Error::found.
std::string excerpt(std::string_view text, std::size_t limit = 80);

} // namespace fullscope::base
