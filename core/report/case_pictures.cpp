// SPDX-License-Identifier: GPL-3.0-or-later
// Who is cheapest where, as a grid and as bars.
#include "core/report/case_figures.h"
#include "core/report/format.h"
#include "core/report/plausibility.h"
#include "core/words/case_words.h"
#include "core/words/question_words.h"
#include "core/words/text_ids.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fullscope::report {

using analysis::Case;
using analysis::Scope;
using scenario::Scenario;
using scenario::VariantKind;
using words::CaseWord;
using words::Language;

namespace {

// Median and its way to P10 and P90, as changes against the baseline.
void addChange(PlotSpec& plot, const CaseFigures& of, bool drawn)
{
    constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();
    if (!drawn) {
        plot.bars[0].values.push_back(of.saving ? -*of.saving : kNotKnown);
        return;
    }
    const double only = of.saving ? -*of.saving : kNotKnown; // where nothing is uncertain: a point
    const auto at = [&](int percent) {
        return of.saving_spread != nullptr ? -of.saving_spread->saving->percentile(percent) : only;
    };
    plot.bases.push_back(std::isnan(at(50)) ? 0 : at(50));
    plot.bars[0].values.push_back(at(90)); // of the saving: the least change
    plot.bars[1].values.push_back(at(10));
}

// "▲ Trn2 −12.5 % · 99.9 %": the cheapest, its change from the next one, its probability.
std::string gridCell(const Scenario& scenario, const Case& one, Scope scope)
{
    constexpr const char* kSigns[] = {"●", "▲", "■", "◆", "★", "✚", "▼", "○"};
    const auto cheapest = one.comparison.cheapest[static_cast<std::size_t>(scope)];
    if (!cheapest)
        return kNoFigure;
    std::optional<double> next;
    std::string mark;
    for (std::size_t i = 0; i < scenario.options.size(); ++i) {
        const CaseFigures of = caseFigures(one, i, scope);
        if (i == *cheapest)
            mark = of.mark;
        else if (isCompared(one, i, scope) && (!next || *of.figure < *next))
            next = of.figure;
    }
    const CaseFigures best = caseFigures(one, *cheapest, scope);
    std::string text
        = std::string(kSigns[*cheapest % std::size(kSigns)]) + ' ' + mark + scenario.options[*cheapest].name;
    if (next && *next > 0)
        text += ' ' + changeText(1 - *best.figure / *next);
    if (best.spread != nullptr && best.spread->cheapest)
        text += " · " + probabilityText(*best.spread);
    return text;
}

} // namespace

CaseFigures caseFigures(const Case& one, std::size_t option, Scope scope)
{
    CaseFigures out;
    const auto s = static_cast<std::size_t>(scope);
    if (const auto& costs = one.comparison.options[option].costs) {
        out.costs = &*costs;
        out.figure = underScope(*costs, scope);
        out.per_mtok = perMtokUnder(*costs, scope);
    }
    for (const auto& difference : one.comparison.differences)
        if (difference.option == option)
            out.saving = difference.saving[s];
    out.is_cheapest = one.comparison.cheapest[s] == option;
    if (scope != Scope::list_price && out.costs != nullptr) // which no throughput enters
        out.mark = possibilityMark(one.throughput[option]);
    if (scope != Scope::list_price && out.saving)
        out.change_mark
            = possibilityMark(analysis::worse(one.throughput[option], one.throughput[one.comparison.baseline]));
    if (!one.uncertainty || !one.uncertainty->ok() || (*one.uncertainty)->inputs.empty())
        return out;
    const analysis::Uncertainty& drawn = **one.uncertainty;
    out.spread = drawn.options[option].total ? &drawn.options[option] : nullptr;
    for (const auto& saving : drawn.savings)
        if (saving.option == option && saving.saving)
            out.saving_spread = &saving;
    return out;
}

std::string caseMoney(const CaseFigures& of, double figure, const std::string& currency, Scope scope)
{
    return of.mark + boundMark(boundUnder(*of.costs, scope)) + moneyText(figure, currency)
        + (scope == Scope::list_price ? "/PFLOP·h" : "");
}

std::string probabilityText(const analysis::OptionSpread& spread)
{
    return spread.cheapest ? percent(*spread.cheapest + *spread.cheapest_tied) : kNoFigure;
}

bool isCompared(const Case& one, std::size_t option, Scope scope)
{
    const auto& costs = one.comparison.options[option].costs;
    return costs.ok() && underScope(*costs, scope)
        && (scope == Scope::list_price || one.throughput[option].possibility != analysis::Possibility::impossible);
}

bool isDrawn(const Cases& cases)
{
    return std::ranges::any_of(cases, [](const Case& one) {
        return one.uncertainty && one.uncertainty->ok() && !(*one.uncertainty)->inputs.empty();
    });
}

std::string variantText(
    const Scenario& scenario, VariantKind kind, const std::optional<std::size_t>& index, Language language)
{
    return index ? variants(scenario, kind)[*index].name : say(CaseWord::own, language);
}

std::string baselineName(const Scenario& scenario)
{
    return scenario.baseline < scenario.options.size() ? scenario.options[scenario.baseline].name : std::string();
}

