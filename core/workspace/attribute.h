// SPDX-License-Identifier: GPL-3.0-or-later
// The charges of all bills of a workspace by the user's rules.
#pragma once

#include "core/ledger/attribution_tally.h"
#include "core/store/charges.h"

#include <span>
#include <string>
#include <vector>

namespace fullscope::workspace {

// Each cost of an account's month is counted once (counted_exports.h), shares of a model never; what is not counted is
// told. Rules about groups of rows alone need no row; else the rows are read one after the other. Errors: as
// ledger::checkRules(); cancelled.
base::Result<ledger::Attribution> attribute(
    const store::WorkspaceFile& workspace, std::span<const ledger::AttributionRule> rules, const base::JobContext& job);

struct AttributedRows {
    std::vector<store::StoredBillRow> rows; // the first ones of them
    std::int64_t total = 0;
};
// The rows behind a group; an empty name: what no rule takes.
base::Result<AttributedRows> attributedRows(const store::WorkspaceFile& workspace,
    std::span<const ledger::AttributionRule> rules, const std::string& group, std::size_t most,
    const base::JobContext& job);

} // namespace fullscope::workspace
