// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fullscope::words {

// {0} {1} … replaced by the arguments, which may hold braces of their own.
std::string filled(std::string_view words, const std::vector<std::string>& arguments);

} // namespace fullscope::words
