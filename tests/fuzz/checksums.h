// SPDX-License-Identifier: GPL-3.0-or-later
// Behind a wrong checksum nothing is read: the same bytes with right ones, as far as they are records.
#pragma once

#include <string>
#include <string_view>

namespace fullscope::fuzz {

std::string withTfChecksums(std::string_view bytes);
std::string withWandbChecksums(std::string_view bytes);

} // namespace fullscope::fuzz
