// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/scenario.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>

namespace fullscope::scenario {

namespace {

using base::Code;
using base::Error;

// The values that an edit of `option` (empty: the workload) is about.
base::Result<Values*> valuesOf(Scenario& scenario, std::optional<std::size_t> option, Input input)
{
    if (option && *option >= scenario.options.size())
        return Error {.code = Code::out_of_range, .field = "option", .found = std::to_string(*option)};
    if (isWorkload(input) == option.has_value())
        return Error {.code = Code::name_unknown,
            .field = std::string(spec(input).name),
            .found = std::string(spec(input).name),
            .expected = isWorkload(input) ? "workload" : "options"};
    return option ? &scenario.options[*option].values : &scenario.workload;
}

bool hasOption(const Scenario& scenario, std::string_view name)
{
    return std::ranges::find(scenario.options, name, &Option::name) != scenario.options.end();
}

// What of the places is another option's when one is gone.
void dropOption(std::map<InputPlace, Value>& values, std::size_t option)
{
    std::map<InputPlace, Value> kept;
    for (auto& [place, value] : values)
        if (place.option != option) {
            const bool isLater = place.option.has_value() && *place.option > option;
            const auto index = isLater ? std::optional(*place.option - 1) : place.option;
            kept.emplace(InputPlace {index, place.input}, std::move(value));
        }
    values = std::move(kept);
}

base::Status checkName(std::string_view name)
{
    if (base::trimmed(name).empty())
        return Error {.code = Code::field_missing, .field = "name"};
    return {};
}

void insert(InputValues& into, const Values& values)
{
    for (const auto& [input, value] : values)
        into[input] = value.value;
}

} // namespace

InputValues inputValues(const Scenario& scenario, std::size_t option)
{
    InputValues inputs;
    insert(inputs, scenario.workload);
    insert(inputs, scenario.options.at(option).values);
    return inputs;
}

std::string rangeText(const InputSpec& input)
{
    return base::formatDouble(input.minimum) + (input.minimum_open ? " < x" : " ≤ x")
        + (input.maximum_open ? " < " : " ≤ ") + base::formatDouble(input.maximum);
}

base::Status validate(Input input, double value)
{
    const InputSpec& range = spec(input);
    const bool aboveMinimum = range.minimum_open ? value > range.minimum : value >= range.minimum;
    const bool belowMaximum = range.maximum_open ? value < range.maximum : value <= range.maximum;
    if (aboveMinimum && belowMaximum)
        return {};
    return Error {.code = std::isfinite(value) ? Code::out_of_range : Code::value_not_finite,
        .field = std::string(range.name),
        .found = base::formatDouble(value),
        .expected = rangeText(range)};
}

base::Result<Scenario> withValue(Scenario scenario, std::optional<std::size_t> option, Input input, Value value)
{
    FS_TRY_VALUE(values, valuesOf(scenario, option, input));
    if (value.distribution) {
        FS_TRY_VALUE(distribution, TruncatedDistribution::make(*value.distribution, input));
        value.value = distribution.median();
    }
    FS_TRY(validate(input, value.value));
    (*values)[input] = std::move(value);
    return scenario;
}

Scenario withoutValue(Scenario scenario, std::optional<std::size_t> option, Input input)
{
    if (auto values = valuesOf(scenario, option, input))
        (*values)->erase(input);
    return scenario;
}

std::string freeId(const Scenario& scenario, const std::string& wanted)
{
    std::string id = wanted;
    const auto isTaken = [&](const Option& option) { return option.drawnAs() == id; };
    for (int number = 2; std::ranges::any_of(scenario.options, isTaken); ++number)
        id = wanted + ' ' + std::to_string(number);
    return id;
}

base::Result<Scenario> withOption(Scenario scenario, const std::string& name, std::optional<std::size_t> like)
{
    FS_TRY(checkName(name));
    if (like && *like >= scenario.options.size())
        return Error {.code = Code::out_of_range, .field = "option", .found = std::to_string(*like)};
    Option option = like ? scenario.options[*like] : Option {};
    option.name = name;
    for (int number = 2; hasOption(scenario, option.name); ++number)
        option.name = name + ' ' + std::to_string(number);
    option.id = freeId(scenario, option.name);
    if (option.id == option.name)
        option.id.clear();
    for (auto* variants : {&scenario.workloads, &scenario.horizons})
        for (Variant& variant : *variants)
            for (const InputSpec& input : inputSpecs())
                if (const auto copied = variant.values.find({like, input.id}); like && copied != variant.values.end())
                    variant.values.insert_or_assign({scenario.options.size(), input.id}, copied->second);
    scenario.options.push_back(std::move(option));
    return scenario;
}

base::Result<Scenario> withoutOption(Scenario scenario, std::size_t option)
{
    if (option >= scenario.options.size())
        return Error {.code = Code::out_of_range, .field = "option", .found = std::to_string(option)};
    if (scenario.options.size() == 1)
        return Error {.code = Code::no_options, .field = "options"};
    scenario.options.erase(scenario.options.begin() + static_cast<std::ptrdiff_t>(option));
    std::erase_if(scenario.correlations,
        [option](const Correlation& pair) { return pair.a.option == option || pair.b.option == option; });
    for (Correlation& pair : scenario.correlations)
        for (InputPlace* place : {&pair.a, &pair.b})
            if (place->option > option)
                --*place->option;
    for (auto* variants : {&scenario.workloads, &scenario.horizons})
        for (Variant& variant : *variants)
            dropOption(variant.values, option);
    if (scenario.baseline == option)
        scenario.baseline = 0;
    else if (scenario.baseline > option)
        --scenario.baseline;
    return scenario;
}

const Value* valueAt(const Scenario& scenario, InputPlace place)
{
    if (place.option && *place.option >= scenario.options.size())
        return nullptr;
    const Values& values = place.option ? scenario.options[*place.option].values : scenario.workload;
    const auto found = values.find(place.input);
    return found == values.end() ? nullptr : &found->second;
}

base::Result<Scenario> withCorrelation(Scenario scenario, InputPlace a, InputPlace b, std::optional<double> rank)
{
    for (const InputPlace place : {a, b})
        FS_TRY(valuesOf(scenario, place.option, place.input));
    if (a == b)
        return Error {.code = Code::name_duplicate, .field = "correlations", .found = std::string(spec(a.input).name)};
    if (rank && !(std::abs(*rank) <= 1))
        return Error {
            .code = Code::out_of_range, .field = "rank", .found = base::formatDouble(*rank), .expected = "-1 ≤ x ≤ 1"};
    std::erase_if(scenario.correlations,
        [a, b](const Correlation& pair) { return (pair.a == a && pair.b == b) || (pair.a == b && pair.b == a); });
    if (rank)
        scenario.correlations.push_back({a, b, *rank});
    return scenario;
}

base::Result<Scenario> withOptionNamed(Scenario scenario, std::size_t option, const std::string& name)
{
    FS_TRY(checkName(name));
    if (option >= scenario.options.size())
        return Error {.code = Code::out_of_range, .field = "option", .found = std::to_string(option)};
    if (name != scenario.options[option].name && hasOption(scenario, name))
        return Error {.code = Code::name_duplicate, .field = "name", .found = name};
    Option& renamed = scenario.options[option];
    renamed.id = renamed.drawnAs() == name ? std::string() : renamed.drawnAs();
    renamed.name = name;
    return scenario;
}

} // namespace fullscope::scenario
