// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/user_mark.h"

namespace fullscope::evidence {

namespace {

constexpr std::array<std::string_view, kMarkAs> kNames {"productive", "startup", "first_compile", "recompile",
    "checkpoint", "evaluation", "stall", "recovery", "downtime", "restart", "no_restart"};

} // namespace

std::string_view name(MarkAs as)
{
    return kNames[static_cast<std::size_t>(as)];
}

std::optional<MarkAs> markAsByName(std::string_view name)
{
    for (std::size_t i = 0; i < kMarkAs; ++i)
        if (kNames[i] == name)
            return static_cast<MarkAs>(i);
    return std::nullopt;
}

} // namespace fullscope::evidence
