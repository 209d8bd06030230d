// SPDX-License-Identifier: GPL-3.0-or-later
// What the user says about the columns of a table: `step=iter,loss="my, loss",time=when`.
#pragma once

#include "core/base/result.h"
#include "core/import/kind.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::import {

struct MappedColumn {
    std::string target; // one of mappingTargets()
    std::string column; // as the file names it

    bool operator==(const MappedColumn&) const = default;
};

// What columns of a table of this kind can be said to be, in the order in which they are offered. Every target belongs
// to one kind alone, so that a mapping tells what the table is. Empty: tables of this kind are not mapped.
std::span<const std::string_view> mappingTargets(Kind kind);

// Errors: name_unknown (a target that there is not, with the nearest one), name_duplicate (a target or column twice),
// usage (no `=`, nothing behind it, a quote not closed).
base::Result<std::vector<MappedColumn>> parseColumnMapping(std::string_view text);

} // namespace fullscope::import
