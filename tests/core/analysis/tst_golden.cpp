// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/golden.h"

#include "core/analysis/cost_model.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fullscope::analysis {

using tests::golden;

namespace {

void expectHours(const Hours& hours, const nlohmann::json& expected)
{
    EXPECT_CLOSE(hours.productive, expected.at("productive"));
    EXPECT_CLOSE(hours.checkpoint, expected.at("checkpoint"));
    EXPECT_CLOSE(hours.stall, expected.at("stall"));
    EXPECT_CLOSE(hours.compile, expected.at("compile"));
    EXPECT_CLOSE(hours.failure, expected.at("failure"));
    EXPECT_CLOSE(hours.idle, expected.at("idle"));
    EXPECT_CLOSE(hours.billed, expected.at("billed"));
}

} // namespace

TEST(Golden, everyCaseGivesEveryValue)
{
    for (const auto& item : golden().at("cases")) {
        SCOPED_TRACE(item.at("name").get<std::string>());
        const auto& expected = item.at("expect");
        const auto costs = evaluate(tests::inputsOf(item));
        ASSERT_TRUE(costs.ok()) << costs.error().field;

        ASSERT_EQ(expected.at("components").size(), kComponents);
        for (std::size_t i = 0; i < kComponents; ++i) {
            const std::string component(name(static_cast<Component>(i)));
            SCOPED_TRACE(component);
            EXPECT_CLOSE(costs->components[i], expected.at("components").at(component));
        }
        EXPECT_CLOSE(costs->total, expected.at("total"));
        EXPECT_CLOSE(costs->per_mtok, expected.at("per_mtok"));
        EXPECT_CLOSE(costs->compute_per_mtok, expected.at("compute_per_mtok"));
        EXPECT_CLOSE(costs->per_1k_steps.value(), expected.at("per_1k_steps"));
        EXPECT_CLOSE(costs->goodput, expected.at("goodput"));
        EXPECT_CLOSE(costs->wall_days, expected.at("wall_days"));
        EXPECT_CLOSE(costs->tokens_per_s, expected.at("tokens_per_s"));
        EXPECT_CLOSE(costs->failure_waste, expected.at("failure_waste"));
        EXPECT_CLOSE(costs->checkpoint_overhead, expected.at("checkpoint_overhead"));
        EXPECT_CLOSE(costs->price_per_h, expected.at("price_per_h"));
        expectHours(costs->hours, expected.at("hours"));
    }
}

TEST(Golden, naiveMethodGivesEveryValue)
{
    for (const auto& item : golden().at("naive")) {
        const auto& in = item.at("inputs");
        const auto& expected = item.at("expect");
        const auto costs = naiveMethod({.price_per_h = in.at("price_per_h"),
            .utilisation = in.at("utilisation"),
            .hours = in.at("hours"),
            .engineer_h = in.at("engineer_h"),
            .labour_rate_per_h = in.at("rate"),
            .peak_pflops = in.at("peak_pflops").get<double>()});
        ASSERT_TRUE(costs.ok());
        EXPECT_CLOSE(costs->hardware, expected.at("hardware"));
        EXPECT_CLOSE(costs->labour, expected.at("labour"));
        EXPECT_CLOSE(costs->waste, expected.at("waste"));
        EXPECT_CLOSE(costs->total, expected.at("total"));
        EXPECT_CLOSE(costs->effective_pflops.value(), expected.at("effective_pflops"));
    }
}

TEST(Golden, aFullyGivenCaseLeavesNothingOut)
{
    // random-8 gives every input of owned hardware; random-0 every input of a rented instance with a commitment
    for (const char* name : {"random-8", "random-0"}) {
        const auto costs = evaluate(tests::inputsOf(tests::goldenCase(name)));
        ASSERT_TRUE(costs.ok());
        EXPECT_TRUE(costs->not_given.empty());
        EXPECT_FALSE(costs->lower_bound);
        for (const bool covered : costs->covered)
            EXPECT_TRUE(covered);
    }
}

} // namespace fullscope::analysis
