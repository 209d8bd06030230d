// SPDX-License-Identifier: GPL-3.0-or-later
// Which costs of which charges are counted where a workspace has bills that may repeat each other.
#pragma once

#include "core/ledger/attribution_tally.h"
#include "core/store/charges.h"

#include <array>
#include <vector>

namespace fullscope::workspace {

using Counted = std::array<bool, ledger::kCostKinds>; // in the order of CostKind
using Costs = std::array<std::optional<base::Decimal>, ledger::kCostKinds>;

template <typename Charge>
Costs costsOf(const Charge& charge)
{
    return {charge.billed, charge.effective, charge.net};
}

struct ChosenCosts {
    std::vector<Counted> counted; // of each group
    std::vector<ledger::CostsLeftOut> left_out;
    std::vector<ledger::DifferingExports> differing;
    std::vector<ledger::CountedBeside> beside;
};

// Each cost by the export that tells it of most rows (counted_exports.h), amortised costs that were rounded last:
// Azure's actual costs tell what was billed, its amortised ones what it comes to. Shares of a model are no costs.
// Errors: those of the reader; overflow.
base::Result<ChosenCosts> chooseCosts(const std::vector<store::ChargeGroup>& groups, const store::ChargeReader& reader);

} // namespace fullscope::workspace
