// SPDX-License-Identifier: GPL-3.0-or-later
// An invoice that somebody reads off and types in: a bill of one charge, whose source says that it was typed. The same
// for window and command line.
#pragma once

#include "core/evidence/bill.h"
#include "core/store/workspace_file.h"

#include <string>
#include <vector>

namespace fullscope::workspace {

// As typed.
struct TypedInvoice {
    std::string provider; // needed, like the next three
    std::string period; // "2026-03", "March 2026", "2026-03-01 - 2026-03-15", a day
    std::string billed; // "12,345.67"
    std::string currency; // a code; may stand beside the amount instead ("€12")
    std::string account {}, service {}, region {};
    std::string effective {}; // the amortised cost, where it is known
    std::string instance_type {}, hours {}; // hours of what: both or the type alone
    std::string purchase_option {}; // "on-demand", "reserved" …
    std::string note {}; // where it was read: becomes part of the source
    std::string typed_on {}; // today, ISO, by the caller's clock: likewise
};

// Errors, with the name of the member in `field`: not_given, bad_time, bad_number (also one that can be read in two
// ways), bad_currency, currency_mismatch, negative (hours), bad_value (purchase option).
base::Result<evidence::BillRow> chargeOf(const TypedInvoice& invoice);

struct AddedInvoice {
    std::int64_t bill_id = 0;
    std::vector<base::Problem> problems; // stored with it: what it replaced, which bill is of the same time
};
constexpr const char* kTypedFormat = "typed_invoice"; // SourceFile::format of such a bill

base::Result<AddedInvoice> addInvoice(store::WorkspaceFile& workspace, const TypedInvoice& invoice);

} // namespace fullscope::workspace
