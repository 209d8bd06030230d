// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/rules/rules.h"

#include "core/base/text.h"

#include <algorithm>

namespace fullscope::audit {

namespace {

constexpr double kFlopsPerParameter = 6; // forward 2, backward 4
constexpr double kFlopsPerParameterLora = 4; // the frozen weights have no gradient of their own
constexpr double kRecomputedForward = 2; // where all activations are recomputed
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

bool isSparse(const FigureSet& figures, const std::string& platform)
{
    const std::string word = figures.word(platform, Quantity::sparsity);
    return !word.empty() && word != "none";
}

// Peak and number of chips; false where one of them is not known.
bool findPeak(const FigureSet& figures, const std::string& platform, const MfuWith& with, Mfu& mfu)
{
    bool ofInstance = false;
    auto peak = with.peak ? with.peak : figures.cataloguePeak(platform, mfu.precision);
    if (!peak && figures.platform(platform) != nullptr && !figures.platform(platform)->isKnown()) {
        peak = claimedPeak(figures, platform, ofInstance);
        mfu.at_catalogue_peak = false;
    }
    if (!peak)
        return false;
    mfu.peak = {*peak};
    if (!with.peak && mfu.at_catalogue_peak && isSparse(figures, platform))
        if (auto factor = figures.catalogueSparseFactor(platform))
            mfu.peak.push_back(*factor);
    const auto instances = figures.find(platform, Quantity::instances);
    if (with.chips_per_instance)
        mfu.chips = {*with.chips_per_instance};
    else if (!ofInstance)
        mfu.chips = figures.chips(platform);
    else
        mfu.chips = {instances ? *instances : assumption("instances", 1)};
    if (with.chips_per_instance && instances)
        mfu.chips.push_back(*instances);
    return !mfu.chips.empty();
}

void noteAssumptions(const FigureSet& figures, const std::string& platform, bool hasActive, Mfu& mfu)
{
    if (mfu.precision_assumed && mfu.precision == "bf16")
        mfu.assumed.push_back(Assumption::bf16);
    if (!hasActive && !isMixtureOfExperts(figures, platform)
        && figures.word(platform, Quantity::architecture) != "dense")
        mfu.assumed.push_back(Assumption::dense_model);
    const bool isTrainedSaid = figures.find(platform, Quantity::trainable_parameters).has_value();
    if (isLora(figures, platform) && !isTrainedSaid)
        mfu.assumed.push_back(Assumption::few_adapters);
    else if (!isTrainedSaid && figures.word(platform, Quantity::training_method).empty())
        mfu.assumed.push_back(Assumption::all_trained);
    if (figures.word(platform, Quantity::sparsity).empty())
        mfu.assumed.push_back(Assumption::no_sparsity);
}

// FLOPs of the throughput over those of the peak, by every convention.
void addFlops(const FigureSet& figures, const std::string& platform, const std::vector<Operand>& rate,
    const Operand& parameters, const MfuWith& with, Mfu& mfu)
{
    std::vector<Operand> over = mfu.chips;
    over.insert(over.end(), mfu.peak.begin(), mfu.peak.end());
    const bool partly = isLora(figures, platform);
    std::vector<Operand> times = rate;
    times.push_back(parameters);
    mfu.plain = Expression(base::Unit::share);
    double coefficient = partly ? kFlopsPerParameterLora : kFlopsPerParameter;
    if (with.flops_per_parameter) {
        Operand flops = assumption("flops_per_parameter", with.flops_per_parameter->low);
        flops.range = *with.flops_per_parameter;
        times.push_back(std::move(flops));
        coefficient = 1;
    }
    mfu.plain.add(times, over, coefficient);
    if (const auto trained = figures.find(platform, Quantity::trainable_parameters); trained && partly) {
        std::vector<Operand> gradients = rate;
        gradients.push_back(*trained);
        mfu.plain.add(gradients, over, kFlopsPerParameter - kFlopsPerParameterLora);
    }
    const auto layers = figures.find(platform, Quantity::layers), hidden = figures.find(platform, Quantity::hidden),
               length = figures.find(platform, Quantity::sequence_length);
    if (!layers || !hidden || !length)
        return;
    std::vector<Operand> attention = rate;
    attention.insert(attention.end(), {*layers, *hidden, *length});
    // What is recomputed of the weights is so of attention too.
    const double again = with.flops_per_parameter ? with.flops_per_parameter->high / kFlopsPerParameter : 1;
    const double most = kAttentionFlops * std::max(1.0, again);
    mfu.with_attention = mfu.with_causal = mfu.plain;
    mfu.with_attention.add(attention, over, most);
    mfu.with_causal.add(attention, over, most / 2);
}

} // namespace

bool isMixtureOfExperts(const FigureSet& figures, const std::string& platform)
{
    return figures.word(platform, Quantity::architecture) == "moe";
}

bool isLora(const FigureSet& figures, const std::string& platform)
{
    const auto trained = figures.find(platform, Quantity::trainable_parameters);
    const auto all = figures.find(platform, Quantity::parameters);
    if (trained && all)
        return trained->range.high < all->range.low;
    return base::containsIgnoreCase(figures.word(platform, Quantity::training_method), "lora");
}

Interval hardwareFlopsPerParameter(const FigureSet& figures, const std::string& platform)
{
    const double model = isLora(figures, platform) ? kFlopsPerParameterLora : kFlopsPerParameter;
    const std::string recomputed = figures.word(platform, Quantity::recomputation);
    if (recomputed == "none")
        return {model, model};
    return {recomputed == "full" ? model + kRecomputedForward : model, model + kRecomputedForward};
}

std::optional<Mfu> mfuOf(const FigureSet& figures, const std::string& platform, const MfuWith& with)
{
    std::vector<Operand> rate = throughput(figures, platform);
    const auto active = figures.find(platform, Quantity::active_parameters);
    const auto parameters = active ? active : figures.find(platform, Quantity::parameters);
    if (rate.empty() || !parameters)
        return std::nullopt;
    Mfu mfu;
    mfu.precision = figures.word(platform, Quantity::precision);
    mfu.precision_assumed = mfu.precision.empty();
    if (mfu.precision_assumed)
        mfu.precision
            = !figures.cataloguePeak(platform, "bf16") && figures.cataloguePeak(platform, "fp16") ? "fp16" : "bf16";
    mfu.of_all_experts = !active && isMixtureOfExperts(figures, platform);
    if (!findPeak(figures, platform, with, mfu))
        return std::nullopt;
    noteAssumptions(figures, platform, active.has_value(), mfu);
    for (Operand& one : rate)
        if (with.top_reached && one.range.low <= 0 && one.range.high > one.value)
            one.range.low = 2 * one.value - one.range.high;
    addFlops(figures, platform, rate, *parameters, with, mfu);
    return mfu;
}

std::optional<Mfu> mfuOfChipsOfEach(const FigureSet& figures, const std::string& platform)
{
    constexpr double kMostOfOne = 16; // chips of one machine
    const auto chips = figures.find(platform, Quantity::chips), instances = figures.find(platform, Quantity::instances);
    if (!chips || !instances || chips->value > kMostOfOne || instances->range.low <= 1
        || figures.find(platform, Quantity::chips_per_instance))
        return std::nullopt;
    return mfuOf(figures, platform, {.chips_per_instance = chips, .top_reached = true});
}

} // namespace fullscope::audit
