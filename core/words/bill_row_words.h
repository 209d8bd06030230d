// SPDX-License-Identifier: GPL-3.0-or-later
// Headings of the rows of a bill.
#pragma once

#include "core/words/words.h"

#include <string>
#include <vector>

namespace fullscope::words {

enum class BillRowWord {
    line, // of the file
    start,
    charge_type,
    service,
    usage_type,
    currency,
    resource,
    description,
    shown, // {0} the first, {1} the last of them, {2} all, {3} those that are left out
    count
};
std::string say(BillRowWord word, Language language, const std::vector<std::string>& arguments = {});

} // namespace fullscope::words
