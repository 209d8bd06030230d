// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/case_parts.h"

#include "core/report/format.h"
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

constexpr const char* kNone = "–";
constexpr const char* kCheapest = "✓ ";

std::string variantText(
    const Scenario& scenario, VariantKind kind, const std::optional<std::size_t>& index, Language language)
{
    return index ? variants(scenario, kind)[*index].name : say(CaseWord::own, language);
}

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

// Of one option in one case.
struct Figures {
    const analysis::Costs* costs = nullptr; // null: cannot be computed
    std::optional<double> figure, per_mtok, saving;
    const analysis::OptionSpread* spread = nullptr; // null: not drawn, or nothing is uncertain
    const analysis::SavingSpread* saving_spread = nullptr;
    bool is_cheapest = false;
};

Figures figuresOf(const Case& one, std::size_t option, Scope scope)
{
    Figures out;
    const auto s = static_cast<std::size_t>(scope);
    if (const auto& costs = one.comparison.options[option].costs) {
        out.costs = &*costs;
        out.figure = underScope(*costs, scope);
        out.per_mtok = perMtokUnder(*costs, scope);
    }
    for (const auto& difference : one.comparison.differences)
        if (difference.option == option)
            out.saving = difference.saving[s];
    out.is_cheapest = one.comparison.cheapest[s] == option && one.comparison.options.size() > 1;
    if (!one.uncertainty || !one.uncertainty->ok() || (*one.uncertainty)->inputs.empty())
        return out;
    const analysis::Uncertainty& drawn = **one.uncertainty;
    out.spread = drawn.options[option].total ? &drawn.options[option] : nullptr;
    for (const auto& saving : drawn.savings)
        if (saving.option == option && saving.saving)
            out.saving_spread = &saving;
    return out;
}

std::string figureText(const Figures& of, double figure, const std::string& currency, Scope scope)
{
    return boundMark(boundUnder(*of.costs, scope)) + moneyText(figure, currency)
        + (scope == Scope::list_price ? "/PFLOP·h" : "");
}

std::string rangeText(const std::string& from, const std::string& to, Language language)
{
    return say(CaseWord::range, language, {from, to});
}

std::string baselineName(const Scenario& scenario)
{
    return scenario.baseline < scenario.options.size() ? scenario.options[scenario.baseline].name : std::string();
}

// Probability of being cheapest, those who share it included.
std::string probabilityText(const analysis::OptionSpread& spread)
{
    return percent(spread.cheapest + spread.cheapest_tied);
}

bool isDrawn(const Cases& cases)
{
    return std::ranges::any_of(cases, [](const Case& one) {
        return one.uncertainty && one.uncertainty->ok() && !(*one.uncertainty)->inputs.empty();
    });
}

std::vector<std::string> optionCells(
    const Figures& of, const std::string& currency, Scope scope, bool drawn, Language language)
{
    const auto money = [&](double figure) { return figureText(of, figure, currency, scope); };
    std::vector<std::string> cells;
    cells.push_back(of.figure ? money(*of.figure) : kNone);
    if (drawn)
        cells.push_back(of.spread != nullptr && of.costs != nullptr
                ? rangeText(money(of.spread->total->percentile(10)), money(of.spread->total->percentile(90)), language)
                : kNone);
    cells.push_back(of.per_mtok ? boundMark(boundUnder(*of.costs, scope)) + moneyText(*of.per_mtok, currency) : kNone);
    cells.push_back(
        of.costs != nullptr ? boundMark(billedBound(*of.costs)) + base::formatNumber(of.costs->wall_days, 1) : kNone);
    cells.push_back(of.saving ? changeText(*of.saving) : kNone);
    if (drawn) // the least saving is the greatest change
        cells.push_back(of.saving_spread != nullptr ? rangeText(changeText(of.saving_spread->saving->percentile(90)),
                            changeText(of.saving_spread->saving->percentile(10)), language)
                                                    : kNone);
    std::string cheapest = of.is_cheapest ? kCheapest : "";
    if (drawn)
        cheapest += of.spread != nullptr ? probabilityText(*of.spread) : kNone;
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

// Median and its way to P10 and P90, as changes against the baseline.
void addChange(PlotSpec& plot, const Figures& of, bool drawn)
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
        std::string cheapest = kNone, probability = kNone;
        for (std::size_t i = 0; i < scenario.options.size(); ++i) {
            const Figures of = figuresOf(one, i, scope);
            row.push_back(of.figure
                    ? (of.is_cheapest ? kCheapest : "") + figureText(of, *of.figure, scenario.currency, scope)
                    : kNone);
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
            for (std::string& cell : optionCells(figuresOf(one, i, scope), scenario.currency, scope, drawn, language))
                row.push_back(std::move(cell));
            table.rows.push_back(std::move(row));
        }
    return table;
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
            const Figures of = figuresOf(one, i, scope);
            std::string name = caseText(scenario, one.key, language);
            if (scenario.options.size() > 2 || !isCompared) // else there is no other
                name += (language == Language::en ? ": " : "：") + scenario.options[i].name;
            if (isCompared)
                addChange(plot, of, drawn);
            else
                plot.bars[0].values.push_back(of.figure.value_or(kNotKnown));
            spoken.push_back(name + " "
                + (isCompared       ? of.saving ? changeText(*of.saving) : kNone
                        : of.figure ? moneyText(*of.figure, scenario.currency)
                                    : kNone));
            plot.categories.push_back(std::move(name));
        }
    plot.description = listed(spoken, language);
    return plot;
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
    out.push_back({std::move(note)});
    return out;
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

Section caseSection(const Scenario& scenario, const Cases& cases, Scope scope, Language language)
{
    Section section {"cases", say(CaseWord::title, language, {words::label(scope, language)}), {}};
    section.blocks.emplace_back(caseMatrix(scenario, cases, scope, language));
    section.blocks.emplace_back(casePlot(scenario, cases, scope, language));
    section.blocks.emplace_back(caseTable(scenario, cases, scope, language));
    for (Paragraph& paragraph : caseNotes(scenario, cases, scope, language))
        section.blocks.emplace_back(std::move(paragraph));
    return section;
}

} // namespace fullscope::report
