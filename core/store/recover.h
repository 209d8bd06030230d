// SPDX-License-Identifier: GPL-3.0-or-later
// What is provably whole of a damaged workspace, in a new file. An import is taken over whole or not at all: half a
// bill would be money lost in silence. What is not taken over is named.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::store {

enum class Recoverable { run, bill, telemetry, job_list, benchmark, scenario, document, count };
std::string_view name(Recoverable kind); // spelled as the enumerator

struct Lost {
    enum class Why {
        unreadable, // SQLite meets damage where its rows lie
        table_damaged, // rows of it may be missing, and nothing tells
        sums_differ, // its rows or samples are not those that the sums and extremes in the file were made of
        records_missing, // samples, or readings
        part_lost, // the ledger of the run is made with what is lost
    };
    Recoverable kind = Recoverable::run;
    std::int64_t id = 0; // in the damaged file; the version of a scenario or document
    std::string name; // of the run, the bill … or the kind of document
    std::string file, sha256; // that it was imported from; empty: not readable
    Why why = Why::unreadable;
};
std::string_view name(Lost::Why why); // spelled as the enumerator

struct Recovery {
    std::array<std::int64_t, static_cast<std::size_t>(Recoverable::count)> kept {};
    std::vector<Lost> lost;
    std::vector<std::string> damaged; // tables of the file in which SQLite finds damage
    bool imports_unreadable = false; // not even what was imported can be told: no evidence is taken over
    bool problems_lost = false; // of the imports that are kept
    // The newest scenario or document may be missing without a trace.
    bool scenario_may_be_older = false, documents_may_be_older = false;

    bool isWhole() const
    {
        return lost.empty() && !imports_unreadable && !problems_lost && !scenario_may_be_older
            && !documents_may_be_older;
    }
};

// `from` is only read: all work is on copies beside `to`, which must not exist (write_failed). Errors: of files;
// store_not_ours, store_newer; store_corrupt where not even the schema can be read.
base::Result<Recovery> recover(const std::string& from, const std::string& to, const base::JobContext& job);

} // namespace fullscope::store
