// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/ledger_rows.h"

#include "core/base/text.h"
#include "core/import/logs/table/rate_names.h"

#include <algorithm>
#include <utility>

namespace fullscope::import {

namespace {

using Field = BillField;
using base::Code;
using base::Decimal;
using base::Handling;
using base::Severity;
using evidence::BillRow;
using evidence::ChargeCategory;
using evidence::PurchaseOption;

ChargeCategory categoryOf(ChargeWord word)
{
    switch (word) {
    case ChargeWord::purchase:
        return ChargeCategory::purchase;
    case ChargeWord::tax:
        return ChargeCategory::tax;
    case ChargeWord::credit:
        return ChargeCategory::credit;
    case ChargeWord::refund:
        return ChargeCategory::refund;
    case ChargeWord::discount:
        return ChargeCategory::discount;
    case ChargeWord::adjustment:
        return ChargeCategory::adjustment;
    case ChargeWord::usage:
    case ChargeWord::payment:
        break;
    }
    return ChargeCategory::usage;
}

} // namespace

base::Status LedgerRows::begin(std::span<const LedgerRow> first_rows, bool semicolons)
{
    return m_plan.decide(first_rows, semicolons);
}

void LedgerRows::report(Severity severity, Handling handling, base::Error what, Field field)
{
    if (m_quiet && handling != Handling::row_skipped)
        return; // of a row that may be none
    what.line = m_from->line;
    if (what.field.empty() && field != Field::count)
        what.field = base::excerpt(m_plan.nameOfColumn(field));
    m_sink.problem({.severity = severity, .handling = handling, .what = std::move(what)});
}

// Whether a text of the row is a word for totals, or (not `whole`) holds one.
bool LedgerRows::hasTotalWord(bool whole) const
{
    return std::any_of(m_from->fields.begin(), m_from->fields.end(),
        [&](const std::string& field) { return whole ? isTotalWord(field) : saysTotal(field); });
}

void LedgerRows::readEnd()
{
    auto end = m_plan.time(Field::charge_end, *m_from);
    if (!end.ok()) {
        report(Severity::warning, Handling::value_dropped, std::move(end.error()), Field::charge_end);
        return;
    }
    if (end->start_us == base::kNoTime)
        return;
    m_row.charge_end_us = end->is_month          ? end->end_us
        : end->is_day && m_plan.endIsInclusive() ? end->start_us + kDayUs
                                                 : end->start_us;
    if (m_row.charge_end_us < m_row.charge_start_us)
        report(Severity::warning, Handling::kept,
            {.code = Code::time_backwards, .found = base::excerpt(text(Field::charge_end))}, Field::charge_end);
}

LedgerRows::Times LedgerRows::readTimes()
{
    ChargeTime times[2];
    const Field fields[] = {Field::charge_start, Field::period};
    for (int i = 0; i < 2; ++i) {
        auto read = m_plan.time(fields[i], *m_from);
        if (read.ok()) {
            times[i] = *read;
        } else if (!saysTotal(text(fields[i]))) {
            skip(std::move(read.error()), fields[i]);
            return Times::unreadable;
        }
        if (m_plan.datesAssumed(fields[i]) && !std::exchange(m_dates_told, true))
            report(Severity::warning, Handling::kept,
                {.code = Code::number_ambiguous, .found = base::excerpt(text(fields[i])), .expected = "month/day/year"},
                fields[i]);
    }
    ChargeTime& start = times[0];
    ChargeTime& period = times[1];
    // A spreadsheet writes a month as its first day.
    if (period.is_day && base::formatDate({period.start_us}).ends_with("-01"))
        period = {.start_us = period.start_us, .end_us = monthAfter(period.start_us), .is_month = true};
    if (start.start_us == base::kNoTime)
        start = period;
    if (start.start_us == base::kNoTime)
        return Times::absent;
    m_row.charge_start_us = start.start_us;
    m_row.charge_end_us = start.end_us;
    const ChargeTime& billed = period.start_us != base::kNoTime ? period : start;
    if (billed.is_month) {
        m_row.billing_period_start_us = billed.start_us;
        m_row.billing_period_end_us = billed.end_us;
    }
    readEnd();
    return Times::known;
}

void LedgerRows::readNames()
{
    if (m_key_columns != m_names.size()) {
        m_key_columns = m_names.size();
        std::vector<std::string> header;
        for (int column = 0; column < m_key_columns; ++column)
            header.push_back(m_names.name(column));
        m_key = RowKey(header, [](std::string_view) { return false; });
    }
    m_row.line = m_from->line;
    m_row.row_key = m_key.of({m_from->fields.begin(), m_from->fields.end()});
    m_row.provider = text(Field::provider);
    m_row.billing_account = text(Field::billing_account);
    m_row.sub_account = text(Field::sub_account);
    m_row.service = text(Field::service);
    m_row.service_category = text(Field::service_category);
    m_row.usage_type = text(Field::usage_type);
    m_row.description = text(Field::description);
    m_row.region = text(Field::region);
    m_row.resource_id = text(Field::resource_id);
    for (const LedgerPlan::Tag& tag : m_plan.tags())
        if (const std::string_view value = tag.column < 0 ? std::string_view(tag.value) : m_from->text(tag.column);
            !value.empty())
            m_row.tags.emplace_back(tag.key, value);
}

// Where no column says what kind of charge a row is. What takes money back and says no more is an adjustment.
// Services are called after payments too: one of these gives money.
bool LedgerRows::isPayment() const
{
    const bool back = m_row.billed && m_row.billed->isNegative();
    for (const std::string* said : {&m_row.description, &m_row.service, &m_row.charge_type}) {
        const std::string text = " " + base::toLower(base::trimmed(*said));
        if (back && text.find(" payment") != std::string::npos)
            return true;
        for (const char* word : {" payment received", " top-up", " topup", " top up", " prepaid credit",
                 " opening balance", " closing balance", " previous balance"})
            if (text.find(word) != std::string::npos)
                return true;
    }
    return false;
}

void LedgerRows::categoryByText()
{
    const bool back = m_row.billed && m_row.billed->isNegative();
    for (const std::string& said : {m_row.description, m_row.service, m_row.usage_type})
        for (const std::string& word : wordsOf(said)) {
            const auto known = chargeWord(word);
            const bool tax = known == ChargeWord::tax;
            if (tax
                || (back
                    && (known == ChargeWord::credit || known == ChargeWord::refund || known == ChargeWord::discount))) {
                m_row.charge_category = categoryOf(*known);
                return;
            }
        }
    if (back)
        m_row.charge_category = ChargeCategory::adjustment;
}

bool LedgerRows::readCategory()
{
    m_row.charge_type = text(Field::charge_category);
    if (isPayment()) { // pays for charges, is none
        report(Severity::warning, Handling::row_skipped,
            {.code = Code::payment_left_out,
                .found = base::excerpt(m_row.charge_type.empty() ? m_row.description : m_row.charge_type)},
            Field::description);
        return false;
    }
    if (m_row.charge_type.empty()) {
        categoryByText();
        return true;
    }
    const auto word = chargeWord(m_row.charge_type);
    if (!word) {
        m_row.charge_known = false;
        report(Severity::warning, Handling::kept,
            {.code = Code::charge_unclassified, .found = base::excerpt(m_row.charge_type)}, Field::charge_category);
        return true;
    }
    if (*word == ChargeWord::payment) { // pays for charges, is none
        report(Severity::warning, Handling::row_skipped,
            {.code = Code::bad_value, .found = base::excerpt(m_row.charge_type), .expected = "charge"},
            Field::charge_category);
        return false;
    }
    m_row.charge_category = categoryOf(*word);
    const bool gives = *word == ChargeWord::credit || *word == ChargeWord::refund || *word == ChargeWord::discount;
    if (gives && m_row.billed > Decimal {}) { // written by its size
        report(Severity::warning, Handling::replaced,
            {.code = Code::bad_value, .found = m_row.billed->toString(), .expected = (-*m_row.billed).toString()},
            Field::billed);
        m_row.billed = -*m_row.billed;
    }
    return true;
}

void LedgerRows::readPurchase()
{
    const std::string_view said = text(Field::purchase_option);
    if (said.empty())
        return;
    if (const auto option = purchaseWord(said))
        m_row.purchase_option = *option;
    else
        report(Severity::warning, Handling::value_dropped,
            {.code = Code::bad_value, .found = base::excerpt(said), .expected = "on-demand, spot, reserved"},
            Field::purchase_option);
}

// Hours count where the row says of what.
void LedgerRows::readInstance()
{
    const bool charge
        = m_row.charge_category == ChargeCategory::usage || m_row.charge_category == ChargeCategory::purchase;
    if (!charge)
        return;
    m_row.instance_type = text(Field::instance_type);
    if (m_row.instance_type.empty() || m_row.charge_category != ChargeCategory::usage)
        return;
    if (number(Field::instance_hours))
        m_row.instance_hours = hours();
}

base::Status LedgerRows::deliver(const std::vector<BillRow>& rows)
{
    for (const BillRow& row : rows) {
        FS_TRY(m_totals.add(row));
        FS_TRY(m_sink.billRow(row));
    }
    return {};
}

// What may be a total waits until all rows are known.
base::Status LedgerRows::hold(Times times)
{
    TotalRows::Candidate candidate {.line = m_row.line,
        .amount = {},
        .currency = m_row.currency,
        .named = hasTotalWord(true) || (times == Times::absent && hasTotalWord(false)),
        .dated = times == Times::known};
    const auto total = m_plan.amount(Field::total, *m_from);
    const bool ofColumn = total.ok() && *total && !m_row.billed;
    candidate.rows = withParts();
    for (const BillRow& row : candidate.rows) {
        FS_TRY_VALUE(sum, Decimal::sum(candidate.amount.value, row.billed.value_or(Decimal {})));
        candidate.amount.value = sum;
    }
    candidate.amount.places = m_billed ? m_billed->places : Decimal::kScale;
    if (ofColumn)
        candidate.amount = **total;
    candidate.text = candidate.amount.value.toString();
    candidate.undated = {.code = Code::field_missing, .line = m_row.line, .expected = "date"};
    candidate.undated.field
        = m_plan.nameOfColumn(m_plan.has(Field::charge_start) ? Field::charge_start : Field::period);
    if (m_totals.hold(candidate))
        return {};
    if (times == Times::known)
        return deliver(candidate.rows);
    skip(std::move(candidate.undated), Field::count);
    return {};
}

base::Status LedgerRows::feed(const LedgerRow& row)
{
    m_from = &row;
    m_row = {};
    m_billed.reset();
    m_quiet = false;
    readNames();
    const Times times = readTimes();
    if (times == Times::unreadable)
        return {};
    m_quiet = times == Times::absent || hasTotalWord(false);
    if (times == Times::absent && hasTotalWord(true) && text(Field::billed).empty() && text(Field::total).empty()) {
        m_sink.problem({.severity = Severity::info,
            .handling = Handling::noted,
            .what = {.code = Code::total_not_counted, .line = m_row.line}});
        return {};
    }
    if (!readMoney() || !readCategory())
        return {};
    readCurrency(m_billed);
    readPurchase();
    readInstance();
    if (m_quiet)
        return hold(times);
    checkCost(m_billed);
    const std::vector<BillRow> rows = withParts();
    checkTotal(rows);
    return deliver(rows);
}

base::Status LedgerRows::finish()
{
    return m_totals.finish([this](const BillRow& row) { return m_sink.billRow(row); },
        [this](base::Problem problem) { m_sink.problem(std::move(problem)); });
}

} // namespace fullscope::import
