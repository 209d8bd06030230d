// SPDX-License-Identifier: GPL-3.0-or-later
// metrics.json of detectron2, which is JSON lines. `time` is seconds per iteration, smoothed over the last 20.
#include "core/import/logs/log_formats.h"
#include "core/import/logs/table/table_parse.h"

#include <array>

namespace fullscope::import {

namespace {

namespace series = evidence::series;

constexpr std::array kRules {
    ColumnRule {"iteration", {.role = Role::step, .rank = step_rank::format}},
    ColumnRule {"total_loss", {.role = Role::value, .name = series::loss}},
    ColumnRule {"time",
        {.role = Role::value, .name = series::step_time, .unit = "s", .window = evidence::RateWindow::interval_mean}},
    ColumnRule {"data_time", {.unit = "s"}},
    ColumnRule {"rank_data_time", {.unit = "s"}},
    ColumnRule {"eta_seconds", {.unit = "s"}},
};
constexpr TableSpec kSpec {.rules = kRules};

int sniffDetectron2(const Preview& preview)
{
    const JsonStart start = jsonStart(preview.head);
    return start.has({"iteration", "total_loss"}) || start.has({"iteration", "eta_seconds", "data_time"}) ? 100 : 0;
}

base::Status parseDetectron2(
    TextSource& source, evidence::Sink& sink, const base::JobContext& job, const Options& options)
{
    return parseJsonTable(source, sink, job, options, kSpec);
}

} // namespace

const Format detectron2 {
    .id = "detectron2",
    .kind = Kind::log,
    .version = 1,
    .title = "detectron2 metrics.json",
    .sniff = sniffDetectron2,
    .parse = parseDetectron2,
};

} // namespace fullscope::import
