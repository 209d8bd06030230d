// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/format.h"
#include "core/report/loss_report.h"
#include "core/words/loss_words.h"
#include "core/words/text_ids.h"

#include <algorithm>
#include <cmath>

namespace fullscope::report {

using ledger::Crossing;
using ledger::LossAxis;
using ledger::LossComparison;
using ledger::LossSide;
using ledger::TokensFactor;
using words::Language;
using words::Text;

namespace {

constexpr std::size_t kColumns = 800; // of pixels: a point each for the least and greatest loss
constexpr int kFactorDigits = 3;

std::string amount(double x, LossAxis axis)
{
    return axis == LossAxis::tokens ? base::formatQuantity(x, base::Unit::tokens)
                                    : base::formatNumber(std::round(x), 0);
}

std::string number(double factor)
{
    return base::formatNumber(factor, kFactorDigits);
}

// An interval that may be open on a side; `none` where it is on both.
std::string interval(const std::optional<std::string>& low, const std::optional<std::string>& high,
    const std::string& none, Language language)
{
    if (low && high)
        return words::say(Text::from_to, language, {*low, *high});
    if (low)
        return words::say(Text::at_least_value, language, {*low});
    return high ? words::say(Text::at_most_value, language, {*high}) : none;
}

std::string crossingText(const LossSide& side, LossAxis axis, Language language)
{
    const std::string x = amount(side.crossing.x, axis);
    switch (side.crossing.state) {
    case Crossing::State::reached:
        return x;
    case Crossing::State::not_reached:
        return words::say(Text::not_reached_by, language, {x});
    case Crossing::State::below_from_start:
        return words::say(Text::reached_before, language, {x});
    }
    return x;
}

std::string crossingInterval(const LossSide& side, LossAxis axis, Language language)
{
    if (side.ends_at_target)
        return words::say(Text::end_of_the_log, language);
    const auto written
        = [&](const std::optional<double>& end) { return end ? std::optional(amount(*end, axis)) : std::nullopt; };
    return interval(written(side.crossing.low), written(side.crossing.high), "–", language);
}

Text verdictOf(const TokensFactor& factor)
{
    if (factor.kind == TokensFactor::Kind::at_least)
        return Text::loss_needs_at_least;
    if (factor.kind == TokensFactor::Kind::at_most)
        return Text::loss_needs_at_most;
    return factor.value < 1 ? Text::loss_needs_fewer : Text::loss_needs_more;
}

// The extremes of each column, in order: what the eye sees of all points.
LineSeries decimated(const std::vector<ledger::LossAt>& points, std::string name, Tone tone)
{
    LineSeries line {.name = std::move(name), .x = {}, .y = {}, .tone = tone, .faint = true};
    const auto add = [&line](const ledger::LossAt& point) {
        line.x.push_back(point.x);
        line.y.push_back(point.loss);
    };
    const double from = std::log(points.front().x), to = std::log(points.back().x);
    const auto column = [&](const ledger::LossAt& point) {
        const double share = to > from ? (std::log(point.x) - from) / (to - from) : 0;
        return static_cast<std::size_t>(share * static_cast<double>(kColumns - 1));
    };
    for (std::size_t i = 0; i < points.size();) {
        std::size_t least = i, greatest = i, end = i;
        for (; end < points.size() && column(points[end]) == column(points[i]); ++end) {
            if (points[end].loss < points[least].loss)
                least = end;
            if (points[end].loss > points[greatest].loss)
                greatest = end;
        }
        add(points[std::min(least, greatest)]);
        if (least != greatest)
            add(points[std::max(least, greatest)]);
        i = end;
    }
    return line;
}

void addRun(PlotSpec& plot, const LossComparison& comparison, const LossSide& side, Tone tone, Language language)
{
    const auto named = [&](Text text) { return words::say(text, language, {side.run_name}); };
    LineSeries smooth {.name = named(Text::loss_smoothed), .x = {}, .y = {}, .tone = tone};
    for (const auto& point : side.smoothed.points) {
        smooth.x.push_back(point.x);
        smooth.y.push_back(point.loss);
    }
    plot.lines.push_back(std::move(smooth));
    if (side.crossing.state != Crossing::State::reached)
        return;
    const double x = side.crossing.x;
    plot.marks.push_back({x, words::say(Text::loss_mark, language, {side.run_name, amount(x, comparison.axis)}), tone});
    const double low = side.crossing.low.value_or(side.smoothed.points.front().x);
    const double high = side.crossing.high.value_or(side.last().x);
    if (high > low)
        plot.lines.push_back({.name = named(Text::loss_interval_of),
            .x = {low, high},
            .y = {comparison.target, comparison.target},
            .tone = tone});
}

} // namespace

std::string factorText(const std::optional<TokensFactor>& factor)
{
    if (!factor)
        return "–";
    constexpr const char* kMarks[] = {"", "≥ ", "≤ "};
    return kMarks[static_cast<std::size_t>(factor->kind)] + number(factor->value);
}

std::string factorInterval(const TokensFactor& factor, Language language)
{
    const auto written
        = [](const std::optional<double>& end) { return end ? std::optional(number(*end)) : std::nullopt; };
    return interval(written(factor.low), written(factor.high), "–", language);
}

std::vector<Paragraph> lossVerdict(const LossComparison& comparison, Language language)
{
    using Kind = Paragraph::Kind;
    std::vector<Paragraph> out;
    const auto add = [&](Kind kind, Text text, const std::vector<std::string>& arguments = {}) {
        out.push_back({words::say(text, language, arguments), kind});
    };
    const std::string target = lossText(comparison.target, language);
    if (const auto& factor = comparison.factor) {
        add(Kind::headline, verdictOf(*factor),
            {comparison.candidate.run_name, number(factor->value), comparison.baseline.run_name, target,
                factorInterval(*factor, language), number(1 / factor->value)});
        const bool holds_one = factor->low.value_or(0) <= 1 && factor->high.value_or(2) >= 1;
        if (factor->kind == TokensFactor::Kind::value && holds_one)
            add(Kind::plain, Text::loss_within_noise);
    } else {
        add(Kind::headline, Text::loss_no_factor, {target});
    }
    if (comparison.of == ledger::LossOf::evaluation)
        out.push_back({words::say(words::LossWord::verdict_evaluation, language,
                           {base::formatNumber(static_cast<double>(comparison.baseline.records), 0),
                               base::formatNumber(static_cast<double>(comparison.candidate.records), 0)}),
            Kind::plain});
    if (!comparison.target_given)
        add(Kind::plain, Text::loss_target_worse);
    if (comparison.axis == LossAxis::steps)
        add(Kind::warning, Text::loss_axis_steps);
    add(Kind::plain, Text::loss_assumed);
    for (const base::Problem& problem : comparison.problems)
        out.push_back({words::sentence(problem, language),
            problem.severity == base::Severity::info ? Kind::plain : Kind::warning});
    if (comparison.baseline.is_joined || comparison.candidate.is_joined)
        out.push_back({words::say(words::LossWord::few_evaluations, language, {std::to_string(ledger::kLeastLosses)}),
            Kind::warning});
    if (comparison.baseline.is_joined && comparison.candidate.is_joined)
        return out;
    double window = ledger::kLossBandwidth;
    for (const LossSide* side : {&comparison.baseline, &comparison.candidate})
        if (side->crossing.state == Crossing::State::reached)
            window = std::max(window, side->crossing.bandwidth);
    add(Kind::plain, Text::loss_method, {percent(std::expm1(window))});
    return out;
}

Table lossTable(const LossComparison& comparison, Language language)
{
    const auto say = [&](Text text) { return words::say(text, language); };
    const bool has_tokens = comparison.axis == LossAxis::tokens;
    Table table;
    table.title
        = words::say(Text::loss_comparison, language, {comparison.candidate.run_name, comparison.baseline.run_name});
    table.columns = {{words::say(Text::loss_target_value, language, {lossText(comparison.target, language)}), false},
        {comparison.baseline.run_name, true}, {comparison.candidate.run_name, true}};
    const auto row = [&](const std::string& label, const auto& text) {
        table.rows.push_back({label, text(comparison.baseline), text(comparison.candidate)});
    };
    if (comparison.of == ledger::LossOf::evaluation)
        row(words::say(words::LossWord::compare_by, language),
            [&](const LossSide&) { return words::label(comparison.of, language); });
    row(say(has_tokens ? Text::tokens_to_target : Text::steps_to_target),
        [&](const LossSide& side) { return crossingText(side, comparison.axis, language); });
    row(say(Text::interval_95),
        [&](const LossSide& side) { return crossingInterval(side, comparison.axis, language); });
    if (has_tokens)
        row(say(Text::steps_to_target), [&](const LossSide& side) {
            return side.crossing.state == Crossing::State::reached ? amount(side.steps, LossAxis::steps)
                                                                   : std::string("–");
        });
    row(say(Text::final_loss_smoothed), [&](const LossSide& side) {
        return lossText(side.last().loss, language) + " ± " + base::formatNumber(side.last().reach, 4);
    });
    row(say(Text::smoothing_window), [&](const LossSide& side) {
        return side.crossing.state == Crossing::State::reached
            ? "± " + amount(side.crossing.x * std::expm1(side.crossing.bandwidth), comparison.axis)
            : std::string("–");
    });
    row(say(Text::losses_counted),
        [](const LossSide& side) { return base::formatNumber(static_cast<double>(side.records), 0); });
    table.rows.push_back({words::label(scenario::Input::tokens_factor, language), "1", factorText(comparison.factor)});
    table.rows.push_back({say(Text::interval_95), "",
        comparison.factor ? factorInterval(*comparison.factor, language) : std::string("–")});
    return table;
}

Table lossDifferences(const LossComparison& comparison, Language language)
{
    Table table;
    table.title = words::say(Text::differences_of_runs, language);
    table.columns = {{words::say(Text::what, language), false}, {comparison.baseline.run_name, false},
        {comparison.candidate.run_name, false}};
    const auto said
        = [&](const std::string& value) { return value.empty() ? words::say(Text::not_in_file, language) : value; };
    for (const auto& difference : comparison.differences)
        table.rows.push_back({difference.fact, said(difference.values[0]), said(difference.values[1])});
    return table;
}

PlotSpec lossComparisonPlot(const LossComparison& comparison, Language language)
{
    const auto& [a, b] = std::tie(comparison.baseline, comparison.candidate);
    const bool has_tokens = comparison.axis == LossAxis::tokens;
    PlotSpec plot;
    plot.kind = PlotKind::lines;
    plot.id = "runs.loss_comparison";
    plot.title = words::say(Text::loss_comparison, language, {b.run_name, a.run_name});
    plot.x = {words::say(has_tokens ? Text::tokens_trained_on : Text::steps_trained, language),
        has_tokens ? base::Unit::tokens : base::Unit::one, true};
    plot.y = {words::label(comparison.of, language), base::Unit::one};
    const std::vector<std::string> spoken {a.run_name, b.run_name, lossText(comparison.target, language)};
    plot.description = comparison.of == ledger::LossOf::training
        ? words::say(Text::loss_plot_spoken, language, spoken)
        : words::say(words::LossWord::plot_spoken, language, spoken);
    plot.lines.push_back(decimated(a.logged, words::say(Text::loss_as_logged, language, {a.run_name}), Tone::a));
    plot.lines.push_back(decimated(b.logged, words::say(Text::loss_as_logged, language, {b.run_name}), Tone::b));
    addRun(plot, comparison, a, Tone::a, language);
    addRun(plot, comparison, b, Tone::b, language);
    plot.lines.push_back(
        {.name = words::say(Text::loss_target_value, language, {lossText(comparison.target, language)}),
            .x = {std::min(a.logged.front().x, b.logged.front().x), std::max(a.last().x, b.last().x)},
            .y = {comparison.target, comparison.target},
            .tone = Tone::neutral,
            .dashed = true});
    return plot;
}

} // namespace fullscope::report
