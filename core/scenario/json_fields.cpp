// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/json_fields.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace fullscope::scenario {

using base::Code;
using base::Error;
using base::Result;

namespace {

std::string joined(const Names& names)
{
    std::string text;
    for (const std::string_view name : names)
        text += (text.empty() ? "" : ", ") + std::string(name);
    return text;
}

} // namespace

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

Result<double> numberAt(const Json& object, const std::string& key, const std::string& path)
{
    const auto item = object.find(key);
    if (item == object.end())
        return Error {.code = Code::field_missing, .field = below(path, key)};
    if (!item->is_number())
        return wrongKind(*item, below(path, key), "number");
    return item->get<double>();
}

} // namespace fullscope::scenario
