// SPDX-License-Identifier: GPL-3.0-or-later
// What bills tell about the prices of storage and transfer and about the share of support.
#pragma once

#include "core/ledger/exchange_rates.h"
#include "core/workspace/candidates.h"

#include <optional>

namespace fullscope::workspace {

struct InCurrency {
    double amount = 0;
    std::string how; // in the words of the rate where the bill is in another currency
};
// Nothing in another currency without a rate of the bill's last month on file.
std::optional<InCurrency> inCurrency(const base::Money& cost, const store::BillSummary& bill,
    const std::string& currency, const ledger::ExchangeRates& rates, words::Language language);

// For storage_price_gb_month and transfer_price_gb: cost by gigabyte (and month) of each kind that a bill names in a
// unit that can be read, the costliest first, of storage also all of them together. For support_share: the support
// charges of a bill by all its other usage, as billed. Nothing for other inputs.
base::Status addBilledRates(std::vector<Candidate>& out, const store::WorkspaceFile& workspace, scenario::Input input,
    const std::string& currency, words::Language language);

// How many gigabytes one `unit` is, or gigabyte-months where it tells a time: "GB-Mo", "GB", "gibibyte month", "TB",
// "GB Hours" (730 to the month, as in the cost model). Nothing where it is no such unit, or one of blocks ("10 GB") of
// which nobody can tell whether the quantity counts blocks.
struct GigabyteUnit {
    double gb = 1;
    bool is_month = false;
};
std::optional<GigabyteUnit> gigabyteUnit(std::string_view unit);

} // namespace fullscope::workspace
