// SPDX-License-Identifier: GPL-3.0-or-later
// The overview in words, tables and bars.
#include "core/report/format.h"
#include "core/report/measure_parts.h"
#include "core/report/overview.h"
#include "core/report/sections.h"
#include "core/words/overview_words.h"
#include "core/words/text_ids.h"

#include <algorithm>
#include <cmath>

namespace fullscope::report {

using analysis::OptionOrigins;
using base::Severity;
using evidence::Origin;
using store::Place;
using words::Language;
using words::OpenWord;
using words::OverviewWord;
using words::say;

namespace {

constexpr double kSame = 5e-4; // share below which two figures are printed alike, as in verdict()

// Options that have a figure under the scope, the cheapest first.
std::vector<std::pair<double, std::size_t>> ranked(const ScenarioOverview& overview)
{
    std::vector<std::pair<double, std::size_t>> found;
    if (overview.comparison.ok())
        for (std::size_t i = 0; i < overview.comparison->options.size(); ++i)
            if (const auto& costs = overview.comparison->options[i].costs; costs.ok())
                if (const auto figure = analysis::underScope(*costs, overview.scope))
                    found.emplace_back(*figure, i);
    std::ranges::stable_sort(found, {}, &std::pair<double, std::size_t>::first);
    return found;
}

// What follows the figures in the sentence; empty where something else is said in a sentence of its own.
std::string certainty(const ScenarioOverview& overview, std::size_t option, Language language)
{
    if (!overview.uncertainty.ok())
        return {};
    if (overview.uncertainty->inputs.empty())
        return say(OverviewWord::without_probability, language);
    const analysis::OptionSpread& spread = overview.uncertainty->options[option];
    if (!spread.cheapest)
        return {};
    return *spread.cheapest_tied > 0
        ? say(OverviewWord::with_probability_tied, language, {percent(*spread.cheapest + *spread.cheapest_tied)})
        : say(OverviewWord::with_probability, language, {percent(*spread.cheapest)});
}

// Sentences without which the first one would mislead.
void addReservations(
    std::vector<Paragraph>& out, const ScenarioOverview& overview, std::size_t option, Language language)
{
    if (!overview.uncertainty.ok()) {
        out.push_back(
            {say(OverviewWord::not_drawn, language, {words::sentence(overview.uncertainty.error(), language)}),
                Paragraph::Kind::warning});
    } else if (!overview.uncertainty->inputs.empty()) {
        const auto& spreads = overview.uncertainty->options;
        const auto often = std::ranges::max_element(spreads, {}, &analysis::OptionSpread::cheapest);
        if (often->cheapest > spreads[option].cheapest)
            out.push_back({say(OverviewWord::other_more_often, language, {often->name, percent(*often->cheapest)}),
                Paragraph::Kind::warning});
    }
    std::vector<std::string> failed;
    for (const analysis::OptionResult& one : overview.comparison->options)
        if (!one.costs.ok())
            failed.push_back(one.name);
    if (!failed.empty())
        out.push_back(
            {say(OverviewWord::some_not_computed, language, {listed(failed, language)}), Paragraph::Kind::warning});
}

bool hasSums(const ScenarioOverview& overview)
{
    return analysis::componentsWithin(overview.scope) > 0
        && std::ranges::any_of(overview.origins, [](const OptionOrigins& one) { return one.total.ok(); });
}

std::string moneyAndShare(double money, double total, const std::string& currency)
{
    return moneyText(money, currency) + (total > 0 ? " (" + percent(money / total) + ")" : std::string());
}

constexpr Tone kTones[analysis::kOrigins] = {Tone::c, Tone::a, Tone::d, Tone::b, Tone::neutral};

} // namespace

std::vector<Paragraph> shortVerdict(const ScenarioOverview& overview, Language language)
{
    if (!overview.comparison.ok())
        return {{say(OverviewWord::no_options, language), Paragraph::Kind::headline}};
    const auto order = ranked(overview);
    const std::string scope = words::label(overview.scope, language);
    const auto& options = overview.comparison->options;
    const auto figure = [&](std::size_t option) {
        return figureText(*options[option].costs, overview.scope, overview.scenario.currency, language);
    };
    std::vector<Paragraph> out;
    const auto headline = [&](OverviewWord word, const std::vector<std::string>& arguments) {
        out.push_back({say(word, language, arguments), Paragraph::Kind::headline});
    };
    if (order.empty()) {
        headline(OverviewWord::nobody_has_figure, {scope});
        addReservations(out, overview, 0, language);
        return out;
    }
    const std::size_t first = order[0].second;
    if (order.size() == 1) {
        headline(options.size() == 1 ? OverviewWord::single_costs : OverviewWord::only_one_figure,
            {scope, options[first].name, figure(first)});
    } else {
        const std::size_t second = order[1].second;
        const double less = order[1].first > 0 ? 1 - order[0].first / order[1].first : 0;
        const std::string sure = certainty(overview, first, language);
        if (std::abs(less) < kSame)
            headline(OverviewWord::equal, {scope, options[first].name, options[second].name, figure(first), sure});
        else
            headline(OverviewWord::cheapest,
                {scope, options[first].name, figure(first), percent(less), options[second].name, figure(second), sure});
    }
    if (order.size() > 1)
        if (auto shared
            = sharedSentence(overview.scenario, *overview.comparison, first, order[1].second, overview.scope, language))
            out.push_back(std::move(*shared));
    if (options.size() > 1)
        addReservations(out, overview, first, language);
    return out;
}

PlotSpec originBars(const ScenarioOverview& overview, Language language)
{
    PlotSpec plot;
    plot.kind = PlotKind::stacked_bars;
    plot.sideways = true;
    plot.id = "overview.origins";
    plot.title = say(OverviewWord::rests_on, language);
    plot.currency = overview.scenario.currency;
    plot.y.label = words::label(overview.scope, language);
    plot.y.unit = base::Unit::money;
    std::vector<std::string> spoken;
    for (std::size_t origin = 0; origin < analysis::kOrigins; ++origin) {
        BarSeries series {words::label(static_cast<Origin>(origin), language), {}, kTones[origin],
            origin >= static_cast<std::size_t>(Origin::claimed)};
        bool isAny = false;
        for (const OptionOrigins& one : overview.origins) {
            series.values.push_back(one.total.ok() ? one.money[origin] : std::nan(""));
            isAny |= one.money[origin] != 0;
        }
        if (isAny)
            plot.bars.push_back(std::move(series));
    }
    for (const OptionOrigins& one : overview.origins) {
        plot.categories.push_back(one.name);
        plot.open_bars.push_back(!one.total.ok() || one.lower_bound);
        std::vector<std::string> parts;
        for (std::size_t origin = 0; origin < analysis::kOrigins; ++origin)
            if (one.total.ok() && one.money[origin] != 0)
                parts.push_back(words::label(static_cast<Origin>(origin), language) + " "
                    + moneyAndShare(one.money[origin], *one.total, plot.currency));
        spoken.push_back(one.name + (language == Language::en ? ": " : "：")
            + (parts.empty() ? std::string("–") : listed(parts, language)));
    }
    plot.description = listed(spoken, language);
    return plot;
}

Table originTable(const ScenarioOverview& overview, Language language)
{
    Table table;
    table.title = say(OverviewWord::rests_on, language);
    if (!hasSums(overview))
        return table;
    table.columns = {{say(OverviewWord::origin, language), false}};
    for (const OptionOrigins& one : overview.origins)
        table.columns.push_back({one.name, true});
    const std::string& currency = overview.scenario.currency;
    for (std::size_t origin = 0; origin < analysis::kOrigins; ++origin) {
        std::vector<std::string> row = {words::label(static_cast<Origin>(origin), language)};
        for (const OptionOrigins& one : overview.origins)
            row.push_back(one.total.ok() ? moneyAndShare(one.money[origin], *one.total, currency) : "–");
        table.rows.push_back(std::move(row));
    }
    std::vector<std::string> total = {say(OverviewWord::sum, language)};
    for (const OptionOrigins& one : overview.origins)
        total.push_back(one.total.ok() ? (one.lower_bound ? "≥ " : "") + moneyText(*one.total, currency) : "–");
    table.rows.push_back(std::move(total));
    table.last_row_is_total = true;
    return table;
}

std::vector<Paragraph> originNotes(const ScenarioOverview& overview, Language language)
{
    if (overview.origins.empty())
        return {};
    if (analysis::componentsWithin(overview.scope) == 0)
        return {{say(OverviewWord::scope_has_no_sum, language, {words::label(overview.scope, language)})}};
    std::vector<Paragraph> out {{say(OverviewWord::how_shared, language)}};
    for (const OptionOrigins& one : overview.origins)
        if (one.unmoved != 0)
            out.push_back({say(OverviewWord::no_figure_moves, language,
                               {one.name, moneyText(one.unmoved, overview.scenario.currency)}),
                Paragraph::Kind::warning});
    return out;
}

InputTable unprovenTable(const ScenarioOverview& overview, Language language)
{
    struct Carrier {
        double money = 0;
        std::size_t option = 0;
        const analysis::FigureMoney* figure = nullptr;
    };
    std::vector<Carrier> carriers;
    for (std::size_t option = 0; option < overview.origins.size(); ++option)
        for (const analysis::FigureMoney& figure : overview.origins[option].figures)
            if (figure.origin >= Origin::claimed && !scenario::isWorkload(figure.input))
                carriers.push_back({figure.money, option, &figure});
    std::ranges::stable_sort(carriers, std::greater {}, &Carrier::money);
    if (carriers.size() > kMostUnproven)
        carriers.resize(kMostUnproven);
    InputTable out;
    out.table.title = say(OverviewWord::unproven_title, language);
    out.table.columns
        = {{words::say(words::Text::input, language), false}, {words::say(words::Text::value, language), true},
            {say(OverviewWord::origin, language), false}, {say(OverviewWord::carries, language), true}};
    for (const Carrier& one : carriers) {
        const scenario::InputPlace place {one.option, one.figure->input};
        const scenario::Value& value = overview.scenario.options[one.option].values.at(place.input);
        const std::string& currency = overview.scenario.currency;
        out.table.rows.push_back({overview.origins[one.option].name + (language == Language::en ? ": " : "：")
                + words::label(place.input, language),
            scenario::shownValue(value, scenario::spec(place.input).unit, currency),
            words::label(one.figure->origin, language), moneyText(one.money, currency)});
        out.places.push_back(place);
    }
    return out;
}

InputTable measureNextTable(const ScenarioOverview& overview, Language language)
{
    constexpr std::size_t kMost = 3;
    if (!overview.worth.ok())
        return {};
    const auto isWorth = [](const analysis::InformationValue& one) { return one.value > 0; };
    const auto worth = static_cast<std::size_t>(std::ranges::count_if(overview.worth->inputs, isWorth));
    InputTable out = worthTable(overview.scenario, overview.uncertain, *overview.worth, language);
    out.table.title = say(OverviewWord::measure_title, language);
    out.table.last_row_is_total = false;
    out.table.rows.resize(std::min(kMost, worth));
    out.places.resize(out.table.rows.size());
    return out;
}

std::vector<Paragraph> measureNextNotes(const ScenarioOverview& overview, Language language)
{
    if (overview.scenario.options.size() < 2)
        return {{say(OverviewWord::nothing_to_decide, language)}};
    if (overview.uncertain.empty())
        return {{say(OverviewWord::nothing_uncertain, language)}};
    if (!overview.worth.ok())
        return {{words::sentence(overview.worth.error(), language), Paragraph::Kind::warning}};
    if (measureNextTable(overview, language).table.rows.empty())
        return {{say(OverviewWord::nothing_worth, language)}};
    return {};
}

std::vector<OpenProblem> openProblems(const ScenarioOverview& overview, Language language)
{
    std::vector<OpenProblem> out;
    if (!overview.comparison.ok())
        return out;
    const auto& options = overview.comparison->options;
    const std::size_t counted = analysis::componentsWithin(overview.scope);
    for (Paragraph& gap : gapWarnings(*overview.comparison, overview.scope, language))
        out.push_back({OpenKind::costs_one_sided, Severity::warning, 1, std::move(gap.text), Place()});
    for (std::size_t i = 0; i < options.size(); ++i) {
        Place place {.kind = Place::Kind::input, .input = {.option = i}};
        if (!options[i].costs.ok()) {
            const auto input = scenario::inputByName(options[i].costs.error().field);
            place.input = {input && scenario::isWorkload(*input) ? std::nullopt : std::optional(i),
                input.value_or(scenario::Input::price_per_h)};
            out.push_back({OpenKind::option_failed, Severity::error, 1,
                say(OpenWord::option_failed, language,
                    {options[i].name, words::sentence(options[i].costs.error(), language)}),
                place});
            continue;
        }
        std::int64_t left_out = 0, in_part = 0;
        std::optional<scenario::Input> first;
        for (std::size_t c = 0; c < counted; ++c) {
            const auto& missing = options[i].costs->missing[c];
            if (options[i].costs->covered[c] && missing.none())
                continue;
            ++(options[i].costs->covered[c] ? in_part : left_out);
            for (std::size_t input = 0; input < scenario::kInputs && !first; ++input)
                if (missing[input])
                    first = static_cast<scenario::Input>(input);
        }
        if (!first)
            continue;
        place.input = {scenario::isWorkload(*first) ? std::nullopt : std::optional(i), *first};
        out.push_back({OpenKind::costs_left_out, Severity::warning, left_out + in_part,
            say(OpenWord::costs_left_out, language,
                {options[i].name, std::to_string(left_out), std::to_string(in_part)}),
            place});
    }
    return out;
}

PlacedTable openTable(const std::vector<OpenProblem>& problems, Language language)
{
    PlacedTable out;
    out.table.title = say(OverviewWord::open_title, language);
    out.table.columns
        = {{say(OverviewWord::severity, language), false}, {words::say(words::Text::what, language), false}};
    for (const OpenProblem& one : problems) {
        out.table.rows.push_back({words::label(one.severity, language), one.sentence});
        out.places.push_back(one.place);
    }
    return out;
}

Table holdingsTable(const std::vector<Holding>& holdings, Language language)
{
    Table table;
    table.title = say(OverviewWord::holdings_title, language);
    table.columns = {{say(OverviewWord::kind, language), false}, {say(OverviewWord::number, language), true},
        {say(OverviewWord::records, language), true}, {say(OverviewWord::of_time, language), false},
        {say(OverviewWord::last_import, language), false}};
    const auto day = [](std::int64_t us) { return us == base::kNoTime ? std::string("–") : base::formatDate({us}); };
    for (const Holding& one : holdings) {
        if (one.count == 0)
            continue;
        const bool hasTime = one.first_us != base::kNoTime;
        table.rows.push_back({say(static_cast<words::HoldingWord>(one.kind), language),
            base::formatNumber(static_cast<double>(one.count), 0),
            base::formatNumber(static_cast<double>(one.records), 0),
            hasTime ? day(one.first_us) + " – " + day(one.last_us) : "–", day(one.imported_us)});
    }
    return table;
}

} // namespace fullscope::report
