// SPDX-License-Identifier: GPL-3.0-or-later
// The comparison as table and plots.
#include "core/report/format.h"
#include "core/report/report.h"
#include "core/words/text_ids.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fullscope::report {

using analysis::Comparison;
using analysis::Component;
using analysis::Costs;
using analysis::Scope;
using scenario::Input;
using scenario::Scenario;
using words::Language;
using words::Text;

namespace {

// Components that a scope counts, in their order.
std::vector<Component> componentsOf(Scope scope)
{
    std::vector<Component> out;
    for (std::size_t c = 0; c < analysis::componentsWithin(scope); ++c)
        out.push_back(static_cast<Component>(c));
    return out;
}

// Energy and facility are costs of owned hardware; a rented instance's price holds them, so that they have no row.
bool ownsHardware(const Scenario& scenario)
{
    return std::any_of(scenario.options.begin(), scenario.options.end(),
        [](const auto& option) { return option.values.contains(Input::capex_per_node); });
}

bool isShown(const Scenario& scenario, const Comparison& comparison, Component component)
{
    if ((component == Component::energy || component == Component::facility) && !ownsHardware(scenario))
        return false;
    return std::any_of(comparison.options.begin(), comparison.options.end(), [component](const auto& option) {
        return option.costs.ok() && option.costs->covered[static_cast<std::size_t>(component)];
    });
}

double greatestTotal(const Comparison& comparison)
{
    double greatest = 0;
    for (const auto& option : comparison.options)
        if (option.costs.ok())
            greatest = std::max(greatest, option.costs->total);
    return greatest;
}

Table listPriceTable(const Scenario& scenario, const Comparison& comparison, Language language)
{
    Table table;
    table.columns = {{words::label(Scope::list_price, language), false}};
    std::vector<std::string> row = {words::say(Text::price_per_pflop_h, language)};
    for (const auto& option : comparison.options) {
        table.columns.push_back({option.name, true});
        const auto price = option.costs.ok() ? option.costs->price_per_pflop_h : std::nullopt;
        row.push_back(price ? moneyText(*price, scenario.currency) : words::say(Text::not_given, language));
    }
    table.rows.push_back(std::move(row));
    return table;
}

// The same component has the same tone and hatching on every page.
std::pair<Tone, bool> look(Component component)
{
    constexpr Tone kTones[] = {Tone::a, Tone::b, Tone::c, Tone::d, Tone::e, Tone::f, Tone::g};
    const auto index = static_cast<std::size_t>(component);
    return {kTones[index % std::size(kTones)], (index / std::size(kTones)) % 2 == 1};
}

} // namespace

Table componentTable(const Scenario& scenario, const Comparison& comparison, Scope scope, Language language)
{
    if (scope == Scope::list_price)
        return listPriceTable(scenario, comparison, language);
    Table table;
    table.title = words::say(Text::components_title, language, {words::label(scope, language), scenario.currency});
    table.columns = {{words::say(Text::component, language), false}};
    std::vector<Component> shown;
    for (const Component component : componentsOf(scope))
        if (isShown(scenario, comparison, component))
            shown.push_back(component);
    for (const Component component : shown)
        table.rows.push_back({words::label(component, language)});
    table.rows.push_back({words::say(Text::total, language)});
    table.last_row_is_total = true;

    const int digits = moneyDigits(greatestTotal(comparison));
    for (const auto& option : comparison.options) {
        table.columns.push_back({option.name, true});
        if (!option.costs.ok()) {
            for (auto& row : table.rows)
                row.push_back("–");
            continue;
        }
        const Costs& costs = *option.costs;
        std::vector<double> parts;
        for (const Component component : shown)
            parts.push_back(costs.components[static_cast<std::size_t>(component)]);
        const auto texts = base::roundedParts(parts, digits); // so that the column adds up as printed
        for (std::size_t i = 0; i < shown.size(); ++i)
            table.rows[i].push_back(costs.covered[static_cast<std::size_t>(shown[i])]
                    ? grouped(texts[i])
                    : words::say(Text::not_given, language));
        double sum = 0;
        for (const double part : parts)
            sum += part;
        table.rows.back().push_back(boundMark(boundUnder(costs, scope)) + base::formatNumber(sum, digits));
    }
    return table;
}

