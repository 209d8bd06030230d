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

} // namespace fullscope::audit::test
