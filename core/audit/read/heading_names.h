// SPDX-License-Identifier: GPL-3.0-or-later
// What a column's heading or a row's label says of a platform: its name, how many of what.
#pragma once

#include "core/audit/read/figures.h"

#include <string>
#include <string_view>
#include <vector>

namespace fullscope::audit {

// "H100 (8卡)", "trn2.48xlarge (8×Trainium2)", "64x H100", "H100 (4 nodes x 8 GPUs)", "4×8 H100", taken apart.
struct PlatformLabel {
    std::string name {}; // without brackets, unless they say which chip or number format it is; without "× 64"
    std::string whole {}; // all of it, as plain text
    std::string chips {}, chips_per_instance {}, instances {}; // as written; empty: not said
    bool unclear = false; // "4 nodes, 8 GPUs": are `chips` in each, or in all?
    bool is_given = false; // the user said the name
};
PlatformLabel platformLabel(std::string_view text, const catalogue::Catalogue& catalogue);
// As `reading` has it: by the user's word for the label, else taken apart.
PlatformLabel platformLabel(const std::string& text, const Reading& reading);

// A name for each of one table: brackets stay where names would be alike without them; what is alike even so is another
// machine or setting ("H100 #2"): figures of the two are never mixed. Empty labels stay empty.
std::vector<std::string> namesOf(const std::vector<PlatformLabel>& labels);

// What the label says besides the name: counts, number format, training method. `of` has the label and the place.
void takeHeading(const PlatformLabel& label, const std::string& platform, const Claim& of, Reading& reading);

// "8" of "Price (per 8-GPU node)", "8卡整机价格"; empty: not said.
std::string chipsOfNodeIn(std::string_view label);

} // namespace fullscope::audit
