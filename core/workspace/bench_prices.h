// SPDX-License-Identifier: GPL-3.0-or-later
// What the catalogue says an hour of a device costs.
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/words/words.h"

#include <string>
#include <vector>

namespace fullscope::workspace {

struct BenchPrice {
    double per_h = 0; // USD
    std::string label; // what it buys, and its day
    std::string source, as_of;
    int devices = 1; // that it pays for
};

// Of every instance type with chips that a device of this name may be ("NVIDIA A100-SXM4-80GB": every A100, as names of
// drivers and of the catalogue differ): the price of the whole instance and, where it has several chips, the share of
// one. Those that hold on the day `today`, in dollars. A CPU has none.
std::vector<BenchPrice> benchPrices(const catalogue::Catalogue& catalogue, const std::string& device_name,
    const std::string& today, words::Language language);

} // namespace fullscope::workspace
