// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/input.h"
#include "core/scenario/scenario.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace fullscope::scenario {

using base::Code;
using base::Unit;

TEST(InputTable, namesEveryInputOnce)
{
    std::set<std::string_view> names;
    for (const InputSpec& input : inputSpecs()) {
        EXPECT_TRUE(names.insert(input.name).second);
        EXPECT_EQ(inputByName(input.name), input.id);
        EXPECT_EQ(&spec(input.id), &input);
        EXPECT_LT(input.minimum, input.maximum);
    }
    EXPECT_EQ(names.size(), 57u); // of the design's two tables
    EXPECT_FALSE(inputByName("Tokens").has_value());
    EXPECT_FALSE(inputByName("").has_value());
}

TEST(InputTable, putsTheWorkloadFirst)
{
    EXPECT_TRUE(isWorkload(Input::tokens));
    EXPECT_TRUE(isWorkload(Input::horizon_months));
    EXPECT_FALSE(isWorkload(Input::nodes));
    for (const InputSpec& input : inputSpecs())
        EXPECT_EQ(isWorkload(input.id), input.group == InputGroup::workload);
}

TEST(InputTable, keepsUnitsThatTheNamesSay)
{
    for (const InputSpec& input : inputSpecs()) {
        const std::string_view name = input.name;
        const bool isMoneyPerHour = name.find("price_per_h") != name.npos || name == "labour_rate_per_h";
        EXPECT_EQ(input.unit == Unit::money_per_hour, isMoneyPerHour) << name;
        const bool isShare = name.ends_with("_share") || name.ends_with("_overhead");
        EXPECT_TRUE(input.unit == Unit::share || !isShare) << name;
    }
    EXPECT_EQ(spec(Input::first_compile_h).unit, Unit::hours);
    EXPECT_EQ(spec(Input::interruptions_per_h).unit, Unit::per_hour);
    EXPECT_EQ(spec(Input::peak_flops_per_node).unit, Unit::flop_per_s);
}

TEST(Validate, holdsSharesBelowOneAndCountsAboveZero)
{
    EXPECT_TRUE(validate(Input::failure_waste, 0).ok());
    EXPECT_TRUE(validate(Input::failure_waste, std::nextafter(1.0, 0.0)).ok());
    EXPECT_FALSE(validate(Input::failure_waste, 1).ok());
    EXPECT_FALSE(validate(Input::failure_waste, -1e-300).ok());
    EXPECT_FALSE(validate(Input::nodes, 0).ok());
    EXPECT_TRUE(validate(Input::nodes, 0.5).ok());
    EXPECT_TRUE(validate(Input::tokens_factor, 1).ok());
    EXPECT_FALSE(validate(Input::tokens_factor, 0.99).ok());
    EXPECT_TRUE(validate(Input::price_per_h, 0).ok()); // a free instance is an answer
}

TEST(Validate, saysWhatWasExpected)
{
    const auto status = validate(Input::idle_share, 1.5);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, Code::out_of_range);
    EXPECT_EQ(status.error().field, "idle_share");
    EXPECT_EQ(status.error().found, "1.5");
    EXPECT_EQ(status.error().expected, "0 ≤ x < 1");
    EXPECT_EQ(validate(Input::mfu, 0).error().expected, "0 < x < 1");
    EXPECT_EQ(validate(Input::mfu, NAN).error().code, Code::value_not_finite);
    EXPECT_EQ(validate(Input::tokens, INFINITY).error().code, Code::value_not_finite);
}

} // namespace fullscope::scenario
