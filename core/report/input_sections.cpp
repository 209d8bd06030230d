// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/format.h"
#include "core/report/sections.h"
#include "core/words/text_ids.h"

#include <algorithm>

namespace fullscope::report {

using scenario::Input;
using words::Language;
using words::Text;

Table inputsTable(
    const std::string& title, const scenario::Values& values, const std::string& currency, Language language)
{
    Table table;
    table.title = title;
    table.columns = {{words::say(Text::input, language), false}, {words::say(Text::value, language), true},
        {words::say(Text::origin, language), false}, {words::say(Text::source, language), false}};
    for (const auto& [input, value] : values) {
        std::string text = scenario::shownValue(value, scenario::spec(input).unit, currency);
        if (!value.typed.empty() && value.typed != text)
            text += " (" + value.typed + ")";
        table.rows.push_back({words::label(input, language), std::move(text),
            words::label(value.provenance.origin, language), provenanceText(value.provenance, language)});
    }
    return table;
}

Table hoursTable(const analysis::Comparison& comparison, Language language)
{
    using analysis::Component;
    using analysis::Hours;
    constexpr std::pair<Component, double Hours::*> kRows[] = {{Component::productive, &Hours::productive},
        {Component::checkpoint, &Hours::checkpoint}, {Component::stall, &Hours::stall},
        {Component::compile, &Hours::compile}, {Component::failure, &Hours::failure}, {Component::idle, &Hours::idle}};
    Table table;
    table.title = words::say(Text::hours_of_one_run, language);
    table.columns = {{words::say(Text::category, language), false}};
    for (const auto& option : comparison.options)
        table.columns.push_back({option.name, true});
    const auto addRow = [&](const std::string& label, auto&& get) {
        std::vector<std::string> row = {label};
        for (const auto& option : comparison.options)
            row.push_back(option.costs.ok() ? get(*option.costs) : std::string("–"));
        table.rows.push_back(std::move(row));
    };
    for (const auto& [component, member] : kRows) {
        const auto c = static_cast<std::size_t>(component);
        const bool covered = std::any_of(comparison.options.begin(), comparison.options.end(),
            [c](const auto& option) { return option.costs.ok() && option.costs->covered[c]; });
        if (!covered)
            continue;
        addRow(words::label(component, language), [&, field = member](const analysis::Costs& costs) {
            return costs.covered[c] ? base::formatNumber(costs.hours.*field, 2) : words::say(Text::not_given, language);
        });
    }
    addRow(words::say(Text::billed_hours, language), [](const analysis::Costs& costs) {
        return boundMark(analysis::billedBound(costs)) + base::formatNumber(costs.hours.billed, 2);
    });
    table.last_row_is_total = true;
    return table;
}

Section methodSection(Language language)
{
    Section section {"method", words::say(Text::section_method, language), {}};
    for (const Text id :
        {Text::method_hours, Text::method_money, Text::method_once, Text::method_missing, Text::method_ledgers})
        section.blocks.push_back(Paragraph {words::say(id, language)});
    return section;
}

} // namespace fullscope::report
