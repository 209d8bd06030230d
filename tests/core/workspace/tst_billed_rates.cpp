// SPDX-License-Identifier: GPL-3.0-or-later
// Prices of storage and transfer and the share of support, out of bills. Expected figures: sums over the rows of the
// samples, made with Python's decimal module, and by hand.
#include "core/workspace/billed_rates.h"

#include "core/workspace/exchange_rates.h"
#include "core/workspace/import_files.h"
#include "tests/core/store/store_support.h"
#include "tests/core/workspace/generated_files.h"

#include <algorithm>
#include <fstream>

using namespace fullscope::store::test;
using namespace fullscope::workspace::test;
namespace base = fullscope::base;
namespace evidence = fullscope::evidence;
namespace scenario = fullscope::scenario;
namespace store = fullscope::store;
namespace words = fullscope::words;
namespace workspace = fullscope::workspace;
using evidence::Origin;
using scenario::Input;
using workspace::Candidate;

namespace {

class BilledRates : public testing::Test {
protected:
    void import(const std::string& path)
    {
        const auto outcome = workspace::importFiles(*m_workspace, {path}, {}, base::JobContext());
        ASSERT_EQ(outcome.imported.size(), 1U);
        m_id = outcome.imported[0].id;
    }
    void importRows(const std::string& rows)
    {
        const std::string path = m_folder.file("bill.csv");
        std::ofstream(path)
            << "bill/PayerAccountId,bill/BillingPeriodStartDate,bill/BillingPeriodEndDate,lineItem/LineItemType,"
               "lineItem/UsageStartDate,lineItem/ProductCode,lineItem/UsageType,lineItem/UsageAmount,"
               "lineItem/CurrencyCode,lineItem/UnblendedCost,pricing/unit,lineItem/LineItemDescription\n"
            << rows;
        import(path);
    }
    std::vector<Candidate> billed(Input input, const std::string& currency = "USD")
    {
        auto found = workspace::candidates(*m_workspace, input, "x", currency, words::Language::en);
        EXPECT_TRUE(found.ok());
        std::erase_if(*found, [](const Candidate& one) { return one.value.provenance.origin != Origin::billed; });
        for (const Candidate& one : *found) {
            EXPECT_TRUE(scenario::validate(input, one.value.value).ok());
            EXPECT_EQ(one.value.provenance.bill_id, m_id);
            EXPECT_FALSE(one.value.provenance.source.empty());
        }
        return *std::move(found);
    }
    static const Candidate* labelled(const std::vector<Candidate>& offers, const std::string& part)
    {
        const auto found = std::ranges::find_if(
            offers, [&](const Candidate& one) { return one.label.find(part) != std::string::npos; });
        return found == offers.end() ? nullptr : &*found;
    }

    TempFolder m_folder;
    std::unique_ptr<store::WorkspaceFile> m_workspace = openedAt(m_folder.file("w.fullscope"));
    std::int64_t m_id = 0;
};

constexpr const char* kMonth = "9,2024-03-01T00:00:00Z,2024-04-01T00:00:00Z,";
std::string row(const std::string& rest)
{
    return kMonth + rest + "\n";
}

} // namespace

TEST_F(BilledRates, storageOfCur2ByKindAndAltogether)
{
    import(sample("bills/aws-cur-2.0/cur2_daily_freetier_credits_CA.csv"));
    const auto offers = billed(Input::storage_price_gb_month);
    ASSERT_EQ(offers.size(), 3U);
    const Candidate* const gp3 = labelled(offers, "EBS:VolumeUsage.gp3");
    const Candidate* const rds = labelled(offers, "RDS:GP2-Storage");
    const Candidate* const all = labelled(offers, "all storage (2 kinds)");
    ASSERT_TRUE(gp3 && rds && all);
    EXPECT_NEAR(gp3->value.value, 0.6400000080 / 7.9999999920, 1e-12); // credits pay them: no price of 0
    EXPECT_NEAR(rds->value.value, 0.4599999936 / 4.0000000032, 1e-12);
    EXPECT_NEAR(all->value.value, 1.1000000016 / 11.9999999952, 1e-12);
    const std::string& detail = gp3->value.provenance.detail;
    EXPECT_NE(detail.find("cost 0.640000008 USD for 7.999999992 GB-Mo, 30 rows"), std::string::npos) << detail;
    // What cost nothing has no price.
    EXPECT_TRUE(billed(Input::transfer_price_gb).empty());
    EXPECT_TRUE(billed(Input::support_share).empty());
}

