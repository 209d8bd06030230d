// SPDX-License-Identifier: GPL-3.0-or-later
// One value of a scenario file.
#pragma once

#include "core/scenario/json_fields.h"
#include "core/scenario/scenario.h"

namespace fullscope::scenario {

// A number, a text as people type it, or an object (scenario.h). `path` is used in errors.
base::Result<Value> valueOf(const Json& json, Input input, const std::string& path, const std::string& currency);

} // namespace fullscope::scenario
