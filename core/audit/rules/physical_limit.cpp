// SPDX-License-Identifier: GPL-3.0-or-later
// tokens/s × FLOPs per token ≤ chips × dense peak. Above it is impossible, above 65 % of it is not seen in training.
#include "core/audit/rules/rules.h"

namespace fullscope::audit {

namespace {

constexpr double kUsualMfu = 0.65; // claim-audit.md

// The widest peak that an unsaid number format leaves open.
std::optional<Operand> widestPeak(const FigureSet& figures, const std::string& platform, std::string& precision)
{
    std::optional<Operand> widest;
    for (const std::string other : {"bf16", "fp16", "fp8", "fp4"})
        if (auto peak = figures.cataloguePeak(platform, other); peak && (!widest || peak->value > widest->value)) {
            widest = peak;
            precision = other;
        }
    return widest;
}

void judge(const FigureSet& figures, const std::string& platform, const Mfu& mfu, Finding& finding)
{
    double chips = 1;
    for (const Operand& factor : mfu.chips)
        chips *= factor.value;
    finding.details.emplace_back("mfu", *finding.computed);
    finding.arguments = {shareText(*finding.computed), figureText(chips, base::Unit::one)};
    if (finding.verdict == Verdict::holds) {
        finding.note = Note::within_peak;
        if (finding.computed_range.low > kUsualMfu) {
            finding.verdict = Verdict::doubtful;
            finding.note = Note::above_usual;
        }
    } else {
        finding.verdict = Verdict::impossible;
        finding.note = Note::above_peak;
    }
    if (finding.verdict == Verdict::impossible && mfu.precision_assumed) {
        std::string precision;
        if (const auto widest = widestPeak(figures, platform, precision)) {
            const auto other = mfuOf(figures, platform, {}, widest);
            if (other && other->plain.range().low <= 1) {
                finding.verdict = Verdict::doubtful;
                finding.note = Note::only_in_precision;
                finding.arguments.push_back(precision);
                finding.lines.push_back({other->plain, "mfu_" + precision});
            }
        }
    }
    // The claim may hold for the machine's own number of chips.
    const auto claimed = figures.find(platform, Quantity::chips_per_instance);
    const auto catalogue = figures.catalogueChips(platform);
    if (claimed && catalogue && claimed->value != catalogue->value) {
        const auto other = mfuOf(figures, platform, catalogue);
        if (!other)
            return;
        finding.details.emplace_back("mfu_at_catalogue_chips", other->plain.value());
        finding.lines.push_back({other->plain, "mfu_at_catalogue_chips"});
        if (finding.note == Note::above_peak) {
            finding.note = Note::above_peak_of_claimed_chips;
            finding.arguments.push_back(shareText(other->plain.value()));
            finding.arguments.push_back(figureText(*catalogue));
        }
    }
}

} // namespace

Findings physicalLimit(const FigureSet& figures)
{
    Findings findings;
    for (const Platform& platform : figures.platforms()) {
        const auto mfu = mfuOf(figures, platform.name);
        if (!mfu)
            continue;
        Finding finding = limited(Rule::physical_limit, {0, 1}, mfu->plain);
        finding.platform = platform.name;
        finding.quantity = "tokens_per_s";
        finding.claimed = assumption("dense_peak", 1, base::Unit::share);
        finding.lines.push_back({mfu->plain, "mfu"});
        judge(figures, platform.name, *mfu, finding);
        if (!mfu->with_attention.isEmpty()) {
            finding.lines.push_back({mfu->with_attention, "mfu_with_attention"});
            finding.details.emplace_back("mfu_with_attention", mfu->with_attention.value());
            if (finding.verdict == Verdict::holds && mfu->with_attention.range().low > 1) {
                finding.verdict = Verdict::doubtful; // one of two conventions says so
                finding.note = Note::attention_decides;
                finding.arguments = {shareText(mfu->plain.value()), shareText(mfu->with_attention.value())};
            }
        }
        findings.push_back(std::move(finding));
    }
    // What a device draws is bounded too.
    for (const Platform& platform : figures.platforms()) {
        const auto power = figures.find(platform.name, Quantity::power);
        const auto chips = figures.chips(platform.name);
        if (!power || chips.empty() || platform.chips.empty())
            continue;
        double tdp = 0;
        for (const catalogue::Accelerator* chip : platform.chips)
            tdp = std::max(tdp, chip->tdp_w.value_or(0));
        double count = 1;
        for (const Operand& factor : chips)
            count *= factor.value;
        constexpr double kHostsToo = 2; // hosts, fans and losses draw as much again at the most
        if (tdp == 0 || power->range.low <= kHostsToo * count * tdp / 1e3)
            continue;
        Expression expression(base::Unit::kilowatts);
        std::vector<Operand> factors = chips;
        factors.push_back(assumption("catalogue_tdp", tdp / 1e3, base::Unit::kilowatts));
        expression.add(factors);
        Finding finding = compare(Rule::physical_limit, *power, expression);
        finding.verdict = Verdict::doubtful;
        finding.note = Note::power_above_tdp;
        finding.arguments = {figureText(*power), figureText(expression.value(), base::Unit::kilowatts)};
        findings.push_back(std::move(finding));
    }
    return findings;
}

} // namespace fullscope::audit
