// SPDX-License-Identifier: GPL-3.0-or-later
// What the user says about the columns of a table: `step=iter,loss="my, loss",time=when`. Of a bill also what none of
// its columns says: `billed=Amount,currency:=USD`.
#pragma once

#include "core/base/result.h"
#include "core/import/kind.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::import {

struct MappedColumn {
    std::string target {}; // one of mappingTargets(), or a tag: `tag:team`
    std::string column {}; // as the file names it; of a constant the value itself
    bool constant = false; // `target:=value`: the same in every row

    bool operator==(const MappedColumn&) const = default;
};

// What begins the name of a tag of a bill's rows; anything may follow.
constexpr std::string_view kTagTarget = "tag:";

// What columns of a table of this kind can be said to be, in the order in which they are offered. Every target belongs
// to one kind alone, so that a mapping tells what the table is. The last one of a bill is kTagTarget, which stands for
// every tag. Empty: tables of this kind are not mapped.
std::span<const std::string_view> mappingTargets(Kind kind);
// Whether a value can be given for `target` instead of a column: texts, times and prices of a bill. Amounts and
// quantities cannot: they would be counted in every row.
bool takesConstant(std::string_view target);
// The kind of table that `mapping` is for; empty when it is for none or for two.
std::optional<Kind> mappedKind(std::span<const MappedColumn> mapping);

// Errors: name_unknown (a target that there is not, with the nearest one), name_duplicate (a target or column twice;
// costs of a bill may share one), mapping_unfit (targets of two kinds), bad_value (a constant where none can be), usage
// (no `=`, nothing behind it, a quote not closed).
base::Result<std::vector<MappedColumn>> parseColumnMapping(std::string_view text);

// name_unknown: a table with these columns has not the one that was named.
base::Error columnUnknown(const MappedColumn& mapped, std::span<const std::string_view> columns);

} // namespace fullscope::import
