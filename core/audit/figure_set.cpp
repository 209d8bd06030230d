// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/figure_set.h"

#include "core/audit/read/plain_text.h"
#include "core/audit/read/printed_number.h"
#include "core/base/text.h"

#include <algorithm>

namespace fullscope::audit {

namespace {

constexpr double kTera = 1e12;

catalogue::FactKind peakKind(std::string_view precision)
{
    return catalogue::factKind(std::string(precision) + "_dense_tflops").value_or(catalogue::FactKind::count);
}

bool isSameKind(const NamedQuantity& a, const NamedQuantity& b)
{
    return a.precision == b.precision && a.sparse == b.sparse;
}

// As printed ("0.0320" says more than 0.032), with the unit that stands elsewhere but once: "$49.99" in $/h.
std::string printedText(const Claim& claim)
{
    std::string text = base::excerpt(claim.text, 40);
    const std::string plain = plainText(claim.text);
    const auto number = findNumber(plain);
    const std::string sign = number ? number->currency : std::string();
    const std::string own
        = number ? sign + std::string(base::trimmed(std::string_view(plain).substr(number->end))) : plain;
    std::string slashed = claim.text; // " per hour" is the unit "/hour"
    for (std::size_t at = slashed.find(" per "); at != std::string::npos; at = slashed.find(" per "))
        slashed.replace(at, 5, "/");
    std::string spaced = claim.unit; // "/GPU-hour" of "per GPU hour"
    std::ranges::replace(spaced, '-', ' ');
    if (slashed.find(spaced) != std::string::npos)
        return text;
    if (text.empty() || claim.unit.empty() || own.find(claim.unit) != std::string::npos
        || slashed.find(claim.unit) != std::string::npos || claim.text.find(claim.unit) != std::string::npos)
        return text;
    if (!sign.empty() && claim.unit.starts_with(sign))
        return text + claim.unit.substr(sign.size());
    return text + " " + claim.unit;
}

} // namespace

bool isOfTheModel(Quantity quantity)
{
    switch (quantity) {
    case Quantity::parameters:
    case Quantity::active_parameters:
    case Quantity::layers:
    case Quantity::hidden:
    case Quantity::sequence_length:
    case Quantity::architecture:
        return true;
    default:
        return false;
    }
}

bool isOfTheWork(Quantity quantity)
{
    switch (quantity) {
    case Quantity::steps:
    case Quantity::global_batch_sequences:
    case Quantity::global_batch_tokens:
    case Quantity::total_tokens:
    case Quantity::training_hours:
    case Quantity::engineer_rate:
    case Quantity::precision:
    case Quantity::training_method:
    case Quantity::recomputation:
    case Quantity::sparsity:
    case Quantity::tco_method:
    case Quantity::final_loss:
        return true;
    default:
        return isOfTheModel(quantity);
    }
}

std::optional<double> denseTflops(const catalogue::Accelerator& chip, const std::string& precision)
{
    if (precision == "bf16")
        return chip.bf16_dense_tflops;
    if (precision == "fp16")
        return chip.fp16_dense_tflops;
    if (precision == "fp8")
        return chip.fp8_dense_tflops;
    if (precision == "tf32")
        return chip.tf32_dense_tflops;
    if (precision == "fp32")
        return chip.fp32_dense_tflops;
    if (precision == "fp4")
        return chip.fp4_dense_tflops;
    return std::nullopt;
}

Interval printedRange(double value)
{
    const auto number = findNumber(base::formatDouble(value));
    return number ? number->range : Interval {value, value};
}

std::string factSource(const catalogue::Catalogue& catalogue, const std::string& subject, catalogue::FactKind kind)
{
    const auto fact = catalogue.fact(subject, kind);
    if (!fact)
        return subject;
    return subject + (fact->as_of.empty() ? "" : ", " + fact->as_of) + ": " + fact->source;
}

Operand assumption(std::string name, double value, base::Unit unit)
{
    Operand operand;
    operand.name = std::move(name);
    operand.value = value;
    operand.range = {value, value};
    operand.unit = unit;
    return operand;
}

FigureSet::FigureSet(const std::vector<Claim>& claims, const catalogue::Catalogue& catalogue)
    : m_claims(claims)
    , m_catalogue(catalogue)
{
    const auto add = [&](const std::string& name) {
        if (m_platform_index.emplace(name, m_platforms.size()).second)
            m_platforms.push_back(resolve(name, catalogue));
    };
    for (std::size_t i = 0; i < claims.size(); ++i) {
        const Claim& claim = claims[i];
        if (claim.isValue())
            m_values[{claim.platform, claim.what.quantity}].push_back(i);
        const bool ofOne = claim.isValue() && !isOfTheWork(claim.what.quantity);
        if (!claim.platform.empty() || ofOne)
            add(claim.platform);
        if (!claim.baseline.empty())
            add(claim.baseline);
    }
    for (const QuantitySpec& one : quantitySpecs())
        if (isOfTheModel(one.id) && !one.word)
            if (auto said = saidOfAny(one.id))
                m_of_model.emplace(one.id, *std::move(said));
}

const Platform* FigureSet::platform(const std::string& name) const
{
    const auto found = m_platform_index.find(name);
    return found == m_platform_index.end() ? nullptr : &m_platforms[found->second];
}

Operand FigureSet::operand(std::size_t index) const
{
    const Claim& claim = m_claims[index];
    Operand operand;
    operand.name = nameOf(claim.what);
    operand.value = claim.value;
    operand.range = claim.range;
    operand.unit = claim.what.form == Form::value ? spec(claim.what.quantity).unit
        : claim.what.form == Form::ratio          ? base::Unit::one
                                                  : base::Unit::share;
    operand.currency = claim.currency;
    operand.platform = claim.platform;
    operand.claims = {index};
    operand.text = printedText(claim);
    return operand;
}

std::optional<Operand> FigureSet::merged(const std::string& platform, const NamedQuantity& what, bool anyKind) const
{
    std::optional<Operand> merged;
    const auto found = m_values.find({platform, what.quantity});
    if (found == m_values.end() || spec(what.quantity).word)
        return merged;
    for (const std::size_t i : found->second) {
        const Claim& claim = m_claims[i];
        if (!anyKind && !isSameKind(claim.what, what))
            continue;
        if (!merged) {
            merged = operand(i);
            continue;
        }
        if (merged->each.empty())
            merged->each.push_back({merged->value, merged->range, merged->text, merged->currency});
        merged->each.push_back({claim.value, claim.range, operand(i).text, claim.currency});
        merged->range = hull(merged->range, claim.range);
        merged->claims.push_back(i);
    }
    return merged;
}

std::optional<Operand> FigureSet::find(const std::string& platform, Quantity quantity) const
{
    auto own = merged(platform, {.quantity = quantity}, true);
    if (!own && isOfTheWork(quantity))
        own = merged("", {.quantity = quantity}, true);
    if (own)
        return own;
    const auto ofModel = m_of_model.find(quantity);
    return ofModel == m_of_model.end() ? std::nullopt : std::optional(ofModel->second);
}

// Of one model: what is said with one platform holds for the others, unless they say different things.
std::optional<Operand> FigureSet::saidOfAny(Quantity quantity) const
{
    std::optional<Operand> said;
    for (const Platform& platform : m_platforms) {
        if (!m_values.contains({platform.name, quantity}))
            continue;
        auto theirs = merged(platform.name, {.quantity = quantity}, true);
        if (theirs && said && theirs->value != said->value)
            return std::nullopt;
        if (theirs)
            said = std::move(theirs);
    }
    return said;
}

std::optional<Operand> FigureSet::find(const std::string& platform, const NamedQuantity& what) const
{
    return merged(platform, what, false);
}

std::string FigureSet::word(const std::string& platform, Quantity quantity) const
{
    for (const std::string& name : {platform, std::string()})
        if (const auto found = m_values.find({name, quantity}); found != m_values.end())
            return m_claims[found->second.front()].word;
    return {};
}

bool FigureSet::has(Quantity quantity) const
{
    return std::ranges::any_of(
        m_claims, [quantity](const Claim& claim) { return claim.isMapped() && claim.what.quantity == quantity; });
}

std::optional<Operand> FigureSet::catalogueChips(const std::string& name) const
{
    const Platform* const known = platform(name);
    if (known == nullptr || !known->chips_per_instance)
        return std::nullopt;
    Operand chips = assumption("catalogue_chips_per_instance", *known->chips_per_instance);
    chips.platform = name;
    chips.source = factSource(m_catalogue, known->instance_type, catalogue::FactKind::accelerator_count);
    return chips;
}

std::vector<Operand> FigureSet::chips(const std::string& name) const
{
    if (auto all = find(name, Quantity::chips))
        return {*all};
    auto each = find(name, Quantity::chips_per_instance);
    if (!each)
        each = catalogueChips(name);
    if (!each)
        return {};
    std::vector<Operand> factors {*each};
    if (auto instances = find(name, Quantity::instances))
        factors.push_back(*instances);
    return factors;
}

std::optional<Operand> FigureSet::catalogueSparseFactor(const std::string& name) const
{
    const Platform* const known = platform(name);
    std::optional<Operand> factor;
    for (const catalogue::Accelerator* chip : known != nullptr ? known->chips : decltype(known->chips) {})
        if (chip->sparse_factor.value_or(1) > 1 && (!factor || factor->value < *chip->sparse_factor)) {
            factor = assumption("catalogue_sparse_factor", *chip->sparse_factor);
            factor->source = factSource(m_catalogue, chip->name, catalogue::FactKind::sparse_factor);
        }
    return factor;
}

std::optional<Operand> FigureSet::cataloguePeak(const std::string& name, const std::string& precision) const
{
    const Platform* const known = platform(name);
    std::optional<Operand> peak;
    if (known == nullptr)
        return peak;
    for (const catalogue::Accelerator* chip : known->chips) {
        const auto tflops = denseTflops(*chip, precision);
        if (!tflops || (peak && peak->value >= *tflops * kTera))
            continue;
        peak = assumption("catalogue_peak_" + precision + "_dense", *tflops * kTera, base::Unit::flop_per_s);
        peak->range = kTera * printedRange(*tflops);
        peak->platform = name;
        peak->source = factSource(m_catalogue, chip->name, peakKind(precision));
    }
    return peak;
}

} // namespace fullscope::audit
