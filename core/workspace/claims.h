// SPDX-License-Identifier: GPL-3.0-or-later
// Claims read from a file and kept in a workspace, and the scenario that they would make.
#pragma once

#include "core/audit/audit.h"
#include "core/audit/claims_json.h"
#include "core/audit/read/figures.h"
#include "core/scenario/scenario.h"
#include "core/store/workspace_file.h"
#include "core/words/words.h"

#include <optional>
#include <string>
#include <vector>

namespace fullscope::workspace {

// Figures of a file as text sources read them (any encoding, compressed); "-" is standard input. Of a workbook all
// sheets that are not hidden, or one of them (`deck.xlsx/Sheet1`), or a range of it (`deck.xlsx/Sheet1!B2:E20`).
// `catalogue` is the workspace's. Errors: those of TextSource::open and audit::readFigures; bad_value (range).
bool isWorkbook(std::string_view path); // by its ending
base::Result<audit::ReadFigures> readClaims(
    const std::string& path, std::span<const audit::LabelMap> maps, const catalogue::Catalogue& catalogue);

struct StoredClaims {
    std::int64_t version = 0; // of the document
    std::vector<audit::ClaimSet> sets;
};
base::Result<StoredClaims> storedClaims(const store::WorkspaceFile& workspace);
// In place of those of `over` (store_changed otherwise). Its version.
base::Result<std::int64_t> saveClaims(
    store::WorkspaceFile& workspace, const std::vector<audit::ClaimSet>& sets, std::int64_t over);
// What the user said of labels in these sets; of one label the last word.
std::vector<audit::LabelMap> rememberedMaps(const std::vector<audit::ClaimSet>& sets);
// In place of the set of that name, else behind the others.
std::vector<audit::ClaimSet> withSet(std::vector<audit::ClaimSet> sets, audit::ClaimSet set);
// "8b", "8b 2" …: not taken yet.
std::string freeSetName(const std::vector<audit::ClaimSet>& sets, const std::string& wanted);

// A claimed figure that fills a cell of a scenario.
struct ClaimedValue {
    scenario::Input input = scenario::Input::count;
    std::size_t claim = 0;
    scenario::Value value; // origin claimed; the source names file and line, the detail what the audit says of it
};
// Those of one platform and of the work; inputs that no claim fills are absent. Of money what is in `currency` or of
// none that is said.
std::vector<ClaimedValue> claimedValues(const std::vector<audit::Claim>& claims, const audit::Audit& audit,
    const std::string& platform, const std::string& currency, const std::vector<std::string>& warnings);

// The scenario with an option more, "p5.48xlarge as claimed", of what is claimed of the platform. Of the workload only
// what was not given before. What the audit says of a figure stands with it.
base::Result<scenario::Scenario> withClaimedOption(scenario::Scenario scenario, const std::vector<audit::Claim>& claims,
    const std::string& platform, const catalogue::Catalogue& catalogue, words::Language language);

// The same of every platform that anything is claimed of. Error: not_given (of none can a cell be filled).
base::Result<scenario::Scenario> withClaimedOptions(scenario::Scenario scenario,
    const std::vector<audit::Claim>& claims, const catalogue::Catalogue& catalogue, words::Language language);

} // namespace fullscope::workspace
