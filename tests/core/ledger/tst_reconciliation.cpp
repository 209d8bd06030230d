// SPDX-License-Identifier: GPL-3.0-or-later
// Billed hours against run hours. Expected figures: worked out by hand.
#include "core/ledger/reconciliation.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace base = fullscope::base;
using namespace fullscope::ledger;
using base::Decimal;

namespace {

const std::int64_t kDay0 = base::fromCivil(2024, 3, 1).us;
constexpr const char* kType = "p5.48xlarge";

std::int64_t at(double hour) // of the first day
{
    return kDay0 + static_cast<std::int64_t>(hour * 3600) * base::kSecondUs;
}

Decimal decimal(const std::string& text)
{
    return *Decimal::parse(text);
}

std::string hours(const Decimal& seconds)
{
    return base::Decimal::fromDouble(seconds.toDouble() / 3600, 9)->toString();
}

// `hours` in the charge period from `from` to `to`, for 10 USD each.
BilledHours billed(
    double from, double to, const std::string& count, const std::string& cost = {}, const std::string& resource = {})
{
    BilledHours row;
    row.instance_type = kType;
    row.resource_id = resource;
    row.currency = "USD";
    row.start_us = at(from);
    row.end_us = at(to);
    row.hours = decimal(count);
    row.cost = cost.empty() ? *Decimal::times(row.hours, 10) : decimal(cost);
    return row;
}

RunHours runOf(std::int64_t id, double from, double to, std::int64_t nodes = 1, std::vector<std::string> ids = {})
{
    RunHours run;
    run.run_id = id;
    run.name = "run " + std::to_string(id);
    run.instance_type = kType;
    run.nodes = nodes;
    run.resource_ids = std::move(ids);
    run.times = {{at(from), at(to), true}};
    return run;
}

Reconciliation reconciled(
    const std::vector<BilledHours>& rows, const std::vector<RunHours>& runs, const ReconcileRange& range = {})
{
    BilledPeriods periods(resourceIds(runs));
    for (const BilledHours& row : rows)
        EXPECT_TRUE(periods.add(row).ok());
    const auto types = periods.take();
    EXPECT_TRUE(types.ok());
    auto all = reconcile(*types, runs, range, base::JobContext());
    EXPECT_TRUE(all.ok());
    return all.ok() ? *std::move(all) : Reconciliation();
}

// One instance, billed from `from` to `to` by the hour.
std::vector<BilledHours> hourly(int from, int to, const std::string& count = "1", const std::string& resource = {})
{
    std::vector<BilledHours> rows;
    for (int hour = from; hour < to; ++hour)
        rows.push_back(billed(hour, hour + 1, count, {}, resource));
    return rows;
}

void append(std::vector<BilledHours>& rows, const std::vector<BilledHours>& more)
{
    rows.insert(rows.end(), more.begin(), more.end());
}

} // namespace

TEST(Reconciliation, hoursWithoutARunAreIdleAtTheirOwnPrice)
{
    auto rows = hourly(0, 8);
    rows[7].cost = decimal("40"); // the last hour is dearer, and idle
    const auto all = reconciled(rows, {runOf(1, 2, 4.5)});
    ASSERT_EQ(all.types.size(), 1U);
    const ReconciledType& type = all.types[0];
    EXPECT_EQ(type.resolution, Resolution::hour);
    EXPECT_EQ(hours(type.total.hours.billed), "8");
    EXPECT_EQ(hours(type.total.hours.used), "2.5");
    EXPECT_EQ(hours(type.total.hours.idle), "5.5");
    EXPECT_EQ(hours(type.total.hours.without_bill), "0");
    EXPECT_EQ(type.total.money.at("USD").billed.toString(), "110"); // 7 · 10 + 40
    EXPECT_EQ(type.total.money.at("USD").used.toString(), "25");
    EXPECT_EQ(type.total.money.at("USD").idle.toString(), "85"); // 2 + 0.5 + 2 hours for 10, one for 40
    EXPECT_DOUBLE_EQ(*type.total.hours.idleShare(), 5.5 / 8);
    EXPECT_DOUBLE_EQ(*type.total.idleShareOfMoney(), 85.0 / 110);
    ASSERT_EQ(type.periods.size(), 8U);
    EXPECT_EQ(hours(type.periods[4].amounts.hours.idle), "0.5");
    ASSERT_EQ(all.billed_without_run.size(), 2U); // the longer one first
    EXPECT_EQ(all.billed_without_run[0].start_us, at(5));
    EXPECT_EQ(all.billed_without_run[0].reason, NoRun::after_runs);
    EXPECT_EQ(all.billed_without_run[0].amounts.money.at("USD").idle.toString(), "60"); // 10 + 10 + 40
    EXPECT_EQ(all.billed_without_run[1].reason, NoRun::before_runs);
    EXPECT_TRUE(all.runs_without_bill.empty());
}

