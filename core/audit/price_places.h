// SPDX-License-Identifier: GPL-3.0-or-later
// Of which region and day a price is, where a text says it.
#pragma once

#include "core/audit/claim.h"
#include "core/audit/read/document.h"
#include "core/catalogue/catalogue.h"

#include <string>
#include <string_view>
#include <vector>

namespace fullscope::audit {

// The region that `text` names, as clouds spell it: "us-east-1" of "p5.48xlarge (us-east-1a)", "eastus2" of "East US
// 2"; empty: none, or several. One of which the catalogue has no price is named all the same.
std::string regionIn(std::string_view text);
// The day, month or (behind "as of", "截至") year: "2024-06" of "June 2024", "2024年6月", "2024/06"; "2024-06-03" of "3
// June 2024"; empty: none, or several.
std::string dayIn(std::string_view text);

// Says of every price per hour where it is from: its own text, label or platform does, else the row or column of its
// table that is headed so, else what all sentences of the document name, where that is one.
void settlePlaces(const Document& document, std::vector<Claim>& claims);

} // namespace fullscope::audit
