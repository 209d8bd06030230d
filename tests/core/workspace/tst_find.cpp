// SPDX-License-Identifier: GPL-3.0-or-later
// Expected places and counts from the lines that are written here, and from Python's csv on the sample.
#include "core/workspace/find.h"

#include "core/workspace/attribution_rules.h"
#include "core/workspace/claims.h"
#include "core/workspace/uses.h"
#include "tests/core/workspace/import_fixture.h"
#include "tests/core/workspace/reconcile_files.h"

#include <fstream>

namespace fullscope::workspace::test {

namespace {

using store::Place;

// A legacy CUR of one row for each of `lines`: "type,cost,resource,team".
std::string cur(const std::vector<std::string>& lines)
{
    std::string text = "bill/PayerAccountId,bill/BillingPeriodStartDate,bill/BillingPeriodEndDate,"
                       "lineItem/LineItemType,lineItem/UsageStartDate,lineItem/UsageEndDate,lineItem/ProductCode,"
                       "lineItem/CurrencyCode,lineItem/UsageType,lineItem/UnblendedCost,lineItem/ResourceId,"
                       "resourceTags/user:Team\n";
    for (const std::string& line : lines)
        text += "123456789012,2024-03-01T00:00:00Z,2024-04-01T00:00:00Z,Usage,2024-03-01T00:00:00Z,"
                "2024-03-01T01:00:00Z,AmazonEC2,USD,"
            + line + "\n";
    return text;
}

class Find : public ImportTest {
protected:
    Found found(const std::string& text, const std::optional<scenario::Scenario>& scenario = {})
    {
        auto all = find(*m_workspace, text, scenario, words::Language::en, base::JobContext());
        EXPECT_TRUE(all.ok()) << (all.ok() ? "" : all.error().found);
        return all.ok() ? *std::move(all) : Found();
    }
    static std::vector<Hit> in(FoundIn where, const Found& all)
    {
        std::vector<Hit> hits;
        for (const Hit& hit : all.hits)
            if (hit.where == where)
                hits.push_back(hit);
        return hits;
    }
    void importLines(const std::vector<std::string>& lines)
    {
        std::ofstream(m_folder.file("bill.csv")) << cur(lines);
        import({m_folder.file("bill.csv")});
    }
    std::string resourceAt(const Place& place)
    {
        const auto rows = m_workspace->billRows(place.id, {}, place.row, 1);
        return rows.ok() && rows->size() == 1 ? rows->front().row.resource_id : std::string("?");
    }
};

} // namespace

TEST_F(Find, aValueOfABillOnceWithItsRowsAndTheFirstOfThem)
{
    importLines({"Box,1,i-beta,red", "Box,2,i-alpha,red", "Box,3,i-gamma,blue", "Box,4,i-alpha,blue"});
    const Found all = found("ALPHA");
    ASSERT_EQ(all.hits.size(), 1u);
    EXPECT_EQ(all.hits[0].where, FoundIn::charges);
    EXPECT_EQ(all.hits[0].title, "i-alpha");
    EXPECT_EQ(all.hits[0].rows, 2);
    EXPECT_EQ(all.hits[0].place.kind, Place::Kind::bill_row);
    EXPECT_EQ(all.hits[0].place.row, 1);
    EXPECT_EQ(resourceAt(all.hits[0].place), "i-alpha");
    EXPECT_EQ(resourceAt(found("gamma").hits.at(0).place), "i-gamma");
}

TEST_F(Find, accountsServicesUsageTypesAndTags)
{
    importLines({"USE1-Box:big,1,i-beta,red", "USE1-Box:big,2,i-alpha,red", "Other,3,i-gamma,blue"});
    EXPECT_EQ(in(FoundIn::charges, found("3456789")).at(0).rows, 3); // the account of all
    EXPECT_EQ(in(FoundIn::charges, found("amazonec2")).at(0).rows, 3);
    EXPECT_EQ(in(FoundIn::charges, found("box:BIG")).at(0).rows, 2);
    const auto blue = in(FoundIn::charges, found("blue"));
    ASSERT_EQ(blue.size(), 1u);
    EXPECT_EQ(blue[0].rows, 1);
    EXPECT_EQ(blue[0].place.row, 2);
    // The name of a tag and its value together; not the value of another one.
    EXPECT_EQ(in(FoundIn::charges, found("team red")).at(0).rows, 2);
    EXPECT_TRUE(found("team green").hits.empty());
}

// 500 resources: the first 200 are shown, all are counted.
TEST_F(Find, showsTheFirstOnesAndCountsAll)
{
    std::vector<std::string> lines;
    for (int i = 0; i < 500; ++i)
        lines.push_back("Box,1,node-" + std::to_string(1000 + i) + ",red");
    importLines(lines);
    const Found all = found("node-");
    EXPECT_EQ(all.total[static_cast<std::size_t>(FoundIn::charges)], 500);
    const auto hits = in(FoundIn::charges, all);
    ASSERT_EQ(hits.size(), kMostHits);
    EXPECT_EQ(hits.front().title, "node-1000");
    EXPECT_EQ(hits.back().title, "node-1199");
    EXPECT_EQ(resourceAt(hits.back().place), "node-1199");
}

TEST_F(Find, inputsByNameSourceAndOption)
{
    scenario::Scenario scenario;
    scenario.options = {{"Trn2", {}}, {"H100", {}}};
    for (scenario::Option& option : scenario.options) {
        scenario::Value& price = option.values[scenario::Input::price_per_h];
        price.value = 24.69;
        price.provenance.source = "offer of " + option.name;
        price.provenance.detail = "mail";
    }
    const auto both = in(FoundIn::inputs, found("mail", scenario));
    ASSERT_EQ(both.size(), 2u);
    EXPECT_EQ(both[0].place.input, (scenario::InputPlace {0, scenario::Input::price_per_h}));
    const auto one = in(FoundIn::inputs, found("price h100", scenario));
    ASSERT_EQ(one.size(), 1u);
    EXPECT_EQ(one[0].place.input, (scenario::InputPlace {1, scenario::Input::price_per_h}));
    EXPECT_TRUE(in(FoundIn::inputs, found("price h200", scenario)).empty());
}

TEST_F(Find, runsClaimsCatalogueAndProblems)
{
    import({kRestart});
    const auto runs = in(FoundIn::runs, found("megatron_restart"));
    ASSERT_FALSE(runs.empty());
    EXPECT_EQ(runs[0].place, (Place {.kind = Place::Kind::run, .id = m_workspace->runs()->front().id}));

    audit::Claim claim;
    claim.platform = "Trn2";
    claim.label = "Step time of the pitch";
    claim.text = "0.62 s";
    ASSERT_TRUE(saveClaims(*m_workspace, {{"deck", {claim, claim}}}, 0).ok());
    const auto claims = in(FoundIn::claims, found("pitch"));
    ASSERT_EQ(claims.size(), 2u);
    EXPECT_EQ(claims[1].place, (Place {.kind = Place::Kind::claims, .row = 1, .name = "deck"}));

    const auto types = in(FoundIn::catalogue, found("trn2.48xlarge"));
    ASSERT_FALSE(types.empty());
    EXPECT_EQ(types[0].place.name, "trn2.48xlarge");

    const auto stored = m_workspace->problems();
    ASSERT_TRUE(stored.ok());
    for (const Hit& hit : in(FoundIn::problems, found("restart")))
        EXPECT_LT(static_cast<std::size_t>(hit.place.row), stored->size());
}

TEST_F(Find, nothingAndCancelled)
{
    importLines({"Box,1,i-beta,red"});
    EXPECT_TRUE(found("").hits.empty());
    EXPECT_TRUE(found(" \t ").hits.empty());
    EXPECT_TRUE(found("no such thing").hits.empty());
    EXPECT_TRUE(found("%_'\"\\").hits.empty()); // nothing is a pattern
    std::stop_source stop;
    stop.request_stop();
    const auto all
        = find(*m_workspace, "beta", {}, words::Language::en, base::JobContext(stop.get_token(), [](const auto&) {}));
    ASSERT_FALSE(all.ok());
    EXPECT_EQ(all.error().code, base::Code::cancelled);
}

// Rows whose lineItem/ProductCode is AmazonS3, counted by Python's csv.DictReader.
TEST_F(Find, countsTheRowsOfTheSample)
{
    import({kCur});
    std::int64_t rows = 0;
    for (const Hit& hit : in(FoundIn::charges, found("AmazonS3")))
        if (hit.title == "AmazonS3")
            rows = hit.rows;
    EXPECT_EQ(rows, 41);
}

// --- what uses what

namespace {

std::vector<std::string> usedBy(const std::vector<Use>& uses, UsedBy by)
{
    std::vector<std::string> titles;
    for (const Use& use : uses)
        if (use.by == by)
            titles.push_back(use.title + (use.detail.empty() ? "" : " = " + use.detail));
    return titles;
}

using Titles = std::vector<std::string>;
using Uses = ImportTest;

} // namespace

TEST_F(Uses, evidenceLeadsToInputsCostsAndPages)
{
    using scenario::Input;
    writeHours(m_folder.file("bill.csv"), 0, 24, 1);
    std::ofstream(m_folder.file("bill.csv"), std::ios::app)
        << "9,2024-03-01T00:00:00Z,2024-04-01T00:00:00Z,Usage,2024-03-01T00:00:00Z,2024-03-02T00:00:00Z,AmazonS3,"
           "TimedStorage-ByteHrs,5,USD,1,GB-Mo,b\n";
    writeSteps(m_folder.file("log.csv"), 2, 8);
    ASSERT_EQ(import({m_folder.file("bill.csv"), m_folder.file("log.csv")}).imported.size(), 2U);
    const std::int64_t log = m_workspace->runs()->at(0).id;
    const std::int64_t bill_id = m_workspace->bills()->at(0).id;
    ASSERT_TRUE(saveAttributionRules(*m_workspace,
        {{.field = ledger::AttributionField::service, .text = "amazons3", .group = "storage"},
            {.field = ledger::AttributionField::resource, .text = "i-1", .group = "vision"}},
        0)
                    .ok());
    scenario::Scenario scenario;
    scenario.workload[Input::tokens].value = 3.6e9; // 1e6 s at 3,600 tokens/s: 277.8 h at $30
    scenario.workload[Input::runs].value = 1;
    scenario.options.push_back({"A100", {}});
    auto& values = scenario.options[0].values;
    values[Input::nodes].value = 1;
    values[Input::tokens_per_s].value = 3'600;
    values[Input::tokens_per_s].provenance.run_id = log;
    values[Input::price_per_h].value = 30;
    values[Input::price_per_h].provenance.bill_id = bill_id;
    const auto uses = [&](const Place& place) {
        auto found = usesOf(*m_workspace, place, scenario, words::Language::en);
        EXPECT_TRUE(found.ok());
        return found.ok() ? *std::move(found) : std::vector<Use>();
    };

    // The row of an hour: the price that was taken from its bill, what that moves, its group.
    const auto row = uses({.kind = Place::Kind::bill_row, .id = bill_id, .row = 0});
    EXPECT_EQ(usedBy(row, UsedBy::input), (Titles {"A100: Price per instance-hour = $30.00/h"}));
    EXPECT_EQ(usedBy(row, UsedBy::cost), (Titles {"A100: Productive compute = $8,333.33"})); // and nothing else
    EXPECT_EQ(usedBy(row, UsedBy::reconciliation), (Titles {"p4d.24xlarge"}));
    EXPECT_EQ(usedBy(row, UsedBy::attribution), (Titles {"vision = 2"}));
    EXPECT_EQ(
        usedBy(row, UsedBy::report), (Titles {"verdict", "comparison", "inputs", "bills", "reconciliation", "trends"}));
    const auto storage = uses({.kind = Place::Kind::bill_row, .id = bill_id, .row = 24});
    EXPECT_EQ(usedBy(storage, UsedBy::attribution), (Titles {"storage = 1"}));
    EXPECT_TRUE(usedBy(storage, UsedBy::reconciliation).empty()); // no instance time
    EXPECT_FALSE(
        usesOf(*m_workspace, {.kind = Place::Kind::bill_row, .id = bill_id, .row = 25}, scenario, words::Language::en)
            .ok());

    const auto run = uses({.kind = Place::Kind::run, .id = log});
    EXPECT_EQ(usedBy(run, UsedBy::input).size(), 1U);
    EXPECT_EQ(usedBy(run, UsedBy::trends), (Titles {m_workspace->runs()->at(0).name}));
    EXPECT_TRUE(usedBy(run, UsedBy::attribution).empty());

    // An input: the workload moves every option that there is, one that is not given moves nothing.
    EXPECT_FALSE(
        usedBy(uses({.kind = Place::Kind::input, .input = {std::nullopt, Input::tokens}}), UsedBy::cost).empty());
    EXPECT_TRUE(uses({.kind = Place::Kind::input, .input = {0, Input::debug_h}}).empty());
    EXPECT_FALSE(usesOf(*m_workspace, {.kind = Place::Kind::run, .id = 999}, scenario, words::Language::en).ok());
    EXPECT_TRUE(uses({.kind = Place::Kind::catalogue, .name = "p4d.24xlarge"}).empty());
}

TEST_F(Uses, aNameIsNotAPartOfALongerOne)
{
    scenario::Scenario scenario;
    scenario.options.push_back({"one", {}});
    auto& price = scenario.options[0].values[scenario::Input::price_per_h];
    price.value = 30;
    price.provenance.origin = evidence::Origin::catalogue;
    price.provenance.detail = "p4de.24xlarge, us-east-1";
    const auto count = [&](const char* name) {
        return usedBy(
            *usesOf(*m_workspace, {.kind = store::Place::Kind::catalogue, .name = name}, scenario, words::Language::en),
            UsedBy::input)
            .size();
    };
    EXPECT_EQ(count("p4de.24xlarge"), 1U);
    EXPECT_EQ(count("4de.24xlarge"), 0U);
    EXPECT_EQ(count("p4d"), 0U);
}

} // namespace fullscope::workspace::test
