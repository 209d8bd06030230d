// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters of a run as experiment trackers keep them, and the facts that they are.
#pragma once

#include <string_view>

namespace fullscope::import {

// The fact that the entry `key` of a configuration is, null for none.
const char* configFact(std::string_view key);
// What stands for the fact: without quotes; empty for what means "not set" (null, None, {}, -1).
std::string_view configValue(std::string_view text);

} // namespace fullscope::import
