// SPDX-License-Identifier: GPL-3.0-or-later
// Sums by hand: an option of 100 h costs 100 times its price.
#include "core/report/overview.h"

#include "core/workspace/claims.h"
#include "core/workspace/import_files.h"
#include "core/workspace/loose_ends.h"

#include <gtest/gtest.h>

namespace fullscope::report {

namespace {

using analysis::Scope;
using scenario::Input;
using scenario::Scenario;
using store::Place;
using words::Language;

Scenario pricedAt(const std::vector<std::pair<std::string, double>>& options)
{
    Scenario scenario;
    scenario.workload[Input::tokens].value = 1e8;
    scenario.workload[Input::runs].value = 1;
    for (const auto& [name, price] : options) {
        scenario::Values values;
        values[Input::nodes].value = 1;
        values[Input::tokens_per_s].value = 1e6 / 3600;
        values[Input::price_per_h].value = price;
        scenario.options.push_back({name, values});
    }
    return scenario;
}

ScenarioOverview of(const Scenario& scenario, Scope scope = Scope::full)
{
    return overviewOf(scenario, scope, base::JobContext());
}

std::string verdictOf(const Scenario& scenario, Language language = Language::en)
{
    std::string text;
    for (const Paragraph& paragraph : shortVerdict(of(scenario), language))
        text += (text.empty() ? "" : " | ") + paragraph.text;
    return text;
}

bool holds(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

const OpenProblem* openOf(const std::vector<OpenProblem>& open, OpenKind kind)
{
    for (const OpenProblem& one : open)
        if (one.kind == kind)
            return &one;
    return nullptr;
}

} // namespace

TEST(Overview, namesTheCheapestAndTheNext)
{
    const std::string said = verdictOf(pricedAt({{"A", 15}, {"B", 10}, {"C", 20}}));
    EXPECT_TRUE(holds(said, "B costs the least")) << said;
    EXPECT_TRUE(holds(said, "33.3 % less than A")) << said;
    EXPECT_TRUE(holds(said, "1,000") && holds(said, "1,500")) << said;
    EXPECT_TRUE(holds(said, "every input is a single figure")) << said;
    EXPECT_TRUE(holds(verdictOf(pricedAt({{"A", 15}, {"B", 10}}), Language::zh_CN), "B 成本最低"));
}

// B is uniform between 10 and 20, A is 15 · 0.8 = 12: B is the cheaper one in 2 of 10.
TEST(Overview, givesTheProbabilityAndSaysWhereAnotherIsCheapestMoreOften)
{
    Scenario scenario = pricedAt({{"A", 12}, {"B", 15}});
    scenario.options[1].values[Input::price_per_h].distribution
        = scenario::Distribution {scenario::DistributionKind::uniform, {10, 20}};
    const ScenarioOverview overview = of(scenario);
    ASSERT_TRUE(overview.uncertainty.ok());
    EXPECT_NEAR(*overview.uncertainty->options[0].cheapest, 0.8, 0.01);
    EXPECT_TRUE(holds(verdictOf(scenario), "A costs the least")) << verdictOf(scenario);
    EXPECT_TRUE(holds(verdictOf(scenario), "with a probability of")) << verdictOf(scenario);
    EXPECT_FALSE(holds(verdictOf(scenario), "more often"));
    const auto next = measureNextTable(overview, Language::en);
    ASSERT_EQ(next.places.size(), 1u);
    EXPECT_EQ(next.places[0], (scenario::InputPlace {1, Input::price_per_h}));
    EXPECT_EQ(next.table.rows.size(), 1u);
    EXPECT_TRUE(measureNextNotes(overview, Language::en).empty());

    // At its median B is the cheaper one, but its values are mostly above A's: three of four.
    scenario.options[1].values[Input::price_per_h].value = 11;
    scenario.options[1].values[Input::price_per_h].distribution
        = scenario::Distribution {scenario::DistributionKind::empirical, {11, 20, 20, 20}};
    EXPECT_TRUE(holds(verdictOf(scenario), "more often")) << verdictOf(scenario);
}

TEST(Overview, doesNotMakeUpAVerdict)
{
    EXPECT_TRUE(holds(verdictOf({}), "no option yet")) << verdictOf({});
    EXPECT_TRUE(holds(verdictOf(pricedAt({{"A", 15}})), "no other option to hold it against"));
    EXPECT_TRUE(holds(verdictOf(pricedAt({{"A", 15}, {"B", 15}})), "A and B cost the same"));
    Scenario scenario = pricedAt({{"A", 15}, {"B", 10}});
    scenario.options[1].values.erase(Input::tokens_per_s);
    EXPECT_TRUE(holds(verdictOf(scenario), "A costs")) << verdictOf(scenario);
    EXPECT_TRUE(holds(verdictOf(scenario), "Not computed: B")) << verdictOf(scenario);
    const auto open = openProblems(of(scenario), Language::en);
    const OpenProblem* failed = openOf(open, OpenKind::option_failed);
    ASSERT_NE(failed, nullptr);
    EXPECT_EQ(failed->severity, base::Severity::error);
    EXPECT_EQ(failed->place.kind, Place::Kind::input);
    EXPECT_EQ(failed->place.input.option, std::optional<std::size_t>(1));
}

TEST(Overview, barsAndTableShowWhatTheMoneyRestsOn)
{
    Scenario scenario = pricedAt({{"A", 15}, {"B", 9}});
    scenario.options[0].values[Input::price_per_h].provenance.origin = evidence::Origin::billed;
    scenario.options[0].values[Input::tokens_per_s].provenance.origin = evidence::Origin::measured;
    const ScenarioOverview overview = of(scenario);
    const PlotSpec bars = originBars(overview, Language::en);
    ASSERT_EQ(bars.bars.size(), 3u); // measured, billed, assumed: nothing is shown of what there is none of
    for (const BarSeries& series : bars.bars)
        EXPECT_NEAR(series.values[0], 500, 1e-3);
    const Table table = originTable(overview, Language::en);
    ASSERT_EQ(table.rows.size(), 6u);
    EXPECT_TRUE(holds(table.rows[0][1], "500")) << table.rows[0][1];
    EXPECT_TRUE(holds(table.rows[0][1], "33.3 %")) << table.rows[0][1];
    EXPECT_TRUE(holds(table.rows[5][1], "1,500")) << table.rows[5][1];
    const InputTable unproven = unprovenTable(overview, Language::en);
    ASSERT_EQ(unproven.places.size(), 4u); // A's nodes, all three of B
    EXPECT_EQ(unproven.places[0], (scenario::InputPlace {0, Input::nodes})); // 500 of 1,500; B's 300 each
    EXPECT_TRUE(originTable(of(scenario, Scope::list_price), Language::en).rows.empty());
    EXPECT_EQ(originNotes(of(scenario, Scope::list_price), Language::en).size(), 1u);
}

TEST(Overview, tellsWhatIsOpenAndWhatThereIs)
{
    auto workspace = store::WorkspaceFile::open({}, store::Access::read_write);
    ASSERT_TRUE(workspace.ok());
    const std::string samples = FULLSCOPE_TESTS_DIR "/samples/";
    workspace::importFiles(**workspace,
        {samples + "logs/traps/megatron_restart_appended.log",
            samples + "bills/aws-cur-legacy/cur_legacy_usage_tax_CA.csv"},
        {}, base::JobContext());
    audit::Claim share;
    share.platform = "Trn2";
    ASSERT_TRUE(workspace::saveClaims(**workspace, {{"deck", {share}}}, 0).ok());
    const auto ends = workspace::looseEnds(**workspace, base::JobContext());
    ASSERT_TRUE(ends.ok());
    const auto found = overviewOf(**workspace, catalogue::Catalogue::builtIn(), *ends, Language::en);
    ASSERT_TRUE(found.ok());
    EXPECT_FALSE(found->isEmpty());
    const auto holding = [&](Holding::Kind kind) { return found->holdings[static_cast<std::size_t>(kind)]; };
    EXPECT_EQ(holding(Holding::Kind::runs).count, 1);
    EXPECT_EQ(holding(Holding::Kind::bills).records, 351); // rows, by Python's csv
    EXPECT_EQ(holding(Holding::Kind::claims).records, 1);
    EXPECT_EQ(holding(Holding::Kind::telemetry).count, 0);
    EXPECT_EQ(holdingsTable(found->holdings, Language::en).rows.size(), 3u);
    // Errors come first, and each row has its place.
    for (std::size_t i = 1; i < found->open.size(); ++i)
        EXPECT_GE(found->open[i - 1].severity, found->open[i].severity);
    const auto table = openTable(found->open, Language::en);
    EXPECT_EQ(table.places.size(), table.table.rows.size());
    for (const OpenProblem& one : found->open)
        EXPECT_FALSE(one.sentence.empty());
}

TEST(Overview, ofAnEmptyWorkspace)
{
    auto workspace = store::WorkspaceFile::open({}, store::Access::read_write);
    ASSERT_TRUE(workspace.ok());
    const auto ends = workspace::looseEnds(**workspace, base::JobContext());
    ASSERT_TRUE(ends.ok());
    const auto found = overviewOf(**workspace, catalogue::Catalogue::builtIn(), *ends, Language::en);
    ASSERT_TRUE(found.ok());
    EXPECT_TRUE(found->isEmpty());
    EXPECT_TRUE(found->open.empty());
    EXPECT_TRUE(holdingsTable(found->holdings, Language::en).rows.empty());
}

} // namespace fullscope::report
