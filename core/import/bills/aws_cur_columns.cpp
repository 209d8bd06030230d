// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/aws_cur_columns.h"

#include "core/base/text.h"

namespace fullscope::import {

namespace {

// `resourceTags/user:Team` → "Team"
std::vector<std::pair<int, std::string>> tagColumns(const std::vector<std::string>& header)
{
    constexpr std::string_view kTags = "resourceTags/";
    constexpr std::string_view kUser = "user:";
    std::vector<std::pair<int, std::string>> tags;
    for (std::size_t i = 0; i < header.size(); ++i) {
        std::string_view name = base::trimmed(header[i]);
        if (!name.starts_with(kTags))
            continue;
        name.remove_prefix(kTags.size());
        if (name.starts_with(kUser))
            name.remove_prefix(kUser.size());
        tags.emplace_back(static_cast<int>(i), name);
    }
    return tags;
}

} // namespace

base::Result<CurColumns> CurColumns::find(BillCsv& csv)
{
    FS_TRY_VALUE(type, csv.neededColumn({"lineItem/LineItemType"}));
    FS_TRY_VALUE(unblended, csv.neededColumn({"lineItem/UnblendedCost"}));
    FS_TRY_VALUE(start, csv.neededColumn({"lineItem/UsageStartDate"}));
    FS_TRY_VALUE(currency, csv.neededColumn({"lineItem/CurrencyCode"}));
    CurColumns at {};
    at.type = type;
    at.unblended = unblended;
    at.start = start;
    at.currency = currency;
    const auto find = [&csv](int& index, const char* name) { index = csv.column({name}); };
    find(at.end, "lineItem/UsageEndDate");
    find(at.invoice_id, "bill/InvoiceId");
    find(at.billing_entity, "bill/BillingEntity");
    find(at.payer, "bill/PayerAccountId");
    find(at.period_start, "bill/BillingPeriodStartDate");
    find(at.period_end, "bill/BillingPeriodEndDate");
    find(at.account, "lineItem/UsageAccountId");
    find(at.product, "lineItem/ProductCode");
    find(at.usage_type, "lineItem/UsageType");
    find(at.operation, "lineItem/Operation");
    find(at.resource, "lineItem/ResourceId");
    find(at.amount, "lineItem/UsageAmount");
    find(at.net, "lineItem/NetUnblendedCost");
    find(at.description, "lineItem/LineItemDescription");
    find(at.unit, "pricing/unit");
    find(at.term, "pricing/term");
    find(at.list, "pricing/publicOnDemandCost");
    find(at.region_code, "product/regionCode");
    find(at.region, "product/region");
    find(at.ri_arn, "reservation/ReservationARN");
    find(at.ri_effective, "reservation/EffectiveCost");
    find(at.ri_unused_upfront, "reservation/UnusedAmortizedUpfrontFeeForBillingPeriod");
    find(at.ri_unused_recurring, "reservation/UnusedRecurringFee");
    find(at.sp_arn, "savingsPlan/SavingsPlanARN");
    find(at.sp_effective, "savingsPlan/SavingsPlanEffectiveCost");
    find(at.sp_total, "savingsPlan/TotalCommitmentToDate");
    find(at.sp_used, "savingsPlan/UsedCommitment");
    at.tags = tagColumns(csv.header());
    return at;
}

} // namespace fullscope::import
