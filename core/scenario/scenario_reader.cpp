// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/scenario.h"

#include "core/base/json_depth.h"
#include "core/base/text.h"
#include "core/scenario/json_fields.h"
#include "core/scenario/value_reader.h"
#include "core/scenario/variants.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace fullscope::scenario {

namespace {

using base::Code;
using base::Error;
using base::Result;

// nlohmann keeps the last of two equal keys in silence; a figure would be lost. Fed with its parse events.
class DuplicateKeyFinder {
public:
    void take(Json::parse_event_t event, const Json& parsed)
    {
        switch (event) {
        case Json::parse_event_t::object_start:
        case Json::parse_event_t::array_start:
            m_levels.push_back({.is_array = event == Json::parse_event_t::array_start});
            break;
        case Json::parse_event_t::object_end:
        case Json::parse_event_t::array_end:
            m_levels.pop_back();
            [[fallthrough]];
        case Json::parse_event_t::value:
            if (!m_levels.empty())
                ++m_levels.back().index;
            break;
        case Json::parse_event_t::key:
            m_levels.back().key = parsed.get<std::string>();
            if (!m_levels.back().keys.insert(m_levels.back().key).second && m_duplicate.empty())
                m_duplicate = path();
            break;
        }
    }
    const std::string& duplicate() const { return m_duplicate; } // path, empty: there is none

private:
    struct Level {
        bool is_array = false;
        std::size_t index = 0;
        std::string key {};
        std::set<std::string> keys {};
    };
    std::string path() const
    {
        std::string text;
        for (const Level& level : m_levels)
            text = level.is_array ? text + '[' + std::to_string(level.index) + ']' : below(text, level.key);
        return text;
    }
    std::vector<Level> m_levels;
    std::string m_duplicate;
};

Error syntaxError(std::string_view text, std::size_t byte)
{
    const std::size_t at = std::min(byte == 0 ? 0 : byte - 1, text.size()); // `byte` counts what was read
    const std::size_t start = text.substr(0, at).rfind('\n') + 1; // npos + 1 = 0
    const std::string_view line = text.substr(start, text.find('\n', start) - start);
    return Error {.code = Code::bad_json,
        .line = 1 + std::ranges::count(text.substr(0, at), '\n'),
        .found = base::excerpt(base::trimmed(line))};
}

Result<Json> parsedDocument(std::string_view text)
{
    constexpr int kDepth = 64; // a scenario nests five levels
    if (const std::size_t byte = base::byteBeyondDepth(text, kDepth); byte > 0) {
        Error error = syntaxError(text, byte);
        error.expected = "at most 64 levels";
        return error;
    }
    DuplicateKeyFinder keys;
    try {
        Json json = Json::parse(text, [&keys](int, Json::parse_event_t event, const Json& parsed) {
            keys.take(event, parsed);
            return true;
        });
        if (!keys.duplicate().empty())
            return Error {.code = Code::name_duplicate, .field = keys.duplicate(), .found = keys.duplicate()};
        return json;
    } catch (const Json::parse_error& error) {
        return syntaxError(text, error.byte);
    } catch (const Json::exception&) { // a number beyond double's range
        return Error {.code = Code::bad_json, .expected = "number"};
    }
}

Names inputNames(bool workload)
{
    Names names;
    for (const InputSpec& input : inputSpecs())
        if (isWorkload(input.id) == workload)
            names.push_back(input.name);
    return names;
}

// An input of the workload in an option, or the other way round: says where it belongs.
base::Status checkPlaces(const Json& object, bool workload, const std::string& path)
{
    for (const auto& item : object.items())
        if (const auto input = inputByName(item.key()); input && isWorkload(*input) != workload)
            return Error {.code = Code::name_unknown,
                .args = {below(workload ? "options[0]" : "workload", item.key())},
                .field = below(path, item.key()),
                .found = item.key()};
    return {};
}

// `object` holds inputs, and the keys `beside` them. null is an input that was not given.
Result<Values> valuesOf(
    const Json& object, bool workload, const std::string& path, const std::string& currency, const Names& beside = {})
{
    Names known = inputNames(workload);
    known.insert(known.end(), beside.begin(), beside.end());
    if (object.is_object())
        FS_TRY(checkPlaces(object, workload, path));
    FS_TRY(checkKeys(object, path, known));
    Values values;
    for (const auto& item : object.items()) {
        const auto input = inputByName(item.key());
        if (!input || item.value().is_null())
            continue;
        FS_TRY_VALUE(value, valueOf(item.value(), *input, below(path, item.key()), currency));
        values.emplace(*input, std::move(value));
    }
    return values;
}

Result<std::vector<Option>> optionsOf(const Json& json, const std::string& currency)
{
    if (!json.is_array())
        return wrongKind(json, "options", "array");
    std::vector<Option> options;
    std::set<std::string> names;
    for (const Json& item : json) {
        const std::string path = "options[" + std::to_string(options.size()) + ']';
        FS_TRY_VALUE(values, valuesOf(item, false, path, currency, {"name", "id"}));
        Option option {.name = {}, .values = std::move(values)};
        FS_TRY(readText(item, "name", path, option.name));
        FS_TRY(readText(item, "id", path, option.id));
        if (base::trimmed(option.name).empty())
            return Error {.code = Code::field_missing, .field = below(path, "name")};
        if (!names.insert(option.name).second)
            return Error {.code = Code::name_duplicate, .field = below(path, "name"), .found = option.name};
        options.push_back(std::move(option));
    }
    return options;
}

// Ids that were given hold; an option without one has its name, unless that is the id of another that was renamed.
Result<Scenario> withOptions(Scenario scenario, std::vector<Option> options)
{
    std::set<std::string> ids;
    for (std::size_t i = 0; i < options.size(); ++i)
        if (!options[i].id.empty() && !ids.insert(options[i].id).second)
            return Error {
                .code = Code::name_duplicate, .field = "options[" + std::to_string(i) + "].id", .found = options[i].id};
    scenario.options = std::move(options);
    for (Option& option : scenario.options) {
        if (option.id.empty() && ids.contains(option.name))
            option.id = freeId(scenario, option.name);
        if (option.id == option.name)
            option.id.clear();
    }
    return scenario;
}

Result<std::size_t> optionNamed(const std::string& name, const std::vector<Option>& options, const std::string& path)
{
    const auto option = std::ranges::find(options, name, &Option::name);
    if (option != options.end())
        return static_cast<std::size_t>(option - options.begin());
    Names names;
    for (const Option& known : options)
        names.push_back(known.name);
    return unknownName(name, path, names);
}

Result<std::size_t> baselineOf(const Json& document, const std::vector<Option>& options)
{
    if (!document.contains("baseline"))
        return std::size_t {0};
    std::string name;
    FS_TRY(readText(document, "baseline", {}, name));
    return optionNamed(name, options, "baseline");
}

Result<InputPlace> placeOf(const Json& json, const Scenario& scenario, const std::string& path)
{
    FS_TRY(checkKeys(json, path, {"option", "input"}));
    InputPlace place;
    std::string name;
    FS_TRY(readText(json, "input", path, name));
    const auto input = inputByName(name);
    if (!input || isWorkload(*input) == json.contains("option"))
        return unknownName(name, below(path, "input"), inputNames(!json.contains("option")));
    place.input = *input;
    if (json.contains("option")) {
        FS_TRY(readText(json, "option", path, name));
        FS_TRY_VALUE(option, optionNamed(name, scenario.options, below(path, "option")));
        place.option = option;
    }
    return place;
}

Result<Scenario> withCorrelations(Scenario scenario, const Json& json)
{
    if (!json.is_array())
        return wrongKind(json, "correlations", "array");
    for (std::size_t i = 0; i < json.size(); ++i) {
        const std::string path = "correlations[" + std::to_string(i) + ']';
        FS_TRY(checkKeys(json[i], path, {"a", "b", "rank"}));
        std::vector<InputPlace> places;
        for (const char* end : {"a", "b"}) {
            if (!json[i].contains(end))
                return Error {.code = Code::field_missing, .field = below(path, end)};
            FS_TRY_VALUE(place, placeOf(json[i][end], scenario, below(path, end)));
            places.push_back(place);
        }
        FS_TRY_VALUE(rank, numberAt(json[i], "rank", path));
        auto next = withCorrelation(scenario, places[0], places[1], rank);
        if (next && next->correlations.size() == scenario.correlations.size()) // which of the two holds?
            return Error {
                .code = Code::name_duplicate, .field = path, .found = std::string(spec(places[0].input).name)};
        if (!next) {
            next.error().field = path;
            return next;
        }
        scenario = *std::move(next);
    }
    return scenario;
}

Result<Scenario> withVariantValues(Scenario scenario, VariantPlace variant, const Json& json, const std::string& path)
{
    const auto take
        = [&](const Json& object, std::optional<std::size_t> option, const std::string& at) -> base::Status {
        FS_TRY_VALUE(values, valuesOf(object, !option, at, scenario.currency));
        for (auto& [input, value] : values) {
            auto next = withVariantValue(scenario, variant, {option, input}, std::move(value));
            if (!next) {
                next.error().field = below(at, std::string(spec(input).name));
                return std::move(next.error());
            }
            scenario = *std::move(next);
        }
        return {};
    };
    if (const auto workload = json.find("workload"); workload != json.end())
        FS_TRY(take(*workload, std::nullopt, below(path, "workload")));
    const auto options = json.find("options");
    if (options == json.end())
        return scenario;
    if (!options->is_object())
        return wrongKind(*options, below(path, "options"), "object");
    for (const auto& item : options->items()) {
        const std::string at = below(below(path, "options"), item.key());
        FS_TRY_VALUE(option, optionNamed(item.key(), scenario.options, at));
        FS_TRY(take(item.value(), option, at));
    }
    return scenario;
}

Result<Scenario> withVariants(Scenario scenario, VariantKind kind, const char* key, const Json& json)
{
    if (!json.is_array())
        return wrongKind(json, key, "array");
    for (std::size_t i = 0; i < json.size(); ++i) {
        const std::string path = std::string(key) + '[' + std::to_string(i) + ']';
        FS_TRY(checkKeys(json[i], path, {"name", "workload", "options"}));
        std::string name;
        FS_TRY(readText(json[i], "name", path, name));
        auto next = withVariant(std::move(scenario), kind, name);
        if (!next) {
            next.error().field = below(path, "name");
            return next;
        }
        FS_TRY_VALUE(filled, withVariantValues(*std::move(next), {kind, i}, json[i], path));
        scenario = std::move(filled);
    }
    return scenario;
}

base::Status checkSchema(const Json& document)
{
    const auto schema = document.find("schema");
    if (schema == document.end())
        return {};
    if (!schema->is_number_integer())
        return wrongKind(*schema, "schema", "integer");
    if (*schema < 1 || *schema > Scenario::kSchema)
        return Error {.code = Code::out_of_range,
            .field = "schema",
            .found = found(*schema),
            .expected = "1 ≤ x ≤ " + std::to_string(Scenario::kSchema)};
    return {};
}

Result<Scenario> scenarioOf(const Json& document)
{
    FS_TRY(checkKeys(document, {},
        {"schema", "name", "currency", "baseline", "workload", "options", "correlations", "workloads", "horizons"}));
    FS_TRY(checkSchema(document));
    Scenario scenario;
    FS_TRY(readText(document, "name", {}, scenario.name));
    FS_TRY(readText(document, "currency", {}, scenario.currency));
    if (base::trimmed(scenario.currency).empty())
        return Error {.code = Code::bad_currency, .field = "currency", .expected = "USD"};
    if (const auto workload = document.find("workload"); workload != document.end()) {
        FS_TRY_VALUE(values, valuesOf(*workload, true, "workload", scenario.currency));
        scenario.workload = std::move(values);
    }
    const auto options = document.find("options");
    if (options == document.end())
        return Error {.code = Code::no_options, .field = "options"};
    FS_TRY_VALUE(read, optionsOf(*options, scenario.currency));
    FS_TRY_VALUE(whole, withOptions(std::move(scenario), std::move(read)));
    scenario = std::move(whole);
    FS_TRY_VALUE(baseline, baselineOf(document, scenario.options));
    scenario.baseline = baseline;
    if (const auto correlations = document.find("correlations"); correlations != document.end()) {
        FS_TRY_VALUE(correlated, withCorrelations(std::move(scenario), *correlations));
        scenario = std::move(correlated);
    }
    for (const auto& [kind, key] : {std::pair(VariantKind::workload, "workloads"), {VariantKind::horizon, "horizons"}})
        if (const auto variants = document.find(key); variants != document.end()) {
            FS_TRY_VALUE(varied, withVariants(std::move(scenario), kind, key, *variants));
            scenario = std::move(varied);
        }
    return scenario;
}

} // namespace

Result<Scenario> fromJson(std::string_view json, const std::string& file)
{
    auto document = parsedDocument(json);
    auto scenario = document ? scenarioOf(*document) : Result<Scenario>(document.error());
    if (!scenario)
        scenario.error().file = file;
    return scenario;
}

} // namespace fullscope::scenario
