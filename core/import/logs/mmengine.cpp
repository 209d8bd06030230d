// SPDX-License-Identifier: GPL-3.0-or-later
// JSON lines of OpenMMLab: *.log.json of mmcv, whose `iter` starts again with each epoch, and scalars.json of mmengine,
// whose `step` goes on. `time` is seconds per iteration, a mean over the logging interval; memory is in MiB.
#include "core/import/logs/log_formats.h"
#include "core/import/logs/table/table_parse.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

namespace {

namespace series = evidence::series;

constexpr double kMiB = 1024 * 1024;

constexpr std::array kRules {
    ColumnRule {"step", {.role = Role::step, .rank = step_rank::format - 1}},
    ColumnRule {"iter", {.role = Role::step, .rank = step_rank::format}},
    ColumnRule {"mode", {.role = Role::ignored}},
    ColumnRule {"time",
        {.role = Role::value, .name = series::step_time, .unit = "s", .window = evidence::RateWindow::interval_mean}},
    ColumnRule {"data_time", {.unit = "s"}},
    ColumnRule {"memory", {.role = Role::value, .name = series::memory, .factor = kMiB, .unit = "MiB"}},
};

// Rows of a validation give their own iteration or epoch as `iter` or `step`; the first line of mmcv is the
// configuration.
RowKind kindOf(const Row& row, const ColumnNames& names)
{
    const auto cell = [&](std::string_view name) {
        const int column = names.find(name);
        return std::find_if(
            row.cells.begin(), row.cells.end(), [&](const Cell& c) { return column >= 0 && c.column == column; });
    };
    const auto has = [&](std::string_view name) { return cell(name) != row.cells.end(); };
    if (has("env_info") || has("config") || (!has("iter") && !has("step") && !has("mode")))
        return RowKind::none;
    const bool validates = has("mode") ? cell("mode")->text != "train" : !has("iter") && !has("lr") && !has("loss");
    return validates ? RowKind::evaluation : RowKind::record;
}

constexpr TableSpec kSpec {.rules = kRules, .kind = kindOf, .counts_in_epoch = true};

int sniffMmengine(const Preview& preview)
{
    const JsonStart start = jsonStart(preview.head);
    return start.has({"mode", "epoch", "iter"}) || start.has({"data_time", "time", "iter", "step"}) ? 100 : 0;
}

base::Status parseMmengine(
    TextSource& source, evidence::Sink& sink, const base::JobContext& job, const Options& options)
{
    return parseJsonTable(source, sink, job, options, kSpec);
}

} // namespace

const Format mmengine {
    .id = "mmengine",
    .kind = Kind::log,
    .version = 1,
    .title = "OpenMMLab scalars.json or *.log.json",
    .sniff = sniffMmengine,
    .parse = parseMmengine,
};

} // namespace fullscope::import
