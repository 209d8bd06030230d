// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/cost_explorer.h"

#include "core/base/text.h"
#include "core/import/bills/aws_line_item.h"
#include "core/import/bills/aws_usage.h"
#include "core/import/bills/bill_text.h"
#include "core/import/bills/row_key.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace fullscope::import {

namespace {

using evidence::BillRow;
using evidence::ChargeCategory;
using evidence::CommitmentStatus;
using evidence::PurchaseOption;

constexpr std::int64_t kHourUs = 3600 * base::kSecondUs, kDayUs = 24 * kHourUs;

enum class Dimension { service, usage_type, account, region, resource, charge_type, purchase_option, described, tag };

struct Name {
    std::string_view name; // letters and digits, lower case
    Dimension dimension;
};

constexpr Name kDimensions[] = {
    {"service", Dimension::service},
    {"usagetype", Dimension::usage_type},
    {"linkedaccount", Dimension::account},
    {"region", Dimension::region},
    {"resource", Dimension::resource},
    {"resourceid", Dimension::resource},
    {"chargetype", Dimension::charge_type},
    {"recordtype", Dimension::charge_type},
    {"purchaseoption", Dimension::purchase_option},
    {"purchasetype", Dimension::purchase_option},
    {"instancetype", Dimension::described}, // of which time is only a part: storage and traffic are in it too
    {"instancetypefamily", Dimension::described},
    {"usagetypegroup", Dimension::described},
    {"apioperation", Dimension::described},
    {"operation", Dimension::described},
    {"availabilityzone", Dimension::described},
    {"az", Dimension::described},
    {"platform", Dimension::described},
    {"operatingsystem", Dimension::described},
    {"tenancy", Dimension::described},
    {"databaseengine", Dimension::described},
    {"cacheengine", Dimension::described},
    {"deploymentoption", Dimension::described},
    {"billingentity", Dimension::described},
    {"legalentity", Dimension::described},
    {"legalentityname", Dimension::described},
    {"invoicingentity", Dimension::described},
    {"costcategory", Dimension::described},
};

// How Cost Explorer calls line item types, in letters of lower case, where it does not call them by their names.
constexpr std::pair<std::string_view, std::string_view> kChargeTypes[] = {
    {"reservationappliedusage", "DiscountedUsage"},
    {"recurring", "RIFee"},
    {"recurringreservationfee", "RIFee"},
    {"upfront", "Fee"},
    {"upfrontreservationfee", "Fee"},
    {"support", "Fee"},
    {"supportfee", "Fee"},
    {"otheroutofcyclecharges", "Fee"},
    {"enterprisediscountprogramdiscount", "EdpDiscount"},
    {"solutionproviderprogramdiscount", "BundledDiscount"},
    {"sppdiscount", "BundledDiscount"},
    {"reservedinstancevolumediscount", "RiVolumeDiscount"},
};
constexpr std::string_view kByName[] = {"Usage", "DiscountedUsage", "RIFee", "Fee", "SavingsPlanCoveredUsage",
    "SavingsPlanNegation", "SavingsPlanRecurringFee", "SavingsPlanUpfrontFee", "Credit", "Refund", "Tax", "EdpDiscount",
    "PrivateRateDiscount", "BundledDiscount", "RiVolumeDiscount", "FlatRateSubscription"};

constexpr std::pair<std::string_view, PurchaseOption> kPurchaseOptions[] = {
    {"spot", PurchaseOption::spot},
    {"savingsplan", PurchaseOption::savings_plan},
    {"reserved", PurchaseOption::reserved},
    {"capacityblock", PurchaseOption::capacity_block},
    {"ondemand", PurchaseOption::on_demand},
};

std::string lettersOf(std::string_view text)
{
    std::string letters = base::toLower(text);
    std::erase_if(letters, [](unsigned char c) { return std::isalnum(c) == 0; });
    return letters;
}

Dimension dimensionOf(std::string_view name)
{
    const std::string letters = lettersOf(name);
    const auto* found = std::find_if(
        std::begin(kDimensions), std::end(kDimensions), [&](const Name& n) { return n.name == letters; });
    return found == std::end(kDimensions) ? Dimension::tag : found->dimension;
}

const AwsLineItem& lineItemOf(std::string_view chargeType)
{
    const std::string letters = lettersOf(chargeType);
    for (const auto& [name, type] : kChargeTypes)
        if (name == letters)
            return awsLineItem(type);
    for (const std::string_view name : kByName)
        if (lettersOf(name) == letters)
            return awsLineItem(name);
    return awsLineItem({});
}

// The product code that usage types are read with.
std::string_view productOf(std::string_view service)
{
    const std::string letters = lettersOf(service);
    if (service.empty() || letters.find("elasticcomputecloud") != letters.npos || letters.starts_with("ec2"))
        return "AmazonEC2";
    return letters.find("sagemaker") != letters.npos ? "AmazonSageMaker" : service;
}

void setCharge(BillRow& row, std::string_view type)
{
    row.charge_type = type;
    const AwsLineItem& item = lineItemOf(type);
    row.charge_known = item.amortised != AwsAmortised::unknown;
    row.charge_category = item.charge_category;
    if (item.purchase_option != PurchaseOption::none)
        row.purchase_option = item.purchase_option;
}

void setPurchase(BillRow& row, std::string_view option)
{
    const std::string letters = lettersOf(option);
    for (const auto& [part, value] : kPurchaseOptions)
        if (letters.find(part) != letters.npos) {
            row.purchase_option = value;
            return;
        }
}

void setTag(BillRow& row, const CostGroup& group)
{
    // The API puts the key in front of the value: `team$llm`, and nothing behind it where the tag is not set.
    std::string_view value = group.value;
    if (value.starts_with(group.dimension + "$"))
        value.remove_prefix(group.dimension.size() + 1);
    const std::string_view without = "No tag key: ";
    if (!value.empty() && !base::trimmed(value).starts_with(base::trimmed(without)))
        row.tags.emplace_back(group.dimension, value);
}

void describe(BillRow& row, const std::string& text)
{
    row.description += (row.description.empty() ? "" : ", ") + text;
}

void add(BillRow& row, const CostGroup& group)
{
    switch (dimensionOf(group.dimension)) {
    case Dimension::service:
        row.service = group.value;
        if (group.value == "Tax")
            row.charge_category = ChargeCategory::tax;
        return;
    case Dimension::usage_type:
        row.usage_type = group.value;
        return;
    case Dimension::account:
        row.sub_account = group.value;
        return;
    case Dimension::region:
        row.region = group.value;
        return;
    case Dimension::resource:
        row.resource_id = group.value;
        return;
    case Dimension::charge_type:
        setCharge(row, group.value);
        return;
    case Dimension::purchase_option:
        setPurchase(row, group.value);
        return;
    case Dimension::described:
        describe(row, group.value);
        return;
    case Dimension::tag:
        setTag(row, group);
        return;
    }
}

// True when the row has hours.
bool readUsage(BillRow& row)
{
    const AwsUsage usage = awsUsage(row.usage_type, productOf(row.service));
    if (row.region.empty())
        row.region = usage.region;
    const bool isCharge
        = row.charge_category == ChargeCategory::usage || row.charge_category == ChargeCategory::purchase;
    if (usage.kind == AwsUsageKind::other || !isCharge || !row.charge_known)
        return false;
    row.instance_type = usage.instance_type;
    if (usage.kind == AwsUsageKind::capacity_block_fee) {
        row.charge_category = ChargeCategory::purchase;
        row.purchase_option = PurchaseOption::capacity_block;
        return false;
    }
    if (usage.kind == AwsUsageKind::unused_capacity)
        row.commitment_status = CommitmentStatus::unused;
    if (usage.kind == AwsUsageKind::spot_instance)
        row.purchase_option = PurchaseOption::spot;
    const bool counts = row.charge_type.empty() || lineItemOf(row.charge_type).usage;
    if (!counts || !row.quantity || !isHours(row.quantity_unit))
        return false;
    row.instance_hours = row.quantity;
    return true;
}

std::string keyOf(std::span<const CostGroup> groups, const BillRow& row)
{
    std::vector<std::string> names, values;
    const auto say = [&](std::string name, std::string value) {
        names.push_back(std::move(name));
        values.push_back(std::move(value));
    };
    for (const CostGroup& group : groups)
        say(group.dimension, group.value);
    say("start", base::formatIso({row.charge_start_us}));
    say("currency", row.currency);
    say("unit", row.quantity_unit);
    for (const auto& [name, amount] : {std::pair {"billed", &row.billed}, {"effective", &row.effective},
             {"net", &row.net}, {"quantity", &row.quantity}})
        say(name, *amount ? (*amount)->toString() : std::string());
    const RowKey key(names, [](std::string_view) { return false; });
    return key.of(std::vector<std::string_view>(values.begin(), values.end()));
}

} // namespace

