// SPDX-License-Identifier: GPL-3.0-or-later
// What is offered for a cell. Expected figures: data/catalogue, and MANIFEST.tsv of the samples.
#include "core/workspace/candidates.h"

#include "core/workspace/exchange_rates.h"
#include "core/workspace/import_files.h"
#include "tests/core/store/store_support.h"
#include "tests/core/workspace/generated_files.h"

#include <algorithm>
#include <set>

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

const std::string kGpuBill = sample("bills/aws-cur-legacy/cur_gpu_p4d_sp_ri_SYNTHETIC_nise.csv");
const std::string kLog = sample("logs/traps/megatron_restart_appended.log");

class Candidates : public testing::Test {
protected:
    void import(const std::string& path)
    {
        const auto outcome = workspace::importFiles(*m_workspace, {path}, {}, base::JobContext());
        ASSERT_EQ(outcome.imported.size(), 1U);
        m_id = outcome.imported[0].id;
    }
    std::vector<Candidate> offered(Input input, const std::string& option, const std::string& currency = "USD")
    {
        auto found = workspace::candidates(*m_workspace, input, option, currency, words::Language::en);
        EXPECT_TRUE(found.ok());
        return found.ok() ? *std::move(found) : std::vector<Candidate>();
    }

    TempFolder m_folder;
    std::unique_ptr<store::WorkspaceFile> m_workspace = openedAt(m_folder.file("w.fullscope"));
    std::int64_t m_id = 0;
};

std::ptrdiff_t countOf(const std::vector<Candidate>& offers, Origin origin)
{
    return std::count_if(offers.begin(), offers.end(),
        [origin](const Candidate& offer) { return offer.value.provenance.origin == origin; });
}

} // namespace

TEST_F(Candidates, whatAModelSharesOutIsNoBilledPrice)
{
    import(sample("bills/opencost/opencost_allocation_export.csv"));
    for (const Input input : {Input::price_per_h, Input::committed_price_per_h})
        for (const char* currency : {"USD", ""})
            EXPECT_EQ(countOf(offered(input, "x", currency), Origin::billed), 0);
}

TEST_F(Candidates, azurePricesAreThoseOfTheAmortisedCost)
{
    import(sample("bills/azure-ea/azure_ea_amortizedcost.csv"));
    const auto offers = offered(Input::price_per_h, "x");
    std::set<double> prices;
    for (const Candidate& offer : offers)
        if (offer.value.provenance.origin == Origin::billed)
            prices.insert(offer.value.value);
    EXPECT_EQ(prices.size(), 2U); // not that of capacity nothing ran on
    EXPECT_NEAR(*prices.begin(), 0.0187, 1e-9);
    EXPECT_NEAR(*prices.rbegin(), 0.061644, 1e-9);
}

TEST_F(Candidates, aPriceInAnotherCurrencyNeedsARate)
{
    import(sample("bills/azure-ea/azure_ea_amortizedcost.csv")); // USD, of September 2023
    const auto billed = [this] {
        std::vector<Candidate> found;
        for (const Candidate& offer : offered(Input::price_per_h, "x", "EUR"))
            if (offer.value.provenance.origin == Origin::billed)
                found.push_back(offer);
        return found;
    };
    EXPECT_TRUE(billed().empty());
    fullscope::ledger::ExchangeRates rates;
    ASSERT_TRUE(rates.set({"EUR", "USD", "2023-09-29", decimal("1.0594"), "ECB", ""}).ok());
    ASSERT_TRUE(workspace::saveExchangeRates(*m_workspace, rates, 0).ok());
    const auto offers = billed();
    ASSERT_EQ(offers.size(), 2U);
    std::set<double> prices;
    for (const Candidate& offer : offers) {
        prices.insert(offer.value.value);
        EXPECT_NE(offer.value.provenance.detail.find("1.0594"), std::string::npos) << offer.value.provenance.detail;
        EXPECT_NE(offer.value.provenance.detail.find("2023-09-29"), std::string::npos);
    }
    EXPECT_NEAR(*prices.begin(), 0.0187 / 1.0594, 1e-9);
    EXPECT_NEAR(*prices.rbegin(), 0.061644 / 1.0594, 1e-9);
}

