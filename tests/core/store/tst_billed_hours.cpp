// SPDX-License-Identifier: GPL-3.0-or-later
// Rows with instance-hours, one after the other.
#include "tests/core/store/store_support.h"

using namespace fullscope::store::test;
namespace base = fullscope::base;
namespace evidence = fullscope::evidence;
namespace ledger = fullscope::ledger;
namespace store = fullscope::store;

namespace {

class BilledHours : public testing::Test {
protected:
    std::int64_t import(const std::string& path, const std::vector<evidence::BillRow>& rows)
    {
        const auto bill = importBill(*m_workspace, *m_workspace->newBatch(), path, path, rows);
        EXPECT_TRUE(bill.ok());
        return bill.ok() ? bill->id : 0;
    }
    std::vector<ledger::BilledHours> hours(
        std::int64_t bill, const std::vector<store::HoursOfDelivery>& wanted, bool with_resources = true)
    {
        std::vector<ledger::BilledHours> all;
        const auto take = [&](const ledger::BilledHours& row) {
            all.push_back(row);
            return base::Status();
        };
        EXPECT_TRUE(m_workspace->eachBilledHours(bill, wanted, with_resources, take).ok());
        return all;
    }

    TempFolder m_folder;
    std::unique_ptr<store::WorkspaceFile> m_workspace = openedAt(m_folder.file("w.fullscope"));
};

} // namespace

TEST_F(BilledHours, comeInTheOrderOfTheBillWithTheirOwnCost)
{
    auto first = billRow("a", "30.5"), block = billRow("b", "12"), unused = billRow("c", "7"),
         storage = billRow("d", "1");
    first.resource_id = "i-1";
    block.purchase_option = evidence::PurchaseOption::capacity_block; // whose fee has no hours
    unused.commitment_status = evidence::CommitmentStatus::unused;
    unused.charge_start_us = unused.charge_end_us = base::kNoTime; // of the month, then
    storage.instance_type.clear();
    storage.instance_hours.reset();
    const std::int64_t bill = import("a.csv", {first, block, unused, storage});
    const auto deliveries = m_workspace->hoursOfDeliveries();
    ASSERT_OK(deliveries);
    ASSERT_EQ(deliveries->size(), 1U);
    EXPECT_EQ(deliveries->at(0).instance_type, "p4d.24xlarge");
    EXPECT_EQ(deliveries->at(0).rows, 3);
    EXPECT_EQ(deliveries->at(0).billing_account, "111");
    EXPECT_EQ(deliveries->at(0).file, "a.csv");

    const auto rows = hours(bill, *deliveries);
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows[0].resource_id, "i-1");
    EXPECT_EQ(rows[0].cost->toString(), "30.5");
    EXPECT_EQ(rows[0].start_us, first.charge_start_us);
    EXPECT_EQ(rows[0].end_us, first.charge_end_us);
    EXPECT_FALSE(rows[0].unused);
    EXPECT_FALSE(rows[1].cost.has_value());
    EXPECT_TRUE(rows[2].unused);
    EXPECT_EQ(rows[2].start_us, unused.billing_period_start_us);
    EXPECT_EQ(rows[2].end_us, unused.billing_period_end_us);
    EXPECT_TRUE(hours(bill, *deliveries, false)[0].resource_id.empty());
}

TEST_F(BilledHours, onlyOfTheDeliveriesThatAreWanted)
{
    auto other = billRow("b", "2");
    other.billing_account = "222";
    auto small = billRow("c", "3");
    small.instance_type = "g5.xlarge";
    const std::int64_t bill = import("a.csv", {billRow("a", "1"), other, small});
    const auto deliveries = m_workspace->hoursOfDeliveries();
    ASSERT_OK(deliveries);
    ASSERT_EQ(deliveries->size(), 3U); // two types of one account, one of the other
    for (const store::HoursOfDelivery& one : *deliveries)
        EXPECT_EQ(hours(bill, {one}).size(), 1U) << one.billing_account << one.instance_type;
    EXPECT_TRUE(hours(bill, {}).empty());
    EXPECT_TRUE(hours(bill + 1, *deliveries).empty());
}
