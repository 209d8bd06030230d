// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/recover.h"
#include "core/words/words.h"

#include <string>
#include <vector>

namespace fullscope::workspace {

// What was taken over into the file `to`, and one line for each thing that was not.
std::vector<std::string> recoveryText(const store::Recovery& recovery, const std::string& to, words::Language language);

} // namespace fullscope::workspace