TEST(Reconciliation, aDayCannotTellWhichHourWasIdle)
{
    const auto all = reconciled({billed(0, 24, "24"), billed(24, 48, "24")}, {runOf(1, 20, 28)});
    EXPECT_EQ(all.types[0].resolution, Resolution::day);
    ASSERT_EQ(all.types[0].periods.size(), 2U);
    EXPECT_EQ(hours(all.types[0].periods[0].amounts.hours.used), "4");
    EXPECT_EQ(hours(all.types[0].total.hours.idle), "40");
    EXPECT_TRUE(all.billed_without_run.empty()); // a run was there on both days
}

TEST(Reconciliation, hoursAreGatheredToDays)
{
    const auto all = reconciled(hourly(0, 30), {runOf(1, 22, 26)}, {.width = SlotWidth::day});
    ASSERT_EQ(all.types[0].periods.size(), 2U);
    EXPECT_EQ(hours(all.types[0].periods[0].amounts.hours.idle), "22");
    EXPECT_EQ(hours(all.types[0].periods[1].amounts.hours.idle), "4");
    EXPECT_EQ(all.types[0].periods[1].end_us, at(48));
}

// 24 hours of one instance in a day that begins at 08:00 UTC: midnight on the Pacific coast.
TEST(Reconciliation, daysOfAnotherZoneStayWhole)
{
    const auto all = reconciled({billed(8, 32, "24"), billed(32, 56, "24")}, {runOf(1, 30, 33)});
    EXPECT_EQ(hours(all.types[0].total.hours.used), "3");
    EXPECT_EQ(hours(all.types[0].total.hours.without_bill), "0");
    EXPECT_EQ(all.types[0].resolution, Resolution::day);
}

TEST(Reconciliation, periodsThatOverlapAreOneSlot)
{
    auto rows = hourly(0, 24);
    rows.push_back(billed(0, 24, "24")); // another instance, billed by the day
    const auto all = reconciled(rows, {runOf(1, 3, 5, 2)});
    EXPECT_EQ(all.types[0].periods.size(), 1U);
    EXPECT_EQ(hours(all.types[0].total.hours.billed), "48");
    EXPECT_EQ(hours(all.types[0].total.hours.used), "4");
}

// Two runs at one time on two billed nodes: had nodes of their own. On one: they shared it.
TEST(Reconciliation, runsOfOneTimeShareWhatWasBilled)
{
    const std::vector<RunHours> runs {runOf(1, 0, 3), runOf(2, 1, 4)};
    const auto two = reconciled(hourly(0, 4, "2"), runs);
    EXPECT_EQ(hours(two.types[0].total.hours.used), "6");
    EXPECT_EQ(hours(two.types[0].total.hours.idle), "2");
    EXPECT_EQ(hours(two.types[0].total.hours.shared), "0");
    const auto one = reconciled(hourly(0, 4), runs);
    EXPECT_EQ(hours(one.types[0].total.hours.used), "4");
    EXPECT_EQ(hours(one.types[0].total.hours.shared), "2");
    EXPECT_EQ(hours(one.types[0].total.hours.without_bill), "0");
    EXPECT_EQ(hours(one.types[0].total.hours.run), "4");
}

