// SPDX-License-Identifier: GPL-3.0-or-later
// Exchange rates and what is converted with them. Expected amounts: Python's decimal with 60 digits, rounded half to
// even at the 24th place.
#include "core/ledger/exchange_rates.h"

#include <gtest/gtest.h>

using namespace fullscope::ledger;
namespace base = fullscope::base;
using base::Code;

namespace {

base::Decimal decimal(const char* text)
{
    const auto value = base::Decimal::parse(text);
    EXPECT_TRUE(value.ok()) << text;
    return value.ok() ? *value : base::Decimal();
}

ExchangeRate rate(const char* from, const char* to, const char* date, const char* value)
{
    return {from, to, date, decimal(value), "ECB", ""};
}

ExchangeRates euros()
{
    ExchangeRates rates;
    for (const ExchangeRate& one :
        {rate("EUR", "USD", "2024-02-29", "1.0826"), rate("EUR", "USD", "2024-03-28", "1.0811"),
            rate("EUR", "CNY", "2024-03-28", "7.8144"), rate("EUR", "JPY", "2024-03-28", "163.45")})
        EXPECT_TRUE(rates.set(one).ok());
    return rates;
}

} // namespace

TEST(ExchangeRates, areThoseOfTheLastDayUpToTheEndOfTheMonth)
{
    const ExchangeRates rates = euros();
    EXPECT_EQ(rates.ofMonth("EUR", "USD", "2024-02")->legs[0].rate.date, "2024-02-29");
    const auto march = rates.ofMonth("EUR", "USD", "2024-03");
    ASSERT_TRUE(march.ok());
    EXPECT_EQ(march->legs[0].rate.rate, decimal("1.0811"));
    EXPECT_EQ(march->oldDate(), "");
    EXPECT_EQ(*march->convert(decimal("100")), decimal("108.11"));
    const auto later = rates.ofMonth("EUR", "USD", "2024-06");
    EXPECT_EQ(later->oldDate(), "2024-03-28"); // told, as it is no rate of that month
}

TEST(ExchangeRates, aMissingOneIsAnError)
{
    const ExchangeRates rates = euros();
    for (const auto& [from, to, month] : {std::tuple {"EUR", "USD", "2024-01"}, std::tuple {"EUR", "CNY", "2024-02"},
             std::tuple {"GBP", "USD", "2024-03"}, std::tuple {"EUR", "GBP", "2024-03"}, std::tuple {"EUR", "USD", ""},
             std::tuple {"", "USD", "2024-03"}}) {
        const auto found = rates.ofMonth(from, to, month);
        ASSERT_FALSE(found.ok()) << from << to << month;
        EXPECT_EQ(found.error().code, Code::rate_missing);
        EXPECT_EQ(found.error().found, from);
        EXPECT_EQ(found.error().expected, to);
    }
    EXPECT_EQ(ExchangeRates().ofMonth("EUR", "USD", "2024-03").error().args, std::vector<std::string> {"2024-03"});
}

TEST(ExchangeRates, goTheOtherWayAndByWayOfTheEuro)
{
    const ExchangeRates rates = euros();
    const auto back = rates.ofMonth("USD", "EUR", "2024-03");
    ASSERT_TRUE(back.ok());
    EXPECT_TRUE(back->legs[0].inverse);
    EXPECT_EQ(*back->convert(decimal("100")), decimal("92.498381278327629266487836"));
    const auto cross = rates.ofMonth("CNY", "USD", "2024-03");
    ASSERT_TRUE(cross.ok());
    EXPECT_EQ(cross->via(), "EUR");
    EXPECT_EQ(*cross->convert(decimal("1000")), decimal("138.347153972153972153972154"));
    EXPECT_EQ(*cross->convert(decimal("-1000")), decimal("-138.347153972153972153972154"));
    EXPECT_EQ(*cross->convert(decimal("0")), decimal("0"));
}

TEST(ExchangeRates, smallAndLargeAmountsStayExact)
{
    ExchangeRates rates;
    ASSERT_TRUE(rates.set(rate("AAA", "BBB", "2024-03-01", "2")).ok());
    const auto half = rates.ofMonth("BBB", "AAA", "2024-03");
    // the last place: 0.5 → 0, 1.5 → 2 units
    EXPECT_EQ(*half->convert(decimal("0.000000000000000000000001")), decimal("0"));
    EXPECT_EQ(*half->convert(decimal("0.000000000000000000000003")), decimal("0.000000000000000000000002"));
    EXPECT_EQ(*half->convert(decimal("-0.000000000000000000000003")), decimal("-0.000000000000000000000002"));
    EXPECT_EQ(*half->convert(decimal("100000000000000.000000000000000000000002")),
        decimal("50000000000000.000000000000000000000001"));
    EXPECT_EQ(rates.ofMonth("AAA", "BBB", "2024-03")->convert(decimal("100000000000000")).error().code, Code::overflow);
}