CaseGrid caseGrid(const Scenario& scenario, const Cases& cases, Scope scope, Language language)
{
    CaseGrid grid;
    if (scenario.options.size() < 2)
        return grid;
    std::vector<std::optional<std::size_t>> workloads, horizons; // in the order of the cases
    for (const Case& one : cases) {
        if (std::ranges::find(workloads, one.key.workload) == workloads.end())
            workloads.push_back(one.key.workload);
        if (std::ranges::find(horizons, one.key.horizon) == horizons.end())
            horizons.push_back(one.key.horizon);
    }
    Table& table = grid.table;
    table.title = say(
        isDrawn(cases) ? CaseWord::grid_title_drawn : CaseWord::grid_title, language, {words::label(scope, language)});
    table.columns = {{say(CaseWord::workload, language), false}};
    for (const auto& horizon : horizons)
        table.columns.push_back({variantText(scenario, VariantKind::horizon, horizon, language), false});
    for (const auto& workload : workloads) {
        table.rows.push_back({variantText(scenario, VariantKind::workload, workload, language)});
        grid.cheapest.push_back({std::nullopt});
        grid.cases.push_back({std::nullopt});
        for (const auto& horizon : horizons) {
            const auto found = std::ranges::find(cases, scenario::CaseKey {workload, horizon}, &Case::key);
            const bool isThere = found != cases.end();
            table.rows.back().push_back(isThere ? gridCell(scenario, *found, scope) : kNoFigure);
            grid.cheapest.back().push_back(
                isThere ? found->comparison.cheapest[static_cast<std::size_t>(scope)] : std::nullopt);
            grid.cases.back().push_back(
                isThere ? std::optional(static_cast<std::size_t>(found - cases.begin())) : std::nullopt);
        }
    }
    return grid;
}

PlotSpec casePlot(const Scenario& scenario, const Cases& cases, Scope scope, Language language)
{
    constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();
    const bool isCompared = scenario.options.size() > 1, drawn = isCompared && isDrawn(cases);
    const std::string baseline = baselineName(scenario);
    PlotSpec plot;
    plot.kind = PlotKind::stacked_bars;
    plot.sideways = true; // their labels are long
    plot.overlaid = drawn;
    plot.id = "compare.cases";
    plot.currency = scenario.currency;
    plot.title = isCompared ? say(CaseWord::change_plot, language, {baseline}) : say(CaseWord::total_plot, language);
    plot.y.label = isCompared ? say(CaseWord::change, language, {baseline}) : words::label(scope, language);
    plot.y.unit = isCompared ? base::Unit::share : base::Unit::money;
    if (drawn)
        plot.bars = {{"P10", {}, Tone::a, true}, {"P90", {}, Tone::b, false}};
    else
        plot.bars = {{plot.y.label, {}, Tone::a, false}};
    if (isCompared)
        plot.marks = {{0, say(CaseWord::as_baseline, language, {baseline}), Tone::neutral}};
    std::vector<std::string> spoken;
    for (const Case& one : cases)
        for (std::size_t i = 0; i < scenario.options.size(); ++i) {
            if (isCompared && i == scenario.baseline)
                continue;
            const CaseFigures of = caseFigures(one, i, scope);
            std::string name = caseText(scenario, one.key, language);
            if (scenario.options.size() > 2 || !isCompared) // else there is no other
                name += (language == Language::en ? ": " : "：") + scenario.options[i].name;
            if (isCompared)
                addChange(plot, of, drawn);
            else
                plot.bars[0].values.push_back(of.figure.value_or(kNotKnown));
            name = (isCompared ? of.change_mark : of.mark) + name;
            spoken.push_back(name + " "
                + (isCompared       ? of.saving ? changeText(*of.saving) : kNoFigure
                        : of.figure ? moneyText(*of.figure, scenario.currency)
                                    : kNoFigure));
            plot.categories.push_back(std::move(name));
        }
    plot.description = listed(spoken, language);
    return plot;
}

scenario::InputPlace caseInput(
    const Scenario& scenario, const scenario::CaseKey& key, std::optional<std::size_t> option)
{
    std::vector<const scenario::Variant*> named;
    if (key.workload)
        named.push_back(&scenario.workloads[*key.workload]);
    if (key.horizon)
        named.push_back(&scenario.horizons[*key.horizon]);
    for (const scenario::Variant* variant : named)
        for (const auto& [place, value] : variant->values)
            if (option && place.option == option)
                return place;
    for (const scenario::Variant* variant : named)
        if (!variant->values.empty())
            return variant->values.begin()->first;
    return {std::nullopt, scenario::Input::tokens};
}

InputTable overridesTable(const Scenario& scenario, const scenario::Variant& variant, Language language)
{
    InputTable out;
    out.table.title = say(CaseWord::overrides_title, language, {variant.name});
    out.table.columns = {{words::say(words::Text::input, language), false},
        {words::say(words::QuestionWord::input_of, language), false}, {say(CaseWord::in_scenario, language), true},
        {say(CaseWord::here, language), true}};
    for (const auto& [place, value] : variant.values) {
        const auto unit = scenario::spec(place.input).unit;
        const scenario::Value* const own = valueAt(scenario, place);
        out.table.rows.push_back({words::label(place.input, language), ownerText(scenario, place, language),
            own != nullptr ? scenario::shownValue(*own, unit, scenario.currency)
                           : words::say(words::Text::not_given, language),
            scenario::shownValue(value, unit, scenario.currency)});
        out.places.push_back(place);
    }
    return out;
}

} // namespace fullscope::report
