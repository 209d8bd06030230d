// SPDX-License-Identifier: GPL-3.0-or-later
// `dcgmi dmon -e FIELDS`: a line `#Entity` with the short names of the fields, a line `ID` with their units, and a row
// for each entity (`GPU 0`, `GPU-I 3`) of each tick; both header lines come again every 14 ticks. Names, units and
// widths of columns as of DCGM's DeviceMonitor.cpp and dcgm_fields.cpp (Apache-2.0). It writes no times: those that
// something else (`ts`) put before the lines are taken, else the ticks are counted where the file says how it was
// called.
#include "core/import/telemetry/each_line.h"
#include "core/import/telemetry/reading_writer.h"
#include "core/import/telemetry/telemetry_formats.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <set>

namespace fullscope::import {

namespace {

// A word and where it begins in its line.
struct Word {
    std::string_view text;
    std::size_t begin = 0, end = 0;
};
using Words = std::vector<Word>;

void split(std::string_view line, Words& words)
{
    words.clear();
    for (std::size_t at = 0; (at = line.find_first_not_of(" \t", at)) != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
        words.push_back({line.substr(at, end - at), at, end});
        at = end;
    }
}

// `#Entity`, `# Entity`: how many words it is; 0 = no header.
std::size_t headerWords(const Words& words)
{
    if (!words.empty() && words[0].text == "#Entity")
        return 1;
    return words.size() > 1 && words[0].text == "#" && words[1].text == "Entity" ? 2 : 0;
}

bool isUnits(const Words& words)
{
    return !words.empty() && (words[0].text == "ID" || words[0].text == "Id");
}

bool isEntity(const Words& words)
{
    constexpr std::array<std::string_view, 9> kKinds {
        "GPU", "GPU-I", "GPU-CI", "vGPU", "Switch", "CPU", "CPU-Core", "Link", "ConnectX"};
    return words.size() > 1 && std::find(kKinds.begin(), kKinds.end(), words[0].text) != kKinds.end()
        && base::parseInt(words[1].text).ok();
}

bool isOfDmon(const Words& words)
{
    return headerWords(words) > 0 || isUnits(words) || isEntity(words);
}

// The line behind a time that was put before it; of one or two words. Empty: there is none.
std::string_view stampBefore(std::string_view line, const Words& words, Words& rest)
{
    for (const std::size_t count : {1U, 2U}) {
        if (words.size() <= count)
            break;
        split(line.substr(words[count - 1].end), rest);
        const std::string_view stamp = line.substr(words[0].begin, words[count - 1].end - words[0].begin);
        if (isOfDmon(rest))
            return stamp;
    }
    return {};
}

int sniffDcgmiDmon(const Preview& preview)
{
    std::string_view text = preview.head;
    bool header = false;
    Words words, rest;
    for (int lines = 0; lines < 100 && !text.empty(); ++lines) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        split(line, words);
        if (words.empty())
            continue;
        if (!stampBefore(line, words, rest).empty())
            words.swap(rest);
        if (header && (isUnits(words) || isEntity(words)))
            return 100;
        header = headerWords(words) > 0;
    }
    return 0;
}

class DcgmiDmonParser {
public:
    DcgmiDmonParser(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
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
        enum class Kind { reading, model, other } kind = Kind::reading;
        std::string name;
        std::size_t begin = 0, end = 0; // of the name in its line
        std::string unit {};
        ReadingMeaning meaning {};
        int series = -1;
    };

    base::Status line(std::string_view text)
    {
        split(text, m_words);
        if (m_words.empty())
            return {};
        m_stamp = isOfDmon(m_words) ? std::string_view() : stampBefore(text, m_words, m_rest);
        if (!m_stamp.empty()) {
            text.remove_prefix(static_cast<std::size_t>(m_stamp.data() + m_stamp.size() - text.data()));
            m_words.swap(m_rest);
        }
        if (const std::size_t words = headerWords(m_words); words > 0) {
            header(words);
            return {};
        }
        if (isUnits(m_words)) {
            units();
            return {};
        }
        if (m_stamp.empty() && isCall(text))
            return {};
        if (!isEntity(m_words) || m_columns.empty() || m_lines.wasCut()) {
            if (!text.starts_with("dmon was stopped"))
                m_writer.skipped(base::Code::lines_not_understood, m_lines.number(), text, "#Entity …, GPU 0 …");
            return {};
        }
        if (!m_lines.lastHadEnd()) { // the last number may have lost digits
            m_writer.skipped(base::Code::record_truncated, m_lines.number(), text);
            return {};
        }
        return row(text);
    }

    // `$ dcgmi dmon -e 155,203 -d 5000`, as it stands in a copied terminal: how far its ticks are apart.
    bool isCall(std::string_view text)
    {
        constexpr std::string_view kCall = "dcgmi dmon ";
        const std::size_t at = text.find(kCall);
        if (at == std::string_view::npos)
            return false;
        m_delay_us = base::kSecondUs; // unless it is given
        split(text.substr(at + kCall.size()), m_rest);
        for (std::size_t i = 0; i + 1 < m_rest.size(); ++i)
            if (m_rest[i].text == "-d" || m_rest[i].text == "--delay")
                if (const auto delay_ms = base::parseInt(m_rest[i + 1].text);
                    delay_ms.ok() && *delay_ms > 0 && *delay_ms < 86'400'000)
                    m_delay_us = *delay_ms * 1000;
        m_call = base::excerpt(text.substr(at));
        return true;
    }

