// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/uncertainty_parts.h"

#include "core/report/format.h"
#include "core/words/text_ids.h"
#include "core/words/uncertainty_words.h"

#include <algorithm>
#include <cmath>

namespace fullscope::report {

using analysis::Scope;
using analysis::Spread;
using analysis::Uncertainty;
using scenario::Scenario;
using words::Language;
using words::Text;
using words::UncertaintyWord;

namespace {

constexpr int kBins = 60;
constexpr int kPercentiles[] = {5, 10, 50, 90, 95};

// Figures of one option; with the mark of a lower bound where an input of it was not given.
class Figures {
public:
    Figures(const Scenario& scenario, std::size_t option, Scope scope)
        : m_currency(scenario.currency)
        , m_per_peak(scope == Scope::list_price ? "/PFLOP·h" : "")
    {
        if (const auto costs = analysis::evaluate(scenario::inputValues(scenario, option)))
            m_mark = boundMark(analysis::boundUnder(*costs, scope));
    }
    std::string exact(double figure) const { return moneyText(figure, m_currency) + m_per_peak; }
    std::string operator()(double figure) const { return m_mark + exact(figure); }

private:
    std::string m_currency, m_per_peak, m_mark;
};

std::string count(std::uint64_t number)
{
    return base::formatNumber(static_cast<double>(number), 0);
}

bool isSingle(const Spread& spread)
{
    return spread.minimum == spread.maximum;
}

// Share of the draws below `x`, from the quantiles.
double shareBelow(const Spread& spread, double x)
{
    if (x <= spread.minimum)
        return 0;
    if (x >= spread.maximum)
        return 1;
    const auto above = std::ranges::upper_bound(spread.quantiles, x);
    const auto k = static_cast<std::size_t>(above - spread.quantiles.begin());
    const double low = k == 0 ? spread.minimum : spread.quantiles[k - 1];
    const double high = k == spread.quantiles.size() ? spread.maximum : *above;
    const double part = high > low ? (x - low) / (high - low) : 0;
    return (static_cast<double>(k) + part) / static_cast<double>(spread.quantiles.size() + 1);
}

struct Named {
    std::string name;
    const Spread* spread;
    Tone tone;
};

// A line for each, over bins that all share: between the least and the greatest of their outer quantiles.
void addDensities(PlotSpec& plot, const std::vector<Named>& figures)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const Named& figure : figures) {
        low = std::min(low, figure.spread->quantiles.front());
        high = std::max(high, figure.spread->quantiles.back());
    }
    const double width = (high - low) / kBins;
    for (std::size_t i = 0; i < figures.size(); ++i) {
        const Spread& spread = *figures[i].spread;
        if (isSingle(spread)) {
            plot.marks.push_back({spread.minimum, figures[i].name, figures[i].tone});
            continue;
        }
        LineSeries line {figures[i].name, {}, {}, figures[i].tone, i % 2 == 1};
        for (int bin = -1; bin <= kBins && width > 0; ++bin) { // an empty one on either side ends the line
            const double from = low + width * bin;
            line.x.push_back(from + width / 2);
            line.y.push_back(shareBelow(spread, from + width) - shareBelow(spread, from));
        }
        plot.lines.push_back(std::move(line));
    }
}

// Saving and change have opposite signs.
Spread changeOf(const Spread& saving)
{
    Spread change {.mean = -saving.mean,
        .standard_error = saving.standard_error,
        .minimum = -saving.maximum,
        .maximum = -saving.minimum,
        .quantiles = {saving.quantiles.rbegin(), saving.quantiles.rend()}};
    for (double& quantile : change.quantiles)
        quantile = -quantile;
    return change;
}

std::string spoken(const std::vector<Paragraph>& paragraphs)
{
    std::string text;
    for (const Paragraph& paragraph : paragraphs)
        text += (text.empty() ? "" : " ") + paragraph.text;
    return text;
}

std::vector<Paragraph> savingSentences(const Uncertainty& uncertainty, Language language)
{
    std::vector<Paragraph> out;
    for (const auto& saving : uncertainty.savings)
        if (saving.saving)
            out.push_back({say(UncertaintyWord::saving_spread, language,
                {uncertainty.options[saving.option].name, uncertainty.options[uncertainty.baseline].name,
                    changeText(saving.saving->percentile(50)), changeText(saving.saving->percentile(90)),
                    changeText(saving.saving->percentile(10)), percent(saving.positive)})});
    return out;
}

