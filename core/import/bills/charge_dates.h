// SPDX-License-Identifier: GPL-3.0-or-later
// When a row of a ledger is of, as people and spreadsheets write it: days, instants, months, ranges.
#pragma once

#include "core/base/utc.h"
#include "core/import/source/date_reader.h"

namespace fullscope::import {

struct ChargeTime {
    std::int64_t start_us = base::kNoTime;
    std::int64_t end_us = base::kNoTime; // exclusive; of a month or a range
    bool is_day = false; // without a time of day
    bool is_month = false;
};

// ISO 8601 and `4/1/25` as DateReader; `2025-06`, `06/2025`, `202506`, `June 2025`, `Jun-25`, `2025年6月` (a month);
// `5 June 2025`, `Jun 5, 2025`, `5-Jun-25`, `05.06.2025`, `20250605`; days since 1899-12-30, as a spreadsheet counts;
// seconds or milliseconds since 1970; two of these with ` - ` or ` to ` between them, of which a day that ends it
// belongs to it.
class ChargeDates {
public:
    // Before anything is read: whether the day or the month comes first.
    void learn(std::string_view text) { m_dates.learn(text); }
    base::Result<ChargeTime> read(std::string_view text); // bad_time
    bool assumed() const { return m_dates.assumed(); } // see DateReader

private:
    base::Result<ChargeTime> readOne(std::string_view text);

    DateReader m_dates;
};

constexpr std::int64_t kDayUs = 24 * 3600 * base::kSecondUs;
std::int64_t monthAfter(std::int64_t instant_us); // the start of the next month

} // namespace fullscope::import
