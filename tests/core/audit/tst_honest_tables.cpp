// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as companies write them, right in all figures: nothing in them is called wrong. With one figure changed they
// are, and by the quantity that the changed figure is of or enters.
#include "tests/core/audit/claims_support.h"

#include <algorithm>

namespace fullscope::audit::test {

namespace {

struct Change {
    std::string from, to, quantity; // of the finding
};

void expectHonest(const std::string& table, std::initializer_list<Change> changes)
{
    const Audit honest = auditOf(table);
    EXPECT_FALSE(honest.isWrong()) << table << told(honest);
    for (const Change& change : changes) {
        std::string wrong = table;
        const std::size_t at = wrong.find(change.from);
        ASSERT_NE(at, std::string::npos) << change.from;
        wrong.replace(at, change.from.size(), change.to);
        const Audit audit = auditOf(wrong);
        EXPECT_TRUE(std::ranges::any_of(audit.findings,
            [&](const Finding& finding) { return isWrong(finding) && finding.quantity == change.quantity; }))
            << change.from << " as " << change.to << "\n"
            << told(audit);
    }
}

} // namespace

TEST(HonestTables, aClusterAtListPrices)
{
    expectHonest(R"(# Llama-3-70B pre-training, list prices us-east-1, July 2026

| | p5.48xlarge | p5en.48xlarge |
|---|---|---|
| On-demand price per hour | $55.04 | $63.296 |
| Price per GPU-hour | $6.88 | $7.912 |
| Nodes | 16 | 16 |
| GPUs | 128 | 128 |
| Cluster cost per hour | $880.64 | $1,012.74 |
| Tokens/s per GPU | 870 | 905 |
| Cluster throughput (tokens/s) | 111,360 | 115,840 |
| Cost per million tokens | $2.197 | $2.428 |
| Precision | BF16 | BF16 |
)",
        {{"$880.64", "$780.64", "cluster_price"}, {"$2.428", "$2.128", "cost_per_million_tokens"},
            {"115,840", "105,840", "tokens_per_s"}, {"| $55.04 |", "| $45.04 |", "instance_price"}});
}

TEST(HonestTables, clustersInYuan)
{
    expectHonest(R"(| 项目 | A800 集群 | H800 集群 |
|---|---|---|
| 卡数 | 256 | 128 |
| 单卡价格（元/卡时） | 9.5 | 16.8 |
| 集群价格（元/小时） | 2,432 | 2,150.4 |
| 单卡吞吐（tokens/s） | 1,480 | 3,960 |
| 总吞吐（tokens/s） | 378,880 | 506,880 |
| 每百万 tokens 成本（元） | 1.783 | 1.178 |
| 训练数据量（tokens） | 1T | 1T |
)",
        {{"2,150.4", "2,510.4", "cluster_price"}, {"378,880", "338,880", "tokens_per_s"},
            {"1.178", "1.478", "cost_per_million_tokens"}});
}

TEST(HonestTables, loraWithWhatItTrains)
{
    expectHonest(
        R"(We fine-tuned Llama 2 13B with LoRA on one p4d.24xlarge in us-east-1 (as of July 2026): 8 A100 40GB at $21.96 per hour on demand.

| Metric | p4d.24xlarge |
|---|---|
| Total parameters | 13B |
| Trainable parameters | 31.5M |
| Tokens per second | 15,800 |
| Memory used per GPU | 33 GB |
| Training time | 4.4 h |
| Total tokens | 250M |
| Total cost | $96.62 |
)",
        {{"4.4 h", "3.4 h", "total_time"}});
}

TEST(HonestTables, runsInRows)
{
    expectHonest(R"(| Run | Nodes | GPUs | Wall-clock (h) | GPU-hours | $/GPU-hour | Total cost |
|---|---|---|---|---|---|---|
| Ablation | 4 | 32 | 50 | 1,600 | 2.50 | $4,000 |
| Main | 32 | 256 | 300 | 76,800 | 2.50 | $192,000 |
)",
        {{"76,800", "56,800", "chip_hours"}, {"$4,000", "$3,000", "total_cost"}});
}

