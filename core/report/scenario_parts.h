// SPDX-License-Identifier: GPL-3.0-or-later
// Versions of a scenario, what changed between two, and what its figures rest on.
#pragma once

#include "core/analysis/scenario_change.h"
#include "core/report/question_parts.h"
#include "core/store/scenario_versions.h"

namespace fullscope::report {

struct ScenarioPair {
    const scenario::Scenario &before, &after;
    std::string before_name, after_name; // "12", "now", a file
};

// The newest first; `told`: of each of them, totals and what was changed in it; empty: not asked for.
struct ToldVersion {
    std::string totals, changes;
};
Table versionsTable(const std::vector<store::ScenarioVersion>& versions, const std::vector<ToldVersion>& told,
    words::Language language);
std::string totalsText(const scenario::Scenario& scenario, words::Language language); // "A $1,200, B –"
struct NumberedVersion {
    std::int64_t version = 0;
    scenario::Scenario scenario;
};
// What was changed from one to the other: "Price per instance-hour (Trn2): $24.69/h → $25.69/h (assumed, user)".
std::string changesText(const scenario::Scenario& before, const scenario::Scenario& after, words::Language language);
// Total of each option over the versions (the oldest first): a step where one is saved, with what was changed and where
// the new figure comes from as its note. A renamed option is one line; totals in another currency than the last
// version's have no point.
PlotSpec versionsPlot(const std::vector<NumberedVersion>& versions, words::Language language);
// A row for each input that is another, with what it did to each option's total; the totals, and their change as the
// last row.
InputTable changeTable(const ScenarioPair& pair, const analysis::ScenarioChange& change, words::Language language);
// How the effects were worked out; options that came and went; what one version covers and the other does not.
std::vector<Paragraph> changeNotes(
    const ScenarioPair& pair, const analysis::ScenarioChange& change, words::Language language);

// "Trn2", "Workload"; of a further workload or horizon "70B", "70B · Trn2".
std::string ownerText(
    const scenario::Scenario& scenario, const store::Assumption& assumption, words::Language language);
// A row for each figure: where it comes from, why, and since when it has been so.
InputTable assumptionTable(
    const scenario::Scenario& scenario, const std::vector<store::Assumption>& assumptions, words::Language language);

} // namespace fullscope::report
