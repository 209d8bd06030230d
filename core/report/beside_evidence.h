// SPDX-License-Identifier: GPL-3.0-or-later
// What is claimed beside what the workspace measured or was billed, of the same platform and quantity.
#pragma once

#include "core/audit/claim.h"
#include "core/catalogue/catalogue.h"
#include "core/evidence/bill.h"
#include "core/evidence/provenance.h"
#include "core/report/report.h"
#include "core/store/workspace_file.h"

#include <vector>

namespace fullscope::report {

struct BesideEvidence {
    std::size_t claim = 0;
    double value = 0; // in the claim's unit
    audit::Interval range {}; // of a step time its interval, else the value alone
    evidence::Origin origin = evidence::Origin::measured; // or billed
    std::string source {}; // name of the run or the bill
    evidence::PurchaseOption purchase_option = evidence::PurchaseOption::none; // of a price of a bill
    std::string currency {}; // of `value` where it is money, as the bill says
    bool comparable = true; // no: the claim is in another currency, or `why_not` says what else it is of
    std::string why_not {};
    bool agrees = false; // the ranges meet
};

// Runs whose instance type is stated or logged (fact instance_type) against step time and throughput; bills against
// prices per hour, each purchase option by itself, in the bill's currency; benchmarks against MFU, in the precision
// that is claimed, and, never as comparable since they train a model of their own, against step time, throughput and
// cost. By claim, then by source. `catalogue` (the workspace's) says what is the same platform.
base::Result<std::vector<BesideEvidence>> besideEvidence(const store::WorkspaceFile& workspace,
    const catalogue::Catalogue& catalogue, const std::vector<audit::Claim>& claims, words::Language language);

// The same as a table: platform, quantity, claimed, measured or billed, source, whether they agree.
Table besideTable(
    const std::vector<BesideEvidence>& beside, const std::vector<audit::Claim>& claims, words::Language language);

} // namespace fullscope::report
