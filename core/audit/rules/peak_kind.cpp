// SPDX-License-Identifier: GPL-3.0-or-later
// A claimed peak against the catalogue's: of which number format, dense or sparse, of how many chips, of which chip?
#include "core/audit/rules/rules.h"

#include "core/base/text.h"

#include <algorithm>

namespace fullscope::audit {

namespace {

std::string joined(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& one : names)
        text += (text.empty() ? "" : " or ") + one;
    return text;
}

// Sparse ones before dense ones: they are the usual mistake.
void sortKinds(std::vector<std::string>& names)
{
    std::ranges::stable_sort(names,
        [](const std::string& a, const std::string& b) { return a.starts_with("sparse") && !b.starts_with("sparse"); });
}

// The wanted kind among the names: "bf16" may be dense or sparse where that is not said.
bool has(const std::vector<std::string>& names, const std::string& precision, bool sparse)
{
    return std::ranges::find(names, (sparse ? "sparse " : "dense ") + precision) != names.end();
}

// A chip of another name whose dense peak it is: the A100's for an H100.
std::string otherChip(const FigureSet& figures, const Platform& platform, const std::string& precision,
    const Interval& range, double count)
{
    constexpr double kTooCoarse = 0.05; // "2 PFLOP/s" may be of many chips
    if (range.high - range.low > kTooCoarse * range.high)
        return {};
    for (const catalogue::Accelerator& chip : figures.catalogue().accelerators()) {
        const auto tflops = denseTflops(chip, precision);
        if (tflops && std::ranges::find(platform.chips, &chip) == platform.chips.end()
            && overlap(range, count * 1e12 * printedRange(*tflops)))
            return chip.name;
    }
    return {};
}

struct Count {
    double chips = 1;
    std::vector<Operand> operands;
};

std::optional<Count> countOf(const FigureSet& figures, const std::string& platform, Quantity quantity)
{
    if (quantity == Quantity::peak_flops_per_chip)
        return Count {};
    Count count;
    if (quantity == Quantity::peak_flops_cluster) {
        count.operands = figures.chips(platform);
    } else if (const auto machine = figures.catalogueChips(platform)) {
        count.operands = {*machine};
    } else if (const auto each = figures.find(platform, Quantity::chips_per_instance)) {
        count.operands = {*each};
    } else if (const auto all = figures.find(platform, Quantity::chips)) {
        count.operands = {*all};
    }
    if (count.operands.empty())
        return std::nullopt;
    for (const Operand& operand : count.operands)
        count.chips *= operand.value;
    return count;
}

Finding judged(
    const FigureSet& figures, const Platform& platform, const Claim& claim, const Operand& claimed, const Count& count)
{
    const std::string wanted = claim.what.precision.empty() ? "bf16" : claim.what.precision;
    const bool sparse = claim.what.sparse.value_or(false);
    Expression expression(base::Unit::flop_per_s);
    std::vector<Operand> factors = count.operands;
    if (auto peak = figures.cataloguePeak(platform.name, wanted)) {
        factors.push_back(*peak);
        if (sparse)
            factors.push_back(
                figures.catalogueSparseFactor(platform.name).value_or(assumption("catalogue_sparse_factor", 1)));
        expression.add(factors);
    }
    Finding finding;
    if (expression.isEmpty()) {
        finding.rule = Rule::peak_kind;
        finding.claimed = claimed;
        finding.quantity = claimed.name;
        use(finding, {claimed});
    } else {
        finding = compare(Rule::peak_kind, claimed, expression);
    }
    finding.platform = platform.name;
    std::vector<std::string> names = kindsWithin(figures, platform.name, claimed.range, count.chips);
    const bool fp16AsBf16 = wanted == "fp16" && has(names, "bf16", sparse);
    const std::string dense = expression.isEmpty() ? "" : figureText(expression.value(), base::Unit::flop_per_s);
    if (has(names, wanted, sparse) || fp16AsBf16) {
        finding.verdict = Verdict::holds;
        finding.note = Note::peak_holds;
        finding.is = (sparse ? "sparse " : "dense ") + wanted;
        finding.arguments = {finding.is};
        finding.mends.clear();
        return finding;
    }
    sortKinds(names);
    finding.is = joined(names);
    if (names.empty()) {
        if (overlap(claimed.range, (1 / count.chips) * finding.computed_range) && count.chips > 1 && !dense.empty())
            finding.is = "1 × dense " + wanted;
        else
            finding.is = otherChip(figures, platform, wanted, claimed.range, count.chips);
    }
    const bool unsaid = claim.what.precision.empty();
    finding.verdict = Verdict::contradicts;
    finding.note = finding.is.empty() ? Note::peak_is_none : Note::peak_is;
    if (unsaid) // one that the chip has, of a format that nobody named, is a question
        finding.doubt(finding.is.empty() ? Note::peak_is_none : Note::peak_kind_unsaid, !names.empty());
    const std::string kind = (sparse ? "sparse " : "dense ") + wanted;
    finding.arguments = finding.note == Note::peak_is_none ? std::vector {dense, kind}
        : finding.note == Note::peak_is                    ? std::vector {finding.is, kind, dense}
                                                           : std::vector {finding.is, dense};
    return finding;
}

} // namespace

Findings peakKind(const FigureSet& figures)
{
    Findings findings;
    for (std::size_t i = 0; i < figures.claims().size(); ++i) {
        const Claim& claim = figures.claims()[i];
        const Quantity quantity = claim.what.quantity;
        const Platform* const platform = figures.platform(claim.platform);
        if (!claim.isValue() || platform == nullptr || platform->chips.empty()
            || (quantity != Quantity::peak_flops && quantity != Quantity::peak_flops_per_chip
                && quantity != Quantity::peak_flops_cluster))
            continue;
        const auto count = countOf(figures, claim.platform, quantity);
        if (!count)
            continue;
        Finding finding = judged(figures, *platform, claim, figures.operand(i), *count);
        // "Peak FLOP/s" of a cluster is that of all its chips.
        const auto all = countOf(figures, claim.platform, Quantity::peak_flops_cluster);
        if (finding.verdict != Verdict::holds && quantity == Quantity::peak_flops && all && all->chips != count->chips)
            if (Finding whole = judged(figures, *platform, claim, figures.operand(i), *all);
                whole.verdict == Verdict::holds)
                finding = std::move(whole);
        findings.push_back(std::move(finding));
    }
    return findings;
}

} // namespace fullscope::audit