// Four nodes and two nodes at one time on three: even if they shared all they could, one node was not billed.
TEST(Reconciliation, onlyWhatNoSharingExplainsIsWithoutABill)
{
    const auto all = reconciled(hourly(0, 2, "3"), {runOf(1, 0, 2, 4), runOf(2, 0, 2, 2)});
    EXPECT_EQ(hours(all.types[0].total.hours.used), "6");
    EXPECT_EQ(hours(all.types[0].total.hours.without_bill), "2");
    EXPECT_EQ(hours(all.types[0].total.hours.shared), "4"); // 12 − 8
    ASSERT_EQ(all.runs_without_bill.size(), 2U);
    EXPECT_EQ(all.runs_without_bill[0].run_id, 1); // two thirds of it
    EXPECT_EQ(all.runs_without_bill[0].reason, NoBill::too_few);
    EXPECT_NEAR(all.runs_without_bill[0].without_bill.toDouble(), 4800, 1e-5);
    EXPECT_EQ(
        Decimal::sum(all.runs_without_bill[0].without_bill, all.runs_without_bill[1].without_bill)->toString(), "7200");
}

TEST(Reconciliation, namedInstancesAreNeverHeldTwice)
{
    auto rows = hourly(0, 4, "1", "i-1");
    append(rows, hourly(0, 4, "1", "i-2"));
    const auto all = reconciled(rows, {runOf(1, 0, 2, 1, {"i-1"}), runOf(2, 1, 3, 1, {"i-1"})});
    EXPECT_EQ(hours(all.types[0].total.hours.used), "3"); // i-1 from 0 to 3
    EXPECT_EQ(hours(all.types[0].total.hours.idle), "5");
    EXPECT_EQ(hours(all.types[0].total.hours.shared), "1");
    // One that the bill does not know is without a bill, whatever else was billed.
    const auto other = reconciled(rows, {runOf(1, 0, 2, 1, {"i-9"})});
    EXPECT_EQ(hours(other.types[0].total.hours.without_bill), "2");
    EXPECT_EQ(hours(other.types[0].total.hours.idle), "8");
}

TEST(Reconciliation, namedInstancesHaveTheirOwnPrice)
{
    auto rows = hourly(0, 1, "1", "i-1");
    rows.push_back(billed(0, 1, "1", "30", "i-2"));
    const auto all = reconciled(rows, {runOf(1, 0, 0.5, 1, {"i-2"})});
    EXPECT_EQ(all.types[0].total.money.at("USD").used.toString(), "15");
    EXPECT_EQ(all.types[0].total.money.at("USD").idle.toString(), "25"); // 10 + 15
}

TEST(Reconciliation, pausesBetweenAttemptsAreHeldOnlyWhereBilled)
{
    RunHours run = runOf(1, 0, 2);
    run.times.push_back({at(2), at(6), false});
    run.times.push_back({at(6), at(8), true});
    const auto kept = reconciled(hourly(0, 8), {run});
    EXPECT_EQ(hours(kept.types[0].total.hours.used), "8"); // failure_waste has them already: they are not idle too
    EXPECT_EQ(hours(kept.types[0].total.hours.idle), "0");
    auto rows = hourly(0, 2);
    append(rows, hourly(6, 8));
    const auto given_back = reconciled(rows, {run});
    EXPECT_EQ(hours(given_back.types[0].total.hours.used), "4");
    EXPECT_EQ(hours(given_back.types[0].total.hours.without_bill), "0");
    EXPECT_EQ(hours(given_back.types[0].total.hours.shared), "4");
    EXPECT_TRUE(given_back.runs_without_bill.empty());
}

