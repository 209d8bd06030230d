// SPDX-License-Identifier: GPL-3.0-or-later
// JSON of a bill, with every number as the digits that the file has: money never passes through a double.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace fullscope::import {

// Numbers and truth values are texts in it ("70.0", "true"). Nothing when `text` is no JSON, or nests too deep.
std::optional<nlohmann::json> parseJson(std::string_view text);

// What Python prints of lists and dictionaries, as JSON: single quotes, None, True, NaN, Decimal('1.5'), and what NumPy
// leaves out between the elements of an array.
std::string jsonOfPythonRepr(std::string_view text);

// The text at `path` ("service.description"), empty where there is none or no text.
std::string_view textAt(const nlohmann::json& value, std::string_view path);

} // namespace fullscope::import