TEST(HonestTables, nodesOfEight)
{
    expectHonest(R"(| Metric | H100 node | A100 node |
|---|---|---|
| GPUs | 8 | 8 |
| Price per node ($/h) | 24.00 | 12.00 |
| Nodes | 8 | 16 |
| Cluster price ($/h) | 192.00 | 192.00 |
| Throughput per node (tokens/s) | 78K | 24K |
| Training tokens | 300B | 300B |
| Training time (days) | 5.6 | 9.1 |
| Total cost | $25,800 | $41,900 |
)",
        {{"| 192.00 | 192.00 |", "| 192.00 | 152.00 |", "cluster_price"}, {"| 9.1 |", "| 6.1 |", "total_time"}});
}

TEST(HonestTables, chipsOfChina)
{
    expectHonest(R"(| 指标 | 昇腾 910B | H20 |
|---|---|---|
| 卡数 | 8 | 8 |
| 模型参数量 | 7B | 7B |
| 吞吐（tokens/s） | 16,500 | 15,200 |
| MFU | 27% | 54% |
| 整机价格（元/小时） | 45 | 60 |
| 每百万 tokens 成本（元） | 0.758 | 1.096 |
)",
        {{"0.758", "0.658", "cost_per_million_tokens"}});
}

TEST(HonestTables, pricesOfAllChips)
{
    expectHonest(R"(metric,Lambda H100,CoreWeave H100
GPUs,64,64
Price per hour,$159.36,$394.24
Price per GPU-hour,$2.49,$6.16
Training hours,100,97
Compute cost,"$15,936","$38,241"
Total cost,"$15,936","$38,241"
)",
        {{"$159.36", "$139.36", "instance_price"}});
}

TEST(HonestTables, oneClusterDown)
{
    expectHonest(R"(| 训练任务 | 7B 预训练 |
|---|---|
| 机器 | 32 台 × 8 卡 H800 |
| 卡数 | 256 |
| 节点数 | 32 |
| 单机吞吐（tokens/s） | 64,000 |
| 总吞吐（tokens/s） | 2,048,000 |
| 单卡吞吐（tokens/s） | 8,000 |
| 训练 tokens | 2T |
| 训练时长 | 11.9 天 |
| 卡时 | 7.3 万 |
| 单价（元/卡时） | 15 |
| 总成本 | 109.7 万元 |
)",
        {{"2,048,000", "2,480,000", "tokens_per_s"}, {"7.3 万", "3.7 万", "chip_hours"},
            {"109.7 万元", "90.7 万元", "total_cost"}});
}

TEST(HonestTables, twoMachinesStepByStep)
{
    expectHonest(R"(| Metric | Baseline (A100) | Ours (H100) |
|---|---|---|
| Global batch size | 512 | 512 |
| Sequence length | 4096 | 4096 |
| Step time (s) | 21.8 | 6.55 |
| Throughput (tokens/s) | 96,200 | 320,000 |
| Throughput per GPU (tokens/s) | 3,006 | 10,000 |
| GPUs | 32 | 32 |
| Steps | 5,000 | 5,000 |
| Training tokens | 10.5B | 10.5B |
| Training time (h) | 30.3 | 9.1 |
| GPU-hours | 970 | 291 |
)",
        {{"10.5B | 10.5B", "10.5B | 21.5B", "total_tokens"}, {"3,006", "4,006", "tokens_per_s"},
            {"| 291 |", "| 191 |", "chip_hours"}});
}

TEST(HonestTables, chipsByTheHour)
{
    expectHonest(R"(| | TPU v5p-128 | H100 x64 |
|---|---|---|
| Chips | 64 | 64 |
| Price per chip-hour | $4.20 | $2.99 |
| Hourly cost | $268.80 | $191.36 |
| Tokens/s/chip | 3,900 | 9,100 |
| Total tokens/s | 249,600 | 582,400 |
| $/M tokens | $0.299 | $0.0913 |
)",
        {{"$268.80", "$368.80", "instance_price"}, {"$0.0913", "$0.0713", "cost_per_million_tokens"},
            {"582,400", "482,400", "tokens_per_s"}});
}