TEST(Reconciliation, unusedReservationsAreNeitherUsedNorIdle)
{
    auto rows = hourly(0, 2);
    rows.push_back(billed(2, 4, "2"));
    rows.back().unused = true;
    const auto all = reconciled(rows, {runOf(1, 0, 3)});
    EXPECT_EQ(hours(all.types[0].total.hours.billed), "4");
    EXPECT_EQ(hours(all.types[0].total.hours.unused), "2");
    EXPECT_EQ(hours(all.types[0].total.hours.idle), "0");
    EXPECT_EQ(hours(all.types[0].total.hours.without_bill), "1");
    EXPECT_EQ(all.types[0].total.money.at("USD").unused.toString(), "20");
}

TEST(Reconciliation, correctionsTakeHoursBackFromTheirSlot)
{
    auto rows = hourly(0, 3);
    rows.push_back(billed(1, 2, "-1", "-10")); // billed again for less
    rows.push_back(billed(1, 2, "1", "8"));
    rows.push_back(billed(24, 48, "-2", "-20")); // of a time that is not in this bill
    const auto all = reconciled(rows, {});
    const auto& total = all.types[0].total;
    EXPECT_EQ(hours(total.hours.billed), "1");
    EXPECT_EQ(hours(total.hours.idle), "3");
    EXPECT_EQ(hours(total.hours.not_placed), "-2");
    EXPECT_EQ(total.money.at("USD").idle.toString(), "28");
    EXPECT_EQ(total.money.at("USD").apart.toString(), "-20");
    EXPECT_EQ(total.money.at("USD").billed.toString(), "8");
}

// Three hours were placed, two of another time were taken back: the share is of the three.
TEST(Reconciliation, idleShareIsOfWhatWasNotTakenBack)
{
    auto rows = hourly(0, 3);
    rows.push_back(billed(24, 48, "-2", "-20"));
    const auto all = reconciled(rows, {runOf(1, 0, 1)});
    const auto& total = all.types[0].total;
    EXPECT_EQ(hours(total.hours.idle), "2");
    EXPECT_DOUBLE_EQ(*total.hours.idleShare(), 2.0 / 3);
    EXPECT_DOUBLE_EQ(*total.idleShareOfMoney(), 20.0 / 30);
}

// A run whose instance is named meets bills that name none, and one that writes the whole ARN.
TEST(Reconciliation, namesOfInstancesCountOnlyWhereTheBillHasThem)
{
    const std::vector<RunHours> runs {runOf(1, 2, 8, 1, {"i-1"})};
    const auto none = reconciled(hourly(0, 24), runs);
    EXPECT_EQ(hours(none.types[0].total.hours.used), "6");
    EXPECT_TRUE(none.runs_without_bill.empty());
    const auto arn = reconciled(hourly(0, 24, "1", "arn:aws:ec2:us-east-1:111:instance/i-1"), runs);
    EXPECT_EQ(hours(arn.types[0].total.hours.used), "6");
    const auto other = reconciled(hourly(0, 24, "1", "i-2"), runs); // another one was billed
    EXPECT_EQ(hours(other.types[0].total.hours.used), "0");
    EXPECT_EQ(other.runs_without_bill.size(), 1U);
}

TEST(Reconciliation, aPriceThatIsNotToldIsNotZero)
{
    auto rows = hourly(0, 2);
    rows[1].cost.reset(); // an hour of a capacity block
    const auto all = reconciled(rows, {});
    const auto& total = all.types[0].total;
    EXPECT_EQ(total.money.at("USD").idle.toString(), "10");
    EXPECT_EQ(hours(total.idle_unpriced), "1");
    EXPECT_FALSE(total.idleShareOfMoney().has_value());
    // In one slot with hours that have a price, none has one of its own.
    rows[1].start_us = at(0);
    rows[1].end_us = at(1);
    const auto mixed = reconciled(rows, {});
    EXPECT_EQ(mixed.types[0].total.money.at("USD").apart.toString(), "10");
    EXPECT_EQ(hours(mixed.types[0].total.idle_unpriced), "2");
}

