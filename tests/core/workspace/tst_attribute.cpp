// SPDX-License-Identifier: GPL-3.0-or-later
// Charges of bills by rules. Expected figures: Python's csv and decimal on the samples, and by hand.
#include "core/workspace/attribute.h"

#include "core/workspace/attribution_rules.h"
#include "core/workspace/typed_invoice.h"
#include "tests/core/workspace/import_fixture.h"

#include <fstream>

namespace fullscope::workspace::test {

namespace {

using ledger::Attribution;
using ledger::AttributionMatch;
using ledger::AttributionRule;
using ledger::CostSums;

AttributionRule rule(
    const std::string& field, AttributionMatch match, const std::string& text, const std::string& group)
{
    AttributionRule made {.match = match, .text = text, .group = group};
    EXPECT_TRUE(ledger::setField(made, field).ok()) << field;
    return made;
}

CostSums sumOf(const ledger::AttributedGroup& group, const std::string& currency = "USD")
{
    const auto months = group.costs.find(currency);
    if (months == group.costs.end())
        return {};
    const auto sum = ledger::sumOf(months->second);
    EXPECT_TRUE(sum.ok());
    return sum.ok() ? *sum : CostSums();
}

class Attribute : public ImportTest {
protected:
    Attribution attributed(const std::vector<AttributionRule>& rules)
    {
        auto all = workspace::attribute(*m_workspace, rules, base::JobContext());
        EXPECT_TRUE(all.ok()) << (all.ok() ? "" : all.error().found);
        return all.ok() ? *std::move(all) : Attribution();
    }
    void write(const std::string& name, const std::string& text) { std::ofstream(m_folder.file(name)) << text; }
};

// A legacy CUR of one row for each of `lines`: "type, cost, resource, team".
std::string cur(const std::vector<std::string>& lines, const std::string& sub_account = "")
{
    std::string text = "bill/PayerAccountId,lineItem/UsageAccountId,bill/BillingPeriodStartDate,bill/"
                       "BillingPeriodEndDate,lineItem/LineItemType,"
                       "lineItem/UsageStartDate,lineItem/UsageEndDate,lineItem/ProductCode,lineItem/CurrencyCode,"
                       "lineItem/UsageType,lineItem/UnblendedCost,lineItem/ResourceId,resourceTags/user:Team\n";
    for (const std::string& line : lines)
        text += "9," + sub_account
            + ",2024-03-01T00:00:00Z,2024-04-01T00:00:00Z,Usage,2024-03-01T00:00:00Z,2024-03-01T01:00:00Z,AmazonEC2,"
              "USD,"
            + line + "\n";
    return text;
}

// A row of a FOCUS export, of the day `day` of March 2024.
struct FocusRow {
    const char* cost;
    const char* account = "9";
    const char* sub_account = "";
    const char* provider = "AWS";
    const char* day = "01";
};
std::string focus(const std::vector<FocusRow>& rows)
{
    std::string text
        = "BilledCost,BillingAccountId,SubAccountId,BillingCurrency,BillingPeriodStart,BillingPeriodEnd,ChargeCategory,"
          "ChargePeriodStart,ChargePeriodEnd,ContractedCost,EffectiveCost,ListCost,ProviderName,ServiceName\n";
    for (const FocusRow& row : rows) {
        const std::string cost = row.cost, time = std::string("2024-03-") + row.day + "T";
        text += cost + ',' + row.account + ',' + row.sub_account
            + ",USD,2024-03-01T00:00:00Z,2024-04-01T00:00:00Z,Usage," + time + "00:00:00Z," + time + "20:00:00Z," + cost
            + ',' + cost + ',' + cost + ',' + row.provider + ",Compute\n";
    }
    return text;
}

const ledger::DifferingExports* billedOf(const Attribution& all)
{
    for (const ledger::DifferingExports& one : all.differing)
        if (one.kind == ledger::CostKind::billed)
            return &one;
    return nullptr;
}

} // namespace

TEST_F(Attribute, everyRowOfTheFocusSampleGoesToOneGroup)
{
    import({kFocus});
    const auto all = attributed({rule("description", AttributionMatch::contains, "G5.4xlarge", "vision"),
        rule("provider", AttributionMatch::equals, "oracle", "platform"),
        rule("service", AttributionMatch::pattern, "^Virtual Machines", "platform")});
    ASSERT_EQ(all.groups.size(), 3U);
    EXPECT_EQ(all.groups[0].rows, 8);
    EXPECT_EQ(sumOf(all.groups[0]).sums[0], decimal("10.203682944"));
    EXPECT_EQ(sumOf(all.groups[0]).sums[1], decimal("11"));
    EXPECT_EQ(all.groups[1].rows, 8);
    EXPECT_EQ(sumOf(all.groups[1]).sums[0], decimal("0.71275464473"));
    EXPECT_EQ(sumOf(all.groups[1]).sums[1], decimal("0.17568072"));
    EXPECT_EQ(all.groups[2].rows, 311);
    EXPECT_EQ(sumOf(all.groups[2]).sums[0], decimal("7.15779719136"));
    EXPECT_EQ(sumOf(all.groups[2]).sums[1], decimal("3.80083346586"));
    EXPECT_EQ(all.totals.at("USD").sums[0], decimal("18.07423478009"));
    EXPECT_EQ(all.totals.at("USD").sums[1], decimal("14.97651418586"));
    EXPECT_EQ(all.totals.at("USD").rows, 327);
    EXPECT_TRUE(all.left_out.empty());
}

TEST_F(Attribute, rulesOfGroupsAloneComeToTheSame)
{
    import({kFocus, kCurGpu});
    const auto byService = rule("service", AttributionMatch::pattern, "^Virtual Machines", "a");
    const auto unused = rule("resource", AttributionMatch::equals, "nothing is called so", "b");
    const auto fast = attributed({byService});
    const auto slow = attributed({byService, unused}); // reads rows
    ASSERT_EQ(slow.groups.size(), 3U);
    EXPECT_EQ(sumOf(fast.groups[0]), sumOf(slow.groups[0]));
    EXPECT_EQ(fast.groups[1].costs, slow.groups[2].costs);
    EXPECT_EQ(fast.totals, slow.totals);
    EXPECT_EQ(fast.rules[0].matched, slow.rules[0].matched);
    EXPECT_EQ(slow.rules[1].matched, 0);
}

TEST_F(Attribute, withoutRulesAllIsUnattributed)
{
    EXPECT_EQ(attributed({}).groups.size(), 1U); // and without bills
    import({kFocus});
    const auto all = attributed({});
    ASSERT_EQ(all.groups.size(), 1U);
    EXPECT_EQ(sumOf(all.groups[0]), all.totals.at("USD"));
}

TEST_F(Attribute, tagsAndResourcesAreHeldOnceForEachText)
{
    write("a.csv",
        cur({"BoxUsage:p4d.24xlarge,30.1,i-1,Vision", "BoxUsage:p4d.24xlarge,20.02,i-2,vision",
            "EBS:VolumeUsage,0.003,vol-1,", "BoxUsage:p4d.24xlarge,7,i-3,audio", "BoxUsage:p4d.24xlarge,1,i-1,"}));
    import({m_folder.file("a.csv")});
    const auto all = attributed({rule("tag:team", AttributionMatch::equals, "vision", "V"),
        rule("resource", AttributionMatch::pattern, "^i-[12]$", "nodes"),
        rule("tag:team", AttributionMatch::equals, "VISION", "never reached"),
        rule("usage_type", AttributionMatch::contains, "volume", "storage")});
    ASSERT_EQ(all.groups.size(), 5U);
    EXPECT_EQ(sumOf(all.groups[0]).sums[0], decimal("50.12"));
    EXPECT_EQ(sumOf(all.groups[1]).sums[0], decimal("1"));
    EXPECT_EQ(all.rules[1].matched, 3);
    EXPECT_EQ(all.rules[2].taken, 0);
    EXPECT_EQ(all.rules[2].shadowed_by, 0U);
    EXPECT_EQ(sumOf(all.groups[3]).sums[0], decimal("0.003"));
    EXPECT_EQ(sumOf(all.groups[4]).sums[0], decimal("7"));
    EXPECT_EQ(all.totals.at("USD").sums[0], decimal("58.123"));
}

// Azure's pair: what was billed by one, what it comes to by the other; neither twice.
TEST_F(Attribute, twoDatasetsOfAMonthAreNotAdded)
{
    import({sample("bills/azure-ea/azure_ea_actualcost.csv")});
    const auto actual = attributed({});
    import({sample("bills/azure-ea/azure_ea_amortizedcost.csv")});
    const auto both = attributed({});
    EXPECT_EQ(actual.totals.at("USD").sums[0], decimal("8.5450077867419368"));
    EXPECT_FALSE(actual.totals.at("USD").sums[1]);
    EXPECT_EQ(both.totals.at("USD").sums[0], decimal("8.5450077867419368"));
    EXPECT_EQ(both.totals.at("USD").sums[1], decimal("16.296932136636644627485419"));
    EXPECT_EQ(both.totals.at("USD").without[1], 0);
}

TEST_F(Attribute, oneMonthInTwoFormatsIsCountedOnce)
{
    write("cur.csv", cur({"BoxUsage:p4d.24xlarge,30,i-1,", "BoxUsage:p4d.24xlarge,30,i-1,"}));
    write("focus.csv",
        "BilledCost,BillingAccountId,BillingCurrency,BillingPeriodStart,BillingPeriodEnd,ChargeCategory,"
        "ChargePeriodStart,ChargePeriodEnd,ContractedCost,EffectiveCost,ListCost,ProviderName,ServiceName\n"
        "60,9,USD,2024-03-01T00:00:00Z,2024-04-01T00:00:00Z,Usage,2024-03-01T00:00:00Z,2024-03-01T02:00:00Z,60,60,60,"
        "AWS,AmazonEC2\n");
    import({m_folder.file("cur.csv"), m_folder.file("focus.csv")});
    const auto all = attributed({});
    EXPECT_EQ(all.totals.at("USD").sums[0], decimal("60"));
    EXPECT_EQ(all.totals.at("USD").rows, 2);
    ASSERT_FALSE(all.left_out.empty());
    EXPECT_NE(all.left_out[0].file.find("focus.csv"), std::string::npos);
    EXPECT_NE(all.left_out[0].counted_file.find("cur.csv"), std::string::npos);
    EXPECT_EQ(all.left_out[0].sums.at("USD"), decimal("60"));
}

// Two providers name an account alike: nothing of the one repeats the other.
TEST_F(Attribute, billsOfOtherProvidersStandBesideEachOther)
{
    write("lambda.csv", focus({{.cost = "90000", .account = "prod", .provider = "Lambda"}}));
    write("rp.csv",
        "Provider,Billing Account,Month,Service,Cost "
        "(USD)\nRunPod,prod,2024-03,GPU,700\nRunPod,prod,2024-03,Disk,50\n");
    import({m_folder.file("lambda.csv")});
    EXPECT_EQ(count(import({m_folder.file("rp.csv")}), base::Code::delivery_other_format), 0);
    const auto all = attributed({});
    EXPECT_EQ(all.totals.at("USD").sums[0], decimal("90750"));
    EXPECT_TRUE(all.left_out.empty());
    EXPECT_TRUE(all.beside.empty());
    // The same month of RunPod in another format, its name written out: two rows count, as they are more.
    write("rp2.csv", focus({{.cost = "750", .account = "prod", .provider = "RunPod Inc."}}));
    EXPECT_EQ(count(import({m_folder.file("rp2.csv")}), base::Code::delivery_other_format), 1);
    const auto once = attributed({});
    EXPECT_EQ(once.totals.at("USD").sums[0], decimal("90750"));
    ASSERT_FALSE(once.left_out.empty());
    EXPECT_EQ(once.left_out[0].sums.at("USD"), decimal("750"));
    EXPECT_EQ(billedOf(once), nullptr);
}

TEST_F(Attribute, subAccountsOfOnePayerAreChosenEachByItself)
{
    write("cur.csv", cur({"BoxUsage,2359.68,i-1,", "S3,23,b-1,"}, "111122223333"));
    write("sub.csv", focus({{.cost = "100000", .sub_account = "999900001111"}}));
    import({m_folder.file("cur.csv"), m_folder.file("sub.csv")});
    auto all = attributed({});
    EXPECT_EQ(all.totals.at("USD").sums[0], decimal("102382.68"));
    EXPECT_TRUE(all.left_out.empty());
    ASSERT_EQ(all.beside.size(), 1U);
    EXPECT_EQ(all.beside[0].why, ledger::CountedBeside::Why::apart);
    // A newer export has both: the one that it shares with the report is counted by the report.
    write("both.csv",
        focus({{.cost = "100000", .sub_account = "999900001111"}, {.cost = "2382.68", .sub_account = "111122223333"}}));
    import({m_folder.file("both.csv")});
    all = attributed({});
    EXPECT_EQ(all.totals.at("USD").sums[0], decimal("102382.68"));
    ASSERT_FALSE(all.left_out.empty());
    EXPECT_EQ(all.left_out[0].sums.at("USD"), decimal("2382.68"));
    EXPECT_EQ(billedOf(all), nullptr);
}

TEST_F(Attribute, otherDaysOfAMonthAreNoRepetition)
{
    write("cur.csv", cur({"BoxUsage,30,i-1,", "BoxUsage,30,i-1,"})); // of 1 March
    write("late.csv", focus({{.cost = "7.5", .day = "20"}}));
    import({m_folder.file("cur.csv"), m_folder.file("late.csv")});
    EXPECT_EQ(attributed({}).totals.at("USD").sums[0], decimal("67.5"));
    write("late.csv", focus({{.cost = "7.5", .day = "20"}, {.cost = "1", .day = "01"}})); // the first day too
    import({m_folder.file("late.csv")});
    const auto all = attributed({});
    EXPECT_EQ(all.totals.at("USD").sums[0], decimal("60"));
    ASSERT_NE(billedOf(all), nullptr); // and told
    EXPECT_EQ(billedOf(all)->left_out, decimal("8.5"));
}

TEST_F(Attribute, aSmallExportInPlaceOfALargeOneIsTold)
{
    write("cur.csv", cur({"BoxUsage,150,i-1,", "BoxUsage,50,i-1,"}));
    write("focus.csv", focus({{.cost = "2000"}}));
    import({m_folder.file("cur.csv"), m_folder.file("focus.csv")});
    const auto all = attributed({});
    EXPECT_EQ(all.totals.at("USD").sums[0], decimal("200"));
    const auto* billed = billedOf(all);
    ASSERT_NE(billed, nullptr);
    EXPECT_EQ(billed->account, "9");
    EXPECT_EQ(billed->month, "2024-03");
    EXPECT_EQ(billed->counted, decimal("200"));
    EXPECT_EQ(billed->left_out, decimal("2000"));
    EXPECT_NE(billed->counted_file.find("cur.csv"), std::string::npos);
    EXPECT_NE(billed->left_out_file.find("focus.csv"), std::string::npos);
}

TEST_F(Attribute, typedInvoicesAreCountedBesideExports)
{
    write("focus.csv",
        focus({{.cost = "60", .account = "prod", .provider = "Lambda"},
            {.cost = "1", .account = "prod", .provider = "Lambda"}}));
    import({m_folder.file("focus.csv")});
    ASSERT_TRUE(addInvoice(*m_workspace,
        {.provider = "lambda",
            .period = "2024-03",
            .billed = "90000",
            .currency = "USD",
            .account = "prod",
            .typed_on = "2024-04-02"})
                    .ok());
    const auto all = attributed({});
    EXPECT_EQ(all.totals.at("USD").sums[0], decimal("90061"));
    EXPECT_TRUE(all.left_out.empty());
    ASSERT_EQ(all.beside.size(), 1U);
    EXPECT_EQ(all.beside[0].why, ledger::CountedBeside::Why::typed);
    ASSERT_EQ(all.beside[0].others.size(), 1U);
    EXPECT_NE(all.beside[0].others[0].find("focus.csv"), std::string::npos);
}

TEST_F(Attribute, whatNamesNoAccountMayRepeatAndIsTold)
{
    write("cur.csv", cur({"BoxUsage,30,i-1,", "BoxUsage,30,i-1,"}));
    write("own.csv", "Provider,Month,Service,Cost (USD)\nAmazon,2024-03,EC2,60\nRunPod,2024-03,GPU,5\n");
    import({m_folder.file("cur.csv"), m_folder.file("own.csv")});
    const auto all = attributed({});
    EXPECT_EQ(all.totals.at("USD").sums[0], decimal("125"));
    ASSERT_EQ(all.beside.size(), 1U);
    EXPECT_EQ(all.beside[0].why, ledger::CountedBeside::Why::not_told);
    EXPECT_NE(all.beside[0].file.find("own.csv"), std::string::npos);
    ASSERT_EQ(all.beside[0].others.size(), 1U);
    EXPECT_NE(all.beside[0].others[0].find("cur.csv"), std::string::npos);
}

TEST_F(Attribute, sharesOfAModelAreNoCosts)
{
    import({sample("bills/opencost/opencost_allocation_export.csv")});
    const auto all = attributed({});
    EXPECT_TRUE(all.totals.empty());
    ASSERT_FALSE(all.left_out.empty());
    EXPECT_EQ(all.left_out[0].counted_file, "");
}

TEST_F(Attribute, rowsBehindAGroupAreFound)
{
    write("a.csv", cur({"BoxUsage,30.1,i-1,Vision", "BoxUsage,20.02,i-2,vision", "BoxUsage,5,,"}));
    import({m_folder.file("a.csv")});
    const std::vector<AttributionRule> rules {rule("tag:team", AttributionMatch::equals, "vision", "V")};
    const auto behind = attributedRows(*m_workspace, rules, "V", 1, base::JobContext());
    ASSERT_TRUE(behind.ok());
    EXPECT_EQ(behind->total, 2);
    ASSERT_EQ(behind->rows.size(), 1U);
    EXPECT_EQ(behind->rows[0].row.billed, decimal("30.1"));
    const auto others = attributedRows(*m_workspace, rules, "", 100, base::JobContext());
    ASSERT_EQ(others->rows.size(), 1U);
    EXPECT_EQ(others->rows[0].row.billed, decimal("5"));
    EXPECT_EQ(attributedRows(*m_workspace, rules, "no such group", 100, base::JobContext())->total, 0);
}

TEST_F(Attribute, canBeStopped)
{
    import({kCurGpu});
    std::stop_source stop;
    stop.request_stop();
    const auto all = workspace::attribute(*m_workspace, std::vector<AttributionRule> {}, {stop.get_token(), {}});
    ASSERT_FALSE(all.ok());
    EXPECT_EQ(all.error().code, base::Code::cancelled);
}

TEST_F(Attribute, rulesAreKept)
{
    EXPECT_EQ(attributionRules(*m_workspace)->version, 0);
    std::vector<AttributionRule> rules {rule("tag:te\"am", AttributionMatch::pattern, "\\d{3} 视觉", "组 1")};
    rules[0].note = "why";
    const auto version = saveAttributionRules(*m_workspace, rules, 0);
    ASSERT_TRUE(version.ok());
    EXPECT_EQ(attributionRules(*m_workspace)->rules, rules);
    EXPECT_EQ(saveAttributionRules(*m_workspace, rules, 0).error().code, base::Code::store_changed);
    rules[0].text = "(";
    EXPECT_EQ(saveAttributionRules(*m_workspace, rules, *version).error().code, base::Code::bad_pattern);
    EXPECT_EQ(*rulesFromJson(rulesToJson({}), "x"), std::vector<AttributionRule> {});
}

TEST_F(Attribute, aFileOfRulesThatIsWrongIsNamedWithThePlace)
{
    const auto wrong = [](const std::string& json) { return rulesFromJson(json, "r.json").error(); };
    const auto of = [](const std::string& entry) { return R"({"schema": 1, "rules": [)" + entry + "]}"; };
    EXPECT_EQ(wrong("{\n\n\"schema\": 1,,").code, base::Code::bad_json);
    EXPECT_EQ(wrong("{\n\n\"schema\": 1,,").line, 3);
    EXPECT_EQ(wrong("[]").code, base::Code::bad_value);
    EXPECT_EQ(wrong("{}").field, "schema");
    EXPECT_EQ(wrong(R"({"schema": 2, "rules": []})").code, base::Code::store_newer);
    EXPECT_EQ(wrong(R"({"schema": 1})").field, "rules");
    EXPECT_EQ(wrong(of("3")).field, "rules[0]");
    EXPECT_EQ(
        wrong(of(R"({"field": "servce", "match": "equals", "text": "a", "group": "g"})")).field, "rules[0].field");
    EXPECT_EQ(wrong(of(R"({"field": "service", "match": "is", "text": "a", "group": "g"})")).field, "rules[0].match");
    EXPECT_EQ(wrong(of(R"({"field": "service", "match": "equals", "text": 3, "group": "g"})")).field, "rules[0].text");
    EXPECT_EQ(wrong(of(R"({"field": "service", "match": "equals", "group": "g"})")).code, base::Code::field_missing);
    const auto pattern = wrong(of(R"({"field": "service", "match": "pattern", "text": "(", "group": "g"})"));
    EXPECT_EQ(pattern.code, base::Code::bad_pattern);
    EXPECT_EQ(pattern.file, "r.json");
    EXPECT_EQ(pattern.field, "rules[0].text");
    EXPECT_EQ(wrong(std::string(100'000, '[')).code, base::Code::bad_json);
}

} // namespace fullscope::workspace::test
