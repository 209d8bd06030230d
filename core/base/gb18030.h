// SPDX-License-Identifier: GPL-3.0-or-later
// The encoding in which Chinese spreadsheets write text by default.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fullscope::base {

// `bytes` in UTF-8 where all of them are text in GB18030 (GBK, GB2312) and most of what is not ASCII are common Chinese
// characters; nothing else.
std::optional<std::string> utf8OfGb18030(std::string_view bytes);

} // namespace fullscope::base
