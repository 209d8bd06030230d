// SPDX-License-Identifier: GPL-3.0-or-later
// The start of a file as a table, and what a mapping makes of it: for whoever says what its columns are.
#pragma once

#include "core/base/problem.h"
#include "core/import/column_mapping.h"

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fullscope::import {

struct TablePreview {
    static constexpr std::size_t kMostRows = 100; // by as many an import understands the columns

    struct Row {
        std::int64_t line = 0;
        std::vector<std::string> cells {}; // by column, as written; absent: empty
    };

    std::string path {};
    std::string encoding {}, compression {}; // as SourceFile has them
    std::string format {}; // id of the one that knows it; empty = none
    Kind kind = Kind::log; // of that format
    char separator = '\0'; // of CSV; '\0' = JSON objects
    std::vector<std::string> columns {}; // as a mapping names them
    std::vector<Row> rows {}; // the first ones
    std::int64_t rows_read = 0; // in `text`
    bool is_whole = false; // `text` is all of the file
    std::string text {}; // at most kMostText of it, whole lines
};

// Errors: those of TextSource::open; format_unknown: no table (no header of names, no numbers, rows of other lengths).
base::Result<TablePreview> previewTable(const std::string& path);

// What becomes of one column.
struct ColumnReading {
    std::string target {}; // of mappingTargets(); empty = kept under its own name, or not at all
    std::string unit {}; // of its values as they stand in the file, where it is known
    bool guessed = false; // by its name, not by the mapping
};

struct MappingCheck {
    std::optional<base::Error> error {}; // why an import gives nothing
    std::vector<ColumnReading> columns {}; // by column of the preview
    std::int64_t rows = 0, records = 0; // of the preview's text
    std::optional<std::int64_t> first_step {}, last_step {}; // of a log
    std::vector<base::Problem> problems {}; // what an import of the text reports
    std::set<std::pair<std::size_t, std::size_t>> unread {}; // row and column of the cells that do not read as mapped
};

// What an import of the table's text with this mapping gives; by the import itself.
MappingCheck checkMapping(const TablePreview& table, std::span<const MappedColumn> mapping);

} // namespace fullscope::import
