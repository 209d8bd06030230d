// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of one against what is said of all: prices, throughputs, chip-hours, tokens, and unit costs without a
// number of chips. Values by hand in the comments.
#include "tests/core/audit/claims_support.h"

namespace fullscope::audit::test {

namespace {

constexpr const char* kHead = "platform,quantity,value,unit\n";

void expectOne(const std::string& rows, Rule rule, const std::string& quantity, Verdict verdict,
    Note note = Note::count, bool isQuestion = false)
{
    const Audit audit = auditOf(kHead + rows);
    const Finding* const finding = find(audit, rule, {}, quantity);
    if (verdict == Verdict::count) {
        EXPECT_EQ(finding, nullptr) << rows << told(audit);
        return;
    }
    ASSERT_NE(finding, nullptr) << rows << told(audit);
    EXPECT_EQ(name(finding->verdict), name(verdict)) << rows << told(audit);
    EXPECT_EQ(finding->is_question, isQuestion) << rows << told(audit);
    if (note != Note::count) {
        EXPECT_EQ(static_cast<int>(finding->note), static_cast<int>(note)) << rows << told(audit);
    }
}

} // namespace

TEST(PartsWhole, pricesOfChipsMachinesAndClusters)
{
    const auto rule = Rule::parts_whole;
    // 8 · 2.50 = 20.00, 8 · 3.50 = 28.00
    const std::string box = "X,instance_price,20.00,$/h\nX,chips_per_instance,8,\n";
    expectOne(box + "X,chip_price,2.50,$/h\n", rule, "instance_price", Verdict::holds, Note::follows);
    expectOne(box + "X,chip_price,3.50,$/h\n", rule, "instance_price", Verdict::contradicts, Note::does_not_follow);
    expectOne(box + "X,chip_price,2.50,€/h\n", rule, "instance_price", Verdict::incomparable, Note::currencies_differ);
    // The catalogue's 8 chips, and 64 chips of 8 machines
    expectOne("p5.48xlarge,instance_price,55.04,$/h\np5.48xlarge,chip_price,6.88,$/h\n", rule, "instance_price",
        Verdict::holds);
    expectOne("p5.48xlarge,instance_price,55.04,$/h\np5.48xlarge,chip_price,8.66,$/h\n", rule, "instance_price",
        Verdict::contradicts);
    expectOne("X,instance_price,20.00,$/h\nX,chip_price,2.50,$/h\nX,chips,64,\nX,instances,8,\n", rule,
        "instance_price", Verdict::holds);
    expectOne("X,instance_price,20.00,$/h\nX,chip_price,3.50,$/h\nX,chips,64,\nX,instances,8,\n", rule,
        "instance_price", Verdict::contradicts);
    // A price of all chips is called a price too: 64 · 2.50 = 160
    expectOne("X,instance_price,160,$/h\nX,chip_price,2.50,$/h\nX,chips,64,\n", rule, "instance_price", Verdict::holds);
    // Of machines of 8, of which nothing is said, and of none that there is
    expectOne(
        "X,instance_price,20.00,$/h\nX,chip_price,2.50,$/h\nX,chips,64,\n", rule, "instance_price", Verdict::count);
    expectOne("X,instance_price,20.00,$/h\nX,chip_price,3.50,$/h\nX,chips,8,\n", rule, "instance_price",
        Verdict::contradicts);
    // 8 · 24 = 192
    const std::string cluster = "X,instance_price,24.00,$/h\nX,instances,8,\n";
    expectOne(cluster + "X,cluster_price,192,$/h\n", rule, "cluster_price", Verdict::holds);
    expectOne(cluster + "X,cluster_price,292,$/h\n", rule, "cluster_price", Verdict::contradicts);
    expectOne(cluster + "X,cluster_price,192,€/h\n", rule, "cluster_price", Verdict::incomparable);
    expectOne("X,chip_price,2.50,$/h\nX,chips,64,\nX,cluster_price,160,$/h\n", rule, "cluster_price", Verdict::holds);
    expectOne(
        "X,chip_price,2.50,$/h\nX,chips,64,\nX,cluster_price,190,$/h\n", rule, "cluster_price", Verdict::contradicts);
}

TEST(PartsWhole, throughputs)
{
    const auto rule = Rule::parts_whole;
    // 8 · 80,000 = 640,000; of one machine 80,000; 64 · 10,000
    const std::string machines = "X,tokens_per_s_per_instance,80000,tokens/s\nX,instances,8,\n";
    expectOne(machines + "X,tokens_per_s,640000,tokens/s\n", rule, "tokens_per_s", Verdict::holds);
    expectOne(machines + "X,tokens_per_s,940000,tokens/s\n", rule, "tokens_per_s", Verdict::contradicts);
    expectOne(machines + "X,tokens_per_s,80000,tokens/s\n", rule, "tokens_per_s", Verdict::doubtful,
        Note::is_of_one_instance, true);
    const std::string chips = "X,tokens_per_s_per_chip,10000,tokens/s\nX,chips,64,\n";
    expectOne(chips + "X,tokens_per_s,640000,tokens/s\n", rule, "tokens_per_s", Verdict::holds);
    expectOne(chips + "X,tokens_per_s,500000,tokens/s\n", rule, "tokens_per_s", Verdict::contradicts);
    expectOne(chips + "X,instances,8,\nX,tokens_per_s,80000,tokens/s\n", rule, "tokens_per_s", Verdict::doubtful,
        Note::is_of_one_instance, true);
    expectOne("X,tokens_per_s_per_chip,10000,tokens/s\nX,chips_per_instance,8,\n"
              "X,tokens_per_s_per_instance,80000,tokens/s\nX,instances,4,\n",
        rule, "tokens_per_s_per_instance", Verdict::holds);
    expectOne("X,tokens_per_s_per_chip,10000,tokens/s\nX,chips_per_instance,8,\n"
              "X,tokens_per_s_per_instance,60000,tokens/s\nX,instances,4,\n",
        rule, "tokens_per_s_per_instance", Verdict::contradicts);
    // How many there are is not said: one machine of 8 is not taken for all.
    expectOne("p5.48xlarge,tokens_per_s_per_chip,10000,tokens/s\np5.48xlarge,tokens_per_s,640000,tokens/s\n", rule,
        "tokens_per_s", Verdict::count);
}

TEST(PartsWhole, chipHoursAndTokens)
{
    const auto rule = Rule::parts_whole;
    // 64 · 240 h = 15,360; of 20 days 30,720
    expectOne("X,chips,64,\nX,chip_hours,15360,h\nX,training_hours,240,h\n", rule, "chip_hours", Verdict::holds);
    expectOne("X,chips,64,\nX,chip_hours,15360,h\nX,total_time,20,days\n", rule, "chip_hours", Verdict::contradicts);
    expectOne("X,chips,64,\nX,chip_hours,15360,h\nX,total_time,10,days\n", rule, "chip_hours", Verdict::holds);
    // 14,500 are within a tenth: outside the steps a time takes no chips by some counts.
    expectOne("X,chips,64,\nX,chip_hours,14500,h\nX,total_time,10,days\n", rule, "chip_hours", Verdict::holds,
        Note::follows_within_tenth);
    // Those of other runs may be among them.
    expectOne("X,chips,64,\nX,chip_hours,20360,h\nX,total_time,10,days\n", rule, "chip_hours", Verdict::doubtful,
        Note::more_than_parts, true);
    // 10,000 · 4e6 = 40e9; 10,000 · 1,024 · 4,096 = 41.9e9
    const std::string steps = "X,steps,10000,\nX,tokens_per_s,200000,tokens/s\n";
    expectOne(
        steps + "X,global_batch_tokens,4M,tokens\nX,total_tokens,40B,tokens\n", rule, "total_tokens", Verdict::holds);
    expectOne(steps + "X,global_batch_tokens,4M,tokens\nX,total_tokens,80B,tokens\n", rule, "total_tokens",
        Verdict::contradicts);
    expectOne(steps + ",global_batch_sequences,1024,\n,sequence_length,4096,\n,total_tokens,41.9B,tokens\n", rule,
        "total_tokens", Verdict::holds);
    expectOne(steps + ",global_batch_sequences,1024,\n,sequence_length,4096,\n,total_tokens,40B,tokens\n", rule,
        "total_tokens", Verdict::contradicts);
    // A set of data may be passed twice.
    const Audit data = auditOf("| Metric | Box |\n|---|---|\n| Steps | 10,000 |\n| Global batch size | 4M tokens |\n"
                               "| Dataset (tokens) | 20B |\n| Throughput (tokens/s) | 200K |\n");
    ASSERT_NE(find(data, rule, "Box", "total_tokens"), nullptr) << told(data);
    EXPECT_EQ(find(data, rule, "Box", "total_tokens")->note, Note::tokens_of_data);
    EXPECT_FALSE(data.isWrong()) << told(data);
}

TEST(PartsWhole, tokensTakeTheirTime)
{
    // 1e12 / 500,000 = 2e6 s = 23.15 days; a tenth of 25 days is 2.5
    const std::string rows = "X,total_tokens,1.00T,tokens\nX,tokens_per_s,500000,tokens/s\n";
    const auto rule = Rule::total_cost;
    expectOne(rows + "X,total_time,23.1,days\n", rule, "total_time", Verdict::holds, Note::follows);
    expectOne(rows + "X,total_time,25.0,days\n", rule, "total_time", Verdict::holds, Note::beyond_tokens_small);
    expectOne(rows + "X,total_time,13.1,days\n", rule, "total_time", Verdict::contradicts, Note::shorter_than_tokens);
    expectOne(rows + "X,total_time,40.0,days\n", rule, "total_time", Verdict::doubtful, Note::beyond_tokens, true);
    expectOne(rows + "X,training_hours,960,h\n", rule, "training_hours", Verdict::contradicts, Note::beyond_tokens);
    expectOne(rows + "X,training_hours,556,h\n", rule, "training_hours", Verdict::holds, Note::follows);
    expectOne(
        rows + "X,training_hours,314,h\n", rule, "training_hours", Verdict::contradicts, Note::shorter_than_tokens);
    // 500 steps of 4e6 take 4,000 s of it: the steps are what the time is of.
    expectOne(rows + "X,steps,500,\nX,global_batch_tokens,4.00M,tokens\nX,total_time,4000,s\n", rule, "total_time",
        Verdict::count);
}

TEST(PartsWhole, unitCostsWithoutANumberOfChips)
{
    // 2.50 / 10,000 / 3600 · 1e6 = 0.0694; 20 / 80,000 likewise; of the spot price nothing is said
    const auto rule = Rule::unit_cost;
    const std::string quantity = "cost_per_million_tokens";
    const std::string chip = "X,chip_price,2.50,$/h\nX,tokens_per_s_per_chip,10000,tokens/s\n";
    expectOne(chip + "X,cost_per_million_tokens,0.0694,$\n", rule, quantity, Verdict::holds, Note::follows);
    expectOne(
        chip + "X,cost_per_million_tokens,0.0531,$\n", rule, quantity, Verdict::contradicts, Note::does_not_follow);
    expectOne(chip + "X,cost_per_million_tokens,0.0694,€\n", rule, quantity, Verdict::incomparable);
    const std::string machine
        = "X,instance_price,20.00,$/h\nX,tokens_per_s_per_instance,80000,tokens/s\nX,instances,4,\n";
    expectOne(machine + "X,cost_per_million_tokens,0.0694,$\n", rule, quantity, Verdict::holds);
    expectOne(machine + "X,cost_per_million_tokens,0.278,$\n", rule, quantity, Verdict::contradicts);
    // 80 / 320,000: of all
    const std::string all = "X,cluster_price,80.0,$/h\nX,tokens_per_s,320000,tokens/s\nX,instance_price,20.00,$/h\n";
    expectOne(all + "X,cost_per_million_tokens,0.0694,$\n", rule, quantity, Verdict::holds);
    expectOne(all + "X,cost_per_million_tokens,0.0994,$\n", rule, quantity, Verdict::contradicts);
    // 0.0694 and 0.0728: 95 % of it; the ratio needs no number of chips either.
    expectOne(chip + "Y,chip_price,2.49,$/h\nY,tokens_per_s_per_chip,9500,tokens/s\nX/Y,unit_cost_ratio,0.954,x\n",
        Rule::ratio, "unit_cost_ratio", Verdict::holds);
    expectOne(chip + "Y,chip_price,2.49,$/h\nY,tokens_per_s_per_chip,9500,tokens/s\nX/Y,unit_cost_ratio,0.80,x\n",
        Rule::ratio, "unit_cost_ratio", Verdict::contradicts);
}

// What other words say that a figure is of.
TEST(PartsWhole, onlyFiguresOfOneKindAreHeldTogether)
{
    const auto verdictOf = [](const std::string& rows, const std::string& quantity) {
        const Audit audit = auditOf("| Metric | Box |\n|---|---|\n| GPUs per node | 8 |\n| Nodes | 8 |\n" + rows);
        const Finding* const finding = find(audit, Rule::parts_whole, "Box", quantity);
        EXPECT_FALSE(audit.isWrong()) << told(audit);
        return finding != nullptr ? finding->note : Note::count;
    };
    // 8 · 3.93 = 31.44 is the reserved price, 8 · 8 · 10,000 = 640,000 the speed of single ones
    EXPECT_EQ(
        verdictOf("| On-demand price per hour | $55.04 |\n| Reserved price per GPU-hour | $3.93 |\n", "instance_price"),
        Note::count);
    EXPECT_EQ(verdictOf("| Price per hour | $2.50 |\n| Price per GPU-hour | $2.50 |\n", "instance_price"), Note::count);
    EXPECT_EQ(verdictOf("| Throughput per GPU (tokens/s) | 10,000 |\n| Total throughput (tokens/s) | 590,000 |\n"
                        "| Scaling efficiency | 92% |\n",
                  "tokens_per_s"),
        Note::less_than_parts);
    EXPECT_EQ(verdictOf("| Peak throughput per GPU (tokens/s) | 12,000 |\n| Total throughput (tokens/s) | 590,000 |\n",
                  "tokens_per_s"),
        Note::count);
    // 8 · 24 = 192
    EXPECT_EQ(
        verdictOf("| Price per node ($/h) | 24.00 |\n| Cluster price ($/h, all-in) | 203.00 |\n", "cluster_price"),
        Note::more_than_parts);
    // Three epochs of 100M tokens: 100 · 3M
    EXPECT_EQ(verdictOf("| Epochs | 3 |\n| Steps | 100 |\n| Global batch (tokens) | 3M |\n| Training tokens | 100M |\n",
                  "total_tokens"),
        Note::tokens_of_data);
}

// Nothing says how many machines there are: 20 / 80,000 / 3600 · 1e6 = 0.0694, of five 0.347; of 1.15 of them none.
TEST(PartsWhole, machinesOfUnknownNumber)
{
    const std::string rows = "H100,instance_price,20.00,$/h\nH100,tokens_per_s,80000,tokens/s\n";
    expectOne(rows + "H100,cost_per_million_tokens,0.347,$\n", Rule::unit_cost, "", Verdict::doubtful,
        Note::number_of_machines_unsaid, true);
    expectOne(rows + "H100,cost_per_million_tokens,0.0800,$\n", Rule::unit_cost, "", Verdict::contradicts);
    expectOne(
        rows + "H100,chips,8,\nH100,cost_per_million_tokens,0.347,$\n", Rule::unit_cost, "", Verdict::contradicts);
    // What is said per node is not taken for all of a training.
    const Audit audit = auditOf("| Metric | H100 |\n|---|---|\n| Throughput per node (tokens/s) | 46,000 |\n"
                                "| Total tokens | 640B |\n| Training time | 26.8 days |\n");
    EXPECT_FALSE(audit.isWrong()) << told(audit);
}

// A price of a machine, and a number of chips of which nobody says how many a machine has: never a wrong price.
// 3 machines of 4 chips, of which only all 12 are said: 4 × 4.0153 = 16.06.
TEST(PartsWhole, aMachineOfUnknownSizeBesideTheCluster)
{
    EXPECT_FALSE(auditOf("platform,quantity,value,unit\nBox,chips,12,\nBox,chip_price,4.0153,$/h\n"
                         "Box,instance_price,16.06,$/h\nBox,cluster_price,48.18,$/h\n")
                     .isWrong());
}

TEST(PartsWhole, machinesOfUnknownSize)
{
    // 20 · 32 / 8 / 320,000 / 3600 · 1e6 = 0.0694; of no machine 0.0994
    const std::string rows = "H100,instance_price,20.00,$/h\nH100,chips,32,\nH100,tokens_per_s,320000,tokens/s\n";
    expectOne(rows + "H100,cost_per_million_tokens,0.0694,$\n", Rule::unit_cost, "", Verdict::doubtful,
        Note::size_of_machine_unsaid, true);
    expectOne(rows + "H100,cost_per_million_tokens,0.0994,$\n", Rule::unit_cost, "", Verdict::contradicts);
    expectOne(
        rows + "H100,cost_per_million_tokens,0.01736,$\n", Rule::unit_cost, "", Verdict::holds); // the price of all
    // 20 · 4 · 100 = 8,000
    const std::string total = "H100,instance_price,20.00,$/h\nH100,chips,32,\nH100,training_hours,100,h\n";
    expectOne(total + "H100,total_cost,8000,$\n", Rule::total_cost, "", Verdict::doubtful, Note::size_of_machine_unsaid,
        true);
    expectOne(total + "H100,total_cost,1000,$\n", Rule::total_cost, "", Verdict::contradicts, Note::less_than_compute);
    // The cluster's own price: 80 · 100
    expectOne(
        "X,cluster_price,80.0,$/h\n,training_hours,100,h\nX,total_cost,8000,$\n", Rule::total_cost, "", Verdict::holds);
    expectOne("X,cluster_price,80.0,$/h\n,training_hours,100,h\nX,total_cost,6000,$\n", Rule::total_cost, "",
        Verdict::contradicts, Note::less_than_compute);
}

// One wrong figure in three products is the one that the smallest set names, with the value that mends all.
TEST(PartsWhole, suspectsCoverTheProducts)
{
    // 64 · 870 = 55,680; 64 · 2.50 = 160; 160 / 55,680 / 3600 · 1e6 = 0.798
    const Audit audit = auditOf(std::string(kHead)
        + "X,chips,64,\nX,tokens_per_s_per_chip,870,tokens/s\nX,tokens_per_s,55680,tokens/s\nX,chip_price,2.50,$/h\n"
          "X,cluster_price,190,$/h\nX,cost_per_million_tokens,0.798,$\n");
    ASSERT_EQ(audit.suspects.size(), 1U) << told(audit);
    ASSERT_EQ(audit.suspects[0].size(), 1U);
    EXPECT_EQ(audit.suspects[0][0].claim, 4U); // 190
    ASSERT_TRUE(audit.suspects[0][0].mending);
    EXPECT_LE(audit.suspects[0][0].mending->low, 160);
    EXPECT_GE(audit.suspects[0][0].mending->high, 160);
}

} // namespace fullscope::audit::test
