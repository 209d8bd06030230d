// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences about findings: in both languages, with the names of peaks in theirs.
#include "core/words/audit_words.h"
#include "language_check.h"

#include <gtest/gtest.h>

namespace fullscope::words {

TEST(AuditWords, everyNoteHasASentence)
{
    for (int i = 0; i < static_cast<int>(audit::Note::count); ++i) {
        audit::Finding finding;
        finding.note = static_cast<audit::Note>(i);
        finding.arguments = {"1", "2", "3", "4"};
        EXPECT_FALSE(sentence(finding, Language::en).empty()) << i;
        EXPECT_FALSE(hasChinese(sentence(finding, Language::en))) << i;
        EXPECT_TRUE(hasChinese(sentence(finding, Language::zh_CN))) << i;
        EXPECT_EQ(sentence(finding, Language::zh_CN).find('{'), std::string::npos) << i;
    }
}

TEST(AuditWords, peaksReadInTheLanguageOfTheSentence)
{
    audit::Finding finding;
    finding.note = audit::Note::peak_is;
    finding.arguments = {"sparse bf16 or dense fp8", "dense bf16", "989 TFLOP/s"};
    EXPECT_EQ(sentence(finding, Language::en),
        "This is the peak sparse bf16 or dense fp8, not dense bf16, which is 989 TFLOP/s.");
    EXPECT_EQ(
        sentence(finding, Language::zh_CN), "这是 稀疏 bf16 或 稠密 fp8 的峰值，而非 稠密 bf16；后者为 989 TFLOP/s。");
    finding.note = audit::Note::is_share_of_peak;
    finding.arguments = {"40 %", "1 ×"};
    EXPECT_NE(sentence(finding, Language::en).find("(one chip's)"), std::string::npos);
    EXPECT_NE(sentence(finding, Language::zh_CN).find("（单颗芯片）"), std::string::npos);
    finding.note = audit::Note::peak_holds;
    for (const char* const kind : {"dense fp8", "sparse bf16", "1 × dense bf16"}) {
        finding.arguments = {kind};
        for (const char* const english : {"dense", "sparse", " or "})
            EXPECT_EQ(sentence(finding, Language::zh_CN).find(english), std::string::npos) << kind;
    }
}

TEST(AuditWords, pricesStandBeforeTheirPlace)
{
    audit::Finding finding;
    finding.note = audit::Note::price_differs_there;
    finding.arguments = {"us-east-1, 2026-07"};
    finding.prices = {{.id = 0,
        .provider = "aws",
        .instance_type = "p5.48xlarge",
        .region = "us-east-1",
        .option = catalogue::PriceOption::on_demand,
        .per_h = *base::Decimal::parse("55.04"),
        .currency = "USD",
        .as_of = "2026-07-20",
        .source = "list",
        .note = {}}};
    EXPECT_EQ(sentence(finding, Language::en),
        "The catalogue has another price of us-east-1, 2026-07: $55.04/h (p5.48xlarge, aws, us-east-1, on demand, "
        "2026-07-20). It may be negotiated: ask for the contract.");
}

} // namespace fullscope::words