    void header(std::size_t first)
    {
        const bool again = std::equal(m_columns.begin(), m_columns.end(), m_words.begin() + static_cast<int>(first),
            m_words.end(), [](const Column& column, const Word& word) {
                return column.name == word.text && column.begin == word.begin;
            });
        if (again)
            return;
        m_columns.clear();
        for (std::size_t i = first; i < m_words.size(); ++i)
            m_columns.push_back(
                {.name = std::string(m_words[i].text), .begin = m_words[i].begin, .end = m_words[i].end});
        m_declared = false;
    }

    // A unit stands below its field, at the left as of today or at the right as in old releases.
    void units()
    {
        for (Column& column : m_columns)
            for (const Word& word : m_words)
                if (!m_declared && (word.begin == column.begin || word.end == column.end))
                    column.unit = word.text;
    }

    void declare()
    {
        constexpr std::array<std::string_view, 10> kTexts {
            "UUID#", "SRNUM", "DRVER", "NVVER", "VBVER", "PCBID", "DVBRN", "PRNAM", "OEMVR", "CDVER"};
        m_declared = true;
        for (Column& column : m_columns) {
            if (column.name == "DVNAM")
                column.kind = Column::Kind::model;
            else if (std::find(kTexts.begin(), kTexts.end(), column.name) != kTexts.end())
                column.kind = Column::Kind::other;
            if (column.kind != Column::Kind::reading)
                continue;
            column.meaning = dcgmiMeaning(column.name, column.unit);
            column.series = m_writer.series(column.meaning, m_lines.number());
        }
    }

    // By the places of the columns, since names of devices have blanks in them; else by the number of words.
    bool takeCells(std::string_view text)
    {
        m_cells.clear();
        const bool in_place = std::all_of(m_columns.begin(), m_columns.end(), [&](const Column& column) {
            return column.begin < text.size() && text[column.begin] != ' ' && text[column.begin - 1] == ' ';
        });
        if (!in_place) {
            for (std::size_t i = 2; i < m_words.size(); ++i)
                m_cells.push_back(m_words[i].text);
            return m_cells.size() == m_columns.size();
        }
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            const std::size_t end = i + 1 < m_columns.size() ? m_columns[i + 1].begin : text.size();
            m_cells.push_back(base::trimmed(text.substr(m_columns[i].begin, end - m_columns[i].begin)));
        }
        return true;
    }

    base::Status row(std::string_view text)
    {
        if (!m_declared)
            declare();
        if (!takeCells(text)) {
            const bool is_short = m_cells.size() < m_columns.size();
            m_writer.skipped(is_short ? base::Code::row_short : base::Code::row_long, m_lines.number(),
                std::to_string(m_cells.size()), std::to_string(m_columns.size()));
            return {};
        }
        evidence::Device device {.id = std::string(m_words[1].text), .host = {}, .model = {}};
        if (m_words[0].text != "GPU")
            device.id = std::string(m_words[0].text) + " " + device.id;
        m_reading.line = m_lines.number();
        m_reading.values.clear();
        if (!m_entities.insert(device.id).second) { // the next tick
            m_entities = {device.id};
            ++m_ticks;
        }
        if (!setTime()) {
            m_writer.skipped(base::Code::bad_time, m_reading.line, m_stamp, "2024-01-31T23:59:59Z");
            return {};
        }
        for (std::size_t i = 0; i < m_columns.size(); ++i)
            cell(m_columns[i], m_cells[i], device);
        m_reading.device = m_writer.device(device, m_reading.line);
        return m_writer.write(m_reading);
    }

    bool setTime()
    {
        m_reading.time_us = base::kNoTime;
        if (!m_stamp.empty())
            m_reading.time_us = m_writer.timeOf(m_stamp);
        else if (m_delay_us > 0) {
            m_writer.countTimes(m_call, m_reading.line);
            m_reading.time_us = m_ticks * m_delay_us;
        }
        return m_stamp.empty() || m_reading.time_us != base::kNoTime;
    }

    void cell(const Column& column, std::string_view text, evidence::Device& device)
    {
        if (column.kind == Column::Kind::model)
            device.model = text == "N/A" ? std::string_view() : text;
        if (column.kind != Column::Kind::reading)
            return;
        const auto number = base::parseDouble(text);
        if (text == "N/A" || (number.ok() && isDcgmBlank(*number)))
            m_writer.notMeasured(column.name, text, m_reading.line);
        else if (number.ok())
            m_writer.put(m_reading, column.series, column.meaning(*number), column.name, text);
        else
            m_writer.sink().problem({.severity = base::Severity::warning,
                .handling = base::Handling::value_dropped,
                .what = {.code = base::Code::bad_number,
                    .line = m_reading.line,
                    .field = base::excerpt(column.name),
                    .found = base::excerpt(text)}});
    }

    LineReader m_lines;
    ReadingWriter m_writer;
    RowTicker m_tick;
    Words m_words, m_rest;
    std::vector<std::string_view> m_cells;
    std::vector<Column> m_columns;
    bool m_declared = false;
    std::string_view m_stamp; // before the line
    std::set<std::string> m_entities; // of this tick
    std::int64_t m_ticks = 0, m_delay_us = 0; // 0 = not said
    std::string m_call;
    evidence::Reading m_reading;
};

base::Status parseDcgmiDmon(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    return DcgmiDmonParser(source, sink, job).parse();
}

} // namespace

const Format dcgmi_dmon {
    .id = "dcgmi_dmon",
    .kind = Kind::telemetry,
    .version = 1,
    .title = "dcgmi dmon",
    .sniff = sniffDcgmiDmon,
    .parse = parseDcgmiDmon,
};

} // namespace fullscope::import
