// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/azure_columns.h"

#include "core/base/text.h"
#include "core/import/bills/bill_text.h"

#include <algorithm>

namespace fullscope::import {

namespace {

const BillCsv::Names kDates {"Date", "UsageDateTime", "UsageDate"};
// In the currency of the invoice first: MCA exports tell the cost in others too.
const BillCsv::Names kCosts {"CostInBillingCurrency", "Cost", "PreTaxCost", "ExtendedCost"};

} // namespace

std::string azureColumnKey(std::string_view name)
{
    name = base::trimmed(name);
    const std::size_t open = name.rfind('(');
    if (open != std::string_view::npos && name.ends_with(')'))
        name = name.substr(open + 1, name.size() - open - 2);
    return columnKey(name);
}

base::Result<AzureColumns> AzureColumns::find(BillCsv& csv)
{
    FS_TRY_VALUE(date, csv.neededColumn(kDates));
    FS_TRY_VALUE(cost, csv.neededColumn(kCosts));
    AzureColumns at {};
    at.date = date;
    at.cost = cost;
    at.currency = csv.column({"BillingCurrency", "BillingCurrencyCode", "Currency"});
    at.pricing_currency = csv.column({"PricingCurrency", "PricingCurrencyCode"});
    at.period_start = csv.column({"BillingPeriodStartDate"});
    at.period_end = csv.column({"BillingPeriodEndDate"});
    at.invoice_id = csv.column({"InvoiceId"});
    at.account = csv.column({"BillingAccountId"});
    at.profile = csv.column({"BillingProfileId"});
    at.subscription = csv.column({"SubscriptionGuid", "SubscriptionId"});
    at.category = csv.column({"MeterCategory"});
    at.subcategory = csv.column({"MeterSubCategory", "MeterSub-Category"});
    at.meter = csv.column({"MeterName"});
    at.product = csv.column({"ProductName", "Product"});
    at.quantity = csv.column({"Quantity", "UsageQuantity", "ConsumedQuantity"});
    at.unit = csv.column({"UnitOfMeasure"});
    at.unit_price = csv.column({"UnitPrice"});
    at.list_price = csv.column({"PayGPrice"});
    at.list_cost = csv.column({"PayGCostInBillingCurrency"});
    at.location = csv.column({"ResourceLocation"});
    at.resource = csv.column({"ResourceId", "InstanceId", "InstanceName"});
    at.charge_type = csv.column({"ChargeType"});
    at.pricing_model = csv.column({"PricingModel"});
    at.reservation = csv.column({"ReservationId"});
    at.benefit = csv.column({"BenefitId"});
    at.publisher = csv.column({"PublisherType"});
    at.info = csv.column({"AdditionalInfo"});
    at.tags = csv.column({"Tags"});
    return at;
}

int sniffAzureHeader(std::string_view header)
{
    const auto names = headerColumns(header, azureColumnKey);
    const auto has
        = [&](std::string_view name) { return std::find(names.begin(), names.end(), columnKey(name)) != names.end(); };
    if (!has("MeterCategory"))
        return 0;
    if (std::any_of(kCosts.begin(), kCosts.end(), has) && std::any_of(kDates.begin(), kDates.end(), has))
        return 95;
    // Without its cost or its date it is still one, and the import can say which column is missing.
    return has("SubscriptionId") || has("SubscriptionGuid") ? 80 : 0;
}

} // namespace fullscope::import