std::vector<Paragraph> cheapestSentences(const Uncertainty& uncertainty, Language language)
{
    std::vector<Paragraph> out;
    if (uncertainty.options.size() < 2)
        return out;
    for (const auto& option : uncertainty.options) {
        if (option.cheapest.value_or(0) > 0)
            out.push_back(
                {say(UncertaintyWord::cheapest_sentence, language, {option.name, percent(*option.cheapest)})});
        if (option.cheapest_tied.value_or(0) > 0)
            out.push_back(
                {say(UncertaintyWord::tied_sentence, language, {option.name, percent(*option.cheapest_tied)})});
    }
    return out;
}

// What of a distribution is cut off stands at its input; much of it makes another distribution.
void addCutOff(std::vector<Paragraph>& out, const Scenario& scenario, const Uncertainty& uncertainty, Language language)
{
    constexpr double kMuch = 0.05;
    for (const auto& place : uncertainty.inputs) {
        const scenario::Value* const value = scenario::valueAt(scenario, place);
        if (value == nullptr || !value->distribution)
            continue;
        const auto cut = scenario::TruncatedDistribution::make(*value->distribution, place.input);
        if (!cut || 1 - cut->shareInside() < kMuch)
            continue;
        out.push_back({placeText(scenario, place, language) + (language == Language::en ? ": " : "：")
                + say(UncertaintyWord::cut_off, language, {percent(1 - cut->shareInside())}),
            Paragraph::Kind::warning});
    }
}

void addWarnings(std::vector<Paragraph>& out, const Uncertainty& uncertainty, Language language)
{
    for (const auto& option : uncertainty.options)
        if (option.failed == uncertainty.draws)
            out.push_back(
                {say(UncertaintyWord::failed_always, language,
                     {option.name, option.failure ? words::sentence(*option.failure, language) : std::string()}),
                    Paragraph::Kind::warning});
        else if (option.failed > 0)
            out.push_back({say(UncertaintyWord::failed, language,
                               {option.name, count(option.failed), count(uncertainty.draws),
                                   option.failure ? words::sentence(*option.failure, language) : std::string()}),
                Paragraph::Kind::warning});
    if (uncertainty.options.size() > 1 && !uncertainty.options.front().cheapest)
        out.push_back({say(UncertaintyWord::nothing_compared, language), Paragraph::Kind::warning});
    else if (uncertainty.undecided > 0)
        out.push_back(
            {say(UncertaintyWord::undecided, language,
                 {percent(static_cast<double>(uncertainty.undecided) / static_cast<double>(uncertainty.draws))}),
                Paragraph::Kind::warning});
    if (uncertainty.ended_early)
        out.push_back({say(UncertaintyWord::ended_early, language)});
    if (!uncertainty.exact_quantiles)
        out.push_back({say(UncertaintyWord::from_histogram, language)});
}

std::vector<Table::Column> spreadColumns(const std::string& first, Language language)
{
    std::vector<Table::Column> columns = {{first, false}};
    for (const int percent : kPercentiles)
        columns.push_back({"P" + std::to_string(percent), true});
    columns.push_back({say(UncertaintyWord::mean, language), true});
    return columns;
}

} // namespace

std::string placeText(const Scenario& scenario, const scenario::InputPlace& place, Language language)
{
    const std::string label = words::label(place.input, language);
    if (!place.option || *place.option >= scenario.options.size())
        return label;
    return scenario.options[*place.option].name + (language == Language::en ? ": " : "：") + label;
}

std::vector<Paragraph> uncertaintySentences(const Scenario& scenario, const Uncertainty& uncertainty, Language language)
{
    if (uncertainty.inputs.empty())
        return {{say(UncertaintyWord::nothing_drawn, language)}};
    std::vector<Paragraph> out = cheapestSentences(uncertainty, language);
    const auto savings = savingSentences(uncertainty, language);
    out.insert(out.end(), savings.begin(), savings.end());
    std::vector<std::string> inputs;
    for (const auto& input : uncertainty.inputs)
        inputs.push_back(placeText(scenario, input, language));
    out.push_back({say(UncertaintyWord::drawn_from, language,
        {count(uncertainty.draws), std::to_string(uncertainty.seed), listed(inputs, language)})});
    if (uncertainty.options.size() > 1)
        out.push_back({say(UncertaintyWord::sharing, language)});
    addCutOff(out, scenario, uncertainty, language);
    addWarnings(out, uncertainty, language);
    return out;
}

