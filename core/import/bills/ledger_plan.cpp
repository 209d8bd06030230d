// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/ledger_plan.h"

#include "core/base/text.h"

#include <algorithm>

namespace fullscope::import {

namespace {

using Field = BillField;
using base::Code;
using base::Handling;
using base::Severity;

constexpr std::size_t kFields = static_cast<std::size_t>(Field::count);

bool isDate(Field field)
{
    return field == Field::charge_start || field == Field::charge_end || field == Field::period;
}

bool isNumber(Field field)
{
    return isAmountTarget(nameOf(field)) || field == Field::price;
}

bool isMoney(Field field)
{
    return isNumber(field) && field != Field::quantity && field != Field::instance_hours;
}

bool isAmount(std::string_view text)
{
    return AmountReader().read(text).ok();
}

// At least half of the cells that there are; true where there are none.
template <typename Says>
bool mostly(std::span<const LedgerRow> rows, int column, Says says)
{
    int cells = 0, yes = 0;
    for (const LedgerRow& row : rows) {
        const std::string_view text = row.text(column);
        cells += text.empty() ? 0 : 1;
        yes += !text.empty() && says(text) ? 1 : 0;
    }
    return 2 * yes >= cells;
}

} // namespace

base::Status LedgerPlan::takeMapping()
{
    std::vector<std::string_view> all;
    for (int column = 0; column < m_names.size(); ++column)
        all.push_back(m_names.name(column));
    for (const MappedColumn& mapped : m_mapping) {
        const int column = mapped.constant ? -1 : m_names.find(mapped.column);
        if (!mapped.constant && column < 0)
            return columnUnknown(mapped, all);
        const auto field = billField(mapped.target);
        if (!field) {
            m_tags.push_back({.column = column,
                .key = mapped.target.substr(kTagTarget.size()),
                .value = mapped.constant ? mapped.column : std::string()});
            continue;
        }
        Source& source = of(*field);
        source.column = column;
        source.mapped = true;
        if (mapped.constant)
            source.constant = mapped.column;
        else if (isNumber(*field)) {
            const MoneyUnit unit = moneyUnitOfName(mapped.column);
            source.currency = unit.currency;
            source.zeros = isMoney(*field) ? unit.zeros : 0;
        }
        if (*field == Field::instance_hours)
            source.per_hour = std::max<std::int64_t>(perHourOfName(mapped.column), 1);
        if (*field == Field::instance_hours)
            source.unit = "Hours";
        else if (const auto named = namedColumn(mapped.column); named && *field == Field::quantity)
            source.unit = named->unit;
    }
    return {};
}

// Whether the values are what the name says.
bool LedgerPlan::isBelieved(Field field, int column) const
{
    const bool any = firstWith(column) != nullptr || m_rows.empty();
    if (isNumber(field))
        return any && mostly(m_rows, column, isAmount);
    if (isDate(field)) {
        ChargeDates dates;
        for (const LedgerRow& row : m_rows)
            dates.learn(row.text(column));
        return any && mostly(m_rows, column, [&](std::string_view text) { return dates.read(text).ok(); });
    }
    switch (field) {
    case Field::charge_category: // `Type` may be the type of anything
        return any && mostly(m_rows, column, [](std::string_view text) { return chargeWord(text).has_value(); });
    case Field::instance_type: // `GPU` may count them
    case Field::quantity_unit:
        return any && mostly(m_rows, column, [](std::string_view text) { return !isAmount(text); });
    default:
        return any;
    }
}

void LedgerPlan::takeNames()
{
    std::array<int, kFields> ranks {};
    const auto isMapped = [&](const std::string& name) {
        return std::any_of(m_mapping.begin(), m_mapping.end(),
            [&](const MappedColumn& mapped) { return !mapped.constant && mapped.column == name; });
    };
    for (int column = 0; column < m_names.size(); ++column) {
        const std::string& name = m_names.name(column);
        const auto named = namedColumn(name);
        if (!named || isMapped(name) || !isBelieved(named->field, column))
            continue;
        Source& source = of(named->field);
        int& rank = ranks[static_cast<std::size_t>(named->field)];
        if (source.mapped || (source.column >= 0 && rank <= named->rank))
            continue;
        rank = named->rank;
        source.column = column;
        source.currency = named->currency;
        source.zeros = isMoney(named->field) ? named->zeros : 0;
        source.unit = named->unit;
        source.per_hour = std::max<std::int64_t>(named->per_hour, 1);
    }
}

// A total alone is the cost itself, with all that is in it.
void LedgerPlan::chooseMoney()
{
    if (!has(Field::billed) && has(Field::total)) {
        std::swap(of(Field::billed), of(Field::total));
        for (const Field part : kPartFields)
            leaveOut(part);
    }
    chooseParts();
}

// Hours of nobody knows what are a mere quantity.
void LedgerPlan::chooseHours()
{
    if (!has(Field::instance_hours) || has(Field::quantity))
        return;
    const Source& hours = of(Field::instance_hours);
    Source& quantity = of(Field::quantity) = hours;
    quantity.mapped = true; // it is told as hours
    quantity.unit = hours.per_hour == 1 ? "Hours"
        : hours.per_hour == 60          ? "Minutes"
        : hours.per_hour == 3600        ? "Seconds"
                                        : "Milliseconds";
}

// Columns of credits and taxes beside the cost: the user says that they are parts of the bill, or a column of totals
// proves it. Else they may be in the cost already.
void LedgerPlan::chooseParts()
{
    bool any = false, said = false;
    for (const Field part : kPartFields) {
        any = any || has(part);
        said = said || of(part).mapped;
    }
    if (said || (any && has(Field::total) && partsAgree())) {
        m_parts = true;
        for (const Field part : kPartFields)
            if (said && !of(part).mapped)
                leaveOut(part);
        return;
    }
    for (const Field part : kPartFields)
        leaveOut(part);
    if (has(Field::total) && !of(Field::total).mapped && !partsAgree())
        leaveOut(Field::total);
}

// That cost, credits, discounts and taxes of the first rows come to their totals, in nine of ten.
bool LedgerPlan::partsAgree() const
{
    int rows = 0, agreeing = 0;
    for (const LedgerRow& row : m_rows) {
        const auto total = amount(Field::total, row), cost = amount(Field::billed, row);
        if (!total.ok() || !*total || !cost.ok() || !*cost)
            continue;
        ++rows;
        base::Decimal sum = (*cost)->value;
        bool readable = true;
        for (const Field part : kPartFields) {
            const auto value = amount(part, row);
            readable = readable && value.ok();
            if (!value.ok() || !*value)
                continue;
            const base::Decimal reduced = (*value)->value.isNegative() ? (*value)->value : -(*value)->value;
            const auto more = base::Decimal::sum(sum, part == Field::tax ? (*value)->value : reduced);
            readable = readable && more.ok();
            sum = more.ok() ? *more : sum;
        }
        agreeing += readable && agrees(**total, sum) ? 1 : 0;
    }
    return rows > 0 && 10 * agreeing >= 9 * rows;
}

// A column of money that does not count must not go unnoticed.
void LedgerPlan::leaveOut(Field field)
{
    Source& source = of(field);
    if (source.column < 0)
        return;
    const auto isZero = [](std::string_view text) {
        const auto value = AmountReader().read(text);
        return value.ok() && value->value.isZero();
    };
    for (const LedgerRow& row : m_rows) {
        const std::string_view text = row.text(source.column);
        if (text.empty() || isZero(text))
            continue;
        problem(Severity::warning, Handling::noted,
            {.code = Code::column_not_counted, .line = row.line, .found = base::excerpt(text)}, source.column);
        break;
    }
    source = {};
}

void LedgerPlan::learnNumbers(bool semicolons)
{
    using Mark = AmountReader::Mark;
    Mark decided = Mark::unknown;
    bool alike = true;
    for (std::size_t i = 0; i < kFields; ++i) {
        Source& source = m_sources[i];
        if (!isNumber(static_cast<Field>(i)) || source.column < 0)
            continue;
        for (const LedgerRow& row : m_rows)
            source.amounts.learn(row.text(source.column));
        const Mark mark = source.amounts.mark();
        alike = alike && (mark == Mark::unknown || decided == Mark::unknown || mark == decided);
        decided = mark == Mark::unknown ? decided : mark;
    }
    for (Source& source : m_sources) {
        const std::string text(source.amounts.ambiguous());
        if (text.empty())
            continue;
        const bool told = alike && decided != Mark::unknown;
        source.amounts.decide(told ? decided : semicolons ? Mark::comma : Mark::point);
        // `1.234` from a program is what it says; everything else was written by people.
        if (told || (!semicolons && text.find(',') == std::string::npos))
            continue;
        const auto value = source.amounts.read(text);
        problem(Severity::warning, Handling::kept,
            {.code = Code::number_ambiguous,
                .found = text,
                .expected = value.ok() ? value->value.toString() : std::string()},
            source.column);
    }
}

void LedgerPlan::learnDates()
{
    for (const Field field : {Field::charge_start, Field::charge_end, Field::period}) {
        Source& source = of(field);
        for (const LedgerRow& row : m_rows) // one order for all of them
            for (const Field other : {Field::charge_start, Field::charge_end, Field::period})
                source.dates.learn(row.text(of(other).column));
    }
    // An end on the day of the start, or on the last day of the month that the start begins, is part of the charge.
    bool exclusive = false;
    for (const LedgerRow& row : m_rows) {
        ChargeDates dates = of(Field::charge_start).dates;
        const auto start = dates.read(row.text(of(Field::charge_start).column));
        const auto end = dates.read(row.text(of(Field::charge_end).column));
        if (!start.ok() || !end.ok() || !start->is_day || !end->is_day)
            continue;
        const bool wholeMonth = base::formatDate({start->start_us}).ends_with("-01")
            && monthAfter(start->start_us) == end->start_us + kDayUs;
        m_end_inclusive = m_end_inclusive || end->start_us == start->start_us || wholeMonth;
        exclusive = exclusive || monthAfter(start->start_us) == end->start_us;
    }
    m_end_inclusive = m_end_inclusive && !exclusive;
}

base::Status LedgerPlan::check() const
{
    if (!has(Field::charge_start) && !has(Field::period))
        return base::Error {
            .code = Code::column_missing, .field = "charge_start", .expected = "Date, Usage date, Month, Period …"};
    const bool computable = has(Field::price) && (has(Field::quantity) || has(Field::instance_hours));
    if (!has(Field::billed) && !computable)
        return base::Error {
            .code = Code::column_missing, .field = "billed", .expected = "Cost, Amount, Charge, Total …"};
    return {};
}

void LedgerPlan::tell()
{
    for (std::size_t i = 0; i < kFields; ++i) {
        const Source& source = m_sources[i];
        if (source.mapped || source.column < 0)
            continue;
        const LedgerRow* row = firstWith(source.column);
        problem(Severity::info, Handling::noted,
            {.code = Code::column_taken,
                .found = row ? base::excerpt(row->text(source.column)) : std::string(),
                .expected = std::string(nameOf(static_cast<Field>(i)))},
            source.column);
    }
    if (countsMachines() && computesCost())
        problem(Severity::error, Handling::noted,
            {.code = Code::column_missing, .expected = std::string(nameOf(Field::billed))}, m_machines);
    else if (computesCost())
        m_sink.problem({.severity = Severity::warning,
            .handling = Handling::noted,
            .what = {.code = Code::cost_computed,
                .expected = nameOfColumn(has(Field::quantity) ? Field::quantity : Field::instance_hours) + " × "
                    + nameOfColumn(Field::price)}});
}

void LedgerPlan::findMachines()
{
    constexpr std::string_view kNames[] = {"nodes", "node count", "number of nodes", "gpus", "gpu count",
        "number of gpus", "instances", "instance count", "machines", "servers", "count", "qty", "units"};
    for (int column = 0; column < m_names.size(); ++column) {
        const bool taken = std::any_of(
            m_sources.begin(), m_sources.end(), [&](const Source& source) { return source.column == column; });
        const std::string name = base::toLower(m_names.name(column));
        if (!taken && std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames))
            m_machines = column;
    }
}

