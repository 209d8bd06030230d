// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/scenario.h"

#include "core/base/text.h"
#include "core/scenario/origin_names.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace fullscope::scenario {

namespace {

using base::Code;
using base::Error;
using base::Result;
using Json = nlohmann::json;
using Names = std::vector<std::string_view>;

std::string joined(const Names& names)
{
    std::string text;
    for (const std::string_view name : names)
        text += (text.empty() ? "" : ", ") + std::string(name);
    return text;
}

std::string found(const Json& json)
{
    if (json.is_structured()) // its text may be the whole file
        return json.is_array() ? "array" : "object";
    return base::excerpt(
        json.is_string() ? json.get<std::string>() : json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Error wrongKind(const Json& json, const std::string& path, const std::string& expected)
{
    return Error {.code = Code::bad_value, .field = path, .found = found(json), .expected = expected};
}

Error unknownName(const std::string& name, const std::string& path, const Names& known)
{
    Error error {.code = Code::name_unknown, .field = path, .found = name, .expected = joined(known)};
    if (const std::string_view near = base::nearest(name, known); !near.empty())
        error.args.emplace_back(near);
    return error;
}

std::string below(const std::string& path, const std::string& key)
{
    return path.empty() ? key : path + '.' + key;
}

base::Status checkKeys(const Json& object, const std::string& path, const Names& known)
{
    if (!object.is_object())
        return wrongKind(object, path, "object");
    for (const auto& item : object.items())
        if (std::ranges::find(known, item.key()) == known.end())
            return unknownName(item.key(), below(path, item.key()), known);
    return {};
}

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

// The byte, counted from 1, that opens a level beyond `depth`; 0 = none does. A scenario nests five levels;
// a file of nothing but brackets would fill the memory.
std::size_t byteBeyondDepth(std::string_view text, int depth)
{
    int open = 0;
    bool is_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (is_string && c == '\\')
            ++i; // whatever is escaped does not end the string
        else if (c == '"')
            is_string = !is_string;
        else if (is_string)
            continue;
        else if (c == '[' || c == '{')
            ++open;
        else if (c == ']' || c == '}')
            --open;
        if (open > depth)
            return i + 1;
    }
    return 0;
}

Result<Json> parsedDocument(std::string_view text)
{
    constexpr int kDepth = 64;
    if (const std::size_t byte = byteBeyondDepth(text, kDepth); byte > 0) {
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

Result<std::string> textOf(const Json& json, const std::string& path)
{
    if (!json.is_string())
        return wrongKind(json, path, "text");
    return json.get<std::string>();
}

base::Status readText(const Json& object, const std::string& key, const std::string& path, std::string& into)
{
    if (const auto item = object.find(key); item != object.end()) {
        FS_TRY_VALUE(text, textOf(*item, below(path, key)));
        into = std::move(text);
    }
    return {};
}

base::Status readId(const Json& object, const std::string& key, const std::string& path, std::int64_t& into)
{
    if (const auto item = object.find(key); item != object.end()) {
        if (!item->is_number_integer())
            return wrongKind(*item, below(path, key), "integer");
        into = item->get<std::int64_t>();
    }
    return {};
}

Result<evidence::Provenance> provenanceOf(const Json& json, const std::string& path)
{
    evidence::Provenance provenance;
    if (json.is_string()) {
        provenance.source = json.get<std::string>();
        return provenance;
    }
    FS_TRY(checkKeys(json, path, {"origin", "source", "detail", "as_of", "run_id", "bill_id"}));
    std::string origin = "assumed";
    FS_TRY(readText(json, "origin", path, origin));
    const auto known
        = std::ranges::find_if(kOriginNames, [&origin](const auto& entry) { return entry.second == origin; });
    if (known == std::end(kOriginNames)) {
        Names names;
        for (const auto& [value, name] : kOriginNames)
            names.push_back(name);
        return unknownName(origin, below(path, "origin"), names);
    }
    provenance.origin = known->first;
    FS_TRY(readText(json, "source", path, provenance.source));
    FS_TRY(readText(json, "detail", path, provenance.detail));
    FS_TRY(readText(json, "as_of", path, provenance.as_of));
    FS_TRY(readId(json, "run_id", path, provenance.run_id));
    FS_TRY(readId(json, "bill_id", path, provenance.bill_id));
    return provenance;
}

// A figure in the input's unit from a number or from text as people type it, `unit` beside it or empty.
Result<Value> figureOf(
    const Json& json, const std::string& unit, Input input, const std::string& path, const std::string& currency)
{
    Value value;
    const bool isInOwnUnit = unit.empty() || unit == base::unitName(spec(input).unit);
    if (json.is_number() && isInOwnUnit) {
        value.value = json.get<double>();
    } else if (json.is_number() || json.is_string()) {
        value.typed = json.is_string() ? json.get<std::string>() : base::formatDouble(json.get<double>());
        if (!isInOwnUnit)
            value.typed += ' ' + unit;
        auto quantity = base::parseQuantity(value.typed, spec(input).unit);
        if (!quantity) {
            quantity.error().field = path;
            return std::move(quantity.error());
        }
        if (!quantity->currency.empty() && quantity->currency != currency)
            return Error {
                .code = Code::currency_mismatch, .field = path, .found = quantity->currency, .expected = currency};
        value.value = quantity->value;
    } else {
        return wrongKind(json, path, "number");
    }
    if (auto status = validate(input, value.value); !status) {
        status.error().field = path;
        return std::move(status.error());
    }
    return value;
}

Result<Value> valueOf(const Json& json, Input input, const std::string& path, const std::string& currency)
{
    if (!json.is_object())
        return figureOf(json, {}, input, path, currency);
    FS_TRY(checkKeys(json, path, {"value", "unit", "typed", "provenance"}));
    const auto figure = json.find("value");
    if (figure == json.end())
        return Error {.code = Code::field_missing, .field = below(path, "value")};
    std::string unit;
    FS_TRY(readText(json, "unit", path, unit));
    FS_TRY_VALUE(value, figureOf(*figure, unit, input, path, currency));
    FS_TRY(readText(json, "typed", path, value.typed));
    if (const auto provenance = json.find("provenance"); provenance != json.end()) {
        FS_TRY_VALUE(origin, provenanceOf(*provenance, below(path, "provenance")));
        value.provenance = std::move(origin);
    }
    return value;
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

// `object` holds inputs, and for an option its name. null is an input that was not given.
Result<Values> valuesOf(const Json& object, bool workload, const std::string& path, const std::string& currency)
{
    Names known = inputNames(workload);
    if (!workload)
        known.emplace_back("name");
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
        FS_TRY_VALUE(values, valuesOf(item, false, path, currency));
        Option option {.name = {}, .values = std::move(values)};
        FS_TRY(readText(item, "name", path, option.name));
        if (base::trimmed(option.name).empty())
            return Error {.code = Code::field_missing, .field = below(path, "name")};
        if (!names.insert(option.name).second)
            return Error {.code = Code::name_duplicate, .field = below(path, "name"), .found = option.name};
        options.push_back(std::move(option));
    }
    return options;
}

Result<std::size_t> baselineOf(const Json& document, const std::vector<Option>& options)
{
    if (!document.contains("baseline"))
        return std::size_t {0};
    std::string name;
    FS_TRY(readText(document, "baseline", {}, name));
    const auto option = std::ranges::find(options, name, &Option::name);
    if (option != options.end())
        return static_cast<std::size_t>(option - options.begin());
    Names names;
    for (const Option& known : options)
        names.push_back(known.name);
    return unknownName(name, "baseline", names);
}

base::Status checkSchema(const Json& document)
{
    const auto schema = document.find("schema");
    if (schema == document.end())
        return {};
    if (!schema->is_number_integer())
        return wrongKind(*schema, "schema", "integer");
    if (*schema != Scenario::kSchema)
        return Error {.code = Code::out_of_range,
            .field = "schema",
            .found = found(*schema),
            .expected = std::to_string(Scenario::kSchema)};
    return {};
}

Result<Scenario> scenarioOf(const Json& document)
{
    FS_TRY(checkKeys(document, {}, {"schema", "name", "currency", "baseline", "workload", "options"}));
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
    scenario.options = std::move(read);
    FS_TRY_VALUE(baseline, baselineOf(document, scenario.options));
    scenario.baseline = baseline;
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
