// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/place.h"

#include <iterator>

namespace fullscope::store {

std::string_view name(Place::Kind kind)
{
    constexpr std::string_view kNames[] = {"scenario", "input", "run", "jobs", "telemetry", "benchmark", "bill",
        "bill_row", "reconciliation", "attribution", "claims", "catalogue", "problem"};
    static_assert(std::size(kNames) == static_cast<std::size_t>(Place::Kind::count));
    return kNames[static_cast<std::size_t>(kind)];
}

} // namespace fullscope::store
