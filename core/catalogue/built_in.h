// SPDX-License-Identifier: GPL-3.0-or-later
// The files of data/catalogue as they were when the program was built.
#pragma once

#include <string_view>

namespace fullscope::catalogue {

extern const std::string_view kInstancesCsv;
extern const std::string_view kAcceleratorsCsv;

} // namespace fullscope::catalogue
