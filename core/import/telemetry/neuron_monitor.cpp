// SPDX-License-Identifier: GPL-3.0-or-later
// neuron-monitor: one JSON object a line and period. Each NeuronCore is a device; what is of the host stands under one
// without an id. Any section may be null or tell an error. No time inside: the lines of a file that was written by a
// wrapper may have one, else they are counted on by the period that each tells.
#include "core/import/logs/log_line.h"
#include "core/import/logs/table/table_parse.h"
#include "core/import/telemetry/reading_writer.h"
#include "core/import/telemetry/telemetry_formats.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace fullscope::import {

namespace {

using Json = nlohmann::json;
using evidence::RateWindow;
namespace readings = evidence::readings;

int sniffNeuronMonitor(const Preview& preview)
{
    const std::size_t begin = preview.head.find('{');
    const std::size_t key = preview.head.find("\"neuron_runtime_data\"");
    return begin < key && key != std::string_view::npos && preview.head.find('\n') > begin ? 100 : 0;
}

// Null where any step of the way is missing or of another kind.
const Json& at(const Json& from, std::initializer_list<const char*> way)
{
    static const Json kNone;
    const Json* json = &from;
    for (const char* key : way) {
        const auto next = json->is_object() ? json->find(key) : json->end();
        if (!json->is_object() || next == json->end())
            return kNone;
        json = &*next;
    }
    return *json;
}

double number(const Json& json)
{
    return json.is_number() ? json.get<double>() : evidence::kNotLogged;
}

std::string textOf(const Json& json)
{
    return json.is_string() ? json.get<std::string>() : std::string();
}

// All numbers below `json`, added up.
double sumOf(const Json& json)
{
    double sum = evidence::kNotLogged;
    for (const Json& member : json)
        if (member.is_number())
            sum = (std::isnan(sum) ? 0 : sum) + member.get<double>();
    return sum;
}

class MonitorParser {
public:
    MonitorParser(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
        : m_lines(source)
        , m_writer(sink)
        , m_tick(source, job)
    {
    }

    base::Status parse()
    {
        base::Status ended;
        std::string_view text;
        bool rest = false; // of a line that is too long
        for (;;) {
            FS_TRY(m_tick());
            base::Result<bool> more = m_lines.next(text);
            if (!more.ok())
                ended = std::move(more.error());
            if (!more.ok() || !*more)
                break;
            if (m_lines.wasCut() && !rest)
                m_writer.skipped(base::Code::line_too_long, m_lines.number(), text);
            const bool whole = !rest && !m_lines.wasCut();
            rest = m_lines.wasCut();
            if (whole)
                FS_TRY(line(base::trimmed(text)));
        }
        m_writer.finish();
        return ended;
    }

private:
    base::Status line(std::string_view text)
    {
        if (text.empty())
            return {};
        const std::size_t begin = std::min(text.find('{'), text.size());
        const Json object = Json::parse(text.substr(begin), nullptr, false);
        if (!object.is_object()) {
            m_writer.skipped(m_lines.lastHadEnd() ? base::Code::bad_json : base::Code::record_truncated,
                m_lines.number(), text, "JSON object");
            return {};
        }
        m_host = textOf(at(object, {"instance_info", "instance_id"}));
        m_model = textOf(at(object, {"neuron_hardware_info", "neuron_device_type"}));
        if (m_model.empty())
            m_model = textOf(at(object, {"instance_info", "instance_type"}));
        m_cores.clear();
        m_host_reading = {.line = m_lines.number(), .device = 0, .time_us = base::kNoTime, .values = {}};
        m_period = evidence::kNotLogged;
        const Json& runtimes = at(object, {"neuron_runtime_data"});
        if (runtimes.is_array())
            for (const Json& runtime : runtimes)
                readRuntime(runtime);
        readSystem(at(object, {"system_data"}));
        return write(timeOf(object, text.substr(0, begin)));
    }

    // Says what a section tells of itself; false when it has nothing else to say.
    bool usable(const Json& section, const char* name)
    {
        if (const std::string error = textOf(at(section, {"error"})); !error.empty())
            m_writer.notMeasured(name, error, m_lines.number());
        return section.is_object();
    }

    void readRuntime(const Json& runtime)
    {
        usable(runtime, "neuron_runtime_data");
        const Json& counters = at(runtime, {"report", "neuroncore_counters"});
        if (usable(counters, "neuroncore_counters")) {
            notePeriod(counters);
            const Json& cores = at(counters, {"neuroncores_in_use"});
            if (cores.is_object())
                for (const auto& [id, core] : cores.items()) {
                    put(coreReading(id), readings::utilization, "", at(core, {"neuroncore_utilization"}), 100);
                    put(coreReading(id), "flops", "FLOP/s", at(core, {"flops"}), 1);
                }
        }
        const Json& memory = at(runtime, {"report", "memory_used"});
        if (usable(memory, "memory_used")) {
            notePeriod(memory);
            const Json& used = at(memory, {"neuron_runtime_used_bytes"});
            addToHost("neuron_device_memory", "bytes", number(at(used, {"neuron_device"})));
            addToHost("host_memory", "bytes", number(at(used, {"host"})));
            const Json& by_core = at(used, {"usage_breakdown", "neuroncore_memory_usage"});
            if (by_core.is_object())
                for (const auto& [id, parts] : by_core.items())
                    if (parts.is_object())
                        put(coreReading(id), readings::memory_used, "bytes", Json(sumOf(parts)), 1);
        }
        const Json& latency = at(runtime, {"report", "execution_stats"});
        if (usable(latency, "execution_stats"))
            addToHost("executions", "", number(at(latency, {"execution_summary", "completed"})));
    }

    void readSystem(const Json& system)
    {
        const Json& memory = at(system, {"memory_info"});
        if (usable(memory, "memory_info"))
            addToHost("system_memory_used", "bytes", number(at(memory, {"memory_used_bytes"})));
        const Json& cpu = at(system, {"vcpu_usage"});
        if (usable(cpu, "vcpu_usage"))
            addToHost("vcpu_user", "%", number(at(cpu, {"average_usage", "user"})));
    }

    void notePeriod(const Json& section)
    {
        if (std::isnan(m_period))
            m_period = number(at(section, {"period"}));
    }

    evidence::Reading& coreReading(const std::string& id)
    {
        for (auto& [known, reading] : m_cores)
            if (known == id)
                return reading;
        return m_cores
            .emplace_back(
                id, evidence::Reading {.line = m_lines.number(), .device = 0, .time_us = base::kNoTime, .values = {}})
            .second;
    }

    void put(evidence::Reading& reading, const char* name, const char* unit, const Json& value, double over)
    {
        if (value.is_null())
            return;
        const int series = seriesOf(name, unit);
        m_writer.put(
            reading, series, number(value) / over, name, value.dump(-1, ' ', false, Json::error_handler_t::replace));
    }

    // Runtimes of one host add up.
    void addToHost(const char* name, const char* unit, double value)
    {
        if (std::isnan(value))
            return;
        const int series = seriesOf(name, unit);
        const auto index = static_cast<std::size_t>(std::max(series, 0));
        const double known = index < m_host_reading.values.size() ? m_host_reading.values[index] : evidence::kNotLogged;
        m_writer.put(
            m_host_reading, series, std::isnan(known) ? value : known + value, name, base::formatDouble(value));
    }

    int seriesOf(const char* name, const char* unit)
    {
        return m_writer.series({.name = name, .unit = unit, .window = RateWindow::interval_mean}, m_lines.number());
    }

    // A time that a wrapper has put before the object or into it; else the periods are added up.
    std::int64_t timeOf(const Json& object, std::string_view before)
    {
        std::int64_t time = m_writer.timeOf(readPrefix(before).stamp);
        if (time == base::kNoTime)
            time = m_writer.timeOf(base::trimmed(before));
        for (const char* key : {"timestamp", "time", "@timestamp"}) {
            const Json& value = at(object, {key});
            if (time == base::kNoTime && value.is_number())
                time = m_writer.timeOfSeconds(value.get<double>());
            else if (time == base::kNoTime && value.is_string())
                time = m_writer.timeOf(value.get<std::string>());
        }
        if (time != base::kNoTime || std::isnan(m_period) || m_period < 0 || m_period > kLongestPeriod)
            return time;
        m_writer.countTimes(base::formatDouble(m_period) + " s", m_lines.number());
        m_counted_us += std::llround(m_period * 1e6);
        return m_counted_us;
    }

    base::Status write(std::int64_t time)
    {
        const std::int64_t line = m_lines.number();
        for (auto& [id, reading] : m_cores) {
            reading.time_us = time;
            reading.device = m_writer.device({.id = "neuroncore " + id, .host = m_host, .model = m_model}, line);
            FS_TRY(m_writer.write(reading));
        }
        if (m_host_reading.values.empty())
            return {};
        m_host_reading.time_us = time;
        m_host_reading.device = m_writer.device({.id = {}, .host = m_host, .model = m_model}, line);
        return m_writer.write(m_host_reading);
    }

    static constexpr double kLongestPeriod = 86'400;

    LineReader m_lines;
    ReadingWriter m_writer;
    RowTicker m_tick;
    std::string m_host, m_model;
    std::vector<std::pair<std::string, evidence::Reading>> m_cores; // of the line
    evidence::Reading m_host_reading;
    double m_period = evidence::kNotLogged; // of the line, seconds
    std::int64_t m_counted_us = 0;
};

base::Status parseMonitor(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    return MonitorParser(source, sink, job).parse();
}

} // namespace

const Format neuron_monitor {
    .id = "neuron_monitor",
    .kind = Kind::telemetry,
    .version = 1,
    .title = "neuron-monitor JSON lines",
    .sniff = sniffNeuronMonitor,
    .parse = parseMonitor,
};

} // namespace fullscope::import
