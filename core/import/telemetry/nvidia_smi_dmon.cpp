// SPDX-License-Identifier: GPL-3.0-or-later
// `nvidia-smi dmon`: two header lines with `#` (names, units), repeated now and then, and a row for each device. Times
// only with `-o T` (time of day) or `-o DT` (with the date).
#include "core/import/telemetry/each_line.h"
#include "core/import/telemetry/reading_writer.h"
#include "core/import/telemetry/smi_columns.h"
#include "core/import/telemetry/telemetry_formats.h"

#include "core/base/text.h"
#include "core/import/logs/field_text.h"

#include <algorithm>

namespace fullscope::import {

namespace {

constexpr std::int64_t kDay = 86'400 * base::kSecondUs;

using Words = std::vector<std::string_view>;

// By white space, or by the commas of `--format csv`.
void split(std::string_view line, Words& words)
{
    words.clear();
    for (std::size_t at = 0; (at = line.find_first_not_of(" \t,", at)) != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(" \t,", at), line.size());
        words.push_back(line.substr(at, end - at));
        at = end;
    }
}

// The line without its `#`; some copies have one before each row.
std::string_view withoutHash(std::string_view line)
{
    line = base::trimmed(line);
    return line.starts_with('#') ? line.substr(1) : line;
}

bool isNames(const Words& words)
{
    return std::find(words.begin(), words.end(), "gpu") != words.end() && words.size() >= 2;
}

bool isUnits(const Words& words)
{
    return std::find(words.begin(), words.end(), "Idx") != words.end();
}

int sniffDmon(const Preview& preview)
{
    std::string_view text = preview.head;
    bool names = false;
    Words words;
    for (int lines = 0; lines < 50 && !text.empty(); ++lines) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        const std::string_view line = base::trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty())
            continue;
        split(withoutHash(line), words);
        if (names && line.starts_with('#') && isUnits(words))
            return 100;
        names = line.starts_with('#') && isNames(words);
    }
    return 0;
}

class DmonParser {
public:
    DmonParser(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
        : m_lines(source)
        , m_writer(sink)
        , m_tick(source, job)
    {
    }

    base::Status parse()
    {
        base::Status ended;
        FS_TRY(eachLine(m_lines, m_tick, ended, [this](std::string_view text) { return line(text); }));
        m_writer.finish();
        return ended;
    }

private:
    struct Column {
        enum class Kind { reading, device, date, time } kind = Kind::reading;
        std::string name;
        ReadingMeaning meaning {};
        int series = -1;
    };

    base::Status line(std::string_view text)
    {
        split(withoutHash(text), m_words);
        if (m_words.empty())
            return {};
        const bool hash = base::trimmed(text).starts_with('#');
        if (hash && isNames(m_words)) {
            m_names.assign(m_words.begin(), m_words.end());
            return {};
        }
        if (hash && isUnits(m_words)) {
            setColumns();
            return {};
        }
        if (m_columns.empty() || m_lines.wasCut()) {
            m_writer.skipped(base::Code::lines_not_understood, m_lines.number(), text, "# gpu …");
            return {};
        }
        if (!m_lines.lastHadEnd()) { // the last number may have lost digits
            m_writer.skipped(base::Code::record_truncated, m_lines.number(), text);
            return {};
        }
        if (m_words.size() != m_columns.size()) {
            const bool is_short = m_words.size() < m_columns.size();
            m_writer.skipped(is_short ? base::Code::row_short : base::Code::row_long, m_lines.number(),
                std::to_string(m_words.size()), std::to_string(m_columns.size()));
            return {};
        }
        return row();
    }

    void setColumns()
    {
        m_columns.clear();
        if (m_names.size() != m_words.size()) {
            m_writer.skipped(base::Code::row_short, m_lines.number(), std::to_string(m_words.size()),
                std::to_string(m_names.size()));
            return;
        }
        for (std::size_t i = 0; i < m_names.size(); ++i) {
            Column column {.name = m_names[i]};
            if (column.name == "gpu")
                column.kind = Column::Kind::device;
            else if (column.name == "Date")
                column.kind = Column::Kind::date;
            else if (column.name == "Time")
                column.kind = Column::Kind::time;
            else
                column.meaning = dmonMeaning(column.name, m_words[i]);
            if (column.kind == Column::Kind::reading)
                column.series = m_writer.series(column.meaning, m_lines.number());
            m_columns.push_back(std::move(column));
        }
    }

    base::Status row()
    {
        m_reading.line = m_lines.number();
        m_reading.values.clear();
        evidence::Device device;
        std::string_view date, time;
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            const Column& column = m_columns[i];
            const std::string_view word = m_words[i];
            if (column.kind == Column::Kind::device)
                device.id = word;
            else if (column.kind == Column::Kind::date)
                date = word;
            else if (column.kind == Column::Kind::time)
                time = word;
            else
                value(column, word);
        }
        if (!base::parseInt(device.id).ok()) {
            m_writer.skipped(base::Code::bad_value, m_reading.line, device.id, "gpu: 0, 1, 2, …");
            return {};
        }
        if (!setTime(date, time)) {
            m_writer.skipped(base::Code::bad_time, m_reading.line, time, "20240131 23:59:59");
            return {};
        }
        m_reading.device = m_writer.device(device, m_reading.line);
        return m_writer.write(m_reading);
    }

