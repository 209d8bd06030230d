// SPDX-License-Identifier: GPL-3.0-or-later
// Tables and sentences that were once read wrongly: what each figure is, worked out by hand from what is printed.
#include "core/audit/read/document.h"
#include "tests/core/audit/claims_support.h"

#include <algorithm>

namespace fullscope::audit::test {

namespace {

struct Row {
    const char* row; // of a table with one column, p5.48xlarge
    const char* quantity; // empty: it is kept and not known
    double value = 0;
};

std::string oneColumn(const std::string& rows)
{
    return "| x | p5.48xlarge |\n|---|---|\n" + rows;
}

void expectRows(std::initializer_list<Row> rows)
{
    for (const Row& one : rows) {
        const auto claims = figuresOf(oneColumn("| " + std::string(one.row) + " |\n"));
        ASSERT_EQ(claims.size(), 1U) << one.row;
        EXPECT_EQ(nameOf(claims[0].what), one.quantity) << one.row;
        if (claims[0].isMapped()) {
            EXPECT_NEAR(claims[0].value, one.value, 1e-9 * one.value) << one.row;
        }
    }
}

std::vector<base::Code> codes(const std::string& text)
{
    const auto read = readFigures(text, "t", {}, builtIn());
    std::vector<base::Code> codes;
    if (read.ok())
        for (const base::Problem& problem : read->problems)
            codes.push_back(problem.what.code);
    return codes;
}

// "quantity platform/baseline value" of every figure, to be compared as a whole.
std::string told(const std::string& text)
{
    std::string all;
    for (const Claim& claim : figuresOf(text)) {
        char value[32];
        std::snprintf(value, sizeof value, "%.6g", claim.value);
        all += (claim.isMapped() ? nameOf(claim.what) : "?") + " " + claim.platform
            + (claim.baseline.empty() ? "" : "/" + claim.baseline) + " " + (claim.word.empty() ? value : claim.word)
            + "; ";
    }
    return all;
}

} // namespace

TEST(ReadPitches, ofWhatAUnitSaysThatAFigureIs)
{
    expectRows({{"Price | $6.88/GPU-hour", "chip_price", 6.88}, {"Price | $6.88 per GPU hour", "chip_price", 6.88},
        {"Throughput | 8,211 tokens/s/GPU", "tokens_per_s_per_chip", 8211},
        {"Throughput | 8,211 tokens per second per GPU", "tokens_per_s_per_chip", 8211},
        {"Memory used | 71 GB/GPU", "memory_used_per_chip", 71}, {"GPUs | 8 GPUs/node", "chips_per_instance", 8},
        {"Peak | 989 TFLOPS/GPU", "peak_flops_per_chip", 989e12},
        {"GPU throughput | 65,690 tokens/s", "tokens_per_s", 65690}, {"Price | $30,000/GPU", ""},
        {"Total cost | $244/step", ""}, {"Global batch size | 4 per GPU", ""}});
}

TEST(ReadPitches, pricesOfOtherThings)
{
    expectRows({{"Electricity price | $0.12/kWh", "electricity_price", 0.12}, {"Storage price | $0.08/GB-month", ""},
        {"Server price | $250,000", ""}, {"Server price | $55.04/h", "instance_price", 55.04},
        {"整机价格 | 250万元", ""}, {"Egress price ($/TB) | 90", ""}, {"Price ($/TB) | 90", ""},
        {"Support price ($/month) | 15000", ""}, {"Price difference | 5%", ""}, {"Price | 1.4x", ""},
        {"Price/performance | 1.4x", ""}, {"Price | 5504 cents/h", "instance_price", 55.04},
        {"Cost per 1k steps | $244", ""}, {"Steps | $244", ""}, {"Layers | 40 GB", ""},
        {"Server price ($/h) | 55.04", "instance_price", 55.04}, {"Price | 55.04 USD", "instance_price", 55.04},
        {"按需价格 | 398 元/小时", "instance_price", 398}});
}

TEST(ReadPitches, timesOfMoreThanOnePart)
{
    // 3 · 24 + 4 = 76 h = 273,600 s; 2 · 3600 + 50 · 60 = 10,200 s
    expectRows({{"Total time | 3d 4h", "total_time", 273600}, {"Step time | 1 min 3 s", "step_time", 63},
        {"Total time | 2 h 50 min", "total_time", 10200}, {"Total time | 2 hours and 50 minutes", "total_time", 10200},
        {"Step time | 1分3秒", "step_time", 63}, {"总耗时 | 2小时50分", "total_time", 10200},
        {"Total time | 76:00:00", "total_time", 273600}, {"Training hours | 3-04:00:00", "training_hours", 76},
        {"Total time (h) | 2:50", ""}, {"Total time | 3 h 4 d", ""}});
    const auto claims = figuresOf(oneColumn("| Total time | 2 h 50 min |\n"));
    EXPECT_EQ(claims[0].range, (Interval {10170, 10230})); // half a minute
    EXPECT_EQ(told("On p5.48xlarge the total time was 2 h 50 min, the training time 1 h 5 min."),
        "total_time p5.48xlarge 10200; total_time p5.48xlarge 3900; ");
}

TEST(ReadPitches, numbersThatAreCutOffAreNone)
{
    expectRows({{"Cost per million tokens | $0,2327", "cost_per_million_tokens", 0.2327},
        {"Cost per million tokens ($) | 0,2327", "cost_per_million_tokens", 0.2327}, {"Parameters | 1,2345 B", ""},
        {"Price | 55,0400 $/h", ""}, {"Price ($/h) | 1.234,56", ""}, {"Total tokens | 12,34,567", ""},
        {"Total tokens | 173.520.000.000", ""}, {"Total tokens | 173,520,000,000", "total_tokens", 173.52e9},
        {"Throughput (tokens/s) | 65,690²", "tokens_per_s", 65690}, {"Total tokens | 6×10¹¹", "total_tokens", 6e11}});
    EXPECT_EQ(codes(oneColumn("| Price ($/h) | 1.234,56 |\n")), (std::vector {base::Code::bad_number}));
    EXPECT_EQ(codes(oneColumn("| Price | $0.12/kWh |\n")), (std::vector {base::Code::bad_unit}));
    // A comma of Chinese writing parts two figures.
    EXPECT_EQ(told("吞吐 48,200，67,800 tokens/s"), "tokens_per_s  48200; tokens_per_s  67800; ");
}

TEST(ReadPitches, ofTwoNumbersNoneIsTakenForGranted)
{
    expectRows({{"Throughput | 60,000 → 65,690 tokens/s", ""}, {"Throughput (tokens/s) | 60,000 → 65,690", ""},
        {"Step time | dropped from 20 to 15.96 s", ""}, {"Step time (s) | 20-15.96", ""},
        {"Price | ~~$98.32/h~~ $55.04/h", "instance_price", 55.04},
        {"Utilisation | ~~0.35~~ 0.2944", "utilisation", 0.2944},
        {"Throughput (tokens/s) | 65,690 on 8 GPUs", "tokens_per_s", 65690},
        {"Total time | 1,782 s / 29.7 min", "total_time", 1782}, {"Total time | 1,782 s / 40 min", ""},
        {"Step time (s) | 18-22", "step_time", 20}});
    EXPECT_EQ(told("<table><tr><th>x<th>p5.48xlarge<tr><td>Throughput<td>65,690<sup>2</sup> tokens/s"
                   "<tr><td>Price<td><s>$98.32/h</s> <del>$60/h</del>$55.04/h<tr><td>Total "
                   "tokens<td>6×10<sup>11</sup></table>"),
        "tokens_per_s p5.48xlarge 65690; instance_price p5.48xlarge 55.04; total_tokens p5.48xlarge 6e+11; ");
}

TEST(ReadPitches, decimalCommasBetweenSemicolons)
{
    const std::string german = "Metric;p5.48xlarge\nPrice ($/h);55,04\nThroughput (tokens/s);65.690\n"
                               "Cost per million tokens ($);0,2327\nTotal tokens;1.234.567,5\n";
    EXPECT_EQ(told(german),
        "instance_price p5.48xlarge 55.04; tokens_per_s p5.48xlarge 65690; cost_per_million_tokens p5.48xlarge 0.2327; "
        "total_tokens p5.48xlarge 1.23457e+06; ");
    EXPECT_FALSE(auditOf(german).isWrong());
    EXPECT_EQ(codes(german), (std::vector {base::Code::number_ambiguous}));
    // With points where it matters nothing is turned round, and nothing need be said.
    const std::string english = "Metric;p5.48xlarge\nPrice ($/h);55.04\nThroughput (tokens/s);65,690\n";
    EXPECT_EQ(told(english), "instance_price p5.48xlarge 55.04; tokens_per_s p5.48xlarge 65690; ");
    EXPECT_TRUE(codes(english).empty());
}

TEST(ReadPitches, sentencesNameTheirPlatform)
{
    EXPECT_EQ(told("Compared with H100, Trn2 saves 40% on the hourly price: $55.04/h for H100, $33.02/h for Trn2."),
        "instance_price_saving Trn2/H100 0.4; instance_price H100 55.04; instance_price Trn2 33.02; ");
    EXPECT_EQ(told("48,200 tokens/s on H100 and 67,800 tokens/s on Trn2"),
        "tokens_per_s H100 48200; tokens_per_s Trn2 67800; ");
    EXPECT_EQ(told("On p5.48xlarge we reach 121K tokens/s, on trn2.48xlarge 97K tokens/s."),
        "tokens_per_s p5.48xlarge 121000; tokens_per_s trn2.48xlarge 97000; ");
    // What is compared with is not what is spoken of.
    EXPECT_EQ(told("It reaches 65,690 tokens/s, 20 % faster than A100, and costs $55.04/h."),
        "tokens_per_s  65690; throughput_gain A100 0.2; instance_price  55.04; ");
    EXPECT_EQ(told("The step time fell from 15.96 to 20 s."), "?  20; ");
    EXPECT_EQ(told("The step time is from 16 to 20 s."), "step_time  18; ");
    EXPECT_EQ(told("Trn2 is 40% cheaper than H100. An H100 costs $55.04/h, a Trn2 $33.02/h."),
        "instance_price_saving Trn2/H100 0.4; instance_price H100 55.04; instance_price Trn2 33.02; ");
}

TEST(ReadPitches, unitsInSentences)
{
    EXPECT_EQ(told("p5.48xlarge 吞吐 65,690 tokens/s。"), "tokens_per_s p5.48xlarge 65690; ");
    EXPECT_EQ(told("The p5.48xlarge reaches 65,690 tokens per second on average."), "tokens_per_s p5.48xlarge 65690; ");
    EXPECT_EQ(told("p5.48xlarge 每小时 55.04 美元，每百万 token 成本 0.2327 美元。"),
        "instance_price p5.48xlarge 55.04; cost_per_million_tokens p5.48xlarge 0.2327; ");
    EXPECT_EQ(told("DeepSeek needs 2.788M H800 GPU hours at $2 per GPU hour, a total of $5.576M."),
        "chip_hours H800 2.788e+06; chip_price H800 2; total_cost H800 5.576e+06; ");
    EXPECT_EQ(told("训练 2000 步，使用 p5.48xlarge。"), "steps p5.48xlarge 2000; ");
    EXPECT_EQ(told("Power is $0.12 per kWh and support $15,000 per month."), "?  0.12; ?  15000; ");
    // 55.04 / 65,690 / 3600 · 1e6 = 0.2327
    const std::string pitch
        = "The p5.48xlarge costs $55.04 per hour and trains at 65,690 tokens/s, so a million tokens cost ";
    EXPECT_EQ(find(auditOf(pitch + "$0.30."), Rule::unit_cost)->verdict, Verdict::contradicts);
    EXPECT_EQ(find(auditOf(pitch + "$0.2327."), Rule::unit_cost)->verdict, Verdict::holds);
}

TEST(ReadPitches, framesOfTerminals)
{
    const std::string both = "step_time H100 0.87; total_time H100 1782; ";
    for (const char* table :
        {" Metric         | H100\n----------------+------\n Step time (s)  | 0.87\n Total time (s) | 1782\n(2 rows)\n",
            "+----------------+------+\n| Metric         | H100 |\n+----------------+------+\n| Step time (s)  | 0.87 "
            "|\n"
            "| Total time (s) | 1782 |\n+----------------+------+\n",
            "Metric            H100\n----------------------\nStep time (s)     0.87\nTotal time (s)    1782\n",
            "Metric            H100\n===============   =====\nStep time (s)     0.87\nTotal time (s)    1782\n",
            "┌────────────────┬──────┐\n│ Metric         │ H100 │\n├────────────────┼──────┤\n│ Step time (s)  │ 0.87 "
            "│\n"
            "├────────────────┼──────┤\n│ Total time (s) │ 1782 │\n└────────────────┴──────┘\n"})
        EXPECT_EQ(told(table), both) << table;
}

TEST(ReadPitches, columnsThatCompare)
{
    const auto column = [](const std::string& heading, const std::string& row) {
        const auto claims = figuresOf(
            "| Metric | p5.48xlarge | trn2.48xlarge | " + heading + " |\n|---|---|---|---|\n| " + row + " |\n");
        return nameOf(claims.back().what) + " " + claims.back().platform + "/" + claims.back().baseline;
    };
    const std::string price = "Price ($/h) | 55.04 | 33.02 | ", speed = "Throughput (tokens/s) | 60000 | 65000 | ";
    const std::string sides = " trn2.48xlarge/p5.48xlarge";
    EXPECT_EQ(column("Saving", price + "40%"), "instance_price_saving" + sides);
    EXPECT_EQ(column("Savings vs p5", price + "40%"), "instance_price_saving" + sides);
    EXPECT_EQ(column("Savings vs trn2", price + "40%"), "instance_price_saving p5.48xlarge/trn2.48xlarge");
    EXPECT_EQ(column("节省比例", price + "40%"), "instance_price_saving" + sides);
    EXPECT_EQ(column("Δ", price + "-40%"), "instance_price_gain" + sides);
    EXPECT_EQ(column("% change", speed + "+8%"), "throughput_gain" + sides);
    EXPECT_EQ(column("差异", price + "↓40%"), "instance_price_saving" + sides);
    EXPECT_EQ(column("Ratio", price + "0.60x"), "instance_price_ratio" + sides);
    EXPECT_EQ(column("x", price + "0.60x"), "instance_price_ratio" + sides);
    EXPECT_EQ(told("| Metric | X |\n|---|---|\n| Step time (s) | 1.0 |\n"), "step_time X 1; "); // a platform
    // What could be meant either way is not guessed.
    EXPECT_EQ(column("Change", price + "40%"), sides);
    EXPECT_EQ(column("Saving", speed + "8%"), sides);
    EXPECT_EQ(column("Δ", price + "22.02"), sides);
    EXPECT_EQ(column("Advantage", price + "40%"), sides);
}

TEST(ReadPitches, numbersBeforePlatforms)
{
    const auto table = [](const std::string& heading) {
        return told("| x | " + heading + " |\n|---|---|\n| Step time (s) | 0.87 |\n");
    };
    EXPECT_EQ(table("64x p5.48xlarge"), "instances 64x p5.48xlarge 64; step_time 64x p5.48xlarge 0.87; ");
    EXPECT_EQ(table("4 x p5.48xlarge"), "instances 4 x p5.48xlarge 4; step_time 4 x p5.48xlarge 0.87; ");
    EXPECT_EQ(table("p5.48xlarge × 64"), "instances p5.48xlarge 64; step_time p5.48xlarge 0.87; ");
    EXPECT_EQ(
        table("p4de.24xlarge (8xA100 80GB)"), "chips_per_instance p4de.24xlarge 8; step_time p4de.24xlarge 0.87; ");
    EXPECT_EQ(table("H100 (8卡)"), "chips H100 8; step_time H100 0.87; ");
}

TEST(ReadPitches, rowsOfOtherWork)
{
    expectRows({{"Global batch size | 4M tokens", "global_batch_tokens", 4e6},
        {"Global batch size | 400万token", "global_batch_tokens", 4e6}, {"Batch size per GPU | 4", ""},
        {"Micro-batch size | 4", ""}, {"Gradient accumulation steps | 8", ""}, {"Batch time | 3 s", ""},
        {"Eval step time (s) | 3", ""}, {"Warmup steps | 2000", ""}, {"Inference throughput (tokens/s) | 9000", ""},
        {"检查点耗时 (s) | 30", ""}, {"每轮耗时 (min) | 60", ""}, {"Host memory used | 900 GB", ""},
        {"Step time with activation checkpointing (s) | 3", "step_time", 3},
        {"Reserved price ($/h) | 34.40", "instance_price", 34.40}});
}

TEST(ReadPitches, labelsThatTheirUnitExplains)
{
    expectRows({{"Unit cost | $0.2327/M tokens", "cost_per_million_tokens", 0.2327},
        {"Unit cost ($/M tokens) | 0.2327", "cost_per_million_tokens", 0.2327}, {"Unit cost | $0.2327", ""},
        {"Peak BF16 | 989 TFLOPS", "peak_flops_bf16", 989e12},
        {"Cost per 1K tokens | $0.0002327", "cost_per_million_tokens", 0.2327},
        {"Cost per token | $2.327e-7", "cost_per_million_tokens", 0.2327},
        {"Dataset size | 15T tokens", "total_tokens", 15e12}, {"Dataset size | 20 GB", ""},
        {"Wall clock | 57 days", "total_time", 4924800}, {"GPU hours | 2.788M", "chip_hours", 2.788e6},
        {"Parameters (B) | 8.03", "parameters", 8.03e9}, {"Parameters (B) | 8.03B", "parameters", 8.03e9},
        {"Total tokens (B) | 173.52", "total_tokens", 173.52e9}});
    EXPECT_EQ(told("| Metric | Unit | p5.48xlarge |\n|---|---|---|\n| Steps | k | 2 |\n| Step time | s | 1.5 |\n"),
        "steps p5.48xlarge 2000; step_time p5.48xlarge 1.5; ");
    EXPECT_EQ(told(oneColumn("| Method | LoRA |\n| Step time (s) | 2 |\n")),
        "training_method p5.48xlarge lora; step_time p5.48xlarge 2; ");
}

TEST(ReadPitches, figuresOfAnInstanceAndOfTheCluster)
{
    EXPECT_EQ(told(oneColumn(
                  "| Throughput per node (tokens/s) | 65,690 |\n| Nodes | 4 |\n| Cluster price | $3,522.56/h |\n")),
        "tokens_per_s_per_instance p5.48xlarge 65690; instances p5.48xlarge 4; cluster_price p5.48xlarge 3522.56; ");
    // Where there is one, it is all.
    EXPECT_EQ(told(oneColumn("| Throughput per node (tokens/s) | 65,690 |\n")), "tokens_per_s p5.48xlarge 65690; ");
}

TEST(ReadPitches, twoRowsOfHeadings)
{
    EXPECT_EQ(told("<table><tr><th rowspan=2>Metric<th colspan=2>AWS<tr><th>p5.48xlarge<th>trn2.48xlarge"
                   "<tr><td>Price ($/h)<td>55.04<td>24.69</table>"),
        "instance_price p5.48xlarge 55.04; instance_price trn2.48xlarge 24.69; ");
    EXPECT_EQ(told("<table><tr><th rowspan=2>Metric<th colspan=2>p5.48xlarge<tr><th>On demand<th>Spot"
                   "<tr><td>Price ($/h)<td>55.04<td>24.69</table>"),
        "instance_price p5.48xlarge On demand 55.04; spot_price p5.48xlarge Spot 24.69; ");
    EXPECT_EQ(told(",AWS,,\nMetric,p5.48xlarge,trn2.48xlarge,p4d.24xlarge\nStep time (s),1,2,3\n"),
        "step_time p5.48xlarge 1; step_time trn2.48xlarge 2; step_time p4d.24xlarge 3; ");
    // A row of words is none.
    EXPECT_EQ(told("| Metric | H100 | H100 |\n|---|---|---|\n| Precision | bf16 | fp8 |\n| Step time (s) | 1 | 2 |\n"),
        "precision H100 bf16; precision H100 #2 fp8; step_time H100 1; step_time H100 #2 2; ");
}

TEST(Pitches, listsAndSentencesAreNoTables)
{
    for (const char* text : {"- H100: 48,200 tokens/s, price $55.04/h\n- Trainium2: 67,800 tokens/s, price $35.76/h\n",
             "H100: 48,200 tokens/s, $55.04/h\nTrainium2: 67,800 tokens/s, $35.76/h\n",
             "In our test, the H100 ran 48,200 tokens/s.\nOn Trainium2, the same job ran 67,800 tokens/s.\n"}) {
        const auto claims = figuresOf(text);
        std::vector<double> rates;
        for (const Claim& claim : claims)
            if (claim.what.quantity == Quantity::tokens_per_s)
                rates.push_back(claim.value);
        EXPECT_EQ(rates, (std::vector<double> {48200, 67800})) << text;
    }
    const auto table = figuresOf("Metric,H100\nThroughput (tokens/s),48200\n");
    ASSERT_EQ(table.size(), 1U);
    EXPECT_EQ(table[0].where.cell, 2);
}

} // namespace fullscope::audit::test
