// SPDX-License-Identifier: GPL-3.0-or-later
// Options side by side, under every scope, and where two of them meet.
#pragma once

#include "core/analysis/cost_model.h"
#include "core/analysis/pair_totals.h"
#include "core/scenario/scenario.h"

#include <vector>

namespace fullscope::analysis {

struct OptionResult {
    std::string name;
    base::Result<Costs> costs; // an option that cannot be computed does not hide the others
};

// A component that some of the compared options cover and others do not.
struct CoverageGap {
    Component component;
    std::vector<std::size_t> covered_by, not_covered_by; // option indices
};

// Where the totals of two options meet.
struct BreakEven {
    std::vector<double> values; // of the input, ascending
    bool everywhere = false; // the totals are equal wherever the model has no error; `values` is then empty
    // Share that the option saves against the baseline at the values that were looked at: what the input alone can do.
    // Absent where the baseline costs nothing.
    std::optional<double> least_saving {}, greatest_saving {};
    std::optional<base::Error> error {}; // why the model has an error at every value; absent where it has a result
};

struct Difference { // against the baseline
    std::size_t option = 0;
    // absent where one of the two figures is absent. saving = 1 - figure / baseline's figure (negative: dearer).
    std::array<std::optional<double>, static_cast<std::size_t>(Scope::count)> difference {}, saving {};
    std::optional<BreakEven> tokens {}; // number of training tokens at which the totals meet; absent: one has none
};

struct Comparison {
    std::vector<OptionResult> options;
    std::size_t baseline = 0;
    std::vector<Difference> differences; // for every option but the baseline, in order
    std::vector<CoverageGap> gaps; // counted, at least in part, against left out
    std::vector<CoverageGap> partial_gaps; // counted in full against counted in part: one of its inputs was not given
    // Option with the lowest figure among those that have one, per scope; the first of equals. Absent where fewer than
    // two have one: nothing is compared then.
    std::array<std::optional<std::size_t>, static_cast<std::size_t>(Scope::count)> cheapest {};
};

// As Comparison::cheapest; `left_out` of the options takes no part.
std::optional<std::size_t> cheapestUnder(
    Scope scope, const std::vector<OptionResult>& options, const std::vector<bool>& left_out = {});

base::Result<Comparison> compare(const scenario::Scenario& scenario); // no_options, out_of_range (baseline)

// Two options where neither has an input that the other was not given: what is left of a difference once nothing stands
// against a gap. What follows from such an input goes with it: support on the hours that failures take, a commitment's
// discount.
struct SharedCosts {
    Costs option, baseline;
    std::vector<Component> left_aside; // that inputs were taken out of, on either side
};
// nullopt where that changes no figure of the scope, or leaves none; so for list_price, no sum.
std::optional<SharedCosts> sharedCosts(const scenario::Scenario& scenario, const Comparison& comparison,
    std::size_t option, std::size_t baseline, Scope scope);

// Values of an input (of the workload or of one of the two) at which the totals of the two options meet within the
// input's valid range: every root found, ascending, by TOMS 748 between the sign changes of a scan (log-spaced where
// the range spans decades) and of its refinement where the totals come near each other without crossing. Values at
// which the model has an error are passed over. Totals that differ by less than 1e-12 of themselves are equal; a
// stretch on which they are equal counts once, by its lower end. No value = they never meet. With `saving` ≠ 0: where
// `option` saves that share of the baseline (negative: costs more). Errors: out_of_range (option, baseline, saving),
// name_unknown (the place).
base::Result<BreakEven> breakEven(const scenario::Scenario& scenario, const InputPlace& place, std::size_t option,
    std::size_t baseline, double saving = 0);

struct SweepRange { // both ends included, evenly spaced, by ratio where logarithmic
    double from = 0, to = 0;
    int points = 0;
    bool logarithmic = false;
};
// Errors: out_of_range (from, to, points = 2 to `most`).
base::Result<std::vector<double>> valuesOf(const SweepRange& range, int most);

// Why there is no figure at some points: the model's errors, which name the input, its value and its bound; each once,
// as of the first point that has it.
class NoFigures {
public:
    using Place = std::optional<std::size_t>; // of reasons(); absent: there is a figure

    Place add(const base::Error& error);
    const std::vector<base::Error>& reasons() const { return m_reasons; }

private:
    std::vector<base::Error> m_reasons;
};

// Totals of all options over a range of one input, for a line plot: rows = points, columns = options; absent where the
// model has an error there. For an option's input it is varied in every option that `options` names (empty: all).
// Errors: out_of_range (from, to, points = 2 to 100,000, options).
struct Sweep {
    scenario::Input input;
    std::vector<double> x;
    std::vector<std::vector<std::optional<double>>> totals; // [option][point]
    std::vector<std::vector<NoFigures::Place>> why {}; // the same
    NoFigures none {};
};
base::Result<Sweep> sweep(const scenario::Scenario& scenario, scenario::Input input, const SweepRange& range,
    std::vector<std::size_t> options = {});

} // namespace fullscope::analysis