    void value(const Column& column, std::string_view word)
    {
        if (isSmiAbsent(word)) {
            m_writer.notMeasured(column.name, word, m_reading.line);
            return;
        }
        const auto number = base::parseDouble(word);
        if (number.ok())
            m_writer.put(m_reading, column.series, column.meaning(*number), column.name, word);
        else
            m_writer.sink().problem({.severity = base::Severity::warning,
                .handling = base::Handling::value_dropped,
                .what = {.code = base::Code::bad_number,
                    .line = m_reading.line,
                    .field = base::excerpt(column.name),
                    .found = base::excerpt(word)}});
    }

    // A time of day without a date counts from the midnight before the first row.
    bool setTime(std::string_view date, std::string_view time)
    {
        m_reading.time_us = base::kNoTime;
        if (time.empty())
            return true;
        if (!date.empty()) {
            if (date.size() != 8)
                return false;
            m_buffer.assign(date.substr(0, 4)).append("-").append(date.substr(4, 2)).append("-");
            m_buffer.append(date.substr(6)).append(" ").append(time);
            m_reading.time_us = m_writer.timeOf(m_buffer);
            return m_reading.time_us != base::kNoTime;
        }
        const auto seconds = clockSeconds(time);
        if (!seconds || *seconds >= 86'400)
            return false;
        m_writer.countTimes(time, m_reading.line);
        const auto of_day = static_cast<std::int64_t>(*seconds) * base::kSecondUs;
        if (of_day + kDay / 2 < m_of_day) // midnight; what goes back by less is a clock set anew
            m_midnight += kDay;
        m_of_day = of_day;
        m_reading.time_us = m_midnight + of_day;
        return true;
    }

    LineReader m_lines;
    ReadingWriter m_writer;
    RowTicker m_tick;
    Words m_words;
    std::vector<std::string> m_names;
    std::vector<Column> m_columns;
    evidence::Reading m_reading;
    std::string m_buffer;
    std::int64_t m_midnight = 0, m_of_day = 0;
};

base::Status parseDmon(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    return DmonParser(source, sink, job).parse();
}

} // namespace

const Format nvidia_smi_dmon {
    .id = "nvidia_smi_dmon",
    .kind = Kind::telemetry,
    .version = 1,
    .title = "nvidia-smi dmon",
    .sniff = sniffDmon,
    .parse = parseDmon,
};

} // namespace fullscope::import
