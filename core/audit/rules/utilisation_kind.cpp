// SPDX-License-Identifier: GPL-3.0-or-later
// Claimed utilisation against the MFU that the throughput gives: is it that, the same with recomputation counted, a
// share of another peak, or the share of time in which the device was busy?
#include "core/audit/rules/rules.h"

#include <cmath>

#include <utility>

namespace fullscope::audit {

namespace {

constexpr Interval kLoraFlops {4, 4}, kTrainedFlops {6, 6}, kRecomputedFlops {8, 8}; // of a parameter and token

// "sparse bf16", "dense tf32", "one chip": the peak of which the claimed share is one; empty: none.
std::string otherPeak(const FigureSet& figures, const Platform& platform, const Operand& claimed, const Mfu& mfu)
{
    for (const catalogue::Accelerator* chip : platform.chips)
        for (const PeakKind& kind : peakKinds(*chip)) {
            Operand peak = assumption("catalogue_peak", kind.flops, base::Unit::flop_per_s);
            peak.range = kind.range;
            if (const auto other = mfuOf(figures, platform.name, {.peak = peak});
                other && overlap(claimed.range, other->plain.range()))
                return kind.name();
        }
    const auto one = assumption("chips", 1);
    if (const auto other = mfuOf(figures, platform.name, {.chips_per_instance = one, .peak = mfu.peak.front()});
        other && overlap(claimed.range, other->plain.range()))
        return "1 ×";
    return {};
}

// Whether it is what the throughput gives with other FLOPs of a parameter.
std::optional<Expression> fitting(
    const FigureSet& figures, const std::string& platform, const Operand& claimed, const Interval& flops)
{
    const auto other = mfuOf(figures, platform, {.flops_per_parameter = flops});
    return other && overlap(claimed.range, other->plain.range()) ? std::optional(other->plain) : std::nullopt;
}

// What nothing says may make the claim true: experts that are not active, LoRA, recomputation that is counted.
bool dependsOnWhatIsNotSaid(const FigureSet& figures, const std::string& platform, const Operand& claimed,
    const Mfu& mfu, bool isMfu, Finding& finding)
{
    const std::string own = finding.arguments.front();
    const auto take = [&](Verdict verdict, Note note, const Expression& expression, const char* name) {
        finding.verdict = verdict;
        finding.note = note;
        finding.is_question = verdict == Verdict::doubtful;
        finding.arguments = {own, shareText(expression.value())};
        finding.lines.push_back({expression, name});
        return true;
    };
    if (mfu.of_all_experts && claimed.range.low <= finding.computed_range.high) {
        finding.verdict = Verdict::missing;
        finding.note = Note::parameters_are_total;
        return true;
    }
    if (const auto ofEach = mfuOfChipsOfEach(figures, platform);
        ofEach && overlap(claimed.range, ofEach->plain.range())) {
        take(Verdict::doubtful, Note::chips_of_each, ofEach->plain, "mfu_of_chips_of_each");
        std::swap(finding.arguments[0], finding.arguments[1]);
        return true;
    }
    if (figures.word(platform, Quantity::training_method).empty()
        && !figures.find(platform, Quantity::trainable_parameters))
        if (const auto lora = fitting(figures, platform, claimed, kLoraFlops))
            return take(Verdict::doubtful, Note::is_of_lora_if, *lora, "mfu_with_lora");
    const std::string recomputed = figures.word(platform, Quantity::recomputation);
    if (isLora(figures, platform))
        if (const auto full = fitting(figures, platform, claimed, kTrainedFlops))
            return take(Verdict::doubtful, Note::is_of_full_training, *full, "mfu_of_full_training");
    if (isLora(figures, platform) || recomputed == "none")
        return false;
    const auto hardware = fitting(figures, platform, claimed,
        recomputed.empty() ? kRecomputedFlops : hardwareFlopsPerParameter(figures, platform));
    if (!hardware)
        return false;
    if (recomputed.empty())
        return take(Verdict::doubtful, Note::is_hardware_flops_if, *hardware, "hfu");
    return take(isMfu ? Verdict::contradicts : Verdict::holds, Note::is_hardware_flops, *hardware, "hfu");
}

// By one of the conventions that count attention it may hold; both are shown where they are known.
bool holdsWithAttention(const Operand& claimed, const Mfu& mfu, Note note, Finding& finding)
{
    if (mfu.with_attention.isEmpty())
        return false;
    finding.lines.push_back({mfu.with_attention, "mfu_with_attention"});
    finding.lines.push_back({mfu.with_causal, "mfu_with_causal_attention"});
    for (const Expression* const counted : {&mfu.with_attention, &mfu.with_causal})
        if (overlap(claimed.range, counted->range())) {
            finding.verdict = Verdict::holds;
            finding.note = note;
            finding.arguments = {finding.arguments.front(), shareText(counted->value())};
            finding.mends.clear();
            return true;
        }
    return false;
}

// Where the length of sequences is stated and nothing else of attention: up to how much it may add. Models of N
// parameters are about 12 × layers × hidden² of them, and of 64 to 160 of hidden a layer: attention is length / (6 ×
// hidden) of 6 × N.
bool mayCountAttention(
    const FigureSet& figures, const std::string& platform, const Operand& claimed, const Mfu& mfu, Finding& finding)
{
    constexpr double kHiddenOfLayer = 64;
    const auto parameters = figures.find(platform, Quantity::parameters);
    const auto length = figures.find(platform, Quantity::sequence_length);
    if (!mfu.with_attention.isEmpty() || !parameters || !length || parameters->value <= 0)
        return false;
    const double hidden = std::cbrt(kHiddenOfLayer * parameters->value / 12);
    const double most = mfu.plain.range().high * (1 + length->range.high / (6 * hidden));
    if (claimed.range.high < mfu.plain.range().low || claimed.range.low > most)
        return false;
    finding.doubt(Note::is_mfu_with_attention_if, true);
    finding.arguments = {shareText(mfu.plain.value()), figureText(*length), shareText(most)};
    finding.mends.clear();
    return true;
}

Finding judged(const FigureSet& figures, const Platform& platform, const Operand& claimed, const Mfu& mfu, bool isMfu)
{
    Finding finding = compare(Rule::utilisation_kind, claimed, mfu.plain);
    finding.platform = platform.name;
    finding.details = {{"mfu", mfu.plain.value()}, {"claimed", claimed.value}};
    finding.arguments = {shareText(mfu.plain.value())};
    if (finding.verdict == Verdict::holds) {
        finding.note = Note::is_mfu;
        return finding;
    }
    finding.assumed = mfu.assumed;
    if (holdsWithAttention(claimed, mfu, Note::is_mfu_with_attention, finding))
        return finding;
    if (dependsOnWhatIsNotSaid(figures, platform.name, claimed, mfu, isMfu, finding)) {
        if (finding.verdict != Verdict::contradicts)
            finding.mends.clear();
        return finding;
    }
    if (isMfu && mayCountAttention(figures, platform.name, claimed, mfu, finding))
        return finding;
    // A utilisation may be of device time; what is called MFU may not.
    finding.verdict = isMfu ? Verdict::contradicts : Verdict::doubtful;
    finding.note = Note::is_not_mfu;
    if (finding.is = otherPeak(figures, platform, claimed, mfu); !finding.is.empty()) {
        finding.note = Note::is_share_of_peak;
        finding.arguments.push_back(finding.is);
    }
    return finding;
}

// What is called hardware FLOPs utilisation lies between no recomputation and all of it, unless that is said.
std::optional<Finding> judgedHardware(const FigureSet& figures, const std::string& platform, const Operand& claimed)
{
    const auto hardware
        = mfuOf(figures, platform, {.flops_per_parameter = hardwareFlopsPerParameter(figures, platform)});
    const auto model = mfuOf(figures, platform);
    if (!hardware || !model)
        return std::nullopt;
    Finding finding = compare(Rule::utilisation_kind, claimed, hardware->plain);
    finding.platform = platform;
    finding.details = {{"mfu", model->plain.value()}, {"claimed", claimed.value}};
    finding.arguments = {shareText(model->plain.value()), figureText(claimed)};
    if (finding.verdict == Verdict::holds) {
        finding.note = Note::is_hardware_flops;
        return finding;
    }
    finding.assumed = hardware->assumed;
    if (holdsWithAttention(claimed, *hardware, Note::is_hardware_flops_with_attention, finding))
        return finding;
    if (hardware->of_all_experts && claimed.range.low <= finding.computed_range.high) {
        finding.verdict = Verdict::missing;
        finding.note = Note::parameters_are_total;
        finding.mends.clear();
    }
    return finding;
}

} // namespace

Findings utilisationKind(const FigureSet& figures)
{
    Findings findings;
    for (const Platform& platform : figures.platforms()) {
        const auto mfu = mfuOf(figures, platform.name);
        if (!mfu)
            continue;
        if (const auto claimed = figures.find(platform.name, Quantity::mfu))
            findings.push_back(judged(figures, platform, *claimed, *mfu, true));
        if (const auto claimed = figures.find(platform.name, Quantity::hfu))
            if (auto finding = judgedHardware(figures, platform.name, *claimed))
                findings.push_back(*std::move(finding));
        // Where the throughput is above the peak, a share of it says nothing.
        if (const auto claimed = figures.find(platform.name, Quantity::utilisation);
            claimed && mfu->plain.range().low <= 1)
            findings.push_back(judged(figures, platform, *claimed, *mfu, false));
    }
    return findings;
}

} // namespace fullscope::audit
