// SPDX-License-Identifier: GPL-3.0-or-later
// The cost model as formulas of a spreadsheet, from the same terms that compute it (core/analysis/model_terms.h).
#pragma once

#include "core/analysis/model_terms.h"

#include <functional>
#include <string>

namespace fullscope::report {

// How well a cell is known, in the cell beside it: a component is left out, counted in part or complete.
constexpr int kLeftOut = 0, kInPart = 1, kComplete = 2;

struct TermFormulas {
    std::string value; // begins with "="; "" where the term has no figure
    std::string known; // begins with "=", or the number that it always is
};
using SheetFormulas = std::array<TermFormulas, analysis::kTerms>; // indexed by Term

struct SheetPlaces {
    std::function<std::string(scenario::Input)> input; // cell of an input: "Inputs!$D$7"; blank = not given
    std::function<std::string(analysis::Term)> value, known; // cells of a term, in one sheet: "F12", "G12"
};

// Of one option. A blank input leaves its components out as it does in the program; one without which there is no
// result, and inputs that exclude each other, make the figures #N/A.
SheetFormulas sheetFormulas(const SheetPlaces& places);

} // namespace fullscope::report
