// SPDX-License-Identifier: GPL-3.0-or-later
// steps × step time against the total time. Shorter contradicts; what is longer is unexplained, and contradicts above a
// tenth of the total. A stated compile explains an excess that it fits into.
#include "core/audit/rules/rules.h"

#include <algorithm>

namespace fullscope::audit {

namespace {

std::string secondsText(double seconds)
{
    return figureText(seconds, base::Unit::seconds);
}

} // namespace

Findings duration(const FigureSet& figures)
{
    Findings findings;
    for (const Platform& platform : figures.platforms()) {
        const auto steps = figures.find(platform.name, Quantity::steps);
        const auto stepTime = figures.find(platform.name, Quantity::step_time);
        const auto total = figures.find(platform.name, Quantity::total_time);
        if (!steps || !stepTime || !total)
            continue;
        Expression product(base::Unit::seconds);
        product.add({*steps, *stepTime});
        // What the total may be made of: at least the steps, at most a tenth more.
        Operand bound = *total;
        bound.range.low -= kUnexplainedShare * bound.range.high;
        double unexplained = total->value - product.value();
        double compile = 0;
        const auto stated = figures.find(platform.name, Quantity::first_compile_time);
        const double greatestExcess = total->range.high - product.range().low;
        if (stated && stated->range.low <= greatestExcess && unexplained > 0) {
            compile = std::min(stated->value, unexplained);
            bound.range.low -= std::min(stated->range.high, greatestExcess);
        }
        unexplained -= compile;
        Finding finding = compare(Rule::duration, bound, product);
        finding.claimed = total;
        finding.platform = platform.name;
        finding.details
            = {{"computed_s", product.value()}, {"claimed_s", total->value}, {"unexplained_s", unexplained}};
        if (compile > 0) {
            finding.details.emplace_back("explained_by_compile_s", compile);
            use(finding, {*stated});
        }
        const bool isShorter = finding.computed_range.low > total->range.high;
        if (finding.verdict == Verdict::contradicts && isShorter)
            finding.note = Note::shorter_than_steps;
        else if (compile > 0)
            finding.note = Note::time_explained_by_compile;
        else if (finding.verdict == Verdict::contradicts)
            finding.note = Note::time_unexplained;
        else if (!overlap(total->range, finding.computed_range))
            finding.note = Note::time_unexplained_small;
        finding.arguments = compile > 0
            ? std::vector {secondsText(compile), secondsText(unexplained), shareText(unexplained / total->value)}
            : std::vector {secondsText(unexplained), shareText(unexplained / total->value)};
        findings.push_back(std::move(finding));
    }
    return findings;
}

} // namespace fullscope::audit
