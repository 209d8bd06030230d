// SPDX-License-Identifier: GPL-3.0-or-later
// What the Hugging Face Trainer says of a run before its first step and after the last.
#pragma once

#include <cstdint>
#include <string_view>

namespace fullscope::import {

class RunFacts;

class TrainerFacts {
public:
    // A line, perhaps `  Num examples = 3,901` or `  train_runtime            = 0:14:31.66`.
    void take(std::string_view text, RunFacts& facts, std::int64_t line);
    // An item of the summary at the end: `train_runtime`, in seconds.
    void takeSummary(std::string_view key, std::string_view value, RunFacts& facts, std::int64_t line);

    std::int64_t totalSteps() const { return m_total_steps; } // 0: not told

private:
    std::int64_t m_total_steps = 0;
    std::int64_t m_global_batch = 0, m_micro_batch = 0, m_accumulation = 0;
};

} // namespace fullscope::import
