// SPDX-License-Identifier: GPL-3.0-or-later
// The sample workspace: shipped real files imported, and a published comparison's figures as claimed inputs.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/words/words.h"
#include "core/workspace/import_files.h"

#include <string>

namespace fullscope::workspace {

// Folder with the program's data (samples/ …): $FULLSCOPE_DATA_DIR, else ../share/fullscope beside the program, else
// the source tree that it was built from. Error file_not_found names what was looked for.
base::Result<std::string> dataDirectory();

// Imports the sample files into `workspace` and makes the sample scenario, in words of `language`, the current one.
base::Result<ImportOutcome> buildSample(
    store::WorkspaceFile& workspace, words::Language language, const base::JobContext& job);

} // namespace fullscope::workspace
