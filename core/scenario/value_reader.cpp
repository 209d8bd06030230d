// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/value_reader.h"

#include "core/base/text.h"
#include "core/scenario/origin_names.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace fullscope::scenario {

using base::Code;
using base::Error;
using base::Result;

namespace {

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
Result<Value> figureOf(const Json& json, const std::string& unit, Input input, const std::string& currency)
{
    const bool isInOwnUnit = unit.empty() || unit == base::unitName(spec(input).unit);
    if (json.is_number() && isInOwnUnit) {
        Value value {.value = json.get<double>()};
        FS_TRY(validate(input, value.value));
        return value;
    }
    std::string typed = json.is_string() ? json.get<std::string>() : base::formatDouble(json.get<double>());
    if (!isInOwnUnit)
        typed += ' ' + unit;
    return parseValue(typed, input, currency);
}

Result<std::vector<double>> samplesOf(const Json& json, const std::string& path)
{
    if (!json.is_array())
        return wrongKind(json, path, "array");
    std::vector<double> samples;
    for (const Json& sample : json) {
        if (!sample.is_number())
            return wrongKind(sample, path + '[' + std::to_string(samples.size()) + ']', "number");
        samples.push_back(sample.get<double>());
    }
    return samples;
}

Result<Distribution> distributionOf(const Json& json, const std::string& path)
{
    if (!json.is_object())
        return wrongKind(json, path, "object");
    Names kinds;
    for (std::size_t i = 0; i < static_cast<std::size_t>(DistributionKind::count); ++i)
        kinds.push_back(name(static_cast<DistributionKind>(i)));
    std::string kindName;
    FS_TRY(readText(json, "kind", path, kindName));
    const auto kind = distributionByName(kindName);
    if (!kind)
        return unknownName(kindName, below(path, "kind"), kinds);
    Names fields {"kind"};
    fields.insert(fields.end(), parameterNames(*kind).begin(), parameterNames(*kind).end());
    FS_TRY(checkKeys(json, path, fields));
    if (*kind == DistributionKind::empirical) {
        const auto samples = json.find("samples");
        if (samples == json.end())
            return Error {.code = Code::field_missing, .field = below(path, "samples")};
        FS_TRY_VALUE(read, samplesOf(*samples, below(path, "samples")));
        return fromSamples(std::move(read));
    }
    Distribution distribution {.kind = *kind};
    for (const std::string_view parameter : parameterNames(*kind)) {
        FS_TRY_VALUE(number, numberAt(json, std::string(parameter), path));
        distribution.parameters.push_back(number);
    }
    return distribution;
}

// "value" with "unit", or "distribution".
Result<Value> estimateOf(const Json& json, Input input, const std::string& path, const std::string& currency)
{
    const auto at = [](Error error, const std::string& place) {
        error.field = place;
        return error;
    };
    const auto figure = json.find("value");
    const auto uncertain = json.find("distribution");
    if (uncertain == json.end()) {
        if (figure == json.end())
            return Error {.code = Code::field_missing, .field = below(path, "value")};
        if (!figure->is_number() && !figure->is_string())
            return wrongKind(*figure, path, "number");
        std::string unit;
        FS_TRY(readText(json, "unit", path, unit));
        auto value = figureOf(*figure, unit, input, currency);
        return value ? std::move(value) : at(value.error(), path);
    }
    const std::string place = below(path, "distribution");
    for (const char* other : {"value", "unit"}) // of which would it be?
        if (json.contains(other))
            return Error {.code = Code::not_allowed_together, .args = {place}, .field = below(path, other)};
    FS_TRY_VALUE(distribution, distributionOf(*uncertain, place));
    const auto cut = TruncatedDistribution::make(distribution, input);
    if (!cut)
        return at(cut.error(), place);
    return Value {.value = cut->median(), .distribution = std::move(distribution)};
}

} // namespace

Result<Value> valueOf(const Json& json, Input input, const std::string& path, const std::string& currency)
{
    if (json.is_number() || json.is_string())
        return estimateOf({{"value", json}}, input, path, currency);
    if (!json.is_object())
        return wrongKind(json, path, "number");
    FS_TRY(checkKeys(json, path, {"value", "unit", "typed", "distribution", "provenance"}));
    FS_TRY_VALUE(value, estimateOf(json, input, path, currency));
    FS_TRY(readText(json, "typed", path, value.typed));
    if (const auto provenance = json.find("provenance"); provenance != json.end()) {
        FS_TRY_VALUE(origin, provenanceOf(*provenance, below(path, "provenance")));
        value.provenance = std::move(origin);
    }
    return value;
}

} // namespace fullscope::scenario
