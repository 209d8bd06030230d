// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/log_line.h"

#include "core/import/logs/field_text.h"

#include <gtest/gtest.h>

namespace fullscope::import {

namespace {

TEST(LogLine, findsStampAndRankBehindAnyPrefix)
{
    struct Case {
        const char* text;
        const char* stamp;
        std::int64_t rank;
    };
    for (const Case& c :
        {Case {"ining-demo/0 [default3]:[NeMo I 2025-03-07 22:37:10 utils:1] x", "2025-03-07 22:37:10", 3},
            {"ining-demo/0 [2025-03-07 22:36:48,812] [INFO] [ft_launcher@node01] x", "2025-03-07 22:36:48,812", -1},
            {"algo-1-abcde | 2024-01-02 03:04:05 x", "2024-01-02 03:04:05", -1},
            {"[1]:Wed Dec  7 00:51:01 2022 - x", "Wed Dec  7 00:51:01 2022", 1}, {"a/b 2024-01-02 03:04:05", "", -1},
            {"(0, 14) step", "", -1}, {"", "", -1}, {"[", "", -1}, {"x |", "", -1}}) {
        const LinePrefix prefix = readPrefix(c.text);
        EXPECT_EQ(prefix.stamp, c.stamp) << c.text;
        EXPECT_EQ(prefix.rank, c.rank) << c.text;
    }
}

TEST(LogLine, writesAsctimeAsIso)
{
    EXPECT_EQ(isoStamp("Wed Dec 21 00:51:01 2022"), "2022-12-21 00:51:01");
    EXPECT_EQ(isoStamp("Sun Jan  1 10:00:00 2023"), "2023-01-01 10:00:00");
    EXPECT_EQ(isoStamp("2023-01-01 10:00:00"), "2023-01-01 10:00:00");
    EXPECT_TRUE(leadingStamp("Wed Dex 21 00:51:01 2022").empty());
    EXPECT_TRUE(leadingStamp("Wed Dec 21 00:51:01 20221").empty());
}

TEST(LogLine, makesABlankOfBackspaces)
{
    std::string buffer;
    EXPECT_EQ(withoutTerminalCodes("loss: 2.5\b\b\b\b10/10\b", buffer), "loss: 2.5 10/10 ");
}

TEST(FieldText, readsClocks)
{
    const auto clock = [](std::string_view text) { return takeClock(text).value_or(-1); };
    EXPECT_EQ(clock("00:31<"), 31);
    EXPECT_EQ(clock("1573:03:24"), 5'663'004);
    EXPECT_EQ(clock("0:14:31.5"), 871.5);
    EXPECT_EQ(clock("9 days, 22:13:15"), 857'595);
    EXPECT_EQ(clock("1 day, 0:00:01"), 86'401);
    for (const char* none : {"", "31", "x:1", "-1:00", ":", "days", "nan:01", "1 day"})
        EXPECT_EQ(clock(none), -1) << none;
}

} // namespace

} // namespace fullscope::import
