// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences of pitches: who is meant, what is compared in which direction. Each figure by hand from what is printed.
#include "core/audit/read/document.h"
#include "tests/core/audit/claims_support.h"

namespace fullscope::audit::test {

namespace {

std::string allOf(const std::string& text)
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

std::string codesOf(const std::string& text)
{
    const auto read = readFigures(text, "t", {}, builtIn());
    std::string codes;
    if (read.ok())
        for (const base::Problem& problem : read->problems)
            if (problem.what.code != base::Code::platform_unknown)
                codes += std::to_string(static_cast<int>(problem.what.code)) + " ";
    return codes;
}

std::string code(base::Code code)
{
    return std::to_string(static_cast<int>(code)) + " ";
}

} // namespace

TEST(ReadProse, severalComparisonsOfOneSentence)
{
    EXPECT_EQ(allOf("Compared with H100, Trn2 is 35% cheaper per hour, 41% faster and 54% cheaper per token."),
        "instance_price_saving Trn2/H100 0.35; throughput_gain Trn2/H100 0.41; unit_cost_saving Trn2/H100 0.54; ");
    EXPECT_EQ(allOf("Trn2 cuts the cost per token by 54% and the training time by 29% compared with H100."),
        "unit_cost_saving Trn2/H100 0.54; total_time_saving Trn2/H100 0.29; ");
    EXPECT_EQ(allOf("Trn2 achieves 41% more tokens per second at 65% of the hourly price of H100."),
        "throughput_gain Trn2/H100 0.41; instance_price_ratio Trn2/H100 0.65; ");
    EXPECT_EQ(allOf("H100 is 2.7x faster than A100 and 5x faster than V100."),
        "throughput_ratio H100/A100 2.7; throughput_ratio H100/V100 5; ");
    EXPECT_EQ(allOf("与 H100 相比，Trn2 每小时价格低 35%，吞吐高 41%，单位 token 成本低 54%。"),
        "instance_price_saving Trn2/H100 0.35; throughput_gain Trn2/H100 0.41; unit_cost_saving Trn2/H100 0.54; ");
    EXPECT_EQ(allOf("Trn2 的吞吐是 H100 的 1.41 倍，每百万 token 成本仅为 H100 的 46%。"),
        "throughput_ratio Trn2/H100 1.41; unit_cost_ratio Trn2/H100 0.46; ");
    EXPECT_EQ(allOf("H100 is 54% more expensive per hour than Trn2."), "instance_price_gain H100/Trn2 0.54; ");
    EXPECT_EQ(
        allOf("Throughput is up: +41% throughput, -29% cost."), "throughput_gain  0.41; total_cost_gain  -0.29; ");
    // Performance by the dollar is neither speed nor cost.
    EXPECT_EQ(allOf("Trn2 delivers 2.17x better price-performance than H100."), "? Trn2/H100 2.17; ");
    EXPECT_EQ(allOf("Trn2 性价比提升到 2.17 倍。"), "? Trn2 2.17; ");
}

TEST(ReadProse, speedIsNoCost)
{
    EXPECT_EQ(allOf("与 A100 相比，H800 训练速度提升到 1.76 倍，总费用降低 20%。"),
        "throughput_ratio H800/A100 1.76; total_cost_saving H800/A100 0.2; ");
    EXPECT_EQ(allOf("H800 的训练速度是 A100 的 2.76 倍，成本节省 20%。"),
        "throughput_ratio H800/A100 2.76; total_cost_saving H800/A100 0.2; ");
}

TEST(ReadProse, fromTo)
{
    EXPECT_EQ(allOf("Switching from H100 to Trn2 cut training cost by 54%."), "total_cost_saving Trn2/H100 0.54; ");
    EXPECT_EQ(allOf("从 H100 迁移到 Trn2 后成本降低 54%。"), "total_cost_saving Trn2/H100 0.54; ");
    EXPECT_EQ(allOf("Replacing H100 with Trn2 saves 54% of the training cost."), "total_cost_saving Trn2/H100 0.54; ");
    // What was is no figure of what is.
    EXPECT_EQ(allOf("On H100 throughput rose from 60,000 tokens/s to 80,000 tokens/s."),
        "tokens_per_s H100 (before) 60000; tokens_per_s H100 80000; ");
    EXPECT_EQ(allOf("H100 的吞吐从 60,000 tokens/s 提升到 80,000 tokens/s。"),
        "tokens_per_s H100（此前） 60000; tokens_per_s H100 80000; ");
    EXPECT_EQ(allOf("Cost per million tokens fell from $0.317 on H100 to $0.1465 on Trn2."),
        "cost_per_million_tokens H100 0.317; cost_per_million_tokens Trn2 0.1465; ");
    EXPECT_EQ(allOf("On Trn2 we saw a 54% reduction in cost per million tokens (from $0.317 to $0.1465)."),
        "unit_cost_saving Trn2 0.54; cost_per_million_tokens Trn2 (before) 0.317; cost_per_million_tokens Trn2 "
        "0.1465; ");
}

TEST(ReadProse, whatCouldBeMeantInTwoWaysIsAsked)
{
    for (const char* text : {"Trn2 is 2.3x cheaper than H100.", "Trn2 has 4x lower cost than H100.",
             "与 A100 相比，H800 速度提升 1.76 倍。", "H100 比 A100 快 2 倍。", "成本降低了 3 倍。"}) {
        EXPECT_EQ(codesOf(text), code(base::Code::number_ambiguous)) << text;
        EXPECT_EQ(allOf(text).substr(0, 1), "?") << text;
    }
    EXPECT_EQ(allOf("Trn2 is 1.41x faster than H100."), "throughput_ratio Trn2/H100 1.41; ");
}

TEST(ReadProse, comparisonsWithoutNumbers)
{
    EXPECT_EQ(allOf("H100 is twice as fast as A100."), "throughput_ratio H100/A100 2; ");
    EXPECT_EQ(allOf("Trn2 costs half the price per hour of H100."), "instance_price_ratio Trn2/H100 0.5; ");
    EXPECT_EQ(allOf("Trn2 halves the cost."), "total_cost_ratio Trn2 0.5; ");
    EXPECT_EQ(allOf("与 A100 相比，H100 成本减半。"), "total_cost_ratio H100/A100 0.5; ");
    EXPECT_EQ(allOf("H100 比 A100 训练速度快一倍。"), "throughput_ratio H100/A100 2; ");
    // More than half is saved: less than half is left.
    const auto more = figuresOf("Trn2 saves more than half of the cost per token against H100.");
    ASSERT_EQ(more.size(), 1U);
    EXPECT_EQ(more[0].range, (Interval {0, 0.55}));
    for (const char* none : {"We train in half precision at 48,200 tokens/s.",
             "The first half of the cost went to storage; 3 ms.", "Half of the training time was lost; 3 ms."})
        EXPECT_EQ(allOf(none).find("ratio"), std::string::npos) << none << allOf(none);
}

TEST(ReadProse, theSubjectIsCarriedOn)
{
    // 20 / 80,000 / 3600 · 1e6 = 0.0694
    const std::string text = "The H100 node costs $20 per hour. It reaches 80,000 tokens/s. One million tokens costs ";
    EXPECT_EQ(find(auditOf(text + "$0.0994."), Rule::unit_cost)->verdict, Verdict::contradicts);
    EXPECT_EQ(find(auditOf(text + "$0.0694."), Rule::unit_cost)->verdict, Verdict::holds);
    EXPECT_EQ(allOf("The node costs $20 per hour. On H100 it reaches 80,000 tokens/s."),
        "instance_price H100 20; tokens_per_s H100 80000; ");
    EXPECT_EQ(
        allOf("H100 每小时 20 美元。吞吐 80,000 tokens/s。"), "instance_price H100 20; tokens_per_s H100 80000; ");
    // Of two nobody is taken, unless "it" says so.
    EXPECT_EQ(allOf("H100 costs $20/h. A100 costs $12/h. It reaches 30,000 tokens/s. The job ran at 50,000 tokens/s."),
        "instance_price H100 20; instance_price A100 12; tokens_per_s A100 30000; tokens_per_s  50000; ");
    EXPECT_EQ(allOf("Trainium2 costs 0.1465 $/M tokens instead of 0.317 $/M tokens on H100. It is 1.41x faster (67,800 "
                    "tokens/s "
                    "against 48,200 tokens/s)."),
        "cost_per_million_tokens Trainium2 0.1465; cost_per_million_tokens H100 0.317; throughput_ratio Trainium2/H100 "
        "1.41; "
        "tokens_per_s Trainium2 67800; tokens_per_s H100 48200; ");
    EXPECT_EQ(allOf("A million tokens costs $0.0694 on H100 and $0.111 on A100."),
        "cost_per_million_tokens H100 0.0694; cost_per_million_tokens A100 0.111; ");
}

TEST(ReadProse, ofSeveralThatFollowNoneIsTaken)
{
    EXPECT_EQ(allOf("At $2.49 and $2.99 per GPU-hour a million tokens costs $0.0728 on MI300X and $0.0831 on H100."),
        "?  2.49; chip_price  2.99; cost_per_million_tokens MI300X 0.0728; cost_per_million_tokens H100 0.0831; ");
    EXPECT_EQ(allOf("昇腾910B 卡时单价 6 元，H800 卡时单价 16 元，每百万 tokens 成本分别为 1.04 元和 1.19 元。"),
        "chip_price 昇腾910B 6; chip_price H800 16; cost_per_million_tokens  1.04; cost_per_million_tokens  1.19; ");
    // A list speaks of the one that a line of it names.
    EXPECT_EQ(allOf("1. Instance: p5.48xlarge, $55.04 per hour, 8 H100 80GB GPUs\n2. Throughput: 48,200 tokens/s\n"
                    "3. Cost: $0.317 per million tokens\n"),
        "instance_price p5.48xlarge 55.04; chips p5.48xlarge 8; ? p5.48xlarge 80; tokens_per_s p5.48xlarge 48200; "
        "cost_per_million_tokens p5.48xlarge 0.317; ");
}

TEST(ReadProse, chipsBeforeTheirNames)
{
    for (const char* text : {"We train on 8 H100 GPUs at 5 ms a step.", "We train on 8 NVIDIA H100s at 5 ms a step.",
             "Our 8-GPU H100 server: 5 ms a step.", "我们用 8 张 H100 训练，每步耗时 5 ms。",
             "8块H100，每步耗时 5 ms。"})
        EXPECT_EQ(allOf(text).substr(0, 13), "chips H100 8;") << text << allOf(text);
    EXPECT_EQ(allOf("In 2024 H100 prices fell to $2.50 per GPU-hour."), "chip_price H100 2.5; ");
    EXPECT_EQ(
        allOf("We used 16 p5.48xlarge instances (128 H100 GPUs). Each instance costs $55.04 per hour, so the cluster "
              "costs $880.64 per hour. The 40-hour run cost $35,226."),
        "instances p5.48xlarge 16; chips p5.48xlarge 128; instance_price p5.48xlarge 55.04; cluster_price p5.48xlarge "
        "880.64; "
        "total_time p5.48xlarge 144000; total_cost p5.48xlarge 35226; ");
    EXPECT_EQ(
        allOf("The p5.48xlarge ($55.04/h, 8 H100 GPUs) reaches 48,200 tokens/s; the trn2.48xlarge ($35.76/h) 67,800 "
              "tokens/s."),
        "instance_price p5.48xlarge 55.04; chips p5.48xlarge 8; tokens_per_s p5.48xlarge 48200; instance_price "
        "trn2.48xlarge "
        "35.76; tokens_per_s trn2.48xlarge 67800; ");
}

TEST(ReadProse, howLongAndForHowMuch)
{
    for (const char* text : {"On H100, training took 100 hours.", "The H100 job finished in 100 hours.",
             "The 100-hour H100 run is done.", "We trained 1,000 steps in 100 hours on H100.",
             "H100 上训练耗时 100 小时。", "在 H100 上训练 100 小时。", "H100 集群用时 100 小时。"})
        EXPECT_NE(allOf(text).find("total_time H100 360000; "), std::string::npos) << text << allOf(text);
    for (const char* text :
        {"On H100, compiling took 3 hours.", "Migration to H100 took 3 days.", "Each H100 epoch took 3 hours.",
            "Restarting the H100 job took 3 hours.", "H100 的编译耗时 3 小时。", "H100 lead time is 12 weeks."})
        EXPECT_EQ(allOf(text).find("total_time"), std::string::npos) << text << allOf(text);
    // 64 · 100 · 2.50 = 16,000
    EXPECT_EQ(allOf("Renting H100s at $2.50 per GPU-hour, 64 GPUs for 100 hours cost $16,000."),
        "chip_price H100 2.5; chips H100 64; total_time H100 360000; total_cost H100 16000; ");
    EXPECT_EQ(allOf("An H100 costs $30,000, training takes 100 hours."), "? H100 30000; total_time H100 360000; ");
    EXPECT_EQ(allOf("Llama was trained on 15.6T tokens using 16,384 H100 GPUs."),
        "total_tokens H100 1.56e+13; chips H100 16384; ");
    EXPECT_EQ(allOf("3 engineers for 2 weeks at $120 per hour."), "?  2; engineer_rate  120; ");
    EXPECT_EQ(allOf("On H100 we train in bf16 at 48,200 tokens/s."), "precision H100 bf16; tokens_per_s H100 48200; ");
}

TEST(ReadProse, linesThatAreBrokenAtAWidth)
{
    EXPECT_EQ(
        allOf("On trn2.48xlarge the same job now runs at 67,800 tokens/s and\ncosts $35.76 per hour. It needs about\n"
              "40 minutes to compile.\n"),
        "tokens_per_s trn2.48xlarge 67800; instance_price trn2.48xlarge 35.76; first_compile_time trn2.48xlarge "
        "2400; ");
    EXPECT_EQ(allOf("* H100: 48,200 tokens/s, $55.04/h\n* Trn2: 67,800 tokens/s, $35.76/h\n"),
        "tokens_per_s H100 48200; instance_price H100 55.04; tokens_per_s Trn2 67800; instance_price Trn2 35.76; ");
}

TEST(ReadProse, unitsOfOneGpu)
{
    EXPECT_EQ(allOf("| | H100 |\n|---|---|\n| Price | ¥20/GPU·h |\n"), "chip_price H100 20; ");
    const Audit audit = auditOf("DeepSeek-V3: 2.788M H800 GPU hours at $2 per GPU hour, total cost $5.576M.");
    const Finding* const total = find(audit, Rule::total_cost);
    ASSERT_NE(total, nullptr);
    EXPECT_EQ(total->lines.front().expression.numeric(), "$2 per GPU hour × 2.788M H800 GPU hours");
}

TEST(ReadProse, howMuchIsTrainedAndHowLongItTakes)
{
    EXPECT_EQ(allOf("Training a 7B model on 64 H100 GPUs: 1T tokens take 448 hours (18.7 days)."),
        "parameters  7e+09; chips H100 64; total_tokens H100 1e+12; total_time H100 1.6128e+06; total_time H100 "
        "1.61568e+06; ");
    EXPECT_EQ(allOf("使用 128 张 H800 训练 13B 模型，训练 1T tokens 需要 272 小时。"),
        "chips H800 128; parameters  1.3e+10; total_tokens H800 1e+12; total_time H800 979200; ");
    EXPECT_EQ(allOf("We are training Llama 2 70B on 64 H100."), "parameters  7e+10; chips H100 64; ");
    EXPECT_EQ(
        allOf("It consumed 61,440 GPU hours on 256 A100 GPUs over 10 days. At $1.29 per GPU hour this is $79,258."),
        "chip_hours A100 61440; chips A100 256; total_time A100 864000; chip_price A100 1.29; total_cost A100 79258; ");
    EXPECT_EQ(allOf("Each step takes 3.2 s on our 4-node p5.48xlarge cluster."),
        "step_time p5.48xlarge 3.2; instances p5.48xlarge 4; ");
    // What is served is not trained.
    EXPECT_EQ(allOf("We serve a 70B model at 20,000 tokens/s on 8 H100."),
        "? H100 7e+10; tokens_per_s H100 20000; chips H100 8; ");
}

TEST(ReadProse, howItWasAndIs)
{
    EXPECT_EQ(allOf("We moved from A100 to H100. Cost per run went from $12,000 to $9,000, a 25% saving."),
        "total_cost A100 12000; total_cost H100 9000; total_cost_saving H100/A100 0.25; ");
    EXPECT_EQ(
        allOf("Trn2 delivers 121,400 tokens/s against 92,100 tokens/s on A100: 32% faster at 64% lower hourly price "
              "($14.88 vs $40.96 per hour)."),
        "tokens_per_s Trn2 121400; tokens_per_s A100 92100; throughput_gain Trn2/A100 0.32; instance_price_saving "
        "Trn2/A100 0.64; instance_price Trn2 14.88; instance_price A100 40.96; ");
    // One chip is called as it is first.
    EXPECT_EQ(allOf("Trn2 runs 67,800 tokens/s. A step on Trainium2 takes 0.62 s."),
        "tokens_per_s Trn2 67800; step_time Trn2 0.62; ");
    EXPECT_EQ(
        allOf("昇腾 910B 与 H800 的对比：H800 单卡价格为 16.8 元/小时，910B 单卡价格为 9.5 元/小时，便宜 43.5%。"),
        "chip_price H800 16.8; chip_price 昇腾 910B 9.5; chip_price_saving 昇腾 910B/H800 0.435; ");
}

// The verb before a share says what it is of.
TEST(ReadProse, fasterAndCheaper)
{
    EXPECT_EQ(allOf("H100 is 2.6x faster than A100 and costs 23% less."),
        "throughput_ratio H100/A100 2.6; total_cost_saving H100/A100 0.23; ");
    EXPECT_EQ(allOf("Trn2 needs 40% more time per step than H100 but costs 20% less."),
        "step_time_gain Trn2/H100 0.4; total_cost_saving Trn2/H100 0.2; ");
    EXPECT_EQ(allOf("H100 delivers 260% higher throughput than A100 (78,000 vs 30,000 tokens/s)."),
        "throughput_gain H100/A100 2.6; tokens_per_s H100 78000; tokens_per_s A100 30000; ");
    EXPECT_EQ(allOf("H100 每秒 78,000 tokens，A100 每秒 30,000 tokens。"),
        "tokens_per_s H100 78000; tokens_per_s A100 30000; ");
    EXPECT_EQ(allOf("我们把训练从 A100 迁移到 H100：单步时间从 1.20 秒降到 0.48 秒。"),
        "step_time A100 1.2; step_time H100 0.48; ");
}

} // namespace fullscope::audit::test
