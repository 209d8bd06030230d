// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/gcp_rows.h"

#include "core/base/text.h"
#include "core/import/bills/bill_values.h"

#include <utility>

namespace fullscope::import {

using base::Code;
using base::Decimal;
using base::Handling;
using base::Severity;
using evidence::BillRow;
using evidence::ChargeCategory;
using evidence::CommitmentStatus;
using evidence::PurchaseOption;

namespace {

std::vector<std::string> keyHeader()
{
    std::vector<std::string> header(kGcpNames.begin(), kGcpNames.end());
    header.emplace_back("credits");
    return header;
}

// The same amount has the same key however it was written ("70", "70.0").
std::string canonical(const std::string& text)
{
    const auto amount = billAmount(text);
    return amount.ok() ? amount->value.toString() : text;
}

} // namespace

GcpRows::GcpRows(evidence::Sink& sink)
    : m_sink(sink)
    , m_key(keyHeader(), [](std::string_view) { return false; })
{
}

void GcpRows::Told::add(std::int64_t line, const std::string& what)
{
    if (rows++ > 0)
        return;
    first_line = line;
    example = base::excerpt(what);
}

void GcpRows::report(Severity severity, Handling handling, base::Error what, std::string_view field)
{
    what.line = m_record->line;
    what.field = field;
    m_sink.problem({.severity = severity, .handling = handling, .what = std::move(what)});
}

void GcpRows::skip(base::Error what, GcpField field)
{
    report(Severity::error, Handling::row_skipped, std::move(what), gcpName(field));
}

base::Result<GcpRows::Amount> GcpRows::number(GcpField field)
{
    if (text(field).empty())
        return Amount {};
    FS_TRY_VALUE(amount, billAmount(text(field)));
    if (amount.rounded)
        m_rounded.add(m_record->line, text(field));
    return Amount {amount.value};
}

GcpRows::Amount GcpRows::optionalNumber(GcpField field)
{
    base::Result<Amount> value = number(field);
    if (value.ok())
        return *value;
    report(Severity::warning, Handling::value_dropped, std::move(value.error()), gcpName(field));
    return std::nullopt;
}

base::Result<std::int64_t> GcpRows::instant(GcpField field)
{
    if (const auto seconds = epochSeconds(text(field)))
        return *seconds;
    return m_dates.read(text(field));
}

bool GcpRows::readTimes()
{
    if (text(GcpField::start).empty()) {
        skip({.code = Code::field_missing, .expected = "date"}, GcpField::start);
        return false;
    }
    for (const auto& [field, us] :
        {std::pair {GcpField::start, &m_row.charge_start_us}, std::pair {GcpField::end, &m_row.charge_end_us}}) {
        if (text(field).empty())
            continue;
        base::Result<std::int64_t> time = instant(field);
        if (!time.ok()) {
            skip(std::move(time.error()), field);
            return false;
        }
        *us = *time;
    }
    if (m_dates.assumed() && !std::exchange(m_dates_reported, true))
        report(Severity::warning, Handling::kept,
            {.code = Code::number_ambiguous,
                .found = base::excerpt(text(GcpField::start)),
                .expected = "month/day/year"},
            gcpName(GcpField::start));
    if (m_row.charge_end_us != base::kNoTime && m_row.charge_end_us < m_row.charge_start_us)
        report(Severity::warning, Handling::kept,
            {.code = Code::time_backwards, .found = base::excerpt(text(GcpField::end))}, gcpName(GcpField::end));
    readMonth();
    return true;
}

// The invoice's month is the billing period: what was used in the last hours of a month, or comes late, is on the
// invoice of the next.
void GcpRows::readMonth()
{
    const std::string& month = text(GcpField::month);
    if (month.empty())
        return;
    const auto period = monthOfDigits(month);
    if (!period) {
        report(Severity::warning, Handling::value_dropped,
            {.code = Code::bad_time, .found = base::excerpt(month), .expected = "YYYYMM"}, gcpName(GcpField::month));
        return;
    }
    m_row.billing_period_start_us = period->first;
    m_row.billing_period_end_us = period->second;
}

// False when not all credits can be read: nobody knows the net cost then.
bool GcpRows::readCredits(Decimal& priced)
{
    if (!m_record->credits_readable) {
        report(Severity::warning, Handling::value_dropped,
            {.code = Code::bad_json, .expected = "JSON array of credits"}, "credits");
        return false;
    }
    bool readable = true;
    for (const GcpCredit& credit : m_record->credits) {
        auto amount = billAmount(credit.amount);
        if (!amount.ok()) {
            report(Severity::warning, Handling::value_dropped, std::move(amount.error()), "credits.amount");
            readable = false;
            continue;
        }
        if (amount->rounded)
            m_rounded.add(m_record->line, credit.amount);
        if (amount->value.isZero())
            continue;
        const GcpCreditType& type = gcpCreditType(credit.type, credit.name);
        if (type.kind == GcpCreditKind::apart || type.kind == GcpCreditKind::unknown) {
            m_own.push_back({.credit = &credit, .type = &type, .amount = amount->value});
            continue;
        }
        m_covered = m_covered || type.kind == GcpCreditKind::covered;
        m_fee_offset = m_fee_offset || type.kind == GcpCreditKind::fee_offset;
        const auto sum = Decimal::sum(priced, amount->value);
        readable = readable && sum.ok();
        if (sum.ok())
            priced = *sum;
    }
    return readable;
}

bool GcpRows::readMoney()
{
    base::Result<Amount> cost = number(GcpField::cost);
    if (!cost.ok()) {
        skip(std::move(cost.error()), GcpField::cost);
        return false;
    }
    if (!*cost) {
        skip({.code = Code::field_missing, .expected = "decimal number"}, GcpField::cost);
        return false;
    }
    m_row.billed = **cost;
    m_row.currency = text(GcpField::currency);
    if (m_row.currency.empty())
        report(Severity::warning, Handling::kept, {.code = Code::bad_currency}, gcpName(GcpField::currency));
    Decimal priced;
    const bool readable = readCredits(priced);
    const auto effective = Decimal::sum(*m_row.billed, priced);
    if (readable && effective.ok())
        m_row.effective = m_row.net = *effective;
    else
        report(Severity::warning, Handling::kept, {.code = Code::effective_cost_missing}, "credits");
    m_row.list = optionalNumber(GcpField::list);
    return true;
}

void GcpRows::readNames()
{
    m_row.line = m_record->line;
    m_row.row_key = rowKey();
    m_row.provider = "Google Cloud";
    m_row.billing_account = text(GcpField::account);
    m_row.sub_account = text(GcpField::project);
    m_row.service = text(GcpField::service);
    m_row.usage_type = text(GcpField::sku_id);
    m_row.description = text(GcpField::sku);
    m_row.region = text(GcpField::region);
    m_row.resource_id = text(GcpField::resource);
    m_row.tags = m_record->labels;
    m_row.service_category = text(GcpField::seller).starts_with("THIRD_PARTY")
        ? "Marketplace"
        : gcpServiceCategory(m_row.service, m_row.description, m_sku.part);
    // The base unit is seconds and byte-seconds: nothing that a price is made of.
    const bool priced = !text(GcpField::pricing_amount).empty();
    m_row.quantity = optionalNumber(priced ? GcpField::pricing_amount : GcpField::amount);
    m_row.quantity_unit = text(priced ? GcpField::pricing_unit : GcpField::unit);
}

void GcpRows::readKind()
{
    m_row.charge_type = text(GcpField::cost_type);
    m_row.correction = text(GcpField::adjustment).ends_with("_CORRECTION");
    const std::string type = base::toLower(m_row.charge_type);
    if (type == "tax")
        m_row.charge_category = ChargeCategory::tax;
    else if (type == "adjustment" || type == "rounding_error")
        m_row.charge_category = ChargeCategory::adjustment;
    else if (!type.empty() && type != "regular") {
        m_row.charge_known = false;
        report(Severity::warning, Handling::kept,
            {.code = Code::charge_unclassified, .found = base::excerpt(m_row.charge_type)},
            gcpName(GcpField::cost_type));
    }
    if (m_row.charge_category != ChargeCategory::usage || !m_row.charge_known)
        return;
    m_row.purchase_option = m_sku.purchase_option;
    if (m_sku.commitment)
        readCommitment();
    else if (m_sku.part != GcpPart::none)
        readMachine();
}

// Paid whether it is used or not: a fee, and no hours.
void GcpRows::readCommitment()
{
    m_row.charge_category = ChargeCategory::purchase;
    m_row.commitment_id = text(GcpField::subscription);
}

std::string GcpRows::rowKey()
{
    std::array<std::string, kGcpFields + 1> values;
    for (std::size_t i = 0; i < kGcpFields; ++i)
        values[i] = m_record->texts[i];
    for (const GcpField field : {GcpField::cost, GcpField::list, GcpField::amount, GcpField::pricing_amount})
        values[static_cast<std::size_t>(field)] = canonical(text(field));
    for (const GcpCredit& credit : m_record->credits)
        values.back() += credit.type + '|' + credit.name + '|' + canonical(credit.amount) + ';';
    return m_key.of({values.begin(), values.end()});
}

// A commitment of the new kind gives back what was used of its fee; the rest is what was paid for nothing.
base::Status GcpRows::deliverFee()
{
    BillRow unused = m_row;
    unused.row_key += "-unused";
    unused.charge_category = ChargeCategory::usage;
    unused.commitment_status = CommitmentStatus::unused;
    unused.quantity.reset();
    unused.billed = Decimal {};
    unused.net = Decimal {};
    if (unused.list)
        unused.list = Decimal {};
    m_row.effective = Decimal {};
    FS_TRY(m_sink.billRow(m_row));
    return unused.effective->isZero() ? base::Status {} : m_sink.billRow(unused);
}

// Its billed cost is 0, and not absent: it is no part of the cost before credits, which the line's first row has.
base::Status GcpRows::deliverCredit(const OwnRow& own, std::size_t number)
{
    BillRow credit = m_row;
    credit.row_key += "-credit" + std::to_string(number);
    credit.charge_category = own.type->category;
    credit.charge_type = own.credit->type.empty() ? own.credit->name : own.credit->type;
    credit.charge_known = own.type->kind != GcpCreditKind::unknown;
    credit.purchase_option = PurchaseOption::none;
    credit.commitment_status = CommitmentStatus::none;
    credit.price_apart = false;
    credit.billed = Decimal {};
    credit.effective = own.amount;
    credit.net = own.amount;
    if (credit.list)
        credit.list = Decimal {};
    credit.instance_type.clear();
    credit.instance_hours.reset();
    credit.quantity.reset();
    credit.quantity_unit.clear();
    if (!credit.charge_known)
        report(Severity::warning, Handling::kept,
            {.code = Code::charge_unclassified, .found = base::excerpt(credit.charge_type)}, "credits.type");
    return m_sink.billRow(credit);
}

base::Status GcpRows::deliver()
{
    const bool split = m_fee_offset && m_row.charge_category == ChargeCategory::purchase && m_row.effective;
    const BillRow whole = m_row;
    FS_TRY(split ? deliverFee() : m_sink.billRow(m_row));
    m_row = whole;
    for (std::size_t i = 0; i < m_own.size(); ++i)
        FS_TRY(deliverCredit(m_own[i], i + 1));
    return {};
}

base::Status GcpRows::add(const GcpRecord& record)
{
    m_record = &record;
    m_row = BillRow {};
    m_own.clear();
    m_covered = m_fee_offset = false;
    if (!readTimes() || !readMoney())
        return {};
    m_sku = gcpSku(text(GcpField::service), text(GcpField::sku));
    readNames();
    readKind();
    return deliver();
}

} // namespace fullscope::import