TEST_F(Candidates, catalogueOffersTheOptionsOwnMachineFirst)
{
    const auto h100 = offered(Input::price_per_h, "p5.48xlarge (H100)");
    ASSERT_GT(h100.size(), 10U);
    EXPECT_DOUBLE_EQ(h100[0].value.value, 55.04);
    EXPECT_EQ(h100[0].value.provenance.as_of, "2026-07-20");
    EXPECT_EQ(h100[0].value.provenance.origin, Origin::catalogue);
    EXPECT_FALSE(h100[0].value.provenance.source.empty());
    EXPECT_DOUBLE_EQ(h100[1].value.value, 39.33); // its capacity block
    EXPECT_NE(h100[1].label.find("capacity block"), std::string::npos);
    EXPECT_NE(offered(Input::price_per_h, "P4D.24XLARGE, on demand")[0].label.find("p4d.24xlarge"), std::string::npos);
}

TEST_F(Candidates, everyOfferIsToldFromTheOthersAndIsValid)
{
    import(kGpuBill);
    for (const Input input : {Input::price_per_h, Input::committed_price_per_h, Input::peak_flops_per_node}) {
        std::set<std::string> labels;
        for (const auto& offer : offered(input, "p5.48xlarge")) {
            EXPECT_TRUE(labels.insert(offer.label).second) << offer.label;
            EXPECT_TRUE(scenario::validate(input, offer.value.value).ok());
            EXPECT_FALSE(offer.value.provenance.source.empty()) << offer.label;
            EXPECT_FALSE(offer.value.provenance.detail.empty()) << offer.label;
            EXPECT_TRUE(offer.value.typed.empty());
        }
    }
}

TEST_F(Candidates, billOffersWhatWasPaidPerHour)
{
    import(kGpuBill);
    const auto offers = offered(Input::price_per_h, "p4d.24xlarge");
    ASSERT_GT(offers.size(), 2U);
    EXPECT_EQ(offers[0].value.provenance.origin, Origin::billed); // before the catalogue's price of the same machine
    std::set<std::string> paid;
    for (const auto& offer : offers) {
        if (offer.value.provenance.origin != Origin::billed)
            continue;
        paid.insert(base::formatNumber(offer.value.value, 4));
        EXPECT_EQ(offer.value.provenance.bill_id, m_id);
        EXPECT_NE(offer.label.find("p4d.24xlarge, "), std::string::npos) << offer.label; // and its region
    }
    // The reserved g5 hours carry no effective cost: no price, and no zero.
    EXPECT_EQ(paid, (std::set<std::string> {"19.2200", "32.7726"}));
    // For another machine they come after that machine's own prices.
    const auto others = offered(Input::price_per_h, "p5.48xlarge");
    EXPECT_EQ(others[0].value.provenance.origin, Origin::catalogue);
    EXPECT_EQ(countOf(others, Origin::billed), countOf(offers, Origin::billed));
    EXPECT_GT(countOf(offered(Input::committed_price_per_h, ""), Origin::billed), 0);
}

