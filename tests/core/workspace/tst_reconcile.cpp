// SPDX-License-Identifier: GPL-3.0-or-later
// Bills of a workspace against its runs. Expected figures: worked out by hand from the files written here.
#include "core/workspace/reconcile.h"

#include "core/workspace/candidates.h"
#include "core/workspace/stated_facts.h"
#include "core/workspace/user_catalogue.h"
#include "tests/core/workspace/import_fixture.h"
#include "tests/core/workspace/reconcile_files.h"

namespace fullscope::workspace::test {

namespace {

using ledger::Lacks;
using ledger::TypeFrom;

constexpr double kHour = 3600;

class Reconcile : public ImportTest {
protected:
    // A FOCUS export of account 9: two hours of a p4d.24xlarge, from the hour `from` of March.
    ImportOutcome importFocusHours(int from)
    {
        std::ofstream out(m_folder.file("focus.csv"));
        out << "BilledCost,EffectiveCost,BillingAccountId,BillingCurrency,BillingPeriodStart,BillingPeriodEnd,"
               "ChargeCategory,ChargeDescription,ChargePeriodStart,ChargePeriodEnd,ConsumedQuantity,ConsumedUnit,"
               "ProviderName,ServiceName,ServiceCategory,PricingCategory,SkuPriceDetails,ResourceId,RegionId\n";
        for (int hour = from; hour < from + 2; ++hour)
            out << "30,30,9,USD,2024-03-01T00:00:00Z,2024-04-01T00:00:00Z,Usage,p4d.24xlarge instance hour,"
                << dayTime(hour) << ',' << dayTime(hour + 1)
                << ",1,Hours,AWS,Amazon Elastic Compute "
                   "Cloud,Compute,Standard,\"{\"\"InstanceType\"\":\"\"p4d.24xlarge\"\"}"
                   "\",i-1,us-east-2\n";
        out.close();
        return import({m_folder.file("focus.csv")});
    }
    std::int64_t run(const std::string& name, int from, int to, const std::string& zone = "Z")
    {
        writeSteps(m_folder.file(name), from, to, zone);
        const auto outcome = import({m_folder.file(name)});
        EXPECT_EQ(outcome.imported.size(), 1U);
        return outcome.imported.empty() ? 0 : outcome.imported[0].id;
    }
    void bill(const std::string& name, int from, int to, int instances = 1)
    {
        writeHours(m_folder.file(name), from, to, instances);
        EXPECT_EQ(import({m_folder.file(name)}).imported.size(), 1U);
    }
    void state(std::int64_t id, const std::string& name, const std::string& value)
    {
        ASSERT_OK(m_workspace->setFact(id, name, value, base::JobContext()));
    }
    ledger::BillsAndRuns reconciled(const std::string& type = {})
    {
        auto all = reconcile(*m_workspace, {.instance_type = type, .range = {}}, base::JobContext());
        EXPECT_TRUE(all.ok());
        return all.ok() ? *std::move(all) : ledger::BillsAndRuns();
    }
};

} // namespace

TEST_F(Reconcile, hoursOfARunAreUsedAndOthersIdle)
{
    bill("bill.csv", 0, 24);
    const std::int64_t id = run("log.csv", 2, 8);
    auto all = reconciled();
    ASSERT_EQ(all.not_counted.size(), 1U); // which instances it held is not known
    EXPECT_EQ(all.not_counted[0].lacks, Lacks::instance_type);
    EXPECT_EQ(all.not_counted[0].candidates, (std::vector<std::string> {"p4d.24xlarge"}));
    ASSERT_EQ(all.result.types.size(), 1U);
    EXPECT_EQ(all.result.types[0].total.hours.idle.toDouble(), 24 * kHour);

    state(id, "instance_type", "P4D.24xlarge");
    all = reconciled();
    ASSERT_EQ(all.not_counted.size(), 1U);
    EXPECT_EQ(all.not_counted[0].lacks, Lacks::nodes);

    state(id, "nodes", "1");
    all = reconciled();
    ASSERT_EQ(all.runs.size(), 1U);
    EXPECT_EQ(all.runs[0].type_from, TypeFrom::stated);
    EXPECT_EQ(all.runs[0].hours.instance_type, "p4d.24xlarge"); // as the bill spells it
    const auto& total = all.result.types[0].total;
    EXPECT_EQ(total.hours.used.toDouble(), 6 * kHour);
    EXPECT_EQ(total.hours.idle.toDouble(), 18 * kHour);
    EXPECT_EQ(total.money.at("USD").idle.toString(), "540"); // 18 · 30
    EXPECT_TRUE(all.result.runs_without_bill.empty());
}

// Two regions, an instance each for four hours, by two teams.
TEST_F(Reconcile, regionsAndTagsTellWhoseHoursTheyAre)
{
    std::ofstream out(m_folder.file("bill.csv"));
    out << "bill/PayerAccountId,bill/BillingPeriodStartDate,bill/BillingPeriodEndDate,lineItem/LineItemType,"
           "lineItem/UsageStartDate,lineItem/UsageEndDate,lineItem/ProductCode,lineItem/UsageType,lineItem/UsageAmount,"
           "lineItem/CurrencyCode,lineItem/UnblendedCost,pricing/unit,resourceTags/user:Team\n";
    for (int hour = 0; hour < 4; ++hour)
        for (const char* of :
            {"USE2-BoxUsage:p4d.24xlarge,1,USD,30,Hrs,nlp", "USW2-BoxUsage:p4d.24xlarge,1,USD,40,Hrs,vision"})
            out << "9,2024-03-01T00:00:00Z,2024-04-01T00:00:00Z,Usage," << dayTime(hour) << ',' << dayTime(hour + 1)
                << ",AmazonEC2," << of << '\n';
    out.close();
    ASSERT_EQ(import({m_folder.file("bill.csv")}).imported.size(), 1U);
    const std::int64_t id = run("log.csv", 0, 4);
    state(id, "instance_type", "p4d.24xlarge");
    state(id, "nodes", "1");
    const auto typesOf = [this](const ledger::BillsAndRuns& all) { // hours used, idle and cost of idle by name
        std::string text;
        for (const ledger::ReconciledType& type : all.result.types)
            text += type.instance_type + " " + base::formatNumber(type.total.hours.used.toDouble() / kHour, 0) + " "
                + base::formatNumber(type.total.hours.idle.toDouble() / kHour, 0) + " "
                + type.total.money.at("USD").idle.toString() + "; ";
        return text;
    };
    EXPECT_EQ(typesOf(reconciled()), "p4d.24xlarge 4 4 140; "); // of both at their common price
    state(id, "region", "us-east-2");
    EXPECT_EQ(typesOf(reconciled()), "p4d.24xlarge 0 4 160; p4d.24xlarge · us-east-2 4 0 0; ");
    EXPECT_EQ(reconciled().runs.at(0).hours.instance_type, "p4d.24xlarge · us-east-2");
    EXPECT_TRUE(reconciled().result.runs_without_bill.empty());
    state(id, "bill_tag", "team=NLP"); // as tags are compared everywhere: without case
    EXPECT_EQ(typesOf(reconciled()), "p4d.24xlarge 0 4 160; p4d.24xlarge · us-east-2 · team=nlp 4 0 0; ");
    state(id, "region", "");
    state(id, "bill_tag", "team=vision");
    EXPECT_EQ(typesOf(reconciled()), "p4d.24xlarge 0 4 120; p4d.24xlarge · team=vision 4 0 0; ");
    // A second one that says nothing takes what the others leave.
    const std::int64_t other = run("other.csv", 1, 2);
    state(other, "instance_type", "p4d.24xlarge");
    state(other, "nodes", "1");
    EXPECT_EQ(typesOf(reconciled()), "p4d.24xlarge 1 3 90; p4d.24xlarge · team=vision 4 0 0; ");
    ASSERT_OK(m_workspace->removeRun(other));
    state(id, "bill_tag", "team=nobody"); // nothing carries it, so it tells nothing
    EXPECT_EQ(typesOf(reconciled()), "p4d.24xlarge 4 4 140; ");
    state(id, "bill_tag", "");
    state(id, "region", "eu-west-1"); // where nothing was billed
    const auto elsewhere = reconciled();
    ASSERT_EQ(elsewhere.result.runs_without_bill.size(), 1U);
    EXPECT_EQ(elsewhere.result.runs_without_bill[0].reason, ledger::NoBill::of_type);
    EXPECT_EQ(elsewhere.result.runs_without_bill[0].without_bill.toDouble(), 4 * kHour);
}

// Two instances of a region and a team for four hours; two runs that spell these differently.
TEST_F(Reconcile, regionsAndTagsAreOneWhateverTheirCase)
{
    std::ofstream out(m_folder.file("bill.csv"));
    out << "bill/PayerAccountId,bill/BillingPeriodStartDate,bill/BillingPeriodEndDate,lineItem/LineItemType,"
           "lineItem/UsageStartDate,lineItem/UsageEndDate,lineItem/ProductCode,lineItem/UsageType,lineItem/UsageAmount,"
           "lineItem/CurrencyCode,lineItem/UnblendedCost,pricing/unit,resourceTags/user:Team\n";
    for (int hour = 0; hour < 4; ++hour)
        for (const char* team : {"nlp", "NLP"})
            out << "9,2024-03-01T00:00:00Z,2024-04-01T00:00:00Z,Usage," << dayTime(hour) << ',' << dayTime(hour + 1)
                << ",AmazonEC2,USE2-BoxUsage:p4d.24xlarge,1,USD,30,Hrs," << team << '\n';
    out.close();
    ASSERT_EQ(import({m_folder.file("bill.csv")}).imported.size(), 1U);
    const std::int64_t one = run("log.csv", 0, 4), other = run("other.csv", 1, 4);
    for (const std::int64_t id : {one, other}) {
        state(id, "instance_type", "p4d.24xlarge");
        state(id, "nodes", "1");
    }
    const auto expectOne = [this](const std::string& name) {
        const auto all = reconciled();
        ASSERT_EQ(all.result.types.size(), 1U);
        EXPECT_EQ(all.result.types[0].instance_type, name);
        EXPECT_EQ(all.result.types[0].total.hours.used.toDouble(), 7 * kHour);
        EXPECT_EQ(all.result.types[0].total.hours.idle.toDouble(), kHour); // before the other one began
        EXPECT_TRUE(all.result.runs_without_bill.empty());
    };
    state(one, "region", "us-east-2");
    state(other, "region", "US-EAST-2");
    expectOne("p4d.24xlarge · us-east-2");
    state(one, "region", "");
    state(other, "region", "");
    state(one, "bill_tag", "team=nlp");
    state(other, "bill_tag", "TEAM=Nlp");
    expectOne("p4d.24xlarge · team=nlp");
}

TEST_F(Reconcile, whatTheUserSaysOfATypeIsUsed)
{
    bill("bill.csv", 0, 24);
    const std::int64_t id = run("log.csv", 2, 8);
    state(id, "instance_type", "p4d.24xlarge");
    state(id, "world_size", "16");
    ASSERT_EQ(reconciled().runs.size(), 1U);
    EXPECT_EQ(reconciled().runs[0].hours.nodes, 2); // of 8 chips each
    const auto fact = factOf({.subject = "p4d.24xlarge",
        .fact = "accelerator_count",
        .value = "4",
        .as_of = "2026-10-01",
        .source = "half of it is the neighbour's"});
    ASSERT_TRUE(fact.ok());
    ASSERT_OK(changeEntries(*m_workspace, {}, *catalogue::withFact({}, *fact)));
    EXPECT_EQ(reconciled().runs[0].hours.nodes, 4);
}

TEST_F(Reconcile, theDeviceOfALogIsLookedForAmongTheBilledTypes)
{
    bill("bill.csv", 0, 24);
    const std::int64_t id = run("log.csv", 2, 8);
    state(id, "world_size", "16");
    state(id, "device", "NVIDIA A100-SXM4-80GB"); // p4de: not billed
    EXPECT_TRUE(reconciled().not_counted.at(0).candidates.empty());
    state(id, "device", "NVIDIA A100-SXM4-40GB");
    const auto all = reconciled();
    ASSERT_EQ(all.runs.size(), 1U);
    EXPECT_EQ(all.runs[0].type_from, TypeFrom::catalogue);
    EXPECT_EQ(all.runs[0].hours.nodes, 2); // 16 devices of 8 each
    EXPECT_EQ(all.result.types[0].total.hours.without_bill.toDouble(), 6 * kHour);
    EXPECT_EQ(all.result.runs_without_bill.at(0).reason, ledger::NoBill::too_few);
}

TEST_F(Reconcile, aStatedZoneMovesTheRunToItsBill)
{
    bill("bill.csv", 1, 5);
    const std::int64_t id = run("log.csv", 9, 13, ""); // in Shanghai, and the log does not tell
    state(id, "instance_type", "p4d.24xlarge");
    state(id, "nodes", "1");
    auto all = reconciled();
    ASSERT_EQ(all.result.runs_without_bill.size(), 1U);
    EXPECT_EQ(all.result.runs_without_bill[0].shifts_us, (std::vector<std::int64_t> {-8 * ledger::kHourUs}));
    EXPECT_EQ(all.result.types[0].total.hours.idle.toDouble(), 4 * kHour);
    state(id, "utc_offset", "+08:00");
    all = reconciled();
    EXPECT_TRUE(all.result.runs_without_bill.empty());
    EXPECT_TRUE(all.result.types[0].total.hours.idle.isZero());
    EXPECT_EQ(all.runs.at(0).shift_us, -8 * ledger::kHourUs);
}

TEST_F(Reconcile, instancesThatTheUserNamesAreHeldOnce)
{
    bill("bill.csv", 0, 10, 2);
    for (const auto& [name, to] : {std::pair {"a.csv", 5}, std::pair {"b.csv", 4}}) {
        const std::int64_t id = run(name, 0, to);
        state(id, "instance_type", "p4d.24xlarge");
        state(id, "instance_ids", "i-2");
    }
    const auto all = reconciled();
    ASSERT_EQ(all.runs.size(), 2U);
    EXPECT_EQ(all.runs[0].hours.nodes, 1);
    EXPECT_EQ(all.result.types[0].total.hours.used.toDouble(), 5 * kHour);
    EXPECT_EQ(all.result.types[0].total.hours.shared.toDouble(), 4 * kHour);
}

TEST_F(Reconcile, oneAccountsMonthIsCountedOnceInTwoFormats)
{
    bill("bill.csv", 0, 24);
    // The same account and month as a FOCUS export, which has two hours only.
    ASSERT_EQ(importFocusHours(0).imported.size(), 1U);
    const auto all = reconciled();
    EXPECT_EQ(all.result.types.at(0).total.hours.billed.toDouble(), 24 * kHour);
    ASSERT_EQ(all.left_out.size(), 1U);
    EXPECT_EQ(all.left_out[0].rows, 2);
    EXPECT_EQ(all.left_out[0].file, m_folder.file("focus.csv"));
    EXPECT_EQ(all.left_out[0].counted_file, m_folder.file("bill.csv"));
}

TEST_F(Reconcile, otherDaysInAnotherFormatAreCountedToo)
{
    bill("bill.csv", 0, 24);
    ASSERT_EQ(importFocusHours(19 * 24).imported.size(), 1U); // 20 March
    const auto all = reconciled("p4d.24xlarge");
    EXPECT_EQ(all.result.types.at(0).total.hours.billed.toDouble(), 26 * kHour);
    EXPECT_TRUE(all.left_out.empty());
}

TEST_F(Reconcile, logsWithoutTimesAreSaid)
{
    ASSERT_EQ(import({kRestart, kCurGpu}).imported.size(), 2U);
    const auto all = reconciled();
    ASSERT_EQ(all.not_counted.size(), 1U);
    EXPECT_EQ(all.not_counted[0].lacks, Lacks::times);
    // The synthetic report: 24 hours of three machines, one of them reserved and without a price.
    ASSERT_EQ(all.result.types.size(), 2U);
    EXPECT_EQ(all.result.types[0].instance_type, "g5.12xlarge");
    EXPECT_EQ(all.result.types[0].total.hours.idle.toDouble(), 24 * kHour);
    EXPECT_EQ(all.result.types[0].total.idle_unpriced.toDouble(), 24 * kHour);
    EXPECT_EQ(all.result.types[1].total.hours.billed.toDouble(), 48 * kHour);
    // 24 · 32.7726 on demand and 24 · 19.22 by the savings plan
    EXPECT_EQ(all.result.types[1].total.money.at("USD").idle.toString(), "1247.8224");
    EXPECT_EQ(reconciled("g5.12xlarge").result.types.size(), 1U);
}

TEST_F(Reconcile, idleShareIsOfferedToTheScenarioWhereRunsAreKnown)
{
    const auto offered
        = [&] { return *candidates(*m_workspace, scenario::Input::idle_share, "p4d", "USD", words::Language::en); };
    bill("bill.csv", 0, 24);
    EXPECT_TRUE(offered().empty()); // all idle: no run is known
    const std::int64_t id = run("log.csv", 2, 8);
    state(id, "instance_type", "p4d.24xlarge");
    state(id, "nodes", "1");
    const std::int64_t second = run("second.csv", 10, 12);
    state(second, "instance_type", "p4d.24xlarge");
    state(second, "nodes", "1");
    const auto offers = offered();
    ASSERT_EQ(offers.size(), 2U) << offers.at(0).label << offers.at(0).value.provenance.detail;
    EXPECT_DOUBLE_EQ(offers[0].value.value, 0.2); // two of the ten hours from 2 to 12
    EXPECT_NE(offers[0].value.provenance.detail.find("2.00 of 10.00 billed hours"), std::string::npos);
    EXPECT_DOUBLE_EQ(offers[1].value.value, 16.0 / 24);
    EXPECT_EQ(offers[1].value.provenance.origin, evidence::Origin::measured);
    EXPECT_EQ(offers[1].value.provenance.source, m_folder.file("bill.csv"));
    EXPECT_NE(offers[1].value.provenance.detail.find("16.00 of 24.00 billed hours"), std::string::npos);
}

TEST_F(Reconcile, cancels)
{
    bill("bill.csv", 0, 24);
    const std::int64_t id = run("log.csv", 2, 8);
    state(id, "instance_type", "p4d.24xlarge");
    std::stop_source stop;
    stop.request_stop();
    const auto all = reconcile(*m_workspace, {}, base::JobContext(stop.get_token(), {}));
    ASSERT_FALSE(all.ok());
    EXPECT_EQ(all.error().code, base::Code::cancelled);
}

TEST(StatedFacts, offsetsAsPeopleTypeThem)
{
    const auto hours = [](const char* text) { return static_cast<double>(*parseUtcOffset(text)) / ledger::kHourUs; };
    EXPECT_EQ(hours("+08:00"), 8);
    EXPECT_EQ(hours("-5"), -5);
    EXPECT_EQ(hours("\u22123:30"), -3.5);
    EXPECT_EQ(hours(" 5:45 "), 5.75);
    EXPECT_EQ(hours("-00:30"), -0.5);
    for (const char* bad : {"", "+", "+15", "8:61", "8:10", "eight", "+-8", "8:", "8:-30", "+08:00:00"})
        EXPECT_FALSE(parseUtcOffset(bad).ok()) << bad;
    EXPECT_EQ(formatUtcOffset(-7 * ledger::kHourUs / 2), "-03:30");
    EXPECT_EQ(formatUtcOffset(0), "+00:00");
}

TEST(StatedFacts, tagsHaveANameAndAValue)
{
    EXPECT_EQ(*statedFact("bill_tag", " team = nlp=1 "), "team=nlp=1");
    for (const char* bad : {"team", "=nlp", "team=", "= "})
        EXPECT_EQ(statedFact("bill_tag", bad).error().code, base::Code::bad_value) << bad;
    EXPECT_EQ(*statedFact("bill_tag", " "), "");
    EXPECT_EQ(*statedFact("region", " us-east-2 "), "us-east-2");
}

TEST(StatedFacts, areCheckedBeforeTheyAreStored)
{
    EXPECT_EQ(*statedFact("nodes", " 4 "), "4");
    EXPECT_EQ(*statedFact("utc_offset", "8"), "+08:00");
    EXPECT_EQ(*statedFact("instance_type", ""), "");
    EXPECT_EQ(statedFact("nodes", "0").error().code, base::Code::out_of_range);
    EXPECT_EQ(statedFact("utc_offset", "CST").error().code, base::Code::bad_value);
    const auto unknown = statedFact("instance_typ", "p5");
    EXPECT_EQ(unknown.error().code, base::Code::name_unknown);
    EXPECT_EQ(unknown.error().args, (std::vector<std::string> {"instance_type"}));
}

} // namespace fullscope::workspace::test
