// SPDX-License-Identifier: GPL-3.0-or-later
// How the draws of a scenario are made, block by block.
#pragma once

#include "core/analysis/fast_totals.h"
#include "core/analysis/monte_carlo.h"
#include "core/analysis/rank_correlation.h"

namespace fullscope::analysis {

class DrawPlan {
public:
    // Blocks are the same whatever thread makes them; correlations hold within each.
    static constexpr std::size_t kBlock = 4096;

    // Errors: no_options, out_of_range (baseline), bad_distribution, distribution_outside, correlation_impossible.
    static base::Result<DrawPlan> make(const scenario::Scenario& scenario, std::uint64_t seed, Scope scope);

    const std::vector<UncertainInput>& inputs() const { return m_inputs; }
    std::size_t options() const { return m_options.size(); }
    // Why an option has no figure whatever is drawn; empty: it may have one.
    const std::optional<base::Error>& hopeless(std::size_t option) const { return m_options[option].hopeless; }

    // Draws block · kBlock … of every input: values[input] holds the n of one block.
    void drawInputs(std::uint64_t block, const std::vector<std::span<double>>& values) const;
    // Figures of these draws: totals[option], NaN where there is none.
    void computeTotals(
        const std::vector<std::span<double>>& values, const std::vector<std::span<double>>& totals) const;
    // Why there is none with the i-th values.
    base::Error errorOf(std::size_t option, const std::vector<std::span<double>>& values, std::size_t i) const;

private:
    struct Column { // of an input
        scenario::TruncatedDistribution distribution;
        std::uint64_t stream = 0; // of its random numbers
        std::size_t leader = 0; // the input whose draws it has, itself as a rule
        bool opposite = false; // it is drawn where the leader's opposite is
    };
    struct Plan { // of an option
        scenario::InputValues fixed;
        FastTotals::Columns columns; // not null: drawn
        std::vector<std::size_t> inputs; // those drawn, as indices of m_inputs
        std::optional<FastTotals> fast;
        std::optional<base::Error> hopeless;
    };

    base::Status addInputs(const scenario::Scenario& scenario);
    struct Pair {
        std::size_t a = 0, b = 0; // inputs
        double rank = 0;
    };
    std::vector<Pair> pairsOf(const scenario::Scenario& scenario) const;
    base::Status shareDraws(const std::vector<Pair>& pairs);
    base::Status correlate(const std::vector<Pair>& pairs);
    base::Status addGroups(const std::vector<std::size_t>& inputs, const Matrix& ranks);
    void addOption(const scenario::Scenario& scenario, std::size_t option);
    base::Result<double> figure(const scenario::InputValues& inputs) const;
    scenario::InputValues inputsAt(const Plan& plan, const std::vector<std::span<double>>& values, std::size_t i) const;

    std::uint64_t m_seed = 0;
    Scope m_scope = Scope::full;
    std::vector<UncertainInput> m_inputs;
    std::vector<std::string> m_names; // of the inputs: what their random numbers depend on
    std::vector<Column> m_columns;
    struct Group { // of inputs that move together, by name: others' draws do not depend on them
        std::vector<std::size_t> inputs;
        RankCorrelation correlation;
    };
    std::vector<Group> m_groups;
    std::vector<Plan> m_options;
};

} // namespace fullscope::analysis