// Hours of a capacity block, which the fee has paid, and of a reservation that nothing ran on: no price of an hour.
TEST_F(Candidates, capacityBlocksAndUnusedReservationsOfferNoPrice)
{
    {
        std::ofstream out(m_folder.file("block.csv"));
        out << "bill/PayerAccountId,lineItem/LineItemType,lineItem/UsageStartDate,lineItem/ProductCode,"
               "lineItem/UsageType,lineItem/UsageAmount,lineItem/CurrencyCode,lineItem/UnblendedCost,pricing/unit,"
               "lineItem/LineItemDescription\n"
               "9,Fee,2024-03-01,AmazonEC2,USE2-CapacityBlockFee:p5.48xlarge,1,USD,18000,,Capacity Block fee\n"
               "9,Usage,2024-03-01,AmazonEC2,USE2-BoxUsage:p5.48xlarge,240,USD,0,Hrs,p5.48xlarge in a Capacity Block\n"
               "9,Usage,2024-03-01,AmazonEC2,USE2-UnusedBox:p5.48xlarge,100,USD,9832,Hrs,\n"
               "9,Usage,2024-03-01,AmazonEC2,USE2-BoxUsage:p5.48xlarge,10,USD,983.2,Hrs,\n";
    }
    import(m_folder.file("block.csv"));
    std::vector<double> billed;
    for (const auto& offer : offered(Input::price_per_h, "p5.48xlarge"))
        if (offer.value.provenance.origin == Origin::billed)
            billed.push_back(offer.value.value);
    ASSERT_EQ(billed.size(), 1U);
    EXPECT_DOUBLE_EQ(billed[0], 98.32); // 983.2 / 10
}

TEST_F(Candidates, pricesOfAnotherCurrencyAreNotOffered)
{
    import(kGpuBill);
    EXPECT_TRUE(offered(Input::price_per_h, "p4d.24xlarge", "EUR").empty());
}

TEST_F(Candidates, runOffersWhatItMeasured)
{
    import(kLog);
    // Without tokens per step there is no throughput; stated, there is.
    EXPECT_TRUE(offered(Input::tokens_per_s, "").empty());
    ASSERT_TRUE(m_workspace->setFact(m_id, "tokens_per_step", "1000000", base::JobContext()).ok());
    const auto stated = offered(Input::tokens_per_s, "");
    ASSERT_EQ(stated.size(), 2U);
    EXPECT_DOUBLE_EQ(stated[0].value.value, 1e6 / *(*m_workspace->runs())[0].step_time);
    EXPECT_EQ(stated[0].value.provenance.origin, Origin::measured);
    EXPECT_EQ(stated[0].value.provenance.run_id, m_id);
    EXPECT_NE(stated[0].value.provenance.detail.find("72 records"), std::string::npos);
    EXPECT_FALSE(stated[0].value.distribution.has_value());
    // And with its interval: of the 70 step times after the first of each start, sorted, the 27th and the 44th
    // (P(B(70, ½) ≤ 26) = 0.0207) are 125.9841 s and 126.9935 s.
    ASSERT_TRUE(stated[1].value.distribution.has_value());
    EXPECT_EQ(stated[1].value.distribution->kind, scenario::DistributionKind::normal);
    EXPECT_NEAR(stated[1].value.distribution->parameters[0], 7897.390781059846, 1e-6);
    EXPECT_NEAR(stated[1].value.distribution->parameters[1], 16.094888899489572, 1e-6);
    EXPECT_NEAR(stated[1].value.value, 7897.390781059846, 1e-6);
    EXPECT_NE(stated[1].value.provenance.detail.find("order statistics"), std::string::npos);
    EXPECT_EQ(stated[1].value.provenance.run_id, m_id);
    // Without times in the log what a failure costs is not known, and not offered as zero.
    EXPECT_TRUE(offered(Input::failure_waste, "").empty());
}

TEST_F(Candidates, nothingIsOfferedWithoutEvidence)
{
    for (const Input input : {Input::tokens, Input::tokens_per_s, Input::delay_weeks, Input::failure_waste})
        EXPECT_TRUE(offered(input, "p5.48xlarge (H100)").empty());
}

TEST_F(Candidates, wordsFollowTheLanguage)
{
    const auto offers
        = workspace::candidates(*m_workspace, Input::price_per_h, "p5.48xlarge", "USD", words::Language::zh_CN);
    ASSERT_TRUE(offers.ok());
    EXPECT_NE((*offers)[0].label.find("按需"), std::string::npos);
}
