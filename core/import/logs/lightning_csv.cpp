// SPDX-License-Identifier: GPL-3.0-or-later
// metrics.csv of PyTorch Lightning's CSVLogger. Its rows are sparse: training and validation write one each, also of
// the same step. There is no time in it unless the user logs one.
#include "core/import/logs/log_formats.h"
#include "core/import/logs/table/table_parse.h"

#include <algorithm>

namespace fullscope::import {

namespace {

constexpr TableSpec kSpec {.ends_in_newline = true};

int sniffLightning(const Preview& preview)
{
    const CsvStart start = csvStart(preview.head);
    if (!start.has("epoch") || !start.has("step") || start.header.size() < 3 || start.records.empty())
        return 0;
    const bool sparse = std::any_of(start.records.begin(), start.records.end(),
        [](const auto& record) { return std::find(record.begin(), record.end(), "") != record.end(); });
    return sparse ? 90 : 50;
}

base::Status parseLightning(
    TextSource& source, evidence::Sink& sink, const base::JobContext& job, const Options& options)
{
    return parseCsvTable(source, sink, job, options, kSpec);
}

} // namespace

const Format lightning_csv {
    .id = "lightning_csv",
    .kind = Kind::log,
    .version = 1,
    .title = "PyTorch Lightning metrics.csv",
    .sniff = sniffLightning,
    .parse = parseLightning,
};

} // namespace fullscope::import
