// SPDX-License-Identifier: GPL-3.0-or-later
// One normal form for bills, named as in FOCUS (FinOps Open Cost and Usage Specification).
#pragma once

#include "core/base/decimal.h"
#include "core/base/utc.h"
#include "core/evidence/source_file.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fullscope::evidence {

enum class ChargeCategory { usage, purchase, tax, credit, refund, discount, adjustment };

enum class PurchaseOption { none, on_demand, reserved, savings_plan, committed_other, spot, capacity_block };

enum class CommitmentStatus { none, used, unused };

// Which costs a delivery tells. Of one month there may be several, which stand side by side: none replaces another, and
// their costs are never added.
enum class CostDataset {
    complete, // the five costs, as filed
    actual, // Azure ActualCost: `billed` alone; purchases are rows, what they pay for costs nothing
    amortised, // Azure AmortizedCost: `effective` alone; purchases are spread over what they pay for
    modelled, // OpenCost, Kubecost: shares of a model, by which costs can be attributed, never an invoice
};

// One charge. Absent costs are absent, never zero: billed, effective (amortised), net, list and contracted are five
// different totals and are never mixed.
struct BillRow {
    std::int64_t line = 0; // first physical line of the record
    std::string row_key; // hash of what the line says, by which it is known again in another delivery
    std::string provider; // "AWS", "Microsoft" …
    std::string billing_account;
    CostDataset dataset = CostDataset::complete;
    std::string sub_account;
    std::int64_t billing_period_start_us = base::kNoTime;
    std::int64_t billing_period_end_us = base::kNoTime;
    std::int64_t charge_start_us = base::kNoTime; // inclusive
    std::int64_t charge_end_us = base::kNoTime; // exclusive

    ChargeCategory charge_category = ChargeCategory::usage;
    std::string charge_type; // the format's own word ("SavingsPlanCoveredUsage", "Usage")
    bool charge_known = true; // false: no importer knows that word; the money ledger leaves the row unattributed
    bool correction = false; // FOCUS ChargeClass Correction
    PurchaseOption purchase_option = PurchaseOption::none;
    CommitmentStatus commitment_status = CommitmentStatus::none;
    std::string commitment_id;

    std::string currency;
    std::optional<base::Decimal> billed; // invoice
    std::optional<base::Decimal> effective; // amortised, as filed
    // The provider rounded the amortised costs of this file to whole units: their sum is the file's, but no price can
    // be made of them (costOfHours).
    bool effective_rounded = false;
    // What the hours of this row cost is not told by its own costs, as the rest of the machine or the fee of the
    // commitment that covers it is billed in other lines. For costOfHours(), which the store keeps, not this.
    bool price_apart = false;
    std::optional<base::Decimal> net; // after enterprise discounts
    std::optional<base::Decimal> list;
    std::optional<base::Decimal> contracted;

    std::string service; // "AmazonEC2", "Amazon Elastic Compute Cloud"
    std::string service_category; // FOCUS: "Compute", "Storage", "Networking" …; AWS: "Marketplace"; else empty
    std::string usage_type; // AWS usage type, FOCUS SkuId …
    std::string description;
    std::string region;
    std::string resource_id;
    std::string instance_type; // only where the row charges for instance time
    // Hours of `instance_type`; absent where the row is no instance time; 0 where it is a part of an instance (its
    // cores, its memory) whose hours another row counts, so that the price per hour is that of all parts.
    std::optional<base::Decimal> instance_hours;
    std::optional<base::Decimal> quantity;
    std::string quantity_unit;
    std::vector<std::pair<std::string, std::string>> tags; // prefix (user:, resource_tags_user_) removed
};

// What the instance time of a row cost: the amortised cost. Where that was rounded or is in another dataset, the billed
// cost is the same unless a commitment paid, in which case nothing tells it. A capacity block is paid by one fee: its
// hours cost more than what is billed on their rows, and where they do not, the fee was not spread over them.
inline std::optional<base::Decimal> costOfHours(const BillRow& row)
{
    const bool is_time = row.instance_hours != base::Decimal {};
    const bool fee_not_spread
        = row.purchase_option == PurchaseOption::capacity_block && is_time && row.effective <= row.billed;
    if (row.price_apart || fee_not_spread)
        return std::nullopt;
    if (!row.effective_rounded && row.dataset != CostDataset::actual)
        return row.effective;
    const bool paidElsewhere = row.commitment_status != CommitmentStatus::none || !row.commitment_id.empty();
    return paidElsewhere ? std::nullopt : row.billed;
}

// Rows that do not tell a cost.
struct RowsWithout {
    std::int64_t billed = 0, effective = 0, net = 0, list = 0, contracted = 0;
    bool operator==(const RowsWithout&) const = default;
};

// Sums per currency; absent where no row tells the cost, and where some do not, the sum is that of the others.
struct BillTotals {
    std::optional<base::Decimal> billed, effective, net, list, contracted;
    RowsWithout without {};
    bool operator==(const BillTotals&) const = default;
};

struct Bill {
    std::int64_t id = 0; // in the workspace, 0 = not stored
    std::string name;
    std::vector<SourceFile> files;
    std::int64_t rows = 0;
    std::int64_t period_start_us = base::kNoTime; // earliest billing period start
    std::int64_t period_end_us = base::kNoTime; // latest billing period end
    CostDataset dataset = CostDataset::complete; // of its rows
    bool final = true; // false when a row's invoice id is still blank in a format that has one
    std::vector<std::pair<std::string, BillTotals>> totals; // by currency, in order of code
};

} // namespace fullscope::evidence
