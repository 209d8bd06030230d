// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/json_document.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace fullscope::workspace {

namespace {

constexpr int kSchema = 1;

std::string shown(const Json& json)
{
    if (json.is_structured()) // its text may be the whole file
        return json.is_array() ? "array" : "object";
    return base::excerpt(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

base::Error wrong(
    base::Code code, const std::string& file, std::string field, std::string found, const std::string& expected)
{
    return {.code = code, .file = file, .field = std::move(field), .found = std::move(found), .expected = expected};
}

} // namespace

base::Result<Json> parseJson(std::string_view text, const std::string& file)
{
    try {
        return Json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        const auto at = text.begin() + static_cast<std::ptrdiff_t>(std::min(error.byte, text.size()));
        return base::Error {.code = base::Code::bad_json,
            .file = file,
            .line = 1 + std::count(text.begin(), at, '\n'),
            .expected = "JSON"};
    } catch (const nlohmann::json::exception&) { // a number that no double can hold
        return base::Error {.code = base::Code::bad_json, .file = file, .expected = "JSON"};
    }
}

base::Result<Json> listOfDocument(const Json& document, const char* key, const std::string& file)
{
    if (!document.is_object())
        return wrong(base::Code::bad_value, file, "", shown(document), "object");
    const auto schema = document.find("schema");
    if (schema == document.end())
        return wrong(base::Code::field_missing, file, "schema", "", std::to_string(kSchema));
    if (!schema->is_number_integer() || *schema < kSchema)
        return wrong(base::Code::bad_value, file, "schema", shown(*schema), std::to_string(kSchema));
    if (*schema > kSchema)
        return wrong(base::Code::store_newer, file, "schema", shown(*schema), std::to_string(kSchema));
    const auto list = document.find(key);
    if (list == document.end())
        return wrong(base::Code::field_missing, file, key, "", "array");
    if (!list->is_array())
        return wrong(base::Code::bad_value, file, key, shown(*list), "array");
    return Json(*list);
}

base::Result<std::string> textMember(
    const Json& object, const char* key, bool needed, const std::string& place, const std::string& file)
{
    if (!object.is_object())
        return wrong(base::Code::bad_value, file, place, shown(object), "object");
    const auto found = object.find(key);
    if (found == object.end()) {
        if (needed)
            return wrong(base::Code::field_missing, file, place + "." + key, "", "text");
        return std::string();
    }
    if (!found->is_string())
        return wrong(base::Code::bad_value, file, place + "." + key, shown(*found), "text");
    return found->get<std::string>();
}

} // namespace fullscope::workspace
