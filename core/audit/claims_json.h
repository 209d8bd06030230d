// SPDX-License-Identifier: GPL-3.0-or-later
// Claims as JSON: what a workspace keeps, and what `fullscope audit FIGURES.json` reads.
#pragma once

#include "core/audit/claim.h"
#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace fullscope::audit {

// Figures that belong together, as they were pasted at one time.
struct ClaimSet {
    std::string name;
    std::vector<Claim> claims;

    bool operator==(const ClaimSet&) const = default;
};

// {"schema": 1, "sets": [{"name", "figures": [{"platform", "quantity", "value", …}]}]}. A figure without its value
// reads it from "text" and "unit". Errors: bad_json (line), field_missing, bad_value, name_unknown (a quantity that
// there is not), name_duplicate; store_newer where the schema is above ours.
base::Result<std::vector<ClaimSet>> claimSetsFromJson(std::string_view json, const std::string& file);
std::string toJson(const std::vector<ClaimSet>& sets); // claimSetsFromJson(toJson(s)) == s

// The same, or {"figures": […]}: all figures of all sets.
base::Result<std::vector<Claim>> claimsFromJson(std::string_view json, const std::string& file);

} // namespace fullscope::audit
