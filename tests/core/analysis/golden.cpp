// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/golden.h"

#include <fstream>
#include <stdexcept>

namespace fullscope::tests {

namespace {

void insert(scenario::InputValues& into, const nlohmann::json& values)
{
    for (const auto& item : values.items())
        into[scenario::inputByName(item.key()).value()] = item.value().get<double>();
}

scenario::Values valuesOf(const nlohmann::json& values)
{
    scenario::Values result;
    for (const auto& item : values.items())
        result[scenario::inputByName(item.key()).value()].value = item.value().get<double>();
    return result;
}

} // namespace

const nlohmann::json& golden()
{
    static const nlohmann::json document
        = nlohmann::json::parse(std::ifstream(FULLSCOPE_TESTS_DIR "/golden/cost-model.json"));
    return document;
}

const nlohmann::json& goldenCase(const std::string& name)
{
    for (const auto& item : golden().at("cases"))
        if (item.at("name") == name)
            return item;
    throw std::runtime_error("no golden case " + name);
}

scenario::InputValues inputsOf(const nlohmann::json& goldenCase)
{
    scenario::InputValues inputs;
    insert(inputs, goldenCase.at("workload"));
    insert(inputs, goldenCase.at("option"));
    return inputs;
}

scenario::Scenario article13b()
{
    const auto& h100 = goldenCase("article-13b-h100");
    const auto& trn2 = goldenCase("article-13b-trn2");
    scenario::Scenario article;
    article.workload = valuesOf(h100.at("workload"));
    article.options = {{"H100", valuesOf(h100.at("option"))}, {"Trn2", valuesOf(trn2.at("option"))}};
    article.options[0].values[scenario::Input::peak_flops_per_node].value = 16e15;
    article.options[1].values[scenario::Input::peak_flops_per_node].value = 20.8e15;
    return article;
}

} // namespace fullscope::tests