KeyFigures uncertaintyFigures(const Scenario& scenario, const Uncertainty& uncertainty, Language language)
{
    KeyFigures out;
    if (uncertainty.inputs.empty())
        return out;
    for (std::size_t i = 0; i < uncertainty.options.size(); ++i) {
        const auto& option = uncertainty.options[i];
        if (!option.total)
            continue;
        const Figures figure(scenario, i, uncertainty.scope);
        std::string note = isSingle(*option.total)
            ? say(UncertaintyWord::single_value, language)
            : say(UncertaintyWord::key_total_note, language,
                {figure(option.total->percentile(10)), figure(option.total->percentile(90))});
        if (option.cheapest)
            note += " · "
                + say(
                    UncertaintyWord::key_cheapest_note, language, {percent(*option.cheapest + *option.cheapest_tied)});
        out.figures.push_back({option.name, figure(option.total->percentile(50)), std::move(note)});
    }
    for (const auto& saving : uncertainty.savings)
        if (saving.saving)
            out.figures.push_back(
                {say(UncertaintyWord::key_saving, language,
                     {uncertainty.options[saving.option].name, uncertainty.options[uncertainty.baseline].name}),
                    changeText(saving.saving->percentile(50)),
                    say(UncertaintyWord::key_saving_note, language,
                        {changeText(saving.saving->percentile(90)), changeText(saving.saving->percentile(10)),
                            percent(saving.positive)})});
    return out;
}

