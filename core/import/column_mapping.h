// SPDX-License-Identifier: GPL-3.0-or-later
// What the user says about the columns of a table: `step=iter,loss="my, loss",time=when`.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace fullscope::import {

struct MappedColumn {
    std::string target; // "step", "time", "elapsed", "epoch" or a standard series
    std::string column; // as the file names it

    bool operator==(const MappedColumn&) const = default;
};

// Errors: name_unknown (a target that there is not, with the nearest one), name_duplicate (a target or column twice),
// usage (no `=`, nothing behind it, a quote not closed).
base::Result<std::vector<MappedColumn>> parseColumnMapping(std::string_view text);

} // namespace fullscope::import
