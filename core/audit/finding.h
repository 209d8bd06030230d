// SPDX-License-Identifier: GPL-3.0-or-later
// What a rule says about some figures, with the arithmetic.
#pragma once

#include "core/audit/expression.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fullscope::audit {

// By weight: what cannot be comes first.
enum class Verdict {
    impossible, // breaks a physical limit
    contradicts, // these figures cannot all be true
    incomparable, // the sides differ in what must be equal
    doubtful, // outside what is seen
    missing, // needed for a full-scope answer, not given
    holds,
    count
};
std::string_view name(Verdict verdict); // spelled as the enumerator
enum class Rule {
    unit_cost,
    step_identity,
    duration,
    physical_limit,
    utilisation_kind,
    peak_kind,
    chip_sum,
    price_date,
    price_per_flop,
    memory_fit,
    ratio,
    total_cost,
    parts_whole, // of one, times how many, and of all
    scope,
    equal_convergence,
    equal_precision,
    compile_counted,
    method,
    stated_twice,
    reading, // a counter that reads zero, a share above one
    count
};
constexpr std::size_t kRules = static_cast<std::size_t>(Rule::count);
std::string_view name(Rule rule); // "unit-cost", as in claim-audit.md
std::optional<Rule> ruleByName(std::string_view name);

// Why, in words of core/words/audit_words; {0} {1} … are Finding::arguments. Keep `count` last.
enum class Note {
    follows, // the claimed figure follows from the others
    does_not_follow,
    is_spot_price, // the claimed unit cost is that of the spot price
    instances_not_multiplied, // it holds for one of {0} instances only
    is_per_chip, // it holds if the throughput is of one chip
    is_of_one_instance, // the throughput, of {0}
    number_of_machines_unsaid, // it holds for {0} machines
    size_of_machine_unsaid, // it holds for machines of {0} chips
    follows_within_tenth,
    less_than_parts, // {0} of what the parts make alone
    more_than_parts, // {0} more than the parts make
    energy_not_of_power, // {0} by the stated power and time
    tokens_of_data, // the other figures take {0}; a set of data may be passed in part or several times
    shorter_than_steps, // total time below steps × step time
    shorter_than_tokens, // total time below tokens / throughput: {0} are missing
    beyond_tokens, // {0} beyond tokens / throughput, {1} of the total
    beyond_tokens_small,
    time_unexplained, // {0} beyond steps × step time, {1} of the total
    time_unexplained_small,
    time_explained_by_compile, // {0} are the compile, {1} stay unexplained
    above_peak, // {0} of the dense peak of {1} chips
    above_peak_of_claimed_chips, // … {2} at the catalogue's {3} chips
    above_usual, // MFU {0}: above 65 % is not seen in training
    within_peak,
    only_in_precision, // above the bf16 peak, below that of {0}
    is_mfu,
    is_mfu_with_attention, // {1}; {0} by 6 × parameters
    is_mfu_with_attention_if, // {0} by 6 × parameters; over {1} attention may add so much that it is {2}
    is_hardware_flops, // it counts recomputation: MFU is {0}, HFU {1}
    is_hardware_flops_if, // it would, if activations are recomputed
    is_of_lora_if, // {0} with all parameters trained, {1} with LoRA
    is_of_full_training, // {1}, all parameters counted as trained; with LoRA {0}
    is_not_mfu, // MFU is {0}: a share of device-busy time, or of another peak
    is_share_of_peak, // it is a share of the {0} peak
    is_hardware_flops_with_attention, // {1}; the MFU is {0}
    attention_decides, // {0} without attention, {1} with it
    peak_is, // is the {0} peak, not {1}
    peak_is_none, // the {1} peak is {0}
    peak_holds, // is the {0} peak
    peak_kind_unsaid, // is the {0} peak; dense bf16 is {1}
    chips_differ, // claimed {0}, the catalogue has {1}
    chips_are_cores, // {0} is {1} chips of {2} cores
    chips_agree,
    price_of_catalogue, // one of Finding::prices
    price_differs, // Finding::prices are what the catalogue has
    price_differs_there, // … of the region and day {0} that are stated
    price_of_elsewhere, // one of Finding::prices, but none is of {0}
    price_differs_elsewhere, // Finding::prices, none of which is of {0}
    memory_exceeds, // {0} of {1}
    memory_below_weights,
    memory_needs_sharding, // {0} for weights, gradients and Adam at 16 bytes a parameter
    weights_exceed, // {0} of weights alone, of {1}
    memory_fits,
    other_way_round, // holds for B/A
    other_base, // is the change on the other side's base
    rests_on_wrong, // follows from stated figures that do not hold themselves
    more_than_compute, // total cost holds {0} besides price × hours
    less_than_compute,
    other_work, // total cost is of other work than the stated time
    leaves_out, // the total covers none of {0}
    work_differs, // {0}: {1} against {2}
    loss_differs,
    loss_not_said,
    precision_differs, // {0} against {1}
    precision_not_said,
    compile_left_out, // {0} does not fit into {1}
    compile_fits,
    counts_utilisation_twice, // by the method: {0}
    method_holds,
    printed_differently, // {0} against {1}
    reads_zero,
    share_above_one,
    parameters_are_total, // of a mixture of experts {0} by all of them: which are active?
    part_above_whole, // {0} of {1}
    power_above_tdp,
    power_within_tdp,
    holds_with_labour, // the total is price × hours and the stated engineers
    peak_unknown, // of {0} the catalogue has no dense {1} peak
    chips_of_each, // it holds if each machine has that many: {0}, and {1} as it stands
    chip_unknown, // the catalogue does not know {0}; {1} is near, where there is one
    currencies_differ, // {0}: no rate between them is stated
    count
};