Table totalsSpread(const Scenario& scenario, const Uncertainty& uncertainty, Language language)
{
    Table table;
    table.title = say(
        UncertaintyWord::totals_table, language, {words::label(uncertainty.scope, language), count(uncertainty.draws)});
    table.columns = spreadColumns(words::say(Text::option, language), language);
    table.columns.push_back({say(UncertaintyWord::standard_error, language), true});
    table.columns.push_back({say(UncertaintyWord::cheapest, language), true});
    const bool hasTies = std::ranges::any_of(
        uncertainty.options, [](const analysis::OptionSpread& option) { return option.cheapest_tied.value_or(0) > 0; });
    if (hasTies)
        table.columns.push_back({say(UncertaintyWord::cheapest_tied, language), true});
    for (std::size_t i = 0; i < uncertainty.options.size(); ++i) {
        const auto& option = uncertainty.options[i];
        std::vector<std::string> row = {option.name};
        const Figures figure(scenario, i, uncertainty.scope);
        for (const int percent : kPercentiles)
            row.push_back(option.total ? figure(option.total->percentile(percent)) : "–");
        row.push_back(option.total ? figure(option.total->mean) : "–");
        row.push_back(option.total && option.total->standard_error ? figure.exact(*option.total->standard_error) : "–");
        row.push_back(option.total && option.cheapest ? percent(*option.cheapest) : "–");
        if (hasTies)
            row.push_back(option.cheapest_tied ? percent(*option.cheapest_tied) : "–");
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table savingsSpread(const Scenario&, const Uncertainty& uncertainty, Language language)
{
    Table table;
    table.title = say(UncertaintyWord::savings_table, language, {uncertainty.options[uncertainty.baseline].name});
    table.columns = spreadColumns(words::say(Text::option, language), language);
    table.columns.push_back({say(UncertaintyWord::saves, language), true});
    for (const auto& saving : uncertainty.savings) {
        std::vector<std::string> row = {uncertainty.options[saving.option].name};
        for (const int percent : kPercentiles) // of the change: the least saving is the greatest change
            row.push_back(saving.saving ? changeText(saving.saving->percentile(100 - percent)) : "–");
        row.push_back(saving.saving ? changeText(saving.saving->mean) : "–");
        row.push_back(saving.saving ? percent(saving.positive) : "–");
        table.rows.push_back(std::move(row));
    }
    return table;
}

PlotSpec totalsDensity(const Scenario& scenario, const Uncertainty& uncertainty, Language language)
{
    PlotSpec plot;
    plot.id = "compare.totals_density";
    plot.title = say(UncertaintyWord::totals_plot, language);
    plot.currency = scenario.currency;
    plot.x = {words::label(uncertainty.scope, language), base::Unit::money};
    plot.y = {say(UncertaintyWord::share_of_draws, language), base::Unit::share};
    std::vector<Named> figures;
    for (std::size_t i = 0; i < uncertainty.options.size(); ++i)
        if (uncertainty.options[i].total)
            figures.push_back({uncertainty.options[i].name, &*uncertainty.options[i].total, toneOf(i)});
    addDensities(plot, figures);
    plot.description = spoken(cheapestSentences(uncertainty, language));
    return plot;
}

PlotSpec savingsDensity(const Scenario& scenario, const Uncertainty& uncertainty, Language language)
{
    const std::string& baseline = uncertainty.options[uncertainty.baseline].name;
    PlotSpec plot;
    plot.id = "compare.savings_density";
    plot.title = say(UncertaintyWord::savings_plot, language, {baseline});
    plot.currency = scenario.currency;
    plot.x = {say(UncertaintyWord::change, language, {baseline}), base::Unit::share};
    plot.y = {say(UncertaintyWord::share_of_draws, language), base::Unit::share};
    std::vector<Spread> changes;
    changes.reserve(uncertainty.savings.size()); // pointers into it are kept
    std::vector<Named> figures;
    for (const auto& saving : uncertainty.savings) {
        if (!saving.saving)
            continue;
        changes.push_back(changeOf(*saving.saving));
        figures.push_back({uncertainty.options[saving.option].name, &changes.back(), toneOf(saving.option)});
    }
    addDensities(plot, figures);
    plot.marks.push_back({0, say(UncertaintyWord::no_difference, language), Tone::neutral});
    plot.description = spoken(savingSentences(uncertainty, language));
    return plot;
}

std::optional<Section> uncertaintySection(const Scenario& scenario, const Uncertainty& uncertainty, Language language)
{
    if (uncertainty.inputs.empty())
        return std::nullopt;
    Section section {"uncertainty", say(UncertaintyWord::title, language), {}};
    for (Paragraph& paragraph : uncertaintySentences(scenario, uncertainty, language))
        section.blocks.emplace_back(std::move(paragraph));
    section.blocks.emplace_back(totalsSpread(scenario, uncertainty, language));
    if (!totalsDensity(scenario, uncertainty, language).lines.empty())
        section.blocks.emplace_back(totalsDensity(scenario, uncertainty, language));
    if (uncertainty.options.size() > 1) {
        section.blocks.emplace_back(savingsSpread(scenario, uncertainty, language));
        if (!savingsDensity(scenario, uncertainty, language).lines.empty())
            section.blocks.emplace_back(savingsDensity(scenario, uncertainty, language));
    }
    return section;
}

std::optional<PlotSpec> distributionPlot(
    const scenario::Value& value, scenario::Input input, const std::string& currency, Language language)
{
    if (!value.distribution)
        return std::nullopt;
    const auto cut = scenario::TruncatedDistribution::make(*value.distribution, input);
    if (!cut)
        return std::nullopt;
    constexpr double kTail = 0.002; // what is beyond it would only squash the rest
    const double low = cut->quantile(kTail), high = cut->quantile(1 - kTail), width = (high - low) / kBins;
    if (!(width > 0))
        return std::nullopt;
    PlotSpec plot;
    plot.id = "scenario.distribution";
    plot.title = say(UncertaintyWord::distribution_plot, language);
    plot.currency = currency;
    plot.x = {words::label(input, language), scenario::spec(input).unit};
    plot.y = {say(UncertaintyWord::likelihood, language), base::Unit::share};
    LineSeries line {plot.y.label, {}, {}, Tone::a};
    for (int bin = -1; bin <= kBins; ++bin) { // an empty one on either side ends the line
        const double from = low + width * bin;
        line.x.push_back(from + width / 2);
        line.y.push_back(bin < 0 || bin == kBins ? 0 : cut->cdf(from + width) - cut->cdf(from));
    }
    const double most = *std::ranges::max_element(line.y);
    for (double& y : line.y)
        y /= most > 0 ? most : 1;
    plot.lines.push_back(std::move(line));
    std::vector<std::string> spoken;
    for (const int percent : {10, 50, 90}) {
        const std::string name = "P" + std::to_string(percent);
        plot.marks.push_back({cut->quantile(percent / 100.0), name, Tone::neutral});
        spoken.push_back(name + " " + base::formatQuantity(plot.marks.back().x, scenario::spec(input).unit, currency));
    }
    plot.description = listed(spoken, language);
    return plot;
}

std::vector<std::string> distributionLines(
    const scenario::Value& value, scenario::Input input, const std::string& currency, Language language)
{
    if (!value.distribution)
        return {};
    const auto unit = scenario::spec(input).unit;
    const auto cut = scenario::TruncatedDistribution::make(*value.distribution, input);
    if (!cut)
        return {words::sentence(cut.error(), language)};
    const auto shown = [&](double p) { return base::formatQuantity(cut->quantile(p), unit, currency); };
    const std::string colon = language == Language::en ? ": " : "：";
    std::vector<std::string> lines = {words::label(value.distribution->kind, language) + colon
            + scenario::formatDistribution(*value.distribution, unit, currency),
        say(UncertaintyWord::quantiles, language, {shown(0.1), shown(0.5), shown(0.9)}),
        words::explanation(value.distribution->kind, language)};
    if (const double outside = 1 - cut->shareInside(); outside >= 5e-4)
        lines.push_back(say(UncertaintyWord::cut_off, language, {percent(outside)}));
    return lines;
}

} // namespace fullscope::report
