// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/bills_and_runs.h"

namespace fullscope::ledger {

std::string_view name(TypeFrom from)
{
    constexpr std::string_view kNames[] = {"stated", "log", "job", "catalogue"};
    return kNames[static_cast<std::size_t>(from)];
}

std::string_view name(Lacks lacks)
{
    constexpr std::string_view kNames[] = {"times", "instance_type", "nodes"};
    return kNames[static_cast<std::size_t>(lacks)];
}

} // namespace fullscope::ledger
