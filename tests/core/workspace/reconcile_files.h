// SPDX-License-Identifier: GPL-3.0-or-later
// A bill and logs of the same days, of which every hour is known.
#pragma once

#include "core/base/utc.h"

#include <fstream>
#include <string>

namespace fullscope::workspace::test {

inline std::string dayTime(int hour, int minute = 0) // of March 2024, counted from its first day
{
    return base::formatIso(
        {base::fromCivil(2024, 3, 1).us + (hour * std::int64_t {60} + minute) * 60 * base::kSecondUs});
}

// A legacy CUR of account 9: an hour of p4d.24xlarge on each of the instances i-1 … i-`instances` for 30 USD, for each
// hour from `from` to `to`.
inline void writeHours(const std::string& path, int from, int to, int instances)
{
    std::ofstream out(path);
    out << "bill/PayerAccountId,bill/BillingPeriodStartDate,bill/BillingPeriodEndDate,lineItem/LineItemType,"
           "lineItem/UsageStartDate,lineItem/UsageEndDate,lineItem/ProductCode,lineItem/UsageType,lineItem/UsageAmount,"
           "lineItem/CurrencyCode,lineItem/UnblendedCost,pricing/unit,lineItem/ResourceId\n";
    for (int hour = from; hour < to; ++hour)
        for (int i = 1; i <= instances; ++i)
            out << "9,2024-03-01T00:00:00Z,2024-04-01T00:00:00Z,Usage," << dayTime(hour) << ',' << dayTime(hour + 1)
                << ",AmazonEC2,USE2-BoxUsage:p4d.24xlarge,1,USD,30,Hrs,i-" << i << '\n';
}

// A table of a step a minute: from `from` to `to` (hours) with the first step a minute after it.
inline void writeSteps(const std::string& path, int from, int to, const std::string& zone = "Z")
{
    std::ofstream out(path);
    out << "step,loss,timestamp\n";
    for (int minute = 1; minute <= (to - from) * 60; ++minute) {
        std::string time = dayTime(from, minute);
        time.pop_back();
        out << minute << ",2.5," << time << zone << '\n';
    }
}

} // namespace fullscope::workspace::test
