// SPDX-License-Identifier: GPL-3.0-or-later
// CSV files of one row an epoch: ultralytics' results.csv, timm's summary.csv and Keras' CSVLogger. They name no
// optimiser step, so the epoch is the step.
#include "core/import/logs/log_formats.h"
#include "core/import/logs/table/table_parse.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

namespace {

// Newer files have the seconds since the start of training; a resumed run starts them again.
constexpr std::array kUltralyticsRules {
    ColumnRule {"time", {.role = Role::elapsed, .unit = "s", .window = evidence::RateWindow::cumulative}},
    ColumnRule {"lr/pg0", {.role = Role::value, .name = evidence::series::learning_rate}},
    ColumnRule {"x/lr0", {.role = Role::value, .name = evidence::series::learning_rate}},
};
constexpr TableSpec kUltralytics {.rules = kUltralyticsRules, .ends_in_newline = true};
constexpr TableSpec kPlain {.ends_in_newline = true};

bool beginsWithEpoch(const CsvStart& start)
{
    return !start.header.empty() && start.header.front() == "epoch" && !start.has("step");
}

int sniffUltralytics(const Preview& preview)
{
    const CsvStart start = csvStart(preview.head);
    const bool isDetection = start.has("train/box_loss") || start.has("lr/pg0") || start.has("x/lr0");
    return beginsWithEpoch(start) && isDetection ? 100 : 0;
}

int sniffTimm(const Preview& preview)
{
    const CsvStart start = csvStart(preview.head);
    const bool evaluates = start.has("eval_loss") || start.has("eval_top1");
    return beginsWithEpoch(start) && start.has("train_loss") && evaluates ? 100 : 0;
}

// Keras names its columns as the user names the metrics, but the loss is always there.
int sniffKeras(const Preview& preview)
{
    const CsvStart start = csvStart(preview.head);
    const bool hasNamespaces = std::any_of(start.header.begin(), start.header.end(),
        [](const std::string& name) { return name.find('/') != std::string::npos; });
    if (!beginsWithEpoch(start) || !start.has("loss") || hasNamespaces)
        return 0;
    return start.has("val_loss") || start.has("accuracy") || start.has("acc") ? 90 : 50;
}

base::Status parseUltralytics(
    TextSource& source, evidence::Sink& sink, const base::JobContext& job, const Options& options)
{
    return parseCsvTable(source, sink, job, options, kUltralytics);
}

base::Status parsePlain(TextSource& source, evidence::Sink& sink, const base::JobContext& job, const Options& options)
{
    return parseCsvTable(source, sink, job, options, kPlain);
}

} // namespace

const Format ultralytics {
    .id = "ultralytics",
    .kind = Kind::log,
    .version = 1,
    .title = "Ultralytics results.csv",
    .sniff = sniffUltralytics,
    .parse = parseUltralytics,
};

const Format timm_summary {
    .id = "timm_summary",
    .kind = Kind::log,
    .version = 1,
    .title = "timm summary.csv",
    .sniff = sniffTimm,
    .parse = parsePlain,
};

const Format keras_csv {
    .id = "keras_csv",
    .kind = Kind::log,
    .version = 1,
    .title = "Keras CSVLogger",
    .sniff = sniffKeras,
    .parse = parsePlain,
};

} // namespace fullscope::import
