// SPDX-License-Identifier: GPL-3.0-or-later
// The claim audit: figures in, findings out, each with its arithmetic. Pure.
#pragma once

#include "core/audit/claim.h"
#include "core/audit/finding.h"
#include "core/catalogue/catalogue.h"

#include <vector>

namespace fullscope::audit {

// Figures of which at least one has to change for every contradiction to go away: there is no smaller set. Of each the
// findings that it enters and the values that would mend all of those that no other figure of the set enters.
struct Suspect {
    std::size_t claim = 0;
    std::vector<std::size_t> findings {}; // indices into Audit::findings
    std::optional<Interval> mending {}; // absent: no single value does
};
using SuspectSet = std::vector<Suspect>;

struct Audit {
    std::vector<Finding> findings; // by weight: impossible, contradicts, incomparable, doubtful, missing
    std::vector<Finding> holds;
    // The smallest sets, at most kMaxSuspectSets, those first whose figures need one value each. Empty: nothing
    // contradicts, or more than 200 findings do.
    std::vector<SuspectSet> suspects;

    bool isWrong() const; // whether a finding tells that something is wrong
};
constexpr std::size_t kMaxSuspectSets = 5;

Audit audit(const std::vector<Claim>& claims, const catalogue::Catalogue& catalogue);

} // namespace fullscope::audit
