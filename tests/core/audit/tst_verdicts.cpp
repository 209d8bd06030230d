// SPDX-License-Identifier: GPL-3.0-or-later
// A case for every verdict and reason that a rule can give. Figures by hand in the comments.
#include "tests/core/audit/claims_support.h"

#include <algorithm>

namespace fullscope::audit::test {

namespace {

struct Case {
    const char* rows; // platform,quantity,value,unit
    Verdict verdict; // count: the rule says nothing
    Note note = Note::count; // count: any
    bool is_question = false;
};

void expectAll(Rule rule, const std::string& common, std::initializer_list<Case> cases)
{
    for (const Case& one : cases) {
        const Audit audit = auditOf("platform,quantity,value,unit\n" + common + one.rows);
        // Of several findings of the rule the first, by weight.
        const Finding* const finding = find(audit, rule);
        if (one.verdict == Verdict::count) {
            EXPECT_EQ(finding, nullptr) << one.rows << told(audit);
            continue;
        }
        ASSERT_NE(finding, nullptr) << one.rows << told(audit);
        EXPECT_EQ(name(finding->verdict), name(one.verdict)) << one.rows << told(audit);
        if (one.note != Note::count) {
            EXPECT_EQ(static_cast<int>(finding->note), static_cast<int>(one.note)) << one.rows << told(audit);
        }
        EXPECT_EQ(finding->is_question, one.is_question) << one.rows << told(audit);
    }
}

} // namespace

TEST(Verdicts, unitCost)
{
    // 36 / 3600 / 0.01 = 1.00 $/M; of the spot price 0.333
    expectAll(Rule::unit_cost, "X,instance_price,36,$/h\nX,tokens_per_s,10000,tokens/s\n",
        {{"X,cost_per_million_tokens,1.00,$\n", Verdict::holds, Note::follows},
            {"X,cost_per_million_tokens,1.20,$\n", Verdict::contradicts, Note::does_not_follow},
            {"X,cost_per_million_tokens,0.333,$\nX,spot_price,12.0,$/h\n", Verdict::contradicts, Note::is_spot_price},
            {"X,cost_per_million_tokens,1.00,$\nX,instances,4,\n", Verdict::doubtful, Note::instances_not_multiplied},
            {"X,cost_per_million_tokens,4.00,$\nX,instances,4,\n", Verdict::holds, Note::follows},
            {"X,spot_cost_per_million_tokens,0.333,$\nX,spot_price,12.0,$/h\n", Verdict::holds, Note::follows},
            {"X,spot_cost_per_million_tokens,1.00,$\nX,spot_price,12.0,$/h\n", Verdict::contradicts,
                Note::does_not_follow}});
}

TEST(Verdicts, stepIdentity)
{
    // 512 · 4096 = 2,097,152 tokens in 2 s: 1,048,576 a second, 131,072 on each of 8
    expectAll(Rule::step_identity, ",global_batch_sequences,512,\n,sequence_length,4096,\n",
        {{"p5.48xlarge,step_time,2.00,s\np5.48xlarge,tokens_per_s,1049K,tokens/s\n", Verdict::holds, Note::follows},
            {"p5.48xlarge,step_time,2.00,s\np5.48xlarge,tokens_per_s,800K,tokens/s\n", Verdict::contradicts,
                Note::does_not_follow},
            {"p5.48xlarge,step_time,2.00,s\np5.48xlarge,tokens_per_s,131072,tokens/s\n", Verdict::doubtful,
                Note::is_per_chip},
            {"X,global_batch_tokens,2.1M,tokens\n", Verdict::holds, Note::follows},
            {"X,global_batch_tokens,4M,tokens\n", Verdict::contradicts, Note::does_not_follow}});
}

TEST(Verdicts, duration)
{
    expectAll(Rule::duration, "X,steps,1000,\nX,step_time,1.00,s\n",
        {{"X,total_time,1000,s\n", Verdict::holds, Note::follows},
            {"X,total_time,1042,s\n", Verdict::holds, Note::time_unexplained_small}, // 4 %
            {"X,total_time,1500,s\n", Verdict::contradicts, Note::time_unexplained}, // 33 %
            {"X,total_time,812,s\n", Verdict::contradicts, Note::shorter_than_steps},
            {"X,total_time,1500,s\nX,first_compile_time,500,s\n", Verdict::holds, Note::time_explained_by_compile},
            // 200 s explain 200 of 500: 300 are 20 %
            {"X,total_time,1500,s\nX,first_compile_time,200,s\n", Verdict::contradicts,
                Note::time_explained_by_compile},
            {"X,total_time,1500,s\nX,first_compile_time,3000,s\n", Verdict::contradicts, Note::time_unexplained}});
    expectAll(Rule::compile_counted, "X,steps,1000,\nX,step_time,1.00,s\nX,total_time,1500,s\n",
        {{"X,first_compile_time,400,s\n", Verdict::holds, Note::compile_fits},
            {"X,first_compile_time,3000,s\n", Verdict::incomparable, Note::compile_left_out}, {"", Verdict::count}});
}

TEST(Verdicts, physicalLimit)
{
    // 8 · 989e12 = 7.912e15. 6 · 10e9 · 66,000 = 3.96e15: 50 %; 100,000: 76 %; 200,000: 152 %.
    expectAll(Rule::physical_limit, ",parameters,10.0e9,\n",
        {{",precision,bf16,\np5.48xlarge,tokens_per_s,66000,tokens/s\n", Verdict::holds, Note::within_peak},
            {",precision,bf16,\np5.48xlarge,tokens_per_s,100000,tokens/s\n", Verdict::doubtful, Note::above_usual},
            {",precision,bf16,\np5.48xlarge,tokens_per_s,200000,tokens/s\n", Verdict::impossible, Note::above_peak},
            // 4 chips are 303 %, the 8 that the machine has 152 %
            {",precision,bf16,\np5.48xlarge,tokens_per_s,200000,tokens/s\np5.48xlarge,chips_per_instance,4,\n",
                Verdict::impossible, Note::above_peak_of_claimed_chips},
            // 150,000 are 114 % of bf16 and 57 % of fp8, 8 · 1979e12: possible, and not said. 200,000 are 76 % of it.
            {"p5.48xlarge,tokens_per_s,150000,tokens/s\n", Verdict::doubtful, Note::only_in_precision, true},
            {"p5.48xlarge,tokens_per_s,200000,tokens/s\n", Verdict::doubtful, Note::only_in_precision},
            {",precision,fp8,\np5.48xlarge,tokens_per_s,150000,tokens/s\n", Verdict::holds, Note::within_peak},
            // LoRA: 4 · 10e9 · 66,000 = 2.64e15
            {",training_method,LoRA,\n,precision,bf16,\np5.48xlarge,tokens_per_s,66000,tokens/s\n", Verdict::holds},
            // A100: 8 · 312e12 = 2.496e15, with sparsity twice that. 6 · 10e9 · 50,000 = 3e15: 120 %, 60 %.
            {",precision,bf16,\np4d.24xlarge,tokens_per_s,50000,tokens/s\n", Verdict::impossible, Note::above_peak},
            {",precision,bf16,\n,sparsity,2:4,\np4d.24xlarge,tokens_per_s,50000,tokens/s\n", Verdict::holds,
                Note::within_peak},
            {",precision,bf16,\n,sparsity,no,\np4d.24xlarge,tokens_per_s,50000,tokens/s\n", Verdict::impossible}});
    // 12 · 16 · 2048 · 131,072 = 5.15e10 FLOPs of attention a token against 6e9: 15 %, or 145 % with it.
    expectAll(Rule::physical_limit,
        ",parameters,1.0e9,\n,layers,16,\n,hidden,2048,\n,sequence_length,131072,\n,precision,bf16,\n",
        {{"p5.48xlarge,tokens_per_s,200000,tokens/s\n", Verdict::doubtful, Note::attention_decides}});
    // 8 · 700 W are 5.6 kW, with hosts 11.2 at the most.
    expectAll(Rule::physical_limit, "",
        {{"p5.48xlarge,power,10.0,kW\n", Verdict::holds, Note::power_within_tdp},
            {"p5.48xlarge,power,12.0,kW\n", Verdict::doubtful, Note::power_above_tdp}});
}

TEST(Verdicts, mixtureOfExperts)
{
    // 6 · 671e9 · 20,000 = 8.05e16: ten times the peak by all experts; 6 · 37e9 · 20,000 = 4.44e15: 56 %.
    expectAll(Rule::physical_limit, ",precision,bf16,\n,parameters,671e9,\np5.48xlarge,tokens_per_s,20000,tokens/s\n",
        {{",architecture,MoE,\n", Verdict::missing, Note::parameters_are_total},
            {",architecture,Mixture of Experts,\n,active_parameters,37.0e9,\n", Verdict::holds, Note::within_peak},
            {",architecture,dense,\n", Verdict::impossible, Note::above_peak},
            {"", Verdict::impossible, Note::above_peak}});
    // All experts need 50 %: the active ones less.
    expectAll(Rule::physical_limit, ",precision,bf16,\n,architecture,moe,\n,parameters,10.0e9,\n",
        {{"p5.48xlarge,tokens_per_s,66000,tokens/s\n", Verdict::holds, Note::within_peak},
            {"p5.48xlarge,tokens_per_s,100000,tokens/s\n", Verdict::missing, Note::parameters_are_total}});
    expectAll(Rule::utilisation_kind,
        ",precision,bf16,\n,architecture,moe,\n,parameters,10.0e9,\np5.48xlarge,tokens_per_s,66000,tokens/s\n",
        {{"p5.48xlarge,mfu,10.0,%\n", Verdict::missing, Note::parameters_are_total},
            {"p5.48xlarge,hfu,10.0,%\n", Verdict::missing, Note::parameters_are_total},
            {"p5.48xlarge,mfu,60.0,%\n,recomputation,none,\n", Verdict::contradicts, Note::is_not_mfu}});
    expectAll(Rule::reading, ",parameters,37e9,\nX,tokens_per_s,1000,tokens/s\n",
        {{",active_parameters,671e9,\n", Verdict::contradicts, Note::part_above_whole},
            {",active_parameters,12e9,\n", Verdict::count}});
}

TEST(Verdicts, utilisation)
{
    // 6 · 10e9 · 66,000 / 7.912e15 = 50.05 %; 8 of 6 of it 66.7 %, 4 of 6 33.4 %; of the sparse peak 25 %.
    const std::string common = ",parameters,10.0e9,\n,precision,bf16,\np5.48xlarge,tokens_per_s,66000,tokens/s\n";
    expectAll(Rule::utilisation_kind, common,
        {{"p5.48xlarge,mfu,50,%\n", Verdict::holds, Note::is_mfu},
            {"p5.48xlarge,mfu,70,%\n", Verdict::contradicts, Note::is_not_mfu},
            {"p5.48xlarge,mfu,25.0,%\n", Verdict::contradicts, Note::is_share_of_peak},
            {"p5.48xlarge,utilisation,50,%\n", Verdict::holds, Note::is_mfu},
            {"p5.48xlarge,utilisation,95,%\n", Verdict::doubtful, Note::is_not_mfu},
            {"p5.48xlarge,utilisation,25.0,%\n", Verdict::doubtful, Note::is_share_of_peak},
            // The throughput of 200,000 is above the peak: a share of it says nothing.
            {"X,utilisation,95,%\n", Verdict::count}});
    expectAll(Rule::utilisation_kind, common,
        {{"p5.48xlarge,mfu,66.7,%\n", Verdict::doubtful, Note::is_hardware_flops_if, true},
            {"p5.48xlarge,mfu,66.7,%\n,recomputation,full,\n", Verdict::contradicts, Note::is_hardware_flops},
            {"p5.48xlarge,mfu,66.7,%\n,recomputation,none,\n", Verdict::contradicts, Note::is_not_mfu},
            {"p5.48xlarge,utilisation,66.7,%\n,recomputation,full,\n", Verdict::holds, Note::is_hardware_flops},
            {"p5.48xlarge,utilisation,58.0,%\n,recomputation,selective,\n", Verdict::holds, Note::is_hardware_flops},
            {"p5.48xlarge,hfu,66.7,%\n,recomputation,full,\n", Verdict::holds, Note::is_hardware_flops},
            {"p5.48xlarge,hfu,58.0,%\n", Verdict::holds, Note::is_hardware_flops},
            {"p5.48xlarge,hfu,50.0,%\n,recomputation,full,\n", Verdict::contradicts, Note::does_not_follow},
            {"p5.48xlarge,hfu,80.0,%\n", Verdict::contradicts, Note::does_not_follow}});
    expectAll(Rule::utilisation_kind, common,
        {{"p5.48xlarge,mfu,33.4,%\n", Verdict::doubtful, Note::is_of_lora_if, true},
            {"p5.48xlarge,mfu,33.4,%\n,training_method,QLoRA,\n", Verdict::holds, Note::is_mfu},
            {"p5.48xlarge,mfu,33.4,%\n,training_method,full,\n", Verdict::contradicts, Note::is_not_mfu}});
}

TEST(Verdicts, peaks)
{
    expectAll(Rule::peak_kind, "",
        {{"H100 SXM5 80GB,peak_flops_per_chip_bf16,989,TFLOP/s\n", Verdict::holds, Note::peak_holds},
            {"H100 SXM5 80GB,peak_flops_per_chip_bf16,\"1,979\",TFLOP/s\n", Verdict::contradicts, Note::peak_is},
            {"H100,peak_flops_per_chip_bf16,700,TFLOP/s\n", Verdict::contradicts, Note::peak_is_none},
            {"H100,peak_flops_per_chip,\"1,979\",TFLOP/s\n", Verdict::doubtful, Note::peak_kind_unsaid, true},
            {"H100,peak_flops_per_chip,700,TFLOP/s\n", Verdict::doubtful, Note::peak_is_none},
            // That of an A100
            {"H100,peak_flops_per_chip,312,TFLOP/s\n", Verdict::doubtful, Note::peak_kind_unsaid},
            {"H100,peak_flops_per_chip,989,TFLOP/s\n", Verdict::holds, Note::peak_holds},
            {"Box,peak_flops_per_chip,989,TFLOP/s\n", Verdict::count}});
}

TEST(Verdicts, chips)
{
    expectAll(Rule::chip_sum, "",
        {{"trn2.48xlarge,chips_per_instance,16,\n", Verdict::holds, Note::chips_agree},
            {"trn2.48xlarge,chips_per_instance,128,\n", Verdict::contradicts, Note::chips_are_cores},
            {"p5.48xlarge,chips_per_instance,4,\n", Verdict::contradicts, Note::chips_differ},
            {"X,chips_per_instance,8,\nX,instances,8,\nX,chips,64,\n", Verdict::holds, Note::follows},
            {"X,chips_per_instance,8,\nX,instances,4,\nX,chips,64,\n", Verdict::contradicts, Note::does_not_follow},
            {"X,chips_per_instance,8,\nX,peak_flops_per_chip,2.0,PFLOP/s\nX,peak_flops,16.0,PFLOP/s\n", Verdict::holds,
                Note::follows},
            {"X,chips_per_instance,16,\nX,peak_flops_per_chip,2.0,PFLOP/s\nX,peak_flops,20.8,PFLOP/s\n",
                Verdict::contradicts, Note::does_not_follow},
            {"X,instances,4,\nX,peak_flops,16.0,PFLOP/s\nX,peak_flops_cluster,64.0,PFLOP/s\n", Verdict::holds},
            {"X,instances,4,\nX,peak_flops,16.0,PFLOP/s\nX,peak_flops_cluster,16.0,PFLOP/s\n", Verdict::contradicts}});
}

// A price that was negotiated is a question, no mistake.
TEST(Verdicts, pricesOfTheCatalogue)
{
    expectAll(Rule::price_date, "",
        {{"p5.48xlarge,instance_price,55.04,$/h\n", Verdict::holds, Note::price_of_catalogue},
            {"p5.48xlarge,instance_price,39.33,$/h\n", Verdict::holds, Note::price_of_catalogue}, // capacity block
            {"p5.48xlarge,instance_price,31.40,$/h\n", Verdict::doubtful, Note::price_differs, true},
            {"p5.48xlarge,chip_price,6.88,$/h\n", Verdict::holds, Note::price_of_catalogue}, // 55.04 / 8
            {"p5.48xlarge,chip_price,2.50,$/h\n", Verdict::doubtful, Note::price_differs, true},
            {"a3-highgpu-8g,spot_price,50.61,$/h\n", Verdict::holds, Note::price_of_catalogue},
            {"a3-highgpu-8g,spot_price,20.00,$/h\n", Verdict::doubtful, Note::price_differs, true},
            {"p5.48xlarge,instance_price,55.04,€/h\n", Verdict::count}, // the catalogue is in dollars
            {"ml.p5.48xlarge,instance_price,55.04,$/h\n", Verdict::count}, // another price list
            {"trn2.48xlarge,instance_price,24.69,$/h\n", Verdict::count}}); // of which it has none
    const Audit audit = auditOf("platform,quantity,value,unit\np5.48xlarge,instance_price,31.40,$/h\n");
    EXPECT_FALSE(audit.isWrong());
    const Finding& finding = *find(audit, Rule::price_date);
    ASSERT_EQ(finding.prices.size(), 2U); // the nearer one first
    EXPECT_EQ(finding.prices[0].per_h.toString(), "39.33");
    EXPECT_EQ(finding.prices[1].as_of, "2026-07-20");
}

TEST(Verdicts, pricesAndFactsOfTheUser)
{
    const catalogue::Price mine {.id = 1,
        .provider = "aws",
        .instance_type = "p5.48xlarge",
        .region = "all",
        .option = catalogue::PriceOption::committed,
        .per_h = *base::Decimal::parse("31.4"),
        .currency = "USD",
        .as_of = "2026-10-01",
        .source = "contract",
        .note = {}};
    const catalogue::UserFact count {.id = 2,
        .subject = "p5.48xlarge",
        .kind = catalogue::FactKind::accelerator_count,
        .value = "4",
        .as_of = "2026-10-01",
        .source = "half a machine",
        .note = {}};
    const auto catalogue = builtIn().with({.prices = {mine}, .facts = {count}});
    const auto claims = figuresOf(
        "platform,quantity,value,unit\np5.48xlarge,instance_price,31.40,$/h\np5.48xlarge,chips_per_instance,4,\n");
    const Audit with = audit(claims, catalogue), without = audit(claims, builtIn());
    EXPECT_EQ(find(with, Rule::price_date)->verdict, Verdict::holds);
    EXPECT_TRUE(find(with, Rule::price_date)->prices[0].isUsers());
    EXPECT_EQ(find(with, Rule::chip_sum)->verdict, Verdict::holds);
    EXPECT_EQ(find(with, Rule::chip_sum)->lines[0].expression.operands()[0].source,
        "p5.48xlarge, 2026-10-01: half a machine");
    EXPECT_EQ(find(without, Rule::price_date)->verdict, Verdict::doubtful);
    EXPECT_EQ(find(without, Rule::chip_sum)->verdict, Verdict::contradicts);
}

TEST(Verdicts, pricePerFlop)
{
    expectAll(Rule::price_per_flop, "X,instance_price,32.0,$/h\nX,peak_flops,16.0,PFLOP/s\n",
        {{"X,price_per_pflop,2.00,$/h\n", Verdict::holds}, {"X,price_per_pflop,3.00,$/h\n", Verdict::contradicts},
            {"X,utilisation,50.0,%\nX,effective_pflops,8.0,PFLOP/s\n", Verdict::holds},
            {"X,utilisation,50.0,%\nX,effective_pflops,10.0,PFLOP/s\n", Verdict::contradicts},
            {"X,utilisation,50.0,%\nX,price_per_effective_pflop,4.00,$/h\n", Verdict::holds},
            {"X,utilisation,50.0,%\nX,price_per_effective_pflop,5.00,$/h\n", Verdict::contradicts},
            // From the stated, rounded 7.8: 32 / 7.8 = 4.10
            {"X,utilisation,49.0,%\nX,effective_pflops,7.8,PFLOP/s\nX,price_per_effective_pflop,4.10,$/h\n",
                Verdict::holds}});
}

TEST(Verdicts, memory)
{
    expectAll(Rule::memory_fit, "",
        {{"p5.48xlarge,memory_used_per_chip,71,GB\n", Verdict::holds, Note::memory_fits},
            {"p5.48xlarge,memory_used_per_chip,96,GB\n", Verdict::impossible, Note::memory_exceeds},
            {"p5.48xlarge,memory_used_total,512,GB\n", Verdict::holds, Note::memory_fits},
            {"p5.48xlarge,memory_used_total,1012,GB\n", Verdict::impossible, Note::memory_exceeds}, // of 640
            {",parameters,70.0e9,\nH100,memory_used_total,101,GB\n", Verdict::impossible,
                Note::memory_below_weights}, // 140
            {",parameters,70.0e9,\nH100,memory_used_total,160,GB\n", Verdict::holds, Note::memory_fits}});
    // 70e9 · 16 = 1,120 GB of 640; LoRA needs the weights alone; 400e9 · 2 = 800 GB of weights lie nowhere.
    expectAll(Rule::memory_fit, "p5.48xlarge,tokens_per_s,1000,tokens/s\n",
        {{",parameters,70.0e9,\n", Verdict::doubtful, Note::memory_needs_sharding, true},
            {",parameters,70.0e9,\n,training_method,full,\n", Verdict::doubtful, Note::memory_needs_sharding},
            {",parameters,70.0e9,\n,training_method,LoRA,\n", Verdict::count},
            {",parameters,70.0e9,\n,training_method,ZeRO-3 with offloading,\n", Verdict::count},
            {",parameters,400e9,\n", Verdict::impossible, Note::weights_exceed}});
}

TEST(Verdicts, ratios)
{
    expectAll(Rule::ratio, "A,step_time,0.50,s\nB,step_time,1.00,s\n",
        {{"A/B,step_time_ratio,0.50,x\n", Verdict::holds, Note::follows},
            {"A/B,step_time_saving,50,%\n", Verdict::holds, Note::follows},
            {"A/B,step_time_gain,-50,%\n", Verdict::holds, Note::follows},
            {"A/B,step_time_ratio,2.00,x\n", Verdict::contradicts, Note::other_way_round},
            {"A/B,step_time_saving,100,%\n", Verdict::contradicts, Note::other_base},
            {"A/B,step_time_saving,40,%\n", Verdict::contradicts, Note::does_not_follow}});
    // 36 and 18 $/h at 10,000 tokens/s are 1.00 and 0.50 $/M: half, where 0.80 is printed.
    expectAll(Rule::ratio,
        "A,instance_price,18.0,$/h\nB,instance_price,36.0,$/h\nA,tokens_per_s,10000,tokens/s\n"
        "B,tokens_per_s,10000,tokens/s\nA,cost_per_million_tokens,0.80,$\nB,cost_per_million_tokens,1.00,$\n",
        {{"A/B,unit_cost_ratio,0.80,x\n", Verdict::contradicts, Note::rests_on_wrong},
            {"A/B,unit_cost_ratio,0.50,x\n", Verdict::holds, Note::follows}});
    // A column of ratios does not say which side is divided by which.
    const Audit column
        = auditOf("| Metric | A | B | Ratio |\n|---|---|---|---|\n| Step time (s) | 0.50 | 1.00 | 0.50x |\n");
    EXPECT_EQ(find(column, Rule::ratio)->verdict, Verdict::holds);
    EXPECT_EQ(find(column, Rule::ratio)->note, Note::other_way_round);
}

TEST(Verdicts, totals)
{
    expectAll(Rule::total_cost, "X,total_cost,1000,$\nX,cost_per_million_tokens,0.100,$\n",
        {{"X,total_tokens,10.0B,tokens\n", Verdict::holds}, {"X,total_tokens,20.0B,tokens\n", Verdict::contradicts},
            {"X,total_tokens,5.0B,tokens\n", Verdict::doubtful, Note::more_than_compute, true}});
    // 36e9 tokens / 10,000 / 3600 = 1000 h
    expectAll(Rule::total_cost, "X,total_tokens,36.0B,tokens\nX,tokens_per_s,10000,tokens/s\n",
        {{"X,training_hours,1000,h\n", Verdict::holds}, {"X,training_hours,2000,h\n", Verdict::contradicts}});
    // 10 · 100 = 1,000; at the spot price 400; with 20 h of engineers at 25 1,500
    expectAll(Rule::total_cost, "X,instance_price,10.00,$/h\nX,training_hours,100,h\n",
        {{"X,total_cost,1000,$\n", Verdict::holds, Note::follows},
            {"X,total_cost,600,$\n", Verdict::contradicts, Note::less_than_compute},
            {"X,total_cost,1500,$\n", Verdict::doubtful, Note::more_than_compute, true},
            {"X,total_cost,400,$\nX,spot_price,4.00,$/h\n", Verdict::doubtful, Note::is_spot_price},
            {"X,total_cost,1500,$\nX,engineer_hours,20,h\n,engineer_rate,25.00,$/h\n", Verdict::holds,
                Note::holds_with_labour},
            {"X,total_cost,1900,$\nX,engineer_hours,20,h\n,engineer_rate,25.00,$/h\n", Verdict::doubtful,
                Note::more_than_compute, true}});
    expectAll(Rule::total_cost, "X,instance_price,10.00,$/h\nX,total_time,100,h\n",
        {{"X,total_cost,1500,$\n", Verdict::doubtful, Note::other_work, true},
            {"X,total_cost,600,$\n", Verdict::doubtful, Note::other_work}});
    expectAll(Rule::scope, "",
        {{"X,total_cost,1000,$\n", Verdict::missing, Note::leaves_out}, {"X,step_time,1,s\n", Verdict::count}});
}

TEST(Verdicts, fairComparison)
{
    const std::string rows = "A,total_cost,1000,$\nB,total_cost,2000,$\n";
    expectAll(Rule::equal_convergence, rows,
        {{"", Verdict::missing, Note::loss_not_said}, {"A,final_loss,2.10,\nB,final_loss,2.10,\n", Verdict::count},
            {"A,steps,1000,\nB,steps,2000,\n", Verdict::incomparable, Note::work_differs},
            {"A,final_loss,2.10,\nB,final_loss,2.31,\n", Verdict::incomparable, Note::loss_differs},
            // Two models side by side are no machines held against each other.
            {"A,parameters,7.0e9,\nB,parameters,70.0e9,\n", Verdict::doubtful, Note::work_differs, true}});
    // How fast they are needs no loss, and a batch may be each one's own.
    expectAll(Rule::equal_convergence, "H100,tokens_per_s,1000,tokens/s\nA100,tokens_per_s,500,tokens/s\n",
        {{"", Verdict::count}, {"H100,steps,1000,\nA100,steps,2000,\n", Verdict::count},
            {"H100,global_batch_sequences,256,\nA100,global_batch_sequences,128,\n", Verdict::doubtful,
                Note::work_differs, true},
            {"H100,global_batch_sequences,256,\nA100,global_batch_sequences,128,\nH100,step_time,1.0,s\n"
             "A100,step_time,1.0,s\n",
                Verdict::incomparable, Note::work_differs},
            {"H100,sequence_length,4096,\nA100,sequence_length,2048,\n", Verdict::incomparable, Note::work_differs},
            {"H100/A100,total_cost_saving,20,%\n", Verdict::missing, Note::loss_not_said}});
    expectAll(Rule::equal_precision, rows,
        {{"", Verdict::missing, Note::precision_not_said}, {",precision,bf16,\n", Verdict::count},
            {"A,precision,bf16,\nB,precision,FP8,\n", Verdict::incomparable, Note::precision_differs}});
    expectAll(Rule::equal_convergence, "A,tokens_per_s,1000,tokens/s\nB,step_time,1,s\n", {{"", Verdict::count}});
}

TEST(Verdicts, methodAndReadings)
{
    // 20 · 50 / 0.8 + 4 · 25 = 1,350
    expectAll(Rule::method,
        "X,instance_price,20.00,$/h\n,training_hours,50,h\nX,utilisation,80.0,%\nX,engineer_hours,4,h\n"
        ",engineer_rate,25.00,$/h\n",
        {{",tco_method,naive,\nX,total_cost,1350,$\n", Verdict::holds, Note::method_holds},
            {",tco_method,naive,\nX,total_cost,1100,$\n", Verdict::contradicts, Note::counts_utilisation_twice},
            {"X,total_cost,1350,$\n", Verdict::count}});
    expectAll(Rule::reading, "",
        {{"X,energy,0,kWh\n", Verdict::impossible, Note::reads_zero},
            {"X,utilisation,120,%\n", Verdict::impossible, Note::share_above_one},
            {"X,energy,12,kWh\nX,failure_waste,0,%\n", Verdict::count}});
    expectAll(Rule::stated_twice, "",
        {{"X,step_time,1.0,s\nX,step_time,1.5,s\n", Verdict::doubtful, Note::printed_differently},
            {"X,step_time,1.0,s\nX,step_time,1000,ms\n", Verdict::count}});
    // Rows of other names may be of other settings.
    const Audit rows = auditOf(
        "| Metric | Box |\n|---|---|\n| Step time, length 2048 (s) | 1.0 |\n| Step time, length 8192 (s) | 1.5 |\n");
    ASSERT_NE(find(rows, Rule::stated_twice), nullptr);
    EXPECT_TRUE(find(rows, Rule::stated_twice)->is_question);
    EXPECT_FALSE(rows.isWrong());
}

// An honest pitch in all that people leave out: its price is negotiated, its total holds people, nobody says LoRA.
TEST(Verdicts, anHonestTableIsAskedAndNotCalledWrong)
{
    // 6 · 70e9 · 14,900 = 6.258e15 of 16 · 989e12: 39.5 %; 31.4 · 2 / 14,900 / 3600 · 1e6 = 1.171;
    // 14,900 · 3600 · 500 h = 26.82e9 tokens; 31.4 · 2 · 500 = 31,400, with 100 h at 120 43,400
    const Audit audit = auditOf(
        "platform,quantity,value,unit\np5.48xlarge,instance_price,31.40,$/h\np5.48xlarge,instances,2,\n"
        ",parameters,70.0e9,\n,precision,bf16,\np5.48xlarge,tokens_per_s,14900,tokens/s\np5.48xlarge,mfu,39.5,%\n"
        "p5.48xlarge,cost_per_million_tokens,1.171,$\n,total_tokens,26.8B,tokens\n,training_hours,500,h\n"
        "p5.48xlarge,total_cost,43400,$\np5.48xlarge,engineer_hours,100,h\n,engineer_rate,120,$/h\n"
        "p5.48xlarge,peak_flops_per_chip,989,TFLOP/s\n");
    EXPECT_FALSE(audit.isWrong()) << told(audit);
    EXPECT_TRUE(find(audit, Rule::price_date)->is_question);
}

} // namespace fullscope::audit::test
