// SPDX-License-Identifier: GPL-3.0-or-later
// What decides the FLOPs that a throughput needs: attention by either convention, what LoRA trains, whose chips are
// counted, and chips that the catalogue does not know. Values by hand in the comments.
#include "tests/core/audit/claims_support.h"

#include <algorithm>

namespace fullscope::audit::test {

namespace {

void expectNote(const std::string& rows, Rule rule, Verdict verdict, Note note, bool isQuestion = false)
{
    const Audit audit = auditOf("platform,quantity,value,unit\n" + rows);
    const Finding* const finding = find(audit, rule);
    if (verdict == Verdict::count) {
        EXPECT_EQ(finding, nullptr) << rows << told(audit);
        return;
    }
    ASSERT_NE(finding, nullptr) << rows << told(audit);
    EXPECT_EQ(name(finding->verdict), name(verdict)) << rows << told(audit);
    EXPECT_EQ(static_cast<int>(finding->note), static_cast<int>(note)) << rows << told(audit);
    EXPECT_EQ(finding->is_question, isQuestion) << rows << told(audit);
}

} // namespace

TEST(Conventions, attentionCountedOrNot)
{
    // 6 · 6.70e9 = 4.02e10 FLOPs a token, attention 12 · 32 · 4096 · 16,384 = 2.577e10, half of it with a causal mask;
    // · 66,000 / (8 · 989e12): 33.5 %, 55.0 %, 44.3 %.
    const std::string rows
        = ",parameters,6.70e9,\n,layers,32,\n,hidden,4096,\n,sequence_length,16384,\n,precision,bf16,\n"
          ",recomputation,none,\np5.48xlarge,tokens_per_s,66000,tokens/s\n";
    const auto rule = Rule::utilisation_kind;
    expectNote(rows + "p5.48xlarge,mfu,33.5,%\n", rule, Verdict::holds, Note::is_mfu);
    expectNote(rows + "p5.48xlarge,mfu,55.0,%\n", rule, Verdict::holds, Note::is_mfu_with_attention);
    expectNote(rows + "p5.48xlarge,mfu,44.3,%\n", rule, Verdict::holds, Note::is_mfu_with_attention);
    expectNote(rows + "p5.48xlarge,mfu,38.0,%\n", rule, Verdict::contradicts, Note::is_not_mfu);
    // With all recomputed 8 and 16 of 6 and 12: 44.7 %, 73.4 %, 59.0 %.
    const std::string again
        = ",parameters,6.70e9,\n,layers,32,\n,hidden,4096,\n,sequence_length,16384,\n,precision,bf16,\n"
          ",recomputation,full,\np5.48xlarge,tokens_per_s,66000,tokens/s\n";
    expectNote(again + "p5.48xlarge,hfu,44.7,%\n", rule, Verdict::holds, Note::is_hardware_flops);
    expectNote(again + "p5.48xlarge,hfu,73.4,%\n", rule, Verdict::holds, Note::is_hardware_flops_with_attention);
    expectNote(again + "p5.48xlarge,hfu,59.0,%\n", rule, Verdict::holds, Note::is_hardware_flops_with_attention);
    expectNote(again + "p5.48xlarge,hfu,80.0,%\n", rule, Verdict::contradicts, Note::does_not_follow);
}

TEST(Conventions, whatLoraTrains)
{
    // 4 · 10e9 + 2 · 2e9 = 4.4e10; · 66,000 / 7.912e15 = 36.7 %. All trained 50.1 %, next to nothing 33.4 %.
    const std::string rows
        = ",parameters,10.0e9,\n,precision,bf16,\n,recomputation,none,\np5.48xlarge,tokens_per_s,66000,tokens/s\n";
    const auto rule = Rule::utilisation_kind;
    expectNote(rows + ",trainable_parameters,2.00e9,\np5.48xlarge,mfu,36.7,%\n", rule, Verdict::holds, Note::is_mfu);
    expectNote(
        rows + ",trainable_parameters,2.00e9,\np5.48xlarge,mfu,50.1,%\n", rule, Verdict::contradicts, Note::is_not_mfu);
    expectNote(rows + ",trainable_parameters,10.0e9,\np5.48xlarge,mfu,50.1,%\n", rule, Verdict::holds, Note::is_mfu);
    expectNote(rows + ",training_method,LoRA,\np5.48xlarge,mfu,33.4,%\n", rule, Verdict::holds, Note::is_mfu);
    expectNote(rows + ",training_method,LoRA,\np5.48xlarge,mfu,50.1,%\n", rule, Verdict::doubtful,
        Note::is_of_full_training, true);
    expectNote(rows + ",training_method,LoRA,\np5.48xlarge,mfu,42.0,%\n", rule, Verdict::contradicts, Note::is_not_mfu);
    // Of 640 GB: 70e9 · 2 + 0.2e9 · 16 = 143 fit; with 40e9 · 16 it is 780.
    const std::string memory = ",parameters,70.0e9,\np5.48xlarge,tokens_per_s,1000,tokens/s\n";
    expectNote(memory + ",trainable_parameters,0.200e9,\n", Rule::memory_fit, Verdict::count, Note::count);
    expectNote(
        memory + ",trainable_parameters,40.0e9,\n", Rule::memory_fit, Verdict::doubtful, Note::memory_needs_sharding);
    // They are not the model's size.
    const Audit audit = auditOf("| Method | Price ($/h) | tokens/s | Trainable parameters | Cost per million tokens |\n"
                                "|---|---|---|---|---|\n| Full | 14.32 | 24,000 | 8.03B | $0.166 |\n"
                                "| LoRA r=16 | 14.32 | 33,000 | 42M | $0.121 |\n");
    EXPECT_FALSE(audit.isWrong()) << told(audit);
    // What is assumed of LoRA stands with what rests on it: 4 · 10e9 · 210,000 / 7.912e15 = 106 %
    const Audit above = auditOf("platform,quantity,value,unit\n,parameters,10.0e9,\n,precision,bf16,\n"
                                ",training_method,LoRA,\np5.48xlarge,tokens_per_s,210000,tokens/s\n");
    const Finding* const finding = find(above, Rule::physical_limit);
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(finding->verdict, Verdict::impossible);
    EXPECT_EQ(std::ranges::count(finding->assumed, Assumption::few_adapters), 1);
}

TEST(Conventions, chipsThatTheCatalogueDoesNotKnow)
{
    const std::string model = ",parameters,1.00e9,\n";
    for (const std::string name : {"MI455X", "H20", "Ascend 910B", "昇腾 910B", "H1000", "TPU v9"}) {
        const Audit audit = auditOf(
            "platform,quantity,value,unit\n" + model + name + ",tokens_per_s,20000,tokens/s\n" + name + ",chips,8,\n");
        const Finding* const finding = find(audit, Rule::physical_limit);
        ASSERT_NE(finding, nullptr) << name;
        EXPECT_EQ(finding->verdict, Verdict::missing) << name;
        EXPECT_EQ(finding->note, Note::chip_unknown) << name;
        EXPECT_EQ(finding->arguments.at(0), name);
        EXPECT_FALSE(audit.isWrong()) << name;
    }
    // Its own peak is all that is needed: 6e9 · 20,000 of 8 · 100e12 are 15 %.
    expectNote(model + "MI455X,tokens_per_s,20000,tokens/s\nMI455X,chips,8,\nMI455X,peak_flops_per_chip,100,TFLOP/s\n",
        Rule::physical_limit, Verdict::holds, Note::within_peak);
    expectNote("MI455X,tokens_per_s,20000,tokens/s\n", Rule::physical_limit, Verdict::count, Note::count);
    // V100 has no bf16: its fp16 peak counts where nothing is said, 6e9 · 20,000 of 8 · 125e12 are 12 %.
    const std::string old = model + "V100,tokens_per_s,20000,tokens/s\nV100,chips,8,\n";
    expectNote(old, Rule::physical_limit, Verdict::holds, Note::within_peak);
    expectNote(old + ",precision,bf16,\n", Rule::physical_limit, Verdict::missing, Note::peak_unknown);
}

TEST(Conventions, chipsOfEachMachineOrOfAll)
{
    // 6e10 · 500,000 = 3e16: 379 % of 8 · 989e12, 47.4 % of 64.
    const std::string rows = ",parameters,10.0e9,\n,precision,bf16,\n,recomputation,none,\nH100,chips,8,\n"
                             "H100,instances,8,\nH100,tokens_per_s,500000,tokens/s\n";
    expectNote(rows, Rule::physical_limit, Verdict::doubtful, Note::chips_of_each, true);
    expectNote(rows + "H100,mfu,47.4,%\n", Rule::utilisation_kind, Verdict::doubtful, Note::chips_of_each, true);
    // 3 · 8 of one machine, 3 · 64 of all
    expectNote(rows + "H100,chip_price,3.00,$/h\nH100,instance_price,24.0,$/h\nH100,cluster_price,192,$/h\n",
        Rule::parts_whole, Verdict::holds, Note::follows);
    // 8 are those of one p5.48xlarge, and 4 of 16 machines cannot be all.
    const std::string type = ",parameters,10.0e9,\n,precision,bf16,\np5.48xlarge,chips,8,\np5.48xlarge,instances,8,\n"
                             "p5.48xlarge,tokens_per_s,500000,tokens/s\n";
    expectNote(type, Rule::physical_limit, Verdict::holds, Note::within_peak);
    expectNote(",parameters,10.0e9,\n,precision,bf16,\nH100,chips,4,\nH100,instances,16,\n"
               "H100,tokens_per_s,500000,tokens/s\n",
        Rule::physical_limit, Verdict::holds, Note::within_peak);
    // 16 machines of 8 are paid: 16 · 55.04 / 500,000 / 3600 · 1e6 = 0.489
    expectNote("p5.48xlarge,chips,8,\np5.48xlarge,instances,16,\np5.48xlarge,instance_price,55.04,$/h\n"
               "p5.48xlarge,tokens_per_s,500000,tokens/s\np5.48xlarge,cost_per_million_tokens,0.489,$\n",
        Rule::unit_cost, Verdict::holds, Note::follows);
}

TEST(Conventions, aUnitThatThePriceSaysStandsOnce)
{
    const Audit audit = auditOf("The run took 2.788M H800 GPU hours at $2 per GPU hour, total cost $7.576M.");
    for (const Finding& finding : audit.findings)
        for (const Line& line : finding.lines)
            EXPECT_EQ(line.expression.numeric().find("hour /"), std::string::npos) << line.expression.numeric();
}

// A machine here, its chips there: 8 × 6.88 = 55.04, 8 × 12,250 = 98,000; 55.04 / 98,000 / 3600 · 1e6 = 0.1560.
TEST(Conventions, chipsHereAndMachinesThere)
{
    const std::string table = "| | p5.48xlarge | trn2.48xlarge |\n|---|---|---|\n| Price ($/h) | 55.04 | 35.76 |\n"
                              "| Throughput (tokens/s) | 98,000 | 101,000 |\n| Cost per million tokens | $0.156 | "
                              "$0.0984 |\n| Steps | 2,000 | 2,000 |\n\n";
    const Audit said = auditOf(table + "An H100 costs $6.88 per hour and trains 12,250 tokens/s.\n");
    EXPECT_EQ(find(said, Rule::stated_twice), nullptr) << told(said);
    const Finding* const price = find(said, Rule::parts_whole, "p5.48xlarge", "instance_price");
    ASSERT_NE(price, nullptr) << told(said);
    EXPECT_EQ(price->verdict, Verdict::holds);
    const std::string chips = "| | H100 | Trainium2 |\n|---|---|---|\n| Price per chip-hour | $6.88 | $2.235 |\n"
                              "| Tokens/s per chip | 12,250 | 6,313 |\n| Global batch size | 1024 | 512 |\n";
    const Audit both = auditOf(table + chips);
    ASSERT_NE(find(both, Rule::parts_whole, "trn2.48xlarge", "instance_price"), nullptr) << told(both);
    EXPECT_EQ(find(both, Rule::parts_whole, "trn2.48xlarge", "instance_price")->verdict, Verdict::holds);
    ASSERT_NE(find(both, Rule::equal_convergence, "trn2.48xlarge"), nullptr) << told(both);
    EXPECT_EQ(find(both, Rule::equal_convergence, "trn2.48xlarge")->verdict, Verdict::incomparable);
    // Another seller's chip is no part of that machine.
    const Audit other = auditOf(table + "| | H100 |\n|---|---|\n| Price per chip-hour | $2.49 |\n");
    EXPECT_FALSE(other.isWrong()) << told(other);
    EXPECT_EQ(find(other, Rule::parts_whole), nullptr);
    // The same hardware under two names is compared with itself: asked, not called incomparable.
    const Audit beside = auditOf("| | p5.48xlarge | H100 |\n|---|---|---|\n| Global batch size | 1024 | 128 |\n"
                                 "| Total cost | $1,000 | $125 |\n");
    EXPECT_FALSE(beside.isWrong()) << told(beside);
}

// What published figures got wrong, figures only. Peaks: H200 989.4 dense BF16, 1,979 sparse; A100 312, tf32 of an H100
// 494.7 TFLOP/s.
TEST(Conventions, mistakesOfThePublic)
{
    const std::string h200 = "platform,quantity,value,unit\nH200,chips,8,\nH200,parameters,8.03e9,\n"
                             "H200,tokens_per_s,\"85,000\",tokens/s\nH200,precision,bf16,\n";
    const auto is = [](const std::string& rows, Rule rule) {
        const Audit audit = auditOf(rows);
        const Finding* const found = find(audit, rule);
        EXPECT_TRUE(found != nullptr && isWrong(*found)) << rows << told(audit);
        return found == nullptr ? std::string() : found->is;
    };
    // 6 · 8.03e9 · 85,000 = 4.095e15: 51.7 % of 8 dense peaks, 25.9 % of 8 sparse ones, 103.5 % of 8 of tf32.
    EXPECT_NE(is(h200 + "H200,mfu,25.9,%\n", Rule::utilisation_kind).find("sparse bf16"), std::string::npos);
    EXPECT_NE(is(h200 + "H200,peak_flops_per_chip_bf16,\"1,979\",TFLOP/s\n", Rule::peak_kind).find("sparse bf16"),
        std::string::npos);
    is(h200 + "H200,mfu,103.5,%\n", Rule::reading);
    // An A100's peak for an H100; tf32 for bf16.
    is("platform,quantity,value,unit\nH100,peak_flops_per_chip_bf16,312,TFLOP/s\n", Rule::peak_kind);
    EXPECT_EQ(is("platform,quantity,value,unit\nH100 SXM,peak_flops_per_chip_bf16,495,TFLOP/s\n", Rule::peak_kind),
        "dense tf32");
    // Sixteen chips' tokens over one chip's peak: 6 · 8.03e9 · 170,000 / 989.4e12 = 828 %.
    is("platform,quantity,value,unit\nH100,chips,1,\nH100,parameters,8.03e9,\nH100,precision,bf16,\n"
       "H100,tokens_per_s,\"170,000\",tokens/s\n",
        Rule::physical_limit);
    // Cores for chips, one node's price for four, a counter that was never read.
    is("platform,quantity,value,unit\ntrn1.32xlarge,chips_per_instance,32,\n", Rule::chip_sum);
    is("platform,quantity,value,unit\nX,instances,4,\nX,instance_price,36,$/h\nX,tokens_per_s,10000,tokens/s\n"
       "X,cost_per_million_tokens,1.00,$\n",
        Rule::unit_cost);
    is("platform,quantity,value,unit\nX,energy,0,kWh\n", Rule::reading);
}

} // namespace fullscope::audit::test
