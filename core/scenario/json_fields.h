// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of a scenario file, with errors that name their place ("options[1].price_per_h").
#pragma once

#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace fullscope::scenario {

using Json = nlohmann::json;
using Names = std::vector<std::string_view>;

std::string found(const Json& json); // for Error::found
base::Error wrongKind(const Json& json, const std::string& path, const std::string& expected); // bad_value
base::Error unknownName(const std::string& name, const std::string& path, const Names& known); // args: the nearest
std::string below(const std::string& path, const std::string& key);
base::Status checkKeys(const Json& object, const std::string& path, const Names& known);

base::Result<std::string> textOf(const Json& json, const std::string& path);
// A field that is absent leaves `into` as it is.
base::Status readText(const Json& object, const std::string& key, const std::string& path, std::string& into);
base::Status readId(const Json& object, const std::string& key, const std::string& path, std::int64_t& into);
base::Result<double> numberAt(const Json& object, const std::string& key, const std::string& path); // field_missing

} // namespace fullscope::scenario
