// SPDX-License-Identifier: GPL-3.0-or-later
// One figure that somebody claims, as it was printed, and what it is taken for.
#pragma once

#include "core/audit/interval.h"
#include "core/audit/quantities.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fullscope::audit {

struct Where {
    std::string file {}; // as the user named it; "-" is standard input
    std::int64_t line = 0; // 1-based
    std::int64_t cell = 0; // column of a table, 1-based; 0: no table

    bool operator==(const Where&) const = default;
};

struct Claim {
    std::string platform {}; // as written; empty: of all platforms
    std::string baseline {}; // what a ratio, saving or gain is against; as written
    NamedQuantity what {}; // quantity `count`: not known, kept and not checked
    double value = 0; // in the quantity's unit; a ratio, saving or gain is a plain number or share
    Interval range {}; // what the printed digits and words like "at least" allow
    std::string word {}; // of quantities said in words: "bf16"
    std::string label {}; // of the row or the sentence, from which `what` was read
    std::string text {}; // the figure as printed
    std::string unit {}; // as printed, empty: none
    std::string currency {}; // of money, ISO code; empty: not said
    std::string region {}; // of a price, as the catalogue spells it; empty: not said
    std::string as_of {}; // of a price, ISO, as fine as it is said ("2024-06"); empty: not said
    std::string said_where {}; // what the source says about where it stood ("table", "text")
    Where where {};
    bool direction_assumed = false; // a ratio of which nothing says which side is divided by which
    bool mapped_by_user = false;

    bool isMapped() const { return what.quantity != Quantity::count; }
    bool isValue() const { return isMapped() && what.form == Form::value; }
    bool operator==(const Claim&) const = default;
};

} // namespace fullscope::audit