TEST_F(BilledRates, storageOfOracleInItsWords)
{
    import(sample("bills/oci-cost/oci_cost_report.csv"));
    const auto offers = billed(Input::storage_price_gb_month);
    const Candidate* const object = labelled(offers, "Object Storage - Storage");
    ASSERT_NE(object, nullptr);
    EXPECT_NEAR(object->value.value, 3.7596540e-11 / 3.792e-9, 1e-12);
}

TEST_F(BilledRates, transferAndSupportByHand)
{
    importRows(row("Usage,2024-03-02,AmazonEC2,USE2-BoxUsage:p5.48xlarge,10,USD,89.05,Hrs,")
        + row("Usage,2024-03-02,AmazonEC2,USE2-EBS:VolumeUsage.gp3,60,USD,4.8,GB-Mo,")
        + row("Usage,2024-03-03,AmazonEC2,USE2-EBS:VolumeUsage.gp3,40,USD,3.2,GB-Mo,")
        + row("Usage,2024-03-03,AmazonEC2,USE2-EBS:VolumeP-IOPS.gp3,9000,USD,0.5,IOPS-Mo,")
        + row("Usage,2024-03-02,AmazonS3,USE2-TimedStorage-ByteHrs,50,USD,1.15,GB-Mo,")
        + row("Usage,2024-03-02,AmazonEC2,USE2-DataTransfer-Out-Bytes,20,USD,1.8,GB,")
        + row("Usage,2024-03-02,AmazonEC2,USE2-DataTransfer-In-Bytes,500,USD,0,GB,")
        + row("Usage,2024-03-02,AmazonEC2,USE2-NatGateway-Hours,744,USD,0.5,Hrs,")
        + row("Fee,2024-03-01,AWSSupportBusiness,Dollar,1,USD,10.1,,AWS Support (Business)")
        + row("Credit,2024-03-01,AmazonEC2,,0,USD,-30,,credit") + row("Tax,2024-03-01,AmazonEC2,,1,USD,20,,tax"));
    const auto storage = billed(Input::storage_price_gb_month);
    ASSERT_EQ(storage.size(), 3U);
    EXPECT_DOUBLE_EQ(storage[0].value.value, 9.15 / 150); // all of it, then the costliest
    EXPECT_DOUBLE_EQ(storage[1].value.value, 0.08);
    EXPECT_DOUBLE_EQ(storage[2].value.value, 1.15 / 50);
    EXPECT_NE(storage[1].value.provenance.detail.find("cost 8 USD for 100 GB-Mo, 2 rows"), std::string::npos)
        << storage[1].value.provenance.detail;
    const auto transfer = billed(Input::transfer_price_gb);
    ASSERT_EQ(transfer.size(), 1U); // not the hours of a gateway, nor what came in for nothing
    EXPECT_DOUBLE_EQ(transfer[0].value.value, 0.09);
    const auto support = billed(Input::support_share);
    ASSERT_EQ(support.size(), 1U); // 10.1 of 89.05 + 8 + 0.5 + 1.15 + 1.8 + 0.5 = 101, without tax and credit
    EXPECT_DOUBLE_EQ(support[0].value.value, 0.1);
    const std::string& detail = support[0].value.provenance.detail;
    EXPECT_NE(detail.find("support 10.1 USD, 1 rows, by other usage 101 USD, 8 rows, billed cost"), std::string::npos)
        << detail;
}

