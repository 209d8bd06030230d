// SPDX-License-Identifier: GPL-3.0-or-later
// Chips against the catalogue's, chips × instances, and peaks of chips against those of machines.
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

void addProduct(const FigureSet& figures, const std::string& platform, const NamedQuantity& whole,
    const std::vector<std::optional<Operand>>& factors, Findings& findings)
{
    const auto claimed = figures.find(platform, whole);
    std::vector<Operand> times;
    for (const auto& factor : factors) {
        if (!factor)
            return;
        times.push_back(*factor);
    }
    if (!claimed)
        return;
    Expression expression(spec(whole.quantity).unit);
    expression.add(times);
    findings.push_back(compare(Rule::chip_sum, *claimed, expression));
}

} // namespace

Findings chipSum(const FigureSet& figures)
{
    Findings findings;
    for (const Platform& platform : figures.platforms()) {
        const std::string& name = platform.name;
        addCount(figures, platform, findings);
        auto each = figures.find(name, Quantity::chips_per_instance);
        const auto instances = figures.find(name, Quantity::instances);
        addProduct(figures, name, {.quantity = Quantity::chips}, {each, instances}, findings);
        if (!each)
            each = figures.catalogueChips(name);
        for (const std::string precision : {"", "bf16", "fp16", "fp8", "fp4", "tf32", "fp32"})
            for (const std::optional<bool> sparse :
                {std::optional<bool>(), std::optional(false), std::optional(true)}) {
                const NamedQuantity machine {Quantity::peak_flops, Form::value, precision, sparse};
                const NamedQuantity chip {Quantity::peak_flops_per_chip, Form::value, precision, sparse};
                const NamedQuantity cluster {Quantity::peak_flops_cluster, Form::value, precision, sparse};
                addProduct(figures, name, machine, {each, figures.find(name, chip)}, findings);
                addProduct(figures, name, cluster, {instances, figures.find(name, machine)}, findings);
            }
    }
    return findings;
}

} // namespace fullscope::audit
