// SPDX-License-Identifier: GPL-3.0-or-later
// Two results of a workspace side by side, and what the user said about comparing them all the same.
#pragma once

#include "core/bench/comparison.h"
#include "core/bench/overrides.h"
#include "core/store/workspace_file.h"

#include <optional>
#include <string>
#include <vector>

namespace fullscope::workspace {

struct StoredOverrides {
    std::int64_t version = 0; // of the document
    std::vector<bench::ComparisonOverride> overrides;
};
base::Result<StoredOverrides> benchmarkOverrides(const store::WorkspaceFile& workspace);
// In place of those of `over` (store_changed otherwise): add, remove, undo. Its version.
base::Result<std::int64_t> saveBenchmarkOverrides(
    store::WorkspaceFile& workspace, const std::vector<bench::ComparisonOverride>& overrides, std::int64_t over);

struct BenchmarkPair {
    std::string first_name, second_name; // with their ids
    std::string first_run, second_run; // what overrides know them by
    bench::BenchComparison comparison;
    std::optional<bench::ComparisonOverride> overridden {}; // only where they are not comparable
};
base::Result<BenchmarkPair> compareBenchmarks(
    const store::WorkspaceFile& workspace, std::int64_t first, std::int64_t second); // id_unknown
// Remembers that the two are compared all the same; where they are comparable nothing is changed.
base::Result<BenchmarkPair> compareAnyway(store::WorkspaceFile& workspace, std::int64_t first, std::int64_t second,
    const std::string& note, const std::string& today);

} // namespace fullscope::workspace
