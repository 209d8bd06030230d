// SPDX-License-Identifier: GPL-3.0-or-later
// Pages of bill rows: the filter picks groups, the groups pick rows.
#include "core/store/bills.h"

#include "core/store/names.h"

#include <nlohmann/json.hpp>

namespace fullscope::store {

namespace {

// ?1 bill, ?2 category, ?3 month, ?4 currency, ?5 instance type, ?6 purchase option; NULL or empty = any.
constexpr std::string_view kGroups
    = " FROM delivery JOIN charge_group ON delivery_id = delivery.id WHERE bill_id = ?1"
      " AND (?2 IS NULL OR category = ?2) AND (?3 = '' OR month = ?3) AND (?4 = '' OR currency = ?4)"
      " AND (?5 = '' OR instance_type = ?5) AND (?6 IS NULL OR purchase_option = ?6)";

constexpr std::string_view kRow
    = "SELECT line, row_key, provider, billing_account, sub_account, billing_period_start_us, billing_period_end_us,"
      " charge_start_us, charge_end_us, charge_category, charge_type, correction, purchase_option, commitment_status,"
      " commitment_id, currency, bill_row.billed, bill_row.effective, bill_row.net, bill_row.list,"
      " bill_row.contracted, service, service_category, usage_type, description.text, region, resource.text,"
      " instance_type, instance_hours, quantity, quantity_unit, tags.text, category, effective_rounded"
      " FROM bill_row";
constexpr std::string_view kRowParts
    = " JOIN charge_group ON charge_group.id = group_id JOIN delivery ON delivery.id = delivery_id"
      " LEFT JOIN bill_text AS description ON description.id = description"
      " LEFT JOIN bill_text AS resource ON resource.id = resource_id"
      " LEFT JOIN bill_text AS tags ON tags.id = tags";

// Rows of few groups are found by the index; a large part of the bill is read in order, which needs no sorting.
constexpr std::int64_t kIndexShare = 10;

struct Bound { // the filter as parameters
    std::optional<std::string_view> category, purchase_option;
};

Bound bound(const BillRowFilter& filter)
{
    Bound values;
    if (filter.category)
        values.category = ledger::name(*filter.category);
    if (filter.purchase_option)
        values.purchase_option = nameOf(*filter.purchase_option);
    return values;
}

base::Status readTags(const std::string& text, evidence::BillRow& row)
{
    const auto json = nlohmann::json::parse(text, nullptr, false);
    const base::Error corrupt {.code = base::Code::store_corrupt, .found = text, .expected = "JSON array of tags"};
    if (!json.is_array())
        return corrupt;
    for (const auto& tag : json) {
        if (!tag.is_array() || tag.size() != 2 || !tag[0].is_string() || !tag[1].is_string())
            return corrupt;
        row.tags.emplace_back(tag[0].get<std::string>(), tag[1].get<std::string>());
    }
    return {};
}

base::Status readAmounts(const Statement& from, evidence::BillRow& row)
{
    const std::pair<int, std::optional<base::Decimal>*> amounts[] = {{16, &row.billed}, {17, &row.effective},
        {18, &row.net}, {19, &row.list}, {20, &row.contracted}, {28, &row.instance_hours}, {29, &row.quantity}};
    for (const auto& [column, amount] : amounts) {
        FS_TRY_VALUE(value, from.decimal(column));
        *amount = value;
    }
    return {};
}

base::Result<StoredBillRow> rowOf(const Statement& from)
{
    FS_TRY_VALUE(charge_category, valueOf<evidence::ChargeCategory>(from.text(9)));
    FS_TRY_VALUE(purchase_option, valueOf<evidence::PurchaseOption>(from.text(12)));
    FS_TRY_VALUE(commitment_status, valueOf<evidence::CommitmentStatus>(from.text(13)));
    const auto category = ledger::moneyCategory(from.text(32));
    if (!category)
        return base::Error {.code = base::Code::store_corrupt, .found = from.text(32)};
    StoredBillRow stored;
    stored.category = *category;
    stored.row = {.line = from.integer(0),
        .row_key = from.text(1),
        .provider = from.text(2),
        .billing_account = from.text(3),
        .sub_account = from.text(4),
        .billing_period_start_us = from.instant(5),
        .billing_period_end_us = from.instant(6),
        .charge_start_us = from.instant(7),
        .charge_end_us = from.instant(8),
        .charge_category = charge_category,
        .charge_type = from.text(10),
        .correction = from.integer(11) != 0,
        .purchase_option = purchase_option,
        .commitment_status = commitment_status,
        .commitment_id = from.text(14),
        .currency = from.text(15),
        .billed = {},
        .effective = {},
        .effective_rounded = from.integer(33) != 0,
        .net = {},
        .list = {},
        .contracted = {},
        .service = from.text(21),
        .service_category = from.text(22),
        .usage_type = from.text(23),
        .description = from.text(24),
        .region = from.text(25),
        .resource_id = from.text(26),
        .instance_type = from.text(27),
        .instance_hours = {},
        .quantity = {},
        .quantity_unit = from.text(30),
        .tags = {}};
    FS_TRY(readAmounts(from, stored.row));
    if (!from.isNull(31))
        FS_TRY(readTags(from.text(31), stored.row));
    return stored;
}

} // namespace

base::Result<std::int64_t> countBillRows(Database& database, std::int64_t bill_id, const BillRowFilter& filter)
{
    const Bound values = bound(filter);
    FS_TRY_VALUE(rows,
        database.integer("SELECT sum(rows)" + std::string(kGroups), bill_id, values.category, filter.month,
            filter.currency, filter.instance_type, values.purchase_option));
    return rows.value_or(0);
}

base::Result<std::vector<StoredBillRow>> readBillRows(
    Database& database, std::int64_t bill_id, const BillRowFilter& filter, std::int64_t offset, std::int64_t limit)
{
    FS_TRY_VALUE(matching, countBillRows(database, bill_id, filter));
    FS_TRY_VALUE(all, countBillRows(database, bill_id, {}));
    const std::string index
        = matching < all / kIndexShare ? " INDEXED BY bill_row_by_group" : " NOT INDEXED"; // the primary key stays
    const std::string groups = "SELECT charge_group.id" + std::string(kGroups);
    // The page is picked before the rest of its rows is looked up.
    const std::string sql = std::string(kRow) + std::string(kRowParts)
        + " WHERE bill_row.bill_id = ?1 AND position IN (SELECT position FROM bill_row" + index
        + " WHERE bill_row.bill_id = ?1 AND group_id IN (" + groups
        + ") ORDER BY position LIMIT ?7 OFFSET ?8) ORDER BY position";
    const Bound values = bound(filter);
    std::vector<StoredBillRow> rows;
    FS_TRY(database.each(
        sql,
        [&](const Statement& row) -> base::Status {
            FS_TRY_VALUE(stored, rowOf(row));
            rows.push_back(std::move(stored));
            return {};
        },
        bill_id, values.category, filter.month, filter.currency, filter.instance_type, values.purchase_option, limit,
        offset));
    return rows;
}

} // namespace fullscope::store
