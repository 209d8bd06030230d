// SPDX-License-Identifier: GPL-3.0-or-later
// What runs say they were in, of what is billed of an instance type: a region, or what carries a tag.
#pragma once

#include "core/store/workspace_file.h"

#include <compare>
#include <span>
#include <string_view>

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

// In SQL, of a charge_group with its delivery: what was billed is what the hours of its rows cost, as the delivery
// tells no amortised cost at all (an invoice), nothing but the row pays for them, and no other dataset tells what they
// cost.
constexpr std::string_view kCostsWhatIsBilled
    = "CASE WHEN hour_rows > 0 AND delivery.dataset = 'complete' AND commitment_status = 'none'"
      " AND commitment_id = '' AND purchase_option <> 'capacity_block' THEN NOT EXISTS (SELECT 1"
      " FROM charge_group AS beside WHERE beside.delivery_id = delivery.id AND beside.effective IS NOT NULL)"
      " ELSE 0 END";

// As WorkspaceFile::eachBilledHours(), on a connection of its own. A row of one of `parts` has the name of the first
// one that it is of as its type; `parts` of more come first.
base::Status eachBilledHours(const WorkspaceFile& workspace, std::int64_t bill_id,
    const std::vector<HoursOfDelivery>& wanted, bool with_resources, std::span<const BilledPart> parts,
    const WorkspaceFile::TakeHours& take);

} // namespace fullscope::store
