// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace base = fullscope::base;

TEST(Text, TrimsAsciiWhiteSpace)
{
    EXPECT_EQ(base::trimmed(" \t a b \r\n"), "a b");
    EXPECT_EQ(base::trimmed(" \n"), "");
    EXPECT_EQ(base::trimmed(""), "");
}

TEST(Text, LowersAsciiOnly)
{
    EXPECT_EQ(base::toLower("AbZ-Ä"), "abz-Ä");
}

TEST(Text, ComparesWithoutCase)
{
    EXPECT_TRUE(base::equalsIgnoreCase("lineItem/UnblendedCost", "LINEITEM/unblendedcost"));
    EXPECT_FALSE(base::equalsIgnoreCase("abc", "abcd"));
    EXPECT_FALSE(base::equalsIgnoreCase("[", "{")); // 32 apart, but no letters
    EXPECT_TRUE(base::containsIgnoreCase("AmazonEC2", "ec2"));
    EXPECT_TRUE(base::containsIgnoreCase("x", ""));
    EXPECT_TRUE(base::containsIgnoreCase("", ""));
    EXPECT_FALSE(base::containsIgnoreCase("ec", "ec2"));
}

TEST(ParseDouble, ReadsWhatLogsWrite)
{
    EXPECT_EQ(*base::parseDouble("1.19E+01"), 11.9);
    EXPECT_EQ(*base::parseDouble("-3"), -3.0);
    EXPECT_EQ(*base::parseDouble("+2.5"), 2.5);
    EXPECT_EQ(*base::parseDouble(".5"), 0.5);
    EXPECT_TRUE(std::isnan(*base::parseDouble("nan")));
    EXPECT_TRUE(std::isnan(*base::parseDouble("NaN")));
    EXPECT_TRUE(std::isinf(*base::parseDouble("inf")));
    EXPECT_EQ(*base::parseDouble("-Infinity"), -std::numeric_limits<double>::infinity());
}

TEST(ParseDouble, TakesTheWholeTextOrNothing)
{
    for (const char* text :
        {"", " ", "1 ", " 1", "1,5", "1.5s", "--1", "+-1", "nan(1)", "nanx", "infinit", "0x10", "1e", "+", "1e999"}) {
        const auto parsed = base::parseDouble(text);
        ASSERT_FALSE(parsed.ok()) << text;
        EXPECT_EQ(parsed.error().code, base::Code::bad_number);
    }
}

TEST(ParseInt, ReadsTheWholeRange)
{
    EXPECT_EQ(*base::parseInt("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(*base::parseInt("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(*base::parseInt("+12"), 12);
    for (const char* text : {"", "9223372036854775808", "1.0", "1e3", " 1", "+-1", "-", "12x"})
        EXPECT_FALSE(base::parseInt(text).ok()) << text;
}

TEST(FormatDouble, ReadsBackAsTheSameDouble)
{
    EXPECT_EQ(base::formatDouble(0.1), "0.1");
    EXPECT_EQ(base::formatDouble(3), "3");
    std::mt19937_64 random(1);
    for (int i = 0; i < 20'000; ++i) {
        const double value = std::bit_cast<double>(random());
        if (std::isfinite(value)) {
            EXPECT_EQ(*base::parseDouble(base::formatDouble(value)), value);
        }
    }
}

TEST(Nearest, FindsTheNameThatWasMeant)
{
    const std::string_view names[]
        = {"price_per_h", "tokens_per_s", "tokens_per_step", "mfu", "nodes", "labour_rate_per_h"};
    EXPECT_EQ(base::nearest("price_per_hr", names), "price_per_h");
    EXPECT_EQ(base::nearest("tokens_per_sec", names), "tokens_per_s");
    EXPECT_EQ(base::nearest("NODES", names), "nodes");
    EXPECT_EQ(base::nearest("noeds", names), "nodes"); // two neighbours changed places: one edit
    EXPECT_EQ(base::nearest("node", names), "nodes");
    EXPECT_EQ(base::nearest("labor_rate_per_h", names), "labour_rate_per_h");
    EXPECT_EQ(base::nearest("mfu", names), "mfu");
    EXPECT_EQ(base::nearest("umf", names), ""); // two edits in three letters
    EXPECT_EQ(base::nearest("colour", names), "");
    EXPECT_EQ(base::nearest("", names), "");
    EXPECT_EQ(base::nearest("x", {}), "");
}

TEST(Excerpt, CutsAtACharacterAndSaysSo)
{
    EXPECT_EQ(base::excerpt("short"), "short");
    EXPECT_EQ(base::excerpt("abcdef", 6), "abcdef");
    EXPECT_EQ(base::excerpt("abcdefg", 6), "abcdef…");
    EXPECT_EQ(base::excerpt("价格是", 3), "价…");
    EXPECT_EQ(base::excerpt("价格是", 5), "价…"); // not within 格
    EXPECT_EQ(base::excerpt("价格是", 9), "价格是");
}

TEST(Excerpt, LetsNoControlCharacterThrough)
{
    EXPECT_EQ(base::excerpt("a\x1b[31mb\n\x7f"), "a [31mb  ");
}
