// SPDX-License-Identifier: GPL-3.0-or-later
// What a format adds to the dictionary of column names.
#pragma once

#include "core/base/result.h"
#include "core/import/logs/table/cell.h"
#include "core/import/logs/table/column_names.h"

#include <span>
#include <string_view>

namespace fullscope::import {

struct ColumnRule {
    std::string_view column; // as the file names it
    Meaning meaning;
};

enum class RowKind {
    record,
    evaluation, // belongs to the step before; its values are series of their own, `val/…`
    none, // no record: configuration, summary
};

struct TableSpec {
    std::span<const ColumnRule> rules {}; // asked before the dictionary; all steps among them count, row by row
    RowKind (*kind)(const Row& row, const ColumnNames& names) = nullptr; // record when there is none
    std::size_t first_rows = 100; // rows by which the columns are understood before the first one is delivered
    base::Status (*header)(std::vector<std::string>& names) = nullptr; // of CSV: renames columns, or refuses them
    bool counts_in_epoch = false; // the step starts again with each epoch (found out by itself where it falls)
    bool ends_in_newline = false; // of CSV: each row that was written whole ends in one
    std::string_view json_root {}; // of JSON lines: the member that holds the values
};

} // namespace fullscope::import
