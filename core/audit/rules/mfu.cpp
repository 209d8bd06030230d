// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/rules/rules.h"

#include "core/base/text.h"

namespace fullscope::audit {

namespace {

constexpr double kFlopsPerParameter = 6; // forward 2, backward 4
constexpr double kFlopsPerParameterLora = 4; // the frozen weights have no gradient of their own
constexpr double kAttentionFlops = 12;

// The claimed peak of one chip or of the instance, for platforms that the catalogue does not know.
std::optional<Operand> claimedPeak(const FigureSet& figures, const std::string& platform, bool& ofInstance)
{
    ofInstance = false;
    if (auto chip = figures.find(platform, Quantity::peak_flops_per_chip))
        return chip;
    ofInstance = true;
    return figures.find(platform, Quantity::peak_flops);
}

} // namespace

std::optional<Mfu> mfuOf(const FigureSet& figures, const std::string& platform,
    const std::optional<Operand>& chipsPerInstance, const std::optional<Operand>& replacedPeak)
{
    const std::vector<Operand> rate = throughput(figures, platform);
    auto parameters = figures.find(platform, Quantity::active_parameters);
    if (!parameters)
        parameters = figures.find(platform, Quantity::parameters);
    if (rate.empty() || !parameters)
        return std::nullopt;
    Mfu mfu;
    mfu.precision = figures.word(platform, Quantity::precision);
    mfu.precision_assumed = mfu.precision.empty();
    if (mfu.precision_assumed)
        mfu.precision = "bf16";
    bool ofInstance = false;
    auto peak = replacedPeak ? replacedPeak : figures.cataloguePeak(platform, mfu.precision);
    if (!peak && figures.platform(platform) != nullptr && !figures.platform(platform)->isKnown()) {
        peak = claimedPeak(figures, platform, ofInstance);
        mfu.at_catalogue_peak = false;
    }
    if (!peak)
        return std::nullopt;
    mfu.peak = *peak;
    if (chipsPerInstance) {
        mfu.chips = {*chipsPerInstance};
        if (auto instances = figures.find(platform, Quantity::instances))
            mfu.chips.push_back(*instances);
    } else if (!ofInstance) {
        mfu.chips = figures.chips(platform);
    } else if (auto instances = figures.find(platform, Quantity::instances)) {
        mfu.chips = {*instances};
    } else {
        mfu.chips = {assumption("instances", 1)};
    }
    if (mfu.chips.empty())
        return std::nullopt;
    const bool lora = base::containsIgnoreCase(figures.word(platform, Quantity::training_method), "lora");
    std::vector<Operand> times = rate;
    times.push_back(*parameters);
    std::vector<Operand> over = mfu.chips;
    over.push_back(*peak);
    mfu.plain = Expression(base::Unit::share);
    mfu.plain.add(times, over, lora ? kFlopsPerParameterLora : kFlopsPerParameter);
    const auto layers = figures.find(platform, Quantity::layers), hidden = figures.find(platform, Quantity::hidden),
               length = figures.find(platform, Quantity::sequence_length);
    if (layers && hidden && length) {
        mfu.with_attention = mfu.plain;
        std::vector<Operand> attention = rate;
        attention.insert(attention.end(), {*layers, *hidden, *length});
        mfu.with_attention.add(attention, over, kAttentionFlops);
    }
    return mfu;
}

} // namespace fullscope::audit
