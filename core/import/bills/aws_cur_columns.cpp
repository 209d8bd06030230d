// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/aws_cur_columns.h"

#include "core/base/text.h"

#include <algorithm>
#include <cctype>

namespace fullscope::import {

namespace {

struct Column {
    int CurColumns::*index;
    const char* name; // legacy
    bool needed = false;
};

constexpr Column kColumns[] = {
    {&CurColumns::type, "lineItem/LineItemType", true},
    {&CurColumns::unblended, "lineItem/UnblendedCost", true},
    {&CurColumns::start, "lineItem/UsageStartDate", true},
    {&CurColumns::currency, "lineItem/CurrencyCode", true},
    {&CurColumns::end, "lineItem/UsageEndDate"},
    {&CurColumns::id, "identity/LineItemId"},
    {&CurColumns::interval, "identity/TimeInterval"},
    {&CurColumns::invoice_id, "bill/InvoiceId"},
    {&CurColumns::billing_entity, "bill/BillingEntity"},
    {&CurColumns::payer, "bill/PayerAccountId"},
    {&CurColumns::period_start, "bill/BillingPeriodStartDate"},
    {&CurColumns::period_end, "bill/BillingPeriodEndDate"},
    {&CurColumns::account, "lineItem/UsageAccountId"},
    {&CurColumns::product, "lineItem/ProductCode"},
    {&CurColumns::usage_type, "lineItem/UsageType"},
    {&CurColumns::operation, "lineItem/Operation"},
    {&CurColumns::resource, "lineItem/ResourceId"},
    {&CurColumns::amount, "lineItem/UsageAmount"},
    {&CurColumns::net, "lineItem/NetUnblendedCost"},
    {&CurColumns::description, "lineItem/LineItemDescription"},
    {&CurColumns::unit, "pricing/unit"},
    {&CurColumns::term, "pricing/term"},
    {&CurColumns::list, "pricing/publicOnDemandCost"},
    {&CurColumns::region_code, "product/regionCode"},
    {&CurColumns::region, "product/region"},
    {&CurColumns::product_map, "product"},
    {&CurColumns::ri_arn, "reservation/ReservationARN"},
    {&CurColumns::ri_effective, "reservation/EffectiveCost"},
    {&CurColumns::ri_unused_upfront, "reservation/UnusedAmortizedUpfrontFeeForBillingPeriod"},
    {&CurColumns::ri_unused_recurring, "reservation/UnusedRecurringFee"},
    {&CurColumns::sp_arn, "savingsPlan/SavingsPlanARN"},
    {&CurColumns::sp_effective, "savingsPlan/SavingsPlanEffectiveCost"},
    {&CurColumns::sp_total, "savingsPlan/TotalCommitmentToDate"},
    {&CurColumns::sp_used, "savingsPlan/UsedCommitment"},
    {&CurColumns::capacity_arn, "capacityReservation/CapacityReservationARN"},
    {&CurColumns::capacity_status, "capacityReservation/CapacityReservationStatus"},
    {&CurColumns::capacity_type, "capacityReservation/CapacityReservationType"},
    {&CurColumns::split_parent, "splitLineItem/ParentResourceId"},
    {&CurColumns::tag_map, "resource_tags"},
    {&CurColumns::all_tags_map, "tags"},
};

// `resourceTags/user:Team`, `resource_tags_user_team` → "Team", "team"
std::vector<std::pair<int, std::string>> tagColumns(const std::vector<std::string>& header)
{
    std::vector<std::pair<int, std::string>> tags;
    for (std::size_t i = 0; i < header.size(); ++i) {
        const std::string_view name = base::trimmed(header[i]);
        for (const auto& [prefix, user] :
            {std::pair<std::string_view, std::string_view> {"resourceTags/", "user:"}, {"resource_tags_", "user_"}}) {
            if (!name.starts_with(prefix))
                continue;
            std::string_view key = name.substr(prefix.size());
            if (key.starts_with(user))
                key.remove_prefix(user.size());
            tags.emplace_back(static_cast<int>(i), key);
        }
    }
    return tags;
}

bool isUpper(char c)
{
    return std::isupper(static_cast<unsigned char>(c)) != 0;
}

} // namespace

std::string curColumnKey(std::string_view name)
{
    std::string key = base::toLower(base::trimmed(name));
    if (!key.starts_with('_'))
        std::erase_if(key, [](unsigned char c) { return std::isalnum(c) == 0; });
    return key;
}

std::string curColumnName(const BillCsv& csv, std::string_view legacyName)
{
    const auto& header = csv.header();
    if (std::any_of(header.begin(), header.end(), [](const std::string& name) { return name.find('/') != name.npos; }))
        return std::string(legacyName);
    std::string name;
    for (std::size_t i = 0; i < legacyName.size(); ++i) {
        const char before = i > 0 ? legacyName[i - 1] : '/';
        if (isUpper(legacyName[i]) && before != '/' && !isUpper(before))
            name += '_';
        name += legacyName[i] == '/' ? '_' : legacyName[i];
    }
    return base::toLower(name);
}

base::Result<CurColumns> CurColumns::find(BillCsv& csv)
{
    CurColumns at {};
    for (const Column& column : kColumns) {
        if (!column.needed) {
            at.*column.index = csv.column({column.name});
            continue;
        }
        auto index = csv.neededColumn({column.name});
        if (!index.ok()) {
            index.error().field = curColumnName(csv, column.name);
            return std::move(index.error());
        }
        at.*column.index = *index;
    }
    at.tags = tagColumns(csv.header());
    return at;
}

} // namespace fullscope::import
