// SPDX-License-Identifier: GPL-3.0-or-later
// Claimed utilisation against the MFU that the throughput gives: is it that, a share of another peak, or the share of
// time in which the device was busy?
#include "core/audit/rules/rules.h"

namespace fullscope::audit {

namespace {

// "sparse bf16", "dense tf32", "one chip": the peak of which the claimed share is one; empty: none.
std::string otherPeak(const FigureSet& figures, const Platform& platform, const Operand& claimed, const Mfu& mfu)
{
    for (const catalogue::Accelerator* chip : platform.chips)
        for (const PeakKind& kind : peakKinds(*chip)) {
            Operand peak = assumption("catalogue_peak", kind.flops, base::Unit::flop_per_s);
            peak.range = kind.range;
            if (const auto other = mfuOf(figures, platform.name, {}, peak);
                other && overlap(claimed.range, other->plain.range()))
                return kind.name();
        }
    const auto one = assumption("chips", 1);
    if (const auto other = mfuOf(figures, platform.name, one, mfu.peak);
        other && overlap(claimed.range, other->plain.range()))
        return "1 ×";
    return {};
}

Finding judged(const FigureSet& figures, const Platform& platform, const Operand& claimed, const Mfu& mfu, bool isMfu)
{
    Finding finding = compare(Rule::utilisation_kind, claimed, mfu.plain);
    finding.details = {{"mfu", mfu.plain.value()}, {"claimed", claimed.value}};
    finding.arguments = {shareText(mfu.plain.value())};
    if (finding.verdict == Verdict::holds) {
        finding.note = Note::is_mfu;
        return finding;
    }
    if (!mfu.with_attention.isEmpty()) {
        finding.lines.push_back({mfu.with_attention, "mfu_with_attention"});
        if (overlap(claimed.range, mfu.with_attention.range())) {
            finding.verdict = Verdict::holds;
            finding.note = Note::is_mfu;
            finding.arguments = {shareText(mfu.with_attention.value())};
            finding.mends.clear();
            return finding;
        }
    }
    // A utilisation may be of device time; what is called MFU may not.
    finding.verdict = isMfu ? Verdict::contradicts : Verdict::doubtful;
    finding.note = Note::is_not_mfu;
    if (finding.is = otherPeak(figures, platform, claimed, mfu); !finding.is.empty()) {
        finding.note = Note::is_share_of_peak;
        finding.arguments.push_back(finding.is);
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
        // Where the throughput is above the peak, a share of it says nothing.
        if (const auto claimed = figures.find(platform.name, Quantity::utilisation);
            claimed && mfu->plain.range().low <= 1)
            findings.push_back(judged(figures, platform, *claimed, *mfu, false));
    }
    return findings;
}

} // namespace fullscope::audit
