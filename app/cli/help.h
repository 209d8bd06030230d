// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <iosfwd>
#include <string>

namespace fullscope::cli {

void printHelp(std::ostream& out);
// "unknown verb 'imprt', did you mean import? …"
std::string unknownVerb(const std::string& verb);

} // namespace fullscope::cli
