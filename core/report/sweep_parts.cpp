// SPDX-License-Identifier: GPL-3.0-or-later
// Totals over one input, and the saving over two.
#include "core/report/format.h"
#include "core/report/question_parts.h"
#include "core/report/uncertainty_parts.h"
#include "core/words/question_words.h"
#include "core/words/text_ids.h"

#include <cmath>
#include <limits>

namespace fullscope::report {

using analysis::SweepRange;
using scenario::Scenario;
using words::Language;
using words::QuestionWord;

namespace {

constexpr int kLinePoints = 121, kMapPoints = 61; // of a plot

std::string quantity(const Scenario& scenario, scenario::Input input, double value)
{
    return base::formatQuantity(value, scenario::spec(input).unit, scenario.currency);
}

Axis axisOf(const Scenario& scenario, const analysis::InputPlace& place, bool logarithmic, Language language)
{
    return {placeText(scenario, place, language), scenario::spec(place.input).unit, logarithmic};
}

std::string pairText(const Scenario& scenario, std::size_t option, std::size_t baseline, QuestionWord word,
    const analysis::HeatMap& map, Language language)
{
    return words::say(word, language,
        {scenario.options[option].name, scenario.options[baseline].name, words::label(map.x_place.input, language),
            words::label(map.y_place.input, language)});
}

// From much cheaper to much dearer. The borders are the same in every map, so that two of them can be compared.
std::vector<Shade> shades(Language language)
{
    constexpr double kBorders[] = {0, 0.1, 0.25, 0.5};
    constexpr double kStrengths[] = {0.2, 0.42, 0.7, 1};
    constexpr double kEnd = std::numeric_limits<double>::infinity();
    const auto share = [](double value) { return base::formatNumber(value * 100, 0); };
    std::vector<Shade> out;
    for (std::size_t i = std::size(kBorders); i-- > 0;) {
        const bool isLast = i + 1 == std::size(kBorders);
        const std::string name = isLast
            ? words::say(QuestionWord::cheaper_beyond, language, {share(kBorders[i])})
            : words::say(QuestionWord::cheaper_within, language, {share(kBorders[i]), share(kBorders[i + 1])});
        out.push_back({isLast ? -kEnd : -kBorders[i + 1], -kBorders[i], name, Tone::a, kStrengths[i]});
    }
    for (std::size_t i = 0; i < std::size(kBorders); ++i) {
        const bool isLast = i + 1 == std::size(kBorders);
        const std::string name = isLast
            ? words::say(QuestionWord::dearer_beyond, language, {share(kBorders[i])})
            : words::say(QuestionWord::dearer_within, language, {share(kBorders[i]), share(kBorders[i + 1])});
        out.push_back({kBorders[i], isLast ? kEnd : kBorders[i + 1], name, Tone::d, kStrengths[i]});
    }
    return out;
}

std::vector<LineSeries> mapLines(const Scenario& scenario, const analysis::HeatMap& map, Language language)
{
    std::vector<LineSeries> lines;
    for (const analysis::Polyline& zero : map.zero) {
        LineSeries line {words::say(QuestionWord::equal_cost, language), zero.x, zero.y, Tone::h};
        if (zero.closed && !zero.x.empty()) {
            line.x.push_back(zero.x.front());
            line.y.push_back(zero.y.front());
        }
        lines.push_back(std::move(line));
    }
    const scenario::Value *x = scenario::valueAt(scenario, map.x_place), *y = scenario::valueAt(scenario, map.y_place);
    const auto within = [](const scenario::Value* value, const std::vector<double>& grid) {
        return value != nullptr && grid.front() <= value->value && value->value <= grid.back();
    };
    if (within(x, map.x) && within(y, map.y))
        lines.push_back({words::say(QuestionWord::as_things_are, language), {x->value}, {y->value}, Tone::h});
    return lines;
}

std::string noFigure(const analysis::NoFigures::Place& why)
{
    return why ? "– (" + std::to_string(*why + 1) + ')' : std::string("–");
}

// Where an option begins or ends to have no figure.
void markGaps(PlotSpec& plot, const Scenario& scenario, const analysis::Sweep& swept, Language language)
{
    for (std::size_t option = 0; option < swept.why.size(); ++option)
        for (std::size_t i = 0; i < swept.x.size(); ++i) {
            const auto& why = swept.why[option][i];
            const bool isFirst = why && (i == 0 || swept.why[option][i - 1] != why);
            const bool isLast = why && i + 1 < swept.x.size() && swept.why[option][i + 1] != why;
            if (isFirst || isLast)
                plot.marks.push_back({swept.x[i],
                    words::say(isFirst ? QuestionWord::no_figure_from : QuestionWord::no_figure_to, language,
                        {scenario.options[option].name, words::sentence(swept.none.reasons()[*why], language)}),
                    toneOf(option)});
        }
}

} // namespace

std::vector<std::string> reasonTexts(const analysis::NoFigures& none, Language language)
{
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < none.reasons().size(); ++i)
        texts.push_back('(' + std::to_string(i + 1) + ") " + words::sentence(none.reasons()[i], language));
    return texts;
}

