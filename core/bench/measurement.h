// SPDX-License-Identifier: GPL-3.0-or-later
// All that one worker said, in the order in which it said it.
#pragma once

#include "core/base/problem.h"
#include "core/bench/records.h"

#include <nlohmann/json_fwd.hpp>

#include <set>
#include <unordered_map>
#include <unordered_set>

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

class RecordFields;

// Puts lines into a Measurement. A line that cannot be used is a problem with its number, and the next one is read all
// the same; a line of another protocol version ends it. The same record again, as in a file that holds a run twice,
// counts once, and so does a window or step whose number was there.
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
    // The next line is this one of the file, where other lines stood between.
    void at(std::int64_t line) { m_line = line - 1; }
    // The stream ended within a line.
    void cutOff(std::string_view rest);

    const Measurement& measurement() const { return m_measurement; }
    Measurement takeMeasurement() { return std::move(m_measurement); }
    const base::ProblemList& problems() const { return m_problems; }
    std::int64_t lines() const { return m_line; }

private:
    base::Status take(const nlohmann::ordered_json& record, std::string text);
    void problem(base::Error what);
    bool isKnown(const Record& record);
    void checkOrder(const nlohmann::ordered_json& record);
    base::Status keepByKind(const std::string& kind, RecordFields& in, Record common);

    std::string m_file;
    Measurement m_measurement;
    base::ProblemList m_problems;
    std::int64_t m_line = 0, m_next_seq = -1;
    std::unordered_map<std::int64_t, std::size_t> m_by_seq; // hash of the record that has this number
    std::unordered_set<std::size_t> m_unnumbered; // hashes of those that tell a time and no number
    std::set<std::int64_t> m_step_numbers, m_window_numbers;
};

} // namespace fullscope::bench