// 09:00 to 13:00 in Shanghai is 01:00 to 05:00 UTC.
TEST(Reconciliation, anUnknownZoneIsFoundByTheBill)
{
    RunHours run = runOf(1, 9, 13, 2);
    run.zone_known = false;
    const auto all = reconciled(hourly(1, 5, "2"), {run});
    ASSERT_EQ(all.runs_without_bill.size(), 1U);
    EXPECT_EQ(all.runs_without_bill[0].reason, NoBill::zone);
    EXPECT_EQ(all.runs_without_bill[0].shifts_us, (std::vector<std::int64_t> {-8 * kHourUs}));
    EXPECT_EQ(hours(all.runs_without_bill[0].without_bill), "8");
    EXPECT_EQ(all.billed_without_run[0].reason, NoRun::before_runs);
    run.zone_known = true;
    const auto known = reconciled(hourly(1, 5, "2"), {run});
    EXPECT_TRUE(known.runs_without_bill[0].shifts_us.empty());
    EXPECT_EQ(known.runs_without_bill[0].reason, NoBill::of_time);
}

TEST(Reconciliation, halfHourZonesAndSeveralFits)
{
    RunHours india = runOf(1, 5.5, 8.5);
    india.zone_known = false;
    EXPECT_EQ(reconciled(hourly(0, 3), {india}).runs_without_bill[0].shifts_us,
        (std::vector<std::int64_t> {-11 * kHourUs / 2}));
    // An hour longer than the run: it fits at three places.
    EXPECT_EQ(reconciled(hourly(0, 4), {india}).runs_without_bill[0].shifts_us,
        (std::vector<std::int64_t> {-9 * kHourUs / 2, -5 * kHourUs, -11 * kHourUs / 2}));
    // What another run held is not there for this one.
    EXPECT_EQ(reconciled(hourly(0, 4, "1", "i-1"), {india, runOf(2, 0, 1, 1, {"i-1"})}).runs_without_bill[0].shifts_us,
        (std::vector<std::int64_t> {-9 * kHourUs / 2}));
}

TEST(Reconciliation, runsOfATypeThatIsNotBilled)
{
    RunHours run = runOf(1, 0, 2);
    run.instance_type = "trn2.48xlarge";
    const auto all = reconciled(hourly(0, 2), {run});
    ASSERT_EQ(all.types.size(), 2U);
    EXPECT_EQ(all.runs_without_bill[0].reason, NoBill::of_type);
    EXPECT_EQ(all.billed_without_run[0].reason, NoRun::of_type);
    EXPECT_FALSE(all.types[1].total.hours.idleShare().has_value()); // nothing billed: not 0
}

TEST(Reconciliation, onlyTheRangeThatWasAskedFor)
{
    const auto all = reconciled(hourly(0, 48), {runOf(1, 20, 30)}, {.from_us = at(24), .to_us = at(36)});
    EXPECT_EQ(hours(all.types[0].total.hours.billed), "12");
    EXPECT_EQ(hours(all.types[0].total.hours.used), "6");
    EXPECT_EQ(all.types[0].periods.size(), 12U);
}

TEST(Reconciliation, rowsWithoutEndOrTime)
{
    BilledHours day = billed(6, 6, "5");
    BilledHours never = billed(0, 1, "3");
    never.start_us = never.end_us = base::kNoTime;
    const auto all = reconciled({day, never}, {runOf(1, 7, 8)});
    EXPECT_EQ(hours(all.types[0].total.hours.billed), "8");
    EXPECT_EQ(hours(all.types[0].total.hours.used), "1"); // of the rest of that day
    EXPECT_EQ(hours(all.types[0].total.hours.not_placed), "3");
}
