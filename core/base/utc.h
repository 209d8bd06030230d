// SPDX-License-Identifier: GPL-3.0-or-later
// Instants are UTC microseconds since 1970-01-01. A text without a zone keeps that fact; the machine's own zone is
// never consulted.
#pragma once

#include "core/base/result.h"

#include <compare>
#include <limits>
#include <string>
#include <string_view>

namespace fullscope::base {

struct Instant {
    std::int64_t us = 0;
    auto operator<=>(const Instant&) const = default;
};

constexpr std::int64_t kNoTime = std::numeric_limits<std::int64_t>::min(); // "not logged" in a column of times
constexpr std::int64_t kSecondUs = 1'000'000;

struct ParsedInstant {
    Instant instant; // a text without zone is read as if it were UTC
    bool zone_known = false;
};

// ISO 8601 and what bills and logs make of it: `2024-09-01 00:00:00`, `2023-11-01T00:00:00.000Z`,
// `2024-03-01 01:00:00+00:00`, `2023-11-13T10:00Z`, `2025-06-04 08:51:48,074`, `2024-03-01`, `2024/03/01 01:00:00`,
// `2024-03-01 01:00:00 UTC`. What is finer than a microsecond is cut off. Error bad_time (hour 30, hour 24, month 13,
// trailing text).
Result<ParsedInstant> parseIso(std::string_view text);

// `2024-03-01T01:00:00Z`, with a fraction only when there is one. This and the next two give "" for kNoTime.
std::string formatIso(Instant instant);
// `2024-03-01`
std::string formatDate(Instant instant);
// `2024-03`, the calendar month that holds the instant
std::string formatMonth(Instant instant);

Instant fromCivil(int year, unsigned month, unsigned day, std::int64_t microsecond_of_day = 0);

} // namespace fullscope::base
