// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/money_ledger.h"
#include "core/store/workspace_file.h"

#include <vector>

namespace fullscope::workspace {

// Nothing of a bill was lost or counted twice on its way: what the parser gave, summed as it came, equals what the
// workspace sums up, together with the rows of this bill that were taken away as repeated ones. internal otherwise,
// with the first difference.
base::Status checkStored(const ledger::MoneyLedger& parsed, const ledger::MoneyLedger& stored, std::int64_t bill_id,
    const std::vector<store::Replaced>& replaced);

} // namespace fullscope::workspace
