// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scenario_change.h"

#include "core/analysis/shapley.h"

#include <algorithm>
#include <map>

namespace fullscope::analysis {

using scenario::InputPlace;
using scenario::Scenario;
using scenario::Value;
using scenario::Values;

namespace {

std::optional<std::size_t> optionNamed(const Scenario& scenario, const std::string& name)
{
    const auto found = std::ranges::find(scenario.options, name, &scenario::Option::name);
    if (found == scenario.options.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - scenario.options.begin());
}

std::optional<std::size_t> optionDrawnAs(const Scenario& scenario, const std::string& id)
{
    for (std::size_t i = 0; i < scenario.options.size(); ++i)
        if (scenario.options[i].drawnAs() == id)
            return i;
    return std::nullopt;
}

// Which option of the earlier version this one is.
std::optional<std::size_t> earlier(const Scenario& before, const Scenario& after, std::size_t option)
{
    if (const auto same = optionDrawnAs(before, after.options[option].drawnAs()))
        return same;
    const auto same = optionNamed(before, after.options[option].name);
    if (same && !optionDrawnAs(after, before.options[*same].drawnAs()))
        return same;
    const bool isRenamed = option < before.options.size()
        && !optionNamed(after, before.options[option].name).has_value()
        && !optionDrawnAs(after, before.options[option].drawnAs()) && !same;
    return isRenamed ? std::optional(option) : std::nullopt;
}

bool isSame(const std::optional<Value>& a, const std::optional<Value>& b)
{
    if (!a || !b)
        return !a && !b;
    return a->value == b->value && a->distribution == b->distribution && a->provenance == b->provenance;
}

void addChanges(
    std::vector<ChangedInput>& into, std::optional<std::size_t> option, const Values& before, const Values& after)
{
    const auto at = [](const Values& values, scenario::Input input) {
        const auto found = values.find(input);
        return found == values.end() ? std::nullopt : std::optional(found->second);
    };
    for (const scenario::InputSpec& input : scenario::inputSpecs()) {
        ChangedInput change {{option, input.id}, at(before, input.id), at(after, input.id)};
        if (!isSame(change.before, change.after))
            into.push_back(std::move(change));
    }
}

// The figures of one option while some of the changes have been made.
class Mixtures {
public:
    Mixtures(
        const scenario::InputValues& before, const std::vector<ChangedInput>& all, std::vector<std::size_t> changes)
        : m_before(before)
        , m_all(all)
        , m_changes(std::move(changes))
    {
    }

