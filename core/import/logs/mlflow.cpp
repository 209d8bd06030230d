// SPDX-License-Identifier: GPL-3.0-or-later
// One metric of MLflow, alone (a whole run: mlflow_run.cpp), as its file store keeps it,
// `mlruns/<experiment>/<run>/metrics/<key>`. The key is the name of the file.
#include "core/import/logs/log_formats.h"
#include "core/import/logs/mlflow_point.h"
#include "core/import/logs/table/table_parse.h"
#include "core/import/logs/table/table_run.h"

#include "core/base/text.h"

#include <array>

namespace fullscope::import {

namespace {

constexpr std::array kRules {
    ColumnRule {"step", {.role = Role::step, .rank = step_rank::format}},
    ColumnRule {"line", {.role = Role::step, .rank = step_rank::log_call}},
    ColumnRule {"timestamp (ms)", {.role = Role::time}},
};
constexpr TableSpec kSpec {.rules = kRules, .first_rows = 1};

// Keys can hold slashes: they are folders below metrics/.
std::string keyOf(const std::string& path)
{
    constexpr std::string_view kFolder = "metrics/";
    const std::size_t folder = path.rfind(kFolder);
    return path.substr(folder == std::string::npos ? path.rfind('/') + 1 : folder + kFolder.size());
}

int sniffMlflow(const Preview& preview)
{
    int points = 0;
    std::string_view text = preview.head;
    while (!text.empty() && points < 20) {
        const std::size_t end = text.find_first_of("\r\n");
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (base::trimmed(line).empty())
            continue;
        if (end == std::string_view::npos && points > 0)
            break; // the piece may have cut it
        if (!mlflowPoint(line))
            return 0;
        ++points;
    }
    return points > 0 ? 100 : 0;
}

base::Status parseMlflow(TextSource& source, evidence::Sink& sink, const base::JobContext& job, const Options& options)
{
    ColumnNames names;
    const int time = names.idOf("timestamp (ms)"), value = names.idOf(keyOf(source.file().path));
    TableRun run(kSpec, options.columns, names, sink);
    RowTicker tick(source, job);
    LineReader lines(source);
    std::string_view line;
    Row row;
    base::Status status;
    for (std::int64_t ordinal = 0;;) {
        FS_TRY(tick());
        base::Result<bool> more = lines.next(line);
        if (!more.ok())
            status = std::move(more.error());
        if (!more.ok() || !*more)
            break;
        if (base::trimmed(line).empty())
            continue;
        const auto point = mlflowPoint(line);
        // MLflow ends each line; the step of one without an end may have lost digits.
        if (!point || !lines.lastHadEnd()) {
            sink.problem({.handling = base::Handling::row_skipped,
                .what = {.code = point ? base::Code::record_truncated : base::Code::lines_not_understood,
                    .line = lines.number(),
                    .found = base::excerpt(line),
                    .expected = "timestamp_ms value step"}});
            continue;
        }
        row.line = lines.number();
        row.cells = {{.column = time, .text = point->time}, {.column = value, .text = point->value}};
        if (point->step.empty())
            row.cells.push_back(
                {.column = names.idOf("line"), .kind = Cell::Kind::number, .number = static_cast<double>(ordinal)});
        else
            row.cells.push_back({.column = names.idOf("step"), .text = point->step});
        ++ordinal;
        FS_TRY(run.feed(row));
    }
    FS_TRY(run.finish());
    return status;
}

} // namespace

const Format mlflow {
    .id = "mlflow",
    .kind = Kind::log,
    .version = 1,
    .title = "MLflow metric file",
    .sniff = sniffMlflow,
    .parse = parseMlflow,
};

} // namespace fullscope::import
