// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/scenario.h"

#include "core/scenario/origin_names.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace fullscope::scenario {

namespace {

using Json = nlohmann::ordered_json; // keys in the order of reading

std::string_view originName(evidence::Origin origin)
{
    return std::ranges::find(kOriginNames, origin, &std::pair<evidence::Origin, std::string_view>::first)->second;
}

Json toJson(const evidence::Provenance& provenance)
{
    Json json {{"origin", originName(provenance.origin)}};
    const auto add = [&json](const char* key, const std::string& text) {
        if (!text.empty())
            json[key] = text;
    };
    add("source", provenance.source);
    add("detail", provenance.detail);
    add("as_of", provenance.as_of);
    if (provenance.run_id != 0)
        json["run_id"] = provenance.run_id;
    if (provenance.bill_id != 0)
        json["bill_id"] = provenance.bill_id;
    return json;
}

Json toJson(const Distribution& distribution)
{
    Json json {{"kind", name(distribution.kind)}};
    const auto names = parameterNames(distribution.kind);
    if (distribution.kind == DistributionKind::empirical)
        json[std::string(names.front())] = distribution.parameters;
    else
        for (std::size_t i = 0; i < names.size() && i < distribution.parameters.size(); ++i)
            json[std::string(names[i])] = distribution.parameters[i];
    return json;
}

Json toJson(const Value& value)
{
    const bool hasProvenance = value.provenance != evidence::Provenance {};
    if (value.typed.empty() && !hasProvenance && !value.distribution)
        return value.value;
    Json json = Json::object();
    if (value.distribution)
        json["distribution"] = toJson(*value.distribution); // the value follows from it
    else
        json["value"] = value.value;
    if (!value.typed.empty())
        json["typed"] = value.typed;
    if (hasProvenance)
        json["provenance"] = toJson(value.provenance);
    return json;
}

void insert(Json& into, const Values& values)
{
    for (const auto& [input, value] : values)
        into[std::string(spec(input).name)] = toJson(value);
}

bool hasDistribution(const Values& values)
{
    return std::ranges::any_of(values, [](const auto& entry) { return entry.second.distribution.has_value(); });
}

// The oldest schema that holds the scenario, so that older programs read what they can.
int schemaOf(const Scenario& scenario)
{
    const bool hasIds = std::ranges::any_of(scenario.options, [](const Option& option) { return !option.id.empty(); });
    if (hasIds || !scenario.workloads.empty() || !scenario.horizons.empty())
        return Scenario::kSchema;
    const bool isUncertain = hasDistribution(scenario.workload) || !scenario.correlations.empty()
        || std::ranges::any_of(scenario.options, [](const Option& option) { return hasDistribution(option.values); });
    return isUncertain ? 2 : 1;
}

Json toJson(const InputPlace& place, const Scenario& scenario)
{
    Json json = Json::object();
    if (place.option && *place.option < scenario.options.size())
        json["option"] = scenario.options[*place.option].name;
    json["input"] = spec(place.input).name;
    return json;
}

Json toJson(const Variant& variant, const Scenario& scenario)
{
    Json json {{"name", variant.name}};
    for (const auto& [place, value] : variant.values) {
        const std::string input(spec(place.input).name);
        if (!place.option)
            json["workload"][input] = toJson(value);
        else if (*place.option < scenario.options.size())
            json["options"][scenario.options[*place.option].name][input] = toJson(value);
    }
    return json;
}

} // namespace

std::string toJson(const Scenario& scenario)
{
    Json document {{"schema", schemaOf(scenario)}, {"name", scenario.name}, {"currency", scenario.currency}};
    if (scenario.baseline < scenario.options.size())
        document["baseline"] = scenario.options[scenario.baseline].name;
    document["workload"] = Json::object();
    insert(document["workload"], scenario.workload);
    document["options"] = Json::array();
    for (const Option& option : scenario.options) {
        Json item {{"name", option.name}};
        if (!option.id.empty())
            item["id"] = option.id;
        insert(item, option.values);
        document["options"].push_back(std::move(item));
    }
    for (const Correlation& pair : scenario.correlations)
        document["correlations"].push_back(
            {{"a", toJson(pair.a, scenario)}, {"b", toJson(pair.b, scenario)}, {"rank", pair.rank}});
    for (const auto& [key, variants] : {std::pair("workloads", &scenario.workloads), {"horizons", &scenario.horizons}})
        for (const Variant& variant : *variants)
            document[key].push_back(toJson(variant, scenario));
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace fullscope::scenario
