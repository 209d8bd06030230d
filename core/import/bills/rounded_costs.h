// SPDX-License-Identifier: GPL-3.0-or-later
// Finds providers whose amortised costs were rounded to whole units before the bill was published (1.624 became 2, 0.48
// became 0), and marks their rows. The costs themselves stay as filed, so that sums equal the file's own.
#pragma once

#include "core/base/result.h"
#include "core/evidence/bill.h"

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace fullscope::import {

// Only charges that no commitment pays can tell: their amortised cost is the billed one. A provider rounded when every
// amortised cost of these is a whole number although some billed cost is not; one fraction clears it for good. Rows are
// held back, in order, until that is known: in a sound bill for a few rows, else for kHeld rows or to the end.
class RoundedCosts {
public:
    static constexpr std::size_t kHeld = 4096;
    using Release = std::function<base::Status(const evidence::BillRow&)>;

    explicit RoundedCosts(Release release)
        : m_release(std::move(release))
    {
    }
    base::Status add(evidence::BillRow row);
    base::Status finish(); // releases what is still held
    std::vector<std::string> providers() const; // those that rounded, in order

private:
    struct Seen {
        bool effective_whole = true;
        bool billed_whole = true;
        bool decided = false;
        bool rounded = false; // as decided
        void decide();
    };
    static void look(const evidence::BillRow& row, Seen& seen);
    base::Status releaseDecided();

    Release m_release;
    std::map<std::string, Seen> m_seen; // by provider
    std::deque<evidence::BillRow> m_held;
};

} // namespace fullscope::import
