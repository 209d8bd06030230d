// SPDX-License-Identifier: GPL-3.0-or-later
// tokens/s × step time = tokens per step = global batch × sequence length.
#include "core/audit/rules/rules.h"

namespace fullscope::audit {

namespace {

void addTotals(const FigureSet& figures, const std::string& platform, Findings& findings)
{
    const auto tokens = figures.find(platform, Quantity::global_batch_tokens);
    const auto sequences = figures.find(platform, Quantity::global_batch_sequences);
    const auto length = figures.find(platform, Quantity::sequence_length);
    if (!tokens || !sequences || !length)
        return;
    Expression product(base::Unit::tokens);
    product.add({*sequences, *length});
    Finding finding = compare(Rule::step_identity, *tokens, product);
    finding.platform = platform;
    findings.push_back(std::move(finding));
}

} // namespace

Findings stepIdentity(const FigureSet& figures)
{
    Findings findings;
    for (const Platform& platform : figures.platforms()) {
        addTotals(figures, platform.name, findings);
        const auto stepTime = figures.find(platform.name, Quantity::step_time);
        const std::vector<Operand> rate = throughput(figures, platform.name);
        const std::vector<Operand> tokens = tokensPerStep(figures, platform.name);
        if (!stepTime || rate.empty() || tokens.empty())
            continue;
        // The throughput that batch and step time give; of a single claimed figure of all chips.
        std::vector<Operand> over {*stepTime};
        over.insert(over.end(), rate.begin() + 1, rate.end());
        Expression expression(base::Unit::tokens_per_s);
        expression.add(tokens, over);
        Finding finding = compare(Rule::step_identity, rate.front(), expression);
        Expression seconds(base::Unit::seconds);
        seconds.add(tokens, rate);
        finding.lines.push_back({seconds, "step_time"});
        finding.details.emplace_back("computed_s", seconds.value());
        finding.details.emplace_back("computed_tokens_per_s", *finding.computed);
        finding.platform = platform.name;
        if (const auto chips = figures.chips(platform.name);
            finding.verdict == Verdict::contradicts && rate.size() == 1 && !chips.empty()) {
            Expression perChip(base::Unit::tokens_per_s);
            std::vector<Operand> overChips {*stepTime};
            overChips.insert(overChips.end(), chips.begin(), chips.end());
            perChip.add(tokens, overChips);
            if (overlap(rate.front().range, perChip.range())) {
                finding.doubt(Note::is_per_chip, false);
                finding.lines.push_back({perChip, "tokens_per_s_per_chip"});
            }
        }
        findings.push_back(std::move(finding));
    }
    return findings;
}

} // namespace fullscope::audit
