// SPDX-License-Identifier: GPL-3.0-or-later
// Every term of the cost model by its name, with what of it is known.
#pragma once

#include "core/analysis/model_terms.h"

namespace fullscope::analysis {

using TermFigures = std::array<Figure, kTerms>; // indexed by Term

std::string_view name(Term term); // spelled as the enumerator, of a component as the component

// The steps behind evaluate(), for inputs of which it has a result.
TermFigures termFigures(const scenario::InputValues& inputs);

} // namespace fullscope::analysis
