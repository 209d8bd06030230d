// SPDX-License-Identifier: GPL-3.0-or-later
// What verbs that ask something of a scenario have in common.
#pragma once

#include "app/cli/common.h"
#include "app/cli/documents.h"
#include "core/analysis/pair_totals.h"
#include "core/catalogue/catalogue.h"
#include "core/report/question_parts.h"

namespace fullscope::cli {

// The scenario file among the words (`-` is standard input), else that of --workspace. `most`: words that there may be.
base::Result<scenario::Scenario> askedScenario(const Arguments& arguments, Console& console);

// Of --workspace where the scenario comes from it, else the built-in one.
base::Result<catalogue::Catalogue> askedCatalogue(const Arguments& arguments, Console& console);

// An option by its name, exactly or without case. Error: name_unknown with the nearest.
base::Result<std::size_t> optionNamed(const scenario::Scenario& scenario, const std::string& name);

struct Pair {
    std::size_t option = 0, baseline = 0;
};
// --option NAME, else the first that is not the baseline; --against NAME, else the baseline. Error: no_options where
// there is only one.
base::Result<Pair> askedPair(const Arguments& arguments, const scenario::Scenario& scenario);

// "tokens", "Trn2.price_per_h"; an option's input without an option is that of `option`. Errors: name_unknown with the
// nearest, those of optionNamed().
base::Result<analysis::InputPlace> placeNamed(
    const scenario::Scenario& scenario, const std::string& name, std::size_t option);
// {"input": …, "option": name or null, "unit"}
Json placeDocument(const scenario::Scenario& scenario, const analysis::InputPlace& place);

// {"possible": null where it cannot be told, "verdict", "why", "reason", "figure", "limit", "source"}
Json judgementDocument(const scenario::Scenario& scenario, const analysis::Judgement& judgement, scenario::Input input,
    words::Language language);

// What bears on all totals of an answer: costs that one option counts and another does not, lower bounds. The same
// sentences as those of `evaluate`.
std::vector<report::Paragraph> coverageOf(const scenario::Scenario& scenario, words::Language language);

// "equal", "saving=8%", "saving=0.08", "share=26%" (of the other's cost) as the share that is saved. Error: usage.
base::Result<double> savingNamed(const std::string& target);

// A number as people type it for a cell of this input. Error: usage naming `option`.
base::Result<double> valueNamed(const Arguments& arguments, std::string_view option, scenario::Input input);

} // namespace fullscope::cli
