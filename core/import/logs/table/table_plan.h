// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of each column, decided by its name and by the values of the first rows.
#pragma once

#include "core/evidence/sink.h"
#include "core/import/column_mapping.h"
#include "core/import/logs/table/table_spec.h"
#include "core/import/source/date_reader.h"

#include <array>

namespace fullscope::import {

struct ColumnPlan {
    enum class Use {
        ignored,
        text, // no number so far
        step,
        time,
        elapsed,
        value,
        fact,
    };

    Use use = Use::ignored;
    int series = -1; // where its numbers go; also of an elapsed time and an epoch
    double factor = 1;
    TimeShape shape = TimeShape::none;
    const char* fact = "";
    bool nan_is_absent = false; // the writer spells an empty cell `nan`
    bool is_epoch = false;
    bool may_differ = false; // two rows of one step that differ here are still one record
    const char* target = ""; // of logTargets(), where it is one
    const char* unit = ""; // of the column's own values
};

class TablePlan {
public:
    TablePlan(const TableSpec& spec, std::span<const MappedColumn> mapping, const ColumnNames& names,
        evidence::Sink& sink, NumberReader& numbers)
        : m_spec(spec)
        , m_mapping(mapping)
        , m_names(names)
        , m_sink(sink)
        , m_numbers(numbers)
    {
    }

    // Errors: column_missing (no step), name_unknown (a mapped column that the file does not have).
    base::Status decide(std::span<const Row> first_rows);
    // The same without a step to hang the rows on: what the other columns would be.
    base::Status guess(std::span<const Row> first_rows);
    const ColumnPlan& plan(int column) const { return m_plans[static_cast<std::size_t>(column)]; }
    // Of any column that has a cell, also of one that came up later.
    ColumnPlan& of(const Cell& cell, std::int64_t line);
    // Columns that hold the step; the first one that a row has counts.
    const std::vector<int>& steps() const { return m_steps; }
    // A column that says nothing about a record of an evaluation.
    bool isOfTraining(int column) const
    {
        const Role role = meaning(column).role;
        return role == Role::ignored || role == Role::epoch || role == Role::step;
    }
    DateReader& dates() { return m_dates; } // of times with slashes
    // Series of the step times that follow from elapsed times; -1 = the file has step times or times.
    int derivedStepTime() const { return m_derived_step_time; }

private:
    // What the first rows show of a column.
    struct Evidence {
        int cells = 0;
        std::vector<double> numbers; // in order, NaN too
        std::int64_t line = 0; // of the first cell
        std::string first; // as written
        int whole = 0; // cells that are whole numbers
        int durations = 0; // … texts such as `1:02:03`
        std::array<int, 7> shapes {}; // … times, by TimeShape

        // How most of the cells are written as times; odd ones among them are reported one by one.
        TimeShape shape() const;
        bool isDuration() const { return durations > 0 && 2 * durations >= cells; }
    };

    void observe(std::span<const Row> rows);
    void observe(const Cell& cell, std::int64_t line);
    base::Status understand(std::span<const Row> first_rows);
    Meaning meaning(int column) const;
    void chooseSteps(int rows);
    void chooseOthers();
    void chooseTime();
    void chooseElapsed();
    void chooseValues();
    void planRest(int column);
    bool believe(int column, Meaning& meaning);
    static bool isGrowing(const Evidence& evidence);
    bool stepsAreConsecutive() const;
    static bool nanIsAbsent(const Evidence& evidence);
    static const char* ownUnit(const Meaning& meaning);
    void claim(int column, const Meaning& meaning);
    int declare(int column, const Meaning& meaning, const char* standard);
    void ambiguous(int column);
    void problem(base::Severity severity, base::Handling handling, base::Error what, int column);
    std::vector<int> byRank(Role role) const;

    const TableSpec& m_spec;
    const std::span<const MappedColumn> m_mapping;
    const ColumnNames& m_names;
    evidence::Sink& m_sink;
    NumberReader& m_numbers;
    DateReader m_dates;
    std::vector<Evidence> m_evidence; // by column
    std::vector<Meaning> m_meanings;
    std::vector<ColumnPlan> m_plans;
    std::vector<bool> m_planned;
    std::vector<int> m_steps;
    std::vector<std::string_view> m_claimed; // standard series that have their column
    bool m_has_time = false, m_has_elapsed = false;
    int m_derived_step_time = -1;
};

} // namespace fullscope::import
