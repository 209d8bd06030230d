// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/scenario_versions.h"

#include "tests/core/store/store_support.h"

using namespace fullscope::store::test;
namespace base = fullscope::base;
namespace scenario = fullscope::scenario;
namespace store = fullscope::store;
using scenario::Input;

namespace {

scenario::Scenario priced(double price)
{
    scenario::Scenario scenario;
    scenario.workload = {{Input::tokens, {1e8}}};
    scenario.options = {{"A", {{Input::price_per_h, {price}}}}};
    return scenario;
}

} // namespace

TEST(ScenarioVersions, areReadNewestFirst)
{
    const TempFolder folder;
    const auto workspace = openedAt(folder.file("w.fullscope"));
    EXPECT_TRUE(store::scenarioVersions(*workspace)->empty());
    for (const double price : {10, 11, 11, 12}) // the same twice is one version
        ASSERT_TRUE(workspace->saveScenario(priced(price)).ok());
    const auto versions = store::scenarioVersions(*workspace);
    ASSERT_TRUE(versions.ok());
    ASSERT_EQ(versions->size(), 3U);
    EXPECT_GT((*versions)[0].version, (*versions)[1].version);
    EXPECT_GT((*versions)[0].saved_us, 1'700'000'000'000'000);
    EXPECT_EQ(*store::scenarioAt(*workspace, (*versions)[0].version), priced(12));
    EXPECT_EQ(*store::scenarioAt(*workspace, (*versions)[2].version), priced(10));
    EXPECT_EQ(store::scenarioAt(*workspace, 999).error().code, base::Code::id_unknown);
}

TEST(ScenarioVersions, tellSinceWhenAFigureIsWhatItIs)
{
    const TempFolder folder;
    const auto workspace = openedAt(folder.file("w.fullscope"));
    for (const double price : {10.0, 12.0, 10.0, 10.5, 10.5})
        ASSERT_TRUE(workspace->saveScenario(priced(price)).ok());
    scenario::Scenario now = priced(10.5);
    now.workloads = {{"70B", {{{0, Input::tokens_per_s}, {100}}}}};
    ASSERT_TRUE(workspace->saveScenario(now).ok());
    now.options[0].values[Input::nodes].value = 4; // typed, and not saved yet
    const auto versions = store::scenarioVersions(*workspace);
    const auto found = store::assumptions(*workspace, now);
    ASSERT_TRUE(found.ok());
    ASSERT_EQ(found->size(), 4U);
    EXPECT_FALSE((*found)[0].place.option);
    EXPECT_EQ((*found)[0].version, versions->back().version); // the tokens never changed
    for (const auto& one : *found) {
        if (one.place.input == Input::price_per_h) {
            EXPECT_EQ(one.version, (*versions)[1].version);
        }
        EXPECT_EQ(one.variant.has_value(), one.place.input == Input::tokens_per_s);
        if (one.variant) {
            EXPECT_EQ(*one.variant, (scenario::VariantPlace {scenario::VariantKind::workload, 0}));
            EXPECT_EQ(one.version, versions->front().version);
        }
        if (one.place.input == Input::nodes) {
            EXPECT_EQ(one.version, 0);
        }
    }
}