struct Mend { // one figure that, changed so, makes the finding go away
    std::size_t claim = 0;
    double value = 0; // in the claim's unit
    Interval range {}; // all values that do
    std::string currency {}; // of money: its own, else that of what it was held against
};

struct Line { // of the arithmetic
    Expression expression;
    std::string result {}; // name of what it gives
};

// What a formula takes for given as nothing says otherwise: shown with the finding, so that it can be asked for.
enum class Assumption {
    bf16, // number format of the peak
    dense_model, // all parameters take part in every token: no mixture of experts
    all_trained, // no LoRA
    few_adapters, // with LoRA: what it trains is next to nothing
    no_sparsity, // the dense peak
    mixed_adam, // 16 bytes a parameter
    count
};
std::string_view name(Assumption assumption); // spelled as the enumerator

struct Finding {
    Rule rule = Rule::unit_cost;
    Verdict verdict = Verdict::holds;
    Note note = Note::follows;
    std::vector<std::string> arguments {};
    std::string platform {}, baseline {};
    std::string quantity {}; // as files spell it
    std::optional<Operand> claimed {}; // a claim; of a limit the bound that it must keep
    std::optional<double> computed {};
    Interval computed_range {};
    base::Unit unit = base::Unit::one;
    std::string currency {}; // of `computed`, ISO code; empty: no money, or not said
    std::vector<Line> lines {}; // the first gives `computed`
    std::vector<Mend> mends {};
    std::vector<std::size_t> claims {}; // all that it rests on
    std::vector<std::pair<std::string, double>> details {}; // "unexplained_s", "mfu" …
    std::string is {}; // of a peak: what it is instead
    // A doubt of no weight: an honest table may give it (a negotiated price, a total that holds more than compute).
    // Somebody has to be asked; nothing is wrong yet.
    bool is_question = false;
    std::vector<Assumption> assumed {};
    std::vector<catalogue::Price> prices {}; // that the catalogue has, the nearest first
    std::size_t more_prices = 0; // that it has besides

    void doubt(Note why, bool isQuestion); // in place of the verdict that it has
};

// Whether it tells that something is wrong (what is missing or to be asked does not).
inline bool isWrong(const Finding& finding)
{
    return finding.verdict < Verdict::missing && !finding.is_question;
}

// claimed / computed - 1; absent without both.
std::optional<double> deviation(const Finding& finding);
// Half the width of what claimed and computed may be, of the computed value: what printed digits allow.
std::optional<double> tolerance(const Finding& finding);

// Compares a claimed figure with an expression of others: holds where their ranges overlap, else contradicts; money of
// several currencies is incomparable, and nothing is computed of it. Fills in everything but what the rule knows
// better.
Finding compare(Rule rule, const Operand& claimed, const Expression& expression);
// Whether the ranges overlap, of some of the printed figures, in one currency.
bool fits(const Operand& claimed, const Expression& expression);
// The same for a bound: `expression` has to lie within `bound` (named by its unit).
Finding limited(Rule rule, const Interval& bound, const Expression& expression);
// Claims of `operands` without repetition.
void use(Finding& finding, const std::vector<Operand>& operands);

} // namespace fullscope::audit
