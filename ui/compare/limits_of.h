// SPDX-License-Identifier: GPL-3.0-or-later
// What the document's options are held against: the workspace's catalogue, the built-in one where that cannot be read
// (the Catalogue page says why).
#pragma once

#include "core/report/known_limits.h"
#include "core/workspace/user_catalogue.h"
#include "ui/document/document.h"

namespace fullscope::ui {

inline std::vector<analysis::KnownLimits> limitsOf(const Document& document)
{
    const auto catalogue = workspace::catalogueOf(document.workspace());
    return report::knownLimits(
        document.scenario(), catalogue.ok() ? *catalogue : catalogue::Catalogue::builtIn(), document.language());
}

} // namespace fullscope::ui
