// SPDX-License-Identifier: GPL-3.0-or-later
// One quantity of one platform, printed differently at two places. The other rules use the range that covers both.
#include "core/audit/rules/rules.h"

namespace fullscope::audit {

Findings statedTwice(const FigureSet& figures)
{
    Findings findings;
    for (const auto& [key, indices] : figures.values())
        for (std::size_t i = 1; i < indices.size(); ++i) {
            const Claim &a = figures.claims()[indices.front()], &b = figures.claims()[indices[i]];
            const bool otherMoney = !a.currency.empty() && !b.currency.empty() && a.currency != b.currency;
            if (a.what != b.what || spec(a.what.quantity).word || overlap(a.range, b.range) || otherMoney)
                continue;
            Finding finding;
            finding.rule = Rule::stated_twice;
            // Rows that are called differently may be of different settings, and so may sentences.
            const bool inSentence = a.where.cell == 0 || b.where.cell == 0;
            // "448 hours (18.7 days)" is one figure.
            const bool isRestated
                = a.label == b.label && a.label.find(a.text + " (" + b.text + ")") != std::string::npos;
            finding.doubt(Note::printed_differently, !isRestated && (inSentence || a.label != b.label));
            finding.platform = a.platform;
            finding.quantity = nameOf(a.what);
            finding.claimed = figures.operand(indices[i]);
            finding.computed = a.value;
            finding.computed_range = a.range;
            finding.unit = finding.claimed->unit;
            finding.currency = a.currency;
            finding.arguments = {figureText(figures.operand(indices.front())), figureText(*finding.claimed)};
            finding.claims = {indices.front(), indices[i]};
            findings.push_back(std::move(finding));
        }
    return findings;
}

} // namespace fullscope::audit
