// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/measure_parts.h"

#include "core/report/format.h"
#include "core/words/question_words.h"
#include "core/words/text_ids.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace fullscope::report {

using analysis::TornadoBar;
using scenario::Scenario;
using words::Language;
using words::QuestionWord;

namespace {

std::string label(const Scenario& scenario, const analysis::InputPlace& place, Language language)
{
    const std::string input = words::label(place.input, language);
    if (!place.option)
        return input;
    const std::string of = ownerText(scenario, place, language);
    return language == Language::en ? input + " (" + of + ")" : input + "（" + of + "）";
}

// With the inputs that move with it: "Labour rate (A, B)".
std::string label(const Scenario& scenario, const TornadoBar& bar, Language language)
{
    std::string text = label(scenario, bar.place, language);
    for (const analysis::InputPlace& place : bar.together)
        text += (language == Language::en ? ", " : "，") + label(scenario, place, language);
    return text;
}

// "A, B": whose inputs the bar moves.
std::string ownersText(const Scenario& scenario, const TornadoBar& bar, Language language)
{
    std::string text = ownerText(scenario, bar.place, language);
    for (const analysis::InputPlace& place : bar.together)
        text += (language == Language::en ? ", " : "，")
            + (place.input == bar.place.input ? ownerText(scenario, place, language)
                                              : label(scenario, place, language));
    return text;
}

std::string signedMoney(const std::optional<double>& amount, const std::string& currency)
{
    if (!amount)
        return "–";
    return (*amount > 0 ? "+" : "") + moneyText(*amount, currency);
}

std::vector<std::size_t> mostFirst(const analysis::ValueOfInformation& value)
{
    std::vector<std::size_t> order(value.inputs.size());
    std::iota(order.begin(), order.end(), std::size_t {0});
    std::ranges::stable_sort(order, std::greater {}, [&value](std::size_t input) { return value.inputs[input].value; });
    return order;
}

PlotSpec moneyBarsOf(const Scenario& scenario, const char* id, std::string title, Language language)
{
    PlotSpec plot;
    plot.kind = PlotKind::stacked_bars;
    plot.sideways = true; // their labels are long
    plot.id = id;
    plot.currency = scenario.currency;
    plot.title = std::move(title);
    plot.y.label = words::say(QuestionWord::difference, language);
    plot.y.unit = base::Unit::money;
    return plot;
}

std::string tornadoTitle(const Scenario& scenario, const analysis::Tornado& tornado, Language language)
{
    return words::say(QuestionWord::tornado_title, language,
        {scenario.options[tornado.option].name, scenario.options[tornado.baseline].name});
}

} // namespace

InputTable tornadoTable(const Scenario& scenario, const analysis::Tornado& tornado, const analysis::Draws& draws,
    const std::vector<double>& shares, Language language)
{
    InputTable out;
    out.table.title = tornadoTitle(scenario, tornado, language);
    out.table.columns = {{words::say(words::Text::input, language), false},
        {words::say(QuestionWord::input_of, language), false}, {"P10", true}, {"P50", true}, {"P90", true},
        {words::say(QuestionWord::at_p10, language), true}, {words::say(QuestionWord::at_p90, language), true},
        {words::say(QuestionWord::variance_share, language), true}};
    for (const TornadoBar& bar : tornado.bars) {
        const auto value = [&](double at) {
            return base::formatQuantity(at, scenario::spec(bar.place.input).unit, scenario.currency);
        };
        const auto drawn = std::ranges::find(draws.inputs, bar.place) - draws.inputs.begin();
        const bool hasShare = static_cast<std::size_t>(drawn) < shares.size();
        out.table.rows.push_back({words::label(bar.place.input, language), ownersText(scenario, bar, language),
            value(bar.p10), value(bar.p50), value(bar.p90), signedMoney(bar.at_p10, scenario.currency),
            signedMoney(bar.at_p90, scenario.currency),
            hasShare ? percent(shares[static_cast<std::size_t>(drawn)]) : "–"});
        out.places.push_back(bar.place);
    }
    return out;
}

PlotSpec tornadoBars(const Scenario& scenario, const analysis::Tornado& tornado, Language language)
{
    constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();
    PlotSpec plot = moneyBarsOf(scenario, "compare.tornado", tornadoTitle(scenario, tornado, language), language);
    plot.overlaid = true;
    plot.bars = {{words::say(QuestionWord::at_p10, language), {}, Tone::a, true},
        {words::say(QuestionWord::at_p90, language), {}, Tone::b, false}};
    plot.marks = {{tornado.median,
        words::say(QuestionWord::all_at_median, language, {signedMoney(tornado.median, scenario.currency)}),
        Tone::neutral}};
    std::vector<std::string> spoken;
    for (const TornadoBar& bar : tornado.bars) {
        plot.categories.push_back(label(scenario, bar, language));
        plot.bases.push_back(tornado.median);
        plot.bars[0].values.push_back(bar.at_p10.value_or(kNotKnown));
        plot.bars[1].values.push_back(bar.at_p90.value_or(kNotKnown));
        spoken.push_back(plot.categories.back() + " " + signedMoney(bar.at_p10, scenario.currency) + " … "
            + signedMoney(bar.at_p90, scenario.currency));
    }
    plot.description = listed(spoken, language);
    return plot;
}

