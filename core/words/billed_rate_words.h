// SPDX-License-Identifier: GPL-3.0-or-later
// Words about the prices of storage and transfer and the share of support that bills tell.
#pragma once

#include "core/words/words.h"

namespace fullscope::words {

enum class BilledRateWord {
    kind, // {0} bill, {1} service, usage type, region
    all_storage, // {0} bill, {1} kinds
    all_storage_name, // {0} kinds
    quantity, // {0} kind, {1} cost, {2} quantity, {3} unit, {4} rows
    sum, // {0} name, {1} cost, {2} GB-months, {3} rows
    unit, // {0} unit, {1} gigabytes
    unit_month, // {0} unit, {1} gigabyte-months
    support, // {0} bill, {1} currency
    support_detail, // {0} cost, {1} rows, {2} other usage, {3} rows, {4} billed or effective
    billed,
    effective,
    count
};
std::string say(BilledRateWord word, Language language, const std::vector<std::string>& arguments = {});

} // namespace fullscope::words
