// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/pairs.h"

namespace fullscope::tests {

using scenario::Input;

namespace {

scenario::Values valuesOf(const nlohmann::json& values)
{
    scenario::Values result;
    for (const auto& item : values.items())
        result[scenario::inputByName(item.key()).value()].value = item.value().get<double>();
    return result;
}

} // namespace

scenario::Scenario hourly(double pricePerHour, double otherPricePerHour)
{
    scenario::Scenario scenario;
    scenario.workload = {{Input::tokens, {1e8}}, {Input::runs, {1}}};
    const scenario::Values common {{Input::nodes, {1}}, {Input::tokens_per_s, {1e6 / 3600}}};
    scenario.options = {{"A", common}, {"B", common}};
    scenario.options[0].values[Input::price_per_h].value = pricePerHour;
    scenario.options[1].values[Input::price_per_h].value = otherPricePerHour;
    return scenario;
}

std::vector<scenario::Scenario> randomPairs()
{
    std::vector<scenario::Scenario> pairs;
    for (const auto& first : golden().at("cases"))
        for (const auto& second : golden().at("cases")) {
            const std::string a = first.at("name"), b = second.at("name");
            if (a == b || !a.starts_with("random-") || !b.starts_with("random-"))
                continue;
            scenario::Scenario pair;
            pair.workload = valuesOf(first.at("workload"));
            pair.options = {{a, valuesOf(first.at("option"))}, {b, valuesOf(second.at("option"))}};
            pairs.push_back(std::move(pair));
        }
    return pairs;
}

} // namespace fullscope::tests
