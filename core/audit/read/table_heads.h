// SPDX-License-Identifier: GPL-3.0-or-later
// The headings of a table's columns.
#pragma once

#include "core/audit/claim.h"
#include "core/audit/read/document.h"
#include "core/catalogue/catalogue.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::audit {

struct Heading {
    // unclear: of shares and multiples, and nobody knows of what
    enum class Is { label, platform, ratio, change, saving, improvement, unclear, unit, note } is = Is::platform;
    std::string text {}, platform {};
    bool spot = false; // its prices are those of spot instances
};
Heading::Is kindOfHeading(const std::string& text);
bool isSpot(std::string_view text);
bool isAgainst(std::string_view heading); // "Trn2 vs H100"
NamedQuantity ofSpot(NamedQuantity what); // at the spot price, where there is one of it

// How a figure of a column compares ("-28 %" of a column "Δ" is a gain); nothing where it could be meant either way.
std::optional<Form> formInColumn(Heading::Is column, std::string_view text, Quantity quantity);
// Sets platform and baseline: "Savings vs p5" is against the p5; else the last of two stands against the first.
void takeSides(Claim& claim, const std::vector<std::string>& platforms, std::string_view heading);

// With one row of headings where there are two: "AWS | AWS" above "p5.48xlarge | trn2.48xlarge".
Grid withOneHead(const Grid& grid, const catalogue::Catalogue& catalogue);

} // namespace fullscope::audit
