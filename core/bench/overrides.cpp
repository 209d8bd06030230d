// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/overrides.h"

#include "core/bench/record_fields.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace fullscope::bench {

namespace {

using base::Code;
using base::Error;

constexpr std::int64_t kSchema = 1;

bool isOf(const ComparisonOverride& one, std::string_view first, std::string_view second)
{
    return (one.first == first && one.second == second) || (one.first == second && one.second == first);
}

base::Status checkSchema(const Json& document, const std::string& file)
{
    const auto schema = document.find("schema");
    if (schema == document.end() || !schema->is_number_integer())
        return Error {.code = Code::field_missing, .file = file, .field = "schema"};
    const auto number = schema->get<std::int64_t>();
    if (number > kSchema)
        return Error {.code = Code::store_newer,
            .file = file,
            .found = std::to_string(number),
            .expected = std::to_string(kSchema)};
    return {};
}

} // namespace

const ComparisonOverride* overrideOf(
    const std::vector<ComparisonOverride>& overrides, std::string_view first, std::string_view second)
{
    const auto found = std::ranges::find_if(overrides, [&](const auto& one) { return isOf(one, first, second); });
    return found == overrides.end() ? nullptr : &*found;
}

std::vector<ComparisonOverride> withOverride(std::vector<ComparisonOverride> overrides, ComparisonOverride added)
{
    std::erase_if(overrides, [&](const auto& one) { return isOf(one, added.first, added.second); });
    overrides.push_back(std::move(added));
    return overrides;
}

base::Result<std::vector<ComparisonOverride>> overridesFromJson(std::string_view text, const std::string& file)
{
    std::vector<ComparisonOverride> out;
    if (text.empty())
        return out;
    const Json document = parsedJson(text);
    if (!document.is_object())
        return Error {.code = Code::bad_json, .file = file};
    FS_TRY(checkSchema(document, file));
    const auto list = document.find("overrides");
    if (list == document.end() || !list->is_array())
        return Error {.code = Code::field_missing, .file = file, .field = "overrides"};
    for (std::size_t i = 0; i < list->size(); ++i) {
        const Json& one = (*list)[i];
        const std::string place = "overrides[" + std::to_string(i) + "]";
        if (!one.is_object())
            return Error {.code = Code::bad_value, .file = file, .field = place, .found = excerptOf(one)};
        RecordFields fields(one, place);
        ComparisonOverride read;
        fields.text("first", read.first, true);
        fields.text("second", read.second, true);
        fields.text("note", read.note);
        fields.text("as_of", read.as_of);
        FS_TRY(fields.status());
        out.push_back(std::move(read));
    }
    return out;
}

std::string toJson(const std::vector<ComparisonOverride>& overrides)
{
    Json list = Json::array();
    for (const ComparisonOverride& one : overrides)
        list.push_back({{"first", one.first}, {"second", one.second}, {"note", one.note}, {"as_of", one.as_of}});
    return Json({{"schema", kSchema}, {"overrides", list}}).dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace fullscope::bench
