// SPDX-License-Identifier: GPL-3.0-or-later
// What the texts of a Google Cloud bill say: a machine is billed in several SKUs, which only their descriptions tell.
#pragma once

#include "core/evidence/bill.h"

#include <string>
#include <string_view>

namespace fullscope::import {

// The part of a machine that a SKU charges for; `whole` in bills of before 2019, whose SKUs are machine types.
enum class GcpPart { none, gpu, tpu, core, memory, local_disk, whole };

struct GcpSku {
    GcpPart part = GcpPart::none;
    // The type of a GPU or TPU, in the manner of Google's accelerator types ("nvidia-h100-80gb"), or of a whole
    // machine.
    std::string type {};
    // For parts, and for commitments, which are none.
    evidence::PurchaseOption purchase_option = evidence::PurchaseOption::none;
    bool commitment = false; // the fee of a committed use discount, whether it is used or not
};
GcpSku gcpSku(std::string_view service, std::string_view sku);

// What `compute.googleapis.com/machine_spec` says of a machine, by Google's naming convention.
struct GcpMachine {
    int accelerators = 0; // built in, whole ones: of a3-highgpu-8g 8, of ct5lp-hightpu-4t 4; n1-standard-8 has none
    int cores = 0; // of n1-standard-8 8; 0 where the name does not tell
};
GcpMachine gcpMachine(std::string_view machineSpec);

// FOCUS ServiceCategory where the SKU tells it better than the service: "Networking", "Storage", "Compute"; else empty.
std::string_view gcpServiceCategory(std::string_view service, std::string_view sku, GcpPart part);

} // namespace fullscope::import
