// SPDX-License-Identifier: GPL-3.0-or-later
// Peaks as the makers print them without sparsity (data/catalogue/accelerators.csv has the sources).
#include "core/catalogue/device_chips.h"

#include <gtest/gtest.h>

namespace {

using namespace fullscope;
using namespace fullscope::catalogue;
using evidence::NamedDevices;

const Catalogue& all()
{
    return Catalogue::builtIn();
}

double teraflops(const NamedDevices& devices, const char* precision)
{
    const auto peak = densePeak(all(), devices, precision);
    return peak.flops ? *peak.flops / 1e12 : -1;
}

TEST(DeviceChips, namesOfDriversAreChipsOfTheCatalogue)
{
    for (const auto& [name, chip] : {std::pair<const char*, const char*> {"NVIDIA H200", "H200 SXM 141GB"},
             {"NVIDIA H100 80GB HBM3", "H100 SXM5 80GB"}, {"NVIDIA H100 PCIe", "H100 PCIe 80GB"},
             {"NVIDIA A100-SXM4-40GB", "A100 SXM4 40GB"}, {"NVIDIA A100-SXM4-80GB", "A100 SXM4 80GB"},
             {"NVIDIA A100 80GB PCIe", "A100 PCIe 80GB"}, {"Tesla V100-SXM2-16GB", "V100 SXM2 16GB"},
             {"AMD Instinct MI300X", "MI300X"}, {"AMD Instinct MI355X VF", "MI355X"},
             {"NVIDIA B300 SXM6 AC", "B300 SXM"}, {"NVIDIA GB300", "GB300 (per GPU)"}, {"NVIDIA B200", "B200 SXM"},
             {"nvidia l4 ", "L4"}}) {
        const ChipFound found = chipOf(all(), {.kind = "cuda", .name = name});
        EXPECT_EQ(found.what, DeviceChip::known) << name;
        EXPECT_EQ(found.chip, chip) << name;
        EXPECT_EQ(found.chips, 1) << name;
        EXPECT_FALSE(found.name_source.empty()) << name;
    }
}

TEST(DeviceChips, peaksAreDense)
{
    EXPECT_EQ(teraflops({.kind = "cuda", .name = "NVIDIA H200", .memory_bytes = 1.5e11}, "bf16"), 989); // not 1,979
    EXPECT_EQ(teraflops({.kind = "cuda", .name = "NVIDIA H200"}, "fp32"), 67);
    EXPECT_EQ(teraflops({.kind = "cuda", .name = "NVIDIA H200"}, "tf32"), 494.5);
    EXPECT_EQ(teraflops({.kind = "cuda", .name = "NVIDIA A100-SXM4-40GB", .count = 8}, "bf16"), 8 * 312);
    EXPECT_EQ(teraflops({.kind = "hip", .name = "AMD Instinct MI300X"}, "bf16"), 1300);
    EXPECT_EQ(teraflops({.kind = "hip", .name = "AMD Instinct MI250X", .count = 2}, "bf16"), 383); // two GCDs, one chip
}

TEST(DeviceChips, whatIsNotKnownIsNotGuessed)
{
    for (const char* name : {"", "NVIDIA H300", "H100", "NVIDIA H200 NVL", "AMD Instinct MI250X / MI250", "Tesla T4",
             "NVIDIA H100", "AMD Instinct MI300X HF", "NVIDIA A100-SXM4-80GB MIG 1g.20gb"}) {
        const DevicePeak peak = densePeak(all(), {.kind = "cuda", .name = name}, "bf16");
        EXPECT_EQ(peak.found.what, DeviceChip::name_unknown) << name;
        EXPECT_FALSE(peak.flops) << name;
    }
    EXPECT_EQ(chipOf(all(), {.kind = "cpu", .name = "NVIDIA H200"}).what, DeviceChip::host);
    EXPECT_FALSE(densePeak(all(), {.kind = "cuda", .name = "NVIDIA H200"}, "int4").flops);
    // No bf16 hardware: its fp16 rate is none of bf16.
    const DevicePeak volta = densePeak(all(), {.kind = "cuda", .name = "Tesla V100-SXM2-16GB"}, "bf16");
    EXPECT_EQ(volta.found.what, DeviceChip::known);
    EXPECT_FALSE(volta.flops);
}

TEST(DeviceChips, aPartOfAChipHasNoPeak)
{
    const NamedDevices slice {.kind = "cuda", .name = "NVIDIA A100-SXM4-80GB", .memory_bytes = 4.2e10}; // MIG 3g.40gb
    EXPECT_EQ(chipOf(all(), slice).what, DeviceChip::part_of_chip);
    EXPECT_EQ(chipOf(all(), slice).chip, "A100 SXM4 80GB");
    EXPECT_EQ(teraflops(slice, "bf16"), -1);
    const NamedDevices whole {.kind = "cuda", .name = "NVIDIA A100-SXM4-40GB", .memory_bytes = 4.2e10}; // 39.4 GiB
    EXPECT_EQ(teraflops(whole, "bf16"), 312);
}

TEST(DeviceChips, trainiumIsKnownByItsInstanceAndCores)
{
    NamedDevices devices {.kind = "neuron", .name = "AWS Trainium", .count = 4};
    EXPECT_EQ(chipOf(all(), devices).what, DeviceChip::name_unknown); // which of the three?
    devices.instance_type = "trn2.48xlarge";
    EXPECT_EQ(chipOf(all(), devices).what, DeviceChip::cores_unknown);
    EXPECT_EQ(chipOf(all(), devices).chip, "Trainium2");
    devices.cores = 2; // LNC 2: four logical cores of two are the eight of a chip
    EXPECT_EQ(teraflops(devices, "bf16"), 667);
    devices.cores = 1;
    EXPECT_EQ(teraflops(devices, "bf16"), 667.0 / 2);
    devices.cores = 3;
    EXPECT_EQ(teraflops(devices, "bf16"), -1);
    const NamedDevices first {
        .kind = "xla", .name = "AWS Trainium (XLA)", .instance_type = "trn1.32xlarge", .count = 2};
    EXPECT_EQ(teraflops(first, "bf16"), 190);
}

TEST(DeviceChips, whatTheUserAddsCounts)
{
    UserFact fact {.subject = "NVIDIA GeForce RTX 3090",
        .kind = FactKind::bf16_dense_tflops,
        .value = "71",
        .as_of = "2026-01-01",
        .source = "data sheet",
        .note = {}};
    const auto entries = withFact({}, fact);
    ASSERT_TRUE(entries.ok());
    const Catalogue with = all().with(*entries);
    const DevicePeak peak = densePeak(with, {.kind = "cuda", .name = "NVIDIA GeForce RTX 3090"}, "bf16");
    ASSERT_TRUE(peak.flops);
    EXPECT_EQ(*peak.flops, 71e12);
    EXPECT_TRUE(peak.of_chip->by_user);
}

} // namespace
