// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/place_document.h"

#include <nlohmann/json.hpp>

namespace fullscope::cli {

using store::Place;

Json document(const Place& place, const std::optional<scenario::Scenario>& scenario)
{
    Json out {{"kind", store::name(place.kind)}};
    if (place.id != 0)
        out["id"] = place.id;
    if (place.row >= 0)
        out["row"] = place.row;
    if (!place.name.empty())
        out["name"] = place.name;
    if (place.kind != Place::Kind::input)
        return out;
    out["input"] = scenario::spec(place.input.input).name;
    out["option"] = nullptr;
    if (place.input.option && scenario && *place.input.option < scenario->options.size())
        out["option"] = scenario->options[*place.input.option].name;
    return out;
}

std::string verbOf(const Place& place)
{
    const std::string id = std::to_string(place.id);
    switch (place.kind) {
    case Place::Kind::scenario:
    case Place::Kind::input:
        return "scenario assumptions";
    case Place::Kind::run:
        return "runs show " + id;
    case Place::Kind::jobs:
        return "jobs show " + id;
    case Place::Kind::telemetry:
        return "telemetry show " + id;
    case Place::Kind::benchmark:
        return "benchmarks show " + id;
    case Place::Kind::bill:
    case Place::Kind::bill_row:
        return "bills show " + id;
    case Place::Kind::reconciliation:
        return "reconcile";
    case Place::Kind::attribution:
        return "attribute";
    case Place::Kind::catalogue:
        return "catalogue show " + place.name;
    case Place::Kind::claims:
    case Place::Kind::problem:
    case Place::Kind::count:
        break;
    }
    return {};
}

} // namespace fullscope::cli
