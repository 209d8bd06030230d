// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/stored_check.h"

#include <algorithm>

namespace fullscope::workspace {

namespace {

using Amount = std::optional<base::Decimal>;
using Totals = std::map<std::string, evidence::BillTotals>;

constexpr Amount evidence::BillTotals::*kCosts[] = {&evidence::BillTotals::billed, &evidence::BillTotals::effective,
    &evidence::BillTotals::net, &evidence::BillTotals::list, &evidence::BillTotals::contracted};

std::string textOf(const Amount& amount)
{
    return amount ? amount->toString() : std::string();
}

base::Error difference(std::string where, std::string stored, std::string parsed)
{
    return base::Error {.code = base::Code::internal,
        .field = std::move(where),
        .found = std::move(stored),
        .expected = std::move(parsed)};
}

base::Status addTo(Totals& totals, const std::vector<std::pair<std::string, evidence::BillTotals>>& more)
{
    for (const auto& [currency, sums] : more) {
        evidence::BillTotals& total = totals[currency];
        for (const auto cost : kCosts) {
            if (!(sums.*cost))
                continue;
            FS_TRY_VALUE(sum, base::Decimal::sum((total.*cost).value_or(base::Decimal()), *(sums.*cost)));
            total.*cost = sum;
        }
    }
    return {};
}

base::Status compareTotals(const Totals& parsed, const Totals& stored)
{
    for (const auto& [currency, totals] : parsed) {
        const auto found = stored.find(currency);
        const evidence::BillTotals other = found == stored.end() ? evidence::BillTotals() : found->second;
        for (const auto cost : kCosts)
            if (totals.*cost != other.*cost)
                return difference(currency, textOf(other.*cost), textOf(totals.*cost));
    }
    return {};
}

base::Status compareCategories(const ledger::MoneyLedger& parsed, const ledger::MoneyLedger& stored)
{
    for (const auto& [currency, sums] : parsed.categories) {
        const auto found = stored.categories.find(currency);
        if (found == stored.categories.end())
            return difference(currency, {}, currency);
        for (std::size_t i = 0; i < ledger::kMoneyCategories; ++i) {
            const ledger::CategorySum& a = sums[i];
            const ledger::CategorySum& b = found->second[i];
            const std::string where = currency + " " + std::string(ledger::name(static_cast<ledger::MoneyCategory>(i)));
            if (a.rows != b.rows)
                return difference(where, std::to_string(b.rows), std::to_string(a.rows));
            if (a.billed != b.billed || a.effective != b.effective || a.list != b.list || a.without != b.without)
                return difference(where, textOf(b.billed), textOf(a.billed));
        }
    }
    return {};
}

} // namespace

base::Status checkStored(const ledger::MoneyLedger& parsed, const ledger::MoneyLedger& stored, std::int64_t bill_id,
    const std::vector<store::Replaced>& replaced)
{
    FS_TRY(ledger::checkConserved(parsed));
    FS_TRY(ledger::checkConserved(stored));
    Totals totals = stored.totals;
    bool whole = true;
    for (const store::Replaced& taken : replaced) {
        if (taken.id != bill_id)
            continue;
        whole = false;
        FS_TRY(addTo(totals, taken.totals));
    }
    FS_TRY(compareTotals(parsed.totals, totals));
    return whole ? compareCategories(parsed, stored) : base::Status();
}

} // namespace fullscope::workspace
