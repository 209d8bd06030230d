// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of each column of a ledger or invoice: by what the user says, by its name and by its first values.
#pragma once

#include "core/evidence/sink.h"
#include "core/import/bills/amount_reader.h"
#include "core/import/bills/bill_fields.h"
#include "core/import/bills/charge_dates.h"
#include "core/import/column_mapping.h"
#include "core/import/logs/table/cell.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::import {

// Texts by column of ColumnNames; absent ones are empty, the last ones may be missing.
struct LedgerRow {
    std::int64_t line = 0;
    std::vector<std::string> fields;
    std::string_view text(int column) const
    {
        const auto i = static_cast<std::size_t>(column);
        return column < 0 || i >= fields.size() ? std::string_view() : std::string_view(fields[i]);
    }
};

class LedgerPlan {
public:
    LedgerPlan(std::span<const MappedColumn> mapping, const ColumnNames& names, evidence::Sink& sink)
        : m_mapping(mapping)
        , m_names(names)
        , m_sink(sink)
    {
    }

    // Errors: name_unknown (a mapped column that is not there), column_missing (no time, no money). `semicolons`: they
    // stand between the fields, as where the comma is the decimal mark.
    base::Status decide(std::span<const LedgerRow> first_rows, bool semicolons);

    bool has(BillField field) const { return of(field).column >= 0 || of(field).constant; }
    bool isConstant(BillField field) const { return of(field).constant.has_value(); }
    int column(BillField field) const { return of(field).column; }
    bool computesCost() const { return !has(BillField::billed); }
    // A number of machines stands beside quantity and price, and nothing tells whether it is in them.
    bool countsMachines() const { return m_machines >= 0; }
    // Whether a credit, discount or tax is counted.
    bool countsParts() const { return m_parts; }
    std::string_view text(BillField field, const LedgerRow& row) const;
    // Absent when empty; bad_number.
    base::Result<std::optional<Amount>> amount(BillField field, const LedgerRow& row) const;
    base::Result<ChargeTime> time(BillField field, const LedgerRow& row); // bad_time; kNoTime when empty
    bool datesAssumed(BillField field) const { return of(field).dates.assumed(); }
    bool endIsInclusive() const { return m_end_inclusive; } // a day in charge_end belongs to the charge
    std::string currency(BillField field) const { return of(field).currency; } // that the column's name says
    std::string_view unit(BillField field) const { return of(field).unit; }
    std::int64_t perHour() const { return of(BillField::instance_hours).per_hour; }
    std::string nameOfColumn(BillField field) const;
    struct Tag {
        int column = -1;
        std::string key, value; // the value of a constant
    };
    const std::vector<Tag>& tags() const { return m_tags; }

private:
    struct Source {
        int column = -1;
        std::optional<std::string> constant {};
        bool mapped = false;
        std::string currency {}, unit {};
        int zeros = 0; // MoneyUnit
        std::int64_t per_hour = 1;
        AmountReader amounts {};
        ChargeDates dates {};
    };
    Source& of(BillField field) { return m_sources[static_cast<std::size_t>(field)]; }
    const Source& of(BillField field) const { return m_sources[static_cast<std::size_t>(field)]; }

    base::Status takeMapping();
    void takeNames();
    bool isBelieved(BillField field, int column) const;
    void takeCurrencyColumn(); // in ledger_money.cpp
    void chooseMoney();
    void chooseHours();
    void chooseParts();
    void findMachines();
    bool partsAgree() const;
    void leaveOut(BillField field);
    void learnNumbers(bool semicolons);
    void learnDates();
    void tell();
    base::Status check() const;
    void problem(base::Severity severity, base::Handling handling, base::Error what, int column);
    const LedgerRow* firstWith(int column) const;

    std::span<const MappedColumn> m_mapping;
    const ColumnNames& m_names;
    evidence::Sink& m_sink;
    std::span<const LedgerRow> m_rows; // while deciding
    std::array<Source, static_cast<std::size_t>(BillField::count)> m_sources {};
    std::vector<Tag> m_tags;
    bool m_parts = false;
    int m_machines = -1; // column of their number, of which nothing is made
    bool m_end_inclusive = false;
};

constexpr BillField kPartFields[] = {BillField::credit, BillField::discount, BillField::tax};

} // namespace fullscope::import
