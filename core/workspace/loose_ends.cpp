// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/loose_ends.h"

#include "core/workspace/attribute.h"
#include "core/workspace/attribution_rules.h"
#include "core/workspace/reconcile.h"
#include "core/workspace/suggestions.h"

namespace fullscope::workspace {

base::Result<ledger::LooseEnds> looseEnds(const store::WorkspaceFile& workspace, const base::JobContext& job)
{
    ledger::LooseEnds ends;
    FS_TRY_VALUE(bills_and_runs, reconcile(workspace, {}, job));
    ends.bills_and_runs = std::move(bills_and_runs);
    FS_TRY_VALUE(stored, attributionRules(workspace));
    FS_TRY_VALUE(attributed, attribute(workspace, stored.rules, job));
    ends.attribution = std::move(attributed);
    FS_TRY_VALUE(maybe, suggestions(workspace, job));
    ends.maybe_parts = static_cast<std::int64_t>(maybe.size());
    if (!maybe.empty())
        ends.first_maybe = maybe.front().run_id;
    return ends;
}

} // namespace fullscope::workspace
