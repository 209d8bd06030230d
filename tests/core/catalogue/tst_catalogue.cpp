// SPDX-License-Identifier: GPL-3.0-or-later
// Facts were read by eye from the CSV files.
#include "core/catalogue/catalogue.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>

namespace fullscope::catalogue {

namespace {

using base::Code;

const std::string kInstancesHeader = "provider,instance_type,accelerator,accelerator_count,region,on_demand_usd_h,"
                                     "spot_usd_h,reserved_1yr_usd_h,reserved_3yr_usd_h,as_of,source,notes\n";
const std::string kChipsHeader = "chip,vendor,year,memory_gb,memory_bandwidth_tb_s,fp32_tflops,tf32_tflops,"
                                 "bf16_tflops,fp16_tflops,fp8_tflops,fp4_tflops,sparse_factor,tdp_w,source,notes\n";
const std::string kChip = "Chip A 80GB,V,2024,80,2,,,100,,,,2,700,here,\n";

const Catalogue& builtIn()
{
    return Catalogue::builtIn();
}

std::string fileText(const std::string& name)
{
    std::ifstream in(std::string(FULLSCOPE_SOURCE_DIR) + "/data/catalogue/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

base::Error errorOf(const std::string& instances, const std::string& chips)
{
    const auto parsed = Catalogue::parse(instances, chips);
    return parsed.ok() ? base::Error {} : parsed.error();
}

} // namespace

TEST(Catalogue, HoldsEveryRowOfItsFiles)
{
    EXPECT_EQ(builtIn().instances().size(), 126U);
    EXPECT_EQ(builtIn().accelerators().size(), 30U);
}

TEST(Catalogue, IsBuiltFromTheFilesOfTheRepository)
{
    const auto parsed = Catalogue::parse(fileText("instances.csv"), fileText("accelerators.csv"));
    ASSERT_TRUE(parsed.ok());
    ASSERT_EQ(parsed->instances().size(), builtIn().instances().size());
    EXPECT_EQ(parsed->instances().back().source, builtIn().instances().back().source);
    EXPECT_EQ(parsed->accelerators().back().notes, builtIn().accelerators().back().notes);
}

TEST(Catalogue, PricesWithSourceAndDate)
{
    const auto p5 = builtIn().find("p5.48xlarge");
    ASSERT_EQ(p5.size(), 2U); // on demand, and as a capacity block
    EXPECT_EQ(p5[0]->provider, "aws");
    EXPECT_EQ(p5[0]->as_of, "2026-07-20");
    EXPECT_EQ(p5[0]->region, "us-east-1");
    EXPECT_EQ(p5[0]->accelerator, "H100 SXM5");
    EXPECT_EQ(p5[0]->accelerator_count, 8);
    EXPECT_EQ(p5[1]->provider, "aws-capacity-block");
    const auto prices = historyOf(builtIn().prices(), "p5.48xlarge");
    ASSERT_EQ(prices.size(), 2U);
    EXPECT_EQ(prices[0].per_h.toString(), "39.33");
    EXPECT_EQ(prices[0].option, PriceOption::capacity_block);
    EXPECT_EQ(prices[1].per_h.toString(), "55.04");
    EXPECT_EQ(prices[1].option, PriceOption::on_demand);

    const auto trn2 = builtIn().find("trn2.48xlarge");
    ASSERT_EQ(trn2.size(), 1U);
    EXPECT_EQ(trn2[0]->accelerator_count, 16);
    EXPECT_EQ(trn2[0]->accelerator, "Trainium2");
    EXPECT_TRUE(historyOf(builtIn().prices(), "trn2.48xlarge").empty()); // no public price: absent, not zero

    EXPECT_EQ(builtIn().find("a3-highgpu-8g").size(), 3U); // three regions
}

TEST(Catalogue, EveryRowHasASourceAndEveryPriceADate)
{
    for (const Instance& instance : builtIn().instances())
        EXPECT_FALSE(instance.source.empty()) << instance.instance_type;
    for (const Price& price : builtIn().prices())
        EXPECT_FALSE(price.source.empty() || price.as_of.empty()) << price.instance_type;
    for (const Accelerator& chip : builtIn().accelerators())
        EXPECT_FALSE(chip.source.empty()) << chip.name;
}

TEST(Catalogue, EveryRowNamesItsAcceleratorOnce)
{
    std::set<std::string> names;
    for (const Accelerator& chip : builtIn().accelerators())
        EXPECT_TRUE(names.insert(chip.name).second) << chip.name;
}

TEST(Catalogue, TypesAreFoundWithoutCaseAndServicePrefix)
{
    EXPECT_EQ(builtIn().find("P4D.24XLARGE").size(), 2U);
    EXPECT_EQ(builtIn().find("ml.p4d.24xlarge").size(), 2U);
    EXPECT_EQ(builtIn().find("standard_nd96isr_h100_v5").size(), 3U);
    EXPECT_TRUE(builtIn().find("c5.large").empty());
    EXPECT_TRUE(builtIn().find("").empty());
}

TEST(Catalogue, ChipFacts)
{
    const Accelerator* h100 = builtIn().accelerator("H100 SXM5 80GB");
    ASSERT_NE(h100, nullptr);
    EXPECT_EQ(h100->bf16_dense_tflops, 989);
    EXPECT_EQ(h100->fp8_dense_tflops, 1979);
    EXPECT_EQ(h100->tf32_dense_tflops, 494.5);
    EXPECT_EQ(h100->memory_gb, 80);
    EXPECT_EQ(h100->memory_tb_s, 3.35);
    EXPECT_EQ(h100->tdp_w, 700);
    EXPECT_EQ(h100->year, 2022);
    EXPECT_EQ(h100->vendor, "NVIDIA");
    EXPECT_FALSE(builtIn().accelerator("V100 SXM2 16GB")->bf16_dense_tflops); // has none: not its fp16 figure
    EXPECT_EQ(builtIn().accelerator("trainium2")->bf16_dense_tflops, 667);
}

TEST(Catalogue, AShortenedChipNameServesWhileItIsOneChips)
{
    EXPECT_EQ(builtIn().accelerator("H100 SXM5"), builtIn().accelerator("H100 SXM5 80GB"));
    EXPECT_EQ(builtIn().accelerator("H100"), nullptr);
    EXPECT_EQ(builtIn().accelerator("Gaudi"), nullptr); // not the beginning of a word
    EXPECT_NE(builtIn().accelerator("L4"), builtIn().accelerator("L40S"));
    EXPECT_EQ(builtIn().accelerator(""), nullptr);
}

TEST(Catalogue, PeakIsChipsTimesTheChipsDensePeak)
{
    EXPECT_EQ(builtIn().peakFlopsBf16("p5.48xlarge"), 8 * 989e12);
    EXPECT_EQ(builtIn().peakFlopsBf16("trn2.48xlarge"), 16 * 667e12);
    EXPECT_EQ(builtIn().peakFlopsBf16("ml.p4d.24xlarge"), 8 * 312e12);
    EXPECT_FALSE(builtIn().peakFlopsBf16("p3.16xlarge")); // no bf16
    EXPECT_FALSE(builtIn().peakFlopsBf16("g5.12xlarge")); // no facts of its chip
    EXPECT_FALSE(builtIn().peakFlopsBf16("p6e-gb200.36xlarge")); // chip count not known
    EXPECT_FALSE(builtIn().peakFlopsBf16("c5.large"));
}

TEST(Catalogue, KnowsWhichTypesCarryAccelerators)
{
    for (const char* type :
        {"p4d.24xlarge", "trn2.48xlarge", "a2-highgpu-1g", "ml.p5.48xlarge", "g3.4xlarge", "g4dn.xlarge",
            "inf2.48xlarge", "gr6.4xlarge", "Standard_NC6s_v3", "BM.GPU4.8", "a2-highgpu-4g", "g2-standard-12",
            "ct6e-standard-4t", "tpu-v4", "nvidia-tesla-t4", "NVIDIA H100 80GB HBM3 pod", "GPU instance"})
        EXPECT_TRUE(builtIn().hasAccelerators(type)) << type;
    for (const char* type : {"c5.large", "m7i-flex.xlarge", "t3.micro", "i3.metal", "r6g.large", "Standard_D4s_v3",
             "n1-standard-4", "x2gd.large", "a2.large", "c2-standard-8", ""})
        EXPECT_FALSE(builtIn().hasAccelerators(type)) << type;
}

TEST(CatalogueParse, ReadsQuotedCellsAndAnyLineEnd)
{
    const auto parsed = Catalogue::parse(
        kInstancesHeader + "aws,x.1,\"Chip, \"\"A\"\"\",2,r,1.5,,,,2026-01-01,\"a\nb\",\r\n", kChipsHeader + kChip);
    ASSERT_TRUE(parsed.ok());
    EXPECT_EQ(parsed->instances().at(0).accelerator, "Chip, \"A\"");
    EXPECT_EQ(parsed->instances().at(0).source, "a\nb");
    EXPECT_EQ(parsed->prices().at(0).per_h.toString(), "1.5");
    EXPECT_EQ(parsed->accelerators().at(0).bf16_dense_tflops, 100);
}

TEST(CatalogueParse, NamesWhatIsWrong)
{
    const std::string chips = kChipsHeader + kChip;
    EXPECT_EQ(errorOf("", chips).code, Code::file_empty);
    EXPECT_EQ(errorOf("provider,instance_type\n", chips).code, Code::column_missing);
    EXPECT_EQ(errorOf(kInstancesHeader, "chip\n").field, "vendor");
    const base::Error bad = errorOf(kInstancesHeader + "aws,x,,2,r,cheap,,,,2026-01-01,s,\n", chips);
    EXPECT_EQ(bad.code, Code::bad_number);
    EXPECT_EQ(bad.file, "instances.csv");
    EXPECT_EQ(bad.line, 2);
    EXPECT_EQ(bad.field, "on_demand_usd_h");
    EXPECT_EQ(bad.found, "cheap");
    EXPECT_EQ(errorOf(kInstancesHeader + "aws,x,,2,r,-1,,,,2026-01-01,s,\n", chips).code, Code::bad_number);
    EXPECT_EQ(errorOf(kInstancesHeader + "aws,x,,2.5,r,1,,,,2026-01-01,s,\n", chips).field, "accelerator_count");
    EXPECT_EQ(errorOf(kInstancesHeader + "aws,x,,2,r,1,,,,,s,\n", chips).field, "as_of");
    EXPECT_EQ(errorOf(kInstancesHeader + "aws,x,,2,r,1,,,,2026-01-01,,\n", chips).field, "source");
    EXPECT_EQ(errorOf(kInstancesHeader + "aws,x\n", chips).code, Code::row_short);
}

} // namespace fullscope::catalogue
