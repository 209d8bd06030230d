// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/cli.h"

namespace fullscope::cli {

// The whole of a file, `-` is standard input (evaluate.cpp). Errors name the file: file_not_found, file_not_readable,
// is_directory, read_failed.
base::Result<std::string> contentsOf(const std::string& path, Console& console);

} // namespace fullscope::cli
