// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/known_limits.h"

#include "core/base/text.h"
#include "core/words/catalogue_words.h"
#include "core/words/text_ids.h"

#include <algorithm>

namespace fullscope::report {

using scenario::Input;
using words::Text;

namespace {

std::string typeIn(std::string_view text, const catalogue::Catalogue& catalogue)
{
    std::string longest;
    for (const catalogue::Instance& instance : catalogue.instances())
        if (instance.instance_type.size() > longest.size() && base::containsIgnoreCase(text, instance.instance_type))
            longest = instance.instance_type;
    return longest;
}

std::string typeOf(const scenario::Option& option, const catalogue::Catalogue& catalogue)
{
    std::string type = typeIn(option.name, catalogue);
    const auto price = option.values.find(Input::price_per_h);
    if (type.empty() && price != option.values.end())
        type = typeIn(price->second.provenance.detail, catalogue);
    return type;
}

void addPrices(analysis::KnownLimits& limits, const catalogue::Catalogue& catalogue, const std::string& type,
    const std::string& currency, words::Language language)
{
    for (const catalogue::Price& price : catalogue::historyOf(catalogue.prices(), type)) {
        const double per_h = price.per_h.toDouble();
        if (price.currency != currency || (limits.lowest_price_per_h && *limits.lowest_price_per_h <= per_h))
            continue;
        limits.lowest_price_per_h = per_h;
        limits.price_source = words::say(Text::candidate_catalogue, language,
            {price.instance_type, price.region, words::priceOptionLabel(catalogue::name(price.option), language),
                price.as_of});
    }
}

std::optional<double> greatestPeak(const catalogue::Instance& instance, const catalogue::Catalogue& catalogue)
{
    constexpr double kTera = 1e12;
    std::optional<double> greatest;
    if (const catalogue::Accelerator* chip = catalogue.accelerator(instance.accelerator))
        for (const auto& tflops : {chip->bf16_dense_tflops, chip->fp16_dense_tflops, chip->fp8_dense_tflops,
                 chip->fp4_dense_tflops, chip->tf32_dense_tflops})
            if (tflops)
                greatest = std::max(greatest.value_or(0), *instance.accelerator_count * *tflops * kTera);
    return greatest;
}

void addPeak(analysis::KnownLimits& limits, const catalogue::Catalogue& catalogue, const std::string& type,
    words::Language language)
{
    limits.peak_flops_per_node = catalogue.peakFlopsBf16(type);
    if (!limits.peak_flops_per_node)
        return;
    for (const catalogue::Instance* instance : catalogue.find(type))
        if (instance->accelerator_count) {
            limits.greatest_flops_per_node = greatestPeak(*instance, catalogue);
            limits.peak_source = words::say(Text::candidate_peak, language,
                {instance->instance_type, std::to_string(*instance->accelerator_count), instance->accelerator});
            return;
        }
}

} // namespace

std::vector<analysis::KnownLimits> knownLimits(
    const scenario::Scenario& scenario, const catalogue::Catalogue& catalogue, words::Language language)
{
    std::vector<analysis::KnownLimits> all;
    for (const scenario::Option& option : scenario.options) {
        analysis::KnownLimits limits;
        if (const std::string type = typeOf(option, catalogue); !type.empty()) {
            addPeak(limits, catalogue, type, language);
            addPrices(limits, catalogue, type, scenario.currency, language);
        }
        all.push_back(std::move(limits));
    }
    return all;
}

} // namespace fullscope::report
