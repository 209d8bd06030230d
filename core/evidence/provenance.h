// SPDX-License-Identifier: GPL-3.0-or-later
// Where a figure comes from. It travels with the figure through copying and editing, up to the report.
#pragma once

#include <cstdint>
#include <string>

namespace fullscope::evidence {

enum class Origin {
    measured, // a run or a benchmark
    billed, // rows of a bill
    catalogue, // a list price or chip fact, with source and date
    claimed, // someone says so: who, where
    assumed, // typed by the user: who, why
};

struct Provenance {
    Origin origin = Origin::assumed;
    std::string source; // file, catalogue source, who claims or typed it
    std::string detail; // rows, table cell, reason, formula and its inputs
    std::string as_of; // date of a catalogue fact or claim, ISO, else empty
    std::int64_t run_id = 0; // workspace ids, 0 = none
    std::int64_t bill_id = 0;

    bool operator==(const Provenance&) const = default;
};

} // namespace fullscope::evidence
