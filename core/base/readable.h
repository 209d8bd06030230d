// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace fullscope::base {

// Valid UTF-8 for documents that others read: bytes that are none become U+FFFD, control characters but tab and line
// break become blanks. So that a name cannot turn round the figures beside it, what sets the direction of text (U+202E
// and its kind) becomes U+FFFD too.
std::string readable(std::string_view text);

} // namespace fullscope::base
