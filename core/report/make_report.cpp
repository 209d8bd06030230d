// SPDX-License-Identifier: GPL-3.0-or-later
// The whole report: verdict, comparison, every input with where it came from, evidence, limits, method.
#include "core/base/readable.h"
#include "core/report/benchmark_parts.h"
#include "core/report/case_parts.h"
#include "core/report/claims_parts.h"
#include "core/report/each_text.h"
#include "core/report/file_names.h"
#include "core/report/format.h"
#include "core/report/known_limits.h"
#include "core/report/plausibility.h"
#include "core/report/reconciliation_parts.h"
#include "core/report/report.h"
#include "core/report/sections.h"
#include "core/report/trend_parts.h"
#include "core/report/uncertainty_parts.h"
#include "core/words/layout_words.h"
#include "core/words/text_ids.h"
#include "core/words/trend_words.h"
#include "core/words/uncertainty_words.h"

#include <algorithm>

namespace fullscope::report {

using analysis::Comparison;
using scenario::Scenario;
using words::Language;
using words::Text;

namespace {

Section verdictSection(const Scenario& scenario, const Comparison& comparison,
    std::span<const analysis::KnownLimits> limits, const ReportRequest& request)
{
    Section section {"verdict", words::say(Text::section_verdict, request.language), {}};
    section.blocks.push_back(keyFigures(scenario, comparison, request.scope, request.language));
    for (auto& paragraph : verdict(scenario, comparison, request.scope, request.language))
        section.blocks.push_back(std::move(paragraph));
    for (auto& warning : plausibilityWarnings(scenario, comparison, limits, request.language))
        section.blocks.push_back(std::move(warning));
    return section;
}

Section comparisonSection(const Scenario& scenario, const Comparison& comparison, const ReportRequest& request)
{
    Section section {"comparison", words::say(Text::section_comparison, request.language), {}};
    section.blocks.push_back(componentBars(scenario, comparison, request.scope, request.language));
    section.blocks.push_back(componentTable(scenario, comparison, request.scope, request.language));
    section.blocks.push_back(scopeLadder(scenario, comparison, request.language));
    section.blocks.push_back(hoursTable(comparison, request.language));
    if (auto lines = breakEvenLines(scenario, comparison, request.language);
        lines.ok() && comparison.options.size() > 1)
        section.blocks.push_back(*std::move(lines));
    if (auto naive = naiveTable(scenario, comparison, request.language)) {
        section.blocks.push_back(*std::move(naive));
        section.blocks.push_back(Paragraph {words::say(Text::naive_why, request.language)});
    }
    if (auto tutorial = tutorialTable(scenario, comparison, request.language)) {
        section.blocks.push_back(*std::move(tutorial));
        section.blocks.push_back(Paragraph {words::say(Text::tutorial_why, request.language)});
    }
    return section;
}

// With the draws that the page shows. What keeps inputs from being drawn is said in its place.
std::optional<Section> drawnSection(const Scenario& scenario, const ReportRequest& request)
{
    const auto uncertainty = analysis::simulate(scenario, {.scope = request.scope}, {});
    if (uncertainty)
        return uncertaintySection(scenario, *uncertainty, request.language);
    return Section {"uncertainty", words::say(words::UncertaintyWord::title, request.language),
        {Paragraph {words::sentence(uncertainty.error(), request.language), Paragraph::Kind::warning}}};
}

// What a workload or horizon has in place of the scenario's figures.
void addVariantTables(Section& section, const Scenario& scenario, Language language)
{
    for (const auto kind : {scenario::VariantKind::workload, scenario::VariantKind::horizon})
        for (const scenario::Variant& variant : variants(scenario, kind)) {
            Table table = overridesTable(scenario, variant, language).table;
            section.blocks.emplace_back(std::move(table));
        }
}

Section inputsSection(const Scenario& scenario, Language language)
{
    Section section {"inputs", words::say(Text::section_inputs, language), {}};
    section.blocks.push_back(inputsTable(
        words::label(scenario::InputGroup::workload, language), scenario.workload, scenario.currency, language));
    for (const auto& option : scenario.options)
        section.blocks.push_back(inputsTable(option.name, option.values, scenario.currency, language));
    addVariantTables(section, scenario, language);
    return section;
}

// What is not of the week alone says of which days it is.
void namePeriod(Section& section, const ledger::BillsAndRuns& all, std::int64_t week_us, Language language)
{
    std::int64_t from_us = week_us, to_us = week_us + ledger::kWeekUs;
    const auto add = [&](std::int64_t start_us, std::int64_t end_us) {
        from_us = std::min(from_us, start_us);
        to_us = std::max(to_us, end_us);
    };
    for (const ledger::ReconciledType& type : all.result.types)
        for (const ledger::ReconciledSlot& slot : type.periods)
            add(slot.start_us, slot.end_us);
    for (const ledger::CountedRun& run : all.runs)
        for (const ledger::HeldTime& time : run.hours.times)
            add(time.start_us, time.end_us);
    if (from_us == week_us && to_us == week_us + ledger::kWeekUs)
        return;
    const std::string first = base::formatDate({from_us}), last = base::formatDate({to_us - 1});
    section.title += " " + first + " – " + last;
    section.blocks.insert(section.blocks.begin(),
        Paragraph {words::say(words::TrendWord::not_of_week, language, {first, last, ledger::weekName(week_us)})});
}

base::Result<Report> makeAll(const store::WorkspaceFile& workspace, const catalogue::Catalogue& catalogue,
    const ReportRequest& request, const TrendRequest* trends)
{
    const Language language = request.language;
    FS_TRY(checkSections(request.layout.sections));
    Report report;
    report.language = language;
    report.layout = request.layout;
    report.made_on = request.made_on;
    report.title = words::say(Text::report_title, language);
    FS_TRY_VALUE(stored, workspace.scenario());
    if (stored) {
        FS_TRY_VALUE(comparison, analysis::compare(*stored));
        const auto limits = knownLimits(*stored, catalogue, language);
        report.subtitle = stored->name;
        report.sections.push_back(verdictSection(*stored, comparison, limits, request));
        report.sections.push_back(comparisonSection(*stored, comparison, request));
        for (auto& section : {explanationSection(*stored, comparison, language),
                 turningSection(*stored, catalogue, comparison, language),
                 measureSection(*stored, comparison, language)})
            if (!section.blocks.empty())
                report.sections.push_back(section);
        if (auto drawn = drawnSection(*stored, request))
            report.sections.push_back(*std::move(drawn));
        if (analysis::hasCases(*stored)) {
            FS_TRY_VALUE(cases,
                analysis::evaluateCases(*stored, {}, limits, analysis::DrawOptions {.scope = request.scope}, {}));
            report.sections.push_back(caseSection(*stored, cases, request.scope, language));
        }
        report.sections.push_back(inputsSection(*stored, language));
    }
    FS_TRY_VALUE(runs, runsSection(workspace, language));
    if (!runs.blocks.empty())
        report.sections.push_back(std::move(runs));
    FS_TRY_VALUE(bills, billsSection(workspace, language));
    if (!bills.blocks.empty())
        report.sections.push_back(std::move(bills));
    if (request.bills_and_runs)
        if (Section against = reconciliationSection(*request.bills_and_runs, language); !against.blocks.empty()) {
            if (trends != nullptr && trends->week_us != base::kNoTime)
                namePeriod(against, *request.bills_and_runs, trends->week_us, language);
            report.sections.push_back(std::move(against));
        }
    if (trends != nullptr)
        if (Section weeks = trendSection(trends->trends, trends->week_us, language); !weeks.blocks.empty())
            report.sections.push_back(std::move(weeks));
    FS_TRY_VALUE(benchmarks, benchmarksSection(workspace, catalogue, language));
    if (!benchmarks.blocks.empty())
        report.sections.push_back(std::move(benchmarks));
    FS_TRY_VALUE(claims, claimsSection(workspace, catalogue, language));
    if (!claims.blocks.empty())
        report.sections.push_back(std::move(claims));
    const base::Error nothing {.code = base::Code::nothing_to_report, .file = workspace.path()};
    if (report.sections.empty())
        return nothing;
    FS_TRY_VALUE(limits, limitsSection(workspace, stored, language));
    report.sections.push_back(std::move(limits));
    if (stored)
        report.sections.push_back(methodSection(language));
    if (trends != nullptr && trends->week_us != base::kNoTime)
        report.subtitle = weekTitle(trends->week_us, language);
    arrange(report.sections, request.layout, language);
    if (report.sections.empty())
        return nothing;
    if (stored)
        report.sections.back().blocks.push_back(Paragraph {words::say(words::LayoutWord::seed_and_schema, language,
            {std::to_string(Scenario::kSchema), std::to_string(analysis::DrawOptions().seed)})});
    report.sections.back().blocks.push_back(
        Paragraph {words::say(Text::made_by, language, {request.program_version, request.made_on})});
    FS_TRY_VALUE(paths, knownPaths(workspace, stored));
    callFilesByName(report, std::move(paths));
    // Names come from files and from others: whatever is made of the report, none may turn round the figures beside it.
    const auto mend = [](std::string& text) { text = base::readable(text); };
    EachText {mend}(report);
    return report;
}

} // namespace

base::Result<Report> makeReport(
    const store::WorkspaceFile& workspace, const catalogue::Catalogue& catalogue, const ReportRequest& request)
{
    return makeAll(workspace, catalogue, request, nullptr);
}

base::Result<Report> makeReport(const store::WorkspaceFile& workspace, const catalogue::Catalogue& catalogue,
    const ReportRequest& request, const TrendRequest& trends)
{
    return makeAll(workspace, catalogue, request, &trends);
}

} // namespace fullscope::report
