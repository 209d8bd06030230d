// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of one option in one case, for the tables and plots of case_parts.h.
#pragma once

#include "core/report/case_parts.h"

namespace fullscope::report {

constexpr const char* kNoFigure = "–";

struct CaseFigures {
    const analysis::Costs* costs = nullptr; // null: cannot be computed
    std::optional<double> figure, per_mtok, saving;
    const analysis::OptionSpread* spread = nullptr; // null: not drawn, or nothing is uncertain
    const analysis::SavingSpread* saving_spread = nullptr;
    bool is_cheapest = false;
    std::string mark, change_mark; // of its throughput; of the worse one of it and the baseline's
};
CaseFigures caseFigures(const analysis::Case& one, std::size_t option, analysis::Scope scope);

// With its bound, and the mark of its throughput.
std::string caseMoney(const CaseFigures& of, double figure, const std::string& currency, analysis::Scope scope);
// Probability of being cheapest, those who share it included.
std::string probabilityText(const analysis::OptionSpread& spread);
// Whether the option can be held against another: it has a figure, and its throughput can be.
bool isCompared(const analysis::Case& one, std::size_t option, analysis::Scope scope);
bool isDrawn(const Cases& cases); // some of their inputs are uncertain
std::string variantText(const scenario::Scenario& scenario, scenario::VariantKind kind,
    const std::optional<std::size_t>& index, words::Language language);
std::string baselineName(const scenario::Scenario& scenario);

} // namespace fullscope::report
