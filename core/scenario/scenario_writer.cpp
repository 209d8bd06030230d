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

Json toJson(const Value& value)
{
    const bool hasProvenance = value.provenance != evidence::Provenance {};
    if (value.typed.empty() && !hasProvenance)
        return value.value;
    Json json {{"value", value.value}};
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

} // namespace

std::string toJson(const Scenario& scenario)
{
    Json document {{"schema", Scenario::kSchema}, {"name", scenario.name}, {"currency", scenario.currency}};
    if (scenario.baseline < scenario.options.size())
        document["baseline"] = scenario.options[scenario.baseline].name;
    document["workload"] = Json::object();
    insert(document["workload"], scenario.workload);
    document["options"] = Json::array();
    for (const Option& option : scenario.options) {
        Json item {{"name", option.name}};
        insert(item, option.values);
        document["options"].push_back(std::move(item));
    }
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace fullscope::scenario
