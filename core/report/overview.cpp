// SPDX-License-Identifier: GPL-3.0-or-later
// What is open in a workspace, and what there is.
#include "core/report/overview.h"

#include "core/audit/audit.h"
#include "core/audit/claims_json.h"
#include "core/report/beside_evidence.h"
#include "core/report/format.h"
#include "core/report/known_limits.h"
#include "core/report/plausibility.h"
#include "core/report/reconciliation_parts.h"
#include "core/store/benchmarks.h"
#include "core/words/bench_words.h"
#include "core/words/overview_words.h"

#include <algorithm>
#include <filesystem>

namespace fullscope::report {

using base::Severity;
using store::Place;
using words::Language;
using words::OpenWord;

namespace {

constexpr std::uint64_t kWorthDraws = 50'000;

std::string countText(std::int64_t count)
{
    return base::formatNumber(static_cast<double>(count), 0);
}

// Widens `holding` by a stretch of time; either end may be unknown.
void extend(Holding& holding, std::int64_t first_us, std::int64_t last_us)
{
    if (first_us != base::kNoTime && (holding.first_us == base::kNoTime || first_us < holding.first_us))
        holding.first_us = first_us;
    if (last_us != base::kNoTime && (holding.last_us == base::kNoTime || last_us > holding.last_us))
        holding.last_us = last_us;
}

class Looking {
public:
    Looking(const store::WorkspaceFile& workspace, const catalogue::Catalogue& catalogue, const ledger::LooseEnds& ends,
        Language language)
        : m_workspace(workspace)
        , m_catalogue(catalogue)
        , m_ends(ends)
        , m_language(language)
    {
        for (std::size_t kind = 0; kind < static_cast<std::size_t>(Holding::Kind::count); ++kind)
            m_out.holdings.push_back({.kind = static_cast<Holding::Kind>(kind)});
    }

    base::Result<EvidenceOverview> run();

private:
    Holding& holding(Holding::Kind kind) { return m_out.holdings[static_cast<std::size_t>(kind)]; }
    // `add` is given each summary and its holding.
    template <typename Summary, typename Add>
    void hold(Holding::Kind kind, const std::vector<Summary>& all, Add add);
    void tell(OpenKind kind, Severity severity, std::int64_t count, OpenWord word,
        const std::vector<std::string>& arguments, Place place);
    base::Status lookAtProblems();
    base::Status lookAtRuns();
    base::Status lookAtBills();
    base::Status lookAtOthers();
    base::Status lookAtBenchmarks();
    base::Status lookAtScenario();
    base::Status lookAtClaims();
    void lookAtClaimSet(const audit::ClaimSet& set, const std::vector<BesideEvidence>& beside);
    void lookAtAttribution();
    base::Status lookAtHours();

