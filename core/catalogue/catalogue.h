// SPDX-License-Identifier: GPL-3.0-or-later
// Prices and chip facts, each with source and date. The files are data/catalogue/*.csv, built into the program.
#pragma once

#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::catalogue {

struct Instance {
    std::string provider, instance_type, accelerator, region;
    std::optional<int> accelerator_count;
    std::optional<double> on_demand_usd_h, spot_usd_h, reserved_1yr_usd_h, reserved_3yr_usd_h;
    std::string as_of, source, notes;
};

struct Accelerator {
    std::string name, vendor;
    std::optional<int> year;
    std::optional<double> memory_gb, memory_tb_s;
    std::optional<double> bf16_dense_tflops; // and the other columns of the file, as given there
    std::optional<double> tf32_dense_tflops, fp8_dense_tflops, fp16_dense_tflops;
    std::optional<double> fp32_dense_tflops, fp4_dense_tflops;
    std::optional<double> sparse_factor; // of the dense figures, where the vendor states sparse ones; 1: there are none
    std::optional<double> tdp_w;
    std::string source, notes;
};

class Catalogue {
public:
    // The catalogue that the program carries. A malformed built-in file is a programming error (tests read it).
    static const Catalogue& builtIn();
    static base::Result<Catalogue> parse(std::string_view instances_csv, std::string_view accelerators_csv);

    const std::vector<Instance>& instances() const { return m_instances; }
    const std::vector<Accelerator>& accelerators() const { return m_accelerators; }
    // All prices of a type, any region. Case-insensitive; `ml.` and `db.` prefixes are ignored.
    std::vector<const Instance*> find(std::string_view instance_type) const;
    // By name, or by its beginning up to a space where that is one chip's only ("H100 SXM5", not "H100"). Null when
    // none.
    const Accelerator* accelerator(std::string_view name) const;
    // True when the type is known to carry accelerators: it stands here (the catalogue holds no others), or its
    // provider's naming convention says so (AWS g4dn, Azure Standard_NC…).
    bool hasAccelerators(std::string_view instance_type) const;
    // Dense bf16 peak of the whole instance in FLOP/s, when both chip count and chip peak are known.
    std::optional<double> peakFlopsBf16(std::string_view instance_type) const;

private:
    std::vector<Instance> m_instances;
    std::vector<Accelerator> m_accelerators;
};

} // namespace fullscope::catalogue
