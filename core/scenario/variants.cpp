// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/variants.h"

#include "core/base/text.h"

#include <algorithm>

namespace fullscope::scenario {

namespace {

using base::Code;
using base::Error;

std::vector<Variant>& variantsOf(Scenario& scenario, VariantKind kind)
{
    return kind == VariantKind::workload ? scenario.workloads : scenario.horizons;
}

base::Result<Variant*> variantAt(Scenario& scenario, VariantPlace place)
{
    auto& all = variantsOf(scenario, place.kind);
    if (place.index >= all.size())
        return Error {.code = Code::out_of_range,
            .field = place.kind == VariantKind::workload ? "workloads" : "horizons",
            .found = std::to_string(place.index)};
    return &all[place.index];
}

base::Status checkName(const Scenario& scenario, VariantKind kind, const std::string& name)
{
    if (base::trimmed(name).empty())
        return Error {.code = Code::field_missing, .field = "name"};
    if (base::trimmed(name) == kAllVariants || base::trimmed(name) == kOwnVariant)
        return Error {.code = Code::bad_value, .field = "name", .found = name, .expected = "≠ all, scenario"};
    if (std::ranges::find(variants(scenario, kind), name, &Variant::name) != variants(scenario, kind).end())
        return Error {.code = Code::name_duplicate, .field = "name", .found = name};
    return {};
}

bool isAnother(const Variant& variant, const InputPlace& place, const Scenario& scenario)
{
    const auto named = variant.values.find(place);
    if (named == variant.values.end())
        return false;
    const Value* const own = valueAt(scenario, place);
    return own == nullptr || own->value != named->second.value || own->distribution != named->second.distribution;
}

// A throughput was measured with one model on so many nodes.
bool outlivesThroughput(const Variant& workload, const Scenario& scenario, std::size_t option)
{
    constexpr Input kModel[] = {Input::parameters, Input::layers, Input::hidden, Input::seq_len};
    const bool isOther
        = isAnother(workload, {option, Input::nodes}, scenario) || std::ranges::any_of(kModel, [&](Input input) {
              return isAnother(workload, {std::nullopt, input}, scenario);
          });
    return isOther && !workload.values.contains({option, Input::tokens_per_s});
}

void putIn(Scenario& scenario, const Variant& variant)
{
    for (const auto& [place, value] : variant.values)
        if (!place.option)
            scenario.workload[place.input] = value;
        else if (*place.option < scenario.options.size())
            scenario.options[*place.option].values[place.input] = value;
}

} // namespace

const std::vector<Variant>& variants(const Scenario& scenario, VariantKind kind)
{
    return kind == VariantKind::workload ? scenario.workloads : scenario.horizons;
}

VariantKind kindOf(Input input)
{
    constexpr Input kOfHorizons[] = {Input::runs, Input::horizon_months, Input::discount_share, Input::committed_nodes,
        Input::committed_h, Input::committed_price_per_h};
    return std::ranges::find(kOfHorizons, input) != std::end(kOfHorizons) ? VariantKind::horizon
                                                                          : VariantKind::workload;
}

base::Result<Scenario> withVariant(Scenario scenario, VariantKind kind, const std::string& name)
{
    FS_TRY(checkName(scenario, kind, name));
    variantsOf(scenario, kind).push_back({name, {}});
    return scenario;
}

base::Result<Scenario> withoutVariant(Scenario scenario, VariantPlace variant)
{
    FS_TRY(variantAt(scenario, variant));
    auto& all = variantsOf(scenario, variant.kind);
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(variant.index));
    return scenario;
}

base::Result<Scenario> withVariantNamed(Scenario scenario, VariantPlace variant, const std::string& name)
{
    FS_TRY_VALUE(named, variantAt(scenario, variant));
    if (named->name == name)
        return scenario;
    FS_TRY(checkName(scenario, variant.kind, name));
    named->name = name;
    return scenario;
}

base::Result<Scenario> withVariantValue(
    Scenario scenario, VariantPlace variant, InputPlace place, std::optional<Value> value)
{
    FS_TRY(variantAt(scenario, variant));
    if (kindOf(place.input) != variant.kind)
        return Error {.code = Code::name_unknown,
            .field = std::string(spec(place.input).name),
            .found = std::string(spec(place.input).name),
            .expected = variant.kind == VariantKind::workload ? "horizons" : "workloads"};
    if (value) { // is it one that may stand there?
        Scenario own = scenario;
        FS_TRY_VALUE(checked, withValue(std::move(own), place.option, place.input, *value));
        value = *valueAt(checked, place);
    }
    auto& values = variantsOf(scenario, variant.kind)[variant.index].values;
    if (value)
        values.insert_or_assign(place, *std::move(value));
    else
        values.erase(place);
    return scenario;
}

CaseScenario inCase(const Scenario& scenario, const CaseKey& key)
{
    CaseScenario out {scenario, {}};
    out.scenario.workloads.clear();
    out.scenario.horizons.clear();
    if (key.workload) {
        const Variant& workload = scenario.workloads.at(*key.workload);
        for (std::size_t option = 0; option < scenario.options.size(); ++option)
            if (outlivesThroughput(workload, scenario, option)
                && out.scenario.options[option].values.erase(Input::tokens_per_s) > 0)
                out.throughput_left_out.push_back(option);
        putIn(out.scenario, workload);
    }
    if (key.horizon)
        putIn(out.scenario, scenario.horizons.at(*key.horizon));
    return out;
}

} // namespace fullscope::scenario
