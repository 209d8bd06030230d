// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogue as lists to look through.
#pragma once

#include "core/catalogue/catalogue.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::catalogue {

// One line: a price with what it buys, or a type in a region of which no price is known.
struct Listing {
    std::string provider, instance_type, accelerator, region;
    std::optional<int> accelerator_count;
    std::optional<Price> price;
    std::string source, note;
};

struct Filter {
    std::string words; // each must occur somewhere in the line, without case
    std::string provider, accelerator; // the whole name without case; empty = all
};

std::vector<Listing> search(const Catalogue& catalogue, const Filter& filter);
std::vector<Accelerator> searchAccelerators(const Catalogue& catalogue, std::string_view words);

// Of all lines, each once, in order of name.
std::vector<std::string> providersOf(const Catalogue& catalogue);
std::vector<std::string> acceleratorsOf(const Catalogue& catalogue);

} // namespace fullscope::catalogue
