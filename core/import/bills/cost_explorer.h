// SPDX-License-Identifier: GPL-3.0-or-later
// What exports of AWS Cost Explorer have in common, whether its page or its API wrote them: sums of charges by up to
// two dimensions and time.
#pragma once

#include "core/evidence/bill.h"

#include <span>
#include <string>
#include <string_view>

namespace fullscope::import {

// One dimension of a sum: as the page names it ("Usage type") or the API ("USAGE_TYPE"); a name that is none of theirs
// is the key of a tag.
struct CostGroup {
    std::string dimension, value;
};

// Puts what the groups tell into `row`, whose time, amounts and quantity are there already, and makes its key. The row
// has instance hours where a usage type tells of such; without the service they may be of several services, which is
// what the returned truth says.
bool describeCharge(std::span<const CostGroup> groups, evidence::BillRow& row);

// Of an account id or usage type when nothing names the dimension; else "Service".
std::string_view likelyDimension(std::string_view value);

// The calendar month that holds an instant: its start, and the start of the next.
struct MonthSpan {
    std::int64_t start_us, end_us;
};
MonthSpan monthOf(std::int64_t us);

// How far the sums of a file reach, of which it tells only where they begin: an hour, a day or a month, by the finest
// difference that was seen.
class CostPeriods {
public:
    void learn(std::int64_t a_us, std::int64_t b_us); // kNoTime and equal ones tell nothing
    std::int64_t endOf(std::int64_t start_us) const;

private:
    enum class Step { unknown, hour, day, month } m_step = Step::unknown;
};

} // namespace fullscope::import
