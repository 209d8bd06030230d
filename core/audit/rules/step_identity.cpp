// SPDX-License-Identifier: GPL-3.0-or-later
// tokens/s × step time = tokens per step. Batch × sequence length: parts_whole.cpp.
#include "core/audit/rules/rules.h"

namespace fullscope::audit {

Findings stepIdentity(const FigureSet& figures)
{
    Findings findings = productsOf(figures, Rule::step_identity);
    for (const Platform& platform : figures.platforms()) {
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
        if (finding.verdict == Verdict::contradicts && isOfMachinesOfUnknownNumber(figures, platform.name)
            && finding.computed_range.low > rate.front().range.high)
            continue; // several machines, of which nothing is said
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