    std::size_t size() const { return m_changes.size(); }
    std::size_t change(std::size_t i) const { return m_changes[i]; }
    base::Result<double> total(std::size_t made) const // bit i: the i-th change
    {
        scenario::InputValues inputs = m_before;
        for (std::size_t i = 0; i < m_changes.size(); ++i)
            if ((made >> i & 1) != 0) {
                const ChangedInput& change = m_all[m_changes[i]];
                inputs[change.place.input] = change.after ? std::optional(change.after->value) : std::nullopt;
            }
        FS_TRY_VALUE(costs, evaluate(inputs));
        return costs.total;
    }

private:
    const scenario::InputValues& m_before;
    const std::vector<ChangedInput>& m_all;
    std::vector<std::size_t> m_changes;
};

std::optional<std::vector<double>> allTotals(const Mixtures& mixtures)
{
    std::vector<double> totals;
    for (std::size_t made = 0; made < std::size_t {1} << mixtures.size(); ++made) {
        const auto total = mixtures.total(made);
        if (!total)
            return std::nullopt;
        totals.push_back(*total);
    }
    return totals;
}

void addEffects(OptionChange& option, const Mixtures& mixtures)
{
    const auto all = mixtures.size() <= kMostShapley ? allTotals(mixtures) : std::nullopt;
    if (all) {
        option.method = EffectMethod::shapley;
        for (std::size_t i = 0; i < mixtures.size(); ++i)
            option.effects.push_back({{mixtures.change(i)}, shapley(*all, i, mixtures.size())});
        return;
    }
    option.method = EffectMethod::in_order;
    double reached = option.costs_before->total;
    ChangeEffect effect;
    std::size_t made = 0;
    for (std::size_t i = 0; i < mixtures.size(); ++i) {
        effect.changes.push_back(mixtures.change(i));
        made |= std::size_t {1} << i;
        const auto total = mixtures.total(made);
        if (!total)
            continue; // it has a result with the next one, or with all of them
        effect.amount = *total - reached;
        reached = *total;
        option.effects.push_back(std::move(effect));
        effect = {};
    }
}

// A figure that stays and has another source, or an uncertainty around the same median, moves no total.
bool movesTotal(const ChangedInput& change)
{
    return !change.before || !change.after || change.before->value != change.after->value;
}

base::Result<Costs> costsOf(const Scenario& scenario, std::optional<std::size_t> option)
{
    if (!option)
        return base::Error {.code = base::Code::not_given, .field = "option"};
    return evaluate(scenario::inputValues(scenario, *option));
}

OptionChange optionChange(const Scenario& before, const Scenario& after, std::optional<std::size_t> was,
    std::optional<std::size_t> is, const ScenarioChange& change)
{
    OptionChange out {was, is, costsOf(before, was), costsOf(after, is)};
    if (!out.costs_before || !out.costs_after || change.currency_changed)
        return out;
    std::vector<std::size_t> changes;
    for (std::size_t i = 0; i < change.inputs.size(); ++i) {
        const auto& of = change.inputs[i].place.option;
        if ((!of || of == is) && movesTotal(change.inputs[i]))
            changes.push_back(i);
    }
    const scenario::InputValues inputs = scenario::inputValues(before, *was);
    addEffects(out, Mixtures(inputs, change.inputs, std::move(changes)));
    for (std::size_t c = 0; c < kComponents; ++c)
        if (out.costs_before->covered[c] != out.costs_after->covered[c])
            (out.costs_after->covered[c] ? out.newly_covered : out.no_longer_covered)
                .push_back(static_cast<Component>(c));
    return out;
}

using Pairs = std::vector<std::pair<std::optional<std::size_t>, std::optional<std::size_t>>>; // option before, after

// The figures of a workload or horizon, at the places of the later version.
std::map<InputPlace, Value> placed(const scenario::Variant& variant, const Pairs& pairs)
{
    std::map<InputPlace, Value> out;
    for (const auto& [place, value] : variant.values) {
        const auto pair = std::ranges::find(pairs, place.option, &Pairs::value_type::first);
        if (!place.option)
            out.emplace(place, value);
        else if (pair != pairs.end() && pair->second)
            out.emplace(InputPlace {pair->second, place.input}, value);
    }
    return out;
}

void addVariants(ScenarioChange& change, scenario::VariantKind kind, const std::vector<scenario::Variant>& before,
    const std::vector<scenario::Variant>& after, const Pairs& pairs)
{
    std::vector<std::string> names;
    for (const auto* variants : {&after, &before})
        for (const scenario::Variant& variant : *variants)
            if (std::ranges::find(names, variant.name) == names.end())
                names.push_back(variant.name);
    const auto valuesIn = [](const std::vector<scenario::Variant>& variants, const std::string& name) {
        const auto found = std::ranges::find(variants, name, &scenario::Variant::name);
        return found == variants.end() ? nullptr : &*found;
    };
    for (const std::string& name : names) {
        const scenario::Variant *was = valuesIn(before, name), *is = valuesIn(after, name);
        std::map<InputPlace, std::pair<std::optional<Value>, std::optional<Value>>> values;
        if (was != nullptr)
            for (auto& [place, value] : placed(*was, pairs))
                values[place].first = value;
        if (is != nullptr)
            for (const auto& [place, value] : is->values)
                values[place].second = value;
        for (const auto& [place, pair] : values)
            if (!isSame(pair.first, pair.second))
                change.variants.push_back({kind, name, place, pair.first, pair.second});
    }
}

} // namespace

ScenarioChange scenarioChange(const Scenario& before, const Scenario& after)
{
    ScenarioChange change;
    change.currency_changed = before.currency != after.currency;
    addChanges(change.inputs, std::nullopt, before.workload, after.workload);
    Pairs pairs;
    std::vector<bool> isKept(before.options.size());
    for (std::size_t i = 0; i < after.options.size(); ++i) {
        const auto was = earlier(before, after, i);
        if (was) {
            isKept[*was] = true;
            addChanges(change.inputs, i, before.options[*was].values, after.options[i].values);
        }
        pairs.emplace_back(was, i);
    }
    for (std::size_t i = 0; i < before.options.size(); ++i)
        if (!isKept[i])
            pairs.emplace_back(i, std::nullopt);
    for (const auto& [was, is] : pairs)
        change.options.push_back(optionChange(before, after, was, is, change));
    addVariants(change, scenario::VariantKind::workload, before.workloads, after.workloads, pairs);
    addVariants(change, scenario::VariantKind::horizon, before.horizons, after.horizons, pairs);
    change.variants_changed = before.workloads != after.workloads || before.horizons != after.horizons;
    change.correlations_changed = before.correlations != after.correlations;
    const auto baseline = [](const Scenario& scenario) {
        return scenario.baseline < scenario.options.size() ? scenario.options[scenario.baseline].name : std::string();
    };
    const bool isSameOption = after.baseline < after.options.size()
        && earlier(before, after, after.baseline) == std::optional(before.baseline);
    change.baseline_changed = !isSameOption && baseline(before) != baseline(after);
    return change;
}

} // namespace fullscope::analysis
