// SPDX-License-Identifier: GPL-3.0-or-later
// Chips of a machine against the catalogue's. Sums of chips and of their peaks: parts_whole.cpp.
#include "core/audit/rules/rules.h"

#include "core/base/text.h"

namespace fullscope::audit {

namespace {

// Cores that tools list as devices, for each chip (AWS Neuron architecture pages; AMD's two dies of an OAM).
struct Cores {
    std::string_view chip;
    int cores;
};
constexpr Cores kCores[] = {{"Trainium1", 2}, {"Trainium2", 8}, {"Trainium2", 4}, {"Trainium3", 8}, {"MI250X", 2},
    {"TPU v4", 2}, {"TPU v5p", 2}};

void addCount(const FigureSet& figures, const Platform& platform, Findings& findings)
{
    const auto claimed = figures.find(platform.name, Quantity::chips_per_instance);
    const auto catalogue = figures.catalogueChips(platform.name);
    if (!claimed || !catalogue)
        return;
    Expression expression;
    expression.add({*catalogue});
    Finding finding = compare(Rule::chip_sum, *claimed, expression);
    finding.platform = platform.name;
    finding.details = {{"claimed", claimed->value}, {"catalogue", catalogue->value}};
    finding.arguments = {figureText(*claimed), figureText(*catalogue)};
    finding.note = finding.verdict == Verdict::holds ? Note::chips_agree : Note::chips_differ;
    if (finding.verdict != Verdict::holds)
        for (const Cores& one : kCores)
            for (const catalogue::Accelerator* chip : platform.chips)
                if (chip->name == one.chip && claimed->value == one.cores * catalogue->value) {
                    finding.note = Note::chips_are_cores;
                    finding.arguments = {figureText(*claimed), figureText(*catalogue), std::to_string(one.cores)};
                }
    findings.push_back(std::move(finding));
}

} // namespace

Findings chipSum(const FigureSet& figures)
{
    Findings findings;
    for (const Platform& platform : figures.platforms())
        addCount(figures, platform, findings);
    for (Finding& finding : productsOf(figures, Rule::chip_sum))
        findings.push_back(std::move(finding));
    return findings;
}

} // namespace fullscope::audit
