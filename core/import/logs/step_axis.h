// SPDX-License-Identifier: GPL-3.0-or-later
// Makes samples of scalars that come one by one, each with a step and a time of its own, as TensorBoard writes them.
// Each tag counts its own steps: mostly training steps, but also epochs, samples or batches of the evaluation. The
// run's steps are those of the training loss, or of the first tag where there is none; a tag that counts something else
// must neither move them on nor look like a restart.
#pragma once

#include "core/import/logs/run_writer.h"
#include "core/import/logs/scalar_series.h"

namespace fullscope::import {

struct TaggedValue {
    double value = 0; // in the unit of the series
    std::int64_t step = 0;
    std::int64_t time_us = base::kNoTime;
    std::int64_t line = 0;
};

class StepAxis {
public:
    explicit StepAxis(RunWriter& writer)
        : m_writer(writer)
    {
    }

    base::Status add(ScalarTag& tag, const TaggedValue& value);
    // Whether it counts other steps than the run and the last sample has a value of the tag already.
    bool isBetween(const ScalarTag& tag, const TaggedValue& value) const
    {
        return placeOf(tag, value) == Place::other_steps && hasValue(tag);
    }

private:
    enum class Place { sample_begins, same_sample, other_steps };

    Place placeOf(const ScalarTag& tag, const TaggedValue& value) const;
    base::Status addAside(ScalarTag& tag, const TaggedValue& value);
    base::Status begin(ScalarTag& tag, const TaggedValue& value, std::int64_t step);
    void join(ScalarTag& tag, const TaggedValue& value);
    bool hasValue(const ScalarTag& tag) const { return tag.sample == m_samples; }

    RunWriter& m_writer;
    const ScalarTag* m_leader = nullptr; // whose steps are the run's
    evidence::Sample m_sample;
    std::int64_t m_samples = 0; // begun; the last one is kept back by the writer
    std::int64_t m_step = 0, m_time_us = base::kNoTime; // of that one
    bool m_told_epochs = false;
    std::int64_t m_interval = 0; // steps between the last two samples that the leader began
};

} // namespace fullscope::import
