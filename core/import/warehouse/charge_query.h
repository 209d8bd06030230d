// SPDX-License-Identifier: GPL-3.0-or-later
// The query that asks a warehouse for a bill: charges that differ in time, amounts and what was not asked for alone are
// added up there, so that months of an organisation come over as thousands of rows and not as millions. Its rows are
// what the importer of that export reads, with the same totals to the last digit.
#pragma once

#include "core/base/result.h"
#include "core/import/warehouse/dialect.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::import {

// By which stretch of time charges are added up, in UTC; row: not at all.
enum class Grain { hour, day, row };

struct ChargeTable {
    std::string schema; // "cur2", "cur", "focus", "gcp", "azure"
    std::string table; // "billing.cur2"
    std::string from {}, to {}; // billing months, "2024-03", both of them included; empty: no bound
    Grain grain = Grain::day;
    bool resources = false; // keep resource ids apart; Google Cloud's are always, since its machines are told by them
    bool tags = false; // … and tags
};

std::string chargeSchemas(); // their ids, "cur2, cur, …"
// The importer of a schema's rows; empty where there is no such schema.
std::string_view chargeFormat(std::string_view schema);

// Errors, with the option in `field`: bad_value (schema, month), out_of_range (to before from).
base::Status checkChargeTable(const ChargeTable& wanted);
// Errors: those of checkChargeTable(); column_missing: one without which nothing is right; bad_value: months of rows
// whose times nothing but the database can tell (Dialect::plain).
base::Result<std::string> chargeQuery(
    const ChargeTable& wanted, std::span<const TableColumn> columns, Dialect dialect = Dialect::postgresql);

} // namespace fullscope::import
