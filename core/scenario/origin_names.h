// SPDX-License-Identifier: GPL-3.0-or-later
// How origins are spelled in scenario files.
#pragma once

#include "core/evidence/provenance.h"

#include <string_view>
#include <utility>

namespace fullscope::scenario {

constexpr std::pair<evidence::Origin, std::string_view> kOriginNames[] = {
    {evidence::Origin::measured, "measured"},
    {evidence::Origin::billed, "billed"},
    {evidence::Origin::catalogue, "catalogue"},
    {evidence::Origin::claimed, "claimed"},
    {evidence::Origin::assumed, "assumed"},
};

} // namespace fullscope::scenario
