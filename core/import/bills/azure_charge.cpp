// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/azure_charge.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace fullscope::import {

using evidence::ChargeCategory;
using evidence::PurchaseOption;

namespace {

constexpr std::array kChargeTypes {
    AzureChargeType {"Usage", ChargeCategory::usage},
    AzureChargeType {"", ChargeCategory::usage},
    AzureChargeType {"Purchase", ChargeCategory::purchase},
    AzureChargeType {"Refund", ChargeCategory::refund},
    AzureChargeType {"Tax", ChargeCategory::tax},
    AzureChargeType {"Credit", ChargeCategory::credit},
    AzureChargeType {"Adjustment", ChargeCategory::adjustment},
    AzureChargeType {"RoundingAdjustment", ChargeCategory::adjustment},
    AzureChargeType {"UnusedReservation", ChargeCategory::usage, PurchaseOption::reserved},
    AzureChargeType {"UnusedSavingsPlan", ChargeCategory::usage, PurchaseOption::savings_plan},
};

constexpr std::array<std::pair<std::string_view, PurchaseOption>, 4> kPricingModels {{
    {"OnDemand", PurchaseOption::on_demand},
    {"Spot", PurchaseOption::spot},
    {"Reservation", PurchaseOption::reserved},
    {"SavingsPlan", PurchaseOption::savings_plan},
}};

constexpr std::array<std::pair<std::string_view, std::string_view>, 13> kServiceCategories {{
    {"Virtual Machines", "Compute"},
    {"Azure Kubernetes Service", "Compute"},
    {"Container Instances", "Compute"},
    {"Storage", "Storage"},
    {"Azure NetApp Files", "Storage"},
    {"Backup", "Storage"},
    {"Bandwidth", "Networking"},
    {"Virtual Network", "Networking"},
    {"Load Balancer", "Networking"},
    {"VPN Gateway", "Networking"},
    {"NAT Gateway", "Networking"},
    {"ExpressRoute", "Networking"},
    {"Azure Machine Learning", "AI and Machine Learning"},
}};

// The value that a table has for a name in any case, `none` when it has none.
template <typename Table, typename Value>
Value valueOf(const Table& table, std::string_view name, Value none)
{
    const auto found = std::find_if(
        table.begin(), table.end(), [&](const auto& entry) { return base::equalsIgnoreCase(entry.first, name); });
    return found == table.end() ? none : found->second;
}

} // namespace

const AzureChargeType* azureChargeType(std::string_view chargeType)
{
    const auto found = std::find_if(kChargeTypes.begin(), kChargeTypes.end(),
        [&](const AzureChargeType& type) { return base::equalsIgnoreCase(type.name, chargeType); });
    return found == kChargeTypes.end() ? nullptr : &*found;
}

PurchaseOption azurePurchaseOption(std::string_view pricingModel)
{
    return valueOf(kPricingModels, pricingModel, PurchaseOption::none);
}

std::string_view azureServiceCategory(std::string_view meterCategory)
{
    return valueOf(kServiceCategories, meterCategory, std::string_view {});
}

} // namespace fullscope::import
