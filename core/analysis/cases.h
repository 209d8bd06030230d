// SPDX-License-Identifier: GPL-3.0-or-later
// The options under every workload and horizon of a scenario, side by side.
#pragma once

#include "core/analysis/comparison.h"
#include "core/analysis/monte_carlo.h"
#include "core/analysis/turning_points.h"
#include "core/scenario/variants.h"

namespace fullscope::analysis {

struct Case { // one workload and one horizon
    scenario::CaseKey key;
    scenario::CaseScenario under; // what was compared
    Comparison comparison; // an option whose throughput cannot be is the cheapest of nothing
    std::vector<Judgement> throughput; // of each option, whether its throughput can be
    // Absent: not asked for. Without probabilities of being cheapest where a throughput cannot be.
    std::optional<base::Result<Uncertainty>> uncertainty;
};

struct CaseChoice { // empty: all of them, the scenario's own first
    std::vector<std::optional<std::size_t>> workloads {}, horizons {};
};

// Whether the scenario names any workload or horizon beside its own.
bool hasCases(const scenario::Scenario& scenario);

// Every workload chosen under every horizon chosen: workloads outside. An input draws the same random numbers in every
// case, so that cases differ by what they are and not by chance. What is wrong with one case stands in its place.
// `limits`: for each option, or empty.
// Errors: no_options, out_of_range (baseline, workloads, horizons; draws), cancelled.
base::Result<std::vector<Case>> evaluateCases(const scenario::Scenario& scenario, const CaseChoice& choice,
    std::span<const KnownLimits> limits, const std::optional<DrawOptions>& draws, const base::JobContext& job);

} // namespace fullscope::analysis
