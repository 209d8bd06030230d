// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/table/table_plan.h"

#include "core/base/text.h"
#include "core/import/logs/run_writer.h"

#include <algorithm>
#include <cmath>

namespace fullscope::import {

namespace {

using Use = ColumnPlan::Use;
namespace series = evidence::series;

} // namespace

Meaning TablePlan::meaning(int column) const
{
    const std::string& name = m_names.name(column);
    for (const MappedColumn& mapped : m_mapping)
        if (mapped.column == name)
            return mappedMeaning(mapped.target, name);
    for (const ColumnRule& rule : m_spec.rules)
        if (rule.column == name)
            return rule.meaning;
    return meaningOf(name);
}

// Every mapped column must be there: one that was mistyped must not go unnoticed.
base::Status TablePlan::understand(std::span<const Row> first_rows)
{
    const auto size = static_cast<std::size_t>(m_names.size());
    m_evidence.resize(size);
    m_plans.resize(size);
    m_planned.resize(size);
    observe(first_rows);
    std::vector<std::string_view> all;
    for (int column = 0; column < m_names.size(); ++column) {
        all.push_back(m_names.name(column));
        m_meanings.push_back(meaning(column));
    }
    for (const MappedColumn& mapped : m_mapping)
        if (m_names.find(mapped.column) < 0)
            return columnUnknown(mapped, all);
    return {};
}

base::Status TablePlan::decide(std::span<const Row> first_rows)
{
    FS_TRY(understand(first_rows));
    chooseSteps(static_cast<int>(first_rows.size()));
    if (m_steps.empty())
        return base::Error {.code = base::Code::column_missing,
            .line = first_rows.empty() ? 0 : first_rows.front().line,
            .field = "step",
            .expected = "step, global_step, iteration, epoch …"};
    chooseOthers();
    return {};
}

base::Status TablePlan::guess(std::span<const Row> first_rows)
{
    FS_TRY(understand(first_rows));
    chooseSteps(static_cast<int>(first_rows.size()));
    chooseOthers();
    return {};
}

void TablePlan::chooseOthers()
{
    chooseTime();
    chooseElapsed();
    chooseValues();
    for (int column = 0; column < m_names.size(); ++column)
        planRest(column);
    const bool hasStepTime
        = std::find(m_claimed.begin(), m_claimed.end(), std::string_view(series::step_time)) != m_claimed.end();
    if (m_has_elapsed && !m_has_time && !hasStepTime) {
        m_claimed.emplace_back(series::step_time);
        m_derived_step_time
            = m_sink.series({.name = series::step_time, .unit = "s", .window = evidence::RateWindow::interval_mean});
    }
}

std::vector<int> TablePlan::byRank(Role role) const
{
    std::vector<int> columns;
    for (int column = 0; column < static_cast<int>(m_meanings.size()); ++column)
        if (m_meanings[static_cast<std::size_t>(column)].role == role && !m_planned[static_cast<std::size_t>(column)])
            columns.push_back(column);
    std::stable_sort(columns.begin(), columns.end(), [&](int a, int b) {
        return m_meanings[static_cast<std::size_t>(a)].rank < m_meanings[static_cast<std::size_t>(b)].rank;
    });
    return columns;
}

// The best counter that at least half of the rows have; steps that the format or the user names need no such proof.
void TablePlan::chooseSteps(int rows)
{
    std::vector<int> counters = byRank(Role::step);
    for (const int column : byRank(Role::epoch))
        counters.push_back(column);
    const auto rankOf = [&](int column) { return m_meanings[static_cast<std::size_t>(column)].rank; };
    if (counters.empty())
        return;
    if (const int best = rankOf(counters.front()); best < step_rank::global) {
        for (const int column : counters)
            if (rankOf(column) == best)
                m_steps.push_back(column);
    } else {
        const auto isCounter = [&](int column) {
            const Evidence& seen = m_evidence[static_cast<std::size_t>(column)];
            return seen.whole > 0 && 2 * seen.whole >= seen.cells && 2 * seen.cells >= rows;
        };
        if (const auto step = std::find_if(counters.begin(), counters.end(), isCounter); step != counters.end())
            m_steps.push_back(*step);
    }
    for (const int column : m_steps) {
        const auto i = static_cast<std::size_t>(column);
        m_plans[i].use = Use::step;
        m_plans[i].target = m_meanings[i].role == Role::epoch ? "epoch" : "step";
        m_planned[i] = true;
        if (m_meanings[i].role == Role::epoch || rankOf(column) == step_rank::epoch) {
            problem(base::Severity::info, base::Handling::kept, {.code = base::Code::step_is_epoch}, column);
            m_sink.fact({.name = "step_unit", .value = "epoch", .line = m_evidence[i].line});
        } else if (rankOf(column) == step_rank::log_call) {
            problem(base::Severity::info, base::Handling::kept, {.code = base::Code::step_is_log_call}, column);
        }
    }
}

bool TablePlan::stepsAreConsecutive() const
{
    if (m_steps.empty())
        return false;
    const auto& steps = m_evidence[static_cast<std::size_t>(m_steps.front())].numbers;
    for (std::size_t i = 1; i < steps.size(); ++i)
        if (steps[i] - steps[i - 1] != 1)
            return false;
    return steps.size() > 1;
}

void TablePlan::ambiguous(int column)
{
    Evidence& seen = m_evidence[static_cast<std::size_t>(column)];
    problem(base::Severity::warning, base::Handling::kept,
        {.code = base::Code::time_ambiguous, .line = seen.line, .found = seen.first}, column);
}

// Small numbers under `time` are seconds since the start or seconds per step. Where the name has a unit, each row is
// one step and the numbers go up and down, they can only be the latter.
void TablePlan::chooseTime()
{
    for (const int column : byRank(Role::time)) {
        const auto i = static_cast<std::size_t>(column);
        const Evidence& seen = m_evidence[i];
        if (seen.cells == 0)
            continue; // not in the first rows: nothing tells how it is written
        if (const TimeShape shape = seen.shape(); shape != TimeShape::none) {
            if (!m_has_time)
                m_plans[i] = {.use = Use::time, .shape = shape, .target = "time"};
            m_planned[i] = !m_has_time;
            m_has_time = true;
            continue;
        }
        const NamedUnit unit = namedUnit(m_names.name(column));
        const bool isFall = !std::is_sorted(seen.numbers.begin(), seen.numbers.end());
        if (unit.factor > 0 && isFall && stepsAreConsecutive()) {
            m_meanings[i]
                = {.role = Role::value, .name = series::step_time, .factor = unit.factor, .rank = 2, .unit = unit.unit};
        } else if (!seen.numbers.empty() || seen.isDuration()) {
            ambiguous(column);
        }
    }
}

void TablePlan::chooseElapsed()
{
    for (const int column : byRank(Role::elapsed)) {
        const auto i = static_cast<std::size_t>(column);
        const Evidence& seen = m_evidence[i];
        Meaning meaning = m_meanings[i];
        if (m_has_elapsed || seen.cells == 0)
            continue;
        const bool isText = seen.isDuration();
        if (!isText && (seen.numbers.empty() || !believe(column, meaning)))
            continue;
        m_has_elapsed = true;
        m_planned[i] = true;
        meaning.unit = "s";
        m_plans[i] = {.use = Use::elapsed,
            .series = declare(column, meaning, nullptr),
            .factor = meaning.factor,
            .may_differ = true,
            .target = "elapsed",
            .unit = *m_meanings[i].unit == '\0' ? "s" : m_meanings[i].unit};
    }
}

void TablePlan::chooseValues()
{
    for (const int column : byRank(Role::value)) {
        // One without a number so far may never have any: it must not keep another column from its name.
        const auto i = static_cast<std::size_t>(column);
        if (!m_evidence[i].numbers.empty() && believe(column, m_meanings[i]))
            claim(column, m_meanings[i]);
    }
}

// The column becomes the standard series, unless another one is that already.
void TablePlan::claim(int column, const Meaning& meaning)
{
    const auto i = static_cast<std::size_t>(column);
    if (std::find(m_claimed.begin(), m_claimed.end(), std::string_view(meaning.name)) != m_claimed.end())
        return;
    m_claimed.emplace_back(meaning.name);
    m_planned[i] = true;
    m_plans[i] = {.use = Use::value,
        .series = declare(column, meaning, meaning.name),
        .factor = meaning.factor,
        .nan_is_absent = nanIsAbsent(m_evidence[i]),
        .target = meaning.name,
        .unit = ownUnit(meaning)};
}

// Of the values as they stand in the column.
const char* TablePlan::ownUnit(const Meaning& meaning)
{
    if (meaning.factor == 1)
        return standardUnit(meaning.name);
    return meaning.check == Check::share ? "%" : meaning.unit;
}

int TablePlan::declare(int column, const Meaning& meaning, const char* standard)
{
    return m_sink.series({.name = standard ? standard : ownSeriesName(m_names.name(column)),
        .unit = standard ? standardUnit(standard) : meaning.unit,
        .scope = meaning.scope,
        .window = meaning.window});
}

bool TablePlan::isGrowing(const Evidence& evidence)
{
    int up = 0, not_up = 0;
    for (std::size_t k = 1; k < evidence.numbers.size(); ++k)
        ++(evidence.numbers[k] > evidence.numbers[k - 1] ? up : not_up);
    return up >= 2 && up >= 9 * not_up;
}

// Whether the values are what the name says.
bool TablePlan::believe(int column, Meaning& meaning)
{
    const Evidence& seen = m_evidence[static_cast<std::size_t>(column)];
    switch (meaning.check) {
    case Check::none:
        return true;
    case Check::growing:
        return seen.numbers.size() < 3 ? meaning.rank == 0 : isGrowing(seen);
    case Check::share: {
        if (seen.numbers.empty())
            return false;
        const bool percent = *std::max_element(seen.numbers.begin(), seen.numbers.end()) > 1;
        meaning.factor = percent ? 0.01 : 1;
        return true;
    }
    case Check::unit:
        break;
    }
    constexpr double kLongStep = 1000; // milliseconds rather than a quarter of an hour
    std::vector<double> numbers = seen.numbers;
    std::sort(numbers.begin(), numbers.end());
    const bool isStep = meaning.role == Role::value;
    if (isStep && !numbers.empty() && numbers[numbers.size() / 2] >= kLongStep) {
        problem(base::Severity::warning, base::Handling::kept,
            {.code = base::Code::bad_unit,
                .line = seen.line,
                .found = seen.first,
                .expected = m_names.name(column) + "_s, " + m_names.name(column) + "_ms"},
            column);
        return false;
    }
    problem(base::Severity::info, base::Handling::kept, {.code = base::Code::unit_assumed, .expected = "s"}, column);
    meaning.unit = "s";
    return true;
}

// A data frame can write its empty cells as `nan`. Then they come and go, which losses that diverged do not.
bool TablePlan::nanIsAbsent(const Evidence& evidence)
{
    std::size_t absent = 0, returns = 0;
    for (std::size_t k = 0; k < evidence.numbers.size(); ++k) {
        const bool isNan = std::isnan(evidence.numbers[k]);
        absent += isNan ? 1 : 0;
        returns += !isNan && k > 0 && std::isnan(evidence.numbers[k - 1]) ? 1 : 0;
    }
    return returns >= 2 && 3 * absent >= evidence.numbers.size();
}

// All that is no standard series: the log's own.
void TablePlan::planRest(int column)
{
    const auto i = static_cast<std::size_t>(column);
    if (m_planned[i])
        return;
    m_planned[i] = true;
    const Meaning& meaning = m_meanings[i];
    const Evidence& seen = m_evidence[i];
    if (meaning.role == Role::ignored) {
        m_plans[i].use = Use::ignored;
    } else if (meaning.role == Role::fact) {
        m_plans[i] = {.use = Use::fact, .fact = meaning.name};
    } else if (seen.numbers.empty()) {
        m_plans[i].use = Use::text; // until it has a number
        if (seen.cells > 0)
            problem(base::Severity::info, base::Handling::value_dropped,
                {.code = base::Code::bad_number, .line = seen.line, .found = seen.first, .expected = "number"}, column);
    } else {
        const bool isEpoch = meaning.role == Role::epoch;
        m_plans[i] = {.use = Use::value,
            .series = declare(column, meaning, nullptr),
            .nan_is_absent = nanIsAbsent(seen),
            .is_epoch = isEpoch,
            .may_differ
            = isEpoch || meaning.role == Role::step || meaning.role == Role::time || meaning.role == Role::elapsed};
    }
}

ColumnPlan& TablePlan::of(const Cell& cell, std::int64_t line)
{
    const auto i = static_cast<std::size_t>(cell.column);
    while (m_plans.size() <= i) { // new in this row
        m_meanings.push_back(meaning(static_cast<int>(m_plans.size())));
        m_evidence.emplace_back();
        m_plans.push_back({.use = Use::text});
        m_planned.push_back(false);
    }
    ColumnPlan& plan = m_plans[i];
    if (plan.use != Use::text)
        return plan;
    // Its first number, or its first cell at all.
    Meaning& meaning = m_meanings[i];
    const bool isNew = m_evidence[i].cells == 0;
    observe(cell, line);
    if (m_evidence[i].numbers.empty() && !isNew)
        return plan;
    m_planned[i] = false;
    if (meaning.role == Role::value && !m_evidence[i].numbers.empty() && believe(cell.column, meaning))
        claim(cell.column, meaning);
    planRest(cell.column);
    return plan;
}

void TablePlan::problem(base::Severity severity, base::Handling handling, base::Error what, int column)
{
    what.field = base::excerpt(m_names.name(column));
    m_sink.problem({.severity = severity, .handling = handling, .what = std::move(what)});
}

} // namespace fullscope::import
