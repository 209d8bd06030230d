// SPDX-License-Identifier: GPL-3.0-or-later
// Memory used against what the chips have, and against what the model needs at least.
#include "core/audit/rules/rules.h"

#include "core/base/text.h"

#include <algorithm>

namespace fullscope::audit {

namespace {

constexpr double kGib = 1.073741824; // "80 GB" on a chip may be GiB: the greater reading decides
constexpr double kGigaPerByte = 1e-9;

std::optional<Operand> chipMemory(const FigureSet& figures, const Platform& platform)
{
    std::optional<Operand> memory;
    for (const catalogue::Accelerator* chip : platform.chips)
        if (chip->memory_gb && (!memory || *chip->memory_gb > memory->value)) {
            memory = assumption("catalogue_memory_per_chip", *chip->memory_gb, base::Unit::gigabytes);
            memory->range = {*chip->memory_gb, *chip->memory_gb * kGib};
            memory->source = factSource(figures.catalogue(), chip->name, catalogue::FactKind::memory_gb);
        }
    return memory ? memory : figures.find(platform.name, Quantity::memory_per_chip);
}

// Bytes that a weight takes at the least in the stated number format.
double bytesOfWeight(const std::string& precision)
{
    return precision == "fp8" ? 1 : precision == "fp4" ? 0.5 : precision == "fp32" || precision == "tf32" ? 4 : 2;
}

void addUsed(Rule rule, const Operand& used, const Expression& room, const std::string& platform, Findings& findings)
{
    Finding finding = compare(rule, used, room);
    finding.platform = platform;
    finding.arguments = {figureText(used), figureText(room.value(), base::Unit::gigabytes)};
    const bool exceeds = used.range.low > finding.computed_range.high;
    finding.verdict = exceeds ? Verdict::impossible : Verdict::holds;
    finding.note = exceeds ? Note::memory_exceeds : Note::memory_fits;
    if (!exceeds)
        finding.mends.clear();
    findings.push_back(std::move(finding));
}

void addModel(const FigureSet& figures, const Platform& platform, const std::vector<Operand>& room, Findings& findings)
{
    const auto parameters = figures.find(platform.name, Quantity::parameters);
    if (!parameters)
        return;
    const double weight = bytesOfWeight(figures.word(platform.name, Quantity::precision));
    Expression weights(base::Unit::gigabytes);
    weights.add({*parameters, assumption("bytes_per_weight", weight)}, {}, kGigaPerByte, "1e-9");
    // What is used in all cannot be less than the weights, which lie somewhere once.
    if (const auto used = figures.find(platform.name, Quantity::memory_used_total)) {
        Finding finding = compare(Rule::memory_fit, *used, weights);
        finding.platform = platform.name;
        finding.arguments = {figureText(*used), figureText(weights.value(), base::Unit::gigabytes)};
        const bool below = used->range.high < finding.computed_range.low;
        finding.verdict = below ? Verdict::impossible : Verdict::holds;
        finding.note = below ? Note::memory_below_weights : Note::memory_fits;
        if (!below)
            finding.mends.clear();
        findings.push_back(std::move(finding));
    }
    if (room.empty())
        return;
    const std::string method = figures.word(platform.name, Quantity::training_method);
    if (base::containsIgnoreCase(method, "offload"))
        return; // what does not fit lies elsewhere
    const bool partial = isLora(figures, platform.name);
    Expression states(base::Unit::gigabytes);
    constexpr double kMixedAdam = 16; // weights 2, gradients 2, master copy 4, two moments 8
    states.add(
        {*parameters, assumption("bytes_per_parameter", partial ? weight : kMixedAdam)}, {}, kGigaPerByte, "1e-9");
    if (const auto trained = figures.find(platform.name, Quantity::trainable_parameters); trained && partial)
        states.add({*trained, assumption("bytes_per_trainable_parameter", kMixedAdam)}, {}, kGigaPerByte, "1e-9");
    Expression all(base::Unit::gigabytes);
    all.add(room);
    if (states.range().low <= all.range().high)
        return;
    Finding finding;
    finding.rule = Rule::memory_fit;
    // Without a word on the method it may be LoRA, offloading or an 8-bit optimiser.
    const bool isMethodSaid = !method.empty() || partial;
    finding.doubt(Note::memory_needs_sharding, !isMethodSaid);
    finding.assumed = {Assumption::mixed_adam};
    if (!isMethodSaid)
        finding.assumed.push_back(Assumption::all_trained);
    if (weights.range().low > all.range().high) {
        finding.verdict = Verdict::impossible;
        finding.note = Note::weights_exceed;
        finding.is_question = false;
        finding.assumed.clear();
    }
    finding.platform = platform.name;
    finding.quantity = "parameters";
    finding.claimed = assumption("memory", all.value(), base::Unit::gigabytes); // the bound
    finding.claimed->range = all.range();
    const Expression& needed = finding.verdict == Verdict::impossible ? weights : states;
    finding.computed = needed.value();
    finding.computed_range = needed.range();
    finding.unit = base::Unit::gigabytes;
    finding.arguments
        = {figureText(needed.value(), base::Unit::gigabytes), figureText(all.value(), base::Unit::gigabytes)};
    finding.lines = {{needed, "memory_needed"}, {all, "memory"}};
    use(finding, needed.operands());
    use(finding, all.operands());
    findings.push_back(std::move(finding));
}

} // namespace

Findings memoryFit(const FigureSet& figures)
{
    Findings findings;
    for (const Platform& platform : figures.platforms()) {
        const std::string& name = platform.name;
        const auto chip = chipMemory(figures, platform);
        std::vector<Operand> room = figures.chips(name);
        // A machine has its own chips, whatever is said of their number.
        if (const auto own = figures.catalogueChips(name); own && !room.empty() && own->value > room.front().value)
            room.front() = *own;
        if (chip && !room.empty())
            room.push_back(*chip);
        else
            room.clear();
        const auto perChip = figures.find(name, Quantity::memory_used_per_chip);
        if (perChip && chip) {
            Expression one(base::Unit::gigabytes);
            one.add({*chip});
            addUsed(Rule::memory_fit, *perChip, one, name, findings);
        }
        for (const Quantity quantity : {Quantity::memory_used_total, Quantity::memory_used})
            if (const auto used = figures.find(name, quantity); used && !room.empty()) {
                Expression all(base::Unit::gigabytes);
                all.add(room);
                addUsed(Rule::memory_fit, *used, all, name, findings);
            }
        addModel(figures, platform, room, findings);
    }
    return findings;
}

} // namespace fullscope::audit
