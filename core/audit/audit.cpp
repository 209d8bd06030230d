// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/audit.h"

#include "core/audit/rules/rules.h"
#include "core/audit/suspects.h"

#include <algorithm>
#include <cmath>

namespace fullscope::audit {

namespace {

// Of findings of one verdict the farther off first.
double weight(const Finding& finding)
{
    const auto off = deviation(finding);
    return off && std::isfinite(*off) ? std::abs(std::log(std::max(1e-12, std::abs(1 + *off)))) : 0;
}

} // namespace

bool Audit::isWrong() const
{
    return std::ranges::any_of(findings, [](const Finding& finding) { return audit::isWrong(finding); });
}

Audit audit(const std::vector<Claim>& claims, const catalogue::Catalogue& catalogue)
{
    const FigureSet figures(claims, catalogue);
    Audit result;
    for (const RuleSpec& rule : rules())
        for (Finding& finding : rule.check(figures))
            (finding.verdict == Verdict::holds ? result.holds : result.findings).push_back(std::move(finding));
    std::ranges::stable_sort(result.findings, [](const Finding& a, const Finding& b) {
        if (a.verdict != b.verdict)
            return a.verdict < b.verdict;
        return a.is_question != b.is_question ? b.is_question : weight(a) > weight(b);
    });
    result.suspects = suspectsOf(result.findings, result.holds, claims);
    return result;
}

} // namespace fullscope::audit
