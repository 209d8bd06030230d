// SPDX-License-Identifier: GPL-3.0-or-later
// FOCUS has no column for the instance type: it stands in a description, in SkuPriceDetails (from 1.1) or in a
// provider's own column.
#pragma once

#include <string>
#include <string_view>

namespace fullscope::import {

// `$1.624 per On Demand Linux g5.4xlarge Instance Hour` → "g5.4xlarge". Empty when the text is not about the time of
// an instance or names no type.
std::string_view instanceTypeOfDescription(std::string_view description);

// `{"InstanceType": "m5.large", …}`; empty when there is none.
std::string instanceTypeOfSkuPriceDetails(std::string_view json);

// The same without what says how it was bought: `ND96isr H100 v5 Spot` → "ND96isr H100 v5".
std::string_view azureMeterSize(std::string_view meter);

// Meter of an Azure virtual machine: `ND96isr H100 v5 Spot` → "Standard_ND96isr_H100_v5". Empty for a meter that stands
// for two sizes (`D4 v3/D4s v3`).
std::string instanceTypeOfAzureMeter(std::string_view meter);

} // namespace fullscope::import
