// SPDX-License-Identifier: GPL-3.0-or-later
// Words about copies of a workspace.
#pragma once

#include "core/words/words.h"

namespace fullscope::words {

enum class BackupWord { backed_up };
std::string say(BackupWord word, Language language, const std::vector<std::string>& arguments = {});

} // namespace fullscope::words
