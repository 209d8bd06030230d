// SPDX-License-Identifier: GPL-3.0-or-later
// The money ledger: every billed amount in exactly one category; the sum is the bill's total, to the last digit.
#pragma once

#include "core/base/problem.h"
#include "core/base/result.h"
#include "core/evidence/bill.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace fullscope::ledger {

enum class MoneyCategory {
    compute_on_demand,
    compute_committed,
    compute_spot,
    compute_capacity_block,
    unused_commitment,
    other_compute,
    storage,
    transfer,
    support,
    software,
    discount,
    credit,
    refund,
    tax,
    fee,
    adjustment,
    unattributed,
    count
};
constexpr std::size_t kMoneyCategories = static_cast<std::size_t>(MoneyCategory::count);
// Spelled as the enumerator: "compute_on_demand".
std::string_view name(MoneyCategory category);
std::optional<MoneyCategory> moneyCategory(std::string_view name);

// The category of a row, by charge category, commitment status, instance time, service and usage type.
// `isAccelerator` says whether an instance type carries accelerators (the catalogue knows): the four compute categories
// are for those, every other instance time is other_compute.
MoneyCategory classify(const evidence::BillRow& row, bool isAccelerator);

struct InstanceHours {
    std::string instance_type;
    evidence::PurchaseOption purchase_option = evidence::PurchaseOption::none;
    std::string region;
    std::string currency;
    bool unused = false; // of a capacity reservation that nothing ran on; in the ledger an unused commitment
    base::Decimal hours;
    // costOfHours() of the rows; absent when one of them has none.
    std::optional<base::Decimal> effective;
    std::optional<double> effective_price_per_h; // effective / hours
    std::int64_t rows = 0;
    std::int64_t rows_without_effective = 0;

    // A capacity block is paid by one fee, which has no hours; unless it was spread, the rows of its hours say 0, or what
    // the system costs.
    bool feeNotSpread() const
    {
        return purchase_option == evidence::PurchaseOption::capacity_block && rows_without_effective > 0;
    }
    // Once all rows are summed: takes the cost back where the rows do not tell it, and makes the price of it elsewhere.
    void setPrice();
};

struct CategorySum {
    std::int64_t rows = 0;
    std::optional<base::Decimal> billed, effective, list; // absent when no row had one
    evidence::RowsWithout without {}; // of these three
};

struct MoneyLedger {
    // by currency
    std::map<std::string, std::array<CategorySum, kMoneyCategories>> categories;
    std::map<std::string, evidence::BillTotals> totals;
    // by calendar month of charge start ("2024-03"), then currency
    std::map<std::string, std::map<std::string, std::array<CategorySum, kMoneyCategories>>> months;
    std::vector<InstanceHours> instance_hours; // ordered by type, option, region, currency
};

// Streams rows into a ledger. Exact; overflow is an error.
class MoneyLedgerBuilder {
public:
    base::Status add(const evidence::BillRow& row, MoneyCategory category);
    MoneyLedger take();

private:
    using HoursKey = std::tuple<std::string, evidence::PurchaseOption, std::string, std::string, bool>;
    MoneyLedger m_ledger;
    std::map<HoursKey, InstanceHours> m_hours;
};

// Conservation: for each currency and each cost, the categories sum to the total, and the months to the categories. An
// error (internal) names the first that does not. Run after every import.
base::Status checkConserved(const MoneyLedger& ledger);

} // namespace fullscope::ledger
