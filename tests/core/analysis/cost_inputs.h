// SPDX-License-Identifier: GPL-3.0-or-later
// Small sets of inputs whose costs can be worked out by hand.
#pragma once

#include "tests/core/analysis/golden.h"

#include "core/analysis/cost_model.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <map>
#include <vector>

namespace fullscope::tests {

using Given = std::map<scenario::Input, double>;
using InputList = std::vector<scenario::Input>;

// 100 productive hours on one node at 10 $/h, one run of 360 million tokens, and `given` on top.
scenario::InputValues with(const Given& given);
scenario::InputValues without(scenario::InputValues inputs, std::initializer_list<scenario::Input> missing);
// The same on an owned node whose equivalent price is 4 $/h at rate 0: 87,600 · (1/5 − 0.5/5) / (8760 · 0.25).
scenario::InputValues owned(const Given& given);

analysis::Costs costsOf(const scenario::InputValues& inputs);
double value(const analysis::Costs& costs, analysis::Component component);
bool covers(const analysis::Costs& costs, analysis::Component component);
InputList missing(const analysis::Costs& costs, analysis::Component component);
void expectError(const scenario::InputValues& inputs, base::Code code, scenario::Input input);

} // namespace fullscope::tests
