// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity_units.h"

namespace fullscope::base {

namespace {

constexpr double kMinute = 60;
constexpr double kHour = 3600;
constexpr double kDay = 24 * kHour;
constexpr double kWeek = 7 * kDay;
// The cost model's convention: a month has 730 hours, a year has 8,760, which is 365 days.
constexpr double kMonth = 730 * kHour;
constexpr double kYear = 8760 * kHour;

constexpr Measure kNone {};
constexpr Measure kRatio {Dimension::ratio};
constexpr Measure kPercent {Dimension::ratio, 1, -2};
constexpr Measure kToken {Dimension::tokens};
constexpr Measure kFlop {Dimension::flop};
constexpr Measure kSample {Dimension::samples};
constexpr Measure kEvent {Dimension::events};
constexpr Measure kEnergyKwh {Dimension::energy, 1, 3};
constexpr Measure kGigabyte {Dimension::data, 1, 9};

constexpr Measure seconds(double factor)
{
    return {Dimension::time, factor, 0};
}

constexpr std::array<UnitSpec, static_cast<std::size_t>(Unit::count)> kUnits {{
    {Unit::one, "one", "", false, kNone, {}, "1.3, 4096, 13B"},
    {Unit::share, "share", "%", false, kRatio, {}, "18%, 0.18"},
    {Unit::tokens, "tokens", "tokens", false, kToken, {}, "1.2e12, 173.52B, 300B tokens"},
    {Unit::tokens_per_s, "tokens_per_s", "tokens/s", false, kToken, {seconds(1)}, "121400, 121.4K tokens/s"},
    {Unit::flops, "flops", "FLOP", false, kFlop, {}, "3.1e23, 310 ZFLOP"},
    {Unit::flop_per_s, "flop_per_s", "FLOP/s", false, kFlop, {seconds(1)}, "1.6e16, 16 PFLOP/s"},
    {Unit::samples_per_s, "samples_per_s", "samples/s", false, kSample, {seconds(1)}, "512, 512 samples/s"},
    {Unit::seconds, "seconds", "s", false, seconds(1), {}, "90 s, 1.5 min"},
    {Unit::hours, "hours", "h", false, seconds(kHour), {}, "2.5 h, 40 min, 3 weeks"},
    {Unit::days, "days", "days", false, seconds(kDay), {}, "3 days, 36 h"},
    {Unit::weeks, "weeks", "weeks", false, seconds(kWeek), {}, "3 weeks, 10 days"},
    {Unit::months, "months", "months", false, seconds(kMonth), {}, "6 months, 1 year, 730 h"},
    {Unit::years, "years", "years", false, seconds(kYear), {}, "4 years, 48 months"},
    {Unit::per_hour, "per_hour", "/h", false, kEvent, {seconds(kHour)}, "0.05/h, 2 per day"},
    {Unit::gigabytes, "gigabytes", "GB", false, kGigabyte, {}, "500 GB, 3 TB, 2 TiB"},
    {Unit::kilowatts, "kilowatts", "kW", false, {Dimension::power, 1, 3}, {}, "10.2 kW, 700 W"},
    {Unit::money, "money", "", true, kNone, {}, "$250,000, 1.2M USD"},
    {Unit::money_per_hour, "money_per_hour", "/h", true, kNone, {seconds(kHour)}, "$24.69/h, 24.69 USD per hour"},
    {Unit::money_per_week, "money_per_week", "/week", true, kNone, {seconds(kWeek)}, "$5,000/week"},
    {Unit::money_per_month, "money_per_month", "/month", true, kNone, {seconds(kMonth)}, "$1,200/month"},
    {Unit::money_per_gb, "money_per_gb", "/GB", true, kNone, {kGigabyte}, "$0.09/GB, $90/TB"},
    {Unit::money_per_gb_month, "money_per_gb_month", "/GB-month", true, kNone, {kGigabyte, seconds(kMonth)},
        "$0.023/GB-month, $23/TB/month"},
    {Unit::money_per_kwh, "money_per_kwh", "/kWh", true, kNone, {kEnergyKwh}, "$0.12/kWh, $120/MWh"},
    {Unit::money_per_mtok, "money_per_mtok", "/M tokens", true, kNone, {{{Dimension::tokens, 1, 6}}}, "$0.21/M tokens"},
    {Unit::share_per_year, "share_per_year", "%/year", false, kRatio, {seconds(kYear)}, "8%/year, 0.08"},
}};

constexpr Measure binaryBytes(int power)
{
    double factor = 1;
    for (int i = 0; i < power; ++i)
        factor *= 1024;
    return {Dimension::data, factor, 0};
}

constexpr Spelling kSpellings[] = {
    {"%", kPercent, true}, {"percent", kPercent, false}, {"pct", kPercent, false},
    {"‰", {Dimension::ratio, 1, -3}, true}, {"tokens", kToken, false}, {"token", kToken, false},
    {"toks", kToken, false}, {"tok", kToken, false}, {"词元", kToken, true}, {"FLOPs", kFlop, false},
    {"FLOP", kFlop, false}, {"samples", kSample, false}, {"sample", kSample, false}, {"sequences", kSample, false},
    {"sequence", kSample, false}, {"seqs", kSample, false}, {"seq", kSample, false}, {"样本", kSample, true},
    {"次", kEvent, true}, {"ms", {Dimension::time, 1, -3}, false}, {"毫秒", {Dimension::time, 1, -3}, true},
    {"s", seconds(1), false}, {"sec", seconds(1), false}, {"secs", seconds(1), false}, {"second", seconds(1), false},
    {"seconds", seconds(1), false}, {"秒", seconds(1), true}, {"m", seconds(kMinute), true},
    {"min", seconds(kMinute), false}, {"mins", seconds(kMinute), false}, {"minute", seconds(kMinute), false},
    {"minutes", seconds(kMinute), false}, {"分", seconds(kMinute), true}, {"分钟", seconds(kMinute), true},
    {"h", seconds(kHour), false}, {"hr", seconds(kHour), false}, {"hrs", seconds(kHour), false},
    {"hour", seconds(kHour), false}, {"hours", seconds(kHour), false}, {"小时", seconds(kHour), true},
    {"时", seconds(kHour), true}, {"d", seconds(kDay), false}, {"day", seconds(kDay), false},
    {"days", seconds(kDay), false}, {"天", seconds(kDay), true}, {"日", seconds(kDay), true},
    {"w", seconds(kWeek), false}, {"wk", seconds(kWeek), false}, {"wks", seconds(kWeek), false},
    {"week", seconds(kWeek), false}, {"weeks", seconds(kWeek), false}, {"周", seconds(kWeek), true},
    {"星期", seconds(kWeek), true}, {"个星期", seconds(kWeek), true}, {"mo", seconds(kMonth), false},
    {"mos", seconds(kMonth), false}, {"month", seconds(kMonth), false}, {"months", seconds(kMonth), false},
    {"月", seconds(kMonth), true}, {"个月", seconds(kMonth), true}, {"y", seconds(kYear), false},
    {"yr", seconds(kYear), false}, {"yrs", seconds(kYear), false}, {"year", seconds(kYear), false},
    {"years", seconds(kYear), false}, {"年", seconds(kYear), true}, {"B", {Dimension::data, 1, 0}, true},
    {"kB", {Dimension::data, 1, 3}, false}, {"MB", {Dimension::data, 1, 6}, false}, {"GB", kGigabyte, false},
    {"TB", {Dimension::data, 1, 12}, false}, {"PB", {Dimension::data, 1, 15}, false},
    {"EB", {Dimension::data, 1, 18}, false}, {"KiB", binaryBytes(1), false}, {"MiB", binaryBytes(2), false},
    {"GiB", binaryBytes(3), false}, {"TiB", binaryBytes(4), false}, {"PiB", binaryBytes(5), false},
    {"W", {Dimension::power, 1, 0}, false}, {"kW", {Dimension::power, 1, 3}, false},
    {"MW", {Dimension::power, 1, 6}, true}, {"瓦", {Dimension::power, 1, 0}, true},
    {"千瓦", {Dimension::power, 1, 3}, true}, {"兆瓦", {Dimension::power, 1, 6}, true}, {"kWh", kEnergyKwh, false},
    {"kW-h", kEnergyKwh, false}, {"MWh", {Dimension::energy, 1, 6}, true}, {"千瓦时", kEnergyKwh, true},
    {"度", kEnergyKwh, true}, // the everyday word for a kilowatt-hour
};

constexpr Magnitude kCountMagnitudes[] = {
    {"k", 3, false},
    {"thousand", 3, false},
    {"m", 6, false},
    {"million", 6, false},
    {"b", 9, false},
    {"bn", 9, false},
    {"billion", 9, false},
    {"T", 12, true}, // `t` alone could be "tokens"
    {"trillion", 12, false},
};

constexpr Magnitude kFlopMagnitudes[] = {
    {"k", 3, false},
    {"M", 6, false},
    {"mega", 6, false},
    {"G", 9, false},
    {"giga", 9, false},
    {"T", 12, false},
    {"tera", 12, false},
    {"P", 15, false},
    {"peta", 15, false},
    {"E", 18, false},
    {"exa", 18, false},
    {"Z", 21, false},
    {"zetta", 21, false},
};

// 兆 is left out: it means 10^6 to some readers and 10^12 to others.
constexpr Magnitude kChineseMagnitudes[] = {
    {"千", 3, true},
    {"万", 4, true},
    {"十万", 5, true},
    {"百万", 6, true},
    {"千万", 7, true},
    {"亿", 8, true},
    {"十亿", 9, true},
    {"百亿", 10, true},
    {"千亿", 11, true},
    {"万亿", 12, true},
};

constexpr CurrencySpelling kCurrencySpellings[] = {
    {"US$", "USD", ""},
    {"HK$", "HKD", ""},
    {"NT$", "TWD", ""},
    {"CA$", "CAD", ""},
    {"AU$", "AUD", ""},
    {"NZ$", "NZD", ""},
    {"C$", "CAD", ""},
    {"A$", "AUD", ""},
    {"S$", "SGD", ""},
    {"R$", "BRL", ""},
    {"$", "USD", "CAD AUD NZD SGD HKD TWD MXN ARS CLP COP"},
    {"€", "EUR", ""},
    {"£", "GBP", ""},
    {"CN¥", "CNY", ""},
    {"JP¥", "JPY", ""},
    {"¥", "CNY", "JPY"},
    {"₩", "KRW", ""},
    {"₹", "INR", ""},
    {"RMB", "CNY", ""},
    {"人民币", "CNY", ""},
    {"美元", "USD", ""},
    {"欧元", "EUR", ""},
    {"英镑", "GBP", ""},
    {"日元", "JPY", ""},
    {"港元", "HKD", ""},
    {"元", "CNY", ""},
};

constexpr std::string_view kCurrencyCodes[] = {"USD", "EUR", "GBP", "CNY", "JPY", "CHF", "CAD", "AUD", "NZD", "HKD",
    "TWD", "SGD", "KRW", "INR", "BRL", "MXN", "ZAR", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "RON", "BGN", "ISK",
    "TRY", "ILS", "AED", "SAR", "QAR", "KWD", "THB", "IDR", "MYR", "PHP", "VND", "PKR", "BDT", "UAH", "RUB", "CLP",
    "COP", "ARS", "PEN", "EGP", "NGN", "KES", "MAD"};

} // namespace

const UnitSpec& unitSpec(Unit unit)
{
    return kUnits[static_cast<std::size_t>(unit)];
}

std::span<const Spelling> spellings()
{
    return kSpellings;
}

std::span<const Magnitude> countMagnitudes()
{
    return kCountMagnitudes;
}

std::span<const Magnitude> flopMagnitudes()
{
    return kFlopMagnitudes;
}

std::span<const Magnitude> chineseMagnitudes()
{
    return kChineseMagnitudes;
}

std::span<const CurrencySpelling> currencySpellings()
{
    return kCurrencySpellings;
}

std::span<const std::string_view> currencyCodes()
{
    return kCurrencyCodes;
}

} // namespace fullscope::base
