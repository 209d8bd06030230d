// SPDX-License-Identifier: GPL-3.0-or-later
// Finds providers whose amortised costs were rounded to whole units before the bill was published: 1.624 became 2, 0.48
// became 0, and their sum says nothing.
#pragma once

#include "core/evidence/bill.h"

#include <map>
#include <string>
#include <vector>

namespace fullscope::evidence {

// Looks at the charges that no commitment pays, of which the amortised cost is the billed one. A provider rounded them
// when every amortised cost of these is a whole number although some billed cost is not. This is known only at the end
// of the bill; the costs of the rows stay as they were filed, so that sums equal the file's own.
class EffectiveRounding {
public:
    void add(const BillRow& row);
    bool isRounded(const std::string& provider) const;
    std::vector<std::string> providers() const; // those that rounded, in order

private:
    struct Seen {
        bool effective_whole = true;
        bool billed_whole = true;
        bool rounded() const { return effective_whole && !billed_whole; }
    };
    std::map<std::string, Seen> m_seen;
};

} // namespace fullscope::evidence
