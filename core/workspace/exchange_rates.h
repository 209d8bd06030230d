// SPDX-License-Identifier: GPL-3.0-or-later
// The exchange rates of a workspace, typed or out of the tables that central banks publish.
#pragma once

#include "core/base/job.h"
#include "core/ledger/exchange_rates.h"
#include "core/store/workspace_file.h"

#include <string>
#include <string_view>

namespace fullscope::workspace {

struct StoredRates {
    std::int64_t version = 0; // 0: there are none yet
    ledger::ExchangeRates rates;
};

// {"schema": 1, "series": [{"from", "to", "source", "note", "rates": [["2024-03-28", "1.0811"]]}]}
base::Result<StoredRates> exchangeRates(const store::WorkspaceFile& workspace);
// Its version; store_changed when the newest is not `over`, from which these were made.
base::Result<std::int64_t> saveExchangeRates(
    store::WorkspaceFile& workspace, const ledger::ExchangeRates& rates, std::int64_t over);

struct RateTable {
    std::vector<ledger::ExchangeRate> rates; // of each month the last one of each currency: no other is ever used
    std::int64_t read = 0; // rates in the file
    std::int64_t not_quoted = 0; // cells without one: empty, N/A
    // Rows and cells that cannot be read, rates of one day that differ, of which none is taken; the others are kept.
    std::vector<base::Problem> problems;
};
// A table as the European Central Bank has it: days in the first column, a currency in each other one, of which so many
// are one unit of `base_currency`; compressed or in a zip as any file. Errors: those of TextSource::open;
// column_missing (no Date), bad_currency (a column), nothing_readable; bad_value
// when an archive holds several files.
base::Result<RateTable> readRateTable(
    const std::string& path, const std::string& base_currency, const std::string& source, const base::JobContext& job);

struct AddedRates {
    std::int64_t changed = 0; // were new or are another now
    std::vector<ledger::ExchangeRate> replaced; // that another source had stated
    std::vector<ledger::ExchangeRate> contradicting; // that stay: the other way round on the day of an added one
};
// Each in place of the one of the same currencies and day.
base::Result<AddedRates> addRates(ledger::ExchangeRates& rates, const std::vector<ledger::ExchangeRate>& more);

} // namespace fullscope::workspace
