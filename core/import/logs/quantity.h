// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as logs print them: `7,034`, `110.63ms`, `27.34GiB(28.78%)`, `1.05M`, `nan`.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace fullscope::import {

struct Quantity {
    double value = 0; // times the unit: seconds, bytes, plain numbers; per cent stay per cent
    std::string_view unit; // as written, "" = none
    const char* base_unit = ""; // "s", "bytes", "%" or ""
    std::size_t end = 0; // in the text, after number and unit
};

// The quantity that `text` begins with, after blanks. None when there is no number, or when letters follow it that are
// no known unit: then it was cut by what follows.
std::optional<Quantity> readQuantity(std::string_view text);

// Whether `text` begins with a number, after a sign perhaps.
bool startsWithNumber(std::string_view text);

// The whole number, perhaps with commas, that follows `words` in `text`, blanks, `:` and `=` passed over.
std::optional<std::int64_t> countAfter(std::string_view text, std::string_view words);

// Where `word` stands in `text` at or after `from` with no letter, digit or `_` before it; npos when it does not.
std::size_t findWord(std::string_view text, std::string_view word, std::size_t from = 0);

// The seconds of ` in 4.16 seconds` in `text`; NaN when it does not say so.
double secondsTold(std::string_view text);

} // namespace fullscope::import
