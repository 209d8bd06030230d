// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/rules/rules.h"

#include "core/base/text.h"

#include <algorithm>

namespace fullscope::audit {

namespace {

constexpr RuleSpec kRuleTable[] = {
    {Rule::unit_cost, unitCost},
    {Rule::step_identity, stepIdentity},
    {Rule::duration, duration},
    {Rule::physical_limit, physicalLimit},
    {Rule::utilisation_kind, utilisationKind},
    {Rule::peak_kind, peakKind},
    {Rule::chip_sum, chipSum},
    {Rule::price_date, priceDate},
    {Rule::price_per_flop, pricePerFlop},
    {Rule::memory_fit, memoryFit},
    {Rule::ratio, ratio},
    {Rule::total_cost, totalCost},
    {Rule::parts_whole, partsWhole},
    {Rule::scope, scope},
    {Rule::equal_convergence, equalConvergence},
    {Rule::equal_precision, equalPrecision},
    {Rule::compile_counted, compileCounted},
    {Rule::method, method},
    {Rule::stated_twice, statedTwice},
    {Rule::reading, reading},
};
static_assert(std::size(kRuleTable) == kRules);

constexpr double kTera = 1e12;

} // namespace

std::span<const RuleSpec> rules()
{
    return kRuleTable;
}

std::string shareText(double share)
{
    return base::formatQuantity(share, base::Unit::share);
}

std::optional<Operand> pricePerMtok(const FigureSet& figures, const std::string& platform)
{
    return figures.find(platform, Quantity::cost_per_million_tokens);
}

std::vector<PeakKind> peakKinds(const catalogue::Accelerator& chip)
{
    std::vector<PeakKind> kinds;
    const double sparse = chip.sparse_factor.value_or(1);
    for (const std::string precision : {"bf16", "fp16", "fp8", "tf32", "fp32", "fp4"})
        if (const auto tflops = denseTflops(chip, precision)) {
            kinds.push_back({precision, false, *tflops * kTera, kTera * printedRange(*tflops)});
            // The vector units that do fp32 have no sparse mode.
            if (sparse > 1 && precision != "fp32")
                kinds.push_back({precision, true, sparse * *tflops * kTera, sparse * kTera * printedRange(*tflops)});
        }
    return kinds;
}

std::vector<std::string> kindsWithin(
    const FigureSet& figures, const std::string& platform, const Interval& range, double count)
{
    std::vector<std::string> names;
    const Platform* const known = figures.platform(platform);
    if (known == nullptr)
        return names;
    for (const catalogue::Accelerator* chip : known->chips)
        for (const PeakKind& kind : peakKinds(*chip)) {
            // fp16 has the peak of bf16 on all but the oldest chips: it is named once.
            const bool isTwin = kind.precision == "fp16" && chip->bf16_dense_tflops == chip->fp16_dense_tflops;
            if (isTwin || !overlap(range, count * kind.range))
                continue;
            if (std::ranges::find(names, kind.name()) == names.end())
                names.push_back(kind.name());
        }
    return names;
}

} // namespace fullscope::audit
