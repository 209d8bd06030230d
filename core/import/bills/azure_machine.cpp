// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/azure_machine.h"

#include "core/base/text.h"
#include "core/import/bills/bill_text.h"
#include "core/import/bills/focus_instance.h"

#include <algorithm>

namespace fullscope::import {

namespace {

// Of a reserved machine the system is charged by a meter of the machine's category, for the same hours once more:
// `Reservation-Windows Svr (1 Core)` beside `Reservation-Base VM`.
bool isSoftware(const AzureMeter& meter, const TextMap& info)
{
    const bool reserved = base::containsIgnoreCase(meter.subcategory, "Reservation-");
    return (reserved && !base::containsIgnoreCase(meter.subcategory, "Reservation-Base"))
        || base::containsIgnoreCase(meter.name, "License") || infoValue(info, "UsageType").ends_with("_SW");
}

} // namespace

std::string withBraces(std::string_view json)
{
    const std::string_view text = base::trimmed(json);
    if (text.empty() || text.front() != '"')
        return std::string(text);
    return "{" + std::string(text) + "}";
}

bool isAzureHours(std::string_view unit)
{
    const auto count = std::find_if_not(unit.begin(), unit.end(), [](char c) { return c >= '0' && c <= '9'; });
    unit.remove_prefix(static_cast<std::size_t>(count - unit.begin()));
    if (unit.starts_with('/'))
        unit.remove_prefix(1);
    return isHours(base::trimmed(unit));
}

std::string_view infoValue(const TextMap& info, std::string_view key)
{
    for (const auto& [name, value] : info.entries())
        if (base::equalsIgnoreCase(name, key))
            return value;
    return {};
}

std::optional<AzureMachine> azureMachine(const AzureMeter& meter, const TextMap& info)
{
    if (!base::equalsIgnoreCase(meter.category, "Virtual Machines") || isSoftware(meter, info))
        return std::nullopt;
    AzureMachine machine;
    machine.unused_capacity = base::containsIgnoreCase(meter.resource_id, "/capacityReservations/");
    machine.instance_type = infoValue(info, "ServiceType");
    const std::string type = base::toLower(machine.instance_type);
    if (type.starts_with("standard_") || type.starts_with("basic_"))
        return machine;
    machine.instance_type = instanceTypeOfAzureMeter(meter.name);
    if (machine.instance_type.empty() && meter.name.find('/') != std::string_view::npos) {
        machine.instance_type = azureMeterSize(meter.name);
        machine.several = true;
    }
    return machine;
}

} // namespace fullscope::import
