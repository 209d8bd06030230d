// SPDX-License-Identifier: GPL-3.0-or-later
// tokens/s × FLOPs per token ≤ chips × dense peak. Above it is impossible, above 65 % of it is not seen in training.
#include "core/audit/rules/rules.h"

#include <algorithm>

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

// The claim may hold for the machine's own number of chips.
void tryCatalogueChips(const FigureSet& figures, const std::string& platform, Finding& finding)
{
    const auto claimed = figures.find(platform, Quantity::chips_per_instance);
    const auto catalogue = figures.catalogueChips(platform);
    if (!claimed || !catalogue || claimed->value == catalogue->value)
        return;
    const auto other = mfuOf(figures, platform, {.chips_per_instance = catalogue, .top_reached = true});
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

// Above the dense peak: a number format or an architecture that nobody said may allow it. Sparsity in training is not
// seen, so it is shown and excuses nothing.
void tryWhatIsNotSaid(const FigureSet& figures, const std::string& platform, const Mfu& mfu, Finding& finding)
{
    if (mfu.of_all_experts) {
        finding.verdict = Verdict::missing;
        finding.note = Note::parameters_are_total;
        return;
    }
    if (const auto ofEach = mfuOfChipsOfEach(figures, platform); ofEach && ofEach->plain.range().low <= kUsualMfu) {
        finding.doubt(Note::chips_of_each, true);
        finding.arguments = {shareText(ofEach->plain.value()), finding.arguments.front()};
        finding.lines.push_back({ofEach->plain, "mfu_of_chips_of_each"});
        return;
    }
    if (mfu.precision_assumed) {
        std::string precision;
        const auto widest = widestPeak(figures, platform, precision);
        const auto other = widest ? mfuOf(figures, platform, {.peak = widest, .top_reached = true}) : std::nullopt;
        if (other && other->plain.range().low <= 1) {
            finding.doubt(Note::only_in_precision, other->plain.range().low <= kUsualMfu);
            finding.arguments.push_back(precision);
            finding.lines.push_back({other->plain, "mfu_" + precision});
        }
    }
    const bool sparsityUnsaid = figures.word(platform, Quantity::sparsity).empty();
    const auto factor = figures.catalogueSparseFactor(platform);
    if (finding.note != Note::above_peak || !sparsityUnsaid || !factor || !mfu.at_catalogue_peak)
        return;
    Operand sparse = mfu.peak.front();
    sparse.name += "_with_sparsity";
    sparse.value *= factor->value;
    sparse.range = factor->value * sparse.range;
    sparse.source.clear(); // stands with the dense one
    sparse.text.clear();
    if (const auto other = mfuOf(figures, platform, {.peak = sparse, .top_reached = true}))
        finding.lines.push_back({other->plain, "mfu_of_sparse_peak"});
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
            finding.doubt(Note::above_usual, false);
            if (mfu.of_all_experts) {
                finding.verdict = Verdict::missing;
                finding.note = Note::parameters_are_total;
            }
        }
    } else {
        finding.verdict = Verdict::impossible;
        finding.note = Note::above_peak;
        tryWhatIsNotSaid(figures, platform, mfu, finding);
    }
    if (finding.verdict != Verdict::holds)
        finding.assumed = mfu.assumed;
    tryCatalogueChips(figures, platform, finding);
}

std::optional<Finding> ofPower(const FigureSet& figures, const Platform& platform)
{
    constexpr double kHostsToo = 2; // hosts, fans and losses draw as much again at the most
    const auto power = figures.find(platform.name, Quantity::power);
    const auto chips = figures.chips(platform.name);
    const catalogue::Accelerator* hottest = nullptr;
    for (const catalogue::Accelerator* chip : platform.chips)
        if (chip->tdp_w && (hottest == nullptr || *chip->tdp_w > *hottest->tdp_w))
            hottest = chip;
    if (!power || chips.empty() || hottest == nullptr)
        return std::nullopt;
    Operand rated = assumption("catalogue_tdp", *hottest->tdp_w / 1e3, base::Unit::kilowatts);
    rated.source = factSource(figures.catalogue(), hottest->name, catalogue::FactKind::tdp_w);
    Expression expression(base::Unit::kilowatts);
    std::vector<Operand> factors = chips;
    factors.push_back(std::move(rated));
    expression.add(factors);
    Finding finding = compare(Rule::physical_limit, *power, expression);
    finding.arguments = {figureText(*power), figureText(expression.value(), base::Unit::kilowatts)};
    finding.mends.clear();
    if (power->range.low > kHostsToo * finding.computed_range.high) {
        finding.doubt(Note::power_above_tdp, false);
    } else {
        finding.verdict = Verdict::holds;
        finding.note = Note::power_within_tdp;
    }
    return finding;
}

// Whether the catalogue would have been asked for a peak or a memory.
bool needsChip(const FigureSet& figures, const std::string& platform)
{
    const bool hasFlops
        = !throughput(figures, platform).empty() || figures.find(platform, Quantity::tokens_per_s_per_chip);
    return (hasFlops && figures.find(platform, Quantity::parameters)) || figures.find(platform, Quantity::mfu)
        || figures.find(platform, Quantity::memory_used_per_chip);
}

// One question for a name that the catalogue does not have, or a peak, so that what was not checked does not look
// checked.
std::optional<Finding> ofUnknownChip(const FigureSet& figures, const Platform& platform)
{
    if (platform.name.empty() || !needsChip(figures, platform.name)
        || figures.find(platform.name, Quantity::peak_flops_per_chip)
        || figures.find(platform.name, Quantity::peak_flops))
        return std::nullopt;
    Finding finding;
    finding.rule = Rule::physical_limit;
    finding.verdict = Verdict::missing;
    finding.platform = platform.name;
    finding.quantity = "peak_flops_per_chip";
    if (platform.isKnown()) {
        const std::string precision = figures.word(platform.name, Quantity::precision);
        if (precision.empty() || figures.cataloguePeak(platform.name, precision))
            return std::nullopt;
        finding.note = Note::peak_unknown;
        finding.arguments = {platform.name, precision};
        return finding;
    }
    finding.note = Note::chip_unknown;
    const std::string near = nearestPlatform(platform.name, figures.catalogue());
    finding.arguments = {platform.name, near.empty() ? "" : " (" + near + "?)"};
    return finding;
}

} // namespace

Findings physicalLimit(const FigureSet& figures)
{
    Findings findings;
    for (const Platform& platform : figures.platforms()) {
        if (auto unknown = ofUnknownChip(figures, platform))
            findings.push_back(*std::move(unknown));
        const auto mfu = mfuOf(figures, platform.name, {.top_reached = true});
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
                finding.doubt(Note::attention_decides, false); // one of two conventions says so
                finding.arguments = {shareText(mfu->plain.value()), shareText(mfu->with_attention.value())};
                finding.assumed = mfu->assumed;
            }
        }
        findings.push_back(std::move(finding));
    }
    // What a device draws is bounded too.
    for (const Platform& platform : figures.platforms())
        if (auto finding = ofPower(figures, platform))
            findings.push_back(*std::move(finding));
    return findings;
}

} // namespace fullscope::audit
