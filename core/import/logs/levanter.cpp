// SPDX-License-Identifier: GPL-3.0-or-later
// JSON lines of Levanter's json_logger tracker, alone or behind the prefix of a console:
// `{"tracker": "json_logger", "event": "log", "step": 3, "metrics": {"train/loss": …, "throughput/duration": …}}`.
#include "core/import/logs/log_formats.h"
#include "core/import/logs/table/table_parse.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

namespace {

namespace series = evidence::series;

constexpr std::array kRules {
    ColumnRule {"step", {.role = Role::step, .rank = step_rank::format}},
    ColumnRule {"tracker", {.role = Role::ignored}},
    ColumnRule {"event", {.role = Role::ignored}},
    ColumnRule {"run_id", {.role = Role::ignored}},
    ColumnRule {"throughput/duration", {.role = Role::value, .name = series::step_time, .unit = "s"}},
    // of all devices; the throughput/device/… beside it are of one
    ColumnRule {"throughput/tokens_per_second",
        {.role = Role::value, .name = series::tokens_per_s, .unit = "tokens/s", .scope = evidence::RateScope::job}},
    ColumnRule {"throughput/examples_per_second",
        {.role = Role::value, .name = series::samples_per_s, .unit = "samples/s", .scope = evidence::RateScope::job}},
    ColumnRule {"throughput/mfu", {.role = Role::value, .name = series::mfu, .factor = 0.01, .unit = "%"}},
};

// The configuration and the summary are events too.
RowKind kindOf(const Row& row, const ColumnNames& names)
{
    const int event = names.find("event");
    const auto cell
        = std::find_if(row.cells.begin(), row.cells.end(), [&](const Cell& c) { return c.column == event; });
    return event >= 0 && cell != row.cells.end() && cell->text == "log" ? RowKind::record : RowKind::none;
}

constexpr TableSpec kSpec {.rules = kRules, .kind = kindOf, .json_root = "metrics"};

int sniffLevanter(const Preview& preview)
{
    for (const std::string_view piece : {preview.head, preview.middle, preview.tail})
        if (piece.find(R"("tracker": "json_logger", "event": "log")") != std::string_view::npos)
            return 100;
    return 0;
}

base::Status parseLevanter(
    TextSource& source, evidence::Sink& sink, const base::JobContext& job, const Options& options)
{
    return parseJsonTable(source, sink, job, options, kSpec);
}

} // namespace

const Format levanter {
    .id = "levanter",
    .kind = Kind::log,
    .version = 1,
    .title = "Levanter JSON tracker",
    .sniff = sniffLevanter,
    .parse = parseLevanter,
};

} // namespace fullscope::import
