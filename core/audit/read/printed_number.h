// SPDX-License-Identifier: GPL-3.0-or-later
// A number as people print it, with what its digits and the words around it leave open.
#pragma once

#include "core/audit/interval.h"

#include <optional>
#include <string>
#include <string_view>

namespace fullscope::audit {

struct PrintedNumber {
    double value = 0;
    Interval range {}; // by the printed digits and qualifiers
    Interval exact {}; // the same where an integer is meant to its last digit
    std::size_t begin = 0, end = 0; // of the number with its qualifiers, sign and currency, in the text
    std::size_t digits_begin = 0; // of its first digit
    std::string currency {}; // sign before the number, as written
    bool has_magnitude = false; // `121K`, `1.2万`
    bool is_whole = true; // false: more of it follows than can be read (`1.234,56`, `12,34,567`, `22-15`, a date)
};

// The first number of `text` (plain text, plainText()) from `from` on; none where there is none.
//   92,100   0.0320   8.03e9   6×10^23   1.2万   121K   $14.88   ~8   40+   >= 3   at least 40   18-22   0.15..0.22   8
//   ± 1   0,2327
// The last printed digit allows half of itself to either side. The zeros in which an integer ends are taken for
// rounding, but its first two digits for meant: 92,100 is ±50, 2000 is ±50, 98 is ±0.5. "About" doubles that; "at
// least" and "at most" leave one side open; of a range the ends count. A `t` or `m` behind a number may be a unit: only
// K, M, B, T before something that is no letter, and the words, are magnitudes.
std::optional<PrintedNumber> findNumber(std::string_view text, std::size_t from = 0);

// `3d 4h`, `1 min 3 s`, `2小时50分`, `76:00:00`, `3-04:00:00`: a time of more than one part, or by the clock.
struct PrintedDuration {
    double seconds = 0;
    Interval range {}; // by the digits of its last part
    std::size_t end = 0;
};
// The one that begins at `at` (a digit); none where a number with one unit, or nothing, stands there.
std::optional<PrintedDuration> durationAt(std::string_view text, std::size_t at);

} // namespace fullscope::audit
