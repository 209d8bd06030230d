// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a ledger become charges.
#pragma once

#include "core/import/bills/ledger_plan.h"
#include "core/import/bills/row_key.h"
#include "core/import/bills/total_rows.h"

namespace fullscope::import {

class LedgerRows {
public:
    LedgerRows(std::span<const MappedColumn> mapping, const ColumnNames& names, evidence::Sink& sink)
        : m_names(names)
        , m_sink(sink)
        , m_plan(mapping, names, sink)
    {
    }

    // Understands the columns by the first rows, which are not yet delivered. Errors of LedgerPlan::decide.
    base::Status begin(std::span<const LedgerRow> first_rows, bool semicolons);
    base::Status feed(const LedgerRow& row);
    base::Status finish(); // what was held back

private:
    enum class Times { known, absent, unreadable };

    Times readTimes();
    void readEnd();
    bool readMoney();
    bool computeCost();
    void checkCost(const std::optional<Amount>& billed);
    std::optional<base::Decimal> product(BillField quantity);
    std::optional<base::Decimal> hours();
    void readCurrency(const std::optional<Amount>& billed);
    void readNames();
    bool readCategory(); // false: a payment, which is no charge
    bool isPayment() const;
    void categoryByText();
    void readPurchase();
    void readInstance();
    std::optional<base::Decimal> number(BillField field);
    std::vector<evidence::BillRow> withParts();
    void checkTotal(const std::vector<evidence::BillRow>& rows);
    base::Status hold(Times times);
    base::Status deliver(const std::vector<evidence::BillRow>& rows);
    bool hasTotalWord(bool whole) const;
    void report(base::Severity severity, base::Handling handling, base::Error what, BillField field);
    void skip(base::Error what, BillField field)
    {
        report(base::Severity::error, base::Handling::row_skipped, std::move(what), field);
    }
    std::string_view text(BillField field) const { return m_plan.text(field, *m_from); }

    const ColumnNames& m_names;
    evidence::Sink& m_sink;
    LedgerPlan m_plan;
    RowKey m_key;
    int m_key_columns = -1;
    TotalRows m_totals;
    const LedgerRow* m_from = nullptr;
    evidence::BillRow m_row;
    std::optional<Amount> m_billed; // as the file has it
    bool m_quiet = false; // the row may be a total, of which nothing is odd
    bool m_currency_told = false, m_dates_told = false;
};

} // namespace fullscope::import
