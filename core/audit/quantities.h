// SPDX-License-Identifier: GPL-3.0-or-later
// The quantities that claims are about: names in files, units, and how their digits are to be read.
#pragma once

#include "core/base/quantity.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fullscope::audit {

enum class Quantity {
    // money
    instance_price,
    spot_price,
    chip_price,
    cluster_price, // of all instances together
    cost_per_million_tokens,
    spot_cost_per_million_tokens,
    price_per_pflop,
    price_per_effective_pflop,
    total_cost,
    engineer_rate,
    // speed
    tokens_per_s,
    tokens_per_s_per_chip,
    tokens_per_s_per_instance,
    step_time,
    total_time,
    training_hours,
    chip_hours, // of all chips together
    first_compile_time,
    utilisation,
    mfu,
    hfu, // hardware FLOPs: what is recomputed counts too
    // work
    steps,
    global_batch_sequences,
    global_batch_tokens,
    sequence_length,
    total_tokens,
    parameters,
    active_parameters,
    trainable_parameters, // of LoRA and the like
    layers,
    hidden,
    final_loss,
    // machines
    instances,
    chips_per_instance,
    chips,
    peak_flops,
    peak_flops_per_chip,
    peak_flops_cluster,
    effective_pflops,
    memory_used_per_chip,
    memory_used_total,
    memory_used, // of a chip or of all: not said
    memory_per_chip,
    memory_per_instance,
    power,
    power_per_chip,
    energy,
    electricity_price,
    electricity_cost,
    // people and waste
    engineer_hours,
    failure_waste,
    delay,
    // said in words
    precision,
    training_method,
    architecture, // "moe", "dense"
    recomputation, // of activations: "full", "selective", "none", "yes"
    sparsity, // of the weights that are trained: "yes", "none"
    tco_method,
    count
};
constexpr std::size_t kQuantities = static_cast<std::size_t>(Quantity::count);

// How a figure compares two platforms. saving = 1 - A/B, gain = A/B - 1.
enum class Form { value, ratio, saving, gain };
std::string_view name(Form form);

struct QuantitySpec {
    Quantity id;
    std::string_view name; // spelled as the enumerator
    base::Unit unit; // in which values are kept (energy: kWh)
    bool counted = false; // a setting or a count: an integer is meant to the last digit, however many zeros it ends in
    bool word = false; // no number ("bf16")
};

std::span<const QuantitySpec, kQuantities> quantitySpecs();
const QuantitySpec& spec(Quantity quantity);

// A quantity with what narrows it down, as files spell it: `step_time`, `throughput_ratio`, `total_cost_saving`,
// `peak_flops_per_chip_bf16`, `peak_flops_fp8_sparse`.
struct NamedQuantity {
    Quantity quantity = Quantity::count;
    Form form = Form::value;
    std::string precision {}; // of a peak: bf16, fp16, fp8, fp4, tf32, fp32; empty: not said
    std::optional<bool> sparse {}; // of a peak

    bool operator==(const NamedQuantity&) const = default;
};
std::optional<NamedQuantity> quantityByName(std::string_view name);
std::string nameOf(const NamedQuantity& quantity);
// "bf16" of "BFloat16"; empty where `text` names no number format. The first one that it names.
std::string precisionIn(std::string_view text);

// " $/h", "kWh": the unit as it stands behind a number. Money of which no currency is said is in dollars.
std::string unitText(Quantity quantity, Form form, std::string_view currency = {});

} // namespace fullscope::audit
