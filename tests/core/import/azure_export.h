// SPDX-License-Identifier: GPL-3.0-or-later
// Small Azure exports, written charge by charge.
#pragma once

#include "tests/core/import/bill_sink.h"

#include <string>

namespace fullscope::import::testing {

inline const std::string kAzureHeader
    = "BillingAccountId,BillingPeriodStartDate,BillingPeriodEndDate,SubscriptionId,Date,MeterCategory,MeterSubCategory,"
      "MeterName,Quantity,UnitOfMeasure,CostInBillingCurrency,BillingCurrency,UnitPrice,PayGPrice,ChargeType,"
      "PricingModel,ReservationId,AdditionalInfo\n";

// A charge of an hour of ND96isr H100 v5 for 98.32, unless said otherwise.
struct AzureCharge {
    std::string cost = "98.32";
    std::string type = "Usage";
    std::string model = "OnDemand";
    std::string reservation {};
    std::string category = "Virtual Machines";
    std::string subcategory = "NDsrH100v5 Series";
    std::string meter = "ND96isr H100 v5";
    std::string quantity = "1";
    std::string unit = "1 Hour";
    std::string unit_price = "98.32";
    std::string payg_price = "98.32";
    std::string info {};
    std::string date = "09/04/2023";
};

inline std::string azureRow(const AzureCharge& charge)
{
    std::string info;
    for (const char c : charge.info)
        info += c == '"' ? std::string("\"\"") : std::string(1, c);
    return "1,09/01/2023,09/30/2023,s," + charge.date + "," + charge.category + "," + charge.subcategory + ","
        + charge.meter + "," + charge.quantity + "," + charge.unit + "," + charge.cost + ",USD," + charge.unit_price
        + "," + charge.payg_price + "," + charge.type + "," + charge.model + "," + charge.reservation + ",\"" + info
        + "\"\n";
}

inline BillSink importCharges(const std::vector<AzureCharge>& charges)
{
    std::string text = kAzureHeader;
    for (const AzureCharge& charge : charges)
        text += azureRow(charge);
    return importText(azure_cost, text);
}

// A reservation's purchase, its use in either dataset, and what was not used of it.
inline const AzureCharge kBought {.cost = "300", .type = "Purchase", .model = "Reservation", .reservation = "r"};
inline const AzureCharge kUsedFree {.cost = "0", .model = "Reservation", .reservation = "r", .payg_price = "0"};
inline const AzureCharge kUsedPaid {.cost = "40", .model = "Reservation", .reservation = "r", .payg_price = "0"};
inline const AzureCharge kUnused {.cost = "7", .type = "UnusedReservation", .model = "Reservation", .reservation = "r"};

} // namespace fullscope::import::testing
