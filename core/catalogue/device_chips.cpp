// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalogue/device_chips.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace fullscope::catalogue {

using evidence::NamedDevices;

namespace {

constexpr double kTera = 1e12, kGiga = 1e9;
// Drivers and ECC keep some of the memory; the smallest part that they lend is a half.
constexpr double kLeastMemory = 0.85;

struct DeviceName {
    std::string_view device, chip, source;
    double devices_per_chip = 1;
};
// Where a name was seen.
constexpr std::string_view kOpenModules = "NVIDIA/open-gpu-kernel-modules README, compatible GPUs";
constexpr std::string_view kVfio = "Linux drivers/vfio/pci, NVIDIA V100 SXM identifiers";
constexpr std::string_view kOlderDriver = "nvidia-smi of drivers before 470, which leave the maker out";
constexpr std::string_view kSmi = "nvidia-smi -L as machines print it";
constexpr std::string_view kAmdIds = "libdrm data/amdgpu.ids";
// Names of NVML and of torch.cuda.get_device_name(). Left out on purpose: those that mean more than one chip
// ("AMD Instinct MI250X / MI250"), and variants of which the catalogue has no peak ("NVIDIA H100", "AMD Instinct MI300X
// HF", "NVIDIA H200 NVL").
constexpr std::array kNames = {DeviceName {"Tesla V100-SXM2-16GB", "V100 SXM2 16GB", kVfio},
    DeviceName {"Tesla V100-SXM2-32GB", "V100 SXM2/SXM3 32GB", kVfio},
    DeviceName {"Tesla V100-SXM3-32GB", "V100 SXM2/SXM3 32GB", kVfio},
    DeviceName {"A100-SXM4-40GB", "A100 SXM4 40GB", kOlderDriver},
    DeviceName {"A100-SXM4-80GB", "A100 SXM4 80GB", kOlderDriver},
    DeviceName {"NVIDIA A100-SXM4-40GB", "A100 SXM4 40GB", kOpenModules},
    DeviceName {"NVIDIA A100-SXM4-80GB", "A100 SXM4 80GB", kOpenModules},
    DeviceName {"NVIDIA A100 80GB PCIe", "A100 PCIe 80GB", kOpenModules},
    DeviceName {"NVIDIA H100 80GB HBM3", "H100 SXM5 80GB", kOpenModules},
    DeviceName {"NVIDIA H100 PCIe", "H100 PCIe 80GB", kOpenModules},
    DeviceName {"NVIDIA H100 NVL", "H100 NVL 94GB", kOpenModules},
    DeviceName {"NVIDIA H200", "H200 SXM 141GB", kOpenModules}, DeviceName {"NVIDIA B200", "B200 SXM", kSmi},
    DeviceName {"NVIDIA B300 SXM6 AC", "B300 SXM", kSmi}, DeviceName {"NVIDIA GB200", "GB200 (per GPU)", kSmi},
    DeviceName {"NVIDIA GB300", "GB300 (per GPU)", kSmi}, DeviceName {"NVIDIA L4", "L4", kOpenModules},
    DeviceName {"NVIDIA L40S", "L40S", kOpenModules}, DeviceName {"NVIDIA GeForce RTX 4090", "RTX 4090", kOpenModules},
    DeviceName {"AMD Instinct MI250X", "MI250X", kAmdIds, 2}, DeviceName {"AMD Instinct MI300X", "MI300X", kAmdIds},
    DeviceName {"AMD Instinct MI300X VF", "MI300X", kAmdIds}, DeviceName {"AMD Instinct MI325X", "MI325X", kAmdIds},
    DeviceName {"AMD Instinct MI355X", "MI355X", kAmdIds}, DeviceName {"AMD Instinct MI355X VF", "MI355X", kAmdIds}};

// A device of PyTorch is a logical NeuronCore, one or more of these. AWS Neuron documentation, "Trainium
// architecture", "Trainium2 architecture", "Trainium3 architecture".
struct NeuronCores {
    std::string_view chip;
    std::int64_t per_chip = 0, most_per_device = 1;
};
constexpr std::array kNeuron
    = {NeuronCores {"Trainium1", 2, 1}, NeuronCores {"Trainium2", 8, 2}, NeuronCores {"Trainium3", 8, 2}};
constexpr std::string_view kNeuronName = "AWS Trainium"; // what the worker calls a neuron or xla device

constexpr std::array<std::string_view, 5> kWhat = {"known", "host", "name_unknown", "part_of_chip", "cores_unknown"};

const Accelerator* exactly(const Catalogue& catalogue, std::string_view name)
{
    const auto& all = catalogue.accelerators();
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const Accelerator& one) { return base::equalsIgnoreCase(one.name, name); });
    return found == all.end() ? nullptr : &*found;
}

