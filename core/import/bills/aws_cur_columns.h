// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of a Cost and Usage Report that are read, of the 90 to 300 that it has. They come in two spellings:
// `lineItem/UnblendedCost` in a legacy CSV; `line_item_unblended_cost` in CUR 2.0, in Parquet files and in Athena.
#pragma once

#include "core/import/bills/bill_csv.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fullscope::import {

// What both spellings have in common, also with `reservation_a_r_n` as some exporters write it: letters and digits in
// lower case. Columns that connectors put in front (`_file`, `_line`) stay as they are.
std::string curColumnKey(std::string_view name);

// Indices of columns, -1 = the report has none.
struct CurColumns {
    int type, unblended, start, currency; // needed
    int id, interval; // of the line
    int end, invoice_id, billing_entity, payer, account, period_start, period_end;
    int product, usage_type, operation, resource, amount, net, description;
    int unit, term, list, region_code, region, product_map;
    int ri_arn, ri_effective, ri_unused_upfront, ri_unused_recurring;
    int sp_arn, sp_effective, sp_total, sp_used;
    int capacity_arn, capacity_status, capacity_type;
    int split_parent;
    std::vector<std::pair<int, std::string>> tags; // column and key
    int tag_map, all_tags_map; // all tags in one field

    // `csv` spells by curColumnKey. column_missing names the needed column that is not there.
    static base::Result<CurColumns> find(BillCsv& csv);
};

// The legacy name of a column in the spelling of this report.
std::string curColumnName(const BillCsv& csv, std::string_view legacyName);

} // namespace fullscope::import
