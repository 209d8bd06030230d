// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of a legacy CUR that are read, of the 90 to 300 that it has.
#pragma once

#include "core/import/bills/bill_csv.h"

#include <string>
#include <utility>
#include <vector>

namespace fullscope::import {

// Indices of columns, -1 = the report has none.
struct CurColumns {
    int type, unblended, start, currency; // needed
    int end, invoice_id, billing_entity, payer, account, period_start, period_end;
    int product, usage_type, operation, resource, amount, net, description;
    int unit, term, list, region_code, region;
    int ri_arn, ri_effective, ri_unused_upfront, ri_unused_recurring;
    int sp_arn, sp_effective, sp_total, sp_used;
    std::vector<std::pair<int, std::string>> tags; // column and key

    // column_missing names the needed column that is not there.
    static base::Result<CurColumns> find(BillCsv& csv);
};

} // namespace fullscope::import
