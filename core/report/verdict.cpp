// SPDX-License-Identifier: GPL-3.0-or-later
// The comparison in sentences and key figures.
#include "core/report/format.h"
#include "core/report/report.h"
#include "core/report/sections.h"
#include "core/words/text_ids.h"

#include <algorithm>
#include <cmath>

namespace fullscope::report {

using analysis::Comparison;
using analysis::Costs;
using analysis::Scope;
using scenario::Input;
using scenario::Scenario;
using words::Language;
using words::Text;

namespace {

constexpr std::size_t at(Scope scope)
{
    return static_cast<std::size_t>(scope);
}

int sign(double saving) // 0 for what is printed as 0.0 %
{
    return std::abs(saving) < 5e-4 ? 0 : saving > 0 ? 1 : -1;
}

Paragraph headline(const Scenario& scenario, const Comparison& comparison, const analysis::Difference& difference,
    Scope scope, Language language)
{
    const Costs& ours = *comparison.options[difference.option].costs;
    const Costs& base = *comparison.options[comparison.baseline].costs;
    const double saving = *difference.saving[at(scope)];
    const Text id = sign(saving) == 0 ? Text::verdict_equal : saving > 0 ? Text::verdict_saves : Text::verdict_dearer;
    return {words::say(id, language,
                {words::label(scope, language), comparison.options[difference.option].name,
                    comparison.options[comparison.baseline].name, percent(saving),
                    figureText(ours, scope, scenario.currency, language),
                    figureText(base, scope, scenario.currency, language)}),
        Paragraph::Kind::headline};
}

// "By list price it would look 42.0 % cheaper, on compute alone 46.4 % cheaper": only where another scope says
// something else than the chosen one.
std::optional<Paragraph> otherScopes(
    const Comparison& comparison, const analysis::Difference& difference, Scope scope, Language language)
{
    const int chosen = sign(*difference.saving[at(scope)]);
    std::vector<std::string> parts;
    for (const Scope other : {Scope::list_price, Scope::compute, Scope::compute_with_waste, Scope::full}) {
        const auto& saving = difference.saving[at(other)];
        if (other == scope || !saving || sign(*saving) == 0 || sign(*saving) == chosen)
            continue;
        parts.push_back(words::say(*saving > 0 ? Text::scope_says_cheaper : Text::scope_says_dearer, language,
            {words::label(other, language), percent(*saving)}));
    }
    if (parts.empty())
        return std::nullopt;
    return Paragraph {words::say(
        Text::other_scopes, language, {comparison.options[difference.option].name, listed(parts, language)})};
}

std::optional<Paragraph> breakEvenSentence(
    const Scenario& scenario, const Comparison& comparison, const analysis::Difference& difference, Language language)
{
    const auto tokens = scenario.workload.find(Input::tokens);
    if (!difference.tokens || tokens == scenario.workload.end())
        return std::nullopt;
    const std::string& ours = comparison.options[difference.option].name;
    const std::string& base = comparison.options[comparison.baseline].name;
    if (difference.tokens->everywhere)
        return Paragraph {words::say(Text::break_even_everywhere, language, {ours, base})};
    if (difference.tokens->values.empty())
        return Paragraph {words::say(Text::break_even_none, language, {ours, base})};
    std::vector<std::string> places;
    for (const double root : difference.tokens->values)
        places.push_back(
            words::say(Text::break_even_at, language, {scientific(root), timesText(root / tokens->second.value)}));
    return Paragraph {words::say(Text::break_even_tokens, language, {ours, base, listed(places, language)})};
}

Paragraph gapSentence(Text id, const Comparison& comparison, const analysis::CoverageGap& gap, Language language)
{
    std::vector<std::string> with, without;
    for (const auto i : gap.covered_by)
        with.push_back(comparison.options[i].name);
    for (const auto i : gap.not_covered_by)
        without.push_back(comparison.options[i].name);
    return {words::say(id, language,
                {words::label(gap.component, language), listed(with, language), listed(without, language)}),
        Paragraph::Kind::warning};
}

} // namespace

std::string figureText(const Costs& costs, Scope scope, const std::string& currency, Language language)
{
    const auto figure = underScope(costs, scope);
    if (!figure)
        return words::say(Text::not_given, language);
    return boundMark(boundUnder(costs, scope)) + moneyText(*figure, currency)
        + (scope == Scope::list_price ? "/PFLOP·h" : "");
}

std::optional<Paragraph> sharedSentence(const Scenario& scenario, const Comparison& comparison, std::size_t option,
    std::size_t baseline, Scope scope, Language language)
{
    const auto shared = analysis::sharedCosts(scenario, comparison, option, baseline, scope);
    if (!shared || !(*underScope(shared->baseline, scope) > 0))
        return std::nullopt;
    const auto saving = [scope](const Costs& ours, const Costs& base) {
        return 1 - *underScope(ours, scope) / *underScope(base, scope);
    };
    const double left = saving(shared->option, shared->baseline);
    const double told = saving(*comparison.options[option].costs, *comparison.options[baseline].costs);
    std::vector<std::string> aside;
    for (const analysis::Component component : shared->left_aside)
        aside.push_back(words::label(component, language));
    const Text id = sign(left) == 0 ? Text::shared_equal : left > 0 ? Text::shared_saves : Text::shared_dearer;
    return Paragraph {
        words::say(id, language,
            {comparison.options[option].name, comparison.options[baseline].name, percent(left),
                figureText(shared->option, scope, scenario.currency, language),
                figureText(shared->baseline, scope, scenario.currency, language), listed(aside, language)}),
        sign(left) != sign(told) ? Paragraph::Kind::warning : Paragraph::Kind::plain};
}

std::vector<Paragraph> gapWarnings(const Comparison& comparison, Scope scope, Language language)
{
    std::vector<Paragraph> out;
    const std::size_t counted = analysis::componentsWithin(scope);
    const auto isCounted = [&](const analysis::CoverageGap& gap) { // one that is a given zero leans against nobody
        const auto component = static_cast<std::size_t>(gap.component);
        return component < counted && std::ranges::any_of(gap.covered_by, [&](std::size_t option) {
            return comparison.options[option].costs->components[component] != 0;
        });
    };
    for (const auto& gap : comparison.gaps)
        if (isCounted(gap))
            out.push_back(gapSentence(Text::coverage_gap, comparison, gap, language));
    for (const auto& gap : comparison.partial_gaps)
        if (isCounted(gap))
            out.push_back(gapSentence(Text::partial_gap, comparison, gap, language));
    return out;
}

std::vector<Paragraph> coverageWarnings(const Comparison& comparison, Scope scope, Language language)
{
    std::vector<Paragraph> out = gapWarnings(comparison, scope, language);
    const std::size_t counted = analysis::componentsWithin(scope);
    for (const auto& option : comparison.options) {
        if (!option.costs.ok() || !option.costs->lower_bound)
            continue;
        std::vector<std::string> leftOut, inPart;
        for (std::size_t c = 0; c < counted; ++c) {
            const std::string label = words::label(static_cast<analysis::Component>(c), language);
            if (!option.costs->covered[c])
                leftOut.push_back(label);
            else if (option.costs->missing[c].any())
                inPart.push_back(label);
        }
        const std::pair<Text, const std::vector<std::string>*> kinds[]
            = {{Text::lower_bound, &leftOut}, {Text::counted_in_part, &inPart}};
        for (const auto& [id, components] : kinds)
            if (!components->empty())
                out.push_back(
                    {words::say(id, language, {option.name, listed(*components, language)}), Paragraph::Kind::warning});
    }
    return out;
}

std::vector<Paragraph> verdict(const Scenario& scenario, const Comparison& comparison, Scope scope, Language language)
{
    std::vector<Paragraph> out;
    if (comparison.options.size() == 1)
        out.push_back(
            {words::say(Text::verdict_single, language, {comparison.options[0].name}), Paragraph::Kind::headline});
    for (const auto& difference : comparison.differences) {
        if (!difference.saving[at(scope)]) {
            if (comparison.options[difference.option].costs.ok() && comparison.options[comparison.baseline].costs.ok())
                out.push_back({words::say(Text::scope_not_given, language,
                                   {words::label(scope, language), comparison.options[difference.option].name,
                                       comparison.options[comparison.baseline].name}),
                    Paragraph::Kind::headline});
            continue;
        }
        out.push_back(headline(scenario, comparison, difference, scope, language));
        if (auto shared = sharedSentence(scenario, comparison, difference.option, comparison.baseline, scope, language))
            out.push_back(std::move(*shared));
        if (auto others = otherScopes(comparison, difference, scope, language))
            out.push_back(std::move(*others));
        auto meeting = breakEvenSentence(scenario, comparison, difference, language);
        if (scope == Scope::full && meeting) // it is the totals that meet
            out.push_back(std::move(*meeting));
    }
    for (const auto& option : comparison.options)
        if (!option.costs.ok())
            out.push_back({words::say(Text::option_failed, language,
                               {option.name, words::sentence(option.costs.error(), language)}),
                Paragraph::Kind::warning});
    for (Paragraph& warning : coverageWarnings(comparison, scope, language))
        out.push_back(std::move(warning));
    return out;
}

KeyFigures keyFigures(const Scenario& scenario, const Comparison& comparison, Scope scope, Language language)
{
    KeyFigures out;
    for (std::size_t i = 0; i < comparison.options.size(); ++i) {
        const auto& option = comparison.options[i];
        if (!option.costs.ok()) {
            out.figures.push_back({option.name, "–", words::say(Text::not_computed, language)});
            continue;
        }
        const Costs& costs = *option.costs;
        std::string value = figureText(costs, scope, scenario.currency, language);
        std::string note = words::say(Text::key_note, language,
            {boundMark(billedBound(costs)) + base::formatNumber(costs.wall_days, 1),
                boundMark(goodputBound(costs)) + percent(costs.goodput)});
        if (const auto perMtok = perMtokUnder(costs, scope))
            note = words::say(Text::key_per_mtok, language,
                       {boundMark(boundUnder(costs, scope)) + moneyText(*perMtok, scenario.currency)})
                + " · " + note;
        if (i == comparison.baseline) {
            note = words::say(Text::baseline, language) + " · " + note;
        } else {
            const auto difference = std::find_if(comparison.differences.begin(), comparison.differences.end(),
                [i](const auto& d) { return d.option == i; });
            if (difference != comparison.differences.end() && difference->saving[at(scope)])
                note = changeText(*difference->saving[at(scope)]) + " · " + note;
        }
        out.figures.push_back({option.name, std::move(value), std::move(note)});
    }
    return out;
}

Table scopeLadder(const Scenario& scenario, const Comparison& comparison, Language language)
{
    Table table;
    table.title = words::say(Text::scope_ladder, language);
    table.columns = {{words::say(Text::scope, language), false}, {words::say(Text::what_it_counts, language), false}};
    for (const auto& option : comparison.options)
        table.columns.push_back({option.name, true});
    for (const auto& difference : comparison.differences)
        table.columns.push_back(
            {words::say(Text::against_baseline, language, {comparison.options[difference.option].name}), true});
    constexpr std::pair<Scope, Text> kScopes[]
        = {{Scope::list_price, Text::counts_list_price}, {Scope::compute, Text::counts_compute},
            {Scope::compute_with_waste, Text::counts_compute_with_waste}, {Scope::full, Text::counts_full}};
    for (const auto& [scope, counts] : kScopes) {
        std::vector<std::string> row = {words::label(scope, language), words::say(counts, language)};
        for (const auto& option : comparison.options)
            row.push_back(option.costs.ok() ? figureText(*option.costs, scope, scenario.currency, language) : "–");
        for (const auto& difference : comparison.differences) {
            const auto& saving = difference.saving[at(scope)];
            row.push_back(saving ? changeText(*saving) : "–");
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace fullscope::report
