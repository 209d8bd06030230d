// SPDX-License-Identifier: GPL-3.0-or-later
// The attribution rules of a workspace, and as a file: {"schema": 1, "rules": [{"field": "tag:team", "match": "equals",
// "text", "group", "note"}]}.
#pragma once

#include "core/ledger/attribution.h"
#include "core/store/workspace_file.h"

#include <string>
#include <string_view>
#include <vector>

namespace fullscope::workspace {

struct StoredRules {
    std::int64_t version = 0; // 0: there are none yet
    std::vector<ledger::AttributionRule> rules;
};

base::Result<StoredRules> attributionRules(const store::WorkspaceFile& workspace);
// Its version. Errors: as ledger::checkRules(); store_changed when the newest is not `over`, from which these were
// made.
base::Result<std::int64_t> saveAttributionRules(
    store::WorkspaceFile& workspace, const std::vector<ledger::AttributionRule>& rules, std::int64_t over);

// Errors name `file` and place: bad_json, field_missing, bad_value, name_unknown; store_newer (a later schema); as
// ledger::checkRules().
base::Result<std::vector<ledger::AttributionRule>> rulesFromJson(std::string_view json, const std::string& file);
std::string rulesToJson(const std::vector<ledger::AttributionRule>& rules); // indented

} // namespace fullscope::workspace