base::Status LedgerPlan::decide(std::span<const LedgerRow> first_rows, bool semicolons)
{
    m_rows = first_rows;
    FS_TRY(takeMapping());
    takeNames();
    takeCurrencyColumn();
    learnNumbers(semicolons);
    chooseMoney();
    chooseHours();
    findMachines();
    learnDates();
    base::Status status = check();
    if (status.ok())
        tell();
    m_rows = {};
    return status;
}

const LedgerRow* LedgerPlan::firstWith(int column) const
{
    const auto at
        = std::find_if(m_rows.begin(), m_rows.end(), [&](const LedgerRow& row) { return !row.text(column).empty(); });
    return at == m_rows.end() ? nullptr : &*at;
}

std::string LedgerPlan::nameOfColumn(Field field) const
{
    const Source& source = of(field);
    return source.column >= 0 ? m_names.name(source.column) : source.constant.value_or(std::string());
}

std::string_view LedgerPlan::text(Field field, const LedgerRow& row) const
{
    const Source& source = of(field);
    return source.constant ? std::string_view(*source.constant) : row.text(source.column);
}

base::Result<std::optional<Amount>> LedgerPlan::amount(Field field, const LedgerRow& row) const
{
    const std::string_view value = text(field, row);
    if (value.empty())
        return std::optional<Amount>();
    FS_TRY_VALUE(amount, of(field).amounts.read(value));
    for (int zero = 0; zero < of(field).zeros; ++zero) {
        FS_TRY_VALUE(tenfold, base::Decimal::times(amount.value, 10));
        amount.value = tenfold;
        amount.places -= amount.places < base::Decimal::kScale ? 1 : 0; // of a float's own digits none is rounded
    }
    return std::optional<Amount>(std::move(amount));
}

base::Result<ChargeTime> LedgerPlan::time(Field field, const LedgerRow& row)
{
    const std::string_view value = text(field, row);
    return value.empty() ? ChargeTime {} : of(field).dates.read(value);
}

void LedgerPlan::problem(Severity severity, Handling handling, base::Error what, int column)
{
    what.field = base::excerpt(m_names.name(column));
    m_sink.problem({.severity = severity, .handling = handling, .what = std::move(what)});
}

} // namespace fullscope::import
