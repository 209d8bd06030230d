// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace fullscope::base {

// The whole file or none of it: written beside it and put in its place. A link stays a link: what it points to is
// replaced. A pipe or device is written to as it is. Errors: is_directory, disk_full, write_failed with what the
// system says in found.
Status writeFile(const std::string& path, std::string_view bytes);

} // namespace fullscope::base
