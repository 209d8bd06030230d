// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/table/table_run.h"

#include "core/base/text.h"
#include "core/import/logs/field_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fullscope::import {

namespace {

using Use = ColumnPlan::Use;

constexpr std::size_t kMostKept = 4 << 20; // bytes of first rows
constexpr std::size_t kMostEpochs = 100'000, kMostEvents = 256;
constexpr double kMostStep = 9e15; // whole numbers are exact in a double up to there

std::string textOf(const Cell& cell)
{
    return cell.text.empty() ? base::formatDouble(cell.number) : std::string(cell.text);
}

} // namespace

TableRun::TableRun(const TableSpec& spec, std::span<const MappedColumn> mapping, ColumnNames& names,
    evidence::Sink& sink, bool ambiguous_commas)
    : m_spec(spec)
    , m_names(names)
    , m_sink(sink)
    , m_numbers(ambiguous_commas)
    , m_plan(spec, mapping, names, sink, m_numbers)
{
}

base::Status TableRun::feed(const Row& row)
{
    const RowKind kind = m_spec.kind ? m_spec.kind(row, m_names) : RowKind::record;
    if (kind == RowKind::none || row.cells.empty())
        return {};
    if (m_started)
        return take(row, kind);
    keep(row);
    return m_kept.size() >= m_spec.first_rows || m_kept_bytes >= kMostKept ? start() : base::Status {};
}

void TableRun::keep(const Row& row)
{
    KeptRow& kept = m_kept.emplace_back();
    kept.row = row;
    kept.texts.reserve(row.cells.size());
    for (Cell& cell : kept.row.cells) {
        cell.text = kept.texts.emplace_back(cell.text);
        m_kept_bytes += cell.text.size() + sizeof cell;
    }
}

base::Status TableRun::start()
{
    m_started = true;
    std::vector<Row> rows;
    for (const KeptRow& kept : m_kept)
        if (!m_spec.kind || m_spec.kind(kept.row, m_names) == RowKind::record)
            rows.push_back(kept.row);
    FS_TRY(m_plan.decide(rows));
    for (const KeptRow& kept : m_kept)
        FS_TRY(take(kept.row, m_spec.kind ? m_spec.kind(kept.row, m_names) : RowKind::record));
    m_kept = {};
    return {};
}

base::Status TableRun::finish()
{
    if (!m_started && !m_kept.empty())
        FS_TRY(start());
    FS_TRY(flush());
    for (evidence::Fact& fact : m_facts)
        m_sink.fact(std::move(fact));
    return {};
}

base::Status TableRun::event(evidence::Event event)
{
    if (m_events.size() >= kMostEvents)
        FS_TRY(flush());
    m_events.push_back(std::move(event));
    return {};
}

base::Status TableRun::takeHeader(const Row& row)
{
    m_epoch_base.clear();
    m_epoch = m_counter = -1;
    FS_TRY(flush());
    return event({.kind = evidence::EventKind::train_start, .line = row.header_line, .text = "header"});
}

base::Status TableRun::take(const Row& row, RowKind kind)
{
    if (row.header_line > 0)
        FS_TRY(takeHeader(row));
    m_next.line = row.line;
    m_next.time_us = base::kNoTime;
    m_next.values.clear();
    m_next_elapsed = evidence::kNotLogged;
    if (!readStep(row, kind))
        return {};
    if (kind == RowKind::record) {
        for (const Cell& cell : row.cells)
            readCell(cell, row.line);
        return place();
    }
    for (Cell cell : row.cells) {
        if (m_plan.isOfTraining(cell.column))
            continue;
        const std::string name = m_names.name(cell.column);
        if (!name.starts_with("val") && !name.starts_with("eval"))
            cell.column = m_names.idOf("val/" + name);
        if (cell.column >= 0)
            readCell(cell, row.line);
    }
    return place();
}

// False when the row has none: it is reported and passed over.
bool TableRun::readStep(const Row& row, RowKind kind)
{
    if (kind == RowKind::evaluation && m_holds) {
        m_next.step = m_held.step;
        return true;
    }
    for (const int column : m_plan.steps()) {
        const auto cell
            = std::find_if(row.cells.begin(), row.cells.end(), [&](const Cell& c) { return c.column == column; });
        if (cell == row.cells.end())
            continue;
        const auto number = numberOf(*cell);
        if (!number || !(*number >= 0 && *number < kMostStep) || std::floor(*number) != *number) {
            problem(base::Code::bad_number, base::Severity::warning, base::Handling::row_skipped, *cell, row.line,
                "whole number");
            return false;
        }
        return countOn(row, static_cast<std::int64_t>(*number), column);
    }
    const Cell missing {.column = m_plan.steps().front(), .text = {}};
    problem(base::Code::field_missing, base::Severity::warning, base::Handling::row_skipped, missing, row.line,
        "whole number");
    return false;
}

