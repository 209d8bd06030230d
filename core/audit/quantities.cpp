// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/quantities.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace fullscope::audit {

namespace {

using base::Unit;

constexpr std::array<QuantitySpec, kQuantities> kSpecs {{
    {Quantity::instance_price, "instance_price", Unit::money_per_hour},
    {Quantity::spot_price, "spot_price", Unit::money_per_hour},
    {Quantity::chip_price, "chip_price", Unit::money_per_hour},
    {Quantity::cluster_price, "cluster_price", Unit::money_per_hour},
    {Quantity::cost_per_million_tokens, "cost_per_million_tokens", Unit::money_per_mtok},
    {Quantity::spot_cost_per_million_tokens, "spot_cost_per_million_tokens", Unit::money_per_mtok},
    {Quantity::price_per_pflop, "price_per_pflop", Unit::money_per_hour},
    {Quantity::price_per_effective_pflop, "price_per_effective_pflop", Unit::money_per_hour},
    {Quantity::total_cost, "total_cost", Unit::money},
    {Quantity::engineer_rate, "engineer_rate", Unit::money_per_hour},
    {Quantity::tokens_per_s, "tokens_per_s", Unit::tokens_per_s},
    {Quantity::tokens_per_s_per_chip, "tokens_per_s_per_chip", Unit::tokens_per_s},
    {Quantity::tokens_per_s_per_instance, "tokens_per_s_per_instance", Unit::tokens_per_s},
    {Quantity::step_time, "step_time", Unit::seconds},
    {Quantity::total_time, "total_time", Unit::seconds},
    {Quantity::training_hours, "training_hours", Unit::hours, true},
    {Quantity::chip_hours, "chip_hours", Unit::hours},
    {Quantity::first_compile_time, "first_compile_time", Unit::seconds},
    {Quantity::utilisation, "utilisation", Unit::share},
    {Quantity::mfu, "mfu", Unit::share},
    {Quantity::hfu, "hfu", Unit::share},
    {Quantity::steps, "steps", Unit::one, true},
    {Quantity::global_batch_sequences, "global_batch_sequences", Unit::one, true},
    {Quantity::global_batch_tokens, "global_batch_tokens", Unit::tokens},
    {Quantity::sequence_length, "sequence_length", Unit::tokens, true},
    {Quantity::total_tokens, "total_tokens", Unit::tokens},
    {Quantity::parameters, "parameters", Unit::one},
    {Quantity::active_parameters, "active_parameters", Unit::one},
    {Quantity::trainable_parameters, "trainable_parameters", Unit::one},
    {Quantity::layers, "layers", Unit::one, true},
    {Quantity::hidden, "hidden", Unit::one, true},
    {Quantity::final_loss, "final_loss", Unit::one},
    {Quantity::instances, "instances", Unit::one, true},
    {Quantity::chips_per_instance, "chips_per_instance", Unit::one, true},
    {Quantity::chips, "chips", Unit::one, true},
    {Quantity::peak_flops, "peak_flops", Unit::flop_per_s},
    {Quantity::peak_flops_per_chip, "peak_flops_per_chip", Unit::flop_per_s},
    {Quantity::peak_flops_cluster, "peak_flops_cluster", Unit::flop_per_s},
    {Quantity::effective_pflops, "effective_pflops", Unit::flop_per_s},
    {Quantity::memory_used_per_chip, "memory_used_per_chip", Unit::gigabytes},
    {Quantity::memory_used_total, "memory_used_total", Unit::gigabytes},
    {Quantity::memory_used, "memory_used", Unit::gigabytes},
    {Quantity::memory_per_chip, "memory_per_chip", Unit::gigabytes},
    {Quantity::memory_per_instance, "memory_per_instance", Unit::gigabytes},
    {Quantity::power, "power", Unit::kilowatts},
    {Quantity::power_per_chip, "power_per_chip", Unit::kilowatts},
    {Quantity::energy, "energy", Unit::one},
    {Quantity::electricity_price, "electricity_price", Unit::money_per_kwh},
    {Quantity::electricity_cost, "electricity_cost", Unit::money},
    {Quantity::engineer_hours, "engineer_hours", Unit::hours, true},
    {Quantity::failure_waste, "failure_waste", Unit::share},
    {Quantity::delay, "delay", Unit::weeks},
    {Quantity::precision, "precision", Unit::one, false, true},
    {Quantity::training_method, "training_method", Unit::one, false, true},
    {Quantity::architecture, "architecture", Unit::one, false, true},
    {Quantity::recomputation, "recomputation", Unit::one, false, true},
    {Quantity::sparsity, "sparsity", Unit::one, false, true},
    {Quantity::tco_method, "tco_method", Unit::one, false, true},
}};

struct Alias {
    std::string_view name;
    Quantity quantity;
};
// Besides the names of kSpecs; the first of a quantity is the stem of its ratios ("throughput_ratio").
constexpr Alias kAliases[] = {
    {"throughput", Quantity::tokens_per_s},
    {"unit_cost", Quantity::cost_per_million_tokens},
    {"tokens_per_step", Quantity::global_batch_tokens},
    {"batch_tokens", Quantity::global_batch_tokens},
    {"seq_len", Quantity::sequence_length},
    {"nodes", Quantity::instances},
    {"labour_hours", Quantity::engineer_hours},
    {"labour_rate", Quantity::engineer_rate},
    {"compile_time", Quantity::first_compile_time},
    {"tokens", Quantity::total_tokens},
    {"method", Quantity::tco_method},
};
constexpr std::size_t kRatioStems = 2;

constexpr std::string_view kPrecisions[] = {"bf16", "fp16", "fp8", "fp4", "tf32", "fp32"};
struct Spelled {
    std::string_view text, precision;
};
constexpr Spelled kPrecisionSpellings[] = {{"bfloat16", "bf16"}, {"bf16", "bf16"}, {"tf32", "tf32"}, {"fp32", "fp32"},
    {"float32", "fp32"}, {"float16", "fp16"}, {"fp16", "fp16"}, {"mxfp8", "fp8"}, {"fp8", "fp8"}, {"float8", "fp8"},
    {"nvfp4", "fp4"}, {"mxfp4", "fp4"}, {"fp4", "fp4"}};

std::optional<Quantity> plainName(std::string_view text)
{
    for (const QuantitySpec& one : kSpecs)
        if (one.name == text)
            return one.id;
    for (const Alias& alias : kAliases)
        if (alias.name == text)
            return alias.quantity;
    return std::nullopt;
}

bool takeEnding(std::string_view& text, std::string_view ending)
{
    if (!text.ends_with(ending) || text.size() == ending.size())
        return false;
    text.remove_suffix(ending.size());
    return true;
}

bool isPeak(Quantity quantity)
{
    return quantity == Quantity::peak_flops || quantity == Quantity::peak_flops_per_chip
        || quantity == Quantity::peak_flops_cluster;
}

} // namespace

