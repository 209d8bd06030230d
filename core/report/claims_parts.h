// SPDX-License-Identifier: GPL-3.0-or-later
// Claims and what the audit says of them, as blocks of the report; the window and the command line show the same.
#pragma once

#include "core/audit/audit.h"
#include "core/report/report.h"

#include <optional>

namespace fullscope::report {

// A row for each figure: platform, quantity, value, as printed, where.
Table claimsTable(const std::vector<audit::Claim>& claims, words::Language language);
// A row for each finding: verdict, rule, platform, why.
Table findingsTable(const std::vector<audit::Finding>& findings, words::Language language);
// "12 figures: 3 findings …".
Paragraph claimsCount(const std::vector<audit::Claim>& claims, const audit::Audit& audit, words::Language language);
// What claimed and computed are, the arithmetic line by line, and what would mend it.
std::vector<Paragraph> arithmeticOf(
    const audit::Finding& finding, const std::vector<audit::Claim>& claims, words::Language language);
// The smallest sets of figures that would have to change; empty where nothing contradicts.
std::vector<Paragraph> suspectsOf(
    const audit::Audit& audit, const std::vector<audit::Claim>& claims, words::Language language);
// "cost.md, line 4".
std::string whereText(const audit::Where& where, words::Language language);

// Of every set of claims in the workspace; without blocks where it has none.
base::Result<Section> claimsSection(
    const store::WorkspaceFile& workspace, const catalogue::Catalogue& catalogue, words::Language language);

} // namespace fullscope::report
