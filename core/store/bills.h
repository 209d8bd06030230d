// SPDX-License-Identifier: GPL-3.0-or-later
// Bills in the database, as they are read. Sums come from the groups of rows, summed by dec_sum.
#pragma once

#include "core/store/database.h"
#include "core/store/workspace_file.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fullscope::store {

using Totals = std::vector<std::pair<std::string, evidence::BillTotals>>; // by currency, in order of code

base::Status insertBill(Database& database, std::int64_t id, const evidence::Bill& bill);
base::Result<evidence::Bill> readBill(Database& database, std::int64_t id); // id_unknown
base::Result<std::vector<BillSummary>> readBillSummaries(Database& database);

base::Result<Totals> readDeliveryTotals(Database& database, std::int64_t delivery_id);

base::Result<ledger::MoneyLedger> readMoneyLedger(Database& database, std::int64_t bill_id); // id_unknown

base::Result<std::int64_t> countBillRows(Database& database, std::int64_t bill_id, const BillRowFilter& filter);
base::Result<std::vector<StoredBillRow>> readBillRows(
    Database& database, std::int64_t bill_id, const BillRowFilter& filter, std::int64_t offset, std::int64_t limit);

base::Result<std::vector<StoredBillRow>> readBillRows(
    Database& database, std::int64_t bill_id, std::span<const std::int64_t> positions);
// As a text of bill_text keeps them.
base::Result<std::vector<std::pair<std::string, std::string>>> readTags(const std::string& json);

} // namespace fullscope::store