Table sweepTable(const Scenario& scenario, const analysis::Sweep& swept, Language language)
{
    Table table;
    table.title = words::say(QuestionWord::sweep_title, language, {words::label(swept.input, language)});
    table.columns = {{words::label(swept.input, language), true}};
    for (const scenario::Option& option : scenario.options)
        table.columns.push_back({option.name, true});
    for (std::size_t i = 0; i < swept.x.size(); ++i) {
        std::vector<std::string> row {quantity(scenario, swept.input, swept.x[i])};
        for (std::size_t option = 0; option < swept.totals.size(); ++option) {
            const auto& total = swept.totals[option][i];
            row.push_back(total ? moneyText(*total, scenario.currency) : noFigure(swept.why[option][i]));
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::vector<std::string> meetingTexts(const Scenario& scenario, const analysis::InputPlace& place,
    const std::vector<analysis::Meeting>& meetings, Language language)
{
    std::vector<std::string> texts;
    for (const analysis::Meeting& meeting : meetings)
        texts.push_back(words::say(QuestionWord::meeting, language,
            {scenario.options[meeting.first].name, scenario.options[meeting.second].name,
                quantity(scenario, place.input, meeting.x), moneyText(meeting.total, scenario.currency)}));
    if (texts.empty() && scenario.options.size() > 1)
        texts.push_back(words::say(QuestionWord::meet_nowhere, language));
    return texts;
}

base::Result<PlotSpec> sweepPlot(const Scenario& scenario, const analysis::InputPlace& place,
    const std::optional<SweepRange>& asked, Language language)
{
    FS_TRY_VALUE(usual, asked ? base::Result<SweepRange>(*asked) : analysis::usualRange(scenario, place, kLinePoints));
    const SweepRange range {usual.from, usual.to, kLinePoints, usual.logarithmic};
    std::vector<std::size_t> varied;
    if (place.option)
        varied.push_back(*place.option);
    FS_TRY_VALUE(swept, analysis::sweep(scenario, place.input, range, varied));
    FS_TRY_VALUE(meetings, analysis::meetings(scenario, place, range.from, range.to));
    PlotSpec plot;
    plot.kind = PlotKind::lines;
    plot.id = "compare.sweep";
    plot.currency = scenario.currency;
    plot.title = words::say(QuestionWord::sweep_title, language, {placeText(scenario, place, language)});
    plot.x = axisOf(scenario, place, range.logarithmic, language);
    plot.y = {words::say(words::Text::cost_over_horizon, language), base::Unit::money};
    for (std::size_t i = 0; i < scenario.options.size(); ++i) {
        LineSeries line {scenario.options[i].name, {}, {}, toneOf(i), i % 2 == 1};
        for (std::size_t p = 0; p < swept.x.size(); ++p) {
            line.x.push_back(swept.x[p]);
            line.y.push_back(swept.totals[i][p].value_or(std::numeric_limits<double>::quiet_NaN()));
        }
        plot.lines.push_back(std::move(line));
    }
    for (const analysis::Meeting& meeting : meetings)
        plot.marks.push_back({meeting.x,
            words::say(QuestionWord::meeting_mark, language,
                {scenario.options[meeting.first].name, scenario.options[meeting.second].name,
                    quantity(scenario, place.input, meeting.x)}),
            Tone::neutral});
    const scenario::Value* now = scenario::valueAt(scenario, place);
    if (now != nullptr && range.from <= now->value && now->value <= range.to)
        plot.marks.push_back({now->value, words::say(QuestionWord::as_things_are, language), Tone::neutral});
    markGaps(plot, scenario, swept, language);
    auto spoken = meetingTexts(scenario, place, meetings, language);
    for (std::string& reason : reasonTexts(swept.none, language))
        spoken.push_back(std::move(reason));
    plot.description = listed(spoken, language);
    return plot;
}

Table heatMapTable(
    const Scenario& scenario, std::size_t option, std::size_t baseline, const analysis::HeatMap& map, Language language)
{
    Table table;
    table.title = pairText(scenario, option, baseline, QuestionWord::sweep_of_two, map, language);
    table.columns = {{words::label(map.y_place.input, language), true}};
    for (const double x : map.x)
        table.columns.push_back({quantity(scenario, map.x_place.input, x), true});
    for (std::size_t row = 0; row < map.y.size(); ++row) {
        std::vector<std::string> cells {quantity(scenario, map.y_place.input, map.y[row])};
        for (std::size_t column = 0; column < map.x.size(); ++column) {
            const auto& saving = map.saving[row][column];
            cells.push_back(saving ? changeText(*saving) : noFigure(map.why[row][column]));
        }
        table.rows.push_back(std::move(cells));
    }
    return table;
}

PlotSpec heatMapPlot(
    const Scenario& scenario, std::size_t option, std::size_t baseline, const analysis::HeatMap& map, Language language)
{
    const auto isByRatio = [](const std::vector<double>& grid) {
        return grid.size() > 2 && grid.front() > 0 && std::abs(grid[1] * grid[1] / (grid[0] * grid[2]) - 1) < 1e-9;
    };
    PlotSpec plot;
    plot.kind = PlotKind::heat_map;
    plot.id = "compare.heat_map";
    plot.currency = scenario.currency;
    plot.title = pairText(scenario, option, baseline, QuestionWord::map_title, map, language);
    plot.x = axisOf(scenario, map.x_place, isByRatio(map.x), language);
    plot.y = axisOf(scenario, map.y_place, isByRatio(map.y), language);
    plot.cells = {.x = map.x,
        .y = map.y,
        .values = {},
        .notes = {},
        .label = words::say(QuestionWord::change_against, language, {scenario.options[baseline].name}),
        .unit = base::Unit::share,
        .shades = shades(language)};
    for (const auto& row : map.saving) {
        plot.cells.values.emplace_back();
        for (const auto& saving : row)
            plot.cells.values.back().push_back(saving ? -*saving : std::numeric_limits<double>::quiet_NaN());
    }
    if (!map.none.reasons().empty())
        for (const auto& row : map.why) {
            plot.cells.notes.emplace_back();
            for (const auto& why : row)
                plot.cells.notes.back().push_back(
                    why ? words::sentence(map.none.reasons()[*why], language) : std::string());
        }
    plot.lines = mapLines(scenario, map, language);
    plot.description = map.zero.empty()
        ? words::say(QuestionWord::meet_nowhere, language)
        : words::say(QuestionWord::meet_on, language, {std::to_string(map.zero.size())});
    return plot;
}

base::Result<PlotSpec> heatMapPlot(const Scenario& scenario, std::size_t option, const RangedPlace& x,
    const RangedPlace& y, Language language, const base::JobContext& job)
{
    const auto rangeOf = [&scenario](const RangedPlace& of) -> base::Result<SweepRange> {
        FS_TRY_VALUE(range,
            of.range ? base::Result<SweepRange>(*of.range) : analysis::usualRange(scenario, of.place, kMapPoints));
        return SweepRange {range.from, range.to, kMapPoints, range.logarithmic};
    };
    FS_TRY_VALUE(columns, rangeOf(x));
    FS_TRY_VALUE(rows, rangeOf(y));
    FS_TRY_VALUE(map, analysis::heatMap(scenario, option, scenario.baseline, x.place, columns, y.place, rows, job));
    return heatMapPlot(scenario, option, scenario.baseline, map, language);
}

} // namespace fullscope::report
