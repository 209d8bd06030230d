// SPDX-License-Identifier: GPL-3.0-or-later
// The three disciplines of a fair comparison: the same work to the same loss, the same number format, the compile
// counted on both sides or neither.
#include "core/audit/rules/rules.h"

#include <algorithm>
#include <set>
#include <utility>

namespace fullscope::audit {

namespace {

using Pairs = std::set<std::pair<std::string, std::string>>;

Pairs statedPairs(const FigureSet& figures)
{
    Pairs pairs;
    for (const Claim& claim : figures.claims())
        if (claim.isMapped() && claim.what.form != Form::value)
            pairs.emplace(claim.platform, claim.baseline);
    return pairs;
}

bool isWhole(Quantity quantity) // of money or time, for the whole of a training
{
    switch (quantity) {
    case Quantity::total_time:
    case Quantity::training_hours:
    case Quantity::chip_hours:
    case Quantity::total_cost:
    case Quantity::cost_per_million_tokens:
    case Quantity::spot_cost_per_million_tokens:
        return true;
    default:
        return false;
    }
}

constexpr Quantity kCompared[] = {Quantity::tokens_per_s, Quantity::tokens_per_s_per_chip, Quantity::step_time,
    Quantity::total_time, Quantity::total_cost, Quantity::cost_per_million_tokens};

// What is claimed of both: only then are they compared. How fast they are says less than what it costs to be done.
enum class Compared { nothing, speed, whole };

Compared whatIsCompared(const FigureSet& figures, const Pairs& stated, const std::string& a, const std::string& b)
{
    Compared compared = stated.contains({a, b}) || stated.contains({b, a}) ? Compared::speed : Compared::nothing;
    for (const Quantity quantity : kCompared)
        if (figures.find(a, quantity) && figures.find(b, quantity))
            compared = std::max(compared, isWhole(quantity) ? Compared::whole : Compared::speed);
    for (const Claim& claim : figures.claims())
        if (claim.isMapped() && claim.what.form != Form::value && isWhole(claim.what.quantity)
            && (claim.platform == a || claim.platform == b) && (claim.baseline == a || claim.baseline == b))
            compared = Compared::whole;
    return compared;
}

template <typename Use>
void eachPair(const FigureSet& figures, Use use)
{
    const auto& platforms = figures.platforms();
    const Pairs stated = statedPairs(figures);
    for (std::size_t i = 1; i < platforms.size(); ++i)
        if (const Compared compared = whatIsCompared(figures, stated, platforms[0].name, platforms[i].name);
            compared != Compared::nothing && !isFormerName(platforms[0].name) && !isFormerName(platforms[i].name))
            use(platforms[i], platforms[0], compared);
}

Finding pairFinding(Rule rule, Verdict verdict, Note note, const std::string& a, const std::string& b)
{
    Finding finding;
    finding.rule = rule;
    finding.verdict = verdict;
    finding.note = note;
    finding.platform = a;
    finding.baseline = b;
    return finding;
}

bool differs(const FigureSet& figures, const std::string& a, const std::string& b, Quantity quantity)
{
    const auto own = figures.find(a, quantity), other = figures.find(b, quantity);
    return own && other && !overlap(own->range, other->range);
}

// How much was done, and to which loss, says nothing of how fast it went.
bool isOfSpeed(Quantity quantity)
{
    return quantity != Quantity::steps && quantity != Quantity::total_tokens && quantity != Quantity::final_loss;
}

Finding workFinding(const FigureSet& figures, const std::string& a, const std::string& b, Quantity quantity)
{
    const Operand own = *figures.find(a, quantity), other = *figures.find(b, quantity);
    Finding finding = pairFinding(Rule::equal_convergence, Verdict::incomparable,
        quantity == Quantity::final_loss ? Note::loss_differs : Note::work_differs, a, b);
    finding.quantity = own.name;
    finding.claimed = own;
    finding.computed = other.value;
    finding.computed_range = other.range;
    finding.unit = own.unit;
    finding.arguments = {own.name, figureText(own), figureText(other)};
    use(finding, {own, other});
    return finding;
}

} // namespace

Findings equalConvergence(const FigureSet& figures)
{
    Findings findings;
    eachPair(figures, [&](const Platform& a, const Platform& b, Compared compared) {
        const bool isWholeOf = compared == Compared::whole;
        // Names that are none of machines, of models or settings side by side: no machine is held against another.
        const bool areNoMachines
            = !a.isKnown() && !b.isKnown() && (!isWholeOf || differs(figures, a.name, b.name, Quantity::parameters));
        // One chip at several settings, or under two names: no other machine either.
        const bool isOneMachine = mayBeSame(a, b);
        bool anyDiffers = false;
        for (const Quantity quantity :
            {Quantity::steps, Quantity::global_batch_sequences, Quantity::global_batch_tokens,
                Quantity::sequence_length, Quantity::total_tokens, Quantity::parameters, Quantity::final_loss}) {
            if (!differs(figures, a.name, b.name, quantity) || (!isWholeOf && !isOfSpeed(quantity)))
                continue;
            Finding finding = workFinding(figures, a.name, b.name, quantity);
            const bool isBatch
                = quantity == Quantity::global_batch_sequences || quantity == Quantity::global_batch_tokens;
            // The batch that a machine is fastest with is its own, unless a step of it is what is timed.
            const bool isOwn = isBatch && !isWholeOf
                && !(figures.find(a.name, Quantity::step_time) && figures.find(b.name, Quantity::step_time));
            if (areNoMachines || isOneMachine || isOwn)
                finding.doubt(finding.note, true);
            findings.push_back(std::move(finding));
            anyDiffers = true;
        }
        // Asked once: where one says nothing of it, the others hardly do.
        const bool isAsked
            = std::ranges::any_of(findings, [](const Finding& finding) { return finding.note == Note::loss_not_said; });
        if (!anyDiffers && isWholeOf && !isAsked && !isOneMachine && !figures.find(a.name, Quantity::final_loss))
            findings.push_back(
                pairFinding(Rule::equal_convergence, Verdict::missing, Note::loss_not_said, a.name, b.name));
    });
    return findings;
}

Findings equalPrecision(const FigureSet& figures)
{
    Findings findings;
    eachPair(figures, [&](const Platform& first, const Platform& second, Compared) {
        const std::string &a = first.name, &b = second.name;
        const std::string own = figures.word(a, Quantity::precision), other = figures.word(b, Quantity::precision);
        const bool isAsked = std::ranges::any_of(
            findings, [](const Finding& finding) { return finding.note == Note::precision_not_said; });
        if (own.empty() && other.empty() && (isAsked || mayBeSame(first, second)))
            return;
        if (own.empty() && other.empty()) {
            findings.push_back(pairFinding(Rule::equal_precision, Verdict::missing, Note::precision_not_said, a, b));
        } else if (own != other && !own.empty() && !other.empty()) {
            Finding finding = pairFinding(Rule::equal_precision, Verdict::incomparable, Note::precision_differs, a, b);
            finding.arguments = {own, other};
            // Names of nothing but formats, "bf16" and "fp8": settings side by side.
            const bool areSettings
                = !first.isKnown() && !second.isKnown() && !precisionIn(a).empty() && !precisionIn(b).empty();
            if (mayBeSame(first, second) || areSettings) // the formats are what is compared
                finding.doubt(Note::precision_differs, true);
            for (const std::string& name : {a, b, std::string()})
                if (const auto said = figures.values().find({name, Quantity::precision});
                    said != figures.values().end())
                    finding.claims.insert(finding.claims.end(), said->second.begin(), said->second.end());
            findings.push_back(std::move(finding));
        }
    });
    return findings;
}

Findings compileCounted(const FigureSet& figures)
{
    Findings findings;
    for (const Platform& platform : figures.platforms()) {
        const auto compile = figures.find(platform.name, Quantity::first_compile_time);
        const auto total = figures.find(platform.name, Quantity::total_time);
        if (!compile || !total)
            continue;
        Expression room(base::Unit::seconds); // what the total leaves for it
        room.add({*total});
        const auto steps = figures.find(platform.name, Quantity::steps),
                   stepTime = figures.find(platform.name, Quantity::step_time);
        if (steps && stepTime)
            room.add({*steps, *stepTime}, {}, -1);
        Finding finding = compare(Rule::compile_counted, *compile, room);
        finding.platform = platform.name;
        finding.mends.clear();
        finding.details = {{"compile_s", compile->value}, {"total_s", total->value}, {"room_s", room.value()}};
        const bool fits = compile->range.low <= finding.computed_range.high;
        finding.verdict = fits ? Verdict::holds : Verdict::incomparable;
        finding.note = fits ? Note::compile_fits : Note::compile_left_out;
        finding.arguments = {figureText(*compile), figureText(room.value(), base::Unit::seconds), figureText(*total)};
        findings.push_back(std::move(finding));
    }
    return findings;
}

} // namespace fullscope::audit
