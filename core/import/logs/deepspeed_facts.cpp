// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/deepspeed_facts.h"

#include "core/import/logs/log_line.h"

#include <array>
#include <string>

namespace fullscope::import {

namespace {

struct Named {
    std::string_view words; // a number follows, perhaps after dots
    const char* fact;
};

constexpr std::array kNumbers {
    Named {"dist_world_size=", "world_size"},
    Named {" world_size ..", "world_size"},
    Named {"nnodes=", "nodes"},
    Named {" train_batch_size ..", "global_batch"},
    Named {" train_micro_batch_size_per_gpu ..", "micro_batch"},
    Named {" gradient_accumulation_steps ..", "gradient_accumulation_steps"},
    Named {" steps_per_print ..", "log_interval"},
};

} // namespace

void deepspeedFacts(RunFacts& facts, std::string_view text, std::int64_t line)
{
    for (const auto& [words, fact] : kNumbers)
        if (const std::size_t at = text.find(words); at != std::string_view::npos)
            if (const auto number = numberAfter(text, at + words.size(), "."); number && *number > 0)
                facts.addIfUnknown(fact, std::to_string(*number), line);
}

} // namespace fullscope::import
