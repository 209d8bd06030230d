// SPDX-License-Identifier: GPL-3.0-or-later
// The dictionary of column names in ledgers and invoices.
#pragma once

#include "core/import/bills/bill_fields.h"

namespace fullscope::import {

struct KnownName {
    std::string_view words; // joined by `_`, in lower case
    BillField field;
    int rank = 0; // of several columns that say the same, the lowest is taken
    std::string_view unit {};
};

const KnownName* knownName(std::string_view words); // null when there is none

} // namespace fullscope::import
