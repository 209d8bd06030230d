// SPDX-License-Identifier: GPL-3.0-or-later
// Every stated ratio, saving and gain against the figures that it is made from: A/B, 1 - A/B, A/B - 1; and B/A.
#include "core/audit/rules/rules.h"

#include "core/base/text.h"

#include <algorithm>

namespace fullscope::audit {

namespace {

using Factors = std::vector<Operand>;

Expression compared(
    Form form, const Factors& a, const Factors& overA, const Factors& b, const Factors& overB, double sign = 1)
{
    // (a / overA) / (b / overB)
    Factors times = a, over = b;
    times.insert(times.end(), overB.begin(), overB.end());
    over.insert(over.end(), overA.begin(), overA.end());
    Expression expression(form == Form::ratio ? base::Unit::one : base::Unit::share);
    if (form != Form::ratio)
        expression.add({}, {}, form == Form::saving ? 1 : -sign);
    expression.add(times, over, form == Form::saving ? -1 : sign);
    return expression;
}

// What both sides say of the quantity, as stated and as it follows from other figures.
struct Sides {
    Factors a, over_a, b, over_b;
    bool complete() const { return !a.empty() && !b.empty(); }
};

bool isOfSentence(const FigureSet& figures, const Claim& claim, const Operand& operand)
{
    return std::ranges::all_of(operand.claims, [&](std::size_t index) {
        const Claim& other = figures.claims()[index];
        return claim.where.cell == 0 && other.where.cell == 0 && other.label == claim.label;
    });
}

Sides stated(const FigureSet& figures, const Claim& claim, const std::string& a, const std::string& b)
{
    Sides sides;
    const auto ofBoth = [&](Quantity quantity) {
        const auto own = figures.find(a, quantity), other = figures.find(b, quantity);
        if (own && other)
            sides = {{*own}, {}, {*other}, {}};
    };
    if (claim.what.quantity == Quantity::tokens_per_s) {
        sides = {throughput(figures, a), {}, throughput(figures, b), {}};
        for (const Quantity each : {Quantity::tokens_per_s_per_instance, Quantity::tokens_per_s_per_chip})
            if (!sides.complete())
                ofBoth(each);
        // "from 40 hours to 22 hours (1.8x faster)": the same work in less time, where a sentence says both.
        for (const Quantity time : {Quantity::total_time, Quantity::step_time}) {
            const auto own = figures.find(a, time), other = figures.find(b, time);
            if (!sides.complete() && own && other && isOfSentence(figures, claim, *own)
                && isOfSentence(figures, claim, *other))
                sides = {{*other}, {}, {*own}, {}};
        }
        return sides;
    }
    if (claim.what.quantity == Quantity::instance_price) {
        sides = {pricePerHour(figures, a, false), {}, pricePerHour(figures, b, false), {}};
        if (!sides.complete())
            ofBoth(Quantity::chip_price);
        return sides;
    }
    ofBoth(claim.what.quantity);
    return sides;
}

// Unit costs from price and throughput.
Sides derived(const FigureSet& figures, const Claim& claim, const std::string& a, const std::string& b)
{
    Sides sides;
    if (claim.what.quantity != Quantity::cost_per_million_tokens)
        return sides;
    const UnitCost costA = unitCostParts(figures, a, false), costB = unitCostParts(figures, b, false);
    if (!costA.isKnown() || !costB.isKnown())
        return sides;
    sides = {costA.price.times, costA.price.over, costB.price.times, costB.price.over};
    sides.over_a.insert(sides.over_a.end(), costA.rate.begin(), costA.rate.end());
    sides.over_b.insert(sides.over_b.end(), costB.rate.begin(), costB.rate.end());
    return sides;
}

// Whether a stated unit cost follows from its price and throughput, where both are known.
bool unitCostHolds(const FigureSet& figures, const std::string& platform)
{
    for (const Finding& finding : unitCostOf(figures, platform))
        if (finding.quantity == "cost_per_million_tokens" && finding.verdict == Verdict::contradicts)
            return false;
    return true;
}

// Ways in which a figure that does not hold may have been meant.
void explain(const Claim& claim, const Operand& claimed, const Sides& sides, Finding& finding)
{
    const Expression reversed = compared(claim.what.form, sides.b, sides.over_b, sides.a, sides.over_a);
    if (fits(claimed, reversed)) {
        finding.note = Note::other_way_round;
        finding.lines.push_back({reversed, "reversed"});
        if (claim.direction_assumed) {
            finding.verdict = Verdict::holds;
            finding.mends.clear();
        }
        return;
    }
    // "60 % cheaper" of what is 60 % dearer the other way round: B/A - 1.
    const Form other = claim.what.form == Form::saving ? Form::gain : Form::saving;
    if (claim.what.form == Form::ratio)
        return;
    const Expression onOther = compared(other, sides.b, sides.over_b, sides.a, sides.over_a);
    if (fits(claimed, onOther)) {
        finding.note = Note::other_base;
        finding.lines.push_back({onOther, "on_the_other_base"});
    }
}

// "It reached 48,200 tokens/s; with FP8 67,800, a 1.41x speedup": the second of two figures of one platform over the
// first one.
std::optional<Finding> ofTwoPrinted(const FigureSet& figures, std::size_t index)
{
    const Claim& claim = figures.claims()[index];
    const auto values = figures.values().find({claim.platform, claim.what.quantity});
    if (claim.where.cell != 0 || values == figures.values().end())
        return std::nullopt;
    std::vector<Operand> printed;
    for (const std::size_t other : values->second)
        if (figures.claims()[other].where.cell == 0 && figures.claims()[other].where.line == claim.where.line)
            printed.push_back(figures.operand(other));
    if (printed.size() != 2)
        return std::nullopt;
    const Operand claimed = figures.operand(index);
    const Sides sides {{printed[1]}, {}, {printed[0]}, {}};
    Finding finding = compare(Rule::ratio, claimed, compared(claim.what.form, sides.a, {}, sides.b, {}));
    finding.platform = claim.platform;
    finding.unit = claimed.unit;
    if (finding.verdict == Verdict::contradicts)
        explain(claim, claimed, sides, finding);
    return finding;
}

// Costs of the same work are compared as their unit costs are.
bool holdsForUnitCosts(
    const FigureSet& figures, const Claim& claim, const Operand& claimed, const std::string& a, const std::string& b)
{
    const auto own = pricePerMtok(figures, a), other = pricePerMtok(figures, b);
    return claim.what.quantity == Quantity::total_cost && own && other
        && !base::containsIgnoreCase(claim.label, "total") && claim.label.find("总") == std::string::npos
        && fits(claimed, compared(claim.what.form, {*own}, {}, {*other}, {}));
}

// The platform that a table states as 1x (or 0 %): what its other figures of the kind are against. Empty: none,
// several.
std::string statedBaseline(const FigureSet& figures, const NamedQuantity& what)
{
    std::string found;
    bool has_others = false;
    for (const Claim& claim : figures.claims()) {
        if (!(claim.what == what) || claim.platform.empty())
            continue;
        if (!claim.baseline.empty() || claim.value != (what.form == Form::ratio ? 1 : 0)) {
            has_others = true;
            continue;
        }
        if (!found.empty() && found != claim.platform)
            return {};
        found = claim.platform;
    }
    return has_others ? found : std::string();
}

std::optional<Finding> judged(const FigureSet& figures, std::size_t index, const std::string& a, const std::string& b)
{
    const Claim& claim = figures.claims()[index];
    const Operand claimed = figures.operand(index);
    Sides sides = stated(figures, claim, a, b);
    const Sides deeper = derived(figures, claim, a, b);
    const bool restsOnWrong
        = sides.complete() && deeper.complete() && !(unitCostHolds(figures, a) && unitCostHolds(figures, b));
    const Sides before = sides;
    if ((!sides.complete() || restsOnWrong) && deeper.complete())
        sides = deeper;
    if (!sides.complete())
        return std::nullopt;
    Finding finding
        = compare(Rule::ratio, claimed, compared(claim.what.form, sides.a, sides.over_a, sides.b, sides.over_b));
    finding.platform = a;
    finding.baseline = b;
    finding.unit = claimed.unit;
    if (finding.verdict != Verdict::contradicts)
        return finding;
    if (holdsForUnitCosts(figures, claim, claimed, a, b))
        return std::nullopt;
    if (restsOnWrong) {
        const Expression shown = compared(claim.what.form, before.a, before.over_a, before.b, before.over_b);
        if (fits(claimed, shown)) {
            finding.note = Note::rests_on_wrong;
            finding.lines.push_back({shown, claimed.name});
            use(finding, shown.operands());
            return finding;
        }
    }
    explain(claim, claimed, sides, finding);
    return finding;
}

} // namespace

Findings ratio(const FigureSet& figures)
{
    Findings findings;
    for (std::size_t i = 0; i < figures.claims().size(); ++i) {
        const Claim& claim = figures.claims()[i];
        if (!claim.isMapped() || claim.what.form == Form::value)
            continue;
        std::optional<Finding> best;
        const auto take = [&](const std::string& a, const std::string& b) {
            if (a == b || (best && best->verdict == Verdict::holds))
                return;
            auto finding = judged(figures, i, a, b);
            if (finding && (!best || finding->verdict == Verdict::holds))
                best = std::move(finding);
        };
        if (!claim.platform.empty() && !claim.baseline.empty()) {
            take(claim.platform, claim.baseline);
        } else if (const std::string base = statedBaseline(figures, claim.what); !base.empty()) {
            if (!claim.platform.empty())
                take(claim.platform, base); // not the base against itself
        } else if (constexpr std::size_t kFew = 20; figures.platforms().size() <= kFew) {
            // Nothing says against what: any other platform of the comparison.
            for (const Platform& a : figures.platforms())
                for (const Platform& b : figures.platforms())
                    if (claim.platform.empty() || a.name == claim.platform)
                        take(a.name, b.name);
        }
        if (!best && claim.baseline.empty())
            best = ofTwoPrinted(figures, i);
        if (best)
            findings.push_back(*std::move(best));
    }
    return findings;
}

} // namespace fullscope::audit
