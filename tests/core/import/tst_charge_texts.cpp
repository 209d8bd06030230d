// SPDX-License-Identifier: GPL-3.0-or-later
// Amounts, dates and names of columns as people write them in ledgers.
#include "core/import/bills/amount_reader.h"
#include "core/import/bills/bill_fields.h"
#include "core/import/bills/charge_dates.h"

#include <gtest/gtest.h>

namespace fullscope::import {
namespace {

using base::Code;

// "1234.5 EUR"; the code where the text cannot be read.
std::string read(const AmountReader& reader, std::string_view text)
{
    const auto amount = reader.read(text);
    if (!amount.ok())
        return amount.error().code == Code::bad_number ? "bad" : "other";
    return amount->value.toString() + (amount->currency.empty() ? "" : " ") + amount->currency;
}

std::string column(std::initializer_list<std::string_view> learned, std::string_view text)
{
    AmountReader reader;
    for (const std::string_view one : learned)
        reader.learn(one);
    return read(reader, text);
}

TEST(AmountReader, readsWhatPeopleWrite)
{
    const AmountReader reader;
    EXPECT_EQ(read(reader, "1,234.56"), "1234.56");
    EXPECT_EQ(read(reader, "1.234,56"), "1234.56");
    EXPECT_EQ(read(reader, "1 234,56"), "1234.56");
    EXPECT_EQ(read(reader, "1\u00A0234\u202F567,5"), "1234567.5");
    EXPECT_EQ(read(reader, "1'234.50"), "1234.5");
    EXPECT_EQ(read(reader, "(12.34)"), "-12.34");
    EXPECT_EQ(read(reader, "($1,012.34)"), "-1012.34");
    EXPECT_EQ(read(reader, "$(12.34)"), "-12.34");
    EXPECT_EQ(read(reader, "-$12.34"), "-12.34");
    EXPECT_EQ(read(reader, "$-12.34"), "-12.34");
    EXPECT_EQ(read(reader, "\u221212.34"), "-12.34");
    EXPECT_EQ(read(reader, "12.34-"), "-12.34");
    EXPECT_EQ(read(reader, "12.34 CR"), "-12.34");
    EXPECT_EQ(read(reader, "12,34 €"), "12.34 EUR");
    EXPECT_EQ(read(reader, "€12.34"), "12.34 EUR");
    EXPECT_EQ(read(reader, "USD 12.34"), "12.34 USD");
    EXPECT_EQ(read(reader, "US$ 12.34"), "12.34 USD");
    EXPECT_EQ(read(reader, "¥1200"), "1200"); // yen or yuan
    EXPECT_EQ(read(reader, "5.64902E-05"), "0.0000564902");
    EXPECT_EQ(read(reader, "5e-06"), "0.000005");
    EXPECT_EQ(read(reader, "0.00000000000000000002"), "0.00000000000000000002");
    EXPECT_EQ(read(reader, ".5"), "0.5");
    EXPECT_EQ(read(reader, "1,234,567"), "1234567");
    for (const char* bad : {"", "-", "()", "convertible", "12.34.56", "1,23,456.7", "12 GPUs", "12%", "1,2345.6", "USD",
             "USD 12 EUR", "2026-03-01", "--5x", "1e", "0x10", "£"})
        EXPECT_EQ(read(reader, bad), "bad") << bad;
}

TEST(AmountReader, readsThousandsAndMillions)
{
    const AmountReader reader;
    for (const auto& [text, value] : {std::pair {"12.5K", "12500"}, {"$12.5K", "12500"}, {"-$1.2M", "-1200000"},
             {"3k USD", "3000 USD"}, {"(2.25 mn)", "-2250000"}, {"1.5bn", "1500000000"}, {"1.2万", "12000"},
             {"1.2万元", "12000 CNY"}, {"3 亿", "300000000"}, {"1,234.5K", "1234500"}})
        EXPECT_EQ(read(reader, text), value) << text;
    for (const char* text : {"K", "12Kx", "1e3K", "12.5Kilo", "12 KK", "30m", "K12", "12.5G"})
        EXPECT_FALSE(reader.read(text).ok()) << text;
    EXPECT_EQ(reader.read("12.5K")->places, -2); // the last digit is of hundreds
    EXPECT_EQ(reader.read("1.2万元")->currency, "CNY");
    EXPECT_TRUE(agrees(*reader.read("12.5K"), *base::Decimal::parse("12549.99")));
    EXPECT_FALSE(agrees(*reader.read("12.5K"), *base::Decimal::parse("12551")));
}

TEST(AmountReader, decidesTheMarkForTheWholeColumn)
{
    EXPECT_EQ(column({"0,5"}, "1,234"), "1.234");
    EXPECT_EQ(column({"1.234", "0,5"}, "1.234"), "1234");
    EXPECT_EQ(column({"0.5"}, "1,234"), "1234");
    EXPECT_EQ(column({"0.5"}, "0,5"), "bad"); // contradicts the column: not read the other way round
    EXPECT_EQ(column({"1.000.000"}, "12,5"), "12.5");
    AmountReader reader;
    reader.learn("12");
    EXPECT_EQ(reader.ambiguous(), "");
    reader.learn("1,234");
    EXPECT_EQ(reader.ambiguous(), "1,234");
    reader.learn("1,5");
    EXPECT_EQ(reader.ambiguous(), "");
}

// "2025-06-01T00:00:00Z .. 2025-07-01T00:00:00Z month"
std::string time(std::string_view text)
{
    ChargeDates dates;
    const auto read = dates.read(text);
    if (!read.ok())
        return read.error().code == Code::bad_time ? "bad" : "other";
    std::string result = base::formatIso({read->start_us});
    if (read->end_us != base::kNoTime)
        result += " .. " + base::formatIso({read->end_us});
    return result + (read->is_month ? " month" : read->is_day ? " day" : "");
}

TEST(ChargeDates, readsMonthsDaysAndInstants)
{
    const std::string june = "2025-06-01T00:00:00Z .. 2025-07-01T00:00:00Z month";
    for (const char* text : {"2025-06", "2025/06", "06/2025", "6/2025", "202506", "June 2025", "Jun 2025", "jun-25",
             "Jun-2025", "2025 June", "2025年6月"})
        EXPECT_EQ(time(text), june) << text;
    EXPECT_EQ(time("Dec 2025"), "2025-12-01T00:00:00Z .. 2026-01-01T00:00:00Z month");
    const std::string fifth = "2025-06-05T00:00:00Z day";
    for (const char* text :
        {"2025-06-05", "20250605", "5 June 2025", "June 5, 2025", "5-Jun-25", "05.06.2025", "45813"})
        EXPECT_EQ(time(text), fifth) << text;
    EXPECT_EQ(time("45813.5"), "2025-06-05T12:00:00Z");
    EXPECT_EQ(time("2025-06-05 10:30:00"), "2025-06-05T10:30:00Z");
    EXPECT_EQ(time("1749081600"), "2025-06-05T00:00:00Z");
    EXPECT_EQ(time("1749081600000"), "2025-06-05T00:00:00Z");
    EXPECT_EQ(time("13/6/2025"), "2025-06-13T00:00:00Z day");
    EXPECT_EQ(time("2026-03-01 - 2026-03-31"), "2026-03-01T00:00:00Z .. 2026-04-01T00:00:00Z");
    EXPECT_EQ(time("Jan 2026 to Mar 2026"), "2026-01-01T00:00:00Z .. 2026-04-01T00:00:00Z");
    EXPECT_EQ(time("2026-03-02 to 2026-03-01"), "other"); // time_backwards
    for (const char* bad : {"Total", "2025", "2025-13", "31.02.2025", "June", "32 June 2025", "202513", "9", "nan",
             "Junk 2025", "2025-06-31", "1e9999"})
        EXPECT_EQ(time(bad), "bad") << bad;
}

TEST(ChargeDates, takesTheOrderFromAnyDateOfTheFile)
{
    ChargeDates dates;
    dates.learn("1/2/2025");
    dates.learn("13/2/2025");
    EXPECT_EQ(base::formatDate({dates.read("1/2/2025")->start_us}), "2025-02-01");
    EXPECT_FALSE(dates.assumed());
}

std::string named(std::string_view name)
{
    const auto column = namedColumn(name);
    return column ? std::string(nameOf(column->field)) : "-";
}

TEST(BillNames, knowsWhatPeopleCallColumns)
{
    for (const char* name : {"Cost", "Amount", "amount_usd", "Cost (USD)", "Charges", "Billed Cost", "Cost in EUR"})
        EXPECT_EQ(named(name), "billed") << name;
    for (const char* name : {"Total", "Total Cost", "Balance", "Grand Total", "Total (USD)"})
        EXPECT_EQ(named(name), "total") << name;
    for (const char* name :
        {"Rate", "Unit Price", "Price", "$/hr", "USD per GPU-hour", "Rate ($/hr)", "price_per_hour"})
        EXPECT_EQ(named(name), "price") << name;
    EXPECT_EQ(named("Date"), "charge_start");
    EXPECT_EQ(named("Invoice Month"), "period");
    EXPECT_EQ(named("Project - Allocation"), "sub_account");
    EXPECT_EQ(named("SU Type"), "usage_type");
    EXPECT_EQ(named("SU Hours (GBhr or SUhr)"), "quantity");
    EXPECT_EQ(named("GPU Hours"), "quantity");
    EXPECT_EQ(named("Hours"), "instance_hours");
    EXPECT_EQ(named("timeBilledMs"), "instance_hours");
    EXPECT_EQ(namedColumn("timeBilledMs")->per_hour, 3'600'000);
    EXPECT_EQ(namedColumn("Duration (min)")->per_hour, 60);
    EXPECT_EQ(named("gpuTypeId"), "instance_type");
    // Parts of a cost, and what may be anything.
    for (const char* name : {"GPU cost", "cpu_cost", "Duration", "Credit Code", "step", "loss", "", "Net", "name"})
        EXPECT_EQ(named(name), "-") << name;
    EXPECT_EQ(moneyUnitOfName("Cost (USD)").currency, "USD");
    EXPECT_EQ(moneyUnitOfName("amount_eur").currency, "EUR");
    EXPECT_EQ(moneyUnitOfName("Rate (€/h)").currency, "EUR");
    EXPECT_EQ(moneyUnitOfName("Cost ($)").currency, "");
    EXPECT_EQ(currencyOfText("¥"), "");
}

} // namespace
} // namespace fullscope::import
