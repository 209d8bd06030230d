// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <span>

using fullscope::base::Code;
using fullscope::base::parseQuantity;
using fullscope::base::Unit;
using fullscope::base::unitName;

namespace {

struct Typed {
    const char* text;
    Unit unit;
    double value; // worked out by hand
    const char* currency = "";
};

void expectRead(std::span<const Typed> cases)
{
    for (const Typed& c : cases) {
        const auto read = parseQuantity(c.text, c.unit);
        ASSERT_TRUE(read.ok()) << "'" << c.text << "' as " << unitName(c.unit);
        EXPECT_DOUBLE_EQ(read->value, c.value) << c.text;
        EXPECT_EQ(read->currency, c.currency) << c.text;
    }
}

struct Refused {
    const char* text;
    Unit unit;
};

void expectRefused(std::span<const Refused> cases, Code code)
{
    for (const Refused& c : cases) {
        const auto read = parseQuantity(c.text, c.unit);
        ASSERT_FALSE(read.ok()) << "'" << c.text << "' as " << unitName(c.unit) << " = " << read->value;
        EXPECT_EQ(read.error().code, code) << "'" << c.text << "' as " << unitName(c.unit);
        EXPECT_FALSE(read.error().expected.empty());
    }
}

} // namespace

TEST(ParseQuantity, ReadsPlainNumbersInTheUnitOfTheCell)
{
    const Typed cases[] = {
        {"24.69", Unit::money_per_hour, 24.69},
        {"0.18", Unit::share, 0.18},
        {"40", Unit::share, 40}, // not converted: the range of the input refuses it
        {"1.2e12", Unit::tokens, 1.2e12},
        {"1.2E+12", Unit::tokens, 1.2e12},
        {"5e-3", Unit::hours, 0.005},
        {"2e3h", Unit::hours, 2000},
        {"1,234.5", Unit::hours, 1234.5},
        {"12,345,678", Unit::one, 12345678},
        {"  7 ", Unit::one, 7},
        {"-3", Unit::hours, -3},
        {"+3", Unit::hours, 3},
        {"\u22123", Unit::hours, -3},
        {".5", Unit::hours, 0.5},
        {"5.", Unit::hours, 5},
        {"0", Unit::money, 0},
        {"1.3x", Unit::one, 1.3},
        {"1.3 ×", Unit::one, 1.3},
        {"1.3倍", Unit::one, 1.3},
    };
    expectRead(cases);
}

TEST(ParseQuantity, ReadsShares)
{
    const Typed cases[] = {
        {"18%", Unit::share, 0.18},
        {"18 %", Unit::share, 0.18},
        {"40 percent", Unit::share, 0.4},
        {"40 per cent", Unit::share, 0.4},
        {"7 pct", Unit::share, 0.07},
        {"5‰", Unit::share, 0.005},
        {"8%", Unit::share_per_year, 0.08},
        {"8%/year", Unit::share_per_year, 0.08},
        {"8 % p.a.", Unit::share_per_year, 0.08},
        {"8% per year", Unit::share_per_year, 0.08},
        {"8%/年", Unit::share_per_year, 0.08},
    };
    expectRead(cases);
    const Typed exact[] = {{"18%", Unit::share, 0.18}, {"7%", Unit::share, 0.07}, {"29%", Unit::share, 0.29}};
    for (const Typed& c : exact)
        EXPECT_EQ(parseQuantity(c.text, c.unit)->value, c.value) << c.text;
}

TEST(ParseQuantity, ConvertsTimes)
{
    const Typed cases[] = {
        {"40 min", Unit::hours, 40.0 / 60},
        {"40m", Unit::hours, 40.0 / 60},
        {"90 s", Unit::hours, 0.025},
        {"1500 ms", Unit::seconds, 1.5},
        {"3 weeks", Unit::hours, 504},
        {"1 week", Unit::days, 7},
        {"2 days", Unit::hours, 48},
        {"36 hours", Unit::days, 1.5},
        {"10 days", Unit::weeks, 10.0 / 7},
        {"1.5 hrs", Unit::hours, 1.5},
        {"2 H", Unit::hours, 2},
        {"2 months", Unit::hours, 1460}, // 730 h each
        {"730 h", Unit::months, 1},
        {"1 year", Unit::months, 12},
        {"18 mo", Unit::years, 1.5},
        {"4 yrs", Unit::hours, 35040},
        {"4380 h", Unit::years, 0.5},
        {"40 分钟", Unit::hours, 40.0 / 60},
        {"3周", Unit::weeks, 3},
        {"2 天", Unit::hours, 48},
        {"6个月", Unit::months, 6},
        {"1.2万小时", Unit::hours, 12000},
        {"0.05/h", Unit::per_hour, 0.05},
        {"0.05 per hour", Unit::per_hour, 0.05},
        {"6 per day", Unit::per_hour, 0.25},
        {"0.05次/小时", Unit::per_hour, 0.05},
        {"73/month", Unit::per_hour, 0.1},
    };
    expectRead(cases);
}

