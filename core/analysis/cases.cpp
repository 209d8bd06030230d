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

// Whether each option's throughput can be, and who is cheapest among those where it can.
void judge(Case& one, const scenario::Scenario& own, std::span<const KnownLimits> limits)
{
    std::vector<bool> cannotBe;
    for (std::size_t i = 0; i < own.options.size(); ++i) {
        Judgement judgement = judgeThroughput(one.under.scenario, i, i < limits.size() ? limits[i] : KnownLimits {});
        if (std::ranges::find(one.under.throughput_left_out, i) != one.under.throughput_left_out.end())
            judgement = worse(std::move(judgement), judgeAgainstGiven(own, one.under.scenario, i));
        cannotBe.push_back(judgement.possibility == Possibility::impossible);
        one.throughput.push_back(std::move(judgement));
    }
    if (std::ranges::find(cannotBe, true) == cannotBe.end())
        return;
    for (std::size_t s = 0; s < one.comparison.cheapest.size(); ++s)
        if (static_cast<Scope>(s) != Scope::list_price) // which no throughput enters
            one.comparison.cheapest[s] = cheapestUnder(static_cast<Scope>(s), one.comparison.options, cannotBe);
}

base::Status drawCase(Case& one, const DrawOptions& draws, const base::JobContext& job)
{
    one.uncertainty = simulate(one.under.scenario, draws, job);
    auto& drawn = *one.uncertainty;
    if (!drawn)
        return drawn.error().code == Code::cancelled || drawn.error().field == "draws" ? base::Status(drawn.error())
                                                                                       : base::Status();
    const auto cannotBe = [](const Judgement& of) { return of.possibility == Possibility::impossible; };
    if (draws.scope != Scope::list_price && std::ranges::any_of(one.throughput, cannotBe))
        for (OptionSpread& option : drawn->options)
            option.cheapest = option.cheapest_tied = std::nullopt;
    return {};
}

} // namespace

bool hasCases(const scenario::Scenario& scenario)
{
    return !scenario.workloads.empty() || !scenario.horizons.empty();
}

base::Result<std::vector<Case>> evaluateCases(const scenario::Scenario& scenario, const CaseChoice& choice,
    std::span<const KnownLimits> limits, const std::optional<DrawOptions>& draws, const base::JobContext& job)
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
                .throughput = {},
                .uncertainty = {}};
            FS_TRY_VALUE(comparison, compare(one.under.scenario));
            one.comparison = std::move(comparison);
            judge(one, scenario, limits);
            if (draws)
                FS_TRY(drawCase(one, *draws, quiet));
            cases.push_back(std::move(one));
        }
    return cases;
}

} // namespace fullscope::analysis
