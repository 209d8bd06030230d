// SPDX-License-Identifier: GPL-3.0-or-later
// The naive method and the tutorial formulas.
#include "tests/core/analysis/golden.h"

#include "core/analysis/cost_model.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fullscope::analysis {

using base::Code;

TEST(NaiveMethod, multipliesTheHoursByTheUtilisationOnceMore)
{
    // 20 · 50 = 1000; 4 · 25 = 100; 1000 · (1 / 0.8 - 1) = 250
    const auto costs = naiveMethod({.price_per_h = 20,
        .utilisation = 0.8,
        .hours = 50,
        .engineer_h = 4,
        .labour_rate_per_h = 25,
        .peak_pflops = 10});
    ASSERT_TRUE(costs.ok());
    EXPECT_CLOSE(costs->hardware, 1000);
    EXPECT_CLOSE(costs->labour, 100);
    EXPECT_CLOSE(costs->waste, 250);
    EXPECT_CLOSE(costs->total, 1350);
    EXPECT_CLOSE(costs->effective_pflops.value(), 8);
}

TEST(NaiveMethod, refusesWhatIsOutOfRange)
{
    const NaiveInputs good {.price_per_h = 20,
        .utilisation = 0.8,
        .hours = 50,
        .engineer_h = 4,
        .labour_rate_per_h = 25,
        .peak_pflops = {}};
    const auto expect = [](const NaiveInputs& inputs, Code code, const char* field) {
        const auto costs = naiveMethod(inputs);
        ASSERT_FALSE(costs.ok());
        EXPECT_EQ(costs.error().code, code);
        EXPECT_EQ(costs.error().field, field);
    };
    NaiveInputs bad = good;
    bad.utilisation = 0;
    expect(bad, Code::out_of_range, "utilisation");
    bad.utilisation = 1.01;
    expect(bad, Code::out_of_range, "utilisation");
    bad.utilisation = 5e-324;
    expect(bad, Code::out_of_range, "total");
    bad = good;
    bad.price_per_h = -1;
    expect(bad, Code::negative, "price_per_h");
    bad = good;
    bad.hours = NAN;
    expect(bad, Code::value_not_finite, "hours");
    bad = good;
    bad.peak_pflops = 0;
    expect(bad, Code::out_of_range, "peak_pflops");
}

TEST(TutorialFormulas, giveTheirThreePrices)
{
    EXPECT_CLOSE(*costPer1kSteps(36, 500, 2000), 2.5); // 36 · 500/3600 = 5 for 2000 steps
    EXPECT_CLOSE(*costPerMtok(32.77, 1000, 173520), 32770. / 173520);
    // 32.77 / (16 · 0.91) = 2.2507, 24.69 / (20.8 · 0.67) = 1.7717
    EXPECT_NEAR(*pricePerEffectivePflopHour(32.77, 16, 0.91), 2.2507, 5e-5);
    EXPECT_NEAR(*pricePerEffectivePflopHour(24.69, 20.8, 0.67), 1.7717, 5e-5);
    EXPECT_EQ(costPer1kSteps(36, 500, 0).error().field, "steps");
    EXPECT_EQ(costPerMtok(1, -1, 1).error().code, Code::negative);
    EXPECT_EQ(pricePerEffectivePflopHour(1, 1, 1.5).error().field, "utilisation");
    EXPECT_EQ(costPerMtok(1e300, 1e300, 1).error().code, Code::out_of_range);
}

} // namespace fullscope::analysis
