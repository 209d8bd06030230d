// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/cost_inputs.h"

namespace fullscope::tests {

using analysis::Component;
using analysis::Costs;
using scenario::Input;
using scenario::InputValues;

InputValues with(const Given& given)
{
    InputValues inputs;
    inputs[Input::tokens] = 360e6;
    inputs[Input::runs] = 1;
    inputs[Input::nodes] = 1;
    inputs[Input::price_per_h] = 10;
    inputs[Input::tokens_per_s] = 1000;
    for (const auto& [input, value] : given)
        inputs[input] = value;
    return inputs;
}

InputValues without(InputValues inputs, std::initializer_list<Input> missing)
{
    for (const Input input : missing)
        inputs[input].reset();
    return inputs;
}

InputValues owned(const Given& given)
{
    Given all = given;
    all.insert({{Input::capex_per_node, 87600}, {Input::lifetime_years, 5}, {Input::residual_share, 0.5},
        {Input::discount_rate, 0}, {Input::fleet_utilisation, 0.25}}); // where not given
    return without(with(all), {Input::price_per_h});
}

Costs costsOf(const InputValues& inputs)
{
    auto costs = analysis::evaluate(inputs);
    EXPECT_TRUE(costs.ok()) << (costs ? "" : costs.error().field);
    return costs ? *std::move(costs) : Costs {};
}

double value(const Costs& costs, Component component)
{
    return costs.components[static_cast<std::size_t>(component)];
}

bool covers(const Costs& costs, Component component)
{
    return costs.covered[static_cast<std::size_t>(component)];
}

InputList missing(const Costs& costs, Component component)
{
    InputList inputs;
    for (const auto& input : scenario::inputSpecs())
        if (costs.missing[static_cast<std::size_t>(component)].test(static_cast<std::size_t>(input.id)))
            inputs.push_back(input.id);
    return inputs;
}

void expectError(const InputValues& inputs, base::Code code, Input input)
{
    const auto costs = analysis::evaluate(inputs);
    ASSERT_FALSE(costs.ok()) << scenario::spec(input).name;
    EXPECT_EQ(costs.error().code, code) << scenario::spec(input).name;
    EXPECT_EQ(costs.error().field, scenario::spec(input).name);
}

} // namespace fullscope::tests
