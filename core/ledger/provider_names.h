// SPDX-License-Identifier: GPL-3.0-or-later
// Exports name one and the same provider in other words: "AWS", "Amazon Web Services".
#pragma once

#include <string>
#include <string_view>

namespace fullscope::ledger {

// "aws" for all names of Amazon's cloud, "azure", "gcp", "oracle" …; of others the name in lower case.
std::string providerFamily(std::string_view name);

// Of one family, or one name begins with the words of the other ("Lambda", "Lambda Labs"), or one is not told.
bool mayBeSameProvider(std::string_view a, std::string_view b);

} // namespace fullscope::ledger
