// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a table become the samples of a run: one sample a step, from all neighbouring rows of that step.
#pragma once

#include "core/import/logs/table/table_plan.h"

#include <map>

namespace fullscope::import {

class TableRun {
public:
    // `ambiguous_commas`: see NumberReader.
    TableRun(const TableSpec& spec, std::span<const MappedColumn> mapping, ColumnNames& names, evidence::Sink& sink,
        bool ambiguous_commas = false);

    base::Status feed(const Row& row);
    // In file order with the rows; of a format whose first_rows is 1.
    base::Status event(evidence::Event event);
    // Writes what is kept back; at the end of the file.
    base::Status finish();

private:
    struct KeptRow {
        Row row;
        std::vector<std::string> texts; // of its cells
    };

    void keep(const Row& row);
    base::Status start();
    base::Status take(const Row& row, RowKind kind);
    base::Status takeHeader(const Row& row);
    bool readStep(const Row& row, RowKind kind);
    bool countOn(const Row& row, std::int64_t step, int column);
    void readCell(const Cell& cell, std::int64_t line);
    void readTime(const Cell& cell, const ColumnPlan& plan, std::int64_t line);
    void readValue(const Cell& cell, ColumnPlan& plan, std::int64_t line);
    void readFact(const Cell& cell, const ColumnPlan& plan, std::int64_t line);
    std::optional<double> numberOf(const Cell& cell);
    void set(int series, double value, bool may_differ);
    base::Status place();
    bool merge();
    base::Status flush();
    void deriveStepTime();
    void problem(base::Code code, base::Severity severity, base::Handling handling, const Cell& cell, std::int64_t line,
        const char* expected);

    const TableSpec& m_spec;
    ColumnNames& m_names;
    evidence::Sink& m_sink;
    NumberReader m_numbers;
    TablePlan m_plan;
    std::vector<KeptRow> m_kept; // until the columns are understood
    std::size_t m_kept_bytes = 0;
    bool m_started = false;

    evidence::Sample m_next; // of the row being read
    double m_next_elapsed = evidence::kNotLogged;
    evidence::Sample m_held; // may get more values from the next rows
    double m_held_elapsed = evidence::kNotLogged;
    bool m_holds = false;
    std::vector<bool> m_may_differ; // by series
    std::int64_t m_last_step = -1; // of the last written sample with an elapsed time
    double m_last_elapsed = evidence::kNotLogged;
    bool m_any_written = false;
    std::vector<evidence::Event> m_events; // after m_held

    // Counters that start again with each epoch.
    std::int64_t m_counter = -1; // as logged last
    std::int64_t m_epoch = -1;
    std::map<std::int64_t, std::int64_t> m_epoch_base; // steps before an epoch
    bool m_counted_on = false, m_repeats_told = false, m_zone_told = false, m_dates_told = false;
    std::vector<evidence::Fact> m_facts; // the last value counts
};

} // namespace fullscope::import
