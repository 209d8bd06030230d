// SPDX-License-Identifier: GPL-3.0-or-later
// Small legacy CURs, written row by row.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace fullscope::import::testing {

// A small report: the columns that matter, one row per entry of `values` in the order of the header.
using Fields = std::vector<std::pair<std::string, std::string>>;

inline std::string report(const std::vector<Fields>& rows, const std::string& separator = ",")
{
    std::vector<std::string> header {"identity/LineItemId", "identity/TimeInterval", "bill/InvoiceId",
        "bill/BillingPeriodStartDate", "bill/BillingPeriodEndDate", "lineItem/LineItemType", "lineItem/UsageStartDate",
        "lineItem/UsageEndDate", "lineItem/ProductCode", "lineItem/UsageType", "lineItem/Operation",
        "lineItem/UsageAmount", "lineItem/CurrencyCode", "lineItem/UnblendedCost", "lineItem/LineItemDescription",
        "pricing/unit", "pricing/term", "pricing/publicOnDemandCost", "product/regionCode"};
    const Fields usual {{"identity/LineItemId", "id"}, {"identity/TimeInterval", "t"}, {"bill/InvoiceId", "42"},
        {"bill/BillingPeriodStartDate", "2024-03-01T00:00:00Z"}, {"bill/BillingPeriodEndDate", "2024-04-01T00:00:00Z"},
        {"lineItem/UsageStartDate", "2024-03-01T00:00:00Z"}, {"lineItem/UsageEndDate", "2024-03-01T01:00:00Z"},
        {"lineItem/ProductCode", "AmazonEC2"}, {"lineItem/CurrencyCode", "USD"}};
    for (const Fields& row : rows)
        for (const auto& [name, value] : row)
            if (std::find(header.begin(), header.end(), name) == header.end())
                header.push_back(name);
    std::string text;
    for (const std::string& name : header)
        text += (text.empty() ? "" : separator) + name;
    int number = 0;
    for (const Fields& row : rows) {
        std::string line;
        ++number;
        for (std::size_t i = 0; i < header.size(); ++i) {
            std::string value;
            for (const Fields* fields : {&usual, &row})
                for (const auto& [name, given] : *fields)
                    if (name == header[i])
                        value = given;
            if (header[i] == "identity/LineItemId" && value == "id")
                value += std::to_string(number); // each line has its own
            line += (i == 0 ? "" : separator) + value;
        }
        text += "\n" + line;
    }
    return text + "\n";
}

inline Fields charge(const std::string& type, const std::string& cost, Fields more = {})
{
    more.insert(more.begin(), {{"lineItem/LineItemType", type}, {"lineItem/UnblendedCost", cost}});
    return more;
}

inline Fields instance(const std::string& type, const std::string& cost, Fields more = {})
{
    more.insert(more.begin(),
        {{"lineItem/UsageType", "BoxUsage:p4d.24xlarge"}, {"lineItem/UsageAmount", "1"}, {"pricing/unit", "Hrs"}});
    return charge(type, cost, std::move(more));
}

} // namespace fullscope::import::testing
