// SPDX-License-Identifier: GPL-3.0-or-later
// One account's month may be there in several exports (a FOCUS export and a Cost and Usage Report; Azure's actual and
// amortised costs): what they tell alike is counted by one of them.
#pragma once

#include "core/base/utc.h"
#include "core/store/charges.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fullscope::workspace {

// What one delivery tells of one thing.
struct Told {
    std::string provider {};
    std::string account {};
    std::vector<std::string> sub_accounts {}; // of its rows; empty: not told, so of any
    std::int64_t period_start_us = base::kNoTime; // kNoTime where none is told
    std::int64_t from_us = base::kNoTime, to_us = base::kNoTime; // of its charges; kNoTime: may be of any day
    std::string what {}; // hours of a type, a kind of cost
    std::string exported {}; // format and dataset; parts of one export stand beside each other
    std::int64_t rows = 0, usable = 0; // usable: that tell it (hours with a price)
    std::int64_t bill_id = 0, delivery_id = 0;
};

// Some formats write an account's id behind a path, and in letters of either case: `/subscriptions/12AB`.
std::string accountId(const std::string& written);
// Somebody typed it in: nothing tells whether an export holds the same charges, so that it is counted beside it.
bool isTyped(const std::string& exported);

// For each those that are counted instead; none where it is counted itself. Of the exports of one account, month and
// thing the one with the most usable rows is counted, then that of the most rows, then the first; what is not of its
// provider, sub-accounts or days is counted too. Without account or month nothing tells whether another one repeats it:
// it is counted.
std::vector<std::vector<std::size_t>> countedInstead(const std::vector<Told>& all);

// Reads the times of the charges of those that another export may repeat.
base::Status readTimes(std::vector<Told>& all, const store::ChargeReader& reader);

} // namespace fullscope::workspace
