// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/benchmark_comparisons.h"

#include "core/workspace/benchmarks.h"

namespace fullscope::workspace {

namespace {

base::Result<BenchmarkPair> pairOf(const store::WorkspaceFile& workspace, std::int64_t first, std::int64_t second,
    const std::vector<bench::ComparisonOverride>& overrides)
{
    FS_TRY_VALUE(a, workspace.benchmark(first));
    FS_TRY_VALUE(b, workspace.benchmark(second));
    FS_TRY_VALUE(one, bench::readResult(a.json, a.summary.name));
    FS_TRY_VALUE(other, bench::readResult(b.json, b.summary.name));
    BenchmarkPair pair {.first_name = a.summary.name + " (" + std::to_string(first) + ")",
        .second_name = b.summary.name + " (" + std::to_string(second) + ")",
        .first_run = a.summary.run,
        .second_run = b.summary.run,
        .comparison = bench::compare(one, other)};
    const bench::ComparisonOverride* said = bench::overrideOf(overrides, pair.first_run, pair.second_run);
    if (said != nullptr && !pair.comparison.comparable())
        pair.overridden = *said;
    return pair;
}

} // namespace

base::Result<StoredOverrides> benchmarkOverrides(const store::WorkspaceFile& workspace)
{
    FS_TRY_VALUE(document, workspace.document(store::DocumentKind::benchmarks));
    FS_TRY_VALUE(overrides, bench::overridesFromJson(document.json, workspace.path()));
    return StoredOverrides {document.version, std::move(overrides)};
}

base::Result<std::int64_t> saveBenchmarkOverrides(
    store::WorkspaceFile& workspace, const std::vector<bench::ComparisonOverride>& overrides, std::int64_t over)
{
    return workspace.saveDocument(store::DocumentKind::benchmarks, bench::toJson(overrides), over);
}

base::Result<BenchmarkPair> compareBenchmarks(
    const store::WorkspaceFile& workspace, std::int64_t first, std::int64_t second)
{
    FS_TRY_VALUE(stored, benchmarkOverrides(workspace));
    return pairOf(workspace, first, second, stored.overrides);
}

base::Result<BenchmarkPair> compareAnyway(store::WorkspaceFile& workspace, std::int64_t first, std::int64_t second,
    const std::string& note, const std::string& today)
{
    FS_TRY_VALUE(stored, benchmarkOverrides(workspace));
    FS_TRY_VALUE(pair, pairOf(workspace, first, second, stored.overrides));
    if (pair.comparison.comparable())
        return pair;
    pair.overridden = bench::ComparisonOverride {pair.first_run, pair.second_run, note, today};
    FS_TRY(saveBenchmarkOverrides(
        workspace, bench::withOverride(std::move(stored.overrides), *pair.overridden), stored.version));
    return pair;
}

} // namespace fullscope::workspace
