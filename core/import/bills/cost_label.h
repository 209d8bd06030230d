// SPDX-License-Identifier: GPL-3.0-or-later
// Labels of tables of costs: a name, and in brackets what its amounts are in.
#pragma once

#include <string>
#include <string_view>

namespace fullscope::import {

// `EC2-Instances ($)` → "EC2-Instances", "$"
struct CostLabel {
    std::string_view name, unit;
};
CostLabel costLabel(std::string_view text);

// ISO code of a unit that is money, by sign or code; empty for another one. Cost Explorer shows yuan in China and
// nowhere else a yen.
std::string currencyOf(std::string_view unit);
// Units that amounts of usage come in. What else stands in brackets may be a part of the name (`Support (Developer)`).
bool isUsageUnit(std::string_view unit);
// "Total costs", "Service total" of the dimension "Service"; not a value that begins so ("Total Cloud Ltd").
bool isTotalOf(std::string_view name, std::string_view dimension);

} // namespace fullscope::import
