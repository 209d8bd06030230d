// SPDX-License-Identifier: GPL-3.0-or-later
// History and system metrics of a W&B run as samples. `_step` counts calls of log(), not training steps: where the run
// logs its step under a key of its own, that one counts.
#pragma once

#include "core/import/logs/run_writer.h"
#include "core/import/logs/scalar_series.h"
#include "core/import/logs/wandb_record.h"

#include <optional>
#include <utility>

namespace fullscope::import {

// The number that a JSON text is, also Python's NaN and Infinity, quoted or not; nothing for what is no number.
std::optional<double> numberOfJson(std::string_view json);

class WandbHistory {
public:
    explicit WandbHistory(RunWriter& writer)
        : m_writer(writer)
        , m_series(writer.sink(), false)
    {
    }

    // The key that the run names as its step (define_metric).
    void nameStep(std::string_view key);
    base::Status add(const WandbRecord& record, std::int64_t line);
    // System metrics have a time but no step: the mean since the record before goes with the next one.
    void addStats(const WandbRecord& record, std::int64_t line);
    // At the end, before the writer is flushed.
    void finish();

private:
    struct Mean {
        double sum = 0;
        std::int64_t count = 0;
    };
    using Means = std::map<int, Mean>; // by series

    void gather(const WandbRecord& record, std::int64_t line);
    void addNumber(std::string_view key, double value, std::int64_t line);
    void addJson(std::string_view key, std::string_view json, std::int64_t line);
    std::optional<std::int64_t> stepOf(const WandbRecord& record);
    base::Status put(std::int64_t step, std::int64_t time_us, std::int64_t line);
    void writeMeans();

    RunWriter& m_writer;
    ScalarSeries m_series;
    std::string m_step_key; // empty: none seen yet, _step counts
    std::vector<std::pair<ScalarTag*, double>> m_values; // of the record
    evidence::Sample m_sample;
    std::int64_t m_samples = 0; // begun; the last one is kept back by the writer
    std::int64_t m_step = 0, m_time_us = base::kNoTime; // of that one
    std::map<std::string, int, std::less<>> m_system; // series of the system metrics
    Means m_means, m_next_means; // of the sample kept back, and since
};

} // namespace fullscope::import
