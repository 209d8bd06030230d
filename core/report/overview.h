// SPDX-License-Identifier: GPL-3.0-or-later
// The overview of a workspace: who is cheapest and how surely, what the money rests on, what to measure next, what is
// open, and what there is.
#pragma once

#include "core/analysis/money_origins.h"
#include "core/analysis/monte_carlo.h"
#include "core/analysis/value_of_information.h"
#include "core/ledger/loose_ends.h"
#include "core/report/question_parts.h"
#include "core/store/place.h"

namespace fullscope::report {

// --- of the scenario
struct ScenarioOverview {
    scenario::Scenario scenario; // that it is of
    analysis::Scope scope = analysis::Scope::full;
    base::Result<analysis::Comparison> comparison;
    base::Result<analysis::Uncertainty> uncertainty;
    std::vector<analysis::OptionOrigins> origins;
    std::vector<analysis::UncertainInput> uncertain;
    base::Result<analysis::ValueOfInformation> worth; // under full scope; nothing_uncertain, no_options …
};
// 100,000 draws for the probability, as everywhere; half of them for what knowing is worth. An error within stands in
// the place of its part. A job that is cancelled leaves errors behind.
ScenarioOverview overviewOf(const scenario::Scenario& scenario, analysis::Scope scope, const base::JobContext& job);

// "At full scope A costs the least: $1.2M, 30.7 % less than B ($1.8M), with a probability of 98.1 %." Further sentences
// only where the first would mislead: another option is cheapest more often, an option could not be computed.
std::vector<Paragraph> shortVerdict(const ScenarioOverview& overview, words::Language language);

// What the money of each option rests on, a bar for each; its table has a column for each option.
PlotSpec originBars(const ScenarioOverview& overview, words::Language language);
Table originTable(const ScenarioOverview& overview, words::Language language);
std::vector<Paragraph> originNotes(const ScenarioOverview& overview, words::Language language);
// Assumed and claimed figures that carry the most money, at most kMostUnproven.
constexpr std::size_t kMostUnproven = 5;
InputTable unprovenTable(const ScenarioOverview& overview, words::Language language);
// The first three inputs that it is worth to know exactly; why there are none.
InputTable measureNextTable(const ScenarioOverview& overview, words::Language language);
std::vector<Paragraph> measureNextNotes(const ScenarioOverview& overview, words::Language language);

// --- of the whole workspace
enum class OpenKind {
    option_failed, // an option has no costs
    costs_left_out, // a total is a lower bound
    costs_one_sided, // one option counts what another was not given
    import_errors,
    import_warnings,
    claims_wrong, // figures that cannot be true or compared
    claims_differ, // from what was measured or billed
    claims_to_ask,
    money_unplaced, // charges of no known category
    money_unattributed, // charges that no rule takes
    costs_twice, // files that may hold the same charges, or do not agree
    runs_without_bill,
    hours_idle, // paid, and no run known
    runs_not_counted, // what the log does not say: instance type, nodes, times
    tokens_not_told, // the log does not say the tokens of a step
    bills_not_final,
    maybe_parts, // logs that look like parts of one run
    benchmarks_unusable, // not fit for a scenario, by their verdict
    implausible, // a throughput that cannot be or is doubtful, runs that outlast the horizon
    count
};
std::string_view name(OpenKind kind); // spelled as the enumerator

struct OpenProblem {
    OpenKind kind = OpenKind::import_errors;
    base::Severity severity = base::Severity::warning;
    std::int64_t count = 1; // of what the sentence is about
    std::string sentence;
    store::Place place;
};

struct Holding { // one kind of evidence
    enum class Kind { runs, bills, telemetry, jobs, benchmarks, claims, count } kind = Kind::runs;
    std::int64_t count = 0;
    std::int64_t records = 0; // samples, rows, readings, jobs, steps, figures
    std::int64_t first_us = base::kNoTime, last_us = base::kNoTime; // that it is of; kNoTime: it does not say
    std::int64_t imported_us = base::kNoTime; // the latest
};
std::string_view name(Holding::Kind kind);

struct EvidenceOverview {
    std::vector<OpenProblem> open; // errors first
    std::vector<Holding> holdings; // one of each kind
    bool isEmpty() const;
};
base::Result<EvidenceOverview> overviewOf(const store::WorkspaceFile& workspace, const catalogue::Catalogue& catalogue,
    const ledger::LooseEnds& ends, words::Language language);
// Those of the scenario alone.
std::vector<OpenProblem> openProblems(const ScenarioOverview& overview, words::Language language);

struct PlacedTable { // where each row leads
    Table table;
    std::vector<store::Place> places;
};
PlacedTable openTable(const std::vector<OpenProblem>& problems, words::Language language);
Table holdingsTable(const std::vector<Holding>& holdings, words::Language language); // kinds that there are

} // namespace fullscope::report
