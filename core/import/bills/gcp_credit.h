// SPDX-License-Identifier: GPL-3.0-or-later
// The credits of Google Cloud's bills: some are the price of what was used, the others are given besides.
#pragma once

#include "core/evidence/bill.h"

#include <string_view>

namespace fullscope::import {

enum class GcpCreditKind {
    price, // a discount: what was used costs less
    covered, // a commitment paid; its fee stands in a line of its own
    fee_offset, // the part of a commitment's fee that was used, and is charged with the usage
    apart, // a payment, a gift, a margin: what was used costs the same without it
    unknown,
};

struct GcpCreditType {
    std::string_view name;
    GcpCreditKind kind;
    evidence::ChargeCategory category;
};

// By its type ("SUSTAINED_USAGE_DISCOUNT", or as the console spells it); where none is given, by its name.
const GcpCreditType& gcpCreditType(std::string_view type, std::string_view name);

} // namespace fullscope::import
