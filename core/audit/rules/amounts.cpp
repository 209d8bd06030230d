// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of machines, throughput and price of a whole job, out of whichever of its parts are stated.
#include "core/audit/rules/rules.h"

#include <cmath>

namespace fullscope::audit {

namespace {

std::optional<Operand> chipsPerInstance(const FigureSet& figures, const std::string& platform)
{
    auto each = figures.find(platform, Quantity::chips_per_instance);
    return each ? each : figures.catalogueChips(platform);
}

Product ofOne(const std::optional<Operand>& operand)
{
    return operand ? Product {{*operand}, {}} : Product {};
}

// A price that is called that of an instance is that of all chips where their own price says so.
bool isOfAllChips(const FigureSet& figures, const std::string& platform, const Operand& price, const Operand& chips)
{
    const auto each = figures.find(platform, Quantity::chip_price);
    if (!each)
        return false;
    Expression product(base::Unit::money_per_hour);
    product.add({*each, chips});
    return fits(price, product);
}

} // namespace

Product statedNumber(const FigureSet& figures, const std::string& platform, Quantity what)
{
    if (auto claimed = figures.find(platform, what))
        return {{*claimed}, {}};
    if (what != Quantity::chips && what != Quantity::chips_per_instance && what != Quantity::instances)
        return {};
    const auto all = figures.find(platform, Quantity::chips), instances = figures.find(platform, Quantity::instances);
    const auto each = chipsPerInstance(figures, platform);
    if (what == Quantity::chips_per_instance)
        return each || !all || !instances ? ofOne(each) : Product {{*all}, {*instances}};
    if (what == Quantity::instances)
        return all && each ? Product {{*all}, {*each}} : Product {};
    return each && instances ? Product {{*each, *instances}, {}} : Product {};
}

std::vector<Operand> throughput(const FigureSet& figures, const std::string& platform)
{
    if (auto all = figures.find(platform, Quantity::tokens_per_s))
        return {*all};
    const auto each = figures.find(platform, Quantity::tokens_per_s_per_chip);
    std::vector<Operand> factors = figures.chips(platform);
    if (each && !factors.empty()) {
        factors.insert(factors.begin(), *each);
        return factors;
    }
    const auto ofInstance = figures.find(platform, Quantity::tokens_per_s_per_instance);
    const auto instances = figures.find(platform, Quantity::instances);
    if (!ofInstance || instances)
        return ofInstance ? std::vector {*ofInstance, *instances} : std::vector<Operand> {};
    const bool isOfMore = figures.find(platform, Quantity::chips) || figures.find(platform, Quantity::cluster_price);
    return isOfMore ? std::vector<Operand> {} : std::vector {*ofInstance};
}

bool isOfMachinesOfUnknownNumber(const FigureSet& figures, const std::string& platform)
{
    const auto has = [&](Quantity quantity) { return figures.find(platform, quantity).has_value(); };
    return !has(Quantity::tokens_per_s) && !has(Quantity::instances) && !has(Quantity::chips)
        && (has(Quantity::tokens_per_s_per_instance) || has(Quantity::tokens_per_s_per_chip));
}

std::vector<Operand> tokensPerStep(const FigureSet& figures, const std::string& platform)
{
    if (auto tokens = figures.find(platform, Quantity::global_batch_tokens))
        return {*tokens};
    const auto sequences = figures.find(platform, Quantity::global_batch_sequences);
    const auto length = figures.find(platform, Quantity::sequence_length);
    if (!sequences || !length)
        return {};
    return {*sequences, *length};
}

std::vector<Operand> pricePerHour(const FigureSet& figures, const std::string& platform, bool spot)
{
    if (auto price = figures.find(platform, spot ? Quantity::spot_price : Quantity::instance_price))
        return {*price};
    const auto each = figures.find(platform, Quantity::chip_price);
    const auto chips = chipsPerInstance(figures, platform);
    if (spot || !each || !chips)
        return {};
    return {*each, *chips};
}

JobPrice jobPricePerHour(const FigureSet& figures, const std::string& platform, bool spot)
{
    JobPrice job;
    if (const auto all = figures.find(platform, Quantity::cluster_price); all && !spot) {
        job.times = {*all};
        job.alone = false;
        return job;
    }
    auto price = figures.find(platform, spot ? Quantity::spot_price : Quantity::instance_price);
    const auto instances = figures.find(platform, Quantity::instances);
    const auto chips = figures.find(platform, Quantity::chips);
    const auto perInstance = chipsPerInstance(figures, platform);
    const auto each = figures.find(platform, Quantity::chip_price);
    if (!spot && price && each && (chips || perInstance) && price->each.empty() && overlap(price->range, each->range))
        price.reset(); // that of a chip, said twice
    if (!price) {
        if (spot || !each || (!chips && !perInstance))
            return job;
        job.times = {*each, chips ? *chips : *perInstance};
        if (!chips && instances)
            job.times.push_back(*instances);
        job.alone = chips ? perInstance && chips->value <= perInstance->value : !instances;
        return job;
    }
    job.times = {*price};
    if (chips && isOfAllChips(figures, platform, *price, *chips)) {
        job.alone = false;
    } else if (instances) {
        job.times.push_back(*instances);
        job.alone = false;
    } else if (chips && perInstance && chips->value > perInstance->value) { // part of a machine is paid as a whole
        job.times.push_back(*chips);
        job.over = {*perInstance};
        job.alone = false;
    }
    return job;
}

std::vector<JobPrice> jobPricesBySize(const FigureSet& figures, const std::string& platform, bool spot)
{
    std::vector<JobPrice> prices;
    const auto price = figures.find(platform, spot ? Quantity::spot_price : Quantity::instance_price);
    const auto chips = figures.find(platform, Quantity::chips);
    if (!price || !chips || figures.find(platform, Quantity::cluster_price)
        || figures.find(platform, Quantity::instances) || chipsPerInstance(figures, platform))
        return prices;
    for (const double size : kMachineSizes) {
        if (size >= chips->value || std::fmod(chips->value, size) != 0)
            continue;
        JobPrice job;
        job.times = {*price, *chips};
        job.over = {assumption("chips_per_instance", size)};
        job.alone = false;
        job.chips_per_instance = size;
        prices.push_back(std::move(job));
    }
    return prices;
}

UnitCost unitCostParts(const FigureSet& figures, const std::string& platform, bool spot)
{
    const auto price = figures.find(platform, spot ? Quantity::spot_price : Quantity::instance_price);
    const auto chipPrice = spot ? std::nullopt : figures.find(platform, Quantity::chip_price);
    const auto perChip = figures.find(platform, Quantity::tokens_per_s_per_chip);
    const auto perInstance = figures.find(platform, Quantity::tokens_per_s_per_instance);
    UnitCost parts;
    if (const bool ofAll = figures.find(platform, Quantity::tokens_per_s).has_value(); !ofAll && perChip && chipPrice) {
        parts.price.times = {*chipPrice};
        parts.rate = {*perChip};
    } else if (!ofAll && perInstance && price) {
        parts.price.times = {*price};
        parts.rate = {*perInstance};
    } else {
        parts = {jobPricePerHour(figures, platform, spot), throughput(figures, platform)};
        if (figures.find(platform, Quantity::cluster_price) && isOfMachinesOfUnknownNumber(figures, platform))
            parts.rate.clear();
    }
    return parts;
}

} // namespace fullscope::audit
