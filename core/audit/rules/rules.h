// SPDX-License-Identifier: GPL-3.0-or-later
// One function for each rule, in a file of its own; the table in rules.cpp lists them. Formulas: docs/claim-audit.md.
#pragma once

#include "core/audit/figure_set.h"
#include "core/audit/finding.h"

#include <span>
#include <utility>
#include <vector>

namespace fullscope::audit {

using Findings = std::vector<Finding>;

struct RuleSpec {
    Rule id;
    Findings (*check)(const FigureSet& figures);
};
std::span<const RuleSpec> rules();

Findings unitCost(const FigureSet& figures);
Findings unitCostOf(const FigureSet& figures, const std::string& platform);
// The products of rules/parts_whole.cpp that are of this rule.
Findings productsOf(const FigureSet& figures, Rule rule);
// Power × time = energy; energy × price = its cost: of the rule of parts and whole.
Findings energyProducts(const FigureSet& figures);
Findings stepIdentity(const FigureSet& figures);
Findings duration(const FigureSet& figures);
Findings physicalLimit(const FigureSet& figures);
Findings utilisationKind(const FigureSet& figures);
Findings peakKind(const FigureSet& figures);
Findings chipSum(const FigureSet& figures);
Findings priceDate(const FigureSet& figures);
Findings pricePerFlop(const FigureSet& figures);
Findings memoryFit(const FigureSet& figures);
Findings ratio(const FigureSet& figures);
Findings totalCost(const FigureSet& figures);
Findings partsWhole(const FigureSet& figures);
Findings scope(const FigureSet& figures);
Findings equalConvergence(const FigureSet& figures);
Findings equalPrecision(const FigureSet& figures);
Findings compileCounted(const FigureSet& figures);
Findings method(const FigureSet& figures);
Findings statedTwice(const FigureSet& figures);
Findings reading(const FigureSet& figures);

// --- what several rules need

struct Product { // times … / over …
    std::vector<Operand> times {}, over {};
    bool isKnown() const { return !times.empty(); }
};
// A number of machines or chips as claimed, else as the other numbers give it; nothing is taken for one. Any other
// quantity: as claimed.
Product statedNumber(const FigureSet& figures, const std::string& platform, Quantity what);

// Tokens per second of the whole job: as claimed, or of one chip or instance times their number. Empty: not known.
std::vector<Operand> throughput(const FigureSet& figures, const std::string& platform);
// Whether that is the throughput of one machine only because nothing says how many there are.
bool isOfMachinesOfUnknownNumber(const FigureSet& figures, const std::string& platform);
// Tokens of one step: as claimed, or sequences times their length.
std::vector<Operand> tokensPerStep(const FigureSet& figures, const std::string& platform);
// Price of one instance, of spot where `spot`; of its chips where only that is said.
std::vector<Operand> pricePerHour(const FigureSet& figures, const std::string& platform, bool spot);
// Price of the whole job for an hour: as claimed of all, of its instances as claimed, else of as many as its chips
// need; of chips where only their price is said. `alone` where nothing says that it is more than one machine.
struct JobPrice : Product {
    bool alone = true;
    double chips_per_instance = 0; // that were tried where nothing says how many
};
JobPrice jobPricePerHour(const FigureSet& figures, const std::string& platform, bool spot);
// Chips that a machine usually has, the most frequent first.
constexpr double kMachineSizes[] = {8, 4, 16, 2, 1, 32, 64, 72};
// Where a number of chips is said and of how many a machine has nothing: the price for every usual size of one.
std::vector<JobPrice> jobPricesBySize(const FigureSet& figures, const std::string& platform, bool spot);
// Price and throughput of the same: both of one chip or of one instance where these are stated, else of the job.
struct UnitCost {
    JobPrice price;
    std::vector<Operand> rate;
    bool isKnown() const { return price.isKnown() && !rate.empty(); }
};
UnitCost unitCostParts(const FigureSet& figures, const std::string& platform, bool spot);
std::optional<Operand> pricePerMtok(const FigureSet& figures, const std::string& platform);

bool isMixtureOfExperts(const FigureSet& figures, const std::string& platform); // as it is said
bool isLora(const FigureSet& figures, const std::string& platform); // as it is said, or by what is trained
// Of one token, with what is recomputed; from without any to all of it where that is not said: 6 to 8.
Interval hardwareFlopsPerParameter(const FigureSet& figures, const std::string& platform);

// Model FLOPs utilisation. FLOPs per token: 6 × parameters (4 with LoRA, whose frozen weights need no gradient of their
// own, and 2 × what it trains), with attention 12 × layers × hidden × sequence length besides (PaLM) where they are
// known; some count half of that, as a causal mask leaves the other half out.
struct Mfu {
    Expression plain, with_attention, with_causal; // the latter two empty where layers or hidden are not known
    bool at_catalogue_peak = true; // else the claimed one
    std::string precision; // of the peak
    bool precision_assumed = false;
    bool of_all_experts = false; // of a mixture of experts of which the active parameters are not said: too much
    std::vector<Operand> peak; // of one chip, or of the instance where `at_catalogue_peak` is false; × sparse factor
    std::vector<Operand> chips;
    std::vector<Assumption> assumed;
};
struct MfuWith { // in place of what is claimed or known
    std::optional<Operand> chips_per_instance {}, peak {};
    std::optional<Interval> flops_per_parameter {};
    bool top_reached = false; // "up to 400,000 tokens/s" is that figure, not anything below
};
// Absent where throughput, parameters, chips or a peak are not known.
std::optional<Mfu> mfuOf(const FigureSet& figures, const std::string& platform, const MfuWith& with = {});

// With as many chips in each machine as are called all of them: "8 GPUs, 8 nodes". Absent where that cannot be meant.
std::optional<Mfu> mfuOfChipsOfEach(const FigureSet& figures, const std::string& platform);

// What one chip's peak is called: "dense fp8", "sparse bf16"; and the FLOP/s of it.
struct PeakKind {
    std::string precision;
    bool sparse = false;
    double flops = 0;
    Interval range {};
    std::string name() const { return (sparse ? "sparse " : "dense ") + precision; }
};
std::vector<PeakKind> peakKinds(const catalogue::Accelerator& chip);

// "a or b" of the kinds that some chip of the platform has within `range` (of `count` chips); bf16 and sparse first.
std::vector<std::string> kindsWithin(
    const FigureSet& figures, const std::string& platform, const Interval& range, double count);

// Of a total time what may lie outside its steps and still be no contradiction (claim-audit.md).
constexpr double kUnexplainedShare = 0.1;
// Tokens of a set of data are not what is trained on: it may be passed in part, or several times.
bool isOfData(const FigureSet& figures, const Operand& tokens);

std::string shareText(double share); // "47.5 %"

} // namespace fullscope::audit
