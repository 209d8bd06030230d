// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/cli.h"
#include "core/store/workspace_file.h"

namespace fullscope::cli {

using ShowRun = base::Status (*)(const store::WorkspaceFile&, std::int64_t id, Console&, bool as_json);

// `runs mark ID …` and `runs unmark ID …`, which show the run as it is then.
int runMarks(std::span<const std::string> arguments, Console& console, ShowRun show);

} // namespace fullscope::cli
