// SPDX-License-Identifier: GPL-3.0-or-later
// Imports a ledger, with a mapping or without.
#pragma once

#include "core/import/pipeline.h"
#include "tests/core/import/bill_sink.h"

#include <gtest/gtest.h>

namespace fullscope::import::testing {

inline BillSink ledger(const std::string& text, const std::string& mapping = {})
{
    Options options;
    if (!mapping.empty()) {
        auto columns = parseColumnMapping(mapping);
        EXPECT_TRUE(columns.ok()) << mapping;
        if (columns.ok())
            options.columns = *std::move(columns);
    }
    MemorySource source(text);
    BillSink sink;
    sink.status = bill_generic.parse(source, sink, base::JobContext {}, options);
    return sink;
}

// "2025-06-01 .. 2025-07-01", "2025-06-01 ..", of the charge.
inline std::string period(const evidence::BillRow& row)
{
    return base::formatDate({row.charge_start_us}) + " .. " + base::formatDate({row.charge_end_us});
}

} // namespace fullscope::import::testing
