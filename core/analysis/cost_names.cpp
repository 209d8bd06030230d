// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/cost_model.h"

#include <algorithm>

namespace fullscope::analysis {

namespace {

constexpr std::array<std::string_view, kComponents> kComponentNames {"productive", "checkpoint", "stall", "compile",
    "failure", "idle", "unused_commitment", "energy", "facility", "storage", "transfer", "support", "migration_labour",
    "debug_labour", "rampup_labour", "operations_labour", "compile_wait", "delay", "dual_running", "rollback_reserve"};

constexpr std::array<std::string_view, static_cast<std::size_t>(Scope::count)> kScopeNames {
    "list_price", "compute", "compute_with_waste", "full"};

} // namespace

std::string_view name(Component component)
{
    return kComponentNames[static_cast<std::size_t>(component)];
}

std::string_view name(Scope scope)
{
    return kScopeNames[static_cast<std::size_t>(scope)];
}

std::optional<Scope> scopeByName(std::string_view name)
{
    const auto found = std::ranges::find(kScopeNames, name);
    return found == kScopeNames.end() ? std::nullopt : std::optional(static_cast<Scope>(found - kScopeNames.begin()));
}

} // namespace fullscope::analysis
