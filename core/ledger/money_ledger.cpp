// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/money_ledger.h"

#include <utility>

namespace fullscope::ledger {

namespace {

using base::Decimal;
using Amount = std::optional<Decimal>;

base::Status add(Amount& sum, const Amount& amount)
{
    if (!amount)
        return {};
    FS_TRY_VALUE(total, Decimal::sum(sum.value_or(Decimal()), *amount));
    sum = total;
    return {};
}

// One of a row's costs.
base::Status add(Amount& sum, std::int64_t& without, const Amount& amount)
{
    without += amount ? 0 : 1;
    return add(sum, amount);
}

base::Status add(CategorySum& sum, const evidence::BillRow& row)
{
    ++sum.rows;
    FS_TRY(add(sum.billed, sum.without.billed, row.billed));
    FS_TRY(add(sum.effective, sum.without.effective, row.effective));
    return add(sum.list, sum.without.list, row.list);
}

base::Status add(evidence::BillTotals& totals, const evidence::BillRow& row)
{
    evidence::RowsWithout& without = totals.without;
    FS_TRY(add(totals.billed, without.billed, row.billed));
    FS_TRY(add(totals.effective, without.effective, row.effective));
    FS_TRY(add(totals.net, without.net, row.net));
    FS_TRY(add(totals.list, without.list, row.list));
    return add(totals.contracted, without.contracted, row.contracted);
}

using Categories = std::array<CategorySum, kMoneyCategories>;

// One cost, under one name, of categories and totals alike.
struct Cost {
    std::string_view name;
    Amount CategorySum::*of_category;
    Amount evidence::BillTotals::*of_total;
    std::int64_t evidence::RowsWithout::*without;
};
constexpr std::array kCosts {
    Cost {"billed", &CategorySum::billed, &evidence::BillTotals::billed, &evidence::RowsWithout::billed},
    Cost {"effective", &CategorySum::effective, &evidence::BillTotals::effective, &evidence::RowsWithout::effective},
    Cost {"list", &CategorySum::list, &evidence::BillTotals::list, &evidence::RowsWithout::list},
};

std::string textOf(const Amount& amount)
{
    return amount ? amount->toString() : std::string();
}

base::Status checkTotals(const std::string& currency, const Categories& categories, const evidence::BillTotals& totals)
{
    for (const Cost& cost : kCosts) {
        Amount sum;
        std::int64_t without = 0;
        for (const CategorySum& category : categories) {
            FS_TRY(add(sum, category.*cost.of_category));
            without += category.without.*cost.without;
        }
        if (sum != totals.*cost.of_total || without != totals.without.*cost.without)
            return base::Error {.code = base::Code::internal,
                .field = currency + " " + std::string(cost.name),
                .found = textOf(sum),
                .expected = textOf(totals.*cost.of_total)};
    }
    return {};
}

// The months of a currency together, category by category.
base::Status checkMonths(const MoneyLedger& ledger, const std::string& currency, const Categories& categories)
{
    for (std::size_t i = 0; i < kMoneyCategories; ++i) {
        CategorySum sum;
        for (const auto& [month, currencies] : ledger.months) {
            const auto found = currencies.find(currency);
            if (found == currencies.end())
                continue;
            sum.rows += found->second[i].rows;
            for (const Cost& cost : kCosts) {
                FS_TRY(add(sum.*cost.of_category, found->second[i].*cost.of_category));
                sum.without.*cost.without += found->second[i].without.*cost.without;
            }
        }
        bool equal = sum.rows == categories[i].rows && sum.without == categories[i].without;
        for (const Cost& cost : kCosts)
            equal = equal && sum.*cost.of_category == categories[i].*cost.of_category;
        if (!equal)
            return base::Error {.code = base::Code::internal,
                .field = currency + " " + std::string(name(static_cast<MoneyCategory>(i))),
                .found = textOf(sum.billed),
                .expected = textOf(categories[i].billed)};
    }
    return {};
}

} // namespace

void InstanceHours::setPrice()
{
    if (rows_without_effective > 0)
        effective.reset();
    if (effective && !hours.isZero())
        effective_price_per_h = effective->toDouble() / hours.toDouble();
}

base::Status MoneyLedgerBuilder::add(const evidence::BillRow& row, MoneyCategory category)
{
    const auto index = static_cast<std::size_t>(category);
    const std::string month
        = row.charge_start_us == base::kNoTime ? std::string() : base::formatMonth({row.charge_start_us});
    FS_TRY(ledger::add(m_ledger.categories[row.currency][index], row));
    FS_TRY(ledger::add(m_ledger.months[month][row.currency][index], row));
    FS_TRY(ledger::add(m_ledger.totals[row.currency], row));
    if (!row.instance_hours)
        return {};

    InstanceHours& hours = m_hours[{row.instance_type, row.purchase_option, row.region, row.currency,
        row.commitment_status == evidence::CommitmentStatus::unused}];
    FS_TRY_VALUE(sum, Decimal::sum(hours.hours, *row.instance_hours));
    hours.hours = sum;
    ++hours.rows;
    const Amount cost = evidence::costOfHours(row);
    hours.rows_without_effective += cost ? 0 : 1;
    return ledger::add(hours.effective, cost);
}

MoneyLedger MoneyLedgerBuilder::take()
{
    for (auto& [key, hours] : m_hours) {
        std::tie(hours.instance_type, hours.purchase_option, hours.region, hours.currency, hours.unused) = key;
        hours.setPrice();
        m_ledger.instance_hours.push_back(std::move(hours));
    }
    m_hours.clear();
    return std::exchange(m_ledger, {});
}

base::Status checkConserved(const MoneyLedger& ledger)
{
    for (const auto& [currency, categories] : ledger.categories)
        if (!ledger.totals.contains(currency))
            return base::Error {.code = base::Code::internal, .field = currency};
    for (const auto& [currency, totals] : ledger.totals) {
        const auto found = ledger.categories.find(currency);
        const Categories categories = found == ledger.categories.end() ? Categories() : found->second;
        FS_TRY(checkTotals(currency, categories, totals));
        FS_TRY(checkMonths(ledger, currency, categories));
    }
    return {};
}

} // namespace fullscope::ledger
