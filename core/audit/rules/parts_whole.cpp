// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of one part, times how many there are, against what is said of all: one table of the products that
// figures of a platform have to keep, whichever rule they stand under.
#include "core/audit/rules/rules.h"

#include "core/base/quantity_units.h"
#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>

namespace fullscope::audit {

namespace {

// What a whole above its parts is: two figures that cannot both be true, or something else that it holds besides.
enum class Above { contradicts, is_asked };

struct Identity {
    Rule rule;
    Quantity whole, part;
    Quantity number; // of parts
    Quantity other_number = Quantity::count; // of which the whole may be as well
    double coefficient = 1;
    const char* coefficient_text = "";
    Above above = Above::contradicts;
};

constexpr double kHoursOfSecond = 1.0 / 3600;

constexpr Identity kIdentities[] = {
    {Rule::parts_whole, Quantity::instance_price, Quantity::chip_price, Quantity::chips_per_instance, Quantity::chips},
    {Rule::parts_whole, Quantity::cluster_price, Quantity::instance_price, Quantity::instances},
    {Rule::parts_whole, Quantity::cluster_price, Quantity::chip_price, Quantity::chips},
    {Rule::parts_whole, Quantity::tokens_per_s_per_instance, Quantity::tokens_per_s_per_chip,
        Quantity::chips_per_instance, Quantity::chips},
    {Rule::parts_whole, Quantity::tokens_per_s, Quantity::tokens_per_s_per_instance, Quantity::instances},
    {Rule::parts_whole, Quantity::tokens_per_s, Quantity::tokens_per_s_per_chip, Quantity::chips},
    // Chip-hours may be those of several runs.
    {Rule::parts_whole, Quantity::chip_hours, Quantity::training_hours, Quantity::chips, Quantity::count, 1, "",
        Above::is_asked},
    {Rule::parts_whole, Quantity::chip_hours, Quantity::total_time, Quantity::chips, Quantity::count, kHoursOfSecond,
        "1 / 3600", Above::is_asked},
    {Rule::parts_whole, Quantity::memory_per_instance, Quantity::memory_per_chip, Quantity::chips_per_instance,
        Quantity::chips},
    {Rule::parts_whole, Quantity::total_tokens, Quantity::global_batch_tokens, Quantity::steps},
    {Rule::step_identity, Quantity::global_batch_tokens, Quantity::global_batch_sequences, Quantity::sequence_length},
    {Rule::chip_sum, Quantity::chips, Quantity::chips_per_instance, Quantity::instances},
    {Rule::chip_sum, Quantity::peak_flops, Quantity::peak_flops_per_chip, Quantity::chips_per_instance,
        Quantity::chips},
    {Rule::chip_sum, Quantity::peak_flops_cluster, Quantity::peak_flops, Quantity::instances},
    {Rule::chip_sum, Quantity::peak_flops_cluster, Quantity::peak_flops_per_chip, Quantity::chips},
};

using Parts = std::vector<Operand>;

Expression productOf(const Identity& identity, const Parts& part, const Product& number)
{
    Expression product(spec(identity.whole).unit);
    Parts times = part;
    times.insert(times.end(), number.times.begin(), number.times.end());
    product.add(times, number.over, identity.coefficient, identity.coefficient_text);
    return product;
}

Parts partOf(const FigureSet& figures, const std::string& platform, Quantity part)
{
    if (part == Quantity::global_batch_tokens)
        return tokensPerStep(figures, platform);
    auto claimed = figures.find(platform, part);
    if (!claimed && part == Quantity::chips_per_instance)
        claimed = figures.catalogueChips(platform);
    return claimed ? Parts {*claimed} : Parts {};
}

// "Price per hour" beside a price of a chip: that of a machine of which nobody says how many chips it has.
bool isPriceOfSomeMachine(
    const FigureSet& figures, const std::string& platform, const Operand& price, const Parts& chip)
{
    const auto chips = figures.find(platform, Quantity::chips);
    return std::any_of(std::begin(kMachineSizes), std::end(kMachineSizes), [&](double size) {
        Expression one(base::Unit::money_per_hour);
        one.add({chip.front(), assumption("chips_per_instance", size)});
        return chips && size < chips->value && std::fmod(chips->value, size) == 0 && fits(price, one);
    });
}

bool says(const FigureSet& figures, const Operand& operand, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(operand.claims, [&](std::size_t index) {
        const std::string& label = figures.claims()[index].label;
        return std::any_of(words.begin(), words.end(),
            [&label](std::string_view word) { return base::containsIgnoreCase(label, word); });
    });
}

bool anyLabelSays(const FigureSet& figures, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(figures.claims(), [&](const Claim& claim) {
        return std::any_of(words.begin(), words.end(),
            [&claim](std::string_view word) { return base::containsIgnoreCase(claim.label, word); });
    });
}

// A price of another contract, a speed at its best: no part of what is said without that.
bool areOfOneKind(const FigureSet& figures, const Operand& whole, const Operand& part)
{
    if (!whole.each.empty() || !part.each.empty())
        return true; // of several printed figures one may be
    const auto differ = [&](std::initializer_list<std::string_view> words) {
        return says(figures, whole, words) != says(figures, part, words);
    };
    if (base::unitSpec(whole.unit).money)
        return !differ({"reserved", "commit", "1-year", "1 year", "3-year", "3 year", "1yr", "3yr", "savings plan",
            "discount", "contract", "effective", "spot", "preemptible", "预留", "包年", "包月", "折", "优惠", "合约"});
    return !differ({"peak", "max", "best", "up to", "峰值", "最高", "最大"});
}

// What a throughput that is not that of all may be: that of one machine.
void tryOneInstance(const FigureSet& figures, const std::string& platform, const Identity& identity,
    const Operand& whole, const Parts& part, Finding& finding)
{
    const Product each = identity.part == Quantity::tokens_per_s_per_chip
        ? statedNumber(figures, platform, Quantity::chips_per_instance)
        : Product {{assumption("instances", 1)}, {}};
    const Product instances = statedNumber(figures, platform, Quantity::instances);
    if (!each.isKnown() || !instances.isKnown())
        return;
    const Expression ofOne = productOf(identity, part, each);
    if (!fits(whole, ofOne))
        return;
    Expression number;
    number.add(instances.times, instances.over);
    finding.doubt(Note::is_of_one_instance, true);
    finding.arguments = {figureText(number.value(), base::Unit::one)};
    finding.lines.push_back({ofOne, "tokens_per_s_per_instance"});
}

void explain(const FigureSet& figures, const std::string& platform, const Identity& identity, const Operand& whole,
    const Parts& part, Finding& finding)
{
    if (identity.whole == Quantity::tokens_per_s)
        tryOneInstance(figures, platform, identity, whole, part, finding);
    if (identity.whole == Quantity::total_tokens && isOfData(figures, whole)) {
        finding.doubt(Note::tokens_of_data, true);
        finding.arguments = {figureText(*finding.computed, finding.unit)};
    }
    const bool isLess = finding.claimed->range.high < finding.computed_range.low;
    if (identity.whole == Quantity::tokens_per_s && isLess && finding.verdict == Verdict::contradicts
        && anyLabelSays(figures, {"scaling", "scale-out", "linear", "扩展", "线性", "加速比"})) {
        finding.doubt(Note::less_than_parts, true);
        finding.arguments = {shareText(finding.claimed->value / *finding.computed)};
    }
    if (identity.whole == Quantity::cluster_price && !isLess
        && says(figures, whole, {"incl", "all-in", "storage", "network", "含", "存储", "网络"})) {
        finding.doubt(Note::more_than_parts, true);
        finding.arguments = {figureText(finding.claimed->value - *finding.computed, finding.unit, finding.currency)};
    }
    if (identity.above == Above::is_asked && finding.claimed->range.low > finding.computed_range.high) {
        finding.doubt(Note::more_than_parts, true);
        finding.arguments = {figureText(finding.claimed->value - *finding.computed, finding.unit)};
    }
}

// The number with which the product is formed: the one that is meant, else the other where the whole is that of it.
Product numberOf(const FigureSet& figures, const std::string& platform, const Identity& identity, const Operand& whole,
    const Parts& part)
{
    const auto counted = [&](Quantity quantity) {
        Product number = quantity == Quantity::count ? Product {} : statedNumber(figures, platform, quantity);
        // What is derived from the whole says nothing of it.
        const auto isWhole = [&whole](const Operand& operand) { return operand.name == whole.name; };
        return std::ranges::any_of(number.times, isWhole) ? Product {} : number;
    };
    if (identity.whole == Quantity::instance_price && overlap(whole.range, part.front().range))
        return {}; // "price per hour" of a chip, said twice
    const Product meant = counted(identity.number), other = counted(identity.other_number);
    // "8 GPUs, 8 nodes" may be those of one machine.
    if (const Product machines = counted(Quantity::instances); identity.number == Quantity::chips
        && meant.times.size() == 1 && machines.times.size() == 1 && machines.over.empty()
        && !fits(whole, productOf(identity, part, meant))) {
        const Product ofEach {{meant.times.front(), machines.times.front()}, {}};
        if (fits(whole, productOf(identity, part, ofEach)))
            return ofEach;
    }
    if (!other.isKnown() || (meant.isKnown() && fits(whole, productOf(identity, part, meant))))
        return meant;
    if (fits(whole, productOf(identity, part, other)))
        return other;
    if (meant.isKnown() || identity.whole != Quantity::instance_price)
        return meant;
    // The price of a machine where it has as many chips as there are at the most, or of all where it is near that.
    constexpr double kOneMachine = 16, kNear = 0.5;
    const double chips = whole.value / part.front().value;
    const bool isOfAll = other.times.size() == 1
        && (other.times.front().value <= kOneMachine || chips > kNear * other.times.front().value);
    return isOfAll && !isPriceOfSomeMachine(figures, platform, whole, part) ? other : Product {};
}

void addProduct(const FigureSet& figures, const std::string& platform, const Identity& identity,
    const std::optional<Operand>& whole, const Parts& part, Findings& findings)
{
    if (!whole || part.empty() || !areOfOneKind(figures, *whole, part.front()))
        return;
    const Product number = numberOf(figures, platform, identity, *whole, part);
    if (!number.isKnown())
        return;
    const Expression product = productOf(identity, part, number);
    // Of a time what lies outside the steps takes no chips by some counts.
    Operand bound = *whole;
    if (identity.above == Above::is_asked)
        bound.range.high += kUnexplainedShare * bound.range.high;
    Finding finding = compare(identity.rule, bound, product);
    finding.platform = platform;
    if (finding.verdict == Verdict::holds && !fits(*whole, product))
        finding.note = Note::follows_within_tenth;
    if (finding.claimed)
        finding.claimed->range = bound.each.empty() ? whole->range : finding.claimed->range;
    if (finding.verdict == Verdict::contradicts)
        explain(figures, platform, identity, *whole, part, finding);
    findings.push_back(std::move(finding));
}

// Peaks of one number format only.
void addPeaks(const FigureSet& figures, const std::string& platform, const Identity& identity, Findings& findings)
{
    for (const std::string precision : {"", "bf16", "fp16", "fp8", "fp4", "tf32", "fp32"})
        for (const std::optional<bool> sparse : {std::optional<bool>(), std::optional(false), std::optional(true)}) {
            const auto of = [&](Quantity quantity) {
                return figures.find(platform, NamedQuantity {quantity, Form::value, precision, sparse});
            };
            if (const auto part = of(identity.part))
                addProduct(figures, platform, identity, of(identity.whole), {*part}, findings);
        }
}

} // namespace

bool isOfData(const FigureSet& figures, const Operand& tokens)
{
    return says(figures, tokens, {"data", "corpus", "数据", "语料"})
        || anyLabelSays(figures, {"epoch", "轮次", "轮数"});
}

Findings productsOf(const FigureSet& figures, Rule rule)
{
    Findings findings;
    for (const Platform& platform : figures.platforms())
        for (const Identity& identity : kIdentities) {
            if (identity.rule != rule)
                continue;
            if (spec(identity.whole).unit == base::Unit::flop_per_s) {
                addPeaks(figures, platform.name, identity, findings);
                continue;
            }
            addProduct(figures, platform.name, identity, figures.find(platform.name, identity.whole),
                partOf(figures, platform.name, identity.part), findings);
        }
    return findings;
}

Findings partsWhole(const FigureSet& figures)
{
    Findings findings = productsOf(figures, Rule::parts_whole);
    for (Finding& finding : energyProducts(figures))
        findings.push_back(std::move(finding));
    return findings;
}

} // namespace fullscope::audit
