// SPDX-License-Identifier: GPL-3.0-or-later
// Console log of fairseq and metaseq with --log-format json: `stamp | INFO | train_inner | {"loss": "16.4", …}`. All
// numbers are texts. The loss is in bits. `wps` is that of the job, a mean since the record before.
#include "core/import/logs/log_formats.h"
#include "core/import/logs/log_line.h"
#include "core/import/logs/table/json_rows.h"
#include "core/import/logs/table/table_parse.h"
#include "core/import/logs/table/table_run.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

namespace {

namespace series = evidence::series;
using evidence::RateScope;
using evidence::RateWindow;

constexpr std::string_view kStamp = "(stamp)"; // no key of fairseq's

constexpr Meaning kTokensPerS {.role = Role::value,
    .name = series::tokens_per_s,
    .unit = "tokens/s",
    .scope = RateScope::job,
    .window = RateWindow::interval_mean};

constexpr std::array kRules {
    ColumnRule {"num_updates", {.role = Role::step, .rank = step_rank::format}},
    ColumnRule {"valid_num_updates", {.role = Role::step, .rank = step_rank::format}},
    ColumnRule {"train_num_updates", {.role = Role::step, .rank = step_rank::format}},
    ColumnRule {"update", {}}, // a fraction of epochs
    ColumnRule {kStamp, {.role = Role::time}},
    ColumnRule {"wps", kTokensPerS},
    ColumnRule {"wpb", {.unit = "tokens"}},
    ColumnRule {"bsz", {.role = Role::value, .name = series::global_batch}},
    ColumnRule {"wall", {.role = Role::elapsed, .unit = "s", .window = RateWindow::cumulative}},
    ColumnRule {"train_wall", {.unit = "s"}},
    ColumnRule {"gb_free", {.unit = "GB"}},
    ColumnRule {"epoch/wps", {.unit = "tokens/s", .scope = RateScope::job, .window = RateWindow::interval_mean}},
};
constexpr TableSpec kSpec {.rules = kRules, .first_rows = 1};

class FairseqLog {
public:
    FairseqLog(TextSource& source, evidence::Sink& sink, const Options& options)
        : m_sink(sink)
        , m_lines(source)
        , m_json(m_names)
        , m_run(kSpec, options.columns, m_names, sink)
    {
        // The columns are understood by the first record, which has the step of training alone.
        for (const char* step : {"num_updates", "valid_num_updates", "train_num_updates"})
            m_names.idOf(step);
    }

    base::Status read(RowTicker& tick);

private:
    base::Status line(std::string_view text);
    base::Status record(std::string_view text, std::string_view json, std::string_view stamp);
    base::Status note(std::string_view text, std::string_view stamp);
    void fact(const char* name, std::string_view text, std::string_view before, std::string_view after);

    evidence::Sink& m_sink;
    LineReader m_lines;
    ColumnNames m_names;
    JsonLine m_json;
    TableRun m_run;
    Row m_row;
};

base::Status FairseqLog::read(RowTicker& tick)
{
    std::string_view text;
    base::Status status;
    for (;;) {
        FS_TRY(tick());
        base::Result<bool> more = m_lines.next(text);
        if (!more.ok())
            status = std::move(more.error());
        if (!more.ok() || !*more)
            break;
        FS_TRY(line(text));
    }
    FS_TRY(m_run.finish());
    return status;
}

base::Status FairseqLog::line(std::string_view text)
{
    const std::string_view stamp = leadingStamp(text);
    const std::size_t brace = text.find("| {\"");
    for (const std::string_view kind : {"| train_inner |", "| valid |", "| train |"})
        if (brace != std::string_view::npos && text.substr(0, brace + 1).ends_with(kind))
            return record(text, text.substr(brace + 2), stamp);
    return note(text, stamp);
}

base::Status FairseqLog::record(std::string_view text, std::string_view json, std::string_view stamp)
{
    if (m_lines.wasCut() || !m_json.read(base::trimmed(json), m_row)) {
        m_sink.problem({.handling = base::Handling::row_skipped,
            .what = {.code = m_lines.lastHadEnd() ? base::Code::bad_json : base::Code::record_truncated,
                .line = m_lines.number(),
                .found = base::excerpt(text),
                .expected = "JSON object"}});
        return {};
    }
    m_row.line = m_lines.number();
    // Means over an epoch are named `train_…`; some of these names are other things in the records.
    constexpr std::string_view kMean = "train_";
    if (text.substr(0, text.size() - json.size()).find("| train |") != std::string_view::npos)
        for (Cell& cell : m_row.cells)
            if (const std::string name = m_names.name(cell.column);
                name.starts_with(kMean) && name != "train_num_updates")
                cell.column = m_names.idOf("epoch/" + name.substr(kMean.size()));
    // The first record of a run has no interval to take a rate from; its 0 is no measurement.
    const int wps = m_names.find("wps"), ups = m_names.find("ups");
    std::erase_if(
        m_row.cells, [&](const Cell& cell) { return (cell.column == wps || cell.column == ups) && cell.text == "0"; });
    if (!stamp.empty())
        m_row.cells.push_back({.column = m_names.idOf(kStamp), .text = stamp});
    return m_run.feed(m_row);
}

base::Status FairseqLog::note(std::string_view text, std::string_view stamp)
{
    fact("parameters", text, "num. model params: ", " (");
    fact("world_size", text, "training on ", " devices");
    evidence::Event event {.line = m_lines.number(), .text = base::excerpt(text, 240)};
    if (const auto parsed = base::parseIso(stamp); parsed.ok())
        event.time_us = parsed->instant.us;
    if (text.find("| training on ") != std::string_view::npos)
        event.kind = evidence::EventKind::train_start;
    else if (text.find("| begin validation on ") != std::string_view::npos)
        event.kind = evidence::EventKind::evaluation_begin;
    else if (text.find("| done training in ") != std::string_view::npos)
        event.kind = evidence::EventKind::job_end;
    else
        return {};
    return m_run.event(std::move(event));
}

void FairseqLog::fact(const char* name, std::string_view text, std::string_view before, std::string_view after)
{
    const std::size_t at = text.find(before);
    if (at == std::string_view::npos)
        return;
    std::string_view rest = text.substr(at + before.size());
    std::string number(rest.substr(0, rest.find(after)));
    std::erase(number, ',');
    if (base::parseInt(number).ok())
        m_sink.fact({.name = name, .value = number, .line = m_lines.number()});
}

int sniffFairseq(const Preview& preview)
{
    for (const std::string_view piece : {preview.head, preview.middle, preview.tail}) {
        const std::size_t at = piece.find("| train_inner | {\"");
        if (at != std::string_view::npos && piece.substr(at, 4096).find("\"num_updates\"") != std::string_view::npos)
            return 100;
    }
    return 0;
}

base::Status parseFairseq(TextSource& source, evidence::Sink& sink, const base::JobContext& job, const Options& options)
{
    FairseqLog log(source, sink, options);
    RowTicker tick(source, job);
    return log.read(tick);
}

} // namespace

const Format fairseq {
    .id = "fairseq",
    .kind = Kind::log,
    .version = 1,
    .title = "fairseq JSON log",
    .sniff = sniffFairseq,
    .parse = parseFairseq,
};

} // namespace fullscope::import
