// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/record_fields.h"

#include "core/base/json_depth.h"
#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace fullscope::bench {

using base::Code;

namespace {

constexpr double kMostOfAnything = 1e30; // FLOP of a step, bytes, nanoseconds: whatever it counts

} // namespace

std::string excerptOf(const Json& json)
{
    return base::excerpt(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

const Json* RecordFields::at(const char* key, bool required)
{
    const auto found = m_object.find(key);
    if (found != m_object.end() && !found->is_null())
        return &*found;
    if (required)
        fail({.code = Code::field_missing, .field = m_path + key});
    return nullptr;
}

Json parsedJson(std::string_view text)
{
    constexpr int kDepth = 64;
    return base::byteBeyondDepth(text, kDepth) > 0 ? Json(Json::value_t::discarded) : Json::parse(text, nullptr, false);
}

void RecordFields::bad(const char* key, const Json& found, const char* expected)
{
    fail({.code = Code::bad_value, .field = m_path + key, .found = excerptOf(found), .expected = expected});
}

void RecordFields::text(const char* key, std::string& into, bool required)
{
    const Json* found = at(key, required);
    if (found == nullptr)
        return;
    if (found->is_string())
        into = found->get<std::string>();
    else if (found->is_number() || found->is_boolean())
        into = found->dump();
    else
        bad(key, *found, "text");
}

void RecordFields::whole(const char* key, std::int64_t& into, bool required, std::int64_t lowest)
{
    const Json* found = at(key, required);
    if (found == nullptr)
        return;
    // Integers above 2^63 are unsigned and would come out negative.
    const bool fits = found->is_number_integer()
        && !(found->is_number_unsigned() && found->get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX));
    if (!fits || found->get<std::int64_t>() < lowest)
        bad(key, *found, "whole number");
    else
        into = found->get<std::int64_t>();
}

void RecordFields::number(const char* key, double& into, bool required)
{
    if (at(key, required) == nullptr)
        return;
    std::optional<double> read;
    number(key, read);
    into = read.value_or(into);
}

void RecordFields::number(const char* key, std::optional<double>& into, bool may_be_negative)
{
    const Json* found = at(key, false);
    if (found == nullptr)
        return;
    const double value = found->is_number() ? found->get<double>() : std::nan("");
    if (!std::isfinite(value) || (value < 0 && !may_be_negative))
        return bad(key, *found, "number");
    atMost(key, std::abs(value), kMostOfAnything);
    into = value;
}

void RecordFields::truth(const char* key, bool& into, bool required)
{
    const Json* found = at(key, required);
    if (found == nullptr)
        return;
    if (found->is_boolean())
        into = found->get<bool>();
    else
        bad(key, *found, "true, false");
}

void RecordFields::truth(const char* key, std::optional<bool>& into)
{
    const Json* found = at(key, false);
    if (found == nullptr)
        return;
    if (found->is_boolean())
        into = found->get<bool>();
    else
        bad(key, *found, "true, false, null");
}

void RecordFields::texts(const char* key, std::map<std::string, std::string>& into)
{
    const Json* found = object(key);
    if (found == nullptr)
        return;
    for (const auto& [name, value] : found->items())
        into[name] = value.is_string() ? value.get<std::string>() : value.is_null() ? std::string() : value.dump();
}

void RecordFields::texts(const char* key, std::vector<std::string>& into)
{
    const Json* found = at(key, false);
    if (found == nullptr)
        return;
    if (!found->is_array())
        return bad(key, *found, "JSON array of texts");
    for (const Json& one : *found)
        into.push_back(one.is_string() ? one.get<std::string>() : one.dump());
}

void RecordFields::numbers(const char* key, std::map<std::string, double>& into)
{
    const Json* found = at(key, false);
    if (found == nullptr)
        return;
    if (!found->is_object())
        return bad(key, *found, "JSON object");
    for (const auto& [name, value] : found->items()) {
        if (!value.is_number())
            return bad(key, value, "number");
        into[name] = value.get<double>();
    }
}

void RecordFields::numbers(const char* key, std::vector<std::optional<double>>& into)
{
    const Json* found = at(key, true);
    if (found == nullptr)
        return;
    if (!found->is_array())
        return bad(key, *found, "JSON array of numbers");
    for (const Json& one : *found) {
        if (!one.is_null() && !one.is_number())
            return bad(key, one, "number");
        into.push_back(one.is_null() ? std::nullopt : std::optional(one.get<double>()));
    }
}

void RecordFields::wholes(const char* key, std::vector<std::int64_t>& into)
{
    const Json* found = at(key, true);
    if (found == nullptr)
        return;
    if (!found->is_array())
        return bad(key, *found, "JSON array of whole numbers");
    for (const Json& one : *found) {
        if (!one.is_number_integer())
            return bad(key, one, "whole number");
        into.push_back(one.get<std::int64_t>());
    }
}

const Json* RecordFields::object(const char* key)
{
    const Json* found = at(key, false);
    if (found != nullptr && !found->is_object()) {
        bad(key, *found, "JSON object");
        return nullptr;
    }
    return found;
}

void RecordFields::oneOf(const char* key, const std::string& value, std::initializer_list<std::string_view> allowed)
{
    if (std::ranges::find(allowed, value) != allowed.end())
        return;
    std::string expected;
    for (const std::string_view one : allowed)
        expected.append(expected.empty() ? "" : ", ").append(one);
    fail({.code = Code::bad_value, .field = m_path + key, .found = base::excerpt(value), .expected = expected});
}

void RecordFields::atMost(const char* key, double value, double most)
{
    if (value > most)
        fail({.code = Code::out_of_range,
            .field = m_path + key,
            .found = base::formatDouble(value),
            .expected = "≤ " + base::formatDouble(most)});
}

void RecordFields::positive(const char* key, double value)
{
    if (!(value > 0))
        fail(
            {.code = Code::out_of_range, .field = m_path + key, .found = base::formatDouble(value), .expected = "> 0"});
}

} // namespace fullscope::bench
