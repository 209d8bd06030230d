// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/benchmark_import.h"

#include "core/import/source/text_source.h"

namespace fullscope::workspace {

base::Status importBenchmarks(store::WorkspaceFile& workspace, std::int64_t batch, const std::string& path,
    const base::JobContext& job, ImportOutcome& outcome)
{
    FS_TRY_VALUE(source, import::TextSource::open(path));
    return importBenchmarks(workspace, batch, *source, job, outcome);
}

base::Status importBenchmarks(store::WorkspaceFile& workspace, std::int64_t batch, import::TextSource& source,
    const base::JobContext& job, ImportOutcome& outcome)
{
    FS_TRY_VALUE(read, readBenchmarks(source, {}, job));
    for (const bench::BenchResult& result : read.results) {
        FS_TRY_VALUE(added, addBenchmark(workspace, result, batch, {read.file}));
        FS_TRY_VALUE(stored, workspace.benchmark(added.id));
        outcome.benchmarks.push_back({std::move(stored.summary.name), read.file, std::move(added)});
        outcome.problems.insert(outcome.problems.end(), result.problems.begin(), result.problems.end());
    }
    outcome.rows_rejected += read.file.rejected;
    return {};
}

} // namespace fullscope::workspace
