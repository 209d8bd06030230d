// SPDX-License-Identifier: GPL-3.0-or-later
// Which components of the full-scope model a claimed total leaves out: those of which no figure is stated.
#include "core/audit/rules/rules.h"

#include "core/analysis/cost_model.h"

#include <algorithm>
#include <initializer_list>

namespace fullscope::audit {

namespace {

using analysis::Component;

struct Covered {
    Component component;
    std::initializer_list<Quantity> by; // any of them
};

} // namespace

Findings scope(const FigureSet& figures)
{
    Finding finding;
    finding.rule = Rule::scope;
    finding.verdict = Verdict::missing;
    finding.note = Note::leaves_out;
    for (std::size_t i = 0; i < figures.claims().size(); ++i) {
        const Claim& claim = figures.claims()[i];
        const bool isTotal = claim.isMapped()
            && (claim.what.quantity == Quantity::total_cost
                || claim.what.quantity == Quantity::cost_per_million_tokens);
        if (!isTotal)
            continue;
        finding.claims.push_back(i);
        if (finding.quantity.empty())
            finding.quantity = nameOf(claim.what);
    }
    if (finding.claims.empty())
        return {};
    const Covered kCovered[] = {{Component::compile, {Quantity::first_compile_time}},
        {Component::failure, {Quantity::failure_waste}}, {Component::migration_labour, {Quantity::engineer_hours}},
        {Component::delay, {Quantity::delay}}, {Component::energy, {Quantity::energy}}};
    for (std::size_t i = 1; i < analysis::kComponents; ++i) { // productive time is what they are made of
        const auto component = static_cast<Component>(i);
        const bool ofOwned = component == Component::energy || component == Component::facility
            || component == Component::unused_commitment; // none of a rented instance
        const auto* const covered = std::ranges::find(kCovered, component, &Covered::component);
        const bool isCovered = covered != std::end(kCovered)
            && std::ranges::any_of(covered->by, [&figures](Quantity quantity) { return figures.has(quantity); });
        if (!ofOwned && !isCovered)
            finding.arguments.emplace_back(analysis::name(component));
    }
    return {finding};
}

} // namespace fullscope::audit