TEST_F(BilledRates, anotherCurrencyNeedsARate)
{
    importRows(row("Usage,2024-03-02,AmazonS3,USE2-TimedStorage-ByteHrs,50,USD,1.2,GB-Mo,")
        + row("Fee,2024-03-01,AWSSupportBusiness,Dollar,1,USD,0.12,,AWS Support (Business)"));
    EXPECT_TRUE(billed(Input::storage_price_gb_month, "EUR").empty());
    fullscope::ledger::ExchangeRates rates;
    ASSERT_TRUE(rates.set({"EUR", "USD", "2024-03-28", decimal("1.25"), "by hand", ""}).ok());
    ASSERT_TRUE(workspace::saveExchangeRates(*m_workspace, rates, 0).ok());
    const auto offers = billed(Input::storage_price_gb_month, "EUR");
    ASSERT_EQ(offers.size(), 1U);
    EXPECT_DOUBLE_EQ(offers[0].value.value, 1.2 / 1.25 / 50);
    EXPECT_NE(offers[0].value.provenance.detail.find("1.25"), std::string::npos);
    EXPECT_DOUBLE_EQ(billed(Input::support_share, "EUR").at(0).value.value, 0.1); // has no currency
}

TEST_F(BilledRates, whatTellsNoCostOrUnitHasNoPrice)
{
    importRows(row("Usage,2024-03-02,AmazonS3,USE2-TimedStorage-ByteHrs,50,USD,1.2,Objects,")
        + row("Usage,2024-03-02,AmazonS3,USE2-TimedStorage-SIA-ByteHrs,50,USD,1.2,,")
        + row("Usage,2024-03-02,AmazonS3,USE2-TimedStorage-GDA-ByteHrs,,USD,1.2,GB-Mo,")
        + row("Usage,2024-03-02,AmazonEC2,USE2-DataTransfer-Out-Bytes,-20,USD,1.8,GB,"));
    EXPECT_TRUE(billed(Input::storage_price_gb_month).empty());
    EXPECT_TRUE(billed(Input::transfer_price_gb).empty());
    EXPECT_TRUE(billed(Input::support_share).empty()); // no support charge is not a share of 0
}

TEST(GigabyteUnit, inTheWordsOfProviders)
{
    const auto gb
        = [](const char* unit) { return workspace::gigabyteUnit(unit).value_or(workspace::GigabyteUnit {0}).gb; };
    const auto by_month = [](const char* unit) { return workspace::gigabyteUnit(unit)->is_month; };
    for (const char* unit : {"GB-Mo", "GB-Month", "GB-Months", "GB/Month", "1 GB/Month", "GB Months",
             "Gigabyte Storage Capacity Per Month"}) {
        EXPECT_DOUBLE_EQ(gb(unit), 1) << unit;
        EXPECT_TRUE(by_month(unit)) << unit;
    }
    for (const char* unit : {"GB", "1 GB", "Gigabytes", "GB Of Data Transferred"}) {
        EXPECT_DOUBLE_EQ(gb(unit), 1) << unit;
        EXPECT_FALSE(by_month(unit)) << unit;
    }
    EXPECT_DOUBLE_EQ(gb("gibibyte month"), 1.073741824); // 2^30 / 10^9
    EXPECT_DOUBLE_EQ(gb("gibibyte"), 1.073741824);
    EXPECT_DOUBLE_EQ(gb("TB"), 1000);
    EXPECT_DOUBLE_EQ(gb("TiB"), 1099.511627776);
    EXPECT_DOUBLE_EQ(gb("GB-Hours"), 1.0 / 730);
    EXPECT_TRUE(by_month("Gigabyte Per Hour"));
    for (const char* unit : {"", "10 GB", "100 GB/Month", "1K", "10K", "IOPS-Mo", "GiB/Second-Months",
             "Lambda-GB-Seconds", "Hrs", "Requests", "Obj-Month", "GB-Seconds", "1GB", "GB2", "Units"})
        EXPECT_FALSE(workspace::gigabyteUnit(unit)) << unit;
}
