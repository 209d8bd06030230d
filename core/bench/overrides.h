// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs of results that somebody wants compared although they are not comparable. It is said wherever their numbers
// stand.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace fullscope::bench {

struct ComparisonOverride {
    std::string first {}, second {}; // what the runs are known by (runOf)
    std::string note {}; // why, as the user says
    std::string as_of {}; // day, ISO

    bool operator==(const ComparisonOverride&) const = default;
};

// Of the two, in either order; null where there is none.
const ComparisonOverride* overrideOf(
    const std::vector<ComparisonOverride>& overrides, std::string_view first, std::string_view second);
// In place of the one of that pair.
std::vector<ComparisonOverride> withOverride(std::vector<ComparisonOverride> overrides, ComparisonOverride added);

// {"schema": 1, "overrides": [{"first", "second", "note", "as_of"}]}; an empty text is none. Errors: bad_json,
// field_missing, bad_value with the place, store_newer.
base::Result<std::vector<ComparisonOverride>> overridesFromJson(std::string_view text, const std::string& file);
std::string toJson(const std::vector<ComparisonOverride>& overrides);

} // namespace fullscope::bench
