// SPDX-License-Identifier: GPL-3.0-or-later
// A reconciliation with what went into it, and what could not.
#pragma once

#include "core/ledger/reconciliation.h"

namespace fullscope::ledger {

// Where the instance type of a run comes from.
enum class TypeFrom { stated, log, job, catalogue };
std::string_view name(TypeFrom from);

struct CountedRun {
    RunHours hours;
    TypeFrom type_from = TypeFrom::stated;
    std::int64_t shift_us = 0; // in the times already
};

// What a run lacks to be counted.
enum class Lacks { times, instance_type, nodes };
std::string_view name(Lacks lacks);

struct RunNotCounted {
    std::int64_t run_id = 0;
    std::string name;
    Lacks lacks = Lacks::times;
    std::vector<std::string> candidates; // instance types that it may have used, of those that are billed
};

// Hours of a type that are not counted, since another export of the same account and month tells them too.
struct HoursLeftOut {
    std::string file, instance_type;
    std::int64_t rows = 0;
    std::string counted_file;
};

struct BillsAndRuns {
    Reconciliation result;
    std::vector<CountedRun> runs;
    std::vector<RunNotCounted> not_counted; // their hours look idle
    std::vector<HoursLeftOut> left_out;
    std::vector<std::string> billed_types; // with accelerators, in order
};

} // namespace fullscope::ledger
