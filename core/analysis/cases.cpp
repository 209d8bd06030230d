// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/cases.h"

#include <algorithm>

namespace fullscope::analysis {

namespace {

using base::Code;
using base::Error;
using Choice = std::vector<std::optional<std::size_t>>;

Choice chosenOf(const Choice& chosen, std::size_t count)
{
    if (!chosen.empty())
        return chosen;
    Choice all = {std::nullopt};
    for (std::size_t i = 0; i < count; ++i)
        all.emplace_back(i);
    return all;
}

base::Status check(const Choice& chosen, std::size_t count, const char* field)
{
    for (const auto& one : chosen)
        if (one && *one >= count)
            return Error {.code = Code::out_of_range, .field = field, .found = std::to_string(*one)};
    return {};
}

} // namespace

bool hasCases(const scenario::Scenario& scenario)
{
    return !scenario.workloads.empty() || !scenario.horizons.empty();
}

base::Result<std::vector<Case>> evaluateCases(const scenario::Scenario& scenario, const CaseChoice& choice,
    const std::optional<DrawOptions>& draws, const base::JobContext& job)
{
    FS_TRY(check(choice.workloads, scenario.workloads.size(), "workloads"));
    FS_TRY(check(choice.horizons, scenario.horizons.size(), "horizons"));
    const Choice workloads = chosenOf(choice.workloads, scenario.workloads.size());
    const Choice horizons = chosenOf(choice.horizons, scenario.horizons.size());
    std::vector<Case> cases;
    const base::JobContext quiet = job.withSink({}); // progress is in cases here
    for (const auto& workload : workloads)
        for (const auto& horizon : horizons) {
            FS_TRY(job.check());
            job.report({.what = {}, .done = cases.size(), .total = workloads.size() * horizons.size()});
            Case one {.key = {workload, horizon},
                .under = scenario::inCase(scenario, {workload, horizon}),
                .comparison = {},
                .uncertainty = {}};
            FS_TRY_VALUE(comparison, compare(one.under.scenario));
            one.comparison = std::move(comparison);
            if (draws) {
                one.uncertainty = simulate(one.under.scenario, *draws, quiet);
                const auto& drawn = *one.uncertainty;
                if (!drawn && (drawn.error().code == Code::cancelled || drawn.error().field == "draws"))
                    return drawn.error();
            }
            cases.push_back(std::move(one));
        }
    return cases;
}

} // namespace fullscope::analysis
