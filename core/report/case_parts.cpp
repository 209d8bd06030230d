// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/case_parts.h"

#include "core/report/case_figures.h"
#include "core/report/format.h"
#include "core/report/plausibility.h"
#include "core/words/case_words.h"
#include "core/words/question_words.h"
#include "core/words/text_ids.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace fullscope::report {

using analysis::Case;
using analysis::Scope;
using scenario::Scenario;
using scenario::VariantKind;
using words::CaseWord;
using words::Language;

namespace {

constexpr const char* kCheapest = "✓ ";

// The columns that say which case a row is about: those of kinds that the scenario names any of.
void addCaseColumns(Table& table, const Scenario& scenario, Language language)
{
    if (!scenario.workloads.empty())
        table.columns.push_back({say(CaseWord::workload, language), false});
    if (!scenario.horizons.empty())
        table.columns.push_back({say(CaseWord::horizon, language), false});
}

std::vector<std::string> caseCells(const Scenario& scenario, const Case& one, Language language)
{
    std::vector<std::string> cells;
    if (!scenario.workloads.empty())
        cells.push_back(variantText(scenario, VariantKind::workload, one.key.workload, language));
    if (!scenario.horizons.empty())
        cells.push_back(variantText(scenario, VariantKind::horizon, one.key.horizon, language));
    return cells;
}

std::string rangeText(const std::string& from, const std::string& to, Language language)
{
    return say(CaseWord::range, language, {from, to});
}

std::vector<std::string> optionCells(
    const CaseFigures& of, const std::string& currency, Scope scope, bool drawn, Language language)
{
    const auto money = [&](double figure) { return caseMoney(of, figure, currency, scope); };
    std::vector<std::string> cells;
    cells.push_back(of.figure ? money(*of.figure) : kNoFigure);
    if (drawn)
        cells.push_back(of.spread != nullptr && of.costs != nullptr
                ? rangeText(money(of.spread->total->percentile(10)), money(of.spread->total->percentile(90)), language)
                : kNoFigure);
    cells.push_back(of.per_mtok ? money(*of.per_mtok) : kNoFigure);
    cells.push_back(of.costs != nullptr
            ? of.mark + boundMark(billedBound(*of.costs)) + base::formatNumber(of.costs->wall_days, 1)
            : kNoFigure);
    cells.push_back(of.saving ? of.change_mark + changeText(*of.saving) : kNoFigure);
    if (drawn) // the least saving is the greatest change
        cells.push_back(of.saving_spread != nullptr ? of.change_mark
                    + rangeText(changeText(of.saving_spread->saving->percentile(90)),
                        changeText(of.saving_spread->saving->percentile(10)), language)
                                                    : kNoFigure);
    std::string cheapest = of.is_cheapest ? kCheapest : "";
    if (drawn)
        cheapest += of.spread != nullptr ? probabilityText(*of.spread) : kNoFigure;
    cells.push_back(std::move(cheapest));
    return cells;
}

std::string cheapestText(const Scenario& scenario, const Cases& cases, Scope scope, Language language)
{
    std::map<std::size_t, std::size_t> times; // by option
    std::size_t computed = 0;
    for (const Case& one : cases)
        if (const auto cheapest = one.comparison.cheapest[static_cast<std::size_t>(scope)]) {
            ++times[*cheapest];
            ++computed;
        }
    if (times.empty() || scenario.options.size() < 2)
        return {};
    if (times.size() == 1)
        return say(
            CaseWord::same_cheapest, language, {scenario.options[times.begin()->first].name, std::to_string(computed)});
    std::vector<std::string> parts;
    for (const auto& [option, count] : times)
        parts.push_back(say(CaseWord::times_cheapest, language,
            {scenario.options[option].name, std::to_string(count), std::to_string(computed)}));
    return say(CaseWord::other_cheapest, language, {listed(parts, language)});
}

std::size_t comparedIn(const Case& one, Scope scope)
{
    std::size_t compared = 0;
    for (std::size_t i = 0; i < one.comparison.options.size(); ++i)
        compared += isCompared(one, i, scope) ? 1 : 0;
    return compared;
}

// What is wrong with cases. A workload that leaves out a throughput does so under every horizon: said once.
void addWarnings(
    std::vector<Paragraph>& out, const Scenario& scenario, const Cases& cases, Scope scope, Language language)
{
    const auto warn = [&out](std::string text) {
        if (std::ranges::find(out, text, &Paragraph::text) == out.end())
            out.push_back({std::move(text), Paragraph::Kind::warning});
    };
    for (const Case& one : cases) {
        const std::string name = caseText(scenario, one.key, language);
        const auto& leftOut = one.under.throughput_left_out;
        for (const std::size_t option : leftOut)
            warn(say(one.comparison.options[option].costs.ok() ? CaseWord::throughput_modelled
                                                               : CaseWord::throughput_left_out,
                language,
                {variantText(scenario, VariantKind::workload, one.key.workload, language),
                    scenario.options[option].name}));
        const std::string colon = language == Language::en ? ": " : "：";
        if (scope != Scope::list_price)
            for (const Paragraph& paragraph :
                throughputWarnings(one.under.scenario, one.comparison, one.throughput, language))
                warn(variantText(scenario, VariantKind::workload, one.key.workload, language) + colon + paragraph.text);
        for (const Paragraph& paragraph : horizonWarnings(one.under.scenario, one.comparison, language))
            warn(name + colon + paragraph.text);
        if (const auto compared = comparedIn(one, scope); compared < 2 && scenario.options.size() > 1)
            warn(say(CaseWord::nothing_compared, language,
                {name, std::to_string(compared), std::to_string(scenario.options.size())}));
        for (std::size_t i = 0; i < one.comparison.options.size(); ++i) {
            const auto& costs = one.comparison.options[i].costs;
            const bool isSaid = std::ranges::find(leftOut, i) != leftOut.end() && !costs.ok()
                && costs.error().field == scenario::spec(scenario::Input::tokens_per_s).name;
            if (!costs.ok() && !isSaid)
                warn(say(CaseWord::failed, language,
                    {name, scenario.options[i].name, words::sentence(costs.error(), language)}));
        }
        if (one.uncertainty && !one.uncertainty->ok())
            warn(words::sentence(one.uncertainty->error(), language));
        for (const Paragraph& paragraph : coverageWarnings(one.comparison, scope, language))
            warn(paragraph.text);
    }
}

} // namespace

