// SPDX-License-Identifier: GPL-3.0-or-later
// Capacity reservations and blocks in a Cost and Usage Report. Expected values are worked out by hand.
#include "tests/core/import/bill_sink.h"
#include "tests/core/import/cur_report.h"

#include "core/import/bills/capacity_blocks.h"

#include <gtest/gtest.h>

namespace fullscope::import {

namespace {

using base::Code;
using evidence::BillRow;
using evidence::CommitmentStatus;
using evidence::PurchaseOption;
using testing::BillSink;
using testing::charge;
using testing::Fields;
using testing::importText;
using testing::report;
using testing::text;

constexpr const char* kArn = "arn:aws:ec2:us-east-2:111122223333:capacity-reservation/cr-0be443";
constexpr const char* kType = "EC2 Capacity Block for ML";

Fields reserved(const std::string& usage, int hour, const std::string& amount, const std::string& status,
    const std::string& type = kType, const std::string& cost = "0")
{
    const auto at
        = [](int h) { return "2024-03-05T" + std::string(h < 10 ? "0" : "") + std::to_string(h) + ":00:00Z"; };
    return charge("Usage", cost,
        {{"lineItem/UsageType", "USE2-" + usage + ":p5.48xlarge"}, {"lineItem/UsageAmount", amount},
            {"pricing/unit", "Hrs"}, {"lineItem/UsageStartDate", at(hour)}, {"lineItem/UsageEndDate", at(hour + 1)},
            {"capacity_reservation_capacity_reservation_arn", kArn},
            {"capacity_reservation_capacity_reservation_status", status},
            {"capacity_reservation_capacity_reservation_type", type}});
}

Fields fee(const std::string& cost, const std::string& arn = kArn)
{
    return charge("Fee", cost,
        {{"lineItem/UsageType", "USE2-CapacityBlockFee:p5.48xlarge"}, {"lineItem/UsageAmount", "1"},
            {"lineItem/UsageStartDate", "2024-03-05T00:00:00Z"}, {"lineItem/UsageEndDate", "2024-03-06T00:00:00Z"},
            {"capacity_reservation_capacity_reservation_arn", arn}});
}

// Two instances from 11:30 to 15:30: eight hours, of which one was not used.
std::vector<Fields> block(const std::string& type = kType)
{
    return {reserved("BoxUsage", 11, "1", "Used", type), reserved("BoxUsage", 12, "2", "Used", type),
        reserved("BoxUsage", 13, "1", "Used", type), reserved("UnusedBox", 13, "1", "Unused", type),
        reserved("BoxUsage", 14, "2", "Used", type, "0.2"), reserved("BoxUsage", 15, "1", "Used", type)};
}

std::vector<Fields> operator+(std::vector<Fields> rows, const Fields& row)
{
    rows.push_back(row);
    return rows;
}

base::Decimal effectiveOf(const BillSink& sink, bool hours, CommitmentStatus status)
{
    base::Decimal sum;
    for (const BillRow& row : sink.rows)
        if (row.instance_hours.has_value() == hours && row.commitment_status == status)
            sum = *base::Decimal::sum(sum, *row.effective);
    return sum;
}

} // namespace

TEST(CapacityBlocks, FeeIsSpreadOverTheHours)
{
    for (const std::string type : {kType, ""}) { // without the type it is the fee that tells
        const BillSink sink = importText(aws_cur, report(block(type) + fee("400")));
        ASSERT_TRUE(sink.status.ok());
        ASSERT_EQ(sink.rows.size(), 7U);
        EXPECT_EQ(sink.sum(&BillRow::billed), "400.2");
        EXPECT_EQ(sink.sum(&BillRow::effective), "400.2");
        // 50 an hour, and what two of them cost besides
        EXPECT_EQ(effectiveOf(sink, true, CommitmentStatus::none).toString(), "350.2");
        EXPECT_EQ(effectiveOf(sink, true, CommitmentStatus::unused).toString(), "50");
        EXPECT_TRUE(effectiveOf(sink, false, CommitmentStatus::none).isZero());
        for (const BillRow& row : sink.rows) {
            EXPECT_EQ(row.purchase_option, PurchaseOption::capacity_block);
            EXPECT_EQ(costOfHours(row).has_value(), row.instance_hours.has_value()); // a fee has no hours
        }
        EXPECT_EQ(sink.count(Code::block_fee_not_spread), 0);
    }
}

TEST(CapacityBlocks, SharesThatDoNotComeOutEvenSumToTheFee)
{
    const BillSink sink = importText(aws_cur,
        report({reserved("BoxUsage", 11, "1", "Used"), reserved("BoxUsage", 12, "1", "Used"),
            reserved("BoxUsage", 13, "1", "Used"), fee("100")}));
    EXPECT_EQ(sink.sum(&BillRow::effective), "100");
    EXPECT_EQ(text(sink.rows.at(1).effective), "33.3333333333");
    EXPECT_EQ(text(sink.rows.at(3).effective), "33.3333333333");
}

TEST(CapacityBlocks, ARowOfNoTimeTakesNoPriceAway)
{
    const BillSink sink = importText(aws_cur, report(block() + reserved("BoxUsage", 12, "0", "Used") + fee("400")));
    EXPECT_EQ(sink.count(Code::block_fee_not_spread), 0);
    for (const BillRow& row : sink.rows)
        EXPECT_EQ(costOfHours(row).has_value(), row.instance_hours.has_value());
}

// 16 hours were reserved: eight of them nobody has a row for.
TEST(CapacityBlocks, ReservedHoursArePartOfNoInstanceAndOfThePrice)
{
    std::vector<Fields> rows = block() + fee("400");
    for (int hour = 11; hour < 15; ++hour)
        rows = rows + reserved("Reservation", hour, "4", "Reserved");
    rows = rows + reserved("Reservation", 15, "4", "Reserved");
    const BillSink sink = importText(aws_cur, report(rows));
    EXPECT_EQ(sink.hoursByType(), (std::map<std::string, std::string> {{"p5.48xlarge", "8"}}));
    EXPECT_EQ(effectiveOf(sink, true, CommitmentStatus::none).toString(), "140.2"); // 20 an hour
    EXPECT_EQ(effectiveOf(sink, true, CommitmentStatus::unused).toString(), "20");
    EXPECT_EQ(effectiveOf(sink, false, CommitmentStatus::none).toString(), "240");
    EXPECT_EQ(sink.sum(&BillRow::effective), "400.2");
}

TEST(CapacityBlocks, WhatTheFileDoesNotTellIsSaid)
{
    struct Case {
        std::string what, expected;
        std::vector<Fields> rows;
    };
    std::vector<Fields> gap = block(), other = block(), open = block(), late = block();
    gap.erase(gap.begin() + 1); // an hour is in another part of the report
    other.erase(other.begin() + 3); // … an instance
    for (Fields& row : late)
        row.emplace_back("bill/BillingPeriodEndDate", "2024-03-05T16:00:00Z"); // goes on in the next month
    for (Fields& row : open)
        row.emplace_back("bill/InvoiceId", ""); // goes on tomorrow
    Fields lateFee = fee("400");
    lateFee.emplace_back("bill/BillingPeriodEndDate", "2024-03-05T16:00:00Z");
    const std::vector<Case> cases {
        {"no fee", "CapacityBlockFee", block()},
        {"no hours", "line_item_usage_amount", {fee("400")}},
        {"no id", "capacity_reservation_capacity_reservation_arn", {fee("400", "")}},
        {"gap", "line_item_usage_end_date", gap + fee("400")},
        {"instance missing", "line_item_usage_end_date", other + fee("400")},
        {"next month", "line_item_usage_end_date", late + lateFee},
        {"open", "line_item_usage_end_date", open + fee("400")},
    };
    for (const Case& c : cases) {
        const BillSink sink = importText(aws_cur, report(c.rows));
        const base::Problem* fault = sink.first(Code::block_fee_not_spread);
        ASSERT_NE(fault, nullptr) << c.what;
        EXPECT_EQ(sink.count(Code::block_fee_not_spread), 1) << c.what;
        EXPECT_EQ(fault->severity, base::Severity::warning);
        for (const BillRow& row : sink.rows) {
            EXPECT_EQ(row.effective, row.billed) << c.what;
            EXPECT_FALSE(costOfHours(row)) << c.what;
        }
    }
}

TEST(CapacityBlocks, AnOnDemandReservationIsUsedOrUnused)
{
    const BillSink sink = importText(aws_cur,
        report({reserved("BoxUsage", 1, "2", "Used", "ODCR", "196.64"),
            reserved("UnusedBox", 1, "1", "Unused", "ODCR", "98.32"),
            reserved("Reservation", 1, "3", "Reserved", "ODCR"),
            reserved("BoxUsage", 2, "1", "Cancelled", "ODCR", "500")}));
    EXPECT_EQ(sink.sum(&BillRow::effective), "794.96");
    EXPECT_EQ(sink.hoursByType(), (std::map<std::string, std::string> {{"p5.48xlarge", "3"}}));
    EXPECT_EQ(effectiveOf(sink, true, CommitmentStatus::none).toString(), "196.64");
    EXPECT_EQ(effectiveOf(sink, true, CommitmentStatus::unused).toString(), "98.32");
    EXPECT_EQ(effectiveOf(sink, false, CommitmentStatus::unused).toString(), "500"); // paid, for no time
    EXPECT_EQ(sink.count(Code::block_fee_not_spread), 0);
    for (const BillRow& row : sink.rows)
        EXPECT_NE(row.purchase_option, PurchaseOption::capacity_block);
}

// A reservation of either kind may hold what a savings plan pays: that is no hour of a block.
TEST(CapacityBlocks, WhatACommitmentPaysIsOfNoBlock)
{
    Fields covered = reserved("BoxUsage", 12, "1", "Used", "", "98.32");
    covered.insert(covered.end(),
        {{"lineItem/LineItemType", "SavingsPlanCoveredUsage"}, {"savingsPlan/SavingsPlanARN", "arn:sp"},
            {"savingsPlan/SavingsPlanEffectiveCost", "60"}});
    const BillSink sink = importText(aws_cur, report(block() + covered + fee("400")));
    EXPECT_EQ(sink.count(Code::block_fee_not_spread), 0);
    EXPECT_EQ(sink.sum(&BillRow::effective), "460.2");
    EXPECT_EQ(sink.rows.front().purchase_option, PurchaseOption::savings_plan); // not held back
    EXPECT_EQ(text(sink.rows.front().effective), "60");
}

TEST(CapacityBlocks, ReservationsAreKnownByTheirName)
{
    EXPECT_EQ(capacityReservation(kArn), "cr-0be443");
    EXPECT_EQ(capacityReservation("cr-1"), "cr-1");
    EXPECT_EQ(capacityReservation("arn:aws:ec2:us-east-1:1:reserved-instances/ri-1"), "");
    EXPECT_EQ(capacityReservation(""), "");
}

} // namespace fullscope::import
