// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/utc.h"

#include <gtest/gtest.h>

#include <cstdio>

using fullscope::base::Code;
using fullscope::base::formatDate;
using fullscope::base::formatIso;
using fullscope::base::formatMonth;
using fullscope::base::fromCivil;
using fullscope::base::Instant;
using fullscope::base::kNoTime;
using fullscope::base::parseIso;

namespace {

constexpr std::int64_t kSecond = 1'000'000;

struct Case {
    const char* text;
    std::int64_t us;
    bool zone_known;
};

} // namespace

TEST(ParseIso, ReadsWhatBillsAndLogsWrite)
{
    // Seconds since the epoch as `date -u -d … +%s` gives them.
    const Case cases[] = {
        {"1970-01-01", 0, false},
        {"2024-09-01 00:00:00", 1725148800 * kSecond, false},
        {"2023-11-01T00:00:00.000Z", 1698796800 * kSecond, true},
        {"2024-03-01 01:00:00+00:00", 1709254800 * kSecond, true},
        {"2023-11-13T10:00Z", 1699869600 * kSecond, true},
        {"2025-06-04 08:51:48,074", 1749027108 * kSecond + 74'000, false},
        {"2024-03-01", 1709251200 * kSecond, false},
        {"2024-02-29T23:59:59", 1709251199 * kSecond, false},
        {"2024/09/01 00:00:00.250", 1725148800 * kSecond + 250'000, false},
        {"2024-03-01T01:00:00+01:00", 1709251200 * kSecond, true},
        {"2024-02-29T19:00:00-05:00", 1709251200 * kSecond, true},
        {"2024-03-01T05:30:00+0530", 1709251200 * kSecond, true},
        {"2024-03-01T08:00:00+08", 1709251200 * kSecond, true},
        {"2024-03-01 00:00:00 +0000", 1709251200 * kSecond, true},
        {"2024-03-01 00:00:00 UTC", 1709251200 * kSecond, true},
        {"2024-03-01t00:00:00z", 1709251200 * kSecond, true},
        {"2024-03-01T00:00", 1709251200 * kSecond, false},
        {"2024-03-01T00:00:00.123456789Z", 1709251200 * kSecond + 123'456, true},
        {"2024-03-01T00:00:00.5", 1709251200 * kSecond + 500'000, false},
        {"1969-12-31T23:59:59.999999Z", -1, true},
        {"2000-02-29", 951782400 * kSecond, false},
    };
    for (const Case& c : cases) {
        const auto parsed = parseIso(c.text);
        ASSERT_TRUE(parsed.ok()) << c.text;
        EXPECT_EQ(parsed->instant.us, c.us) << c.text;
        EXPECT_EQ(parsed->zone_known, c.zone_known) << c.text;
    }
}

TEST(ParseIso, RefusesWhatIsNoTime)
{
    for (const char* text : {"", " ", "2024", "2024-03", "2024-13-01", "2024-00-01", "2024-02-30", "2023-02-29",
             "1900-02-29", "2024-04-31", "2024-03-00", "2024-3-1", "24-03-01", "2024-03-01T30:00:00",
             "2024-03-01T24:00:00", "2024-03-01T23:60:00", "2024-03-01T23:59:60", "2024-03-01T", "2024-03-01 ",
             "2024-03-01T1:00:00", "2024-03-01T01", "2024-03-01T01:00:", "2024-03-01T01:00:00.", "2024-03-01T01:00:00,",
             "2024-03-01T01:00:00 ", " 2024-03-01", "2024-03-01T01:00:00Zx", "2024-03-01T01:00:00+", "2024-03-01Z",
             "2024-03-01T01:00:00+24:00", "2024-03-01T01:00:00+01:60", "2024-03-01T01:00:00+1:00", "2024-03/01",
             "2024-03-01T01:00:00+01:", "2024-03-01T01:00:00 UT", "2024-03-01_01-00-00", "20240301T010000Z",
             "03/01/2024", "2024-03-01T01:00:00-", "-2024-03-01", "2024-03-01T01:00:0a"}) {
        const auto parsed = parseIso(text);
        ASSERT_FALSE(parsed.ok()) << text;
        EXPECT_EQ(parsed.error().code, Code::bad_time) << text;
        EXPECT_EQ(parsed.error().found, text);
    }
}

TEST(FormatIso, ShowsAFractionOnlyWhereThereIsOne)
{
    EXPECT_EQ(formatIso(Instant {1709254800 * kSecond}), "2024-03-01T01:00:00Z");
    EXPECT_EQ(formatIso(Instant {1749027108 * kSecond + 74'000}), "2025-06-04T08:51:48.074Z");
    EXPECT_EQ(formatIso(Instant {1}), "1970-01-01T00:00:00.000001Z");
    EXPECT_EQ(formatIso(Instant {-1}), "1969-12-31T23:59:59.999999Z");
    EXPECT_EQ(formatDate(Instant {-1}), "1969-12-31");
    EXPECT_EQ(formatMonth(Instant {1709251199 * kSecond}), "2024-02");
    EXPECT_EQ(formatMonth(Instant {1709251200 * kSecond}), "2024-03");
}

TEST(FormatIso, HasNoWordForNoTime)
{
    EXPECT_EQ(formatIso(Instant {kNoTime}), "");
    EXPECT_EQ(formatDate(Instant {kNoTime}), "");
    EXPECT_EQ(formatMonth(Instant {kNoTime}), "");
}

// Second method: walk the calendar day by day.
TEST(Calendar, AgreesWithADayByDayWalk)
{
    const auto isLeap = [](int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; };
    int year = 1600;
    unsigned month = 1, day = 1;
    std::int64_t days = -135'140; // 1600-01-01: 370 years of 365 days and 90 leap days before 1970
    for (; year < 2410; ++days) {
        const Instant instant = fromCivil(year, month, day);
        ASSERT_EQ(instant.us, days * 86'400 * kSecond);
        char text[48];
        std::snprintf(text, sizeof text, "%04d-%02u-%02u", year, month, day);
        ASSERT_EQ(formatDate(instant), text);
        const auto parsed = parseIso(text);
        ASSERT_TRUE(parsed.ok()) << text;
        ASSERT_EQ(parsed->instant, instant);
        const unsigned lengths[] = {31, isLeap(year) ? 29U : 28U, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
        if (++day > lengths[month - 1]) {
            day = 1;
            if (++month > 12) {
                month = 1;
                ++year;
            }
        }
    }
}

TEST(Calendar, TakesAMicrosecondOfTheDay)
{
    EXPECT_EQ(fromCivil(2024, 3, 1, 3'600 * kSecond).us, 1709254800 * kSecond);
}

TEST(FormatIso, IsReadBack)
{
    for (std::int64_t us = -2'000'000'000'000'000; us < 4'000'000'000'000'000; us += 7'777'777'777'777) {
        const auto parsed = parseIso(formatIso(Instant {us}));
        ASSERT_TRUE(parsed.ok());
        EXPECT_EQ(parsed->instant.us, us);
        EXPECT_TRUE(parsed->zone_known);
    }
}
