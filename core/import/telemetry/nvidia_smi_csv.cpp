// SPDX-License-Identifier: GPL-3.0-or-later
// `nvidia-smi --query-gpu=timestamp,index,utilization.gpu,… --format=csv -l 5`: a row for each device at each tick,
// with or without a header (noheader), with or without units in the cells (nounits). The times are local, without a
// zone.
#include "core/import/logs/table/table_parse.h"
#include "core/import/source/csv.h"
#include "core/import/telemetry/smi_columns.h"
#include "core/import/telemetry/telemetry_formats.h"
#include "core/import/telemetry/tick_places.h"

#include "core/base/text.h"

#include <algorithm>

namespace fullscope::import {

namespace {

// A row with a time and a number with a unit of nvidia-smi: nothing else looks like that without a header.
bool looksLikeRow(const std::vector<std::string>& row)
{
    bool time = false, unit = false;
    for (const std::string& cell : row) {
        time = time || (cell.size() >= 19 && cell[4] == '/' && base::parseIso(cell).ok());
        unit = unit || !smiCell(cell).unit.empty();
    }
    return time && unit;
}

int sniffSmi(const Preview& preview)
{
    const CsvStart start = csvStart(preview.head);
    const std::vector<std::string_view> header(start.header.begin(), start.header.end());
    if (SmiColumns::isHeader(header))
        return 100;
    const auto rows = std::count_if(start.records.begin(), start.records.end(), looksLikeRow);
    return looksLikeRow(start.header) && 2 * rows >= static_cast<std::ptrdiff_t>(start.records.size()) ? 100 : 0;
}

class SmiParser {
public:
    SmiParser(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
        : m_csv(source)
        , m_writer(sink)
        , m_columns(m_writer)
        , m_places(m_writer)
        , m_tick(source, job)
    {
    }

    base::Status parse()
    {
        FS_TRY(m_csv.readHeader());
        const std::vector<std::string_view> first(m_csv.header().begin(), m_csv.header().end());
        if (SmiColumns::isHeader(first))
            m_columns.setHeader(first, m_csv.line());
        else
            FS_TRY(row(first, m_csv.line()));
        base::Status ended;
        for (;;) {
            FS_TRY(m_tick());
            base::Result<bool> more = m_csv.next();
            if (more.ok() && !*more)
                break;
            if (more.ok()) {
                FS_TRY(record());
            } else if (more.error().code == base::Code::quote_unclosed
                || more.error().code == base::Code::line_too_long) {
                m_writer.skipped(more.error().code, m_csv.line(), more.error().found);
            } else {
                ended = std::move(more.error());
                break;
            }
        }
        FS_TRY(m_places.flush());
        m_writer.finish();
        return ended;
    }

private:
    base::Status record()
    {
        const auto& fields = m_csv.fields();
        if (SmiColumns::isHeader(fields)) { // of a file that was appended to, at times with other columns
            FS_TRY(m_places.flush());
            m_columns.setHeader(fields, m_csv.line());
            return {};
        }
        if (!m_csv.hadEnd()) { // the last number may have lost digits
            m_writer.skipped(base::Code::record_truncated, m_csv.line(), fields.back());
            return {};
        }
        return row(fields, m_csv.line());
    }

    base::Status row(const std::vector<std::string_view>& fields, std::int64_t line)
    {
        if (m_columns.size() == 0)
            m_columns.setByCells(fields, line);
        if (fields.size() != m_columns.size()) {
            const bool is_short = fields.size() < m_columns.size();
            m_writer.skipped(is_short ? base::Code::row_short : base::Code::row_long, line,
                std::to_string(fields.size()), std::to_string(m_columns.size()));
            return {};
        }
        m_reading.line = line;
        m_reading.values.clear();
        m_reading.time_us = base::kNoTime;
        if (m_columns.hasTime()) {
            m_reading.time_us = m_writer.timeOf(m_columns.time(fields));
            if (m_reading.time_us == base::kNoTime) {
                m_writer.skipped(base::Code::bad_time, line, m_columns.time(fields), "2026/04/25 16:06:06.780");
                return {};
            }
        }
        m_columns.read(fields, m_reading);
        evidence::Device device = m_columns.device(fields);
        if (device.id.empty())
            return m_places.add(m_reading, std::move(device));
        m_reading.device = m_writer.device(device, line);
        return m_writer.write(m_reading);
    }

    CsvReader m_csv;
    ReadingWriter m_writer;
    SmiColumns m_columns;
    TickPlaces m_places;
    RowTicker m_tick;
    evidence::Reading m_reading;
};

base::Status parseSmi(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    return SmiParser(source, sink, job).parse();
}

} // namespace

const Format nvidia_smi_csv {
    .id = "nvidia_smi_csv",
    .kind = Kind::telemetry,
    .version = 1,
    .title = "nvidia-smi --query-gpu CSV",
    .sniff = sniffSmi,
    .parse = parseSmi,
};

} // namespace fullscope::import
