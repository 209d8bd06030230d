// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/explain.h"

#include "core/analysis/shapley.h"

#include <algorithm>

namespace fullscope::analysis {

using scenario::Input;
using scenario::InputGroup;

namespace {

using Players = std::vector<std::vector<DifferenceGroup>>;
using Coalition = std::size_t; // bit i: player i is taken from `to`

// The mixtures of two options.
class Mixtures {
public:
    Mixtures(const scenario::Scenario& scenario, std::size_t from, std::size_t to)
        : m_from(scenario::inputValues(scenario, from))
        , m_to(scenario::inputValues(scenario, to))
    {
    }

    std::vector<DifferingInput> differing(DifferenceGroup group) const
    {
        std::vector<DifferingInput> inputs;
        for (const scenario::InputSpec& input : scenario::inputSpecs())
            if (!scenario::isWorkload(input.id) && groupOf(input.id) == group && m_from[input.id] != m_to[input.id])
                inputs.push_back({input.id, m_from[input.id], m_to[input.id]});
        return inputs;
    }

    base::Result<Costs> costs(const Players& players, Coalition taken) const
    {
        scenario::InputValues mixture = m_from;
        for (std::size_t i = 0; i < players.size(); ++i)
            if ((taken >> i & 1) != 0)
                for (const DifferenceGroup group : players[i])
                    for (const DifferingInput& one : differing(group))
                        mixture[one.input] = one.to;
        return evaluate(mixture);
    }

    std::vector<base::Result<Costs>> all(const Players& players) const
    {
        std::vector<base::Result<Costs>> all;
        for (Coalition taken = 0; taken < Coalition {1} << players.size(); ++taken)
            all.push_back(costs(players, taken));
        return all;
    }

private:
    scenario::InputValues m_from, m_to;
};

// Covered at both ends of the way.
bool isComparable(const std::vector<base::Result<Costs>>& all, std::size_t component)
{
    return all.front()->covered[component] && all.back()->covered[component];
}

// Mixtures that cannot be computed, or lack what both ends have.
std::size_t failures(const std::vector<base::Result<Costs>>& all)
{
    return static_cast<std::size_t>(std::ranges::count_if(all, [&all](const base::Result<Costs>& costs) {
        if (!costs)
            return true;
        for (std::size_t c = 0; c < kComponents; ++c)
            if (isComparable(all, c) && !costs->covered[c])
                return true;
        return false;
    }));
}

Players merged(const Players& players, std::size_t a, std::size_t b)
{
    Players fewer = players;
    fewer[a].insert(fewer[a].end(), fewer[b].begin(), fewer[b].end());
    std::ranges::sort(fewer[a]);
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(b));
    return fewer;
}

// Merges the pair that leaves the fewest failures, until there is none: two ends that can be computed always are.
std::vector<base::Result<Costs>> separable(const Mixtures& mixtures, Players& players)
{
    auto all = mixtures.all(players);
    while (failures(all) > 0) {
        Players best;
        std::vector<base::Result<Costs>> bestCosts;
        for (std::size_t a = 0; a < players.size(); ++a)
            for (std::size_t b = a + 1; b < players.size(); ++b) {
                Players candidate = merged(players, a, b);
                auto costs = mixtures.all(candidate);
                if (best.empty() || failures(costs) < failures(bestCosts)) {
                    best = std::move(candidate);
                    bestCosts = std::move(costs);
                }
            }
        players = std::move(best);
        all = std::move(bestCosts);
    }
    return all;
}

} // namespace

std::string_view name(DifferenceGroup group)
{
    constexpr std::string_view kNames[] = {"price", "throughput", "waste", "compile", "people", "rest"};
    return kNames[static_cast<std::size_t>(group)];
}

DifferenceGroup groupOf(Input input)
{
    if (input == Input::nodes) // its throughput is that of the whole job
        return DifferenceGroup::throughput;
    switch (scenario::spec(input).group) {
    case InputGroup::price:
    case InputGroup::commitment:
    case InputGroup::owned:
        return DifferenceGroup::price;
    case InputGroup::throughput:
        return DifferenceGroup::throughput;
    case InputGroup::reliability:
    case InputGroup::waste:
        return DifferenceGroup::waste;
    case InputGroup::compile:
        return DifferenceGroup::compile;
    case InputGroup::people:
        return DifferenceGroup::people;
    case InputGroup::workload:
    case InputGroup::storage:
    case InputGroup::support:
    case InputGroup::schedule:
        break;
    }
    return DifferenceGroup::rest;
}

base::Result<Explanation> explain(const scenario::Scenario& scenario, std::size_t from, std::size_t to)
{
    FS_TRY(checkPair(scenario, to, from));
    const Mixtures mixtures(scenario, from, to);
    Players players;
    for (std::size_t i = 0; i < kDifferenceGroups; ++i)
        if (const auto group = static_cast<DifferenceGroup>(i); !mixtures.differing(group).empty())
            players.push_back({group});
    for (const Coalition end : {Coalition {0}, (Coalition {1} << players.size()) - 1})
        FS_TRY(mixtures.costs(players, end));
    const auto all = separable(mixtures, players);

    Explanation explanation {.from = from,
        .to = to,
        .total_from = all.front()->total,
        .total_to = all.back()->total,
        .parts = {},
        .not_comparable = {},
        .in_part = {}};
    std::vector<double> values(all.size()); // of the components that are comparable
    for (std::size_t c = 0; c < kComponents; ++c) {
        const auto component = static_cast<Component>(c);
        if (!isComparable(all, c)) {
            if (all.front()->covered[c] != all.back()->covered[c])
                explanation.not_comparable.push_back(component);
            explanation.coverage += all.back()->components[c] - all.front()->components[c];
            continue;
        }
        if (all.front()->missing[c] != all.back()->missing[c])
            explanation.in_part.push_back(component);
        for (Coalition taken = 0; taken < all.size(); ++taken)
            values[taken] += all[taken]->components[c];
    }
    for (std::size_t i = 0; i < players.size(); ++i) {
        DifferencePart part {.groups = players[i], .amount = shapley(values, i, players.size()), .inputs = {}};
        for (const DifferenceGroup group : players[i])
            for (const DifferingInput& input : mixtures.differing(group))
                part.inputs.push_back(input);
        explanation.parts.push_back(std::move(part));
    }
    return explanation;
}

} // namespace fullscope::analysis
