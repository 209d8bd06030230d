// SPDX-License-Identifier: GPL-3.0-or-later
// Of which region and day a price is said to be, and what the catalogue has there.
#include "tests/core/audit/claims_support.h"

#include "core/audit/claims_json.h"
#include "core/audit/price_places.h"

namespace fullscope::audit::test {

TEST(PricePlaces, regionsAsCloudsAndConsolesSpellThem)
{
    const std::pair<const char*, const char*> cases[]
        = {{"p5.48xlarge (us-east-1)", "us-east-1"}, {"Price in us-east-1a, on demand", "us-east-1"},
            {"us-gov-west-1", "us-gov-west-1"}, {"a3-highgpu-8g europe-west4-b", "europe-west4"},
            {"价格（us-central1，元/小时）", "us-central1"}, {"East US 2", "eastus2"}, {"westeurope", "westeurope"},
            {"US East (N. Virginia)", "us-east-1"}, {"ap-northeast-1 (Tokyo)", "ap-northeast-1"},
            // none, or more than one
            {"p5.48xlarge", ""}, {"us-east", ""}, {"a3-highgpu-8g", ""}, {"us-east-1 and eu-west-1", ""}, {"", ""},
            {"me-too-1", ""}, {"-", ""}, {"us-east-123", ""}};
    for (const auto& [text, region] : cases)
        EXPECT_EQ(regionIn(text), region) << text;
}

TEST(PricePlaces, daysAsPeopleWriteThem)
{
    const std::pair<const char*, const char*> cases[] = {{"as of 2026-07-20", "2026-07-20"}, {"(2024-06)", "2024-06"},
        {"Price, June 2024", "2024-06"}, {"3 June 2024", "2024-06-03"}, {"June 3, 2024", "2024-06-03"},
        {"Jun. 2024", "2024-06"}, {"Sept 2025", "2025-09"}, {"2024/06/03", "2024-06-03"}, {"2024年6月", "2024-06"},
        {"2024 年 12 月 1 日", "2024-12-01"}, {"as of 2024", "2024"}, {"截至 2025 年", "2025"},
        // none, or more than one
        {"in 2024", ""}, {"2048 GPUs", ""}, {"2024-13", ""}, {"2024-06-40", ""}, {"H100-2024-06", ""},
        {"May 2024 and June 2024", ""}, {"12024-06", ""}, {"2,024", ""}, {"", ""}, {"maybe 2024", ""}};
    for (const auto& [text, day] : cases)
        EXPECT_EQ(dayIn(text), day) << text;
}

TEST(PricePlaces, tablesAndSentencesSayThem)
{
    const auto first = [](const std::string& text) { return figuresOf(text).at(0); };
    const Claim inLabel
        = first("| Metric | p5.48xlarge |\n|---|---|\n| Price per hour (us-east-1, 2026-07) | $55.04 |\n");
    EXPECT_EQ(inLabel.region, "us-east-1");
    EXPECT_EQ(inLabel.as_of, "2026-07");
    const Claim inText = first(
        "Prices as of July 2026, us-east-1.\n\n| Metric | p5.48xlarge |\n|---|---|\n| Price per hour | $55.04 |\n");
    EXPECT_EQ(inText.region, "us-east-1");
    EXPECT_EQ(inText.as_of, "2026-07");
    // Rows and columns of their own; a throughput is of no region.
    const auto rows
        = figuresOf("| Metric | p5.48xlarge | p4d.24xlarge |\n|---|---|---|\n| Region | us-east-1 | us-west-2 |\n"
                    "| Price per hour | $55.04 | $21.96 |\n| Tokens/s | 78,000 | 24,000 |\n");
    for (const Claim& claim : rows)
        EXPECT_EQ(claim.region,
            claim.what.quantity != Quantity::instance_price ? ""
                : claim.platform == "p5.48xlarge"           ? "us-east-1"
                                                            : "us-west-2");
    const auto columns
        = figuresOf("| Instance | 区域 | 单价（美元/小时） |\n|---|---|---|\n| p5.48xlarge | us-east-1 | 55.04 |\n"
                    "| p4d.24xlarge | eu-central-1 | 27.45 |\n");
    ASSERT_EQ(columns.size(), 2U);
    EXPECT_EQ(columns[0].region, "us-east-1");
    EXPECT_EQ(columns[1].region, "eu-central-1");
}

TEST(PricePlaces, documentsKeepThem)
{
    std::vector<Claim> claims = figuresOf("platform,quantity,value,unit\np5.48xlarge,instance_price,55.04,$/h\n");
    claims[0].region = "us-east-1";
    claims[0].as_of = "2026-07";
    const auto back = claimSetsFromJson(toJson({{"set", claims}}), "t");
    ASSERT_TRUE(back.ok());
    EXPECT_EQ(back->at(0).claims, claims);
    // One of an earlier version, and a day that is none.
    const auto old = claimsFromJson(R"({"figures": [{"quantity": "instance_price", "value": 55.04}]})", "t");
    ASSERT_TRUE(old.ok());
    EXPECT_EQ(old->at(0).region, "");
    const auto bad
        = claimsFromJson(R"({"figures": [{"quantity": "instance_price", "value": 55.04, "as_of": "soon"}]})", "t");
    ASSERT_FALSE(bad.ok());
    EXPECT_EQ(bad.error().field, "as_of");
}

// The catalogue has p5.48xlarge on demand at 55.04 in us-east-1 on 2026-07-20 (data/catalogue/instances.csv).
TEST(PricePlaces, pricesAreHeldAgainstTheirs)
{
    const auto ofPrice = [](const std::string& label, const std::string& price) {
        return auditOf("| Metric | p5.48xlarge |\n|---|---|\n| " + label + " | " + price + " |\n");
    };
    struct Case {
        const char *label, *price;
        Verdict verdict;
        Note note;
        bool is_question;
    };
    const Case cases[] = {
        {"Price per hour (us-east-1, 2026-07)", "$55.04", Verdict::holds, Note::price_of_catalogue, false},
        {"Price per hour (us-east-1)", "$31.46", Verdict::doubtful, Note::price_differs_there, true},
        {"Price per hour (us-east-1, 2026-07)", "$31.46", Verdict::doubtful, Note::price_differs_there, true},
        // What is called a list price of that place and day is no bargain.
        {"On-demand price per hour (us-east-1, 2026-07)", "$31.46", Verdict::doubtful, Note::price_differs_there,
            false},
        {"On-demand price per hour (us-east-1, 2026-11)", "$31.46", Verdict::doubtful, Note::price_differs_there, true},
        // The catalogue has none of there or then.
        {"Price per hour (eu-north-1)", "$55.04", Verdict::holds, Note::price_of_elsewhere, false},
        {"Price per hour (eu-north-1)", "$60.00", Verdict::doubtful, Note::price_differs_elsewhere, true},
        {"Price per hour (us-east-1, 2024-06)", "$98.32", Verdict::doubtful, Note::price_differs_elsewhere, true},
        {"Price per hour", "$31.46", Verdict::doubtful, Note::price_differs, true}};
    for (const Case& one : cases) {
        const Audit audit = ofPrice(one.label, one.price);
        const Finding* const finding = find(audit, Rule::price_date);
        ASSERT_NE(finding, nullptr) << one.label;
        EXPECT_EQ(name(finding->verdict), name(one.verdict)) << one.label << one.price;
        EXPECT_EQ(static_cast<int>(finding->note), static_cast<int>(one.note)) << one.label << one.price;
        EXPECT_EQ(finding->is_question, one.is_question) << one.label << one.price;
    }
}

} // namespace fullscope::audit::test
