// SPDX-License-Identifier: GPL-3.0-or-later
// What a user can state about a run (WorkspaceFile::setFact).
#pragma once

#include "core/base/result.h"

#include <span>
#include <string>
#include <string_view>

namespace fullscope::workspace {

// Facts that no log tells.
namespace stated {
constexpr const char* instance_type = "instance_type"; // as the bill spells it
constexpr const char* instance_ids = "instance_ids"; // resource ids of the bill, apart by space or comma
constexpr const char* region = "region"; // of the bill, in which its instances are
constexpr const char* bill_tag = "bill_tag"; // "team=nlp": a tag of the bill that its instances carry
constexpr const char* utc_offset = "utc_offset"; // "+08:00": of the times of a log that does not tell its zone
} // namespace stated

std::span<const std::string_view> statedFacts(); // all names, those of logs too

// What was typed, as it is stored: counts are whole numbers above 0, offsets as formatUtcOffset() writes them, tags
// have a name and a value. Empty takes a fact back. name_unknown (args: the nearest one), out_of_range, bad_value.
base::Result<std::string> statedFact(std::string_view name, std::string_view typed);

// "+08:00", "-5", "+5:30"; bad_value beyond 14 hours and for minutes that are no quarter of an hour.
base::Result<std::int64_t> parseUtcOffset(std::string_view text);
std::string formatUtcOffset(std::int64_t us);

} // namespace fullscope::workspace
