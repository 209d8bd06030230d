// SPDX-License-Identifier: GPL-3.0-or-later
// Where something stands in a workspace, so that what tells of it can lead there.
#pragma once

#include "core/scenario/scenario.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace fullscope::store {

struct Place {
    enum class Kind {
        scenario, // the whole of it
        input, // `input`
        run,
        jobs, // a list of jobs
        telemetry,
        benchmark,
        bill,
        bill_row, // `row` of the bill `id`
        reconciliation,
        attribution,
        claims, // the set `name`; `row`: which of its figures, -1 = the set
        catalogue, // the instance type `name`
        problem, // of an import; `row`: which of WorkspaceFile::problems(), -1 = all
        count
    };
    Kind kind = Kind::scenario;
    std::int64_t id = 0; // of run, bill, telemetry, list of jobs, benchmark
    std::int64_t row = -1; // of a bill's rows from 0, in their order
    std::string name {};
    scenario::InputPlace input {};

    bool operator==(const Place&) const = default;
};
std::string_view name(Place::Kind kind); // spelled as the enumerator

} // namespace fullscope::store
