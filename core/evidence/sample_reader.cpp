// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/sample_reader.h"

#include <algorithm>

namespace fullscope::evidence {

namespace {

class MemoryReader final : public SampleReader {
public:
    MemoryReader(const std::vector<Sample>& samples, std::vector<int> series)
        : m_samples(samples)
        , m_series(std::move(series))
    {
    }

    base::Result<bool> next(SampleBlock& block) override
    {
        const std::size_t end = std::min(m_position + kBlockRows, m_samples.size());
        block.first = static_cast<std::int64_t>(m_position);
        block.line.clear();
        block.step.clear();
        block.time_us.clear();
        block.values.resize(m_series.size());
        for (std::vector<double>& column : block.values)
            column.clear();
        for (; m_position < end; ++m_position)
            append(m_samples[m_position], block);
        return block.rows() != 0;
    }

    void rewind() override { m_position = 0; }

private:
    void append(const Sample& sample, SampleBlock& block) const
    {
        block.line.push_back(sample.line);
        block.step.push_back(sample.step);
        block.time_us.push_back(sample.time_us);
        for (std::size_t i = 0; i < m_series.size(); ++i) {
            const auto column = static_cast<std::size_t>(m_series[i]); // -1 is beyond every record
            block.values[i].push_back(column < sample.values.size() ? sample.values[column] : kNotLogged);
        }
    }

    const std::vector<Sample>& m_samples;
    std::vector<int> m_series;
    std::size_t m_position = 0;
};

} // namespace

void MemorySamples::add(const Sample& sample)
{
    m_samples.push_back(sample);
}

std::unique_ptr<SampleReader> MemorySamples::read(std::vector<int> series) const
{
    return std::make_unique<MemoryReader>(m_samples, std::move(series));
}

} // namespace fullscope::evidence
