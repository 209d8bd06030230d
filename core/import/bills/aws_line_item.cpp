// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/aws_line_item.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

namespace {

using evidence::ChargeCategory;
using evidence::PurchaseOption;

constexpr std::array kLineItems {
    AwsLineItem {"Usage", ChargeCategory::usage, PurchaseOption::none, AwsAmortised::as_billed, true},
    AwsLineItem {"DiscountedUsage", ChargeCategory::usage, PurchaseOption::reserved, AwsAmortised::reservation, true},
    AwsLineItem {"SavingsPlanCoveredUsage", ChargeCategory::usage, PurchaseOption::savings_plan,
        AwsAmortised::savings_plan, true},
    // Takes the on-demand price of the covered usage back out of the billed total; one row may stand for many.
    AwsLineItem {"SavingsPlanNegation", ChargeCategory::usage, PurchaseOption::savings_plan, AwsAmortised::zero, false},
    AwsLineItem {"RIFee", ChargeCategory::purchase, PurchaseOption::reserved, AwsAmortised::unused_reservation, false},
    AwsLineItem {"Fee", ChargeCategory::purchase, PurchaseOption::none, AwsAmortised::zero_for_reservation, false},
    AwsLineItem {"SavingsPlanRecurringFee", ChargeCategory::purchase, PurchaseOption::savings_plan,
        AwsAmortised::unused_savings_plan, false},
    AwsLineItem {
        "SavingsPlanUpfrontFee", ChargeCategory::purchase, PurchaseOption::savings_plan, AwsAmortised::zero, false},
    AwsLineItem {"Refund", ChargeCategory::refund, PurchaseOption::none, AwsAmortised::zero_for_savings_plan, false},
    AwsLineItem {"Credit", ChargeCategory::credit, PurchaseOption::none, AwsAmortised::as_billed, false},
    AwsLineItem {"Tax", ChargeCategory::tax, PurchaseOption::none, AwsAmortised::as_billed, false},
    AwsLineItem {"EdpDiscount", ChargeCategory::discount, PurchaseOption::none, AwsAmortised::as_billed, false},
    AwsLineItem {"PrivateRateDiscount", ChargeCategory::discount, PurchaseOption::none, AwsAmortised::as_billed, false},
    AwsLineItem {"BundledDiscount", ChargeCategory::discount, PurchaseOption::none, AwsAmortised::as_billed, false},
    AwsLineItem {"RiVolumeDiscount", ChargeCategory::discount, PurchaseOption::none, AwsAmortised::as_billed, false},
    AwsLineItem {"FlatRateSubscription", ChargeCategory::usage, PurchaseOption::none, AwsAmortised::as_billed, false},
};
constexpr AwsLineItem kUnknown {"", ChargeCategory::usage, PurchaseOption::none, AwsAmortised::unknown, false};

} // namespace

const AwsLineItem& awsLineItem(std::string_view lineItemType)
{
    const auto found = std::find_if(
        kLineItems.begin(), kLineItems.end(), [&](const AwsLineItem& item) { return item.name == lineItemType; });
    return found == kLineItems.end() ? kUnknown : *found;
}

} // namespace fullscope::import
