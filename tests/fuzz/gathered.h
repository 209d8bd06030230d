// SPDX-License-Identifier: GPL-3.0-or-later
// What a parser made of some bytes, and what must hold of it whatever they are.
#pragma once

#include "core/evidence/sample_reader.h"
#include "core/evidence/sink.h"
#include "core/ledger/money_ledger.h"

#include <string>
#include <vector>

namespace fullscope::fuzz {

class Gathered final : public evidence::Sink {
public:
    void problem(base::Problem problem) override;
    int series(const evidence::SeriesInfo& info) override;
    void fact(evidence::Fact fact) override { m_runs.back().run.facts.push_back(std::move(fact)); }
    void event(evidence::Event event) override;
    base::Status sample(const evidence::Sample& sample) override;
    base::Status nextRun() override;
    int device(const evidence::Device& device) override;
    base::Status reading(const evidence::Reading& reading) override;
    base::Status job(const evidence::Job& job) override;
    base::Status billRow(const evidence::BillRow& row) override;
    void billNotFinal() override { m_final = false; }

    // Everything that a ledger can be made of is conserved; else the program is aborted with the reason.
    void check();
    // Of all records, in words: two readings of the same bytes give the same.
    std::string digest() const;

private:
    struct OneRun {
        evidence::Run run;
        evidence::MemorySamples samples;
    };
    void checkRun(const OneRun& one) const;

    std::vector<OneRun> m_runs {1};
    evidence::Telemetry m_telemetry;
    evidence::MemorySamples m_readings;
    std::vector<evidence::Job> m_jobs;
    ledger::MoneyLedgerBuilder m_money;
    std::int64_t m_bill_rows = 0;
    bool m_final = true;
    bool m_too_great = false; // a sum did not fit: the import ends with that
    std::int64_t m_problems = 0;
    std::size_t m_hash = 0; // of all records
};

} // namespace fullscope::fuzz
