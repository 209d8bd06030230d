// SPDX-License-Identifier: GPL-3.0-or-later
// The history of a run of Weights & Biases: wandb-history.jsonl, or what run.history() gives as CSV or JSON.
// `_step` counts calls of the logger; a training step that was logged too is preferred.
#include "core/import/logs/log_formats.h"
#include "core/import/logs/table/table_parse.h"

namespace fullscope::import {

namespace {

constexpr TableSpec kSpec {};

int sniffHistoryCsv(const Preview& preview)
{
    const CsvStart start = csvStart(preview.head);
    return start.has("_step") && (start.has("_timestamp") || start.has("_runtime")) ? 100 : 0;
}

int sniffHistoryJson(const Preview& preview)
{
    const JsonStart start = jsonStart(preview.head);
    if (start.objects.size() < 2)
        return 0; // wandb-summary.json: the last values alone, in one object of the same names
    return start.has({"_step", "_timestamp"}) || start.has({"_step", "_runtime"}) ? 100 : 0;
}

base::Status parseHistoryCsv(
    TextSource& source, evidence::Sink& sink, const base::JobContext& job, const Options& options)
{
    return parseCsvTable(source, sink, job, options, kSpec);
}

base::Status parseHistoryJson(
    TextSource& source, evidence::Sink& sink, const base::JobContext& job, const Options& options)
{
    return parseJsonTable(source, sink, job, options, kSpec);
}

} // namespace

const Format wandb_history_csv {
    .id = "wandb_history_csv",
    .kind = Kind::log,
    .version = 1,
    .title = "Weights & Biases history CSV",
    .sniff = sniffHistoryCsv,
    .parse = parseHistoryCsv,
};

const Format wandb_history {
    .id = "wandb_history",
    .kind = Kind::log,
    .version = 1,
    .title = "Weights & Biases history JSON",
    .sniff = sniffHistoryJson,
    .parse = parseHistoryJson,
};

} // namespace fullscope::import
