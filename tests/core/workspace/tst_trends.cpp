// SPDX-License-Identifier: GPL-3.0-or-later
// Cost and progress week by week. Expected figures: worked out by hand from the files written here. The first of March
// 2024 is a Friday: its ISO week is 2024-W09, and W10 begins 72 hours later. Names of weeks: Python's
// date.isocalendar().
#include "core/workspace/trends.h"

#include "core/ledger/decimal_sum.h"
#include "tests/core/workspace/import_fixture.h"
#include "tests/core/workspace/reconcile_files.h"

#include <random>

namespace fullscope::workspace::test {

namespace {

using ledger::TrendWeek;

const std::int64_t kWeek9 = base::fromCivil(2024, 2, 26).us;
constexpr const char* kA100 = "A100 SXM4 40GB";

class TrendsOfWorkspace : public ImportTest {
protected:
    std::int64_t run(const std::string& name, int from, int to, const std::string& type = "p4d.24xlarge")
    {
        writeSteps(m_folder.file(name), from, to);
        const auto outcome = import({m_folder.file(name)});
        if (outcome.imported.size() != 1)
            return 0;
        const std::int64_t id = outcome.imported[0].id;
        if (!type.empty()) {
            state(id, "instance_type", type);
            state(id, "nodes", "1");
        }
        return id;
    }
    void state(std::int64_t id, const std::string& name, const std::string& value)
    {
        ASSERT_OK(m_workspace->setFact(id, name, value, base::JobContext()));
    }
    // Hours of the instance, and what `further` lines of the same report charge.
    void bill(int from, int to, const std::string& further = {})
    {
        writeHours(m_folder.file("bill.csv"), from, to, 1);
        std::ofstream(m_folder.file("bill.csv"), std::ios::app) << further;
        ASSERT_EQ(import({m_folder.file("bill.csv")}).imported.size(), 1U);
    }
    ledger::Trends made()
    {
        auto found = trends(*m_workspace, base::JobContext());
        EXPECT_TRUE(found.ok()) << (found.ok() ? "" : found.error().field + " " + found.error().found);
        return found.ok() ? std::move(found->trends) : ledger::Trends();
    }
    const TrendWeek* week(const ledger::Trends& all, const std::string& platform, int number)
    {
        for (const ledger::PlatformTrend& one : all.platforms)
            if (one.platform == platform)
                return one.week(kWeek9 + (number - 9) * ledger::kWeekUs);
        return nullptr;
    }
};

} // namespace

TEST_F(TrendsOfWorkspace, aRunOverAWeeksEndIsSplitByTime)
{
    bill(0, 264); // 72 hours of W09, 168 of W10, 24 of W11, each 30 USD
    state(run("log.csv", 60, 84), "tokens_per_step", "1000000"); // 12 hours in either week, a step a minute
    const ledger::Trends all = made();
    ASSERT_EQ(all.platforms.size(), 1U);
    EXPECT_EQ(all.platforms[0].platform, kA100);
    ASSERT_EQ(all.platforms[0].weeks.size(), 3U);
    const TrendWeek *nine = week(all, kA100, 9), *ten = week(all, kA100, 10), *eleven = week(all, kA100, 11);
    ASSERT_TRUE(nine != nullptr && ten != nullptr && eleven != nullptr);
    EXPECT_EQ(nine->steps, 720);
    EXPECT_EQ(ten->steps, 720);
    EXPECT_EQ(nine->bills.money.at("USD").billed.toString(), "2160");
    EXPECT_EQ(ten->bills.money.at("USD").billed.toString(), "5040");
    EXPECT_DOUBLE_EQ(nine->costPer1000Steps()->value, 3000); // 2160 / 0.72
    EXPECT_DOUBLE_EQ(ten->costPer1000Steps()->value, 7000); // 5040 / 0.72
    EXPECT_DOUBLE_EQ(nine->costPerMTokens()->value, 3); // 2160 / 720
    EXPECT_DOUBLE_EQ(nine->idleCost()->value, 1800); // 60 hours
    EXPECT_DOUBLE_EQ(ten->idleCost()->value, 4680); // 156
    EXPECT_DOUBLE_EQ(nine->goodput().value(), 1);
    EXPECT_EQ(nine->wall_us, 12 * ledger::kHourUs);
    EXPECT_FALSE(nine->whole); // the bill begins on its Friday
    EXPECT_TRUE(ten->whole);
    EXPECT_FALSE(eleven->whole);
    EXPECT_FALSE(eleven->costPer1000Steps()); // nothing was trained: no figure, not 0
    EXPECT_FALSE(eleven->goodput());
    EXPECT_DOUBLE_EQ(eleven->idleCost()->value, 720);
    EXPECT_EQ(eleven->rows, (std::vector<ledger::TrendRows> {{nine->rows.at(0).bill_id, 240, 24}}));
    EXPECT_EQ(all.total.at("USD").toString(), "7920");
}

TEST_F(TrendsOfWorkspace, otherChargesAreSpreadOverTheirTime)
{
    bill(0, 24,
        "9,2024-03-01T00:00:00Z,2024-04-01T00:00:00Z,Fee,2024-03-01T00:00:00Z,2024-04-01T00:00:00Z,AWSSupport,"
        "Support,1,USD,310,,\n"
        "9,2024-03-01T00:00:00Z,2024-04-01T00:00:00Z,Credit,2024-03-05T00:00:00Z,2024-03-06T00:00:00Z,AmazonEC2,"
        "Credit,1,USD,-12.5,,\n");
    const ledger::Trends all = made();
    const auto other = [&](int number) {
        const auto found = all.other.find(kWeek9 + (number - 9) * ledger::kWeekUs);
        return found == all.other.end() ? std::string("none") : found->second.at("USD").toString();
    };
    EXPECT_EQ(other(9), "30"); // three days of 31
    EXPECT_EQ(other(10), "57.5"); // seven, and the credit
    EXPECT_EQ(other(11), "70");
    EXPECT_EQ(other(12), "70");
    EXPECT_EQ(other(13), "70");
    EXPECT_EQ(other(14), "none");
    EXPECT_EQ(all.total.at("USD").toString(), "1017.5"); // 720 + 310 − 12.5
    EXPECT_EQ(week(all, kA100, 10), nullptr); // a gap
}

TEST_F(TrendsOfWorkspace, hoursThatAreAllTakenBackLeaveTheirMoney)
{
    // One hour for 30, which a correction takes back for 24: no hours, and 6 that are of the platform all the same.
    bill(0, 1,
        "9,2024-03-01T00:00:00Z,2024-04-01T00:00:00Z,Usage," + dayTime(0) + ',' + dayTime(1)
            + ",AmazonEC2,USE2-BoxUsage:p4d.24xlarge,-1,USD,-24,Hrs,i-1\n");
    const ledger::Trends all = made();
    EXPECT_EQ(all.total.at("USD").toString(), "6");
    ASSERT_EQ(all.platforms.size(), 1U);
    EXPECT_EQ(all.platforms[0].platform, kA100);
    ASSERT_TRUE(all.platforms[0].apart);
    EXPECT_EQ(all.platforms[0].apart->bills.money.at("USD").billed.toString(), "6");
    EXPECT_EQ(all.platforms[0].apart->bills.hours, ledger::ReconciledHours());
    EXPECT_TRUE(all.other.empty());
}

TEST_F(TrendsOfWorkspace, otherChargesWithoutACostAreCounted)
{
    std::ofstream out(m_folder.file("focus.csv"));
    out << "BilledCost,EffectiveCost,BillingAccountId,BillingCurrency,BillingPeriodStart,BillingPeriodEnd,"
           "ChargeCategory,ChargeDescription,ChargePeriodStart,ChargePeriodEnd,ConsumedQuantity,ConsumedUnit,"
           "ProviderName,ServiceName\n";
    for (const char* of : {"2,2,9", ",3,9", ",,9", "NULL,NULL,9"}) // the second one is told by its amortised cost
        out << of << ",USD,2024-03-01T00:00:00Z,2024-04-01T00:00:00Z,Usage,requests,"
            << "2024-03-01T00:00:00Z,2024-03-02T00:00:00Z,1,GB,AWS,S3\n";
    out.close();
    ASSERT_EQ(import({m_folder.file("focus.csv")}).imported.size(), 1U);
    const ledger::Trends all = made();
    EXPECT_EQ(all.other.at(kWeek9).at("USD").toString(), "5");
    EXPECT_EQ(all.total.at("USD").toString(), "5");
    EXPECT_EQ(all.other_without_cost, 2);
}

TEST_F(TrendsOfWorkspace, aWeekWithoutABillHasProgressAndNoMoney)
{
    bill(0, 24);
    run("log.csv", 80, 90); // in W10, after the bill
    const ledger::Trends all = made();
    const TrendWeek* const ten = week(all, kA100, 10);
    ASSERT_NE(ten, nullptr);
    EXPECT_EQ(ten->steps, 600);
    EXPECT_FALSE(ten->costPer1000Steps());
    EXPECT_FALSE(ten->idleCost());
    EXPECT_FALSE(ten->whole);
}

TEST_F(TrendsOfWorkspace, whatIsNotKnownMakesABound)
{
    bill(72, 240);
    run("log.csv", 80, 90);
    run("other.csv", 100, 101, ""); // of no known type
    run("late.csv", 238, 242); // the last two hours are in W11, without a bill
    writeHours(m_folder.file("no.csv"), 0, 0, 0);
    std::ofstream(m_folder.file("plain.csv")) << "step,loss\n1,2.5\n2,2.4\n";
    import({m_folder.file("plain.csv")});
    const ledger::Trends all = made();
    const TrendWeek* const ten = week(all, kA100, 10);
    ASSERT_NE(ten, nullptr);
    EXPECT_TRUE(ten->costPer1000Steps()->at_most); // what ran for an hour may have been on it
    EXPECT_FALSE(ten->costPer1000Steps()->at_least);
    EXPECT_EQ(ten->steps, 720); // 600 and two hours of 60
    ASSERT_NE(week(all, "", 10), nullptr);
    EXPECT_EQ(week(all, "", 10)->steps, 60);
    EXPECT_FALSE(week(all, kA100, 11)->costPer1000Steps());
    ASSERT_EQ(all.runs_without_times.size(), 1U);
    EXPECT_EQ(all.runs_without_times[0].name, "plain");
}

TEST_F(TrendsOfWorkspace, stepsThatRanAgainCountWhereTheyRanLast)
{
    bill(0, 240);
    std::ofstream out(m_folder.file("again.csv"));
    out << "step,loss,timestamp\n";
    for (int minute = 1; minute <= 600; ++minute) // to step 600 in W09
        out << minute << ",2.5," << dayTime(60, minute) << '\n';
    for (int minute = 1; minute <= 600; ++minute) // steps 501 to 1100 in W10
        out << 500 + minute << ",2.5," << dayTime(72, minute) << '\n';
    out.close();
    const auto outcome = import({m_folder.file("again.csv")});
    ASSERT_EQ(outcome.imported.size(), 1U);
    state(outcome.imported[0].id, "instance_type", "p4d.24xlarge");
    state(outcome.imported[0].id, "nodes", "1");
    const ledger::Trends all = made();
    EXPECT_EQ(week(all, kA100, 9)->steps, 500);
    EXPECT_EQ(week(all, kA100, 10)->steps, 600);
}

// Ten steps a record, which the log does not say: 24 records are no 24 steps.
TEST_F(TrendsOfWorkspace, recordsOfALogWithoutStepsAreNoSteps)
{
    bill(72, 240);
    std::ofstream out(m_folder.file("hf.log"));
    out << "2024-03-04 08:00:00,000 - INFO - ***** Running training *****\n"
           "2024-03-04 08:00:00,000 - INFO -   Total optimization steps = 240\n";
    for (int minute = 1; minute <= 24; ++minute)
        out << "2024-03-04 08:" << (minute < 10 ? "0" : "") << minute
            << ":00,000 - INFO - {'loss': 2.5, 'grad_norm': 1.2, 'learning_rate': 5e-05, 'epoch': 0.1}\n";
    out.close();
    const auto outcome = import({m_folder.file("hf.log")});
    ASSERT_EQ(outcome.imported.size(), 1U);
    state(outcome.imported[0].id, "instance_type", "p4d.24xlarge");
    state(outcome.imported[0].id, "nodes", "1");
    state(outcome.imported[0].id, "tokens_per_step", "1000000"); // of a step, not of a record
    const ledger::Trends all = made();
    const TrendWeek* const ten = week(all, kA100, 10);
    ASSERT_NE(ten, nullptr);
    EXPECT_TRUE(ten->steps_not_told);
    EXPECT_EQ(ten->steps, 0);
    EXPECT_EQ(ten->tokens, 0);
    EXPECT_FALSE(ten->costPer1000Steps());
    EXPECT_FALSE(ten->costPerMTokens());
    EXPECT_EQ(ten->run_ids.size(), 1U);
    EXPECT_EQ(ten->bills.money.at("USD").billed.toString(), "5040"); // 168 hours of 30
    ASSERT_EQ(all.runs_without_steps.size(), 1U);
    EXPECT_EQ(all.runs_without_steps[0].records, 24);
    EXPECT_EQ(all.runs_without_steps[0].total_steps, "240");
}

// An invoice without amortised costs, as FOCUS: what was billed is what the hours cost. 48 hours for 1440.
TEST_F(TrendsOfWorkspace, hoursOfABillWithoutAmortisedCostsCostWhatWasBilled)
{
    for (const bool amortised : {false, true}) {
        std::ofstream out(m_folder.file("focus.csv"));
        out << "BilledCost,BillingAccountId,BillingCurrency,BillingPeriodStart,BillingPeriodEnd,ChargeCategory,"
               "ChargeDescription,ChargePeriodStart,ChargePeriodEnd,ConsumedQuantity,ConsumedUnit,ProviderName,"
               "ServiceName,ServiceCategory,PricingCategory,SkuPriceDetails,ResourceId,EffectiveCost\n";
        const auto row = [&](const char* cost, const char* hours, const char* details, const char* effective) {
            out << cost << ",9,USD,2024-03-01T00:00:00Z,2024-04-01T00:00:00Z,Usage,hours of March,"
                << "2024-03-05T00:00:00Z,2024-03-07T00:00:00Z," << hours
                << ",Hours,AWS,Amazon Elastic Compute Cloud,Compute,Standard," << details << ",i-1," << effective
                << '\n';
        };
        row("1440", "48", R"("{""InstanceType"":""p4d.24xlarge""}")", amortised ? "960" : "");
        row("12", "1", "", amortised ? "12" : "");
        out.close();
        ASSERT_EQ(import({m_folder.file("focus.csv")}).imported.size(), 1U);
        const ledger::Trends all = made();
        const TrendWeek* const ten = week(all, kA100, 10);
        ASSERT_NE(ten, nullptr);
        EXPECT_EQ(ten->bills.money.at("USD").billed.toString(), amortised ? "960" : "1440"); // one of them, never both
        EXPECT_DOUBLE_EQ(ten->idleCost()->value, amortised ? 960 : 1440);
        EXPECT_FALSE(ten->idleCost()->at_least);
        EXPECT_EQ(all.other.at(kWeek9 + ledger::kWeekUs).at("USD").toString(), "12");
        EXPECT_EQ(all.total.at("USD").toString(), amortised ? "972" : "1452");
    }
}

TEST_F(TrendsOfWorkspace, nothingAtAllIsNoTrend)
{
    const ledger::Trends all = made();
    EXPECT_TRUE(all.platforms.empty());
    EXPECT_TRUE(all.weeks().empty());
    EXPECT_TRUE(all.total.empty());
}

// --- whatever goes in

namespace {

using namespace ledger;
using base::Decimal;

} // namespace

TEST(Weeks, haveIsoNames)
{
    const auto nameOf = [](int year, unsigned month, unsigned day, std::int64_t us = 0) {
        return weekName(weekOf(base::fromCivil(year, month, day).us + us));
    };
    EXPECT_EQ(nameOf(2024, 3, 3, kDayUs - 1), "2024-W09");
    EXPECT_EQ(nameOf(2024, 3, 4), "2024-W10");
    EXPECT_EQ(nameOf(2021, 1, 3), "2020-W53");
    EXPECT_EQ(nameOf(2024, 12, 30), "2025-W01");
    EXPECT_EQ(nameOf(2026, 11, 30), "2026-W49");
    EXPECT_EQ(nameOf(1970, 1, 1), "1970-W01");
    EXPECT_EQ(weekOf(-1), -3 * kDayUs); // before the epoch too
}

TEST(Weeks, areReadFromTheirNames)
{
    EXPECT_EQ(*parseWeek("2024-W10"), base::fromCivil(2024, 3, 4).us);
    EXPECT_EQ(*parseWeek("2020-W53"), base::fromCivil(2020, 12, 28).us);
    for (const char* odd : {"", "2021-W53", "2024-W00", "2024-W1", "2024-10", "2024-W1a", "24-W10-01"}) {
        ASSERT_FALSE(parseWeek(odd).ok()) << odd;
        EXPECT_EQ(parseWeek(odd).error().code, base::Code::bad_time) << odd;
    }
}

TEST(Trends, addUpToTheBillsWhateverTheyAre)
{
    for (unsigned seed = 0; seed < 60; ++seed) {
        std::mt19937 random(seed);
        const auto below = [&](int limit) { return std::uniform_int_distribution(0, limit - 1)(random); };
        const auto amount = [&] {
            return *Decimal::parse((below(6) == 0 ? "-" : "") + std::to_string(below(90'000)) + "."
                + std::to_string(below(1'000'000'000)) + std::to_string(below(1'000'000'000)));
        };
        TrendTally tally;
        MoneySums total;
        BilledPeriods periods({});
        for (int i = below(200); i > 0; --i) {
            BilledHours row {.instance_type = below(3) == 0 ? "a"
                    : below(9) == 0                         ? "c"
                                                            : "b",
                .resource_id = {},
                .currency = below(30) == 0 ? "EUR" : "USD",
                .hours = Decimal(),
                .cost = {}};
            row.unused = below(9) == 0;
            if (below(20) != 0) {
                row.start_us = below(2'000) * kHourUs + below(3) * 1'234'567;
                row.end_us = row.start_us + (below(4) == 0 ? below(60) * kDayUs + kHourUs : kHourUs);
            }
            if (row.instance_type != "c") // which costs something without any hours
                row.hours = amount();
            if (below(8) != 0) {
                row.cost = amount();
                ASSERT_TRUE(addTo(total[row.currency], *row.cost).ok());
            }
            ASSERT_TRUE(periods.add(row).ok());
        }
        std::vector<RunHours> runs;
        for (int i = below(5); i > 0; --i) {
            RunHours run {
                .run_id = i, .name = {}, .instance_type = "a", .nodes = below(4) + 1, .resource_ids = {}, .times = {}};
            const std::int64_t start_us = below(2'000) * kHourUs;
            run.times.push_back({start_us, start_us + below(400) * kHourUs + 1, true});
            runs.push_back(run);
        }
        for (int i = below(100); i > 0; --i) {
            const bool timed = below(9) != 0;
            const std::int64_t start_us = timed ? below(2'000) * kHourUs + 7 : base::kNoTime;
            const std::int64_t end_us
                = timed ? start_us + below(50) * kDayUs * (below(20) == 0 ? 400 : 1) : base::kNoTime;
            const Decimal cost = amount();
            ASSERT_TRUE(addTo(total["USD"], cost).ok());
            ASSERT_TRUE(tally.addOther(start_us, end_us, "USD", cost).ok());
        }
        const auto billed = periods.take();
        ASSERT_TRUE(billed.ok());
        const auto all = reconcile(*billed, runs, {}, base::JobContext());
        ASSERT_TRUE(all.ok());
        for (const ReconciledType& type : all->types)
            ASSERT_TRUE(tally.addBills(type.instance_type, type).ok());
        const auto made = tally.take(total); // checks the sum of money, exactly
        ASSERT_TRUE(made.ok()) << "seed " << seed << ": " << made.error().found;
        ReconciledHours hours, expected;
        for (const ReconciledType& type : all->types)
            ASSERT_TRUE(expected.add(type.total.hours).ok());
        for (const PlatformTrend& platform : made->platforms) {
            for (const TrendWeek& week : platform.weeks) {
                ASSERT_TRUE(hours.add(week.bills.hours).ok());
                EXPECT_EQ(week.start_us, weekOf(week.start_us));
                for (const auto& [currency, money] : week.bills.money) {
                    Decimal sum;
                    for (const Decimal& part : {money.used, money.idle, money.unused, money.apart})
                        ASSERT_TRUE(addTo(sum, part).ok());
                    EXPECT_EQ(sum, money.billed) << seed;
                }
            }
            if (platform.apart) {
                ASSERT_TRUE(hours.add(platform.apart->bills.hours).ok());
            }
        }
        EXPECT_EQ(hours, expected) << seed;
    }
}

TEST(Trends, aSumThatIsNotTheBillsIsAnError)
{
    TrendTally tally;
    ASSERT_TRUE(tally.addOther(0, kDayUs, "USD", *Decimal::parse("1")).ok());
    const auto made = tally.take({{"USD", *Decimal::parse("1.000000000000000000000001")}});
    ASSERT_FALSE(made.ok());
    EXPECT_EQ(made.error().code, base::Code::internal);
}

TEST(Trends, downtimeOfARunIsNoProgress)
{
    // Two nodes: six hours before a Monday productive, two of downtime, of which one in the next week, then four.
    const std::int64_t monday_us = base::fromCivil(2024, 3, 4).us;
    TimeLedger ledger;
    ledger.goodput = 10.0 / 12;
    ledger.spans = {{TimeCategory::productive, 0, 6 * kHourUs}, {TimeCategory::downtime, 6 * kHourUs, 2 * kHourUs},
        {TimeCategory::productive, 8 * kHourUs, 4 * kHourUs}};
    TrendTally tally;
    tally.addRun({"H100", 7, 2, monday_us - 7 * kHourUs}, ledger);
    tally.addProgress({"H100", 7, 2, 0}, monday_us - kHourUs, monday_us + 3 * kHourUs, 100, 4e6);
    const auto made = tally.take({});
    ASSERT_TRUE(made.ok());
    ASSERT_EQ(made->platforms.size(), 1U);
    ASSERT_EQ(made->platforms[0].weeks.size(), 2U);
    const TrendWeek &before = made->platforms[0].weeks[0], &after = made->platforms[0].weeks[1];
    EXPECT_EQ(before.wall_us, 14 * kHourUs); // 7 hours, twice
    EXPECT_DOUBLE_EQ(*before.goodput(), 6.0 / 7);
    EXPECT_DOUBLE_EQ(*after.goodput(), 4.0 / 5);
    EXPECT_DOUBLE_EQ(before.steps, 25);
    EXPECT_DOUBLE_EQ(after.tokens, 3e6);
    EXPECT_FALSE(before.whole || after.whole);
    EXPECT_EQ(before.run_ids, (std::vector<std::int64_t> {7}));
    EXPECT_FALSE(after.costPer1000Steps()); // no bill: absent, not 0
    EXPECT_FALSE(after.idleCost());
}

} // namespace fullscope::workspace::test