TEST(HonestTables, machinesOfTwoClouds)
{
    expectHonest(R"(| | AWS p4de.24xlarge | Azure ND96amsr |
|---|---|---|
| Region | us-east-1 | eastus |
| Hourly price | $27.45 | $32.77 |
| GPUs | 8 | 8 |
| Price per GPU-hour | $3.43 | $4.10 |
)",
        {{"$4.10", "$3.10", "instance_price"}});
}

TEST(HonestTables, epochsOfADataSet)
{
    expectHonest(R"(Fine-tuning cost calculator (Llama 3 8B, LoRA r=64)

| Item | Value |
|---|---|
| GPU | 1x H100 80GB |
| Price | $2.99/h |
| Dataset | 50M tokens |
| Epochs | 3 |
| Throughput | 9,200 tokens/s |
| Training time | 4.5 h |
| Total cost | $13.5 |
)",
        {{"$13.5", "$10.5", "total_cost"}});
}

// 64 × 2.49 × 120 = 19,123.2; 64 × 1.29 × 290 = 23,942.4; 64 × 1.99 × 118 = 15,028.5
TEST(HonestTables, hoursOfChips)
{
    expectHonest(R"(| Option | GPUs | Price per GPU-hour | Hours | Total cost | Relative cost |
|---|---|---|---|---|---|
| H100 | 64 | $2.49 | 120 | $19,123 | 1.00x |
| A100 | 64 | $1.29 | 290 | $23,942 | 1.25x |
| MI300X | 64 | $1.99 | 118 | $15,028 | 0.79x |
)",
        {{"$15,028", "$12,028", "total_cost"}, {"1.25x", "1.52x", "total_cost_ratio"}});
}

// By the month of 730 hours: 8 × 2.49 × 730 = 14,541.6
TEST(HonestTables, pricesByTheMonth)
{
    expectHonest(R"(| Plan | GPUs | Monthly price | Price per GPU-hour |
|---|---|---|---|
| H100 on demand | 8 | $14,541.60 | $2.49 |
| H100 1-year reserved | 8 | $11,621.60 | $1.99 |
)",
        {{"$11,621.60", "$9,621.60", "instance_price"}});
}

// 16.8 / 3960 / 3600 · 1e6 = 1.1785, 9.5 / 1480 / 3600 · 1e6 = 1.7830: 51.3 % more; 1 - 9.5 / 16.8 = 43.5 %
TEST(HonestTables, wordsThatSayWhichWay)
{
    expectHonest(R"(| 指标 | H800 | A800 | 差异 |
|---|---|---|---|
| 单卡价格（元/卡时） | 16.8 | 9.5 | 低 43.5% |
| 单卡吞吐（tokens/s） | 3,960 | 1,480 | 低 62.6% |
| 每百万 tokens 成本（元） | 1.178 | 1.783 | 高 51.4% |
)",
        {{"高 51.4%", "高 60.7%", "unit_cost_gain"}, {"低 43.5%", "高 43.5%", "chip_price_gain"}});
}

// 1e11 / 98,000 / 3600 = 283.4 h, · 55.04 = $15,601; 275.0 h, · 35.76 = $9,835
TEST(HonestTables, ofSoManyTokens)
{
    expectHonest(R"(| 配置 | 8×H100 | 16×Trn2 |
|---|---|---|
| 实例 | p5.48xlarge | trn2.48xlarge |
| 按需价格 ($/h) | 55.04 | 35.76 |
| Throughput (tokens/s) | 98,000 | 101,000 |
| 每百万token成本 ($) | 0.156 | 0.0984 |
| 训练 100B tokens 成本 ($) | 15,601 | 9,835 |
| 训练 100B tokens 用时 (h) | 283 | 275 |
)",
        {{"15,601", "12,601", "total_cost"}, {"| 283 |", "| 233 |", "total_time"}});
}