// A counter that falls while the epoch rises counts within the epoch. It is counted on from the last one logged; an
// epoch that comes again starts where it started the first time.
bool TableRun::countOn(const Row& row, std::int64_t step, int column)
{
    double epoch = -1;
    for (const Cell& cell : row.cells)
        if (cell.column != column && m_plan.of(cell, row.line).is_epoch)
            epoch = numberOf(cell).value_or(-1);
    if (epoch >= 0 && epoch < kMostStep) {
        const auto whole = static_cast<std::int64_t>(epoch);
        const bool again = step < m_counter || (step == m_counter && (m_counted_on || m_spec.counts_in_epoch));
        const bool falls = again && whole > m_epoch && m_epoch >= 0;
        if (falls && !std::exchange(m_counted_on, true)) {
            const Cell counter {.column = column, .kind = Cell::Kind::number, .number = static_cast<double>(step)};
            problem(base::Code::step_counted_on, base::Severity::warning, base::Handling::kept, counter, row.line, "");
        }
        if (whole != m_epoch) {
            const auto known = m_epoch_base.find(whole);
            const std::int64_t before = m_epoch_base.contains(m_epoch) ? m_epoch_base[m_epoch] : 0;
            if (known == m_epoch_base.end() && m_epoch_base.size() < kMostEpochs)
                m_epoch_base[whole] = before + (falls ? m_counter : 0);
            m_epoch = whole;
        }
        m_counter = step;
        step += m_counted_on && m_epoch_base.contains(whole) ? m_epoch_base[whole] : 0;
    }
    m_next.step = step;
    return true;
}

std::optional<double> TableRun::numberOf(const Cell& cell)
{
    if (cell.kind == Cell::Kind::number)
        return cell.number;
    return cell.kind == Cell::Kind::text ? m_numbers.read(cell.text) : std::nullopt;
}

void TableRun::readCell(const Cell& cell, std::int64_t line)
{
    ColumnPlan& plan = m_plan.of(cell, line);
    switch (plan.use) {
    case Use::ignored:
    case Use::text:
    case Use::step:
        return;
    case Use::time:
        return readTime(cell, plan, line);
    case Use::fact:
        return readFact(cell, plan, line);
    case Use::elapsed:
    case Use::value:
        return readValue(cell, plan, line);
    }
}

void TableRun::readTime(const Cell& cell, const ColumnPlan& plan, std::int64_t line)
{
    bool zoneKnown = true;
    if (plan.shape == TimeShape::slashed && cell.kind == Cell::Kind::text) {
        if (const auto time = m_plan.dates().read(cell.text); time.ok())
            m_next.time_us = *time;
        zoneKnown = false;
        if (m_plan.dates().assumed() && !std::exchange(m_dates_told, true))
            problem(base::Code::number_ambiguous, base::Severity::warning, base::Handling::kept, cell, line,
                "month/day/year");
    } else if (plan.shape != TimeShape::iso) {
        if (const auto number = numberOf(cell))
            m_next.time_us = epochTime(*number, plan.shape);
    } else if (const auto parsed = base::parseIso(cell.text); cell.kind == Cell::Kind::text && parsed.ok()) {
        m_next.time_us = parsed->instant.us;
        zoneKnown = parsed->zone_known;
    }
    if (m_next.time_us == base::kNoTime)
        return problem(base::Code::bad_time, base::Severity::warning, base::Handling::value_dropped, cell, line,
            plan.shape == TimeShape::iso           ? "ISO 8601 time"
                : plan.shape == TimeShape::slashed ? "date"
                                                   : "number");
    if (!std::exchange(m_zone_told, true))
        m_sink.fact({.name = "zone_known", .value = zoneKnown ? "yes" : "no", .line = line});
}

void TableRun::readFact(const Cell& cell, const ColumnPlan& plan, std::int64_t line)
{
    const auto known = std::find_if(
        m_facts.begin(), m_facts.end(), [&](const evidence::Fact& fact) { return fact.name == plan.fact; });
    evidence::Fact& fact = known == m_facts.end() ? m_facts.emplace_back() : *known;
    fact = {.name = plan.fact, .value = textOf(cell), .line = line};
}

