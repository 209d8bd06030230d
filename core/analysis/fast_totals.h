// SPDX-License-Identifier: GPL-3.0-or-later
// The scope's figure of evaluate() for many sets of inputs at once, without what evaluate() says about them.
#pragma once

#include "core/analysis/cost_model.h"

#include <array>
#include <span>

namespace fullscope::analysis {

// One option whose inputs are given or not in every draw alike.
class FastTotals {
public:
    // A column holds an input's values; an input without one has its value of `fixed`.
    using Columns = std::array<const double*, scenario::kInputs>;

    FastTotals(const scenario::InputValues& fixed, const Columns& columns);

    // figures[i] is bit for bit what evaluate() and underScope() say of the i-th values, or NaN: then evaluate() has to
    // say it. Values of columns are within their range. `columns` as in the constructor, of figures.size() values.
    void compute(const Columns& columns, Scope scope, std::span<double> figures) const;

private:
    scenario::InputValues m_fixed;
    InputSet m_given;
    bool m_can_compute = false;
};

} // namespace fullscope::analysis
