// SPDX-License-Identifier: GPL-3.0-or-later
// The columns are those that the importers of the same exports look at (core/import/bills).
#include "core/import/warehouse/charge_columns.h"

namespace fullscope::import {

namespace {

using enum ChargeRole;

constexpr ChargeColumn kCur[] = {
    {"bill/PayerAccountId", same},
    {"bill/BillingPeriodStartDate", period},
    {"bill/BillingPeriodEndDate", period},
    {"bill/InvoiceId", same},
    {"bill/BillingEntity", same},
    {"lineItem/LineItemType", same, {}, {}, true},
    {"lineItem/UsageStartDate", start, {}, {}, true},
    {"lineItem/UsageEndDate", end},
    {"lineItem/UsageAccountId", same},
    {"lineItem/ProductCode", same},
    {"lineItem/UsageType", same},
    {"lineItem/Operation", same},
    {"lineItem/ResourceId", resource},
    {"lineItem/LineItemDescription", same},
    {"lineItem/CurrencyCode", same, {}, {}, true},
    {"lineItem/UsageAmount", amount},
    {"lineItem/UnblendedCost", amount, {}, {}, true},
    {"lineItem/NetUnblendedCost", amount},
    {"pricing/unit", same},
    {"pricing/term", same},
    {"pricing/publicOnDemandCost", amount},
    {"product/regionCode", same},
    {"product/region", same},
    {"product", same},
    {"reservation/ReservationARN", same, "reservation_reservation_a_r_n"},
    {"reservation/EffectiveCost", amount},
    {"reservation/UnusedAmortizedUpfrontFeeForBillingPeriod", amount},
    {"reservation/UnusedRecurringFee", amount},
    {"savingsPlan/SavingsPlanARN", same, "savings_plan_savings_plan_a_r_n"},
    {"savingsPlan/SavingsPlanEffectiveCost", amount},
    {"savingsPlan/TotalCommitmentToDate", amount}, // to the end of the row's own hour or day: sums are right
    {"savingsPlan/UsedCommitment", amount},
    {"capacityReservation/CapacityReservationARN", same},
    {"capacityReservation/CapacityReservationStatus", same},
    {"capacityReservation/CapacityReservationType", same},
    {"splitLineItem/ParentResourceId", same}, // such rows repeat the cost of another
    {"resource_tags", tags},
    {"tags", tags},
};

constexpr ChargeColumn kFocus[] = {
    {"BillingAccountId", same},
    {"BillingPeriodStart", period},
    {"BillingPeriodEnd", period},
    {"InvoiceId", same},
    {"ProviderName", same, "Provider"},
    {"ServiceProviderName", same},
    {"SubAccountId", same},
    {"ChargePeriodStart", start, {}, {}, true},
    {"ChargePeriodEnd", end},
    {"ChargeCategory", same, "ChargeType", {}, true},
    {"ChargeClass", same},
    {"ChargeSubcategory", same},
    {"ChargeDescription", same},
    {"PricingCategory", same},
    {"CommitmentDiscountId", same},
    {"CommitmentDiscountCategory", same},
    {"CommitmentDiscountStatus", same},
    {"CapacityReservationStatus", same},
    {"ServiceName", same},
    {"ServiceCategory", same},
    {"RegionId", same, "Region"},
    {"SkuId", same},
    {"SkuPriceDetails", same},
    {"x_SkuMeterName", same},
    {"x_SkuMeterCategory", same},
    {"x_UsageType", same},
    {"x_ServiceCode", same},
    {"ResourceId", resource},
    {"Tags", tags},
    {"BillingCurrency", same, "BilledCurrency"},
    {"ConsumedUnit", same, "UsageUnit"},
    {"ConsumedQuantity", amount, "UsageQuantity"},
    {"BilledCost", amount, {}, {}, true},
    {"EffectiveCost", amount, "AmortizedCost"},
    {"ListCost", amount},
    {"ContractedCost", amount},
};

constexpr ChargeColumn kGcp[] = {
    {"billing_account_id", same},
    {"service.description", same},
    {"sku.description", same},
    {"sku.id", same},
    {"usage_start_time", start, {}, {}, true},
    {"usage_end_time", end},
    {"project.id", same},
    {"location.region", same},
    {"resource.name", resource},
    {"currency", same},
    {"usage.unit", same},
    {"usage.pricing_unit", same},
    {"invoice.month", month},
    {"cost_type", same},
    {"adjustment_info.type", same},
    {"transaction_type", same},
    {"consumption_model.description", same},
    {"subscription.instance_id", same},
    {"system_labels", same},
    {"labels", tags},
    {"project.labels", tags},
    {"cost", amount, {}, {}, true},
    {"cost_at_list", amount},
    {"usage.amount", amount},
    {"usage.amount_in_pricing_units", amount},
    {"credits", whole},
    {"credits.type", whole},
    {"credits.name", whole},
    {"credits.amount", whole},
};

constexpr ChargeColumn kAzure[] = {
    {"BillingAccountId", same},
    {"BillingProfileId", same},
    {"BillingPeriodStartDate", period_day},
    {"BillingPeriodEndDate", period_day},
    {"InvoiceId", same},
    {"SubscriptionId", same, "SubscriptionGuid"},
    {"Date", day, "UsageDateTime", "UsageDate", true},
    {"MeterCategory", same, {}, {}, true},
    {"MeterSubCategory", same},
    {"MeterName", same},
    {"ProductName", same, "Product"},
    {"UnitOfMeasure", same},
    {"UnitPrice", same},
    {"PayGPrice", same},
    {"ResourceLocation", same},
    {"ChargeType", same},
    {"PricingModel", same},
    {"ReservationId", same},
    {"BenefitId", same},
    {"PublisherType", same},
    {"AdditionalInfo", same},
    {"ResourceId", resource, "InstanceId", "InstanceName"},
    {"Tags", tags},
    {"BillingCurrency", same, "BillingCurrencyCode", "Currency"},
    {"PricingCurrency", same, "PricingCurrencyCode"},
    {"Quantity", amount, "UsageQuantity", "ConsumedQuantity"},
    {"CostInBillingCurrency", amount, "Cost", "PreTaxCost", true},
    {"PayGCostInBillingCurrency", amount},
};

constexpr ChargeSchema kSchemas[] = {
    {"cur2", "aws_cur", kCur, "resourcetags"},
    {"cur", "aws_cur_legacy", kCur, "resourcetags"},
    {"focus", "focus", kFocus, {}},
    {"gcp", "gcp_export_csv", kGcp, {}, true},
    {"azure", "azure_cost", kAzure, {}},
};

} // namespace

std::span<const ChargeSchema> chargeSchemaTable()
{
    return kSchemas;
}

} // namespace fullscope::import
