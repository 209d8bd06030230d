// SPDX-License-Identifier: GPL-3.0-or-later
// What of each slot of one instance type was used, by which runs, and what runs held without a bill.
#pragma once

#include "core/ledger/held_times.h"
#include "core/ledger/reconciliation.h"

#include <functional>

namespace fullscope::ledger {

struct Holders {
    HeldTimes anywhere; // runs of which no instance is named
    std::map<std::string, HeldTimes> named; // by resource
};
// Of the runs of one type. The times of run `shifted` are moved by `shift_us`.
Holders holdersOf(const std::vector<const RunHours*>& runs, std::size_t shifted = 0, std::int64_t shift_us = 0);

struct SlotShare {
    const BilledSlot* slot = nullptr; // without hours where runs held something and nothing was billed
    ReconciledAmounts amounts;
    bool held = false; // by any run
    std::map<std::size_t, base::Decimal> without_bill; // by run, adds up to that of `amounts`
};

// All slots, and the time of runs between them in pieces of at most `grid_us`, in order of time.
base::Status eachShare(const std::vector<BilledSlot>& slots, const Holders& holders, std::int64_t grid_us,
    const std::function<base::Status(const SlotShare&)>& each);

// What of the run `index` is without a bill when its times are moved, and the moves that make it vanish.
base::Result<std::vector<std::int64_t>> zoneShifts(
    const std::vector<BilledSlot>& slots, const std::vector<const RunHours*>& runs, std::size_t index);

base::Decimal secondsOf(std::int64_t us);
std::int64_t floorTo(std::int64_t us, std::int64_t width);

} // namespace fullscope::ledger