TEST(ParseQuantity, ReadsTokensAndRates)
{
    const Typed cases[] = {
        {"173.52B", Unit::tokens, 1.7352e11},
        {"173.52 B tokens", Unit::tokens, 1.7352e11},
        {"300b", Unit::tokens, 3e11},
        {"1.2T", Unit::tokens, 1.2e12},
        {"15 trillion tokens", Unit::tokens, 15e12},
        {"4M tok", Unit::tokens, 4e6},
        {"1.2万", Unit::tokens, 12000},
        {"3亿", Unit::tokens, 3e8},
        {"1.2万亿词元", Unit::tokens, 1.2e12},
        {"13B", Unit::one, 13e9},
        {"8k", Unit::one, 8000},
        {"8K", Unit::one, 8000},
        {"121.4K tokens/s", Unit::tokens_per_s, 121400},
        {"121.4k tok/sec", Unit::tokens_per_s, 121400},
        {"121.4K/s", Unit::tokens_per_s, 121400},
        {"121,400", Unit::tokens_per_s, 121400},
        {"6M tokens/min", Unit::tokens_per_s, 100000},
        {"36 million tokens per hour", Unit::tokens_per_s, 10000},
        {"512 samples/s", Unit::samples_per_s, 512},
        {"512 seq/s", Unit::samples_per_s, 512},
        {"16 PFLOP/s", Unit::flop_per_s, 1.6e16},
        {"989 TFLOPS", Unit::flop_per_s, 9.89e14},
        {"989.5 TFLOPs/s", Unit::flop_per_s, 9.895e14},
        {"16 petaflops", Unit::flop_per_s, 1.6e16},
        {"5 EFLOP/s", Unit::flop_per_s, 5e18},
        {"5EFLOP/s", Unit::flop_per_s, 5e18},
        {"310 ZFLOP", Unit::flops, 3.1e23},
        {"3.1e23", Unit::flops, 3.1e23},
    };
    expectRead(cases);
    EXPECT_EQ(parseQuantity("173.52B", Unit::tokens)->value, 1.7352e11); // to the last bit: no factor is multiplied
}

TEST(ParseQuantity, ReadsDataAndPower)
{
    const Typed cases[] = {
        {"500 GB", Unit::gigabytes, 500},
        {"3 TB", Unit::gigabytes, 3000},
        {"3tb", Unit::gigabytes, 3000},
        {"1.5 PB", Unit::gigabytes, 1.5e6},
        {"250 MB", Unit::gigabytes, 0.25},
        {"1 GiB", Unit::gigabytes, 1.073741824},
        {"2 TiB", Unit::gigabytes, 2199.023255552},
        {"10.2 kW", Unit::kilowatts, 10.2},
        {"700 W", Unit::kilowatts, 0.7},
        {"1.2 MW", Unit::kilowatts, 1200},
        {"10.2千瓦", Unit::kilowatts, 10.2},
    };
    expectRead(cases);
}

