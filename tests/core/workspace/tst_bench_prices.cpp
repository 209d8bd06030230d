// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/bench_prices.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace fullscope;

namespace {

std::vector<workspace::BenchPrice> pricesOf(const std::string& device)
{
    return workspace::benchPrices(catalogue::Catalogue::builtIn(), device, "2026-11-30", words::Language::en);
}

} // namespace

TEST(BenchPrices, theWholeInstanceAndAShareOfIt)
{
    const auto prices = pricesOf("NVIDIA H100 80GB HBM3");
    const auto of = [&prices](const std::string& type, int devices) {
        return std::find_if(prices.begin(), prices.end(), [&](const workspace::BenchPrice& one) {
            return one.devices == devices && one.label.find(type) != std::string::npos;
        });
    };
    const auto whole = of("p5.48xlarge", 8), share = of("p5.48xlarge", 1);
    ASSERT_TRUE(whole != prices.end() && share != prices.end());
    EXPECT_NEAR(share->per_h * 8, whole->per_h, 1e-9);
    EXPECT_FALSE(whole->source.empty() || whole->as_of.empty());
    EXPECT_NE(share->label.find("1/8"), std::string::npos);
}

TEST(BenchPrices, namesAreWholeWords)
{
    EXPECT_TRUE(pricesOf("").empty());
    EXPECT_TRUE(pricesOf("Intel(R) Xeon(R) Platinum 8488C").empty());
    for (const auto& price : pricesOf("NVIDIA L40S")) // never an L4
        EXPECT_NE(price.label.find("L40S"), std::string::npos) << price.label;
    for (const auto& price : pricesOf("NVIDIA L4"))
        EXPECT_EQ(price.label.find("L40S"), std::string::npos) << price.label;
    for (const auto& price : pricesOf("NVIDIA A100-SXM4-80GB"))
        EXPECT_NE(price.label.find("A100"), std::string::npos) << price.label;
    EXPECT_FALSE(pricesOf("NVIDIA A100-SXM4-80GB").empty());
    const auto neuron = pricesOf("AWS Neuron device");
    EXPECT_TRUE(std::any_of(neuron.begin(), neuron.end(),
        [](const auto& price) { return price.label.find("trn1.32xlarge") != std::string::npos; }));
}
