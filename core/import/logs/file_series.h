// SPDX-License-Identifier: GPL-3.0-or-later
// Series by one index throughout a file, whatever run of it they belong to: who reads the file need not declare them
// anew.
#pragma once

#include "core/evidence/sink.h"

#include <cmath>
#include <vector>

namespace fullscope::import {

class FileSeries final : public evidence::Sink {
public:
    explicit FileSeries(evidence::Sink& sink)
        : m_sink(sink)
    {
    }

    int series(const evidence::SeriesInfo& info) override
    {
        std::size_t index = 0;
        while (index < m_known.size() && m_known[index].info.name != info.name)
            ++index;
        if (index == m_known.size())
            m_known.push_back({info, m_first_run ? m_sink.series(info) : -1});
        return static_cast<int>(index);
    }
    base::Status sample(const evidence::Sample& sample) override
    {
        if (m_first_run)
            return m_sink.sample(sample); // declared one after another, as here
        m_sample.line = sample.line;
        m_sample.step = sample.step;
        m_sample.time_us = sample.time_us;
        m_sample.values.clear();
        for (std::size_t i = 0; i < sample.values.size(); ++i) {
            if (std::isnan(sample.values[i]))
                continue;
            Known& known = m_known[i];
            if (known.of_run < 0)
                known.of_run = m_sink.series(known.info);
            const auto index = static_cast<std::size_t>(known.of_run);
            if (m_sample.values.size() <= index)
                m_sample.values.resize(index + 1, evidence::kNotLogged);
            m_sample.values[index] = sample.values[i];
        }
        return m_sink.sample(m_sample);
    }
    base::Status nextRun() override
    {
        m_first_run = false;
        for (Known& known : m_known)
            known.of_run = -1;
        return m_sink.nextRun();
    }

    void problem(base::Problem problem) override { m_sink.problem(std::move(problem)); }
    void fact(evidence::Fact fact) override { m_sink.fact(std::move(fact)); }
    void event(evidence::Event event) override { m_sink.event(std::move(event)); }
    int device(const evidence::Device& device) override { return m_sink.device(device); }
    base::Status reading(const evidence::Reading& reading) override { return m_sink.reading(reading); }
    base::Status job(const evidence::Job& job) override { return m_sink.job(job); }
    base::Status billRow(const evidence::BillRow& row) override { return m_sink.billRow(row); }
    void billNotFinal() override { m_sink.billNotFinal(); }

private:
    struct Known {
        evidence::SeriesInfo info;
        int of_run = -1; // its index there
    };

    evidence::Sink& m_sink;
    std::vector<Known> m_known;
    bool m_first_run = true;
    evidence::Sample m_sample; // as the run has it
};

} // namespace fullscope::import
