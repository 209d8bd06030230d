// SPDX-License-Identifier: GPL-3.0-or-later
// Words of the workbook with live formulas.
#pragma once

#include "core/analysis/model_terms.h"
#include "core/words/words.h"

namespace fullscope::words {

std::string label(analysis::Term term, Language language); // "Hours that the run is billed"

enum class WorkbookWord {
    summary, // sheets
    inputs,
    model,
    comparison,
    assumptions,
    evidence,
    method,
    name, // columns
    unit,
    counted_by,
    known,
    complete,
    in_part,
    left_out,
    scope,
    difference,
    saving,
    cheapest,
    break_even,
    made_on,
    made_with,
    how_live,
    how_blank,
    how_values,
    how_rates,
    how_text,
    as_exported,
    not_in_range,
    no_figure,
    sha256,
    imported,
    imported_figure,
    in_words,
    schema,
    no_cases,
    count
};
std::string say(WorkbookWord word, Language language, const std::vector<std::string>& arguments = {});

} // namespace fullscope::words
