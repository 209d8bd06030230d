// SPDX-License-Identifier: GPL-3.0-or-later
// All that one worker said, in the order in which it said it.
#pragma once

#include "core/base/problem.h"
#include "core/bench/records.h"

#include <nlohmann/json_fwd.hpp>

namespace fullscope::bench {

struct Measurement {
    std::optional<Hello> hello;
    std::vector<DeviceRecord> devices;
    std::vector<CheckRecord> checks;
    std::optional<PlanRecord> plan;
    std::vector<CeilingRecord> ceilings;
    std::vector<PhaseRecord> phases;
    std::vector<CompileRecord> compiles;
    std::vector<StepRecord> steps;
    std::vector<WindowRecord> windows;
    std::vector<LossRecord> losses;
    std::vector<TelemetryRecord> telemetry;
    std::vector<ErrorRecord> errors;
    std::optional<EndRecord> end;
    std::vector<Record> others; // kinds that this version does not know, result among them
    std::map<std::string, std::int64_t> kinds; // how many records of each
};

// Puts lines into a Measurement. A line that cannot be used is a problem with its number, and the next one is read all
// the same; a line of another protocol version ends it.
class RecordReader {
public:
    explicit RecordReader(std::string file = {})
        : m_file(std::move(file))
    {
    }

    // One line without its end. Error: bad_value with field `v`: the worker speaks another version.
    base::Status feed(std::string_view line);
    // A record that is parsed already, of a result document.
    base::Status feedRecord(const nlohmann::ordered_json& record);
    // The stream ended within a line.
    void cutOff(std::string_view rest);

    const Measurement& measurement() const { return m_measurement; }
    Measurement takeMeasurement() { return std::move(m_measurement); }
    const base::ProblemList& problems() const { return m_problems; }
    std::int64_t lines() const { return m_line; }

private:
    base::Status take(const nlohmann::ordered_json& record, std::string text);
    void problem(base::Error what);
    void checkOrder(const nlohmann::ordered_json& record);

    std::string m_file;
    Measurement m_measurement;
    base::ProblemList m_problems;
    std::int64_t m_line = 0, m_next_seq = -1;
};

} // namespace fullscope::bench