// 64 × 0.7 kW × 200 h = 8,960 kWh; 64 × 1 kW × 95 h = 6,080 kWh; 8 × 192 = 1,536
TEST(HonestTables, energyAndMemory)
{
    expectHonest(R"(| | H100 | MI300X |
|---|---|---|
| GPUs | 64 | 64 |
| GPUs per node | 8 | 8 |
| HBM per GPU | 80 GB | 192 GB |
| HBM per node | 640 GB | 1,536 GB |
| Power per GPU (W) | 700 | 750 |
| Training time (h) | 200 | 95 |
| Energy (MWh) | 8.96 | 4.56 |
| Electricity price ($/kWh) | 0.09 | 0.09 |
| Electricity cost | $806 | $410 |
)",
        {{"8.96", "89.6", "energy"}, {"1,536", "2,304", "memory_per_instance"}, {"$806", "$606", "electricity_cost"}});
    // A rated power is not drawn all the time, and cooling adds to it.
    EXPECT_FALSE(
        auditOf("| | H100 |\n|---|---|\n| GPUs | 64 |\n| Power per GPU (W) | 700 |\n| Training time (h) | 200 |\n"
                "| Energy (MWh) | 6.1 |\n")
            .isWrong());
}

// 1e12 / 620,000 / 3600 = 448.0 h; · 64 · 2.49 = $71,393
TEST(HonestTables, sentencesThatCompute)
{
    expectHonest(
        R"(Training a 7B model on 64 H100 GPUs in BF16 is straightforward. Our cluster sustains 620,000 tokens/s. 1T tokens take 448 hours.
At $2.49 per GPU-hour the run costs $71,393.)",
        {{"448 hours", "348 hours", "total_time"}, {"$71,393", "$51,393", "total_cost"}});
    expectHonest(
        "We moved our fine-tune from A100 to H100. Cost per run went from $12,000 to $9,000, a 25% saving, and "
        "training time fell from 40 hours to 22 hours (1.8x faster).",
        {{"25%", "35%", "total_cost_saving"}, {"1.8x", "2.8x", "throughput_ratio"}});
    expectHonest("Before tuning, H100 reached 48,200 tokens/s; after enabling FP8 it reached 67,800 tokens/s, a 1.41x "
                 "speedup.",
        {{"1.41x", "1.61x", "throughput_ratio"}});
    expectHonest("A step takes 3.2 s on our 4-node p5.48xlarge cluster. 12,000 steps take 10.7 hours. At $55.04 per "
                 "instance-hour, the run costs $2,349.",
        {{"10.7 hours", "7.7 hours", "total_time"}, {"$2,349", "$1,349", "total_cost"}});
    expectHonest(
        "A p5.48xlarge costs $55.04 per hour, a trn2.48xlarge costs $35.76 per hour. On p5.48xlarge we measured "
        "98,000 tokens/s; on trn2.48xlarge 101,000 tokens/s. So a million tokens cost $0.156 on p5.48xlarge and "
        "$0.0984 on trn2.48xlarge, 37% less.",
        {{"37% less", "47% less", "unit_cost_saving"}});
}

// One chip in two formats, or with several models, is compared with no other machine.
TEST(HonestTables, settingsOfOneChip)
{
    expectHonest(R"(| | H100 bf16 | H100 fp8 |
|---|---|---|
| Parameters | 70B | 70B |
| GPUs | 64 | 64 |
| tokens/s/GPU | 950 | 1,330 |
| MFU | 40.3% | 28.2% |
)",
        {{"40.3%", "60.3%", "mfu"}});
    // Of 4,096 tokens attention may add up to 22 % to 6 × 6.7e9: 39.4 % by parameters alone, 43.7 % by what it counts.
    expectHonest(R"(| Model | Params | GPUs | Seq len | Global batch | MFU | tokens/s/GPU |
|---|---|---|---|---|---|---|
| Llama 2 7B | 6.7B | 8 H100 | 4096 | 128 | 43.7% | 9,700 |
| Llama 2 70B | 69B | 64 H100 | 4096 | 128 | 42.5% | 980 |
)",
        {{"43.7%", "53.7%", "mfu"}});
}

} // namespace fullscope::audit::test