TEST(ParseQuantity, ReadsMoney)
{
    const Typed cases[] = {
        {"$24.69/h", Unit::money_per_hour, 24.69, "USD"},
        {"$24.69", Unit::money_per_hour, 24.69, "USD"},
        {"24.69/h", Unit::money_per_hour, 24.69, ""},
        {"$24.69/hour", Unit::money_per_hour, 24.69, "USD"},
        {"$ 24.69 per hour", Unit::money_per_hour, 24.69, "USD"},
        {"USD 24.69 / h", Unit::money_per_hour, 24.69, "USD"},
        {"24.69 USD/h", Unit::money_per_hour, 24.69, "USD"},
        {"24.69 usd/hr", Unit::money_per_hour, 24.69, "USD"},
        {"24.69 $/h", Unit::money_per_hour, 24.69, "USD"},
        {"US$24.69/h", Unit::money_per_hour, 24.69, "USD"},
        {"$24.69 CAD/h", Unit::money_per_hour, 24.69, "CAD"},
        {"CAD 12.00/h", Unit::money_per_hour, 12, "CAD"},
        {"XTC 5", Unit::money, 5, "XTC"}, // bills have currencies of their own
        {"€0.12/kWh", Unit::money_per_kwh, 0.12, "EUR"},
        {"0.12 €/kWh", Unit::money_per_kwh, 0.12, "EUR"},
        {"$120/MWh", Unit::money_per_kwh, 0.12, "USD"},
        {"0.6元/度", Unit::money_per_kwh, 0.6, "CNY"},
        {"0.6 元/kW·h", Unit::money_per_kwh, 0.6, "CNY"},
        {"$0.02/min", Unit::money_per_hour, 1.2, "USD"},
        {"$240/day", Unit::money_per_hour, 10, "USD"},
        {"$7,300/month", Unit::money_per_hour, 10, "USD"},
        {"$87,600/year", Unit::money_per_hour, 10, "USD"},
        {"$-1.20", Unit::money, -1.2, "USD"},
        {"-$1.20", Unit::money, -1.2, "USD"},
        {"$250,000", Unit::money, 250000, "USD"},
        {"$1.2M", Unit::money, 1.2e6, "USD"},
        {"1.2M USD", Unit::money, 1.2e6, "USD"},
        {"£3bn", Unit::money, 3e9, "GBP"},
        {"5 MXN", Unit::money, 5, "MXN"}, // no millions of XN
        {"¥80/小时", Unit::money_per_hour, 80, "CNY"},
        {"¥80 JPY/h", Unit::money_per_hour, 80, "JPY"},
        {"80元每小时", Unit::money_per_hour, 80, "CNY"},
        {"1.2万元", Unit::money, 12000, "CNY"},
        {"24.69美元/小时", Unit::money_per_hour, 24.69, "USD"},
        {"3亿元", Unit::money, 3e8, "CNY"},
        {"$121K/week", Unit::money_per_week, 121000, "USD"},
        {"$700/day", Unit::money_per_week, 4900, "USD"},
        {"$12,000/year", Unit::money_per_month, 1000, "USD"},
        {"$0.09/GB", Unit::money_per_gb, 0.09, "USD"},
        {"$90/TB", Unit::money_per_gb, 0.09, "USD"},
        {"$0.023/GB-month", Unit::money_per_gb_month, 0.023, "USD"},
        {"$0.023/GB-Mo", Unit::money_per_gb_month, 0.023, "USD"},
        {"$23/TB/month", Unit::money_per_gb_month, 0.023, "USD"},
        {"$0.276 per GB per year", Unit::money_per_gb_month, 0.023, "USD"},
        {"0.15元/(GB·月)", Unit::money_per_gb_month, 0.15, "CNY"},
        {"$0.21/M tokens", Unit::money_per_mtok, 0.21, "USD"},
        {"$0.21/Mtok", Unit::money_per_mtok, 0.21, "USD"},
        {"$0.21 per million tokens", Unit::money_per_mtok, 0.21, "USD"},
        {"$0.21/1M tokens", Unit::money_per_mtok, 0.21, "USD"},
        {"$0.0005/1K tokens", Unit::money_per_mtok, 0.5, "USD"},
        {"$210/B tokens", Unit::money_per_mtok, 0.21, "USD"},
        {"1.5元/百万词元", Unit::money_per_mtok, 1.5, "CNY"},
    };
    expectRead(cases);
}

TEST(ParseQuantity, ReadsFullWidthCharacters)
{
    const Typed cases[] = {
        {"１８％", Unit::share, 0.18},
        {"￥８０／小时", Unit::money_per_hour, 80, "CNY"},
        {"１，２３４．５", Unit::hours, 1234.5},
        {"－３　天", Unit::days, -3},
        {"＄２４．６９／ｈ", Unit::money_per_hour, 24.69, "USD"},
        {"1\u00A0h", Unit::hours, 1},
        {"1\u202F%", Unit::share, 0.01},
    };
    expectRead(cases);
}

