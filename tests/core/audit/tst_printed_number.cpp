// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people print them; ranges worked out by hand from the last printed digit.
#include "core/audit/read/plain_text.h"
#include "core/audit/read/printed_number.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fullscope::audit {

namespace {

void expect(const std::string& text, double value, double low, double high)
{
    const auto number = findNumber(plainText(text));
    ASSERT_TRUE(number.has_value()) << text;
    EXPECT_DOUBLE_EQ(number->value, value) << text;
    EXPECT_NEAR(number->range.low, low, 1e-9 * std::abs(value)) << text;
    if (std::isinf(high))
        EXPECT_EQ(number->range.high, high) << text;
    else
        EXPECT_NEAR(number->range.high, high, 1e-9 * std::abs(value)) << text;
}

} // namespace

TEST(PrintedNumber, digitsSayHowFarItWasRounded)
{
    expect("0.0320", 0.032, 0.03195, 0.03205);
    expect("92,100", 92100, 92050, 92150);
    expect("98", 98, 97.5, 98.5);
    expect("1,740", 1740, 1735, 1745);
    expect("2000", 2000, 1950, 2050); // its first two digits are meant
    expect("8.03e9", 8.03e9, 8.025e9, 8.035e9);
    expect("6×10^23", 6e23, 5.5e23, 6.5e23);
    expect("$14.88/h", 14.88, 14.875, 14.885);
    expect("16.38/h (若可用)", 16.38, 16.375, 16.385);
    expect("0,71", 0.71, 0.705, 0.715); // a decimal comma
    expect("-28 %", -28, -28.5, -27.5);
}

TEST(PrintedNumber, magnitudes)
{
    expect("1.2万", 12000, 11500, 12500);
    expect("121K tokens/s", 121000, 120500, 121500);
    expect("4M token batch", 4e6, 3.5e6, 4.5e6);
    expect("13B", 13e9, 12.5e9, 13.5e9);
    expect("1.5 亿", 1.5e8, 1.45e8, 1.55e8);
    expect("40 min", 40, 39.5, 40.5); // m of min is no million
    expect("16 TB", 16, 15.5, 16.5); // nor is T of a unit a trillion
}

TEST(PrintedNumber, qualifiersAndRanges)
{
    const double open = Interval::kInfinite;
    expect("40+ min", 40, 39.5, open);
    expect("over 40 min", 40, 39.5, open);
    expect("超过 40 分钟", 40, 39.5, open);
    expect("40 分钟以上", 40, 39.5, open);
    expect("~8%", 8, 7, 9);
    expect("约 8%", 8, 7, 9);
    expect("less than 5 min", 5, 0, 5.5);
    expect("不到 5 分钟", 5, 0, 5.5);
    expect("18-22 %", 20, 17.5, 22.5);
    expect("18 % – 22 %", 20, 17.5, 22.5);
    expect("0.15..0.22", 0.185, 0.145, 0.225);
    expect("40 to 60 min", 50, 39.5, 60.5); // 60 may be rounded from its last digit only
    expect("8 ± 1 %", 8, 7, 9);
}

TEST(PrintedNumber, whatIsNone)
{
    for (const char* text : {"", "H100", "p5.48xlarge", "bf16", "v2", "n/a", "-", "Trn2",
             "1234567890123456789012345678901234567890123456789012345678901234567890"})
        EXPECT_FALSE(findNumber(plainText(text)).has_value()) << text;
    // A date is no range.
    const auto date = findNumber("2024-03-05");
    ASSERT_TRUE(date.has_value());
    EXPECT_EQ(date->value, 2024);
}

TEST(PrintedNumber, exactWhereAnIntegerIsCounted)
{
    const auto number = findNumber("2000");
    ASSERT_TRUE(number.has_value());
    EXPECT_EQ(number->exact, (Interval {2000, 2000}));
    EXPECT_EQ(findNumber("4M")->exact, (Interval {3.5e6, 4.5e6}));
    EXPECT_TRUE(findNumber(std::string(100'000, '9') + " 5").has_value()); // and takes no time
}

TEST(PrintedNumber, aSignFarBeforeIsNone)
{
    const auto number = findNumber("$" + std::string(60, ' ') + "12");
    ASSERT_TRUE(number.has_value());
    EXPECT_EQ(number->currency, "");
    EXPECT_EQ(findNumber("$ 12")->currency, "$");
}

} // namespace fullscope::audit
