// SPDX-License-Identifier: GPL-3.0-or-later
// Amounts of money and their currency, as one person types them into one field.
#pragma once

#include "core/import/bills/amount_reader.h"

#include <string>

namespace fullscope::workspace {

// Errors, with `field`: not_given, bad_number. One number alone must not be read in two ways: "1,234" is bad_number,
// expected says both.
base::Result<import::Amount> typedAmount(const std::string& text, const char* field);
// `typed`, or what stands beside the amount ("€12"). Errors: not_given, bad_currency (field "currency"),
// currency_mismatch (`amount_field`).
base::Result<std::string> typedCurrency(
    const std::string& typed, const import::Amount& amount, const char* amount_field);

} // namespace fullscope::workspace