bool describeCharge(std::span<const CostGroup> groups, BillRow& row)
{
    row.provider = "AWS";
    const MonthSpan month = monthOf(row.charge_start_us);
    row.billing_period_start_us = month.start_us;
    row.billing_period_end_us = month.end_us;
    for (const CostGroup& group : groups)
        add(row, group);
    row.row_key = keyOf(groups, row);
    return readUsage(row) && row.service.empty();
}

std::string_view likelyDimension(std::string_view value)
{
    const bool digits = std::all_of(value.begin(), value.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
    if (value.size() == 12 && digits)
        return "LINKED_ACCOUNT";
    return awsUsage(value, "AmazonEC2").kind != AwsUsageKind::other ? "USAGE_TYPE" : "SERVICE";
}

MonthSpan monthOf(std::int64_t us)
{
    const std::string month = base::formatMonth({us}); // "2024-03"
    const auto year = base::parseInt(month.substr(0, month.find('-', 1)));
    const auto number = base::parseInt(month.substr(month.find('-', 1) + 1));
    if (!year.ok() || !number.ok())
        return {base::kNoTime, base::kNoTime};
    const bool last = *number == 12;
    return {base::fromCivil(static_cast<int>(*year), static_cast<unsigned>(*number), 1).us,
        base::fromCivil(static_cast<int>(*year) + (last ? 1 : 0), last ? 1U : static_cast<unsigned>(*number + 1), 1)
            .us};
}

void CostPeriods::learn(std::int64_t a_us, std::int64_t b_us)
{
    if (a_us == base::kNoTime || b_us == base::kNoTime || a_us == b_us)
        return;
    const auto [first, second] = std::minmax(a_us, b_us);
    const std::int64_t difference = second - first;
    const bool months = difference > kDayUs && monthOf(second).start_us == second; // the first may begin within one
    const Step step = difference < kDayUs ? Step::hour : months ? Step::month : Step::day;
    m_step = m_step == Step::unknown ? step : std::min(m_step, step); // the finest that was seen
}

std::int64_t CostPeriods::endOf(std::int64_t start_us) const
{
    switch (m_step) {
    case Step::hour:
        return start_us + kHourUs;
    case Step::day:
        return start_us + kDayUs;
    case Step::month:
        return monthOf(start_us).end_us;
    case Step::unknown:
        break;
    }
    // One date alone: that of a month, unless no month begins there.
    return monthOf(start_us).start_us == start_us ? monthOf(start_us).end_us : start_us + kDayUs;
}

} // namespace fullscope::import
