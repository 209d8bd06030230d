// SPDX-License-Identifier: GPL-3.0-or-later
// The money of a ledger's row: read, computed, checked.
#include "core/import/bills/ledger_rows.h"

#include "core/base/text.h"

#include <array>
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

Decimal magnitude(Decimal value)
{
    return value.isNegative() ? -value : value;
}

// By how much a quantity or price may be off. Whole numbers are what they say.
Decimal rounding(const Amount& amount)
{
    return amount.places == 0 ? Decimal() : halfUnit(amount);
}

} // namespace

std::optional<Decimal> LedgerRows::number(Field field)
{
    auto amount = m_plan.amount(field, *m_from);
    if (amount.ok())
        return *amount ? std::optional((*amount)->value) : std::nullopt;
    report(Severity::warning, Handling::value_dropped, std::move(amount.error()), field);
    return std::nullopt;
}

std::optional<Decimal> LedgerRows::hours()
{
    const auto amount = m_plan.amount(Field::instance_hours, *m_from);
    if (!amount.ok() || !*amount)
        return std::nullopt;
    return Decimal::quotient((*amount)->value, m_plan.perHour());
}

// Quantity or hours times price.
std::optional<Decimal> LedgerRows::product(Field quantity)
{
    const auto price = m_plan.amount(Field::price, *m_from);
    const auto units = m_plan.amount(quantity, *m_from);
    if (!price.ok() || !*price || !units.ok() || !*units)
        return std::nullopt;
    const auto cost = Decimal::product(quantity == Field::instance_hours ? *hours() : (*units)->value, (*price)->value);
    return cost.ok() ? std::optional(*cost) : std::nullopt;
}

// Where the file has no costs. False: this row cannot be priced, as when both a number of machines and hours stand
// there: nothing tells whether the hours are those of one machine or of all.
bool LedgerRows::computeCost()
{
    const bool hasHours = m_plan.has(Field::instance_hours) && !text(Field::instance_hours).empty();
    const bool hasQuantity = m_plan.has(Field::quantity) && !text(Field::quantity).empty();
    const bool twice = hasHours && hasQuantity && hours() != number(Field::quantity);
    if (m_plan.countsMachines() || (twice && m_plan.perHour() == 1))
        return false;
    // Hours in another unit than the quantity's: the price is of an hour.
    m_row.billed = product(hasHours && m_plan.perHour() != 1 ? Field::instance_hours : Field::quantity);
    if (!m_row.billed && hasHours)
        m_row.billed = product(Field::instance_hours);
    return m_row.billed.has_value();
}

// The cost is rounded, and so are quantity and price: it must lie within what they can be.
void LedgerRows::checkCost(const std::optional<Amount>& billed)
{
    const auto price = m_plan.amount(Field::price, *m_from);
    if (!billed || !price.ok() || !*price)
        return;
    std::string expected;
    for (const Field field : {Field::quantity, Field::instance_hours}) {
        const auto units = m_plan.amount(field, *m_from);
        const auto cost = product(field);
        if (!cost || !units.ok() || !*units)
            continue;
        const auto byPrice = Decimal::product(magnitude((*units)->value), rounding(**price));
        const auto byUnits = Decimal::product(magnitude((*price)->value), rounding(**units));
        // Credits may be written with the quantity as it was.
        const auto difference = Decimal::difference(magnitude(*cost), magnitude(billed->value));
        if (!byPrice.ok() || !byUnits.ok() || !difference.ok())
            return;
        const auto factors = Decimal::sum(*byPrice, *byUnits);
        const auto allowed = factors.ok() ? Decimal::sum(*factors, halfUnit(*billed)) : factors;
        if (!allowed.ok() || magnitude(*difference) <= *allowed)
            return;
        if (expected.empty())
            expected = cost->toString();
    }
    if (!expected.empty())
        report(Severity::warning, Handling::kept,
            {.code = Code::cost_disagrees, .found = billed->value.toString(), .expected = expected}, Field::billed);
}

