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

// An empty file of a name that nobody uses, "PATH.new-PROCESS-NUMBER", to be filled and put in the place of `path`.
// What killed processes left there is removed. Errors: as of writeFile(), for `path`.
Result<std::string> fileBeside(const std::string& path);
// Files of such names, and SQLite's beside them, whose process is no more.
void removeAbandoned(const std::string& path);

} // namespace fullscope::base