ChipFound neuronChip(const Catalogue& catalogue, const NamedDevices& devices)
{
    for (const Instance* instance : catalogue.find(devices.instance_type))
        for (const NeuronCores& cores : kNeuron) {
            if (instance->accelerator != cores.chip || exactly(catalogue, cores.chip) == nullptr)
                continue;
            const std::int64_t each = cores.most_per_device == 1 ? 1 : devices.cores.value_or(0);
            ChipFound found {.what = DeviceChip::cores_unknown, .chip = std::string(cores.chip)};
            if (each >= 1 && each <= cores.most_per_device) {
                found.what = DeviceChip::known;
                found.name_source = "AWS Neuron documentation, architecture of the chip; instance type";
                found.chips = static_cast<double>(devices.count * each) / static_cast<double>(cores.per_chip);
            }
            return found;
        }
    return {};
}

std::optional<FactKind> peakKind(std::string_view precision)
{
    constexpr std::pair<std::string_view, FactKind> kKinds[] = {{"fp32", FactKind::fp32_dense_tflops},
        {"tf32", FactKind::tf32_dense_tflops}, {"bf16", FactKind::bf16_dense_tflops},
        {"fp16", FactKind::fp16_dense_tflops}, {"fp8", FactKind::fp8_dense_tflops}};
    for (const auto& [name, kind] : kKinds)
        if (name == precision)
            return kind;
    return std::nullopt;
}

} // namespace

std::string_view nameOf(DeviceChip what)
{
    return kWhat[static_cast<std::size_t>(what)];
}

ChipFound chipOf(const Catalogue& catalogue, const NamedDevices& devices)
{
    if (devices.kind == "cpu")
        return {.what = DeviceChip::host};
    const std::string name(base::trimmed(devices.name));
    if (name.starts_with(kNeuronName))
        return neuronChip(catalogue, devices);
    const auto known = std::find_if(
        kNames.begin(), kNames.end(), [&](const DeviceName& one) { return base::equalsIgnoreCase(one.device, name); });
    // What the user calls a chip may be what its driver calls it.
    const Accelerator* const chip = exactly(catalogue, known != kNames.end() ? known->chip : std::string_view(name));
    if (chip == nullptr)
        return {};
    const double per_chip = known != kNames.end() ? known->devices_per_chip : 1;
    ChipFound found {.chip = chip->name, .chips = static_cast<double>(devices.count) / per_chip};
    found.what = DeviceChip::known;
    found.name_source = known != kNames.end() ? known->source : "the catalogue's own name";
    const auto memory = catalogue.fact(chip->name, FactKind::memory_gb);
    if (memory && devices.memory_bytes && *devices.memory_bytes < kLeastMemory * memory->value * kGiga / per_chip) {
        found.what = DeviceChip::part_of_chip;
        found.chips = 0;
    }
    return found;
}

DevicePeak densePeak(const Catalogue& catalogue, const NamedDevices& devices, std::string_view precision)
{
    DevicePeak peak {.found = chipOf(catalogue, devices)};
    const auto kind = peakKind(precision);
    if (peak.found.what != DeviceChip::known || !kind)
        return peak;
    peak.of_chip = catalogue.fact(peak.found.chip, *kind);
    if (peak.of_chip && peak.of_chip->value > 0)
        peak.flops = peak.of_chip->value * kTera * peak.found.chips;
    return peak;
}

} // namespace fullscope::catalogue
