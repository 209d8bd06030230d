// SPDX-License-Identifier: GPL-3.0-or-later
// Dates of bills and tables: ISO 8601, or what a spreadsheet makes of it (`4/1/25`, `13/4/2025 08:00`, also with
// seconds and fractions of them).
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string_view>

namespace fullscope::import {

// Whether the day or the month comes first is one fact of the whole file, taken from the first evidence there is; a
// later date that contradicts it is an error, never read the other way round.
class DateReader {
public:
    // A billing period is whole months in one of the two readings only, so that the first record settles the order.
    void learnFromPeriod(std::string_view start, std::string_view end);
    // A date that can be read in one order only settles it.
    void learn(std::string_view text);
    // UTC microseconds. A text without zone is UTC. bad_time otherwise.
    base::Result<std::int64_t> read(std::string_view text);
    // Written with slashes, and a date in one order at least.
    static bool isSlashed(std::string_view text);
    // The order had to be assumed (month first) because nothing in the file had told it when it was needed.
    bool assumed() const { return m_assumed; }

private:
    enum class Order { unknown, month_first, day_first };
    base::Result<std::int64_t> readSlashed(std::string_view text);

    Order m_order = Order::unknown;
    bool m_assumed = false;
};

} // namespace fullscope::import
