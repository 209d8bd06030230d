// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace fullscope::base {

// Valid UTF-8 for documents of XML and HTML: bytes that are none become U+FFFD, control characters but tab and line
// break become blanks.
std::string readable(std::string_view text);

} // namespace fullscope::base
