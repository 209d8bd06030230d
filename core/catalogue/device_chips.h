// SPDX-License-Identifier: GPL-3.0-or-later
// Which chip of the catalogue a device is, by the name that its driver gives it, and what it could do at most.
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/evidence/devices.h"

#include <optional>
#include <string>

namespace fullscope::catalogue {

enum class DeviceChip {
    known,
    host, // a CPU: the catalogue has none
    name_unknown, // no chip of the catalogue has this device name: never guessed
    part_of_chip, // MIG or vGPU: less memory than the chip has, so that its share of the peak is not known
    cores_unknown, // of Trainium, how many cores stand together as one device
};
std::string_view nameOf(DeviceChip what); // "known", "name_unknown" …

struct ChipFound {
    DeviceChip what = DeviceChip::name_unknown;
    std::string chip {}; // as the catalogue spells it; also of a part of a chip
    std::string name_source {}; // where it was seen that devices of this name are this chip
    double chips = 0; // how many of them the devices are: half of one is what an MI250X shows as one device
};
ChipFound chipOf(const Catalogue& catalogue, const evidence::NamedDevices& devices);

struct DevicePeak {
    ChipFound found {};
    // Dense, of all devices together, FLOP/s; absent: the chip is not known, or nobody tells it for this precision.
    std::optional<double> flops {};
    std::optional<Fact> of_chip {}; // TFLOP/s and where they come from
};
// Precision: "fp32", "tf32", "bf16", "fp16", "fp8". What sparsity would add is never in it.
DevicePeak densePeak(const Catalogue& catalogue, const evidence::NamedDevices& devices, std::string_view precision);

} // namespace fullscope::catalogue
