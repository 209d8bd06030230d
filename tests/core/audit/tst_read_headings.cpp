// SPDX-License-Identifier: GPL-3.0-or-later
// What headings say besides a name, and how tables are laid out: each figure by hand from what is printed.
#include "core/audit/read/document.h"
#include "core/audit/read/heading_names.h"
#include "tests/core/audit/claims_support.h"

namespace fullscope::audit::test {

namespace {

// "instances/chips per instance/chips", a dash for what is not said.
std::string counts(const std::string& heading)
{
    const PlatformLabel label = platformLabel(heading, builtIn());
    const auto shown = [](const std::string& text) { return text.empty() ? std::string("-") : text; };
    return shown(label.instances) + "/" + shown(label.chips_per_instance) + "/" + shown(label.chips)
        + (label.unclear ? "?" : "");
}

std::vector<std::string> names(const std::vector<std::string>& headings)
{
    std::vector<PlatformLabel> labels;
    for (const std::string& heading : headings)
        labels.push_back(platformLabel(heading, builtIn()));
    return namesOf(labels);
}

std::string codesOf(const std::string& text)
{
    const auto read = readFigures(text, "t", {}, builtIn());
    std::string codes;
    if (read.ok())
        for (const base::Problem& problem : read->problems)
            if (problem.severity != base::Severity::info)
                codes += std::to_string(static_cast<int>(problem.what.code)) + ":" + std::to_string(problem.what.line)
                    + " ";
    return codes;
}

std::string code(base::Code code, int line)
{
    return std::to_string(static_cast<int>(code)) + ":" + std::to_string(line) + " ";
}

bool isWrong(const std::string& text)
{
    return auditOf(text).isWrong();
}

bool unitCostHolds(const std::string& text, const std::string& platform)
{
    const Audit audit = auditOf(text);
    const Finding* const finding = find(audit, Rule::unit_cost, platform);
    EXPECT_NE(finding, nullptr) << text << told(audit);
    return finding != nullptr && finding->verdict == Verdict::holds;
}

} // namespace

TEST(ReadHeadings, countsOfMachinesAndChips)
{
    EXPECT_EQ(counts("H100 (8 GPUs)"), "-/-/8");
    EXPECT_EQ(counts("H100（64卡）"), "-/-/64");
    EXPECT_EQ(counts("64x H100 cluster"), "-/-/64");
    EXPECT_EQ(counts("H100 × 32"), "-/-/32");
    EXPECT_EQ(counts("A100 80G × 8"), "-/-/8");
    EXPECT_EQ(counts("H100 (4 nodes x 8 GPUs)"), "4/8/-");
    EXPECT_EQ(counts("H100 (8卡×4台)"), "4/8/-");
    EXPECT_EQ(counts("H100（4 节点，每节点 8 卡）"), "4/8/-");
    EXPECT_EQ(counts("H100 (4 nodes, 8 GPUs each)"), "4/8/-");
    EXPECT_EQ(counts("4×8 H100"), "4/8/-");
    EXPECT_EQ(counts("H100 8×4"), "4/8/-");
    EXPECT_EQ(counts("4 nodes of 8x H100"), "4/8/-");
    EXPECT_EQ(counts("32x H100 (4 x p5.48xlarge)"), "4/-/32");
    EXPECT_EQ(counts("H100 (32 GPUs, 4 nodes)"), "4/-/32");
    EXPECT_EQ(counts("2 × p5.48xlarge"), "2/-/-");
    EXPECT_EQ(counts("p5.48xlarge × 64"), "64/-/-");
    EXPECT_EQ(counts("On-prem (4 nodes, 8 GPUs)"), "4/-/8?");
    for (const char* none : {"p5.48xlarge", "Mixtral 8x7B", "A100 80GB", "TPU v5p", "H100 $2.50", "2024"})
        EXPECT_EQ(counts(none), "-/-/-") << none;
}

TEST(ReadHeadings, namesTellColumnsApart)
{
    using Names = std::vector<std::string>;
    EXPECT_EQ(names({"H100 (8 GPUs)", "A100 (8 GPUs)"}), (Names {"H100", "A100"}));
    EXPECT_EQ(names({"H100 (8 GPUs)", "H100 (64 GPUs)"}), (Names {"H100 (8 GPUs)", "H100 (64 GPUs)"}));
    EXPECT_EQ(names({"H100", "H100"}), (Names {"H100", "H100 #2"}));
    // Which chip or format it is stays; so does the chip of a name that says none.
    EXPECT_EQ(names({"A100 (40GB)", "H100 (PCIe)", "H200 (fp8)", "Baseline (8x H100)", "p4de.24xlarge (8xA100 80GB)"}),
        (Names {"A100 (40GB)", "H100 (PCIe)", "H200 (fp8)", "Baseline (8x H100)", "p4de.24xlarge"}));
}

TEST(ReadHeadings, unitCostsByTheCountOfTheHeading)
{
    // 8 · 2.50 / 80,000 / 3600 · 1e6 = 0.0694; 64 · 2.50 / 620,000 / 3600 · 1e6 = 0.0717
    const std::string two
        = "| | H100 (8 GPUs) | H100 (64 GPUs) |\n|---|---|---|\n| Price per GPU-hour | $2.50 | $2.50 |\n"
          "| Throughput | 80,000 tokens/s | 620,000 tokens/s |\n";
    const std::string right = two + "| Cost per million tokens | $0.0694 | $0.0717 |\n";
    EXPECT_TRUE(unitCostHolds(right, "H100 (8 GPUs)"));
    EXPECT_TRUE(unitCostHolds(right, "H100 (64 GPUs)"));
    const std::string wrong = two + "| Cost per million tokens | $0.5556 | $0.0090 |\n";
    EXPECT_FALSE(unitCostHolds(wrong, "H100 (8 GPUs)"));
    EXPECT_FALSE(unitCostHolds(wrong, "H100 (64 GPUs)"));
    // 32 · 2.50 / 320,000 / 3600 · 1e6 = 0.0694; 4 · 25 / 320,000 … = 0.0868; 32 · 16 / 320,000 … = 0.444
    for (const char* heading : {"H100 (4 nodes x 8 GPUs)", "4×8 H100", "4 nodes of 8x H100"})
        EXPECT_FALSE(isWrong("| | " + std::string(heading)
            + " |\n|---|---|\n| Price per GPU-hour | $2.50 |\n| Throughput | 320,000 tokens/s |\n"
              "| Cost per million tokens | $0.0694 |\n"))
            << heading;
    EXPECT_TRUE(unitCostHolds("| | H100 (4 nodes × 8 GPUs) |\n|---|---|\n| Price per node | $25/h |\n"
                              "| Throughput | 320K tokens/s |\n| Cost per 1M tokens | $0.0868 |\n",
        "H100"));
    EXPECT_TRUE(unitCostHolds("| 型号 | H100 (8卡×4台) |\n|---|---|\n| 单卡价格（元/卡时） | 16 |\n"
                              "| 总吞吐（tokens/s） | 320,000 |\n| 每百万 tokens 成本（元） | 0.444 |\n",
        "H100"));
    // "H100 (8 GPUs)" above four nodes and 32 chips: eight in each.
    EXPECT_FALSE(
        isWrong("| | H100 (8 GPUs) |\n|---|---|\n| Price per node | $20/h |\n| Nodes | 4 |\n| Total GPUs | 32 |\n"
                "| Throughput | 320,000 tokens/s |\n| Cost per million tokens | $0.0694 |\n"));
    // p5.48xlarge has eight chips: 64 are eight of it.
    const auto many = figuresOf("| | p5.48xlarge (64 GPUs) |\n|---|---|\n| Price | $55.04/h |\n");
    EXPECT_EQ(many.front().what.quantity, Quantity::chips);
}

TEST(ReadHeadings, aPriceOfANodeOfUnknownSizeIsAsked)
{
    const std::string rest = "| Total throughput | 320,000 tokens/s |\n| Cost per million tokens | $0.0694 |\n";
    const std::string unknown = "| | H100 × 32 |\n|---|---|\n| Node price | $20/h |\n" + rest;
    EXPECT_FALSE(isWrong(unknown));
    EXPECT_EQ(codesOf(unknown), code(base::Code::not_given, 3));
    const std::string chinese
        = "| | H100（32卡） |\n|---|---|\n| 单节点价格（元/小时） | 160 |\n| 吞吐（tokens/s） | 320,000 |\n";
    EXPECT_EQ(codesOf(chinese), code(base::Code::not_given, 3));
    // A label may say it, or a row; of eight chips it is one.
    const std::string said = "| | H100 |\n|---|---|\n| GPUs | 32 |\n| Price (per 8-GPU node) | $20/h |\n" + rest;
    EXPECT_TRUE(unitCostHolds(said, "H100"));
    EXPECT_EQ(codesOf("| | H100 × 8 |\n|---|---|\n| Node price | $20/h |\n"), "");
}

TEST(ReadHeadings, formatsAndVariants)
{
    const auto word = [](const std::string& heading, Quantity quantity) {
        for (const Claim& claim : figuresOf("| | " + heading + " |\n|---|---|\n| Tokens/s | 60,000 |\n"))
            if (claim.what.quantity == quantity)
                return claim.word;
        return std::string("none");
    };
    EXPECT_EQ(word("H100 fp8", Quantity::precision), "fp8");
    EXPECT_EQ(word("H100 (BF16)", Quantity::precision), "bf16");
    EXPECT_EQ(word("H100 (FP8 训练)", Quantity::precision), "fp8");
    EXPECT_EQ(word("H100 peak BF16", Quantity::precision), "none");
    EXPECT_EQ(word("LoRA on H100", Quantity::training_method), "lora");
    // 62 GB are more than 40 and less than 80. 7e9 · 6 · 60,000 / (8 · 756e12) = 41.7 % of the PCIe card's peak.
    const std::string memory = " |\n|---|---|\n| GPUs | 8 |\n| Memory used per GPU (GB) | 62 |\n";
    EXPECT_TRUE(isWrong("| | A100 (40GB)" + memory));
    EXPECT_FALSE(isWrong("| | A100 (80GB)" + memory));
    const Audit pcie = auditOf("| | H100 (PCIe) |\n|---|---|\n| Parameters | 7B |\n| Precision | BF16 |\n| GPUs | 8 |\n"
                               "| Tokens/s | 60,000 |\n| MFU | 41.7% |\n");
    EXPECT_EQ(find(pcie, Rule::utilisation_kind)->verdict, Verdict::holds) << told(pcie);
}

TEST(ReadHeadings, costBesidePriceAndHours)
{
    const auto totals = [](const std::string& text) {
        std::vector<double> values;
        for (const Claim& claim : figuresOf(text))
            if (claim.what.quantity == Quantity::total_cost)
                values.push_back(claim.value);
        return values;
    };
    const std::string head = "| Model | GPU hours | Price | ", row = "| LLaMA 7B | 82,432 | $1.50/GPU-hour | ";
    // 82,432 · 1.50 = 123,648
    EXPECT_EQ(totals(head + "Cost |\n|---|---|---|---|\n" + row + "$123,648 |\n"), (std::vector {123648.0}));
    EXPECT_EQ(totals(head + "成本（美元） |\n|---|---|---|---|\n" + row + "123,648 |\n"), (std::vector {123648.0}));
    EXPECT_EQ(totals(head + "Compute cost | Cost |\n|---|---|---|---|---|\n" + row + "$1 | $123,648 |\n"),
        (std::vector {123648.0}));
    EXPECT_EQ(totals(head + "Cost | Total cost |\n|---|---|---|---|---|\n" + row + "$1 | $123,648 |\n"),
        (std::vector {123648.0}));
    // By the hour it is a price.
    EXPECT_TRUE(totals("| | H100 |\n|---|---|\n| Cost | $20/h |\n").empty());
    // Pre-training, context extension and post-training of DeepSeek-V3: "in USD" is said in the corner.
    EXPECT_EQ(totals("| Training Costs | Pre-Training | Total |\n|---|---|---|\n| in H800 GPU Hours | 2664K | 2788K |\n"
                     "| in USD | $5.328M | $5.576M |\n"),
        (std::vector {5.328e6, 5.576e6}));
}

TEST(ReadHeadings, labelsOfPitches)
{
    // 2 · 2,664,000 = 5.328e6
    const auto phases = auditOf("| Phase | GPU hours (H800) | Cost at $2/GPU-hour |\n|---|---|---|\n"
                                "| Pre-training | 2,664K | $5.328M |\n| Context extension | 119K | $0.238M |\n");
    EXPECT_FALSE(phases.isWrong()) << told(phases);
    const auto claims = figuresOf("| Phase | GPU hours (H800) | Cost at $2/GPU-hour |\n|---|---|---|\n"
                                  "| Pre-training | 2,664K | $5.328M |\n| Context extension | 119K | $0.238M |\n");
    ASSERT_EQ(claims.size(), 5U); // with the method of the first row's name
    EXPECT_EQ(claims[2].what.quantity, Quantity::total_cost);
    EXPECT_EQ(claims[4].what.quantity, Quantity::total_cost);
    EXPECT_EQ(figuresOf("| GPU | tok/s per $ |\n|---|---|\n| H100 | 3,344 |\n").front().what.quantity, Quantity::count);
    // 160 / 80,000 / 3600 · 1e6 = 0.556
    EXPECT_TRUE(unitCostHolds("| | 方案B（8×H100） |\n|---|---|\n| 每小时价格 | 160 元 |\n| 吞吐 | 8.0万 tokens/s |\n"
                              "| 每百万 tokens | 0.556 元 |\n",
        "方案B(8×H100)"));
}

TEST(ReadHeadings, pricesOfOtherAmountsOfTokens)
{
    const auto perMillion = [](const std::string& row) {
        for (const Claim& claim : figuresOf("| | H100 |\n|---|---|\n| " + row + " |\n"))
            if (claim.what.quantity == Quantity::cost_per_million_tokens)
                return claim.value;
        return 0.0;
    };
    EXPECT_NEAR(perMillion("Cost per 1B tokens | $69.4"), 0.0694, 1e-12);
    EXPECT_NEAR(perMillion("Cost per billion tokens ($) | 69.4"), 0.0694, 1e-12);
    EXPECT_NEAR(perMillion("Cost | $69.4 per billion tokens"), 0.0694, 1e-12);
    EXPECT_NEAR(perMillion("Cost per 10M tokens | $0.694"), 0.0694, 1e-12);
    EXPECT_NEAR(perMillion("每亿 tokens 成本（元） | 6.94"), 0.0694, 1e-12);
    EXPECT_NEAR(perMillion("每十亿 tokens 成本（元） | 69.4"), 0.0694, 1e-12);
    EXPECT_NEAR(perMillion("每千 token 成本 | ¥0.0000694"), 0.0694, 1e-12);
    EXPECT_NEAR(perMillion("Cost per 1K tokens | $0.0000694"), 0.0694, 1e-12);
    // The yuan of a label is no dollar.
    const auto yuan = figuresOf("| | H100 |\n|---|---|\n| 每亿 tokens 成本（元） | 6.94 |\n");
    EXPECT_EQ(yuan.front().currency, "CNY");
}

TEST(ReadHeadings, pointsThatMayGroup)
{
    const std::string row = "| | H100 |\n|---|---|\n| Throughput | 80.000 tokens/s |\n";
    EXPECT_EQ(codesOf(row), code(base::Code::number_ambiguous, 3));
    EXPECT_FALSE(figuresOf(row).front().isMapped());
    EXPECT_EQ(codesOf("H100: 20 €/h, 65.000 tokens/s."), code(base::Code::number_ambiguous, 1));
    for (const char* fine : {"Throughput | 80.0 tokens/s", "Throughput | 0.800 tokens/s", "Price | $23.777/h",
             "Throughput | 121.400K tokens/s", "Step time | 1.234 s", "Cost per million tokens | $2.187"})
        EXPECT_EQ(codesOf("| | H100 |\n|---|---|\n| " + std::string(fine) + " |\n"), "") << fine;
}

TEST(ReadHeadings, monthsAreOfThirtyOrThirtyOneDays)
{
    // 60,000 / 720 / 14,200 / 3600 · 1e6 = 1.630; of 730 h it is 1.608
    const std::string month
        = "| | A100 (8卡) |\n|---|---|\n| 吞吐（tokens/s） | 14,200 |\n| 租金（元/月） | 60,000 |\n";
    EXPECT_FALSE(isWrong(month + "| 每亿 tokens 成本（元） | 163.0 |\n"));
    EXPECT_TRUE(isWrong(month + "| 每亿 tokens 成本（元） | 180.0 |\n"));
}

namespace {

std::string allOf(const std::string& text)
{
    std::string all;
    for (const Claim& claim : figuresOf(text)) {
        char value[32];
        std::snprintf(value, sizeof value, "%.6g", claim.value);
        all += (claim.isMapped() ? nameOf(claim.what) : "?") + " " + claim.platform
            + (claim.baseline.empty() ? "" : "/" + claim.baseline) + " " + value + "; ";
    }
    return all;
}

} // namespace

TEST(TableLayout, raggedColumnsStayBelowTheirHeadings)
{
    EXPECT_EQ(
        allOf("Metric            H100      Trn2\nStep time (s)               0.62\nTokens/s        48,200    67,800\n"),
        "step_time Trn2 0.62; tokens_per_s H100 48200; tokens_per_s Trn2 67800; ");
    // The corner is empty.
    EXPECT_EQ(allOf("                  H100      Trn2\nStep time (s)     0.87      0.62\n"),
        "step_time H100 0.87; step_time Trn2 0.62; ");
    EXPECT_EQ(
        allOf(
            "指标              H100      Trn2\n单步耗时 (s)                0.62\n吞吐 (tokens/s)   48,200    67,800\n"),
        "step_time Trn2 0.62; tokens_per_s H100 48200; tokens_per_s Trn2 67800; ");
    EXPECT_EQ(allOf("Notes:\n\tH100\tTrn2\nStep time (s)\t\t0.62\n"), "step_time Trn2 0.62; ");
}

TEST(TableLayout, unitsGroupsAndRepeatedHeadings)
{
    EXPECT_EQ(allOf("| GPU | Price | Throughput |\n|---|---|---|\n| Unit | $/h | K tokens/s |\n| H100 | 20 | 80 |\n"),
        "instance_price H100 20; tokens_per_s H100 80000; ");
    EXPECT_EQ(allOf("| 类别 | 指标 | H100 | A100 |\n|---|---|---|---|\n| 成本 | 每小时价格（元） | 160 | 96 |\n"
                    "| | 每百万 tokens 成本（元） | 0.556 | 0.889 |\n"),
        "instance_price H100 160; instance_price A100 96; cost_per_million_tokens H100 0.556; "
        "cost_per_million_tokens A100 0.889; ");
    EXPECT_EQ(allOf("<table><tr><th>Metric<th>H100<tr><td>Step time (s)<td>0.87<tr><th>Metric<th>H100"
                    "<tr><td>Tokens/s<td>48,200</table>"),
        "step_time H100 0.87; tokens_per_s H100 48200; ");
    EXPECT_EQ(
        allOf("Throughput   48,200 tokens/s\nPrice        $55.04/h\n"), "tokens_per_s  48200; instance_price  55.04; ");
}

TEST(TableLayout, severalTablesWithHeadingsOfTheirOwn)
{
    const std::string both
        = "instance_price H100 20; tokens_per_s H100 80000; instance_price A100 12; tokens_per_s A100 30000; ";
    EXPECT_EQ(allOf("### H100\n\n| Metric | Value |\n|---|---|\n| Price | $20/h |\n| Throughput | 80,000 tokens/s |\n\n"
                    "### A100\n\n| Metric | Value |\n|---|---|\n| Price | $12/h |\n| Throughput | 30,000 tokens/s |\n"),
        both);
    EXPECT_EQ(
        allOf("| Metric | Value |\n|---|---|\n| GPU | H100 |\n| Price | $20/h |\n| Throughput | 80,000 tokens/s |\n\n"
              "| Metric | Value |\n|---|---|\n| GPU | A100 |\n| Price | $12/h |\n| Throughput | 30,000 tokens/s |\n"),
        both);
    EXPECT_EQ(allOf("Metric,H100\nPrice ($/h),20\n\nMetric,A100,H200\nPrice ($/h),12,30\n"),
        "instance_price H100 20; instance_price A100 12; instance_price H200 30; ");
    EXPECT_EQ(allOf("## H100 (8 GPUs)\n- Price: $2.50/GPU-hour\n- Throughput: 80,000 tokens/s\n\n## A100\n- Price: "
                    "$1.50/GPU-hour\n"),
        "chips H100 8; chip_price H100 2.5; tokens_per_s H100 80000; chip_price A100 1.5; ");
}

TEST(TableLayout, htmlAsItIsShown)
{
    EXPECT_EQ(allOf("<table><tr><td><p>Our H100 nodes cost $20 per hour.</p><table><tr><th>Metric<th>A100<th "
                    "style='display: none'>B<tr><td>Price ($/h)<td>12<td hidden>99</table></td></tr></table>"
                    "<span style=\"display:none\">It saves 99 % of the cost.</span><td hidden>"),
        "instance_price A100 12; instance_price H100 20; ");
    // A table of one row lays out a page: its text is read.
    EXPECT_EQ(allOf("<table><tr><td>The H100 costs $20/h.</td><td>It reaches 80,000 tokens/s.</td></tr></table>"),
        "instance_price H100 20; tokens_per_s H100 80000; ");
}

TEST(TableLayout, nothingIsDroppedInSilence)
{
    // A comma that groups digits without quotes: whose 200 is, nobody knows.
    const std::string cut = "Metric,H100,Trn2\nPrice ($/h),55.04,35.76\nThroughput (tokens/s),48,200,67,800\n";
    EXPECT_EQ(allOf(cut), "instance_price H100 55.04; instance_price Trn2 35.76; ");
    EXPECT_EQ(codesOf(cut), code(base::Code::row_long, 3));
    // Empty cells beyond the headings are none.
    EXPECT_EQ(allOf("Metric,H100\nPrice ($/h),20\nStep time (s),0.87,,,\nTotal time (s),12,\nTokens/s,5\n"),
        "instance_price H100 20; step_time H100 0.87; total_time H100 12; tokens_per_s H100 5; ");
    // A row that names nobody.
    EXPECT_EQ(
        allOf("| GPU | Price per hour |\n|---|---|\n| H100 | $20 |\n| | $30 |\n"), "instance_price H100 20; ?  30; ");
    // Footnotes make no figures, but are listed.
    EXPECT_EQ(
        allOf("| | H100 |\n|---|---|\n| Tokens/s | 80,000* |\n\n*measured with 7B parameters and 512 sequences\n"),
        "tokens_per_s H100 80000; ?  7e+09; ");
    EXPECT_EQ(allOf("H100: 80,000† tokens/s.\n† on 8 GPUs\n"), "tokens_per_s H100 80000; ?  8; ");
    // A sentence too long to be one.
    std::string data = "H100 runs 80,000 tokens/s.\n";
    for (int i = 0; i < 600; ++i)
        data += "12 ms ";
    EXPECT_EQ(codesOf(data), code(base::Code::line_too_long, 2));
    const auto sheet = readSheet("Throughput,\"48,200 tokens/s\"\n", {});
    ASSERT_TRUE(sheet.ok());
    ASSERT_EQ(sheet->paragraphs.size(), 1U);
    EXPECT_EQ(sheet->paragraphs[0].text, "Throughput 48,200 tokens/s");
}

TEST(TableLayout, hardwareOfRowsAndColumns)
{
    EXPECT_EQ(allOf("| 方案 | GPU | 单价（元/小时） |\n|---|---|---|\n| A | 8×A100 | 213 |\n| B | 8×H800 | 320 |\n"),
        "chips A (A100) 8; instance_price A (A100) 213; chips B (H800) 8; instance_price B (H800) 320; ");
    EXPECT_EQ(allOf("| Metric | H100 | Trn2 | Trn2 vs H100 |\n|---|---|---|---|\n| Price per hour | $55.04 | $35.76 | "
                    "-35% |\n"),
        "instance_price H100 55.04; instance_price Trn2 35.76; instance_price_gain Trn2/H100 -0.35; ");
    EXPECT_EQ(allOf("| 规格 | 按量（元/小时） |\n|---|---|\n| A100 80G × 8 | 213 |\n"),
        "chips A100 80G 8; instance_price A100 80G 213; ");
    // Of LoRA not the trained weights are the model.
    EXPECT_EQ(allOf("| | LoRA |\n|---|---|\n| Trainable parameters | 42M |\n| Parameters | 8.03B |\n"),
        "training_method LoRA 0; trainable_parameters LoRA 4.2e+07; parameters LoRA 8.03e+09; ");
}

} // namespace fullscope::audit::test
