// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <set>

using fullscope::base::formatMoney;
using fullscope::base::formatNumber;
using fullscope::base::formatQuantity;
using fullscope::base::parseQuantity;
using fullscope::base::Unit;
using fullscope::base::unitName;
using fullscope::base::unitSuffix;

TEST(FormatQuantity, ShowsValueAndUnit)
{
    EXPECT_EQ(formatQuantity(24.69, Unit::money_per_hour), "$24.69/h");
    EXPECT_EQ(formatQuantity(24, Unit::money_per_hour), "$24.00/h");
    EXPECT_EQ(formatQuantity(0.18, Unit::share), "18 %");
    EXPECT_EQ(formatQuantity(0.0512, Unit::share), "5.12 %");
    EXPECT_EQ(formatQuantity(1041.6666666, Unit::hours), "1,041.67 h");
    EXPECT_EQ(formatQuantity(40.0 / 60, Unit::hours), "0.6667 h");
    EXPECT_EQ(formatQuantity(1.7352e11, Unit::tokens), "173.52 B tokens");
    EXPECT_EQ(formatQuantity(121400, Unit::tokens_per_s), "121,400 tokens/s");
    EXPECT_EQ(formatQuantity(1.6e16, Unit::flop_per_s), "16 PFLOP/s");
    EXPECT_EQ(formatQuantity(3.1e23, Unit::flops), "310 ZFLOP");
    EXPECT_EQ(formatQuantity(5, Unit::flops), "5 FLOP");
    EXPECT_EQ(formatQuantity(13e9, Unit::one), "13 B");
    EXPECT_EQ(formatQuantity(4096, Unit::one), "4,096");
    EXPECT_EQ(formatQuantity(1.005, Unit::one), "1.005");
    EXPECT_EQ(formatQuantity(0, Unit::one), "0");
    EXPECT_EQ(formatQuantity(-0.0, Unit::hours), "0 h");
    EXPECT_EQ(formatQuantity(3000, Unit::gigabytes), "3,000 GB");
    EXPECT_EQ(formatQuantity(10.2, Unit::kilowatts), "10.2 kW");
    EXPECT_EQ(formatQuantity(0.05, Unit::per_hour), "0.05/h");
    EXPECT_EQ(formatQuantity(0.08, Unit::share_per_year), "8 %/year");
    EXPECT_EQ(formatQuantity(3, Unit::weeks), "3 weeks");
    EXPECT_EQ(formatQuantity(1, Unit::weeks), "1 week");
    EXPECT_EQ(formatQuantity(250000, Unit::money), "$250,000");
    EXPECT_EQ(formatQuantity(1234.5, Unit::money), "$1,234.50");
    EXPECT_EQ(formatQuantity(-1.2, Unit::money), "-$1.20");
    EXPECT_EQ(formatQuantity(0.023, Unit::money_per_gb_month), "$0.023/GB-month");
    EXPECT_EQ(formatQuantity(0.21, Unit::money_per_mtok, "EUR"), "€0.21/M tokens");
    EXPECT_EQ(formatQuantity(0.6, Unit::money_per_kwh, "CNY"), "¥0.60/kWh");
    EXPECT_EQ(formatQuantity(12, Unit::money_per_hour, "CAD"), "CAD 12.00/h");
}

TEST(FormatQuantity, TakesTheNextStepWhenRoundingReachesIt)
{
    EXPECT_EQ(formatQuantity(999'999'999, Unit::tokens), "1 B tokens");
    EXPECT_EQ(formatQuantity(999'990'000, Unit::tokens), "999.99 M tokens");
    EXPECT_EQ(formatQuantity(999'999, Unit::tokens), "999,999 tokens");
    EXPECT_EQ(formatQuantity(999'999.9e9, Unit::flop_per_s), "1 PFLOP/s");
    EXPECT_EQ(formatQuantity(5e15, Unit::tokens), "5,000 T tokens");
}

TEST(FormatQuantity, StaysReadableAtTheExtremes)
{
    EXPECT_EQ(formatQuantity(1.25e-9, Unit::hours), "1.25e-09 h");
    EXPECT_EQ(formatQuantity(2e20, Unit::hours), "2e+20 h");
    EXPECT_EQ(formatQuantity(std::nan(""), Unit::hours), "–");
    EXPECT_EQ(formatQuantity(std::numeric_limits<double>::infinity(), Unit::money), "–");
}

TEST(FormatNumber, GroupsAndRounds)
{
    EXPECT_EQ(formatNumber(0, 0), "0");
    EXPECT_EQ(formatNumber(999, 0), "999");
    EXPECT_EQ(formatNumber(1000, 0), "1,000");
    EXPECT_EQ(formatNumber(-1000, 1), "-1,000.0");
    EXPECT_EQ(formatNumber(-100, 0), "-100");
    EXPECT_EQ(formatNumber(1234567.891, 2), "1,234,567.89");
    EXPECT_EQ(formatNumber(0.125, 2), "0.12"); // half to even
    EXPECT_EQ(formatNumber(-0.001, 2), "0.00");
    EXPECT_EQ(formatNumber(2.5, 0), "2");
}

TEST(FormatMoney, PutsTheSignBeforeTheSymbol)
{
    EXPECT_EQ(formatMoney(35635, 0, "USD"), "$35,635");
    EXPECT_EQ(formatMoney(-1.2, 2, "USD"), "-$1.20");
    EXPECT_EQ(formatMoney(12, 2, "CAD"), "CAD 12.00");
    EXPECT_EQ(formatMoney(-12, 2, "CAD"), "-CAD 12.00");
    EXPECT_EQ(formatMoney(12, 2, ""), "12.00");
    EXPECT_EQ(formatMoney(-0.001, 2, "USD"), "$0.00");
}

TEST(UnitSuffix, NamesUnitAndCurrency)
{
    EXPECT_EQ(unitSuffix(Unit::money_per_hour), "$/h");
    EXPECT_EQ(unitSuffix(Unit::money_per_hour, "CAD"), "CAD/h");
    EXPECT_EQ(unitSuffix(Unit::money), "$");
    EXPECT_EQ(unitSuffix(Unit::tokens_per_s), "tokens/s");
    EXPECT_EQ(unitSuffix(Unit::share), "%");
    EXPECT_EQ(unitSuffix(Unit::one), "");
}

TEST(UnitName, IsUnique)
{
    std::set<std::string_view> names;
    for (int i = 0; i < static_cast<int>(Unit::count); ++i)
        names.insert(unitName(static_cast<Unit>(i)));
    EXPECT_EQ(names.size(), static_cast<std::size_t>(Unit::count));
    EXPECT_EQ(unitName(Unit::money_per_hour), "money_per_hour");
    EXPECT_EQ(unitName(Unit::share_per_year), "share_per_year");
}

TEST(FormatQuantity, IsReadBackByTheParser)
{
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> exponent(-9, 11);
    for (int i = 0; i < static_cast<int>(Unit::count); ++i)
        for (int n = 0; n < 2000; ++n) {
            const auto unit = static_cast<Unit>(i);
            const double value = std::pow(10.0, exponent(random)) * (n % 2 == 0 ? 1 : -1);
            const char* currency = n % 3 == 0 ? "CNY" : n % 3 == 1 ? "CAD" : "USD";
            const std::string text = formatQuantity(value, unit, currency);
            const auto read = parseQuantity(text, unit);
            ASSERT_TRUE(read.ok()) << text << " as " << unitName(unit);
            EXPECT_NEAR(read->value, value, std::abs(value) * 5.1e-4) << text; // four significant digits
            EXPECT_EQ(formatQuantity(read->value, unit, currency), text);
        }
}
