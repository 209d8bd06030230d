// SPDX-License-Identifier: GPL-3.0-or-later
// Words about prices: there in both languages, with every argument in its place.
#include "core/words/catalogue_words.h"
#include "language_check.h"

#include <gtest/gtest.h>

namespace fullscope::words {

TEST(CatalogueWords, areThereInBothLanguages)
{
    for (int i = 0; i < static_cast<int>(CatalogueWord::count); ++i) {
        const auto word = static_cast<CatalogueWord>(i);
        EXPECT_FALSE(say(word, Language::en).empty()) << i;
        EXPECT_FALSE(hasChinese(say(word, Language::en))) << i;
        EXPECT_TRUE(hasChinese(say(word, Language::zh_CN))) << i;
    }
    for (const char* id : {"on_demand", "spot", "reserved_1yr", "reserved_3yr", "savings_plan_1yr", "savings_plan_3yr",
             "committed", "capacity_block"}) {
        EXPECT_NE(priceOptionLabel(id, Language::zh_CN), id);
        EXPECT_TRUE(hasChinese(priceOptionLabel(id, Language::zh_CN))) << id;
    }
    for (const char* id : {"accelerator", "accelerator_count", "memory_gb", "memory_tb_s", "fp32_dense_tflops",
             "tf32_dense_tflops", "bf16_dense_tflops", "fp16_dense_tflops", "fp8_dense_tflops", "fp4_dense_tflops",
             "sparse_factor", "tdp_w"}) {
        EXPECT_NE(factLabel(id, Language::en), id);
        EXPECT_TRUE(hasChinese(factLabel(id, Language::zh_CN))) << id;
    }
    EXPECT_EQ(priceOptionLabel("barter", Language::en), "barter");
}

TEST(CatalogueWords, argumentsAreNotLookedAtAgain)
{
    EXPECT_EQ(say(CatalogueWord::price_of, Language::en, {"{1}", "{0}", "spot", "2026-01-01"}),
        "Price of {1}, {0}, spot, on 2026-01-01");
}

} // namespace fullscope::words
