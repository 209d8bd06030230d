// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/gcp_credit.h"

#include "core/base/text.h"

#include <algorithm>

namespace fullscope::import {

namespace {

using evidence::ChargeCategory;

constexpr GcpCreditType kTypes[] = {
    {"sustained_usage_discount", GcpCreditKind::price, ChargeCategory::discount},
    {"committed_usage_discount", GcpCreditKind::covered, ChargeCategory::discount},
    {"committed_usage_discount_dollar_base", GcpCreditKind::covered, ChargeCategory::discount},
    {"discount", GcpCreditKind::price, ChargeCategory::discount},
    {"spending_based_discount", GcpCreditKind::price, ChargeCategory::discount}, // the console's name of it
    {"subscription_benefit", GcpCreditKind::price, ChargeCategory::discount},
    {"fee_utilization_offset", GcpCreditKind::fee_offset, ChargeCategory::discount},
    {"promotion", GcpCreditKind::apart, ChargeCategory::credit},
    {"free_tier", GcpCreditKind::apart, ChargeCategory::credit},
    {"reseller_margin", GcpCreditKind::apart, ChargeCategory::discount},
};
constexpr const GcpCreditType& kSustained = kTypes[0];
constexpr const GcpCreditType& kCommitted = kTypes[1];
constexpr GcpCreditType kUnknown {"", GcpCreditKind::unknown, ChargeCategory::credit};

} // namespace

const GcpCreditType& gcpCreditType(std::string_view type, std::string_view name)
{
    if (type.empty()) { // before September 2020
        if (base::containsIgnoreCase(name, "Sustained Us"))
            return kSustained;
        return base::containsIgnoreCase(name, "Committed Us") ? kCommitted : kUnknown;
    }
    std::string lower = base::toLower(base::trimmed(type));
    std::replace_if(
        lower.begin(), lower.end(), [](char c) { return c == ' ' || c == '-'; }, '_');
    const auto known = std::find_if(
        std::begin(kTypes), std::end(kTypes), [&](const GcpCreditType& entry) { return entry.name == lower; });
    return known == std::end(kTypes) ? kUnknown : *known;
}

} // namespace fullscope::import
