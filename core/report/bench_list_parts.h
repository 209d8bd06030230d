// SPDX-License-Identifier: GPL-3.0-or-later
// Results of benchmarks side by side.
#pragma once

#include "core/bench/comparison.h"
#include "core/bench/overrides.h"
#include "core/report/report.h"

#include <optional>
#include <string>
#include <vector>

namespace fullscope::report {

struct NamedResult {
    std::string name;
    bench::BenchResult result;
};
// The figures of benchTable() and the costs, a column each.
Table benchSideBySide(const std::vector<NamedResult>& results, words::Language language);
struct ComparedResult {
    std::string first, second; // names
    bench::BenchComparison comparison;
    std::optional<bench::ComparisonOverride> overridden {}; // the user wants them compared all the same
};
// Whether they can be compared, and the ratios; of those that cannot, why not, and no ratio unless somebody wants it:
// then with what was said for it.
std::vector<Paragraph> benchComparisons(const std::vector<ComparedResult>& compared, words::Language language);

} // namespace fullscope::report
