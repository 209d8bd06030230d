// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of Prometheus to a query (/api/v1/query_range, query): one object, a list of points for each metric and
// device, `[1712345678.123, "97"]`. A device's metrics come one after another, so each point is a reading of its own.
#include "core/import/logs/json_chars.h"
#include "core/import/telemetry/prometheus_line.h"
#include "core/import/telemetry/reading_writer.h"
#include "core/import/telemetry/telemetry_formats.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

namespace fullscope::import {

namespace {

int sniffRange(const Preview& preview)
{
    const std::string_view head = preview.head;
    const std::size_t begin = head.find_first_not_of(" \t\r\n");
    const auto has = [&](std::string_view word) { return head.find(word) != std::string_view::npos; };
    if (begin == std::string_view::npos || head[begin] != '{' || !has("\"resultType\"") || !has("\"metric\""))
        return 0;
    return has("\"DCGM_FI_") || has("\"neuroncore_") || has("\"neuron_") ? 100 : 0;
}

// Receives the parser's calls.
class RangeHandler {
public:
    RangeHandler(JsonChars& chars, evidence::Sink& sink)
        : m_chars(chars)
        , m_writer(sink, ReadingWriter::Order::by_series)
    {
    }

    const base::Status& status() const { return m_status; }
    bool ended() const { return m_ended; }
    void finish() { m_writer.finish(); }

    bool null() { return true; }
    bool boolean(bool) { return true; }
    bool number_integer(std::int64_t value) { return number(static_cast<double>(value)); }
    bool number_unsigned(std::uint64_t value) { return number(static_cast<double>(value)); }
    bool number_float(double value, const std::string&) { return number(value); }
    bool binary(const std::vector<std::uint8_t>&) { return true; } // no such thing in JSON text
    bool string(const std::string& value)
    {
        if (m_in_metric && m_depth == m_metric_depth) {
            if (m_key == "__name__")
                m_name = value;
            else if (m_labels.all.size() < kMostLabels)
                m_labels.all.emplace_back(m_key, value);
            return true;
        }
        return m_point > 0 ? point(value) : true;
    }
    bool key(const std::string& value)
    {
        m_key = value;
        return true;
    }
    bool start_object(std::size_t)
    {
        ++m_depth;
        if (m_key == "metric" && !m_in_metric) {
            m_in_metric = true;
            m_metric_depth = m_depth;
            m_name.clear();
            m_labels.all.clear();
        }
        return m_depth < kDeepest;
    }
    bool end_object()
    {
        if (m_in_metric && m_depth == m_metric_depth) {
            m_in_metric = false;
            setMetric();
        }
        --m_depth;
        m_key.clear();
        m_ended = m_depth == 0;
        return true;
    }
    bool start_array(std::size_t)
    {
        ++m_depth;
        if (m_key == "values" && m_points == 0)
            m_points = m_depth;
        else if ((m_points != 0 && m_depth == m_points + 1) || (m_key == "value" && m_points == 0))
            m_point = m_depth;
        m_time = base::kNoTime;
        return m_depth < kDeepest;
    }
    bool end_array()
    {
        if (m_point == m_depth)
            m_point = 0;
        if (m_points == m_depth) {
            m_points = 0;
            m_series = -1; // the next points are of another metric
        }
        --m_depth;
        return true;
    }
    bool parse_error(std::size_t, const std::string& token, const std::exception&)
    {
        m_status = base::Error {.code = base::Code::bad_json, .line = m_chars.line(), .found = base::excerpt(token)};
        return false;
    }

private:
    static constexpr int kDeepest = 64;
    static constexpr std::size_t kMostLabels = 100;

    void setMetric()
    {
        m_series = -1;
        if (!isDeviceMetric(m_name)) {
            m_writer.sink().problem({.severity = base::Severity::warning,
                .handling = base::Handling::noted,
                .what = {.code = base::Code::name_unknown,
                    .line = m_chars.line(),
                    .field = "__name__",
                    .found = base::excerpt(m_name),
                    .expected = "DCGM_FI_…, neuroncore_…"}});
            return;
        }
        m_meaning = metricMeaning(m_name);
        m_device = m_writer.device(deviceOf(m_labels), m_chars.line());
        m_series = m_writer.series(m_meaning, m_chars.line());
    }

    bool number(double value)
    {
        if (m_point == 0 || m_depth != m_point)
            return true;
        if (m_time == base::kNoTime) {
            m_time = m_writer.timeOfSeconds(value);
            if (m_time == base::kNoTime)
                m_writer.skipped(base::Code::bad_time, m_chars.line(), base::formatDouble(value), "1712345678.123");
            return true;
        }
        return point(base::formatDouble(value)); // tools that read and write it again drop the quotes
    }

    bool point(const std::string& text)
    {
        if (m_time == base::kNoTime || m_series < 0 || m_device < 0)
            return true;
        m_reading.line = m_chars.line();
        m_reading.device = m_device;
        m_reading.time_us = m_time;
        const auto value = base::parseDouble(text.starts_with('+') ? text.substr(1) : text);
        if (!value.ok()) {
            m_writer.skipped(base::Code::bad_number, m_reading.line, text);
            return true;
        }
        if (isDcgmBlank(*value))
            m_writer.notMeasured(m_name, text, m_reading.line);
        else
            m_writer.put(m_reading, m_series, m_meaning(*value), m_name, text);
        m_status = m_writer.write(m_reading);
        return m_status.ok();
    }

    JsonChars& m_chars;
    ReadingWriter m_writer;
    base::Status m_status;
    bool m_ended = false;
    int m_depth = 0, m_metric_depth = 0;
    int m_points = 0, m_point = 0; // depths of the list and of the point that are open, 0 = none
    bool m_in_metric = false;
    std::string m_key, m_name;
    MetricLabels m_labels;
    ReadingMeaning m_meaning;
    int m_device = -1, m_series = -1;
    std::int64_t m_time = base::kNoTime;
    evidence::Reading m_reading;
};

base::Status parseRange(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    JsonChars chars(source, [&]() -> base::Status {
        job.report({source.file().path, source.bytesDone(), source.bytesTotal()});
        return job.check();
    });
    RangeHandler handler(chars, sink);
    base::Status status;
    try {
        nlohmann::json::sax_parse(
            chars.begin(), JsonChars::end(), &handler, nlohmann::json::input_format_t::json, false);
        status = handler.status();
    } catch (const nlohmann::json::exception&) { // a number that no double can hold
        status = base::Error {.code = base::Code::bad_json, .line = chars.line()};
    }
    if (chars.error())
        status = *chars.error();
    if (!status.ok() && status.error().code == base::Code::bad_json && !handler.ended())
        status.error().file = source.file().path;
    handler.finish();
    return status;
}

} // namespace

const Format prometheus_range {
    .id = "prometheus_range",
    .kind = Kind::telemetry,
    .version = 1,
    .title = "Prometheus query of DCGM or Neuron metrics, JSON",
    .sniff = sniffRange,
    .parse = parseRange,
};

} // namespace fullscope::import