std::string caseText(const Scenario& scenario, const scenario::CaseKey& key, Language language)
{
    std::string text;
    if (!scenario.workloads.empty())
        text = variantText(scenario, VariantKind::workload, key.workload, language);
    if (!scenario.horizons.empty())
        text += (text.empty() ? "" : " · ") + variantText(scenario, VariantKind::horizon, key.horizon, language);
    return text;
}

Table caseMatrix(const Scenario& scenario, const Cases& cases, Scope scope, Language language)
{
    Table table;
    table.title = say(CaseWord::title, language, {words::label(scope, language)});
    addCaseColumns(table, scenario, language);
    for (const scenario::Option& option : scenario.options)
        table.columns.push_back({option.name, true});
    const bool hasOthers = scenario.options.size() > 1, drawn = isDrawn(cases);
    if (hasOthers)
        table.columns.push_back({say(CaseWord::cheapest, language), false});
    if (hasOthers && drawn)
        table.columns.push_back({say(CaseWord::probability, language), true});
    for (const Case& one : cases) {
        std::vector<std::string> row = caseCells(scenario, one, language);
        std::string cheapest = kNoFigure, probability = kNoFigure;
        for (std::size_t i = 0; i < scenario.options.size(); ++i) {
            const CaseFigures of = caseFigures(one, i, scope);
            row.push_back(of.figure
                    ? (of.is_cheapest ? kCheapest : "") + caseMoney(of, *of.figure, scenario.currency, scope)
                    : kNoFigure);
            if (!of.is_cheapest)
                continue;
            cheapest = scenario.options[i].name;
            if (of.spread != nullptr)
                probability = probabilityText(*of.spread);
        }
        if (hasOthers)
            row.push_back(std::move(cheapest));
        if (hasOthers && drawn)
            row.push_back(std::move(probability));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table caseTable(const Scenario& scenario, const Cases& cases, Scope scope, Language language)
{
    const bool drawn = isDrawn(cases);
    Table table;
    addCaseColumns(table, scenario, language);
    table.columns.push_back({words::say(words::Text::option, language), false});
    table.columns.push_back({words::label(scope, language), true});
    if (drawn)
        table.columns.push_back({say(CaseWord::p10_to_p90, language), true});
    table.columns.push_back({say(CaseWord::per_mtok, language), true});
    table.columns.push_back({say(CaseWord::days, language), true});
    table.columns.push_back({say(CaseWord::change, language, {baselineName(scenario)}), true});
    if (drawn)
        table.columns.push_back({say(CaseWord::p10_to_p90, language), true});
    table.columns.push_back({say(drawn ? CaseWord::probability : CaseWord::cheapest, language), true});
    for (const Case& one : cases)
        for (std::size_t i = 0; i < scenario.options.size(); ++i) {
            std::vector<std::string> row = caseCells(scenario, one, language);
            row.push_back(scenario.options[i].name);
            for (std::string& cell : optionCells(caseFigures(one, i, scope), scenario.currency, scope, drawn, language))
                row.push_back(std::move(cell));
            table.rows.push_back(std::move(row));
        }
    return table;
}

std::vector<Paragraph> caseNotes(const Scenario& scenario, const Cases& cases, Scope scope, Language language)
{
    std::vector<Paragraph> out;
    if (std::string cheapest = cheapestText(scenario, cases, scope, language); !cheapest.empty())
        out.push_back({std::move(cheapest), Paragraph::Kind::headline});
    addWarnings(out, scenario, cases, scope, language);
    std::string note = say(CaseWord::rest_stands, language);
    const std::string space = language == Language::en ? " " : "";
    if (isDrawn(cases))
        note += space + say(CaseWord::same_draws, language);
    if (scenario.options.size() > 1)
        note += space + say(CaseWord::mark_note, language) + (language == Language::en ? "." : "。");
    const bool isMarked = scope != Scope::list_price && std::ranges::any_of(cases, [](const Case& one) {
        return std::ranges::any_of(one.throughput, [](const auto& of) { return !possibilityMark(of).empty(); });
    });
    if (isMarked)
        note += space + say(CaseWord::throughput_note, language) + (language == Language::en ? "." : "。");
    out.push_back({std::move(note)});
    return out;
}

Section caseSection(const Scenario& scenario, const Cases& cases, Scope scope, Language language)
{
    Section section {"cases", say(CaseWord::title, language, {words::label(scope, language)}), {}};
    if (auto grid = caseGrid(scenario, cases, scope, language).table; !grid.rows.empty())
        section.blocks.emplace_back(std::move(grid));
    section.blocks.emplace_back(caseMatrix(scenario, cases, scope, language));
    section.blocks.emplace_back(casePlot(scenario, cases, scope, language));
    section.blocks.emplace_back(caseTable(scenario, cases, scope, language));
    for (Paragraph& paragraph : caseNotes(scenario, cases, scope, language))
        section.blocks.emplace_back(std::move(paragraph));
    return section;
}

} // namespace fullscope::report
