// SPDX-License-Identifier: GPL-3.0-or-later
// What dcgm-exporter (and neuron-monitor-prometheus) gives when it is asked: one line a metric and device, of the
// present moment. Many scrapes stand one after another in a file; each may have a line with its time before it, or a
// time on each line, or none.
#include "core/import/logs/log_line.h"
#include "core/import/telemetry/each_line.h"
#include "core/import/telemetry/prometheus_line.h"
#include "core/import/telemetry/reading_writer.h"
#include "core/import/telemetry/telemetry_formats.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>

namespace fullscope::import {

namespace {

int sniffScrape(const Preview& preview)
{
    std::string_view text = preview.head;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (isDeviceMetric(line) && line.find('{') != std::string_view::npos && metricLine(line))
            return 100;
    }
    return 0;
}

class ScrapeParser {
public:
    ScrapeParser(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
        : m_lines(source)
        , m_writer(sink)
        , m_tick(source, job)
    {
    }

    base::Status parse()
    {
        base::Status ended;
        FS_TRY(eachLine(m_lines, m_tick, ended, [this](std::string_view text) { return line(base::trimmed(text)); }));
        FS_TRY(endScrape());
        m_writer.finish();
        return ended;
    }

private:
    base::Status line(std::string_view text)
    {
        if (text.empty())
            return {};
        if (text.starts_with('#'))
            return text == "# EOF" ? endScrape() : base::Status();
        if (const std::int64_t time = stampOf(text); time != base::kNoTime) {
            FS_TRY(endScrape());
            m_scrape_time = time;
            return {};
        }
        const auto metric = m_lines.wasCut() ? std::nullopt : metricLine(text);
        if (!metric) {
            m_writer.sink().problem({.severity = base::Severity::info,
                .handling = base::Handling::noted,
                .what = {.code = base::Code::lines_not_understood,
                    .line = m_lines.number(),
                    .found = base::excerpt(text),
                    .expected = "NAME{label=\"…\"} 97"}});
            return {};
        }
        if (!m_lines.lastHadEnd()) { // the number may have lost digits
            m_writer.skipped(base::Code::record_truncated, m_lines.number(), text);
            return {};
        }
        return isDeviceMetric(metric->name) ? value(*metric) : base::Status(); // others are of the exporter itself
    }

    // A line that is a time and nothing else, also as `date` writes it: `Sat Apr 25 16:06:06 UTC 2026`.
    std::int64_t stampOf(std::string_view text)
    {
        if (const std::int64_t time = m_writer.timeOf(text); time != base::kNoTime)
            return time;
        m_buffer = text;
        const std::size_t zone = m_buffer.find(" UTC ");
        if (zone != std::string::npos)
            m_buffer.erase(zone, 4);
        if (leadingStamp(m_buffer) != m_buffer)
            return base::kNoTime;
        return m_writer.timeOf(isoStamp(m_buffer) + (zone != std::string::npos ? "Z" : ""));
    }

    base::Status value(const MetricLine& metric)
    {
        const std::int64_t line = m_lines.number();
        const int device = m_writer.device(deviceOf(metric.labels), line);
        const ReadingMeaning meaning = metricMeaning(metric.name);
        const int series = m_writer.series(meaning, line);
        if (device < 0 || series < 0)
            return {};
        const std::int64_t time = metric.time.empty() ? m_scrape_time : m_writer.timeOf(metric.time);
        const auto of_device = static_cast<std::size_t>(device), at = static_cast<std::size_t>(series);
        if (m_scrape.size() <= of_device)
            m_scrape.resize(of_device + 1);
        evidence::Reading& reading = m_scrape[of_device];
        const bool there = at < reading.values.size() && !std::isnan(reading.values[at]);
        if (there && reading.time_us == time && metric.time.empty())
            FS_TRY(endScrape()); // it begins anew
        else if (!reading.values.empty() && reading.time_us != time)
            FS_TRY(m_writer.write(reading));
        if (reading.values.empty())
            reading
                = {.line = line, .device = device, .time_us = metric.time.empty() ? m_scrape_time : time, .values = {}};
        const auto number = base::parseDouble(metric.value.substr(metric.value.starts_with('+') ? 1 : 0));
        if (isDcgmBlank(*number))
            m_writer.notMeasured(metric.name, metric.value, line);
        else
            m_writer.put(reading, series, meaning(*number), metric.name, metric.value);
        return {};
    }

    base::Status endScrape()
    {
        for (evidence::Reading& reading : m_scrape)
            if (!reading.values.empty())
                FS_TRY(m_writer.write(reading));
        m_scrape_time = base::kNoTime;
        return {};
    }

    LineReader m_lines;
    ReadingWriter m_writer;
    RowTicker m_tick;
    std::vector<evidence::Reading> m_scrape; // by device
    std::int64_t m_scrape_time = base::kNoTime;
    std::string m_buffer;
};

base::Status parseScrape(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    return ScrapeParser(source, sink, job).parse();
}

} // namespace

const Format dcgm {
    .id = "dcgm",
    .kind = Kind::telemetry,
    .version = 1,
    .title = "DCGM or Neuron exporter, text",
    .sniff = sniffScrape,
    .parse = parseScrape,
};

} // namespace fullscope::import
