// SPDX-License-Identifier: GPL-3.0-or-later
// The words of an Azure export for what a charge is.
#pragma once

#include "core/evidence/bill.h"

#include <string_view>

namespace fullscope::import {

struct AzureChargeType {
    std::string_view name;
    evidence::ChargeCategory category;
    evidence::PurchaseOption unused = evidence::PurchaseOption::none; // the commitment of which this was not used
};

// Null for a word that is not known. None at all is usage: older exports have nothing else.
const AzureChargeType* azureChargeType(std::string_view chargeType);

// `none` for a word that is not known.
evidence::PurchaseOption azurePurchaseOption(std::string_view pricingModel);

// The service category of FOCUS; empty where the words of the charge have to tell it (money_category.cpp).
std::string_view azureServiceCategory(std::string_view meterCategory);

} // namespace fullscope::import
