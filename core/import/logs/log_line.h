// SPDX-License-Identifier: GPL-3.0-or-later
// What stands before the message of a log line, and pieces of text that several logs share.
#pragma once

#include "core/base/utc.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fullscope::import {

// Removes terminal colours (`ESC [ … letter`) and makes a blank of backspaces. Returns `line` itself when it has none,
// else a view of `buffer`.
std::string_view withoutTerminalCodes(std::string_view line, std::string& buffer);

struct LinePrefix {
    std::string_view stamp; // the first time stamp, as written; empty = none
    std::int64_t rank = -1; // of `[rank0]:`, `[default0]:`, `[0]:`, `0: `, `(name, pid=1)`; -1 = none
};

// Looks through stamps, rank marks and other bracketed groups at the start of `text`.
LinePrefix readPrefix(std::string_view text);

// `2025-06-04 08:51:48[,.]074[Z]` or `Wed Dec 21 00:51:01 2022` at the start of `text`; empty when there is none.
std::string_view leadingStamp(std::string_view text);
// `2022-12-21 00:51:01` of `Wed Dec 21 00:51:01 2022`; any other stamp as it is.
std::string isoStamp(std::string_view stamp);

// The whole number after `text[from]`, with blanks and any of `skipped` passed over; empty when there is none.
std::optional<std::int64_t> numberAfter(std::string_view text, std::size_t from, std::string_view skipped = "");

} // namespace fullscope::import
