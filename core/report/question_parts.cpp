// SPDX-License-Identifier: GPL-3.0-or-later
// Where it turns, and what would have to be true.
#include "core/report/question_parts.h"

#include "core/report/format.h"
#include "core/words/question_words.h"
#include "core/words/text_ids.h"

#include <cmath>

namespace fullscope::report {

using analysis::Reason;
using analysis::TurningPoint;
using analysis::TurningPoints;
using scenario::Scenario;
using words::Language;
using words::QuestionWord;

namespace {

std::string quantity(const Scenario& scenario, scenario::Input input, double value)
{
    return base::formatQuantity(value, scenario::spec(input).unit, scenario.currency);
}

std::string valueText(const Scenario& scenario, scenario::Input input, const analysis::TurningValue& value)
{
    constexpr const char* kMarks[] = {"≥ ", "≤ ", ""};
    return kMarks[static_cast<std::size_t>(value.holds)] + quantity(scenario, input, value.value);
}

Table emptyTurningTable(const Scenario& scenario, const TurningPoints& points, Language language)
{
    const QuestionWord title = points.saving == 0 ? QuestionWord::turning_equal
        : points.saving > 0                       ? QuestionWord::turning_saves
                                                  : QuestionWord::turning_dearer;
    Table table;
    table.title = words::say(title, language,
        {scenario.options[points.option].name, scenario.options[points.baseline].name, percent(points.saving)});
    table.columns
        = {{words::say(words::Text::input, language), false}, {words::say(QuestionWord::input_of, language), false},
            {words::say(QuestionWord::now, language), true}, {words::say(QuestionWord::value_needed, language), true},
            {words::say(QuestionWord::can_it_be, language), false}, {words::say(QuestionWord::why, language), false}};
    return table;
}

// Where no value makes it true, how near the input comes.
std::string nearestText(const TurningPoint& point, double saving, Language language)
{
    const auto& [least, greatest] = std::pair(point.found.least_saving, point.found.greatest_saving);
    if (!least || (*least < saving && saving < *greatest))
        return {};
    return words::say(QuestionWord::no_value, language, {changeText(saving > *greatest ? *greatest : *least)});
}

} // namespace

std::string ownerText(const Scenario& scenario, const analysis::InputPlace& place, Language language)
{
    return place.option ? scenario.options[*place.option].name : words::label(scenario::InputGroup::workload, language);
}

std::string judgementText(
    const Scenario& scenario, const analysis::Judgement& judgement, scenario::Input input, Language language)
{
    const bool isMfu = judgement.reason == Reason::mfu_above_one || judgement.reason == Reason::mfu_unusual
        || judgement.reason == Reason::faster_precision_needed || judgement.reason == Reason::not_as_measured;
    const auto text = [&](double figure) {
        if (isMfu)
            return percent(figure);
        const auto unit
            = judgement.reason == Reason::below_lowest_price ? base::Unit::money_per_hour : scenario::spec(input).unit;
        return base::formatQuantity(figure, unit, scenario.currency);
    };
    std::string words = words::say(judgement.reason, language, {text(judgement.figure), text(judgement.limit)});
    if (!judgement.source.empty())
        words += language == Language::en ? " (" + judgement.source + ")" : "（" + judgement.source + "）";
    return words;
}

InputTable turningTable(const Scenario& scenario, const TurningPoints& points, Language language)
{
    InputTable out {emptyTurningTable(scenario, points, language), {}};
    const auto add = [&](const TurningPoint& point, std::string needed, std::string can, std::string why) {
        out.table.rows.push_back({words::label(point.place.input, language), ownerText(scenario, point.place, language),
            point.now ? quantity(scenario, point.place.input, *point.now)
                      : words::say(words::Text::not_given, language),
            std::move(needed), std::move(can), std::move(why)});
        out.places.push_back(point.place);
    };
    for (const TurningPoint& point : points.points) {
        for (const analysis::TurningValue& value : point.values)
            add(point, valueText(scenario, point.place.input, value),
                words::label(value.judgement.possibility, language),
                judgementText(scenario, value.judgement, point.place.input, language));
        if (point.found.everywhere)
            add(point, words::say(QuestionWord::every_value, language),
                words::label(analysis::Possibility::possible, language), {});
        else if (point.values.empty() && point.now)
            add(point, "–", words::label(analysis::Possibility::impossible, language),
                nearestText(point, points.saving, language));
    }
    return out;
}

std::vector<Paragraph> turningVerdict(const Scenario& scenario, const TurningPoints& points, Language language)
{
    const std::string& option = scenario.options[points.option].name;
    const std::string& baseline = scenario.options[points.baseline].name;
    std::vector<Paragraph> out;
    if (points.saving_now) {
        const bool isCheaper = *points.saving_now > 0;
        out.push_back({words::say(isCheaper ? QuestionWord::now_cheaper : QuestionWord::now_dearer, language,
            {option, baseline, percent(*points.saving_now)})});
    }
    if (points.saving >= 1) {
        out.push_back({words::say(QuestionWord::beyond_all, language, {option, baseline, percent(points.saving)}),
            Paragraph::Kind::headline});
        return out;
    }
    const bool turns = std::any_of(points.points.begin(), points.points.end(),
        [](const TurningPoint& point) { return !point.values.empty() || point.found.everywhere; });
    if (!turns)
        out.push_back({words::say(QuestionWord::turning_none, language), Paragraph::Kind::headline});
    out.push_back({words::say(QuestionWord::turning_note, language, {option})});
    return out;
}

} // namespace fullscope::report
