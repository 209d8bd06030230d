// SPDX-License-Identifier: GPL-3.0-or-later
// Exchange rates of a workspace, and totals in one currency.
#pragma once

#include "app/cli/common.h"
#include "app/cli/documents.h"
#include "core/ledger/cost_sums.h"
#include "core/workspace/exchange_rates.h"

namespace fullscope::cli {

// --in CODE; bad_currency.
base::Result<std::string> currencyArgument(const Arguments& arguments);

Json document(const ledger::ConvertedSums& sums);
// "rates": what was used, "rates_missing": the months without one.
void addRates(Json& out, const ledger::RatesUsed& rates);

} // namespace fullscope::cli
