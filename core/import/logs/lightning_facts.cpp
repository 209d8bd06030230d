// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/lightning_facts.h"

#include "core/import/logs/log_line.h"

#include <algorithm>
#include <array>
#include <string>

namespace fullscope::import {

namespace {

struct Phrase {
    std::string_view words; // a number follows
    const char* fact;
};

constexpr std::array kNumbers {
    Phrase {"All distributed processes registered. Starting with ", "world_size"},
    Phrase {"Copying Trainer's 'max_steps' (", "total_steps"},
    Phrase {"group_world_size=", "nodes"}, // of the launcher's groups there is one a node
};

// The ranks that work together with rank 0 in one way: `[0, 2, 4, 6]`.
constexpr std::array kGroups {
    Phrase {"Rank 0 has data parallel group", "data_parallel"},
    Phrase {"Rank 0 has tensor model parallel group", "tensor_parallel"},
    Phrase {"Rank 0 has pipeline model parallel group", "pipeline_parallel"},
    Phrase {"Rank 0 has context parallel group", "context_parallel"},
};

} // namespace

void lightningFacts(RunFacts& facts, std::string_view text, std::int64_t line)
{
    for (const auto& [words, fact] : kNumbers)
        if (const std::size_t at = text.find(words); at != std::string_view::npos)
            if (const auto number = numberAfter(text, at + words.size()); number && *number > 0)
                facts.addIfUnknown(fact, std::to_string(*number), line);
    for (const auto& [words, fact] : kGroups) {
        const std::size_t at = text.find(words);
        const std::size_t open = at == std::string_view::npos ? at : text.find('[', at);
        const std::size_t close = open == std::string_view::npos ? open : text.find(']', open);
        if (close == std::string_view::npos || close == open + 1)
            continue;
        const auto ranks = 1
            + std::count(text.begin() + static_cast<std::ptrdiff_t>(open),
                text.begin() + static_cast<std::ptrdiff_t>(close), ',');
        facts.addIfUnknown(fact, std::to_string(ranks), line);
    }
}

} // namespace fullscope::import
