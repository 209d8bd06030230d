// SPDX-License-Identifier: GPL-3.0-or-later
// What holds whatever the bill and the runs: nothing is lost, nothing is counted twice.
#include "core/ledger/reconciliation.h"

#include <gtest/gtest.h>

#include <random>

namespace base = fullscope::base;
using namespace fullscope::ledger;
using base::Decimal;

namespace {

class Made { // of a seed
public:
    explicit Made(unsigned seed)
        : m_random(seed)
    {
        for (int i = below(300) + 1; i > 0; --i)
            rows.push_back(row());
        for (int i = below(8); i > 0; --i)
            runs.push_back(run(i));
    }

    std::vector<BilledHours> rows;
    std::vector<RunHours> runs;

private:
    int below(int limit) { return std::uniform_int_distribution(0, limit - 1)(m_random); }
    std::string resource() { return below(3) == 0 ? "" : "i-" + std::to_string(below(4)); }

    BilledHours row()
    {
        BilledHours one;
        one.instance_type = below(5) == 0 ? "b" : "a";
        one.resource_id = resource();
        one.currency = below(40) == 0 ? "EUR" : "USD";
        one.unused = below(15) == 0;
        one.start_us = below(60) == 0 ? base::kNoTime : below(200) * kHourUs + (below(10) == 0 ? 7'654'321 : 0);
        one.end_us = one.start_us == base::kNoTime ? base::kNoTime : one.start_us + (below(20) == 0 ? kDayUs : kHourUs);
        const std::string digits = std::to_string(below(1'000'000'000));
        one.hours = *Decimal::parse((below(12) == 0 ? "-0." : "0.") + digits);
        if (below(9) != 0)
            one.cost = *Decimal::parse((below(12) == 0 ? "-3." : "3.") + digits + "7");
        return one;
    }

    RunHours run(int id)
    {
        RunHours one;
        one.run_id = id;
        one.instance_type = below(5) == 0 ? "b" : "a";
        one.nodes = below(3) + 1;
        for (int i = below(static_cast<int>(one.nodes) + 1); i > 0; --i)
            one.resource_ids.push_back("i-" + std::to_string(i));
        std::int64_t us = below(200) * kHourUs + below(1'000'000'000);
        for (int i = below(4) + 1; i > 0; --i) {
            const std::int64_t end = us + below(1'000'000'000) * std::int64_t {30};
            one.times.push_back({us, end, i % 2 == 1});
            us = end;
        }
        one.zone_known = below(2) == 0;
        return one;
    }

    std::mt19937 m_random;
};

Decimal sumOf(std::initializer_list<Decimal> parts)
{
    Decimal sum;
    for (const Decimal& part : parts)
        sum = *Decimal::sum(sum, part);
    return sum;
}

void expectConserved(const ReconciledAmounts& amounts)
{
    const ReconciledHours& h = amounts.hours;
    EXPECT_EQ(h.billed, sumOf({h.used, h.idle, h.unused, h.not_placed}));
    EXPECT_EQ(h.run, sumOf({h.used, h.without_bill}));
    for (const Decimal& part : {h.used, h.idle, h.run, h.without_bill, h.shared})
        EXPECT_FALSE(part.isNegative());
    for (const auto& [currency, money] : amounts.money)
        EXPECT_EQ(money.billed, sumOf({money.used, money.idle, money.unused, money.apart})) << currency;
}

Reconciliation reconciled(const Made& made, SlotWidth width)
{
    BilledPeriods periods(resourceIds(made.runs));
    for (const BilledHours& row : made.rows)
        EXPECT_TRUE(periods.add(row).ok());
    const auto types = periods.take();
    EXPECT_TRUE(types.ok());
    auto all = reconcile(*types, made.runs, {.width = width}, base::JobContext());
    EXPECT_TRUE(all.ok());
    return all.ok() ? *std::move(all) : Reconciliation();
}

class ReconciliationOf : public testing::TestWithParam<unsigned> { };

} // namespace

TEST_P(ReconciliationOf, nothingIsLost)
{
    const Made made(GetParam());
    const Reconciliation all = reconciled(made, SlotWidth::hour);
    Decimal billed, run_and_shared, cost, without;
    for (const ReconciledType& type : all.types) {
        expectConserved(type.total);
        for (const ReconciledSlot& slot : type.periods)
            expectConserved(slot.amounts);
        billed = sumOf({billed, type.total.hours.billed});
        run_and_shared = sumOf({run_and_shared, type.total.hours.run, type.total.hours.shared});
        without = sumOf({without, type.total.hours.without_bill});
        for (const auto& [currency, money] : type.total.money)
            cost = sumOf({cost, money.billed});
    }
    Decimal hours, costs;
    for (const BilledHours& row : made.rows) {
        hours = sumOf({hours, row.hours});
        costs = sumOf({costs, row.cost.value_or(Decimal())});
    }
    EXPECT_EQ(billed, *Decimal::times(hours, 3600));
    EXPECT_EQ(cost, costs);
    std::int64_t held_us = 0;
    for (const RunHours& run : made.runs)
        for (const HeldTime& time : run.times)
            held_us += run.nodes * (time.end_us - time.start_us);
    EXPECT_EQ(run_and_shared, *Decimal::times(*Decimal::parse("0.000001"), held_us));
    Decimal by_run;
    for (const RunWithoutBill& run : all.runs_without_bill)
        by_run = sumOf({by_run, run.without_bill});
    EXPECT_NEAR(by_run.toDouble(), without.toDouble(), 30); // runs with less than a second a node are not listed
}

TEST_P(ReconciliationOf, daysHoldWhatTheirHoursDo)
{
    const Made made(GetParam());
    const Reconciliation hours = reconciled(made, SlotWidth::hour);
    const Reconciliation days = reconciled(made, SlotWidth::day);
    ASSERT_EQ(hours.types.size(), days.types.size());
    for (std::size_t i = 0; i < hours.types.size(); ++i) {
        EXPECT_EQ(hours.types[i].total.hours.idle, days.types[i].total.hours.idle);
        EXPECT_EQ(hours.types[i].total.money, days.types[i].total.money);
        // Pieces of time that no slot has differ in length only.
        EXPECT_EQ(hours.types[i].total.hours.without_bill, days.types[i].total.hours.without_bill);
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, ReconciliationOf, testing::Range(1U, 41U));
