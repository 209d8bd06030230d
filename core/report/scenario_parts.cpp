// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/scenario_parts.h"

#include "core/base/utc.h"
#include "core/report/format.h"
#include "core/words/scenario_words.h"
#include "core/words/text_ids.h"

#include <algorithm>

namespace fullscope::report {

using analysis::EffectMethod;
using analysis::OptionChange;
using analysis::ScenarioChange;
using scenario::Scenario;
using words::Language;
using words::say;
using words::ScenarioWord;
using words::Text;

namespace {

std::string shown(
    const Scenario& scenario, scenario::Input input, const std::optional<scenario::Value>& value, Language language)
{
    return value ? scenario::shownValue(*value, scenario::spec(input).unit, scenario.currency)
                 : say(Text::not_given, language);
}

std::string signedMoney(double amount, const std::string& currency)
{
    return (amount > 0 ? "+" : "") + moneyText(amount, currency);
}

// What the change of one input did to one option's total.
std::string effectText(
    const OptionChange& option, std::size_t change, bool movesFigure, const std::string& currency, Language language)
{
    for (const analysis::ChangeEffect& effect : option.effects)
        for (const std::size_t one : effect.changes)
            if (one == change)
                return one == effect.changes.front() ? signedMoney(effect.amount, currency)
                                                     : say(ScenarioWord::with_others, language);
    const bool isComputed = option.method != EffectMethod::none;
    return isComputed && !movesFigure ? say(ScenarioWord::same_median, language) : "–";
}

bool movesFigure(const analysis::ChangedInput& change)
{
    return !change.before || !change.after || change.before->value != change.after->value;
}

// Options that both versions have.
std::vector<const OptionChange*> lasting(const ScenarioChange& change)
{
    std::vector<const OptionChange*> options;
    for (const OptionChange& option : change.options)
        if (option.before && option.after)
            options.push_back(&option);
    return options;
}

// A figure that is another, of the scenario itself or of a further workload or horizon ("70B · Trn2").
struct ChangedFigure {
    scenario::InputPlace place;
    std::string owner;
    const std::optional<scenario::Value>*before, *after;
};

std::string variantOwner(
    const std::string& variant, const Scenario& scenario, const scenario::InputPlace& place, Language language)
{
    return variant + (place.option ? " · " + ownerText(scenario, place, language) : std::string());
}

// Those of the scenario itself first.
std::vector<ChangedFigure> changedFigures(const Scenario& after, const ScenarioChange& change, Language language)
{
    std::vector<ChangedFigure> out;
    for (const analysis::ChangedInput& one : change.inputs)
        out.push_back({one.place, ownerText(after, one.place, language), &one.before, &one.after});
    for (const analysis::ChangedVariant& one : change.variants)
        out.push_back({one.place, variantOwner(one.name, after, one.place, language), &one.before, &one.after});
    return out;
}

std::string componentsText(const std::vector<analysis::Component>& components, Language language)
{
    std::vector<std::string> labels;
    for (const analysis::Component component : components)
        labels.push_back(words::label(component, language));
    return listed(labels, language);
}

void addTotals(Table& table, const ScenarioPair& pair, const ScenarioChange& change, Language language)
{
    std::vector<std::string> before {say(ScenarioWord::total_before, language), "", "", "", ""};
    std::vector<std::string> after {say(ScenarioWord::total_after, language), "", "", "", ""};
    std::vector<std::string> difference {say(ScenarioWord::change, language), "", "", "", ""};
    for (const OptionChange* option : lasting(change)) {
        const auto& [was, is] = std::pair(option->costs_before, option->costs_after);
        before.push_back(was.ok() ? moneyText(was->total, pair.before.currency) : "–");
        after.push_back(is.ok() ? moneyText(is->total, pair.after.currency) : "–");
        const bool isComparable = was.ok() && is.ok() && !change.currency_changed;
        difference.push_back(isComparable ? signedMoney(is->total - was->total, pair.after.currency) : "–");
    }
    for (auto* row : {&before, &after, &difference})
        table.rows.push_back(std::move(*row));
    table.last_row_is_total = true;
}

} // namespace

std::string totalsText(const Scenario& scenario, Language language)
{
    std::vector<std::string> texts;
    for (std::size_t option = 0; option < scenario.options.size(); ++option) {
        const auto costs = analysis::evaluate(scenario::inputValues(scenario, option));
        texts.push_back(
            scenario.options[option].name + ' ' + (costs.ok() ? moneyText(costs->total, scenario.currency) : "–"));
    }
    return listed(texts, language);
}

Table versionsTable(
    const std::vector<store::ScenarioVersion>& versions, const std::vector<ToldVersion>& told, Language language)
{
    Table table;
    table.title = say(ScenarioWord::versions, language);
    table.columns = {{say(ScenarioWord::version, language), true}, {say(ScenarioWord::saved, language), false}};
    if (!told.empty()) {
        table.columns.push_back({say(ScenarioWord::totals, language), false});
        table.columns.push_back({say(ScenarioWord::changed_in_it, language), false});
    }
    for (std::size_t i = 0; i < versions.size(); ++i) {
        table.rows.push_back({std::to_string(versions[i].version), base::formatIso({versions[i].saved_us})});
        if (i < told.size())
            table.rows.back().insert(table.rows.back().end(), {told[i].totals, told[i].changes});
    }
    return table;
}

std::string changesText(const Scenario& before, const Scenario& after, Language language)
{
    constexpr std::size_t kMost = 4;
    const ScenarioChange change = analysis::scenarioChange(before, after);
    const bool isEnglish = language == Language::en;
    std::string text;
    const auto figures = changedFigures(after, change, language);
    for (std::size_t i = 0; i < figures.size() && i < kMost; ++i) {
        const ChangedFigure& one = figures[i];
        const auto& provenance = (*one.after ? *one.after : *one.before)->provenance;
        const std::string origin
            = words::label(provenance.origin, language) + ", " + provenanceText(provenance, language);
        text += (text.empty()       ? ""
                        : isEnglish ? "; "
                                    : "；")
            + words::label(one.place.input, language)
            + (isEnglish ? " (" + one.owner + "): " : "（" + one.owner + "）：")
            + shown(before, one.place.input, *one.before, language) + " → "
            + shown(after, one.place.input, *one.after, language)
            + (isEnglish ? " (" + origin + ')' : "（" + origin + "）");
    }
    if (figures.size() > kMost)
        text += (isEnglish ? "; " : "；")
            + say(ScenarioWord::more_changes, language, {std::to_string(figures.size() - kMost)});
    if (!text.empty())
        return text;
    for (const Paragraph& note : changeNotes({before, after, {}, {}}, change, language))
        text += (text.empty() ? "" : " ") + note.text;
    return text;
}

PlotSpec versionsPlot(const std::vector<NumberedVersion>& versions, Language language)
{
    PlotSpec plot;
    plot.kind = PlotKind::lines;
    plot.id = "scenario.versions";
    plot.title = say(ScenarioWord::versions_plot, language);
    plot.x = {say(ScenarioWord::version, language), base::Unit::one};
    plot.y = {say(Text::cost_over_horizon, language), base::Unit::money};
    if (versions.empty())
        return plot;
    plot.currency = versions.back().scenario.currency;
    std::vector<std::string> ids; // of the lines
    for (std::size_t i = 0; i < versions.size(); ++i) {
        const Scenario& scenario = versions[i].scenario;
        const std::string changes = i == 0 ? std::string() : changesText(versions[i - 1].scenario, scenario, language);
        for (std::size_t option = 0; option < scenario.options.size(); ++option) {
            const std::string& id = scenario.options[option].drawnAs();
            auto line = static_cast<std::size_t>(std::ranges::find(ids, id) - ids.begin());
            if (line == ids.size()) {
                ids.push_back(id);
                plot.lines.push_back({{}, {}, {}, toneOf(line), line % 2 == 1});
                plot.lines.back().stepped = true;
            }
            const auto costs = analysis::evaluate(scenario::inputValues(scenario, option));
            LineSeries& series = plot.lines[line];
            series.name = scenario.options[option].name;
            if (!costs || scenario.currency != plot.currency)
                continue;
            series.x.push_back(static_cast<double>(versions[i].version));
            series.y.push_back(costs->total);
            series.notes.push_back(changes);
        }
    }
    std::vector<std::string> spoken;
    for (const LineSeries& line : plot.lines)
        if (!line.y.empty())
            spoken.push_back(line.name + ' ' + moneyText(line.y.front(), plot.currency) + " → "
                + moneyText(line.y.back(), plot.currency));
    plot.description = listed(spoken, language);
    return plot;
}

InputTable changeTable(const ScenarioPair& pair, const ScenarioChange& change, Language language)
{
    InputTable out;
    out.table.title = say(ScenarioWord::change_title, language, {pair.before_name, pair.after_name});
    out.table.columns = {{say(Text::input, language), false}, {say(ScenarioWord::of, language), false},
        {say(ScenarioWord::before, language), true}, {say(ScenarioWord::after, language), true},
        {say(ScenarioWord::why, language), false}};
    const auto options = lasting(change);
    for (const OptionChange* option : options)
        out.table.columns.push_back(
            {say(ScenarioWord::effect_on, language, {pair.after.options[*option->after].name}), true});
    const auto figures = changedFigures(pair.after, change, language);
    for (std::size_t i = 0; i < figures.size(); ++i) {
        const ChangedFigure& one = figures[i];
        const auto& provenance = (*one.after ? *one.after : *one.before)->provenance;
        out.table.rows.push_back({words::label(one.place.input, language), one.owner,
            shown(pair.before, one.place.input, *one.before, language),
            shown(pair.after, one.place.input, *one.after, language),
            words::label(provenance.origin, language) + ", " + provenanceText(provenance, language)});
        for (const OptionChange* option : options) {
            const bool isOther = i >= change.inputs.size() || (one.place.option && one.place.option != option->after);
            out.table.rows.back().push_back(
                isOther ? "" : effectText(*option, i, movesFigure(change.inputs[i]), pair.after.currency, language));
        }
        out.places.push_back(one.place);
    }
    if (!out.table.rows.empty())
        addTotals(out.table, pair, change, language);
    return out;
}

std::vector<Paragraph> changeNotes(const ScenarioPair& pair, const ScenarioChange& change, Language language)
{
    std::vector<Paragraph> out;
    const auto add = [&](ScenarioWord word, const std::vector<std::string>& arguments,
                         Paragraph::Kind kind = Paragraph::Kind::plain) {
        out.push_back({say(word, language, arguments), kind});
    };
    if (change.inputs.empty() && change.variants.empty())
        add(ScenarioWord::nothing_changed, {});
    if (change.currency_changed)
        add(ScenarioWord::currency_changed, {pair.before.currency, pair.after.currency}, Paragraph::Kind::warning);
    for (const OptionChange& option : change.options) {
        const std::string was = option.before ? pair.before.options[*option.before].name : std::string();
        const std::string is = option.after ? pair.after.options[*option.after].name : std::string();
        if (!option.before || !option.after) {
            add(option.before ? ScenarioWord::option_removed : ScenarioWord::option_added, {option.before ? was : is});
            continue;
        }
        if (was != is)
            add(ScenarioWord::option_renamed, {was, is});
        if (!option.effects.empty())
            add(option.method == EffectMethod::shapley ? ScenarioWord::by_shapley : ScenarioWord::in_order, {is});
        for (const auto* costs : {&option.costs_before, &option.costs_after})
            if (!costs->ok()) {
                add(ScenarioWord::no_total, {is, words::sentence(costs->error(), language)}, Paragraph::Kind::warning);
                break;
            }
        if (!option.newly_covered.empty())
            add(ScenarioWord::newly_covered, {is, componentsText(option.newly_covered, language)},
                Paragraph::Kind::warning);
        if (!option.no_longer_covered.empty())
            add(ScenarioWord::no_longer_covered, {is, componentsText(option.no_longer_covered, language)},
                Paragraph::Kind::warning);
    }
    const auto baseline = [](const Scenario& of) {
        return of.baseline < of.options.size() ? of.options[of.baseline].name : std::string("–");
    };
    if (change.baseline_changed)
        add(ScenarioWord::baseline_changed, {baseline(pair.before), baseline(pair.after)});
    if (change.correlations_changed)
        add(ScenarioWord::correlations_changed, {});
    if (change.variants_changed)
        add(ScenarioWord::variants_changed, {});
    return out;
}

std::string ownerText(const Scenario& scenario, const store::Assumption& assumption, Language language)
{
    if (!assumption.variant)
        return ownerText(scenario, assumption.place, language);
    const auto& variant = variants(scenario, assumption.variant->kind)[assumption.variant->index];
    return variantOwner(variant.name, scenario, assumption.place, language);
}

InputTable assumptionTable(
    const Scenario& scenario, const std::vector<store::Assumption>& assumptions, Language language)
{
    InputTable out;
    out.table.title = say(ScenarioWord::assumptions, language);
    out.table.columns = {{say(Text::input, language), false}, {say(ScenarioWord::of, language), false},
        {say(Text::value, language), true}, {say(Text::origin, language), false}, {say(Text::source, language), false},
        {say(ScenarioWord::note, language), false}, {say(ScenarioWord::as_of, language), false},
        {say(ScenarioWord::since, language), false}, {say(ScenarioWord::since_version, language), true}};
    for (const store::Assumption& one : assumptions) {
        const auto& provenance = one.value.provenance;
        std::string value = shown(scenario, one.place.input, one.value, language);
        if (!one.value.typed.empty() && one.value.typed != value)
            value += " (" + one.value.typed + ")";
        out.table.rows.push_back({words::label(one.place.input, language), ownerText(scenario, one, language),
            std::move(value), words::label(provenance.origin, language), provenance.source, provenance.detail,
            provenance.as_of, one.version > 0 ? base::formatIso({one.saved_us}) : "",
            one.version > 0 ? std::to_string(one.version) : ""});
        out.places.push_back(one.place);
    }
    return out;
}

} // namespace fullscope::report
