// SPDX-License-Identifier: GPL-3.0-or-later
// Documents of the user (rules, exchange rates) out of JSON text: what is wrong is named with its place. For sources
// only: nlohmann/json.hpp is no header of headers.
#pragma once

#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace fullscope::workspace {

using Json = nlohmann::ordered_json;

// bad_json with the line.
base::Result<Json> parseJson(std::string_view text, const std::string& file);
// The list `key` of a document {"schema": 1, key: […]}. Errors: field_missing, bad_value; store_newer for a later
// schema (found: its number, expected: ours).
base::Result<Json> listOfDocument(const Json& document, const char* key, const std::string& file);
// A text of an object; empty where it is absent, unless it is needed (field_missing). bad_value for what is no text.
// `place` is where the object stands, "rules[2]".
base::Result<std::string> textMember(
    const Json& object, const char* key, bool needed, const std::string& place, const std::string& file);

} // namespace fullscope::workspace