void TableRun::readValue(const Cell& cell, ColumnPlan& plan, std::int64_t line)
{
    auto number = numberOf(cell);
    if (!number && plan.use == Use::elapsed && cell.kind == Cell::Kind::text)
        number = clockSeconds(cell.text);
    if (!number)
        return problem(
            base::Code::bad_number, base::Severity::warning, base::Handling::value_dropped, cell, line, "number");
    if (!std::isfinite(*number)) {
        const bool dropped = std::isnan(*number) && plan.nan_is_absent;
        problem(base::Code::value_not_finite, dropped ? base::Severity::info : base::Severity::warning,
            dropped ? base::Handling::value_dropped : base::Handling::kept, cell, line, "finite number");
        if (dropped)
            return;
        if (std::isnan(*number))
            number = std::numeric_limits<double>::infinity();
    }
    const double value = *number * plan.factor;
    if (plan.use == Use::elapsed && std::isfinite(value))
        m_next_elapsed = value;
    set(plan.series, value, plan.may_differ);
}

void TableRun::set(int series, double value, bool may_differ)
{
    const auto index = static_cast<std::size_t>(series);
    if (m_next.values.size() <= index)
        m_next.values.resize(index + 1, evidence::kNotLogged);
    m_next.values[index] = value;
    if (m_may_differ.size() <= index)
        m_may_differ.resize(index + 1, false);
    m_may_differ[index] = may_differ;
}

// Adds the row just read to the sample kept back, if it is of the same step and says nothing else about it.
bool TableRun::merge()
{
    if (!m_holds || m_held.step != m_next.step)
        return false;
    auto& held = m_held.values;
    const auto& next = m_next.values;
    bool same = false, adds = false;
    for (std::size_t i = 0; i < next.size(); ++i) {
        const bool both = i < held.size() && !std::isnan(held[i]) && !std::isnan(next[i]);
        if (both && held[i] != next[i] && !m_may_differ[i])
            return false;
        same = same || (both && !m_may_differ[i]);
        adds = adds || (!both && !std::isnan(next[i]));
    }
    if (same && !adds && !std::exchange(m_repeats_told, true))
        m_sink.problem(
            {.severity = base::Severity::info, .what = {.code = base::Code::repeated_by_ranks, .line = m_next.line}});
    if (held.size() < next.size())
        held.resize(next.size(), evidence::kNotLogged);
    for (std::size_t i = 0; i < next.size(); ++i)
        if (std::isnan(held[i]))
            held[i] = next[i];
    if (m_held.time_us == base::kNoTime)
        m_held.time_us = m_next.time_us;
    if (std::isnan(m_held_elapsed))
        m_held_elapsed = m_next_elapsed;
    return true;
}

base::Status TableRun::place()
{
    const bool nothing = m_next.time_us == base::kNoTime
        && std::all_of(m_next.values.begin(), m_next.values.end(), [](double v) { return std::isnan(v); });
    if (nothing || merge())
        return {};
    FS_TRY(flush());
    std::swap(m_held, m_next);
    m_held_elapsed = m_next_elapsed;
    m_holds = true;
    return {};
}

// The mean over the steps since the record before. Training begins at zero, so step 1 took what has elapsed; a first
// record of a higher step does not say where its run began.
void TableRun::deriveStepTime()
{
    if (m_plan.derivedStepTime() < 0 || std::isnan(m_held_elapsed))
        return;
    const std::int64_t before = m_any_written ? m_last_step : m_held.step == 1 ? 0 : -1;
    const double start = m_any_written ? m_last_elapsed : 0;
    if (before >= 0 && m_held.step > before && m_held_elapsed >= start) {
        const auto index = static_cast<std::size_t>(m_plan.derivedStepTime());
        if (m_held.values.size() <= index)
            m_held.values.resize(index + 1, evidence::kNotLogged);
        m_held.values[index] = (m_held_elapsed - start) / static_cast<double>(m_held.step - before);
    }
    m_last_step = m_held.step;
    m_last_elapsed = m_held_elapsed;
    m_any_written = true;
}

base::Status TableRun::flush()
{
    if (std::exchange(m_holds, false)) {
        deriveStepTime();
        FS_TRY(m_sink.sample(m_held));
    }
    for (evidence::Event& event : m_events)
        m_sink.event(std::move(event));
    m_events.clear();
    return {};
}

void TableRun::problem(base::Code code, base::Severity severity, base::Handling handling, const Cell& cell,
    std::int64_t line, const char* expected)
{
    m_sink.problem({.severity = severity,
        .handling = handling,
        .what = {.code = code,
            .line = line,
            .field = base::excerpt(m_names.name(cell.column)),
            .found = base::excerpt(textOf(cell)),
            .expected = expected}});
}

} // namespace fullscope::import