TEST(ParseQuantity, RefusesWhatIsNoNumber)
{
    const Refused cases[] = {
        {"", Unit::hours},
        {" ", Unit::hours},
        {"h", Unit::hours},
        {"$", Unit::money},
        {"$/h", Unit::money_per_hour},
        {"-", Unit::one},
        {".", Unit::one},
        {"--3", Unit::one},
        {"1,23", Unit::one},
        {"1.234,5", Unit::one},
        {"1,2345", Unit::one},
        {"1,00,000", Unit::one},
        {"1234,567", Unit::one},
        {"0,123", Unit::one}, // a decimal comma, most likely
        {"1,234,", Unit::one},
        {"1 234", Unit::one},
        {"1'234", Unit::one},
        {"1.2.3", Unit::one},
        {"1e5.5", Unit::one},
        {"nan", Unit::hours},
        {"NaN", Unit::money},
        {"inf", Unit::hours},
        {"-Infinity", Unit::hours},
        {"1e-2147483648", Unit::hours},
        {"0.15..0.22", Unit::share},
        {"~18%", Unit::share},
        {"$$5", Unit::money},
    };
    expectRefused(cases, Code::bad_number);
}

TEST(ParseQuantity, RefusesWhatIsTooLarge)
{
    const Refused cases[] = {
        {"1e400", Unit::one},
        {"1e999", Unit::hours},
        {"1e2147483647", Unit::hours},
        {"1e99999999999999999999", Unit::hours},
        {"1e308 T", Unit::tokens},
        {"1e308 years", Unit::hours},
        {"-1e400", Unit::one},
    };
    expectRefused(cases, Code::overflow);
    const std::string digits(400, '9');
    EXPECT_EQ(parseQuantity(digits, Unit::one).error().code, Code::overflow);
    EXPECT_EQ(parseQuantity("0." + std::string(400, '0') + "1", Unit::one).error().code, Code::bad_number);
}

TEST(ParseQuantity, ProposesTheDecimalPoint)
{
    const auto proposal = [](const char* typed, Unit unit) {
        const auto read = parseQuantity(typed, unit);
        EXPECT_FALSE(read.ok()) << typed;
        return read.ok() || read.error().args.empty() ? std::string() : read.error().args[0];
    };
    EXPECT_EQ(proposal("1,5", Unit::one), "1.5");
    EXPECT_EQ(proposal("24,69 $/h", Unit::money_per_hour), "24.69 $/h");
    EXPECT_EQ(proposal("1.234,56 USD", Unit::money), "1234.56 USD");
    EXPECT_EQ(proposal("0,123", Unit::share), "0.123");
    EXPECT_EQ(proposal("12，5%", Unit::share), "12.5%"); // from a Chinese keyboard
    EXPECT_EQ(proposal("1,00,000", Unit::one), "");
    EXPECT_EQ(proposal("1,5 apples", Unit::one), "");
    EXPECT_EQ(proposal("many", Unit::one), "");
}

TEST(ParseQuantity, RefusesUnitsOfAnotherKind)
{
    const Refused cases[] = {
        {"12 apples", Unit::one},
        {"$5", Unit::hours},
        {"5 USD", Unit::hours},
        {"5 h", Unit::money_per_hour},
        {"$5/h", Unit::money},
        {"$5", Unit::share},
        {"5%", Unit::hours},
        {"5%", Unit::one},
        {"5%/month", Unit::share_per_year},
        {"5 h", Unit::tokens},
        {"5 tokens", Unit::tokens_per_s},
        {"5 tokens/s", Unit::tokens},
        {"121.4K tokens/s/GPU", Unit::tokens_per_s}, // per device is not per job
        {"$2/GPU-hour", Unit::money_per_hour}, // nor per instance
        {"5 t", Unit::tokens}, // tokens or trillions?
        {"2 weeks", Unit::months}, // a month is no number of weeks
        {"1 month", Unit::weeks},
        {"90 days", Unit::years},
        {"$5000/month", Unit::money_per_week},
        {"5 M", Unit::hours},
        {"5 M", Unit::months},
        {"16 PFLOP", Unit::flop_per_s},
        {"16 PFLOP/s", Unit::flops},
        {"5 mW", Unit::kilowatts},
        {"5 kWh", Unit::kilowatts},
        {"3 T", Unit::gigabytes},
        {"0.023/GB", Unit::money_per_gb_month},
        {"$0.12/kW", Unit::money_per_kwh},
        {"$5/", Unit::money_per_hour},
        {"5/", Unit::hours},
        {"$5 EUR", Unit::money},
        {"€5 USD", Unit::money},
        {"5 XTC", Unit::money}, // behind the number an unknown code may be anything
        {"1:30", Unit::hours},
        {"5 ½", Unit::hours},
    };
    expectRefused(cases, Code::bad_unit);
    const auto read = parseQuantity(" 12 apples ", Unit::one);
    EXPECT_EQ(read.error().found, "12 apples");
}