TEST(ExchangeRates, theLaterDayIsTaken)
{
    ExchangeRates rates;
    ASSERT_TRUE(rates.set(rate("EUR", "USD", "2024-03-01", "1.08")).ok());
    ASSERT_TRUE(rates.set(rate("USD", "EUR", "2024-03-20", "0.9")).ok());
    EXPECT_TRUE(rates.ofMonth("EUR", "USD", "2024-03")->legs[0].inverse);
    EXPECT_FALSE(rates.ofMonth("USD", "EUR", "2024-03")->legs[0].inverse);
}

// 720000 / 7.8 · 1.08 = 99692.307692…; by the rate of 2015 they would be 115200.
TEST(ExchangeRates, oneOfTheMonthComesBeforeAnOldOneOfThePair)
{
    ExchangeRates rates;
    ASSERT_TRUE(rates.set(rate("USD", "CNY", "2015-01-30", "6.25")).ok());
    ASSERT_TRUE(rates.set(rate("EUR", "CNY", "2026-03-31", "7.80")).ok());
    ASSERT_TRUE(rates.set(rate("EUR", "USD", "2026-03-31", "1.08")).ok());
    const auto march = rates.ofMonth("CNY", "USD", "2026-03");
    ASSERT_TRUE(march.ok());
    EXPECT_EQ(march->via(), "EUR");
    EXPECT_EQ(march->oldDate(), "");
    EXPECT_EQ(*march->convert(decimal("720000")), decimal("99692.307692307692307692307692"));
    // None is of June: that of March is nearer than that of 2015, and told to be old.
    const auto june = rates.ofMonth("CNY", "USD", "2026-06");
    EXPECT_EQ(june->via(), "EUR");
    EXPECT_EQ(june->oldDate(), "2026-03-31");
    EXPECT_EQ(rates.ofMonth("CNY", "USD", "2015-02")->via(), "");
    // One of the month for the pair itself is the nearest of all.
    ASSERT_TRUE(rates.set(rate("USD", "CNY", "2026-03-02", "7.2")).ok());
    EXPECT_EQ(rates.ofMonth("CNY", "USD", "2026-03")->via(), "");
    // By way of another currency, where the euro's are old.
    ASSERT_TRUE(rates.set(rate("GBP", "CNY", "2026-07-31", "9")).ok());
    ASSERT_TRUE(rates.set(rate("GBP", "USD", "2026-07-31", "1.25")).ok());
    EXPECT_EQ(rates.ofMonth("CNY", "USD", "2026-07")->via(), "GBP");
}

TEST(ExchangeRates, areCheckedReplacedAndRemoved)
{
    ExchangeRates rates;
    ASSERT_TRUE(rates.set(rate("eur", " usd ", "2024-03-01", "1.08")).ok());
    ASSERT_TRUE(rates.set(rate("EUR", "USD", "2024-03-01", "1.09")).ok());
    ASSERT_EQ(rates.all().size(), 1U);
    EXPECT_EQ(rates.all()[0].rate, decimal("1.09"));
    const auto fieldOf = [&](const ExchangeRate& one) { return rates.set(one).error().field; };
    EXPECT_EQ(fieldOf(rate("E", "USD", "2024-03-01", "1")), "from");
    EXPECT_EQ(fieldOf(rate("EUR", "€", "2024-03-01", "1")), "to");
    EXPECT_EQ(fieldOf(rate("EUR", "eur", "2024-03-01", "1")), "to");
    EXPECT_EQ(fieldOf(rate("EUR", "USD", "2024-02-30", "1")), "date");
    EXPECT_EQ(fieldOf(rate("EUR", "USD", "2024-3-1", "1")), "date");
    EXPECT_EQ(fieldOf(rate("EUR", "USD", "2024-03-01T10:00Z", "1")), "date");
    EXPECT_EQ(fieldOf(rate("EUR", "USD", "2024-03-01", "0")), "rate");
    EXPECT_EQ(fieldOf(rate("EUR", "USD", "2024-03-01", "-1")), "rate");
    EXPECT_EQ(fieldOf({"EUR", "USD", "2024-03-01", decimal("1"), " ", ""}), "source");
    EXPECT_EQ(rates.remove("EUR", "USD", "2024-03-02").error().code, Code::name_unknown);
    EXPECT_TRUE(rates.remove("eur", "usd", "2024-03-01").ok());
    EXPECT_TRUE(rates.empty());
}
