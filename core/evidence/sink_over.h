// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/sink.h"

#include <utility>

namespace fullscope::evidence {

// Passes everything on; who changes some of it overrides that.
class SinkOver : public Sink {
public:
    explicit SinkOver(Sink& sink)
        : m_sink(sink)
    {
    }

    void problem(base::Problem problem) override { m_sink.problem(std::move(problem)); }
    int series(const SeriesInfo& info) override { return m_sink.series(info); }
    void fact(Fact fact) override { m_sink.fact(std::move(fact)); }
    void event(Event event) override { m_sink.event(std::move(event)); }
    base::Status sample(const Sample& sample) override { return m_sink.sample(sample); }
    base::Status nextRun() override { return m_sink.nextRun(); }
    int device(const Device& device) override { return m_sink.device(device); }
    base::Status reading(const Reading& reading) override { return m_sink.reading(reading); }
    base::Status job(const Job& job) override { return m_sink.job(job); }
    base::Status billRow(const BillRow& row) override { return m_sink.billRow(row); }
    void billNotFinal() override { m_sink.billNotFinal(); }

protected:
    Sink& below() { return m_sink; }

private:
    Sink& m_sink;
};

} // namespace fullscope::evidence
