// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of bills into slots of time that are apart from each other.
#include "core/ledger/decimal_sum.h"
#include "core/ledger/slot_shares.h"

#include <algorithm>

namespace fullscope::ledger {

namespace {

using base::Decimal;

constexpr std::int64_t kSecondsPerHour = 3'600;

base::Status addPeriod(BilledSlot& slot, const BilledSlot& period)
{
    FS_TRY(slot.all.add(period.all));
    for (const auto& [resource, amounts] : period.named)
        FS_TRY(slot.named[resource].add(amounts));
    return {};
}

// Straight into the sums: bills have a million rows.
base::Status addRow(HourAmounts& sums, const BilledHours& row, const Decimal& seconds)
{
    FS_TRY(addTo(sums.seconds, seconds));
    return row.cost ? addTo(sums.cost[row.currency], *row.cost) : addTo(sums.unpriced, seconds);
}

// The slot that holds all of a period; null where none does.
BilledSlot* slotAround(std::vector<BilledSlot>& slots, const BilledSlot& period)
{
    const auto after = std::upper_bound(slots.begin(), slots.end(), period.start_us,
        [](std::int64_t start_us, const BilledSlot& slot) { return start_us < slot.start_us; });
    if (after == slots.begin() || std::prev(after)->end_us < period.end_us)
        return nullptr;
    return &*std::prev(after);
}

// Hours that a correction takes back are taken from the slot they were billed in; where there is none, or it has fewer,
// they stay what they are.
base::Status takeBack(BilledType& type, const BilledSlot& period)
{
    BilledSlot* const slot = slotAround(type.periods, period);
    if (slot == nullptr) {
        type.not_placed.push_back(period);
        return {};
    }
    return addPeriod(*slot, period);
}

void leaveNoneBelowZero(BilledType& type)
{
    std::erase_if(type.periods, [&](const BilledSlot& slot) {
        if (!slot.all.seconds.isNegative())
            return false;
        type.not_placed.push_back(slot);
        return true;
    });
}

} // namespace

base::Status HourAmounts::add(const HourAmounts& other)
{
    FS_TRY(addTo(seconds, other.seconds));
    FS_TRY(addTo(unpriced, other.unpriced));
    for (const auto& [currency, amount] : other.cost)
        FS_TRY(addTo(cost[currency], amount));
    return {};
}

std::set<std::string> resourceIds(const std::vector<RunHours>& runs)
{
    std::set<std::string> ids;
    for (const RunHours& run : runs)
        for (const std::string& id : run.resource_ids)
            ids.emplace(instanceId(id));
    return ids;
}

std::string_view instanceId(std::string_view resource)
{
    return resource.starts_with("arn:") ? resource.substr(resource.rfind('/') + 1) : resource;
}

// A row that tells only when it starts is of the rest of that day.
base::Status BilledPeriods::add(const BilledHours& row)
{
    FS_TRY_VALUE(seconds, Decimal::times(row.hours, kSecondsPerHour));
    Period period {row.start_us, row.end_us};
    if (row.start_us == base::kNoTime)
        period.second = base::kNoTime;
    else if (row.end_us <= row.start_us)
        period.second = floorTo(row.start_us, kDayUs) + kDayUs;
    Type& type = m_types[row.instance_type];
    BilledSlot& slot = (row.unused ? type.unused : type.used)[period];
    std::tie(slot.start_us, slot.end_us) = period;
    type.names_instances = type.names_instances || !row.resource_id.empty();
    if (const std::string id(instanceId(row.resource_id)); m_resource_ids.contains(id))
        FS_TRY(addRow(slot.named[id], row, seconds));
    return addRow(slot.all, row, seconds);
}

base::Result<std::map<std::string, BilledType>> BilledPeriods::take()
{
    std::map<std::string, BilledType> types;
    for (auto& [type_name, periods] : m_types) {
        BilledType& type = types[type_name];
        type.names_instances = periods.names_instances;
        for (auto& [unused, slot] : periods.unused)
            type.unused.push_back(std::move(slot));
        std::vector<BilledSlot> taken_back;
        for (auto& [unused, slot] : periods.used) {
            if (slot.start_us == base::kNoTime)
                type.not_placed.push_back(std::move(slot));
            else if (slot.all.seconds <= Decimal())
                taken_back.push_back(std::move(slot));
            else if (type.periods.empty() || type.periods.back().end_us <= slot.start_us)
                type.periods.push_back(std::move(slot));
            else {
                type.periods.back().end_us = std::max(type.periods.back().end_us, slot.end_us);
                FS_TRY(addPeriod(type.periods.back(), slot));
            }
        }
        for (const BilledSlot& slot : taken_back)
            FS_TRY(takeBack(type, slot));
        leaveNoneBelowZero(type);
    }
    m_types.clear();
    return types;
}

} // namespace fullscope::ledger