PlotSpec componentBars(const Scenario& scenario, const Comparison& comparison, Scope scope, Language language)
{
    PlotSpec plot;
    plot.kind = PlotKind::stacked_bars;
    plot.id = "compare.components";
    plot.currency = scenario.currency;
    plot.title = words::say(Text::components_plot, language, {words::label(scope, language)});
    plot.x.label = "";
    plot.y.label = words::say(scope == Scope::list_price ? Text::price_per_pflop_h : Text::cost_over_horizon, language);
    plot.y.unit = base::Unit::money;
    std::vector<std::string> spoken;
    for (const auto& option : comparison.options) {
        plot.categories.push_back(option.name);
        const auto figure = option.costs.ok() ? underScope(*option.costs, scope) : std::nullopt;
        const auto bound = figure ? boundUnder(*option.costs, scope) : analysis::Bound::exact;
        spoken.push_back(option.name + " "
            + (figure ? boundMark(bound) + moneyText(*figure, scenario.currency)
                      : words::say(Text::not_given, language)));
        plot.open_bars.push_back(bound != analysis::Bound::exact);
    }
    plot.description = listed(spoken, language);
    constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN(); // not drawn, and the bar's total says so
    if (scope == Scope::list_price) {
        BarSeries bar {words::label(scope, language), {}, Tone::a, false};
        for (const auto& option : comparison.options)
            bar.values.push_back(option.costs.ok() ? option.costs->price_per_pflop_h.value_or(kNotKnown) : kNotKnown);
        plot.bars.push_back(std::move(bar));
        return plot;
    }
    for (const Component component : componentsOf(scope)) {
        const auto c = static_cast<std::size_t>(component);
        BarSeries bar;
        bar.name = words::label(component, language);
        std::tie(bar.tone, bar.hatched) = look(component);
        for (const auto& option : comparison.options)
            bar.values.push_back(
                option.costs.ok() && option.costs->covered[c] ? option.costs->components[c] : kNotKnown);
        if (std::any_of(bar.values.begin(), bar.values.end(), [](double v) { return std::isfinite(v) && v != 0; }))
            plot.bars.push_back(std::move(bar));
    }
    return plot;
}

base::Result<PlotSpec> breakEvenLines(const Scenario& scenario, const Comparison& comparison, Language language)
{
    const auto tokens = scenario.workload.find(Input::tokens);
    if (tokens == scenario.workload.end()) {
        base::Error error;
        error.code = base::Code::not_given;
        error.field = "tokens";
        return error;
    }
    std::vector<double> roots;
    PlotSpec plot;
    plot.kind = PlotKind::lines;
    plot.id = "compare.break_even";
    plot.currency = scenario.currency;
    plot.title = words::say(Text::break_even_plot, language);
    plot.x = {words::label(Input::tokens, language), base::Unit::tokens, true};
    plot.y = {words::say(Text::cost_over_horizon, language), base::Unit::money, true};
    for (const auto& difference : comparison.differences) {
        if (!difference.tokens)
            continue;
        for (const double root : difference.tokens->values) {
            roots.push_back(root);
            plot.marks.push_back({root,
                words::say(
                    Text::break_even_mark, language, {scenario.options[difference.option].name, scientific(root)}),
                Tone::neutral});
        }
    }
    double from = tokens->second.value / 10, to = tokens->second.value * 10;
    for (const double root : roots) {
        if (root > tokens->second.value / 1e4 && root < tokens->second.value * 1e4) { // others would squash the plot
            from = std::min(from, root / 3);
            to = std::max(to, root * 3);
        }
    }
    std::erase_if(plot.marks, [&](const Mark& mark) { return mark.x < from || mark.x > to; });
    FS_TRY_VALUE(swept, analysis::sweep(scenario, Input::tokens, {from, to, 121, true}));
    for (std::size_t i = 0; i < scenario.options.size(); ++i) {
        LineSeries line {scenario.options[i].name, {}, {}, toneOf(i), i % 2 == 1};
        for (std::size_t p = 0; p < swept.x.size(); ++p) {
            if (!swept.totals[i][p])
                continue;
            line.x.push_back(swept.x[p]);
            line.y.push_back(*swept.totals[i][p]);
        }
        plot.lines.push_back(std::move(line));
    }
    plot.marks.push_back({tokens->second.value, words::say(Text::this_workload, language), Tone::neutral});
    std::vector<std::string> spoken;
    for (const Mark& mark : plot.marks)
        spoken.push_back(mark.text);
    plot.description = listed(spoken, language);
    return plot;
}

} // namespace fullscope::report
