// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/benchmark_options.h"

#include "core/workspace/benchmarks.h"

namespace fullscope::workspace {

base::Result<store::StoredBenchmark> benchmarkWithOptions(
    const store::WorkspaceFile& workspace, std::int64_t id, const bench::SummaryOptions& options)
{
    FS_TRY_VALUE(before, workspace.benchmark(id));
    FS_TRY_VALUE(shown, benchmarkResult(workspace, id));
    FS_TRY_VALUE(result, bench::readResult(before.json, before.summary.name));
    const bool is_catalogues = !result.options.peak_flops && options.peak_flops == shown.options.peak_flops;
    result.options = options;
    if (is_catalogues)
        result.options.peak_flops.reset();
    result.summary = bench::summarise(result.measurement, result.options);
    store::StoredBenchmark after = storedBenchmark(result, before.files);
    after.summary.id = before.summary.id;
    after.summary.batch_of_imports = before.summary.batch_of_imports;
    after.summary.name = before.summary.name;
    after.summary.file = before.summary.file;
    after.summary.sha256 = before.summary.sha256;
    after.summary.imported_us = before.summary.imported_us;
    return after;
}

} // namespace fullscope::workspace
