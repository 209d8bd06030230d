// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a bill into the database: what many rows have in common once, the rest per row.
#pragma once

#include "core/evidence/bill.h"
#include "core/ledger/money_ledger.h"
#include "core/store/database.h"

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

namespace fullscope::store {

class BillWriter {
public:
    BillWriter(Database& database, std::int64_t bill_id);

    base::Status add(const evidence::BillRow& row, ledger::MoneyCategory category);
    // Sums the rows of each group and notes where they are.
    base::Status end();

    std::int64_t rows() const { return m_rows; }

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    using Ids = std::unordered_map<std::string, std::int64_t, Hash, std::equal_to<>>;
    struct Delivery {
        std::string provider, billing_account;
        std::int64_t start_us = 0, end_us = 0;
        evidence::CostDataset dataset = evidence::CostDataset::complete;
        auto operator<=>(const Delivery&) const = default;
    };

    base::Status prepare();
    base::Result<std::int64_t> deliveryId(const evidence::BillRow& row);
    base::Result<std::int64_t> groupId(const evidence::BillRow& row, ledger::MoneyCategory category);
    base::Result<std::optional<std::int64_t>> textId(std::string_view text);
    base::Result<std::optional<std::int64_t>> tagsId(const evidence::BillRow& row);
    base::Result<std::int64_t> insertText(std::string_view text);

    Database* m_database;
    std::int64_t m_bill_id;
    std::int64_t m_rows = 0;
    std::optional<Statement> m_insert_row, m_insert_group, m_insert_text;
    std::map<Delivery, std::int64_t> m_deliveries;
    struct Group {
        std::int64_t id = 0, rows = 0;
    };
    std::unordered_map<std::string, Group, Hash, std::equal_to<>> m_groups;
    Ids m_texts, m_tags;
    std::string m_key; // reused
};

} // namespace fullscope::store
