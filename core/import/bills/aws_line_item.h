// SPDX-License-Identifier: GPL-3.0-or-later
// The line item types of an AWS bill, and which cost of theirs is the amortised one (AWS Cloud Intelligence
// Dashboards).
#pragma once

#include "core/evidence/bill.h"

#include <string_view>

namespace fullscope::import {

enum class AwsAmortised {
    as_billed,
    zero, // paid elsewhere, or spread over other rows
    reservation, // reservation/EffectiveCost
    savings_plan, // savingsPlan/SavingsPlanEffectiveCost
    unused_reservation, // the unused parts of the upfront and of the recurring fee
    unused_savings_plan, // commitment less what was used of it
    zero_for_reservation, // a fee: zero when it is a reservation's upfront payment, else as billed
    zero_for_savings_plan, // a refund: zero when it gives back a plan's upfront payment, else as billed
    unknown,
};

struct AwsLineItem {
    std::string_view name;
    evidence::ChargeCategory charge_category;
    evidence::PurchaseOption purchase_option;
    AwsAmortised amortised;
    bool usage; // instance time of it counts as hours
};

// Of a type that is not known, the amortised cost is not known either: an unnamed usage row without hours.
const AwsLineItem& awsLineItem(std::string_view lineItemType);

} // namespace fullscope::import
