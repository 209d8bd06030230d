// SPDX-License-Identifier: GPL-3.0-or-later
// Cells out of a spreadsheet into the scenario, many at once.
#pragma once

#include "core/scenario/scenario.h"

#include <map>
#include <set>

namespace fullscope::scenario {

using Cells = std::vector<std::vector<std::string>>; // rows of fields, trimmed

// What Excel, LibreOffice and others put on the clipboard: tabs between cells, a cell with a tab, line break or quote
// in quotes ("" = a quote). Any text is read. An empty last line is no row; the apostrophe of
// base::spreadsheetText is taken back.
Cells spreadsheetCells(std::string_view text);

// How the cells may call what they mean, as the user sees it; the names in files are known anyway.
struct PasteNames {
    std::map<std::string, Input, std::less<>> inputs;
    std::set<std::string, std::less<>> not_given; // what a cell without a value says
};

// Where the first cell goes, and what is to its right and below.
struct PasteTarget {
    std::vector<std::optional<Input>> rows; // as shown, from there on; empty = a heading
    std::size_t first_option = 0;
};

struct PasteProblem {
    std::size_t row = 0, column = 0; // of the pasted cells, from 1
    std::optional<Input> input {};
    std::string found; // the cell's text
    std::optional<base::Error> error; // absent: the scenario has no cell there
};

struct Pasted {
    Scenario scenario;
    std::size_t values = 0; // that were read
    std::vector<PasteProblem> problems {}; // cells that were not taken: what stood there stays
};

// Where the first column names inputs, rows go by name whatever `target` says, a column of units behind it is left out,
// a first row that names options says which column is whose. Else cells go where they are pasted. An empty cell, and
// one that says "not given", changes nothing. A workload's input has one value for all options: the first column's;
// another value further right is a problem. Errors of a cell: those of parseValue(), name_unknown (no input, no option
// of that name).
Pasted withPasted(const Scenario& scenario, const Cells& cells, const PasteTarget& target, const PasteNames& names,
    const evidence::Provenance& provenance);

} // namespace fullscope::scenario
