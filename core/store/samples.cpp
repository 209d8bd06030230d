// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/samples.h"

#include "core/store/pyramid.h"

#include <algorithm>
#include <cmath>

namespace fullscope::store {

namespace {

constexpr std::string_view kInsertChunk
    = "INSERT INTO sample_chunk (run_id, column, first, rows, lo, hi, coarse, fine, data)"
      " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";

class StoredReader final : public evidence::SampleReader {
public:
    StoredReader(Database& database, std::int64_t run_id, std::vector<int> series)
        : m_database(&database)
        , m_run_id(run_id)
        , m_series(std::move(series))
    {
    }

    base::Result<bool> next(evidence::SampleBlock& block) override
    {
        if (!m_chunk) {
            FS_TRY_VALUE(chunk,
                m_database->prepare(
                    "SELECT rows, data FROM sample_chunk WHERE run_id = ? AND column = ? AND first = ?"));
            m_chunk = std::move(chunk);
        }
        block.first = m_next;
        FS_TRY_VALUE(any, readColumn(kStepColumn, block.step));
        if (!any)
            return false;
        block.line.resize(block.rows());
        block.time_us.resize(block.rows());
        FS_TRY(readColumn(kLineColumn, block.line));
        FS_TRY(readColumn(kTimeColumn, block.time_us));
        block.values.resize(m_series.size());
        for (std::size_t i = 0; i < m_series.size(); ++i) {
            block.values[i].assign(block.rows(), evidence::kNotLogged);
            if (m_series[i] >= 0)
                FS_TRY(readColumn(m_series[i], block.values[i]));
        }
        m_next += static_cast<std::int64_t>(block.rows());
        return true;
    }

    void rewind() override { m_next = 0; }

private:
    // False when there is no such chunk; the values stay as they are then. The steps say how many rows the others have.
    template <typename Value>
    base::Result<bool> readColumn(int column, std::vector<Value>& values)
    {
        m_chunk->start(m_run_id, column, m_next);
        FS_TRY_VALUE(any, m_chunk->next());
        if (!any)
            return false;
        if (column == kStepColumn)
            values.resize(static_cast<std::size_t>(m_chunk->integer(0)));
        FS_TRY(m_codec.decode(m_chunk->blob(1), std::span(values)));
        m_chunk->reset(); // or it would hold a read transaction open
        return true;
    }

    Database* m_database;
    std::int64_t m_run_id;
    std::vector<int> m_series;
    std::optional<Statement> m_chunk;
    ColumnCodec m_codec;
    std::int64_t m_next = 0;
};

} // namespace

SampleWriter::SampleWriter(Database& database, std::int64_t run_id)
    : m_database(&database)
    , m_run_id(run_id)
{
}

base::Status SampleWriter::add(const evidence::Sample& sample)
{
    while (m_values.size() < sample.values.size())
        m_values.emplace_back(m_step.size(), evidence::kNotLogged);
    m_line.push_back(sample.line);
    m_step.push_back(sample.step);
    m_time_us.push_back(sample.time_us);
    if (m_first_time_us == base::kNoTime)
        m_first_time_us = sample.time_us;
    for (std::size_t i = 0; i < m_values.size(); ++i)
        m_values[i].push_back(i < sample.values.size() ? sample.values[i] : evidence::kNotLogged);
    return m_step.size() == evidence::kBlockRows ? flush() : base::Status();
}

base::Status SampleWriter::end()
{
    return m_step.empty() ? base::Status() : flush();
}

base::Status SampleWriter::flush()
{
    if (!m_insert) {
        FS_TRY_VALUE(insert, m_database->prepare(kInsertChunk));
        m_insert = std::move(insert);
    }
    FS_TRY(writeIntegers(kLineColumn, m_line));
    FS_TRY(writeIntegers(kStepColumn, m_step));
    FS_TRY(writeIntegers(kTimeColumn, m_time_us));
    for (std::size_t i = 0; i < m_values.size(); ++i) {
        FS_TRY(writeSeries(static_cast<int>(i), m_values[i]));
        m_values[i].clear();
    }
    m_written += static_cast<std::int64_t>(m_step.size());
    m_line.clear();
    m_step.clear();
    m_time_us.clear();
    return {};
}

base::Status SampleWriter::writeIntegers(int column, std::span<const std::int64_t> values)
{
    std::optional<std::int64_t> lo, hi;
    for (const std::int64_t value : values) {
        if (value == base::kNoTime)
            continue;
        lo = std::min(lo.value_or(value), value);
        hi = std::max(hi.value_or(value), value);
    }
    return m_insert->run(m_run_id, column, m_written, values.size(), lo, hi, std::optional<Blob>(),
        std::optional<Blob>(), m_codec.encode(values));
}

base::Status SampleWriter::writeSeries(int column, std::span<const double> values)
{
    if (std::all_of(values.begin(), values.end(), [](double value) { return std::isnan(value); }))
        return {};
    const Pyramid fine = makePyramid(values, m_step, m_time_us, kFineRows);
    const Pyramid coarse = makePyramid(values, m_step, m_time_us, kCoarseRows);
    std::optional<double> lo, hi;
    for (std::size_t i = 0; i < coarse.size(); ++i) {
        if (std::isnan(coarse.lo[i]))
            continue;
        lo = std::min(lo.value_or(coarse.lo[i]), coarse.lo[i]);
        hi = std::max(hi.value_or(coarse.hi[i]), coarse.hi[i]);
    }
    const auto fine_blob = encodePyramid(fine, m_codec);
    const auto coarse_blob = encodePyramid(coarse, m_codec);
    return m_insert->run(
        m_run_id, column, m_written, values.size(), lo, hi, coarse_blob, fine_blob, m_codec.encode(values));
}

StoredSamples::StoredSamples(Database& database, std::int64_t run_id)
    : m_database(&database)
    , m_run_id(run_id)
{
}

std::unique_ptr<evidence::SampleReader> StoredSamples::read(std::vector<int> series) const
{
    return std::make_unique<StoredReader>(*m_database, m_run_id, std::move(series));
}

} // namespace fullscope::store
