// SPDX-License-Identifier: GPL-3.0-or-later
// Errors name the input.
#include "tests/core/analysis/cost_inputs.h"

#include <cmath>
#include <string>
#include <vector>

namespace fullscope::analysis {

using base::Code;
using scenario::Input;
using tests::expectError;
using tests::owned;
using tests::with;

TEST(Errors, nameTheInputThatIsOutOfItsRange)
{
    for (const auto& input : scenario::inputSpecs()) {
        if (input.unit == base::Unit::share) {
            const Code atOne = input.id == Input::failure_waste ? Code::waste_not_below_one : Code::out_of_range;
            expectError(with({{input.id, 1}}), atOne, input.id);
        }
        expectError(with({{input.id, -1}}), Code::negative, input.id);
        expectError(with({{input.id, NAN}}), Code::value_not_finite, input.id);
        expectError(with({{input.id, INFINITY}}), Code::value_not_finite, input.id);
    }
    expectError(with({{Input::nodes, 0}}), Code::out_of_range, Input::nodes);
    expectError(with({{Input::tokens_per_s, 0}}), Code::out_of_range, Input::tokens_per_s);
    expectError(with({{Input::tokens_factor, 0.9}}), Code::out_of_range, Input::tokens_factor);
    expectError(owned({{Input::pue, 0.9}}), Code::out_of_range, Input::pue);
}

TEST(Errors, nameAWasteThatEatsAllTheTime)
{
    // (8 / 2 + 1) / 5 = 1
    expectError(with({{Input::node_mtbf_h, 5}, {Input::checkpoint_interval_h, 8}, {Input::restart_h, 1}}),
        Code::waste_not_below_one, Input::node_mtbf_h);
    expectError(with({{Input::node_mtbf_h, 1000}, {Input::checkpoint_interval_h, 1}, {Input::checkpoint_write_h, 1}}),
        Code::out_of_range, Input::checkpoint_write_h);
}

TEST(Errors, nameWhatMayNotStandTogether)
{
    expectError(with({{Input::capex_per_node, 1}}), Code::not_allowed_together, Input::price_per_h);
    for (const Input input :
        {Input::node_power_kw, Input::pue, Input::energy_price_per_kwh, Input::facility_per_node_month}) {
        expectError(with({{input, 1}}), Code::not_allowed_together, input);
        EXPECT_EQ(evaluate(with({{input, 1}})).error().args, std::vector<std::string> {"price_per_h"});
    }
    EXPECT_TRUE(evaluate(with({{Input::energy_price_per_kwh, 0}})).ok()); // adds nothing
    expectError(owned({{Input::committed_nodes, 1}, {Input::committed_price_per_h, 1}}), Code::not_allowed_together,
        Input::committed_nodes);
}

TEST(Errors, nameTheInputSoExtremeThatNoResultIsFinite)
{
    expectError(with({{Input::tokens_per_s, 1e-310}}), Code::out_of_range, Input::tokens_per_s);
    expectError(with({{Input::tokens, 5e-324}}), Code::out_of_range, Input::tokens);
    expectError(owned({{Input::fleet_utilisation, 1e-320}}), Code::out_of_range, Input::fleet_utilisation);
    expectError(with({{Input::peak_flops_per_node, 1e-320}}), Code::out_of_range, Input::peak_flops_per_node);
}

} // namespace fullscope::analysis
