// SPDX-License-Identifier: GPL-3.0-or-later
// The totals of two options while inputs of either, or of the workload, take other values.
#pragma once

#include "core/analysis/cost_model.h"
#include "core/scenario/scenario.h"

#include <span>

namespace fullscope::analysis {

using scenario::InputPlace;

// Errors: out_of_range (no such option), name_unknown (an option's input of the workload, or the other way round).
base::Status checkPlace(const scenario::Scenario& scenario, const InputPlace& place);
// Errors: out_of_range (option, baseline; they must be two).
base::Status checkPair(const scenario::Scenario& scenario, std::size_t option, std::size_t baseline);

class PairTotals {
public:
    struct Totals {
        double option = 0, baseline = 0;
        // Of the baseline's total; absent where that is 0.
        std::optional<double> saving() const;
    };

    // Of a pair and places that were checked.
    PairTotals(
        const scenario::Scenario& scenario, std::size_t option, std::size_t baseline, std::vector<InputPlace> places);

    // With one value for each place, in their order. Errors: those of evaluate().
    base::Result<Totals> at(std::span<const double> values);

private:
    scenario::InputValues m_option, m_baseline;
    std::size_t m_option_index, m_baseline_index;
    std::vector<InputPlace> m_places;
    bool m_option_varies = false, m_baseline_varies = false;
    std::optional<base::Result<double>> m_option_total, m_baseline_total; // of the one that does not vary
};

} // namespace fullscope::analysis
