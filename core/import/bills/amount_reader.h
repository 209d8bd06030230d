// SPDX-License-Identifier: GPL-3.0-or-later
// Amounts as people and spreadsheets write them: `1,234.56`, `1.234,56`, `1 234,56`, `(12.34)`, `-$12.34`, `12,34 €`,
// `$12.5K`, `1.2 万元`.
#pragma once

#include "core/base/decimal.h"

#include <string>
#include <string_view>

namespace fullscope::import {

struct Amount {
    base::Decimal value;
    int places = 0; // digits that are printed behind the decimal mark; -2 where the last one is of hundreds
    std::string currency {}; // of a sign or code beside the number that is one currency's alone
};

// Half a unit of the last digit that is printed: within it lies what was rounded to that. Nothing for a float's own
// digits.
base::Decimal halfUnit(const Amount& amount);
// Whether `exact` can have been printed as that.
bool agrees(const Amount& printed, base::Decimal exact);

// Of one column: what a point and a comma mean is decided for all of it, from texts that can be read in one way only.
class AmountReader {
public:
    enum class Mark { unknown, point, comma };

    void learn(std::string_view text);
    Mark mark() const { return m_mark; }
    // The first text that can be read in two ways, in a column where nothing decides; else empty.
    std::string_view ambiguous() const { return m_mark == Mark::unknown ? m_ambiguous : std::string_view(); }
    void decide(Mark mark) { m_mark = mark; }

    // bad_number, also for a text that contradicts the column's mark.
    base::Result<Amount> read(std::string_view text) const;

private:
    Mark m_mark = Mark::unknown;
    std::string m_ambiguous;
};

} // namespace fullscope::import
