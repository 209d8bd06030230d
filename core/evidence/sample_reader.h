// SPDX-License-Identifier: GPL-3.0-or-later
// Samples in blocks of columns, so that a run of 1e7 steps is never whole in memory.
#pragma once

#include "core/base/result.h"
#include "core/evidence/run.h"

#include <memory>
#include <vector>

namespace fullscope::evidence {

constexpr std::size_t kBlockRows = 16'384;

struct SampleBlock {
    std::int64_t first = 0; // index of the first sample in the run
    std::vector<std::int64_t> line, step, time_us; // equal lengths
    std::vector<std::vector<double>> values; // one column per wanted series, in the order asked for

    std::size_t rows() const { return step.size(); }
};

// Reads forward; may be rewound any number of times (the time ledger makes several passes).
class SampleReader {
public:
    virtual ~SampleReader() = default;
    // Fills `block` with the next rows; false at the end. `block` is reused.
    virtual base::Result<bool> next(SampleBlock& block) = 0;
    virtual void rewind() = 0;
};

// Something that can open readers over the samples of one run.
class SampleStore {
public:
    virtual ~SampleStore() = default;
    // Columns by series index (Run::series); an index of -1 gives a column of kNotLogged.
    virtual std::unique_ptr<SampleReader> read(std::vector<int> series) const = 0;
};

// Samples kept in memory, for tests and small runs.
class MemorySamples final : public SampleStore {
public:
    void add(const Sample& sample);
    std::size_t size() const { return m_samples.size(); }
    std::unique_ptr<SampleReader> read(std::vector<int> series) const override;

private:
    std::vector<Sample> m_samples;
};

} // namespace fullscope::evidence
