// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/bills.h"

#include "core/store/imports.h"
#include "core/store/names.h"

namespace fullscope::store {

namespace {

// The sums of groups, and how many rows do not have that cost: the rows of a group all have it or none has.
constexpr std::string_view kCosts
    = "dec_sum(billed), dec_sum(effective), dec_sum(net), dec_sum(list), dec_sum(contracted),"
      " sum(iif(billed IS NULL, rows, 0)), sum(iif(effective IS NULL, rows, 0)), sum(iif(net IS NULL, rows, 0)),"
      " sum(iif(list IS NULL, rows, 0)), sum(iif(contracted IS NULL, rows, 0))";

// kCosts from `column` on.
base::Result<evidence::BillTotals> totalsOf(const Statement& row, int column)
{
    evidence::BillTotals totals;
    for (auto* cost : {&totals.billed, &totals.effective, &totals.net, &totals.list, &totals.contracted}) {
        FS_TRY_VALUE(sum, row.decimal(column++));
        *cost = sum;
    }
    evidence::RowsWithout& without = totals.without;
    for (auto* rows : {&without.billed, &without.effective, &without.net, &without.list, &without.contracted})
        *rows = row.integer(column++);
    return totals;
}

template <typename Value>
base::Result<Totals> readTotals(Database& database, std::string_view condition, const Value& value)
{
    Totals totals;
    FS_TRY(database.each(
        "SELECT currency, " + std::string(kCosts)
            + " FROM delivery JOIN charge_group ON delivery_id = delivery.id WHERE " + std::string(condition)
            + " GROUP BY currency ORDER BY currency",
        [&](const Statement& row) -> base::Status {
            FS_TRY_VALUE(sums, totalsOf(row, 1));
            totals.emplace_back(row.text(0), std::move(sums));
            return {};
        },
        value));
    return totals;
}

// Rows and billing periods of what is still there of a bill.
constexpr std::string_view kBillFacts
    = "SELECT bill.id, name, final,"
      " (SELECT coalesce(sum(rows), 0) FROM delivery JOIN charge_group ON delivery_id = delivery.id"
      "  WHERE bill_id = bill.id),"
      " (SELECT min(billing_period_start_us) FROM delivery WHERE bill_id = bill.id),"
      " (SELECT max(billing_period_end_us) FROM delivery WHERE bill_id = bill.id),"
      " imported_us, format, path, sha256,"
      " coalesce((SELECT dataset FROM delivery WHERE bill_id = bill.id ORDER BY id LIMIT 1), 'complete')"
      " FROM bill JOIN import ON import.id = bill.id"
      " LEFT JOIN source_file AS file ON file.import_id = bill.id AND file.position = 0";

base::Status addAmount(std::optional<base::Decimal>& sum, const std::optional<base::Decimal>& amount)
{
    if (!amount)
        return {};
    FS_TRY_VALUE(total, base::Decimal::sum(sum.value_or(base::Decimal()), *amount));
    sum = total;
    return {};
}

base::Status addSums(ledger::CategorySum& sum, std::int64_t rows, const evidence::BillTotals& amounts)
{
    sum.rows += rows;
    sum.without.billed += amounts.without.billed;
    sum.without.effective += amounts.without.effective;
    sum.without.list += amounts.without.list;
    FS_TRY(addAmount(sum.billed, amounts.billed));
    FS_TRY(addAmount(sum.effective, amounts.effective));
    return addAmount(sum.list, amounts.list);
}

base::Status addTotals(evidence::BillTotals& totals, const evidence::BillTotals& amounts)
{
    for (const auto rows : {&evidence::RowsWithout::billed, &evidence::RowsWithout::effective,
             &evidence::RowsWithout::net, &evidence::RowsWithout::list, &evidence::RowsWithout::contracted})
        totals.without.*rows += amounts.without.*rows;
    FS_TRY(addAmount(totals.billed, amounts.billed));
    FS_TRY(addAmount(totals.effective, amounts.effective));
    FS_TRY(addAmount(totals.net, amounts.net));
    FS_TRY(addAmount(totals.list, amounts.list));
    return addAmount(totals.contracted, amounts.contracted);
}

base::Status readCategories(Database& database, std::int64_t bill_id, ledger::MoneyLedger& ledger)
{
    return database.each(
        "SELECT month, currency, category, sum(rows), " + std::string(kCosts)
            + " FROM delivery JOIN charge_group ON delivery_id = delivery.id WHERE bill_id = ?"
              " GROUP BY month, currency, category",
        [&](const Statement& row) -> base::Status {
            const auto category = ledger::moneyCategory(row.text(2));
            if (!category)
                return base::Error {.code = base::Code::store_corrupt, .found = row.text(2)};
            const auto index = static_cast<std::size_t>(*category);
            const std::string currency = row.text(1);
            FS_TRY_VALUE(amounts, totalsOf(row, 4));
            FS_TRY(addSums(ledger.months[row.text(0)][currency][index], row.integer(3), amounts));
            FS_TRY(addSums(ledger.categories[currency][index], row.integer(3), amounts));
            return addTotals(ledger.totals[currency], amounts);
        },
        bill_id);
}

base::Status readInstanceHours(Database& database, std::int64_t bill_id, ledger::MoneyLedger& ledger)
{
    FS_TRY(database.each(
        "SELECT instance_type, purchase_option, region, currency, dec_sum(hours), dec_sum(hours_cost),"
        " sum(hour_rows), sum(hour_rows_without_cost), commitment_status = 'unused' AS unused"
        " FROM delivery JOIN charge_group ON delivery_id = delivery.id WHERE bill_id = ? AND hour_rows > 0"
        " GROUP BY instance_type, purchase_option, region, currency, unused",
        [&](const Statement& row) -> base::Status {
            ledger::InstanceHours hours;
            FS_TRY_VALUE(option, valueOf<evidence::PurchaseOption>(row.text(1)));
            FS_TRY_VALUE(sum, row.decimal(4));
            FS_TRY_VALUE(effective, row.decimal(5));
            hours.instance_type = row.text(0);
            hours.purchase_option = option;
            hours.region = row.text(2);
            hours.currency = row.text(3);
            hours.hours = sum.value_or(base::Decimal());
            hours.rows = row.integer(6);
            hours.rows_without_effective = row.integer(7);
            hours.unused = row.integer(8) != 0;
            hours.effective = effective;
            hours.setPrice();
            ledger.instance_hours.push_back(std::move(hours));
            return {};
        },
        bill_id));
    const auto key = [](const ledger::InstanceHours& hours) {
        return std::tie(hours.instance_type, hours.purchase_option, hours.region, hours.currency, hours.unused);
    };
    std::sort(ledger.instance_hours.begin(), ledger.instance_hours.end(),
        [&](const auto& a, const auto& b) { return key(a) < key(b); });
    return {};
}

} // namespace

base::Status insertBill(Database& database, std::int64_t id, const evidence::Bill& bill)
{
    return database.run("INSERT INTO bill (id, name, final) VALUES (?, ?, ?)", id, bill.name, bill.final);
}

base::Result<evidence::Bill> readBill(Database& database, std::int64_t id)
{
    evidence::Bill bill;
    FS_TRY(database.each(
        std::string(kBillFacts) + " WHERE bill.id = ?",
        [&](const Statement& row) -> base::Status {
            FS_TRY_VALUE(dataset, valueOf<evidence::CostDataset>(row.text(10)));
            bill.id = row.integer(0);
            bill.name = row.text(1);
            bill.final = row.integer(2) != 0;
            bill.rows = row.integer(3);
            bill.period_start_us = row.instant(4);
            bill.period_end_us = row.instant(5);
            bill.dataset = dataset;
            return {};
        },
        id));
    if (bill.id == 0)
        return idUnknown(id);
    FS_TRY_VALUE(files, readFiles(database, id));
    FS_TRY_VALUE(totals, readTotals(database, "bill_id = ?", id));
    bill.files = std::move(files);
    bill.totals = std::move(totals);
    return bill;
}

base::Result<std::vector<BillSummary>> readBillSummaries(Database& database)
{
    std::vector<BillSummary> bills;
    FS_TRY(database.each(std::string(kBillFacts) + " ORDER BY bill.id", [&](const Statement& row) -> base::Status {
        FS_TRY_VALUE(dataset, valueOf<evidence::CostDataset>(row.text(10)));
        bills.push_back({.id = row.integer(0),
            .name = row.text(1),
            .format = row.text(7),
            .file = row.text(8),
            .sha256 = row.text(9),
            .imported_us = row.integer(6),
            .rows = row.integer(3),
            .period_start_us = row.instant(4),
            .period_end_us = row.instant(5),
            .dataset = dataset,
            .final = row.integer(2) != 0,
            .totals = {}});
        return {};
    }));
    for (BillSummary& bill : bills) {
        FS_TRY_VALUE(totals, readTotals(database, "bill_id = ?", bill.id));
        bill.totals = std::move(totals);
    }
    return bills;
}

base::Result<Totals> readDeliveryTotals(Database& database, std::int64_t delivery_id)
{
    return readTotals(database, "delivery.id = ?", delivery_id);
}

base::Result<ledger::MoneyLedger> readMoneyLedger(Database& database, std::int64_t bill_id)
{
    FS_TRY_VALUE(found, database.integer("SELECT id FROM bill WHERE id = ?", bill_id));
    if (!found)
        return idUnknown(bill_id);
    ledger::MoneyLedger ledger;
    FS_TRY(readCategories(database, bill_id, ledger));
    FS_TRY(readInstanceHours(database, bill_id, ledger));
    return ledger;
}

} // namespace fullscope::store
