// SPDX-License-Identifier: GPL-3.0-or-later
// What is fuzzed: each format by its id, fed with what a source would give it; `file`, `workbook` and the run folders
// by way of the disk (disk_targets.h); `mapped_table` with a mapping in its first line; and the texts that users write.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fullscope::fuzz {

// Aborts the program when something does not hold.
using Target = void (*)(std::string_view name, std::string_view bytes);

std::vector<std::string> targetNames();
Target target(std::string_view name); // null = there is none

} // namespace fullscope::fuzz
