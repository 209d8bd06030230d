// SPDX-License-Identifier: GPL-3.0-or-later
// Small FOCUS exports, written row by row.
#pragma once

#include <string>

namespace fullscope::import::testing {

inline const std::string kHeader = "BilledCost,EffectiveCost,BillingCurrency,BillingPeriodStart,BillingPeriodEnd,"
                                   "ChargePeriodStart,ChargePeriodEnd,ChargeCategory,PricingCategory,ProviderName,"
                                   "ServiceCategory,ConsumedQuantity,ConsumedUnit,ChargeDescription";
inline const std::string kPeriods
    = "2024-09-01T00:00:00Z,2024-10-01T00:00:00Z,2024-09-02T00:00:00Z,2024-09-02T01:00:00Z";

// `rest` are the columns from ChargeCategory on.
inline std::string row(const std::string& billed, const std::string& effective, const std::string& rest)
{
    return billed + "," + effective + ",USD," + kPeriods + "," + rest + "\n";
}

inline const std::string kG5 = "Compute,1,Hours,$1.624 per On Demand Linux g5.4xlarge Instance Hour";

} // namespace fullscope::import::testing
