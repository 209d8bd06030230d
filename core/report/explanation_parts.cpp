// SPDX-License-Identifier: GPL-3.0-or-later
// Why two options differ.
#include "core/report/format.h"
#include "core/report/question_parts.h"
#include "core/words/question_words.h"
#include "core/words/text_ids.h"

#include <algorithm>
#include <cmath>

namespace fullscope::report {

using analysis::Explanation;
using scenario::Scenario;
using words::Language;
using words::QuestionWord;

namespace {

std::string groupsText(const analysis::DifferencePart& part, Language language)
{
    std::vector<std::string> labels;
    for (const analysis::DifferenceGroup group : part.groups)
        labels.push_back(words::label(group, language));
    return listed(labels, language);
}

std::string componentsText(const std::vector<analysis::Component>& components, Language language)
{
    std::vector<std::string> labels;
    for (const analysis::Component component : components)
        labels.push_back(words::label(component, language));
    return listed(labels, language);
}

std::string inputsText(const Scenario& scenario, const analysis::DifferencePart& part, Language language)
{
    const auto value = [&](scenario::Input input, const std::optional<double>& given) {
        return given ? base::formatQuantity(*given, scenario::spec(input).unit, scenario.currency)
                     : words::say(words::Text::not_given, language);
    };
    std::string text;
    for (const analysis::DifferingInput& one : part.inputs)
        text += (text.empty()                      ? ""
                        : language == Language::en ? "; "
                                                   : "；")
            + words::say(QuestionWord::from_value_to, language,
                {words::label(one.input, language), value(one.input, one.from), value(one.input, one.to)});
    return text;
}

// Label and amount of each step: the groups, then what only one side covers.
std::vector<std::pair<std::string, double>> steps(const Explanation& explanation, Language language)
{
    std::vector<std::pair<std::string, double>> steps;
    for (const analysis::DifferencePart& part : explanation.parts)
        steps.emplace_back(groupsText(part, language), part.amount);
    if (!explanation.not_comparable.empty())
        steps.emplace_back(words::say(QuestionWord::coverage, language), explanation.coverage);
    return steps;
}

std::string signedText(std::string digits)
{
    const bool isZero = digits.find_first_of("123456789") == std::string::npos;
    const bool isNegative = digits.starts_with('-');
    return (isZero || isNegative ? "" : "+") + grouped(std::move(digits));
}

} // namespace

Table explanationTable(const Scenario& scenario, const Explanation& explanation, Language language)
{
    Table table;
    const double saving = explanation.total_from > 0 ? 1 - explanation.total_to / explanation.total_from : 0;
    table.title = words::say(QuestionWord::explain_title, language,
        {scenario.options[explanation.from].name, scenario.options[explanation.to].name, changeText(saving)});
    table.columns = {{words::say(QuestionWord::group, language), false},
        {words::say(QuestionWord::amount, language) + " [" + scenario.currency + "]", true},
        {words::say(QuestionWord::inputs_that_differ, language), false}};
    table.last_row_is_total = true;
    std::vector<double> amounts;
    const auto all = steps(explanation, language);
    for (const auto& step : all)
        amounts.push_back(step.second);
    const int digits = moneyDigits(std::max(explanation.total_from, explanation.total_to));
    const auto texts = base::roundedParts(amounts, digits); // so that the column adds up as printed
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool isGroup = i < explanation.parts.size();
        table.rows.push_back({all[i].first, signedText(texts[i]),
            isGroup ? inputsText(scenario, explanation.parts[i], language)
                    : componentsText(explanation.not_comparable, language)});
    }
    double sum = 0;
    for (const double amount : amounts)
        sum += amount;
    std::string total = base::formatNumber(sum, digits);
    table.rows.push_back({words::say(QuestionWord::difference, language), (sum > 0 ? "+" : "") + total, ""});
    return table;
}

std::vector<Paragraph> explanationNotes(const Scenario& scenario, const Explanation& explanation, Language language)
{
    std::vector<Paragraph> out;
    if (explanation.parts.empty())
        out.push_back({words::say(QuestionWord::explain_equal, language,
            {scenario.options[explanation.from].name, scenario.options[explanation.to].name})});
    if (!explanation.not_comparable.empty())
        out.push_back(
            {words::say(QuestionWord::coverage_note, language, {componentsText(explanation.not_comparable, language)}),
                Paragraph::Kind::warning});
    if (!explanation.in_part.empty())
        out.push_back(
            {words::say(QuestionWord::in_part_note, language, {componentsText(explanation.in_part, language)}),
                Paragraph::Kind::warning});
    for (const analysis::DifferencePart& part : explanation.parts)
        if (part.groups.size() > 1)
            out.push_back({words::say(QuestionWord::inseparable_note, language, {groupsText(part, language)})});
    return out;
}

PlotSpec waterfall(const Scenario& scenario, const Explanation& explanation, Language language)
{
    const std::string& from = scenario.options[explanation.from].name;
    const std::string& to = scenario.options[explanation.to].name;
    PlotSpec plot;
    plot.kind = PlotKind::stacked_bars;
    plot.id = "compare.waterfall";
    plot.currency = scenario.currency;
    plot.title = words::say(QuestionWord::waterfall, language, {from, to});
    plot.y.label = words::say(words::Text::cost_over_horizon, language);
    plot.y.unit = base::Unit::money;
    plot.bars = {{words::say(words::Text::total, language), {}, Tone::neutral, false},
        {words::say(QuestionWord::difference, language), {}, Tone::a, true}};
    const auto add = [&plot](const std::string& category, double base, double total, double difference) {
        plot.categories.push_back(category);
        plot.bases.push_back(base);
        plot.bars[0].values.push_back(total);
        plot.bars[1].values.push_back(difference);
    };
    add(from, 0, explanation.total_from, 0);
    double reached = explanation.total_from;
    std::vector<std::string> spoken;
    for (const auto& [label, amount] : steps(explanation, language)) {
        add(label, reached, 0, amount);
        reached += amount;
        spoken.push_back(label + " " + (amount > 0 ? "+" : "") + moneyText(amount, scenario.currency));
    }
    add(to, 0, explanation.total_to, 0);
    plot.description = listed(spoken, language);
    return plot;
}

} // namespace fullscope::report
