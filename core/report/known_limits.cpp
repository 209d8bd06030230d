// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/known_limits.h"

#include "core/base/text.h"
#include "core/catalogue/catalogue.h"
#include "core/words/text_ids.h"

namespace fullscope::report {

using scenario::Input;
using words::Text;

namespace {

std::string typeIn(std::string_view text)
{
    std::string longest;
    for (const catalogue::Instance& instance : catalogue::Catalogue::builtIn().instances())
        if (instance.instance_type.size() > longest.size() && base::containsIgnoreCase(text, instance.instance_type))
            longest = instance.instance_type;
    return longest;
}

std::string typeOf(const scenario::Option& option)
{
    std::string type = typeIn(option.name);
    const auto price = option.values.find(Input::price_per_h);
    if (type.empty() && price != option.values.end())
        type = typeIn(price->second.provenance.detail);
    return type;
}

void addPrices(analysis::KnownLimits& limits, const std::string& type, words::Language language)
{
    for (const catalogue::Instance* instance : catalogue::Catalogue::builtIn().find(type)) {
        const bool isBlock = instance->provider == "aws-capacity-block";
        const std::pair<const std::optional<double>&, Text> prices[]
            = {{instance->on_demand_usd_h, isBlock ? Text::price_capacity_block : Text::price_on_demand},
                {instance->spot_usd_h, Text::price_spot}, {instance->reserved_1yr_usd_h, Text::price_reserved_1yr},
                {instance->reserved_3yr_usd_h, Text::price_reserved_3yr}};
        for (const auto& [price, kind] : prices) {
            if (!price || (limits.lowest_price_per_h && *limits.lowest_price_per_h <= *price))
                continue;
            limits.lowest_price_per_h = *price;
            limits.price_source = words::say(Text::candidate_catalogue, language,
                {instance->instance_type, instance->region, words::say(kind, language), instance->as_of});
        }
    }
}

void addPeak(analysis::KnownLimits& limits, const std::string& type, words::Language language)
{
    const auto& catalogue = catalogue::Catalogue::builtIn();
    limits.peak_flops_per_node = catalogue.peakFlopsBf16(type);
    if (!limits.peak_flops_per_node)
        return;
    for (const catalogue::Instance* instance : catalogue.find(type))
        if (instance->accelerator_count) {
            limits.peak_source = words::say(Text::candidate_peak, language,
                {instance->instance_type, std::to_string(*instance->accelerator_count), instance->accelerator});
            return;
        }
}

} // namespace

std::vector<analysis::KnownLimits> knownLimits(const scenario::Scenario& scenario, words::Language language)
{
    std::vector<analysis::KnownLimits> all;
    for (const scenario::Option& option : scenario.options) {
        analysis::KnownLimits limits;
        if (const std::string type = typeOf(option); !type.empty()) {
            addPeak(limits, type, language);
            if (scenario.currency == "USD")
                addPrices(limits, type, language);
        }
        all.push_back(std::move(limits));
    }
    return all;
}

} // namespace fullscope::report
