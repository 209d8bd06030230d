// SPDX-License-Identifier: GPL-3.0-or-later
// What runs say they were in, of what is billed of an instance type: a region, or what carries a tag.
#pragma once

#include "core/store/workspace_file.h"

#include <compare>
#include <span>

namespace fullscope::store {

struct BilledPart {
    std::string instance_type;
    std::string region; // as the bill spells it, without case; empty = any
    std::string tag, value; // without case; empty = any

    bool isAll() const { return region.empty() && tag.empty(); }
    std::string name() const; // "p5.48xlarge · us-east-2 · team=nlp"
    static std::string typeOf(const std::string& name); // of the name of a part, or of a type
    auto operator<=>(const BilledPart&) const = default;
};

// As WorkspaceFile::eachBilledHours(), on a connection of its own. A row of one of `parts` has the name of the first
// one that it is of as its type; `parts` of more come first.
base::Status eachBilledHours(const WorkspaceFile& workspace, std::int64_t bill_id,
    const std::vector<HoursOfDelivery>& wanted, bool with_resources, std::span<const BilledPart> parts,
    const WorkspaceFile::TakeHours& take);

} // namespace fullscope::store
