// SPDX-License-Identifier: GPL-3.0-or-later
// Which price holds on a day. Built-in figures were read by eye from data/catalogue/instances.csv.
#include "core/catalogue/catalogue.h"

#include <gtest/gtest.h>

namespace fullscope::catalogue {

namespace {

using base::Code;
using Why = FoundPrice::Why;

Price price(
    std::int64_t id, const std::string& as_of, const std::string& per_h, const std::string& region = "us-east-1")
{
    return {.id = id,
        .provider = "aws",
        .instance_type = "p5.48xlarge",
        .region = region,
        .option = PriceOption::on_demand,
        .per_h = *base::Decimal::parse(per_h),
        .currency = "USD",
        .as_of = as_of,
        .source = "offer",
        .note = {}};
}

PriceQuery on(const std::string& date, const std::string& region = "us-east-1")
{
    return {.instance_type = "p5.48xlarge", .region = region, .date = date};
}

std::string amountOf(const base::Result<FoundPrice>& found)
{
    return found.ok() ? found->price.per_h.toString() : "error " + std::to_string(static_cast<int>(found.error().code));
}

Code errorOf(const base::Result<FoundPrice>& found)
{
    return found.ok() ? Code::count : found.error().code;
}

} // namespace

TEST(Prices, theLatestUpToTheDayHolds)
{
    const std::vector<Price> prices {
        price(1, "2025-06-01", "60"), price(2, "2024-01-01", "98.32"), price(3, "2026-01-01", "55.04")};
    EXPECT_EQ(amountOf(priceAt(prices, on("2024-01-01"))), "98.32"); // on the day itself
    EXPECT_EQ(amountOf(priceAt(prices, on("2025-05-31"))), "98.32");
    EXPECT_EQ(amountOf(priceAt(prices, on("2025-06-01"))), "60");
    const auto last = priceAt(prices, on("2030-01-01"));
    EXPECT_EQ(amountOf(last), "55.04");
    EXPECT_EQ(last->why, Why::latest);
    ASSERT_EQ(last->others.size(), 2U);
    EXPECT_EQ(last->others[0].id, 1);
    EXPECT_EQ(last->others[1].id, 2);
    EXPECT_TRUE(last->later.empty());
}

TEST(Prices, aPriceOfLaterDaysIsNotTakenBefore)
{
    const std::vector<Price> prices {price(1, "2026-03-01", "50"), price(2, "2027-01-01", "45")};
    const auto missing = priceAt(prices, on("2026-02-28"));
    ASSERT_EQ(errorOf(missing), Code::price_missing);
    EXPECT_EQ(missing.error().found, "p5.48xlarge (on_demand, USD)");
    EXPECT_EQ(missing.error().args, (std::vector<std::string> {"us-east-1", "2026-02-28"}));
    const auto found = priceAt(prices, on("2026-12-31"));
    EXPECT_EQ(amountOf(found), "50");
    EXPECT_EQ(found->why, Why::only);
    ASSERT_EQ(found->later.size(), 1U);
    EXPECT_EQ(found->later[0].id, 2);
}

TEST(Prices, ofOneDayTheUsersHoldsAndOfTheUsersTheOneEnteredLast)
{
    std::vector<Price> prices {
        price(0, "2026-07-20", "55.04"), price(4, "2026-07-20", "41"), price(7, "2026-07-20", "40")};
    auto found = priceAt(prices, on("2026-11-30"));
    EXPECT_EQ(amountOf(found), "40");
    EXPECT_EQ(found->why, Why::entered_last);
    prices.pop_back();
    found = priceAt(prices, on("2026-11-30"));
    EXPECT_EQ(amountOf(found), "41");
    EXPECT_EQ(found->why, Why::users_of_that_day);
    prices[1].as_of = "2026-07-19"; // older than the built-in one
    found = priceAt(prices, on("2026-11-30"));
    EXPECT_EQ(amountOf(found), "55.04");
    EXPECT_EQ(found->why, Why::latest);
}

TEST(Prices, aDateThatIsAMonthOrAYearCountsFromItsFirstDay)
{
    const std::vector<Price> prices {price(0, "2026", "80"), price(0, "2026-03", "70"), price(0, "2026-03-02", "60")};
    EXPECT_EQ(amountOf(priceAt(prices, on("2026-01-01"))), "80");
    EXPECT_EQ(amountOf(priceAt(prices, on("2026-03-01"))), "70");
    EXPECT_EQ(amountOf(priceAt(prices, on("2026-12-31"))), "60");
    EXPECT_EQ(errorOf(priceAt(prices, on("2025-12-31"))), Code::price_missing);
}

TEST(Prices, nothingStandsInForAnotherRegionOptionCurrencyOrType)
{
    const std::vector<Price> prices {price(1, "2026-01-01", "55.04")};
    EXPECT_EQ(errorOf(priceAt(prices, on("2026-06-01", "eu-west-1"))), Code::price_missing);
    EXPECT_NE(priceAt(prices, on("2026-06-01", "eu-west-1")).error().expected.find("us-east-1"), std::string::npos);
    PriceQuery query = on("2026-06-01");
    query.option = PriceOption::spot;
    EXPECT_EQ(errorOf(priceAt(prices, query)), Code::price_missing);
    query = on("2026-06-01");
    query.currency = "EUR";
    EXPECT_EQ(errorOf(priceAt(prices, query)), Code::price_missing);
    query = on("2026-06-01");
    query.instance_type = "ml.p5.48xlarge"; // SageMaker sells the same machine at another price
    EXPECT_EQ(errorOf(priceAt(prices, query)), Code::price_missing);
    query.instance_type = "P5.48XLarge";
    query.region = "US-EAST-1";
    EXPECT_EQ(amountOf(priceAt(prices, query)), "55.04");
}

TEST(Prices, aPriceOfAllRegionsHoldsInEachButTheRegionsOwnComesFirst)
{
    std::vector<Price> prices {price(0, "2026-01-01", "80", "all"), price(0, "2026-01-01", "75", "eu-1")};
    EXPECT_EQ(amountOf(priceAt(prices, on("2026-06-01", "us-9"))), "80");
    const auto own = priceAt(prices, on("2026-06-01", "eu-1"));
    EXPECT_EQ(amountOf(own), "75");
    EXPECT_EQ(own->why, Why::named_region);
    EXPECT_EQ(amountOf(priceAt(prices, on("2026-06-01", "all"))), "80");
}

TEST(Prices, whatAQuestionNeeds)
{
    const std::vector<Price> prices {price(1, "2026-01-01", "55.04")};
    for (const auto member :
        {&PriceQuery::instance_type, &PriceQuery::region, &PriceQuery::date, &PriceQuery::currency}) {
        PriceQuery query = on("2026-06-01");
        query.*member = " ";
        EXPECT_EQ(errorOf(priceAt(prices, query)), Code::not_given);
    }
    for (const char* date : {"2026-02-30", "2026", "30.11.2026", "2026-11-30T10:00Z", "yesterday"})
        EXPECT_EQ(errorOf(priceAt(prices, on(date))), Code::bad_time) << date;
}

TEST(Prices, aTypeOfTwoSellersNeedsTheSellersName)
{
    std::vector<Price> prices {price(1, "2026-01-01", "3"), price(2, "2026-01-01", "2")};
    prices[1].provider = "other";
    const auto asked = priceAt(prices, on("2026-06-01"));
    ASSERT_EQ(errorOf(asked), Code::not_given);
    EXPECT_EQ(asked.error().field, "provider");
    EXPECT_EQ(asked.error().expected, "aws, other");
    PriceQuery query = on("2026-06-01");
    query.provider = "AWS";
    EXPECT_EQ(amountOf(priceAt(prices, query)), "3");
}

TEST(Prices, zeroIsAPriceThatSomebodyEntered)
{
    EXPECT_EQ(amountOf(priceAt(std::vector<Price> {price(1, "2026-01-01", "0")}, on("2026-06-01"))), "0");
}

TEST(Prices, ageCountsFromTheFirstDayThatADateMayMean)
{
    EXPECT_FALSE(isOld("2025-11-30", "2026-11-30"));
    EXPECT_TRUE(isOld("2025-11-29", "2026-11-30"));
    EXPECT_FALSE(isOld("2024-02-29", "2025-02-28"));
    EXPECT_TRUE(isOld("2024-02-29", "2025-03-01"));
    EXPECT_TRUE(isOld("2025", "2026-11-30"));
    EXPECT_FALSE(isOld("2026", "2026-11-30"));
    EXPECT_TRUE(isOld("2024-12", "2026-11-30"));
    EXPECT_FALSE(isOld("2024-12", "")); // nobody said what day it is
}

TEST(Prices, optionsAreReadAsPeopleWriteThem)
{
    EXPECT_EQ(priceOption("On-Demand"), PriceOption::on_demand);
    EXPECT_EQ(priceOption(" reserved 1yr "), PriceOption::reserved_1yr);
    EXPECT_FALSE(priceOption("cheap"));
    for (std::size_t i = 0; i < kPriceOptions; ++i)
        EXPECT_EQ(priceOption(name(static_cast<PriceOption>(i))), static_cast<PriceOption>(i));
}

TEST(Prices, theBuiltInOnesAreExactAndDated)
{
    const auto& prices = Catalogue::builtIn().prices();
    // Cells of the four columns that are not empty, counted with Python's csv.
    std::size_t spot = 0, blocks = 0;
    for (const Price& one : prices) {
        EXPECT_TRUE(firstDay(one.as_of).ok()) << one.instance_type << one.as_of;
        EXPECT_FALSE(one.region.empty()) << one.instance_type;
        spot += one.option == PriceOption::spot ? 1U : 0U;
        blocks += one.option == PriceOption::capacity_block ? 1U : 0U;
    }
    EXPECT_EQ(blocks, 4U);
    EXPECT_EQ(spot, 29U);
    EXPECT_EQ(prices.size(), 142U);
    EXPECT_EQ(amountOf(priceAt(prices, on("2026-11-30"))), "55.04");
    PriceQuery block = on("2026-11-30");
    block.option = PriceOption::capacity_block;
    EXPECT_EQ(amountOf(priceAt(prices, block)), "39.33");
    EXPECT_EQ(errorOf(priceAt(prices, {.instance_type = "trn2.48xlarge", .region = "us-east-1", .date = "2026-11-30"})),
        Code::price_missing);
    EXPECT_EQ(
        amountOf(priceAt(prices, {.instance_type = "BM.GPU.H100.8", .region = "eu-frankfurt-1", .date = "2026-11-30"})),
        "80");
}

TEST(Prices, historyIsInOrderOfDate)
{
    std::vector<Price> prices {price(1, "2026-01-01", "3"), price(2, "2024-12", "1"), price(3, "2025", "2")};
    prices.push_back(price(4, "2020-01-01", "9"));
    prices.back().instance_type = "p4d.24xlarge";
    const auto history = historyOf(prices, "P5.48xlarge");
    ASSERT_EQ(history.size(), 3U);
    EXPECT_EQ(history[0].id, 2);
    EXPECT_EQ(history[1].id, 3);
    EXPECT_EQ(history[2].id, 1);
}

} // namespace fullscope::catalogue
