// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/words/words.h"

#include <iosfwd>
#include <string>

namespace fullscope::cli {

void printHelp(std::ostream& out, words::Language language);
// Error usage with the nearest verb.
base::Error unknownVerb(const std::string& verb);

} // namespace fullscope::cli