InputTable worthTable(const Scenario& scenario, const std::vector<analysis::UncertainInput>& inputs,
    const analysis::ValueOfInformation& value, Language language)
{
    InputTable out;
    out.table.title = words::say(QuestionWord::worth_title, language);
    out.table.last_row_is_total = true;
    out.table.columns
        = {{words::say(words::Text::input, language), false}, {words::say(QuestionWord::input_of, language), false},
            {words::say(QuestionWord::worth_knowing, language), true},
            {words::say(QuestionWord::standard_error, language), true}};
    const auto money = [&scenario](double amount) { return moneyText(amount, scenario.currency); };
    for (const std::size_t input : mostFirst(value)) {
        out.table.rows.push_back(
            {words::label(inputs[input].input, language), ownerText(scenario, inputs[input], language),
                money(value.inputs[input].value), money(value.inputs[input].standard_error)});
        out.places.push_back(inputs[input]);
    }
    out.table.rows.push_back({words::say(QuestionWord::all_inputs, language), "", money(value.perfect.value),
        money(value.perfect.standard_error)});
    return out;
}

std::vector<Paragraph> worthNotes(
    const Scenario& scenario, const analysis::ValueOfInformation& value, Language language)
{
    std::vector<Paragraph> out;
    out.push_back({words::say(QuestionWord::worth_decision, language,
                       {scenario.options[value.decision].name, moneyText(value.perfect.value, scenario.currency)}),
        Paragraph::Kind::headline});
    if (value.failed > 0)
        out.push_back({words::say(QuestionWord::worth_failed, language,
                           {base::formatNumber(static_cast<double>(value.failed), 0),
                               base::formatNumber(static_cast<double>(value.failed + value.draws), 0)}),
            Paragraph::Kind::warning});
    for (const std::size_t option : value.left_out)
        out.push_back({words::say(QuestionWord::worth_left_out, language, {scenario.options[option].name}),
            Paragraph::Kind::warning});
    out.push_back({words::say(QuestionWord::worth_note, language)});
    return out;
}

PlotSpec worthBars(const Scenario& scenario, const std::vector<analysis::UncertainInput>& inputs,
    const analysis::ValueOfInformation& value, Language language)
{
    PlotSpec plot = moneyBarsOf(scenario, "compare.worth", words::say(QuestionWord::worth_title, language), language);
    plot.y.label = words::say(QuestionWord::worth_knowing, language);
    plot.bars = {{words::say(QuestionWord::worth_knowing, language), {}, Tone::c, false}};
    std::vector<std::string> spoken;
    for (const std::size_t input : mostFirst(value)) {
        plot.categories.push_back(label(scenario, inputs[input], language));
        plot.bars[0].values.push_back(value.inputs[input].value);
        spoken.push_back(plot.categories.back() + " " + moneyText(value.inputs[input].value, scenario.currency));
    }
    plot.categories.push_back(words::say(QuestionWord::all_inputs, language));
    plot.bars[0].values.push_back(value.perfect.value);
    plot.description = listed(spoken, language);
    return plot;
}

std::vector<Paragraph> correlationNotes(const Scenario& scenario, Language language)
{
    const auto uncertain = analysis::uncertainInputs(scenario);
    const auto isUncertain = [&uncertain](const analysis::InputPlace& place) {
        return std::ranges::find(uncertain, place) != uncertain.end();
    };
    std::vector<std::string> pairs;
    for (const scenario::Correlation& pair : scenario.correlations)
        if (pair.rank != 0 && std::abs(pair.rank) < 1 && isUncertain(pair.a) && isUncertain(pair.b))
            pairs.push_back(words::say(QuestionWord::correlated_pair, language,
                {label(scenario, pair.a, language), label(scenario, pair.b, language),
                    base::formatNumber(pair.rank, 2)}));
    if (pairs.empty())
        return {};
    return {{words::say(QuestionWord::correlated_note, language, {listed(pairs, language)}), Paragraph::Kind::warning}};
}

std::vector<double> differences(const analysis::Draws& draws, std::size_t option, std::size_t baseline)
{
    std::vector<double> differences;
    for (std::size_t draw = 0; draw < draws.totals[option].size(); ++draw)
        differences.push_back(draws.totals[option][draw] - draws.totals[baseline][draw]);
    return differences;
}

} // namespace fullscope::report
