// SPDX-License-Identifier: GPL-3.0-or-later
// The samples of a run as column chunks (table sample_chunk).
#pragma once

#include "core/evidence/sample_reader.h"
#include "core/store/column_codec.h"
#include "core/store/database.h"

#include <optional>
#include <vector>

namespace fullscope::store {

// Columns that are no series.
constexpr int kLineColumn = -3;
constexpr int kStepColumn = -2;
constexpr int kTimeColumn = -1;

class SampleWriter {
public:
    SampleWriter(Database& database, std::int64_t run_id);

    base::Status add(const evidence::Sample& sample);
    base::Status end(); // writes what is still buffered

    std::int64_t count() const { return m_written + static_cast<std::int64_t>(m_step.size()); }
    std::int64_t firstTime() const { return m_first_time_us; }

private:
    base::Status flush();
    base::Status writeIntegers(int column, std::span<const std::int64_t> values);
    base::Status writeSeries(int column, std::span<const double> values);

    Database* m_database;
    std::int64_t m_run_id;
    std::optional<Statement> m_insert;
    ColumnCodec m_codec;
    std::int64_t m_written = 0;
    std::int64_t m_first_time_us = base::kNoTime;
    std::vector<std::int64_t> m_line, m_step, m_time_us;
    std::vector<std::vector<double>> m_values;
};

class StoredSamples final : public evidence::SampleStore {
public:
    StoredSamples(Database& database, std::int64_t run_id);
    std::unique_ptr<evidence::SampleReader> read(std::vector<int> series) const override;

private:
    Database* m_database;
    std::int64_t m_run_id;
};

} // namespace fullscope::store
