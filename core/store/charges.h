// SPDX-License-Identifier: GPL-3.0-or-later
// The charges of all bills one after the other, as what their rows have in common and ids of their long texts: rules
// about them are worked out once for each text, not once for each row.
#pragma once

#include "core/store/workspace_file.h"

#include <array>
#include <functional>
#include <span>

namespace fullscope::store {

class Database;
class Statement;

// From the first charge to the end of the last one (a day after its start where none is told); kNoTime where some row
// tells no start.
struct ChargedTime {
    std::int64_t from_us = base::kNoTime, to_us = base::kNoTime;
};

// Rows of a delivery that are alike, with their sums.
struct ChargeGroup {
    std::int64_t id = 0, delivery_id = 0, bill_id = 0;
    std::string exported; // format and dataset: of one account's month a cost is counted by one of them
    evidence::CostDataset dataset = evidence::CostDataset::complete;
    std::string file;
    std::string provider, billing_account, sub_account, service, usage_type, instance_type, region, currency;
    std::string month; // of the charges, else of the billing period: "2024-03"; empty = none is told
    std::int64_t period_start_us = base::kNoTime;
    bool effective_rounded = false;
    std::int64_t rows = 0;
    std::optional<base::Decimal> billed, effective, net; // all of its rows tell it or none
};

struct ChargeRow {
    std::int64_t position = 0, group_id = 0;
    std::int64_t resource = 0, description = 0, tags = 0; // ids of texts, 0 = none
    std::optional<base::Decimal> billed, effective, net;
};

// The same with its time, that of the billing period where it has none of its own, and what of it is instance time.
struct DatedCharge {
    std::int64_t row = 0, group_id = 0; // the row of the bill from 0
    std::int64_t start_us = base::kNoTime, end_us = base::kNoTime;
    std::optional<base::Decimal> billed, effective;
    bool is_hours = false; // it charges for instance time
    std::optional<base::Decimal> hours_cost; // of that, as eachBilledHours() has it
};

// Quantities of one service, usage type and region in one unit, with what they cost.
struct ChargedQuantity {
    std::int64_t bill_id = 0;
    ledger::MoneyCategory category = ledger::MoneyCategory::storage;
    std::string service, usage_type, region, currency, unit;
    std::string description; // of the first of its rows
    std::int64_t rows = 0; // that tell a quantity; others are no part of it
    base::Decimal quantity;
    // Amortised where that is told and was not rounded, else billed; absent where a row tells neither.
    std::optional<base::Decimal> cost;
};

// A row by its place.
struct RowPlace {
    std::int64_t bill_id = 0, position = 0;
};

// On a connection of its own that sees one state of the file: what is imported meanwhile is not half of it.
class ChargeReader {
public:
    static base::Result<ChargeReader> open(const WorkspaceFile& workspace); // which must outlive it; store_moved

    base::Result<std::vector<ChargeGroup>> groups() const; // of all bills, in order of bill and delivery
    // The rows of a bill in their order; without `with_costs` these stay absent.
    using Take = std::function<base::Status(const ChargeRow&)>;
    base::Status eachRow(std::int64_t bill_id, bool with_costs, const Take& take) const;
    using TakeDated = std::function<base::Status(const DatedCharge&)>;
    base::Status eachDated(std::int64_t bill_id, const TakeDated& take) const;

    // What the rows of a category tell in a unit, in order of bill, by name; not what a model shares out.
    base::Result<std::vector<ChargedQuantity>> quantities(ledger::MoneyCategory category);
    base::Result<ChargedTime> chargedTime(
        std::int64_t bill_id, std::int64_t delivery_id) const; // reads the bill's rows

    base::Result<std::string> text(std::int64_t id); // resource or description
    using Tags = std::vector<std::pair<std::string, std::string>>;
    base::Result<Tags> tags(std::int64_t id);

    base::Result<std::vector<StoredBillRow>> rows(std::span<const RowPlace> places) const; // in their order

private:
    explicit ChargeReader(std::shared_ptr<Database> database);

    std::shared_ptr<Database> m_database;
    std::shared_ptr<Statement> m_text; // asked for once and again
};

} // namespace fullscope::store