    const store::WorkspaceFile& m_workspace;
    const catalogue::Catalogue& m_catalogue;
    const ledger::LooseEnds& m_ends;
    Language m_language;
    EvidenceOverview m_out;
};

template <typename Summary, typename Add>
void Looking::hold(Holding::Kind kind, const std::vector<Summary>& all, Add add)
{
    Holding& into = holding(kind);
    for (const Summary& one : all) {
        ++into.count;
        into.imported_us
            = into.imported_us == base::kNoTime ? one.imported_us : std::max(into.imported_us, one.imported_us);
        add(one, into);
    }
}

void Looking::tell(OpenKind kind, Severity severity, std::int64_t count, OpenWord word,
    const std::vector<std::string>& arguments, Place place)
{
    if (count > 0)
        m_out.open.push_back({kind, severity, count, words::say(word, m_language, arguments), std::move(place)});
}

base::Status Looking::lookAtProblems()
{
    FS_TRY_VALUE(stored, m_workspace.problems());
    for (const auto& [severity, kind, word] :
        {std::tuple(Severity::error, OpenKind::import_errors, OpenWord::import_errors),
            std::tuple(Severity::warning, OpenKind::import_warnings, OpenWord::import_warnings)}) {
        std::int64_t count = 0;
        const base::Problem* first = nullptr;
        std::int64_t row = -1;
        for (std::size_t i = 0; i < stored.size(); ++i) {
            if (stored[i].problem.severity != severity)
                continue;
            count += stored[i].problem.count;
            if (first == nullptr) {
                first = &stored[i].problem;
                row = static_cast<std::int64_t>(i);
            }
        }
        if (first == nullptr)
            continue;
        base::Problem shown = *first; // where the file lies, the list of problems says
        shown.what.file = std::filesystem::path(shown.what.file).filename().string();
        tell(kind, severity, count, word, {countText(count), words::sentence(shown, m_language)},
            {.kind = Place::Kind::problem, .row = row});
    }
    return {};
}

base::Status Looking::lookAtRuns()
{
    FS_TRY_VALUE(runs, m_workspace.runs());
    const store::RunSummary* silent = nullptr;
    std::int64_t count = 0;
    for (const store::RunSummary& run : runs) {
        FS_TRY_VALUE(times, m_workspace.timeRange(run.id));
        extend(holding(Holding::Kind::runs), times.first, times.second);
        if (run.tokens_per_s || run.samples == 0)
            continue;
        ++count;
        if (silent == nullptr)
            silent = &run;
    }
    hold(Holding::Kind::runs, runs, [](const store::RunSummary& run, Holding& into) { into.records += run.samples; });
    if (silent != nullptr)
        tell(OpenKind::tokens_not_told, Severity::info, count, OpenWord::tokens_not_told,
            {countText(count), silent->name}, {.kind = Place::Kind::run, .id = silent->id});
    tell(OpenKind::maybe_parts, Severity::info, m_ends.maybe_parts, OpenWord::maybe_parts,
        {countText(m_ends.maybe_parts)}, {.kind = Place::Kind::run, .id = m_ends.first_maybe});
    return {};
}

base::Status Looking::lookAtBills()
{
    FS_TRY_VALUE(bills, m_workspace.bills());
    hold(Holding::Kind::bills, bills, [](const store::BillSummary& bill, Holding& into) {
        into.records += bill.rows;
        extend(into, bill.period_start_us, bill.period_end_us);
    });
    const store::BillSummary* open = nullptr;
    std::int64_t count = 0;
    for (const store::BillSummary& bill : bills) {
        if (!bill.final) {
            ++count;
            open = open == nullptr ? &bill : open;
        }
        FS_TRY_VALUE(ledger, m_workspace.moneyLedger(bill.id));
        for (const auto& [currency, categories] : ledger.categories) {
            const auto& unplaced = categories[static_cast<std::size_t>(ledger::MoneyCategory::unattributed)];
            tell(OpenKind::money_unplaced, Severity::warning, unplaced.rows, OpenWord::money_unplaced,
                {bill.name, exactSum(unplaced.billed, unplaced.without.billed, currency, m_language),
                    countText(unplaced.rows)},
                {.kind = Place::Kind::bill, .id = bill.id});
        }
    }
    if (open != nullptr)
        tell(OpenKind::bills_not_final, Severity::info, count, OpenWord::bills_not_final,
            {countText(count), open->name}, {.kind = Place::Kind::bill, .id = open->id});
    return {};
}

base::Status Looking::lookAtScenario()
{
    FS_TRY_VALUE(scenario, m_workspace.scenario());
    const auto comparison
        = scenario ? analysis::compare(*scenario) : base::Result<analysis::Comparison>(base::Error {});
    if (!comparison.ok())
        return {};
    const auto throughputs = judgeThroughputs(*scenario, knownLimits(*scenario, m_catalogue, m_language));
    const auto add = [&](Severity severity, std::vector<Paragraph> paragraphs, scenario::InputPlace input) {
        for (Paragraph& paragraph : paragraphs)
            m_out.open.push_back({OpenKind::implausible, severity, 1, std::move(paragraph.text),
                {.kind = Place::Kind::input, .input = input}});
    };
    for (std::size_t i = 0; i < throughputs.size(); ++i) {
        std::vector<analysis::Judgement> one(throughputs.size());
        one[i] = throughputs[i];
        const bool isGiven = scenario->options[i].values.contains(scenario::Input::tokens_per_s);
        add(one[i].possibility == analysis::Possibility::impossible ? Severity::error : Severity::warning,
            throughputWarnings(*scenario, *comparison, one, m_language),
            {i, isGiven ? scenario::Input::tokens_per_s : scenario::Input::mfu});
    }
    add(Severity::warning, horizonWarnings(*scenario, *comparison, m_language),
        {std::nullopt, scenario::Input::horizon_months});
    return {};
}

base::Status Looking::lookAtOthers()
{
    FS_TRY_VALUE(telemetries, m_workspace.telemetries());
    hold(Holding::Kind::telemetry, telemetries, [](const store::TelemetrySummary& one, Holding& into) {
        into.records += one.readings;
        extend(into, one.first_time_us, one.last_time_us);
    });
    FS_TRY_VALUE(lists, m_workspace.jobLists());
    hold(Holding::Kind::jobs, lists, [](const store::JobListSummary& one, Holding& into) {
        into.records += one.jobs;
        extend(into, one.first_start_us, one.last_end_us);
    });
    return {};
}

base::Status Looking::lookAtBenchmarks()
{
    FS_TRY_VALUE(results, m_workspace.benchmarks());
    const store::BenchmarkSummary* latest = nullptr;
    std::int64_t count = 0;
    hold(Holding::Kind::benchmarks, results, [&](const store::BenchmarkSummary& one, Holding& into) {
        into.records += one.steps;
        extend(into, one.measured_us, one.measured_us);
        if (one.usable)
            return;
        ++count;
        if (latest == nullptr || one.when_us() > latest->when_us())
            latest = &one;
    });
    if (latest == nullptr)
        return {};
    const auto verdict = bench::verdictByName(latest->verdict);
    tell(OpenKind::benchmarks_unusable, Severity::info, count, OpenWord::benchmarks_unusable,
        {countText(count), latest->name, verdict ? words::label(*verdict, m_language) : latest->verdict},
        {.kind = Place::Kind::benchmark, .id = latest->id});
    return {};
}

void Looking::lookAtClaimSet(const audit::ClaimSet& set, const std::vector<BesideEvidence>& beside)
{
    const audit::Audit audit = audit::audit(set.claims, m_catalogue);
    const auto wrong = std::ranges::count_if(audit.findings, audit::isWrong);
    const auto asked
        = std::ranges::count_if(audit.findings, [](const audit::Finding& finding) { return finding.is_question; });
    const auto differing
        = std::ranges::count_if(beside, [](const BesideEvidence& one) { return one.comparable && !one.agrees; });
    const auto tellCount = [&](OpenKind kind, Severity severity, std::int64_t count, OpenWord word) {
        tell(
            kind, severity, count, word, {set.name, countText(count)}, {.kind = Place::Kind::claims, .name = set.name});
    };
    tellCount(OpenKind::claims_wrong, Severity::error, wrong, OpenWord::claims_wrong);
    tellCount(OpenKind::claims_differ, Severity::warning, differing, OpenWord::claims_differ);
    tellCount(OpenKind::claims_to_ask, Severity::info, asked, OpenWord::claims_to_ask);
}

base::Status Looking::lookAtClaims()
{
    FS_TRY_VALUE(document, m_workspace.document(store::DocumentKind::claims));
    FS_TRY_VALUE(sets, audit::claimSetsFromJson(document.json, m_workspace.path()));
    Holding& claims = holding(Holding::Kind::claims);
    for (const audit::ClaimSet& set : sets) {
        ++claims.count;
        claims.records += static_cast<std::int64_t>(set.claims.size());
        FS_TRY_VALUE(beside, besideEvidence(m_workspace, m_catalogue, set.claims, m_language));
        lookAtClaimSet(set, beside);
    }
    return {};
}

void Looking::lookAtAttribution()
{
    const ledger::Attribution& all = m_ends.attribution;
    const Place place {.kind = Place::Kind::attribution};
    for (const ledger::CountedBeside& one : all.beside)
        tell(OpenKind::costs_twice, Severity::warning, 1, OpenWord::costs_twice_beside,
            {one.file, listed(one.others, m_language)}, place);
    for (const ledger::DifferingExports& one : all.differing)
        tell(OpenKind::costs_twice, Severity::warning, 1, OpenWord::costs_twice_differ,
            {one.account, one.month, one.counted_file, one.left_out_file}, place);
    if (all.rules.empty() || all.groups.empty())
        return; // who states no rules asks for no attribution
    const ledger::AttributedGroup& rest = all.groups.back();
    std::vector<std::string> amounts;
    for (const auto& [currency, months] : rest.costs)
        if (const auto sum = ledger::sumOf(months); sum.ok())
            amounts.push_back(exactSum(sum->sums[static_cast<std::size_t>(ledger::CostKind::billed)],
                sum->without[static_cast<std::size_t>(ledger::CostKind::billed)], currency, m_language));
    tell(OpenKind::money_unattributed, Severity::warning, rest.rows, OpenWord::money_unattributed,
        {listed(amounts, m_language), countText(rest.rows)}, place);
}

base::Status Looking::lookAtHours()
{
    const ledger::BillsAndRuns& all = m_ends.bills_and_runs;
    const Place place {.kind = Place::Kind::reconciliation};
    const bool hasBills = !all.billed_types.empty(); // without a bill every run is without one
    const auto& without = all.result.runs_without_bill;
    base::Decimal seconds;
    for (const ledger::RunWithoutBill& run : without) {
        FS_TRY_VALUE(sum, base::Decimal::sum(seconds, run.without_bill));
        seconds = sum;
    }
    if (hasBills && !without.empty())
        tell(OpenKind::runs_without_bill, Severity::warning, static_cast<std::int64_t>(without.size()),
            OpenWord::runs_without_bill,
            {countText(static_cast<std::int64_t>(without.size())), hoursText(seconds), without.front().name}, place);
    if (hasBills && !all.runs.empty()) // else no run was there to be held against
        for (const ledger::ReconciledType& type : all.result.types)
            if (const base::Decimal& idle = type.total.hours.idle; !idle.isZero())
                tell(OpenKind::hours_idle, Severity::warning, 1, OpenWord::hours_idle,
                    {hoursText(idle), type.instance_type}, place);
    if (hasBills && !all.not_counted.empty())
        tell(OpenKind::runs_not_counted, Severity::warning, static_cast<std::int64_t>(all.not_counted.size()),
            OpenWord::runs_not_counted,
            {countText(static_cast<std::int64_t>(all.not_counted.size())), all.not_counted.front().name,
                lacksText(all.not_counted.front(), m_language)},
            place);
    return {};
}

base::Result<EvidenceOverview> Looking::run()
{
    FS_TRY(lookAtProblems());
    FS_TRY(lookAtClaims());
    FS_TRY(lookAtHours());
    lookAtAttribution();
    FS_TRY(lookAtBills());
    FS_TRY(lookAtRuns());
    FS_TRY(lookAtOthers());
    FS_TRY(lookAtBenchmarks());
    FS_TRY(lookAtScenario());
    std::ranges::stable_sort(m_out.open, std::greater {}, &OpenProblem::severity);
    return std::move(m_out);
}

} // namespace

std::string_view name(OpenKind kind)
{
    constexpr std::string_view kNames[] = {"option_failed", "costs_left_out", "costs_one_sided", "import_errors",
        "import_warnings", "claims_wrong", "claims_differ", "claims_to_ask", "money_unplaced", "money_unattributed",
        "costs_twice", "runs_without_bill", "hours_idle", "runs_not_counted", "tokens_not_told", "bills_not_final",
        "maybe_parts", "benchmarks_unusable", "implausible"};
    static_assert(std::size(kNames) == static_cast<std::size_t>(OpenKind::count));
    return kNames[static_cast<std::size_t>(kind)];
}

std::string_view name(Holding::Kind kind)
{
    constexpr std::string_view kNames[] = {"runs", "bills", "telemetry", "jobs", "benchmarks", "claims"};
    static_assert(std::size(kNames) == static_cast<std::size_t>(Holding::Kind::count));
    return kNames[static_cast<std::size_t>(kind)];
}

bool EvidenceOverview::isEmpty() const
{
    return std::ranges::all_of(holdings, [](const Holding& holding) { return holding.count == 0; });
}

base::Result<EvidenceOverview> overviewOf(const store::WorkspaceFile& workspace, const catalogue::Catalogue& catalogue,
    const ledger::LooseEnds& ends, Language language)
{
    return Looking(workspace, catalogue, ends, language).run();
}

ScenarioOverview overviewOf(const scenario::Scenario& scenario, analysis::Scope scope, const base::JobContext& job)
{
    ScenarioOverview out {.scenario = scenario,
        .scope = scope,
        .comparison = analysis::compare(scenario),
        .uncertainty = analysis::simulate(scenario, {.scope = scope}, job),
        .origins = analysis::moneyByOrigin(scenario, scope),
        .uncertain = analysis::uncertainInputs(scenario),
        .worth = base::Error {.code = base::Code::nothing_uncertain}};
    if (out.uncertain.empty())
        return out;
    auto draws = analysis::draw(scenario, {.draws = kWorthDraws}, job);
    if (!draws.ok()) {
        out.worth = draws.error();
        return out;
    }
    out.worth = analysis::valueOfInformation(*draws, job);
    out.uncertain = std::move(draws->inputs);
    return out;
}

} // namespace fullscope::report