// False: the row is skipped.
bool LedgerRows::readMoney()
{
    auto billed = m_plan.amount(Field::billed, *m_from);
    if (!billed.ok()) {
        skip(std::move(billed.error()), Field::billed);
        return false;
    }
    m_billed = *std::move(billed);
    if (m_billed)
        m_row.billed = m_billed->value;
    const bool priced = m_billed || (m_plan.computesCost() && computeCost());
    m_row.quantity = number(Field::quantity);
    if (m_row.quantity) {
        m_row.quantity_unit = text(Field::quantity_unit);
        if (m_row.quantity_unit.empty())
            m_row.quantity_unit = m_plan.unit(Field::quantity);
    }
    m_row.effective = number(Field::effective);
    m_row.net = number(Field::net);
    m_row.list = number(Field::list);
    m_row.contracted = number(Field::contracted);
    const Field needed = m_plan.computesCost() ? Field::price : Field::billed;
    if (!priced && !m_row.quantity && !m_row.effective && !hours() && text(Field::total).empty()) {
        skip({.code = Code::field_missing, .expected = "decimal number"}, needed);
        return false;
    }
    if (!priced) // kept for its hours: the cost is absent
        report(Severity::warning, Handling::kept, {.code = Code::field_missing, .expected = "decimal number"}, needed);
    return true;
}

void LedgerRows::readCurrency(const std::optional<Amount>& billed)
{
    const std::string_view stated = text(Field::currency);
    m_row.currency = currencyOfText(stated);
    if (m_row.currency.empty() && stated.find_first_of("$") == std::string_view::npos)
        m_row.currency = stated; // a code that bills of someone else use
    if (m_row.currency.empty() && billed)
        m_row.currency = billed->currency;
    if (m_row.currency.empty())
        m_row.currency = m_plan.currency(m_plan.computesCost() ? Field::price : Field::billed);
    if (!m_row.currency.empty())
        return;
    const bool blankCell = m_plan.has(Field::currency);
    if (m_quiet)
        return;
    if (blankCell || !std::exchange(m_currency_told, true))
        report(Severity::warning, Handling::kept, {.code = Code::bad_currency, .found = base::excerpt(stated)},
            blankCell ? Field::currency : Field::count);
}

// Credits, discounts and taxes that stand in columns of their own become rows of their own.
std::vector<BillRow> LedgerRows::withParts()
{
    std::vector<BillRow> rows {m_row};
    if (!m_plan.countsParts())
        return rows;
    constexpr std::array kCategories {ChargeCategory::credit, ChargeCategory::discount, ChargeCategory::tax};
    for (std::size_t i = 0; i < kCategories.size(); ++i) {
        const auto value = number(kPartFields[i]);
        if (!value || value->isZero())
            continue;
        BillRow part = m_row;
        part.row_key.append("-").append(nameOf(kPartFields[i]));
        part.charge_category = kCategories[i];
        part.charge_type = m_plan.nameOfColumn(kPartFields[i]);
        part.charge_known = true;
        part.purchase_option = PurchaseOption::none;
        part.instance_type.clear();
        for (auto* amount :
            {&part.effective, &part.net, &part.list, &part.contracted, &part.instance_hours, &part.quantity})
            amount->reset();
        part.quantity_unit.clear();
        part.billed = kCategories[i] == ChargeCategory::tax || value->isNegative() ? *value : -*value;
        rows.push_back(std::move(part));
    }
    return rows;
}

void LedgerRows::checkTotal(const std::vector<BillRow>& rows)
{
    const auto total = m_plan.amount(Field::total, *m_from);
    if (!total.ok() || !*total || !rows.front().billed)
        return;
    Decimal sum;
    for (const BillRow& row : rows)
        if (const auto more = Decimal::sum(sum, row.billed.value_or(Decimal {})); more.ok())
            sum = *more;
    if (!agrees(**total, sum))
        report(Severity::warning, Handling::kept,
            {.code = Code::total_disagrees, .found = (*total)->value.toString(), .expected = sum.toString()},
            Field::total);
}

// `USD` over amounts, as DigitalOcean writes: the cost, where no other column is it and it is the only one of that
// kind. Several are a table of rates.
void LedgerPlan::takeCurrencyColumn()
{
    int found = -1, columns = 0;
    for (int column = 0; column < m_names.size(); ++column)
        if (!currencyOfText(m_names.name(column)).empty()) {
            found = column;
            ++columns;
        }
    if (has(BillField::billed) || has(BillField::total) || columns != 1 || !isBelieved(BillField::billed, found))
        return;
    Source& source = of(BillField::billed);
    source.column = found;
    source.currency = currencyOfText(m_names.name(found));
}

} // namespace fullscope::import
