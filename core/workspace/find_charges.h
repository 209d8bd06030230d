// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/find.h"

#include <functional>

namespace fullscope::workspace {

using Matches = std::function<bool(std::string_view text)>;

// Values in the rows of all bills that match, by bill and field, the first rows first; see find().
base::Status findCharges(const store::WorkspaceFile& workspace, const Matches& matches, words::Language language,
    const base::JobContext& job, Found& into);

} // namespace fullscope::workspace
