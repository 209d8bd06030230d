// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogue of a workspace: the built-in one with the prices and facts that the user keeps there. The same for
// window and command line.
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/store/workspace_file.h"

#include <string>
#include <vector>

namespace fullscope::workspace {

// As typed. All but the note are needed.
struct TypedPrice {
    std::string provider, instance_type;
    std::string region; // "all": the same everywhere
    std::string option; // "on_demand", "Reserved 1yr" …
    std::string price; // per hour of one instance: "24.69", "$24.69/h"
    std::string currency; // a code; may stand beside the price instead
    std::string as_of; // "2026-07-20", "2026-07", "2026"
    std::string source; // who says so: an address, an offer
    std::string note {};
};
// Errors with the name of the member in `field`: those of typedAmount(), typedCurrency() and catalogue::check(),
// bad_value (option).
base::Result<catalogue::Price> priceOf(const TypedPrice& typed);
TypedPrice typedOf(const catalogue::Price& price); // to be edited

struct TypedFact {
    std::string subject; // instance type or chip
    std::string fact; // id of a catalogue::FactKind
    std::string value, as_of, source;
    std::string note {};
};
base::Result<catalogue::UserFact> factOf(const TypedFact& typed); // name_unknown (fact)
TypedFact typedOf(const catalogue::UserFact& fact);

// What the user entered. Errors name the workspace's file and the entry.
base::Result<catalogue::UserEntries> userEntries(const store::WorkspaceFile& workspace);
base::Result<catalogue::Catalogue> catalogueOf(const store::WorkspaceFile& workspace);
// Puts `to` in the place of `from`; store_changed where something else is stored by now.
base::Status changeEntries(
    store::WorkspaceFile& workspace, const catalogue::UserEntries& from, const catalogue::UserEntries& to);

// Entries of a table with the columns provider, instance_type, region, option, price, currency, as_of, source, note, or
// subject, fact, value, as_of, source, note: what pricesCsv() and factsCsv() write. `-` is standard input. Rows with
// errors are left out and told. Errors: those of opening, column_missing, nothing_readable.
struct EntriesFile {
    catalogue::UserEntries entries;
    std::int64_t rejected = 0;
    std::vector<base::Problem> problems;
};
base::Result<EntriesFile> readEntries(const std::string& path);

// `more` behind `before`, without what says the same as one that is there.
struct MergedEntries {
    catalogue::UserEntries entries;
    std::int64_t added = 0, repeated = 0;
};
base::Result<MergedEntries> merged(const catalogue::UserEntries& before, const catalogue::UserEntries& more);

std::string pricesCsv(const catalogue::UserEntries& entries);
std::string factsCsv(const catalogue::UserEntries& entries);

} // namespace fullscope::workspace
