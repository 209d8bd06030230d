// SPDX-License-Identifier: GPL-3.0-or-later
// Series by one index throughout a file, whatever run of it they belong to: who reads the file need not declare them
// anew.
#pragma once

#include "core/evidence/sink_over.h"

#include <cmath>
#include <vector>

namespace fullscope::import {

class FileSeries final : public evidence::SinkOver {
public:
    explicit FileSeries(evidence::Sink& sink)
        : SinkOver(sink)
    {
    }

    int series(const evidence::SeriesInfo& info) override
    {
        std::size_t index = 0;
        while (index < m_known.size() && m_known[index].info.name != info.name)
            ++index;
        if (index == m_known.size())
            m_known.push_back({info, m_first_run ? below().series(info) : -1});
        return static_cast<int>(index);
    }
    base::Status sample(const evidence::Sample& sample) override
    {
        if (m_first_run)
            return below().sample(sample); // declared one after another, as here
        m_sample.line = sample.line;
        m_sample.step = sample.step;
        m_sample.time_us = sample.time_us;
        m_sample.values.clear();
        for (std::size_t i = 0; i < sample.values.size(); ++i) {
            if (std::isnan(sample.values[i]))
                continue;
            Known& known = m_known[i];
            if (known.of_run < 0)
                known.of_run = below().series(known.info);
            const auto index = static_cast<std::size_t>(known.of_run);
            if (m_sample.values.size() <= index)
                m_sample.values.resize(index + 1, evidence::kNotLogged);
            m_sample.values[index] = sample.values[i];
        }
        return below().sample(m_sample);
    }
    base::Status nextRun() override
    {
        m_first_run = false;
        for (Known& known : m_known)
            known.of_run = -1;
        return below().nextRun();
    }

private:
    struct Known {
        evidence::SeriesInfo info;
        int of_run = -1; // its index there
    };

    std::vector<Known> m_known;
    bool m_first_run = true;
    evidence::Sample m_sample; // as the run has it
};

} // namespace fullscope::import
