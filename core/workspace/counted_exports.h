// SPDX-License-Identifier: GPL-3.0-or-later
// One account's month may be there in several exports (a FOCUS export and a Cost and Usage Report; Azure's actual and
// amortised costs): what they tell alike is counted by one of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fullscope::workspace {

// What one delivery tells of one thing.
struct Told {
    std::string account;
    std::int64_t period_start_us = 0; // base::kNoTime where none is told
    std::string what; // hours of a type, a kind of cost
    std::string exported; // format and dataset; parts of one export stand beside each other
    std::int64_t rows = 0, usable = 0; // usable: that tell it (hours with a price)
    std::int64_t delivery_id = 0;
};

// For each its own place where it is counted, else that of one which is counted instead. Of the exports of one account,
// month and thing the one with the most usable rows is counted, then that of the most rows, then the first. Without
// account or month nothing tells whether another one repeats it: it is counted.
std::vector<std::size_t> countedInstead(const std::vector<Told>& all);

} // namespace fullscope::workspace
