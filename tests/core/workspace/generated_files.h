// SPDX-License-Identifier: GPL-3.0-or-later
// Files made up in the shape of real ones, of any length.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace fullscope::workspace::test {

inline std::string sample(const std::string& name)
{
    return std::string(FULLSCOPE_TESTS_DIR) + "/samples/" + name;
}

// A Megatron-LM console log of iterations 1 … `iterations`, 500 ms each.
inline void writeLog(const std::string& path, int iterations)
{
    std::ofstream out(path);
    for (int i = 1; i <= iterations; ++i)
        out << " iteration " << i << "/ " << iterations << " | consumed samples: " << 1024 * i
            << " | elapsed time per iteration (ms): 500.0 | learning rate: 1.875E-05 | global batch size: 1024 | lm "
               "loss: "
            << (i % 2 ? "2.5" : "2.25") << "E+00 | number of skipped iterations: 0 | number of nan iterations: 0 |\n";
}

// A legacy CUR of account 111 in March 2024: rows first … first + count - 1 of 0.01 USD each, of a volume each.
inline void writeBill(const std::string& path, int first, int count)
{
    std::ofstream out(path);
    out << "identity/LineItemId,identity/TimeInterval,bill/InvoiceId,bill/PayerAccountId,bill/BillingPeriodStartDate,"
           "bill/BillingPeriodEndDate,lineItem/UsageAccountId,lineItem/LineItemType,lineItem/UsageStartDate,"
           "lineItem/UsageEndDate,lineItem/ProductCode,lineItem/UsageType,lineItem/Operation,lineItem/UsageAmount,"
           "lineItem/ResourceId,"
           "lineItem/CurrencyCode,lineItem/UnblendedRate,lineItem/UnblendedCost,lineItem/LineItemDescription,"
           "product/ProductName,product/region,pricing/unit\n";
    for (int i = first; i < first + count; ++i)
        out << "id" << i << ",2024-03-01T00:00:00Z/2024-03-02T00:00:00Z,,111,2024-03-01T00:00:00Z,2024-04-01T00:00:00Z,"
            << "111,Usage,2024-03-01T00:00:00Z,2024-03-02T00:00:00Z,AmazonEC2,EBS:VolumeUsage.gp3,CreateVolume,1,vol-"
            << i << ",USD,0.01,0.01,storage,Amazon Elastic Compute Cloud,us-east-1,GB-Mo\n";
}

} // namespace fullscope::workspace::test
