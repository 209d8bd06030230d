// SPDX-License-Identifier: GPL-3.0-or-later
// What people bring from spreadsheets and tutorials, with their formulas as they are, beside the full scope.
#include "core/report/format.h"
#include "core/report/sections.h"
#include "core/words/text_ids.h"

namespace fullscope::report {

using analysis::Bound;
using analysis::Component;
using analysis::Costs;
using analysis::Scope;
using scenario::Input;
using scenario::InputValues;
using words::Language;
using words::Text;

namespace {

constexpr double kPeta = 1e15;

// Hours of people that somebody gave. A zero is one that somebody entered.
struct Labour {
    double hours = 0;
    bool given = false; // some of it
    bool whole = true;
};

Labour labourOf(const InputValues& inputs, const Costs& costs)
{
    constexpr std::pair<Input, Component> kKinds[] = {{Input::migration_h, Component::migration_labour},
        {Input::debug_h, Component::debug_labour}, {Input::rampup_h, Component::rampup_labour}};
    Labour labour;
    for (const auto& [input, component] : kKinds) {
        const bool covered = costs.covered[static_cast<std::size_t>(component)];
        labour.given = labour.given || covered;
        labour.whole = labour.whole && covered;
        if (covered) // without hours it is so by a rate of zero
            labour.hours += inputs[input].value_or(0);
    }
    return labour;
}

std::string marked(bool open, std::string figure)
{
    return boundMark(open ? Bound::at_least : Bound::exact) + std::move(figure);
}

std::optional<std::vector<std::string>> naiveRow(
    const std::string& option, const InputValues& inputs, const Costs& costs, Language language)
{
    if (!inputs[Input::mfu])
        return std::nullopt;
    const Labour labour = labourOf(inputs, costs);
    analysis::NaiveInputs naive;
    naive.price_per_h = costs.price_per_h;
    naive.utilisation = *inputs[Input::mfu];
    naive.hours = costs.hours.productive * inputs[Input::nodes].value_or(1) * inputs[Input::runs].value_or(1);
    naive.engineer_h = labour.hours;
    naive.labour_rate_per_h = inputs[Input::labour_rate_per_h].value_or(0); // missing: the hours are zero
    const auto result = analysis::naiveMethod(naive);
    if (!result.ok())
        return std::nullopt;
    const bool open = boundUnder(costs, Scope::compute) != Bound::exact; // the hours themselves
    const int digits = moneyDigits(result->total);
    const auto parts = base::roundedParts({result->hardware, result->labour, result->waste}, digits);
    return std::vector<std::string> {option, marked(open, grouped(parts[0])),
        labour.given ? marked(!labour.whole, grouped(parts[1])) : words::say(Text::not_given, language),
        marked(open, grouped(parts[2])), marked(open || !labour.whole, base::formatNumber(result->total, digits)),
        boundMark(boundUnder(costs, Scope::full)) + base::formatNumber(costs.total, digits)};
}

// Of the steady throughput alone: the job's price over its productive hours.
std::vector<std::string> tutorialRow(const std::string& option, const InputValues& inputs, const Costs& costs,
    const std::string& currency, Language language)
{
    const double price = costs.price_per_h * inputs[Input::nodes].value_or(1);
    const double tokens = inputs[Input::tokens].value_or(0) * inputs[Input::tokens_factor].value_or(1);
    auto missing = costs.missing[static_cast<std::size_t>(Component::productive)];
    missing.reset(static_cast<std::size_t>(Input::tokens_factor)); // more tokens take more hours alike
    const auto text = [&](const base::Result<double>& value, bool open) {
        return value.ok() ? marked(open, moneyText(*value, currency)) : words::say(Text::not_given, language);
    };
    const base::Result<double> none = base::Error {.code = base::Code::not_given};
    const auto& batch = inputs[Input::tokens_per_step];
    const auto& peak = inputs[Input::peak_flops_per_node];
    const auto& utilisation = inputs[Input::mfu];
    return {option,
        text(batch ? analysis::costPer1kSteps(price, costs.hours.productive * 3600, tokens / *batch) : none,
            missing.any()),
        text(analysis::costPerMtok(price, costs.hours.productive, tokens / 1e6), missing.any()),
        marked(boundUnder(costs, Scope::full) != Bound::exact, moneyText(costs.per_mtok, currency)),
        text(peak && utilisation ? analysis::pricePerEffectivePflopHour(costs.price_per_h, *peak / kPeta, *utilisation)
                                 : none,
            false)};
}

Table tableOf(Text title, std::initializer_list<std::string> figures, Language language)
{
    Table table;
    table.title = words::say(title, language);
    table.columns = {{words::say(Text::option, language), false}};
    for (const std::string& figure : figures)
        table.columns.push_back({figure, true});
    return table;
}

} // namespace

std::optional<Table> naiveTable(
    const scenario::Scenario& scenario, const analysis::Comparison& comparison, Language language)
{
    Table table = tableOf(Text::naive_title,
        {words::say(Text::naive_hardware, language), words::say(Text::naive_labour, language),
            words::say(Text::naive_waste, language), words::say(Text::naive_total, language),
            words::label(Scope::full, language)},
        language);
    for (std::size_t i = 0; i < comparison.options.size(); ++i)
        if (const auto& option = comparison.options[i]; option.costs.ok())
            if (auto row = naiveRow(option.name, inputValues(scenario, i), *option.costs, language))
                table.rows.push_back(*std::move(row));
    if (table.rows.empty())
        return std::nullopt;
    return table;
}

std::optional<Table> tutorialTable(
    const scenario::Scenario& scenario, const analysis::Comparison& comparison, Language language)
{
    Table table = tableOf(Text::tutorial_title,
        {words::say(Text::tutorial_per_1k_steps, language), words::say(Text::tutorial_per_mtok, language),
            words::say(Text::full_scope_per_mtok, language),
            words::say(Text::tutorial_per_effective_pflop_h, language)},
        language);
    for (std::size_t i = 0; i < comparison.options.size(); ++i)
        if (const auto& option = comparison.options[i]; option.costs.ok())
            table.rows.push_back(
                tutorialRow(option.name, inputValues(scenario, i), *option.costs, scenario.currency, language));
    if (table.rows.empty())
        return std::nullopt;
    return table;
}

} // namespace fullscope::report