std::string_view name(Form form)
{
    constexpr std::string_view kNames[] = {"value", "ratio", "saving", "gain"};
    return kNames[static_cast<std::size_t>(form)];
}

std::span<const QuantitySpec, kQuantities> quantitySpecs()
{
    return kSpecs;
}

const QuantitySpec& spec(Quantity quantity)
{
    return kSpecs[static_cast<std::size_t>(quantity)];
}

std::optional<NamedQuantity> quantityByName(std::string_view text)
{
    const std::string lower = base::toLower(base::trimmed(text));
    std::string_view rest = lower;
    if (const auto plain = plainName(rest))
        return NamedQuantity {.quantity = *plain};
    NamedQuantity named;
    for (const Form form : {Form::ratio, Form::saving, Form::gain})
        if (takeEnding(rest, std::string("_") + std::string(name(form))))
            named.form = form;
    if (takeEnding(rest, "_sparse"))
        named.sparse = true;
    else if (takeEnding(rest, "_dense"))
        named.sparse = false;
    for (const std::string_view precision : kPrecisions)
        if (takeEnding(rest, "_" + std::string(precision)))
            named.precision = precision;
    const auto quantity = plainName(rest);
    if (!quantity || ((named.sparse || !named.precision.empty()) && !isPeak(*quantity)))
        return std::nullopt;
    named.quantity = *quantity;
    return named;
}

std::string nameOf(const NamedQuantity& quantity)
{
    if (quantity.quantity == Quantity::count)
        return {};
    std::string text(spec(quantity.quantity).name);
    if (quantity.form != Form::value)
        for (const Alias& alias : std::span(kAliases).first(kRatioStems))
            if (alias.quantity == quantity.quantity)
                text = alias.name;
    if (!quantity.precision.empty())
        text += "_" + quantity.precision;
    if (quantity.sparse)
        text += *quantity.sparse ? "_sparse" : "_dense";
    if (quantity.form != Form::value)
        text += "_" + std::string(name(quantity.form));
    return text;
}

std::string precisionIn(std::string_view text)
{
    const std::string lower = base::toLower(text);
    std::size_t first = std::string::npos;
    std::string precision;
    for (const Spelled& spelled : kPrecisionSpellings)
        if (const std::size_t at = lower.find(spelled.text); at < first) {
            first = at;
            precision = spelled.precision;
        }
    return precision;
}

std::string unitText(Quantity quantity, Form form, std::string_view currency)
{
    const std::string_view money = currency.empty() ? "USD" : currency;
    if (form == Form::ratio)
        return "×";
    if (form != Form::value)
        return "%";
    switch (quantity) {
    case Quantity::energy:
        return "kWh";
    case Quantity::price_per_pflop:
    case Quantity::price_per_effective_pflop:
        return base::unitSuffix(Unit::money_per_hour, money) + " per PFLOP/s";
    default:
        return base::unitSuffix(spec(quantity).unit, money);
    }
}

} // namespace fullscope::audit
