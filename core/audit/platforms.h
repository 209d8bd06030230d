// SPDX-License-Identifier: GPL-3.0-or-later
// What a platform's name means in the catalogue: instance types, chips, how many.
#pragma once

#include "core/catalogue/catalogue.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::audit {

struct Platform {
    std::string name {}; // as written
    std::string instance_type {}; // as the catalogue spells it; empty: a chip, or not known
    std::vector<const catalogue::Instance*> instances {}; // all regions and providers of that type
    // All that the name may mean ("H100" is SXM5, PCIe or NVL); empty: not known. Pointers into the catalogue.
    std::vector<const catalogue::Accelerator*> chips {};
    std::optional<int> chips_per_instance {}; // of that instance type

    bool isKnown() const { return !chips.empty() || !instances.empty(); }
};

// "p5.48xlarge", "ml.p5.48xlarge", "H100", "Trn2", "8×A100 80GB", "TPU v5p", with other words around it.
Platform resolve(std::string_view name, const catalogue::Catalogue& catalogue);
// The catalogue's spelling nearest to an unknown name; empty: none is near.
std::string nearestPlatform(std::string_view name, const catalogue::Catalogue& catalogue);

// Where a text names platforms, in its order: instance types and chips.
struct PlatformMention {
    std::size_t begin = 0, end = 0;
    std::string name {}; // as written
};
using PlatformNames = std::vector<std::string>; // lower case
PlatformNames platformNames(const catalogue::Catalogue& catalogue);
std::vector<PlatformMention> platformsIn(std::string_view text, const PlatformNames& names);
// What a platform was before a change: "H100 (before)", "H100（此前）" in a Chinese sentence. Nothing is compared with
// another machine by it.
std::string formerName(const std::string& name, bool isChinese);
bool isFormerName(std::string_view name);

// Whether both may be the same thing: the same instance type, or a common chip where one of them is a chip alone.
bool mayBeSame(const Platform& a, const Platform& b);

} // namespace fullscope::audit
