// SPDX-License-Identifier: GPL-3.0-or-later
// What units are made of, shared by the parser and the formatter of quantities.
#pragma once

#include "core/base/quantity.h"

#include <array>
#include <span>

namespace fullscope::base {

enum class Dimension { none, ratio, tokens, flop, samples, events, time, data, power, energy };

// factor · 10^exponent of the dimension's base: share, token, FLOP, sample, event, second, byte, watt, watt-hour.
// Powers of ten are kept apart because they move the decimal point of the typed text without rounding.
struct Measure {
    Dimension dimension = Dimension::none;
    double factor = 1;
    int exponent = 0;
};

// A unit is [money] numerator / per[0] / per[1].
struct UnitSpec {
    Unit unit;
    std::string_view name; // in files
    std::string_view suffix; // after the number, and after the currency of money
    bool money;
    Measure numerator;
    std::array<Measure, 2> per;
    std::string_view examples; // what can be typed, for errors
};
const UnitSpec& unitSpec(Unit unit);

struct Spelling {
    std::string_view text;
    Measure measure;
    bool exact; // "MW" is not "mW"; other spellings are matched without case
};
std::span<const Spelling> spellings();

struct Magnitude {
    std::string_view text;
    int exponent;
    bool exact;
};
// What may stand between a number and its unit: `173.52 B tokens`, `16 PFLOP/s`, `1.2万小时`.
std::span<const Magnitude> countMagnitudes(); // K M B T and their words
std::span<const Magnitude> flopMagnitudes(); // SI prefixes
std::span<const Magnitude> chineseMagnitudes();

struct CurrencySpelling {
    std::string_view text;
    std::string_view code;
    std::string_view others; // codes that may stand beside the sign: `$5 CAD`
};
std::span<const CurrencySpelling> currencySpellings(); // a longer text before its own ending
std::span<const std::string_view> currencyCodes();

} // namespace fullscope::base
