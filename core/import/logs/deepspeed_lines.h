// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of the DeepSpeed engine and of DeepSpeed-Chat, wherever they stand in a text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fullscope::import {

// `[Rank 0] step=10, skipped=6, lr=[…`
struct EngineNote {
    std::size_t begin = 0;
    std::int64_t step = 0, skipped = 0;
    std::optional<double> learning_rate; // of the first group of parameters
};
std::optional<EngineNote> findNote(std::string_view text);

// `epoch=0/micro_step=10/global_step=10, RunningAvg…` or `0/20, SamplesPerSec=…`
struct EngineSpeed {
    std::size_t begin = 0;
    std::int64_t step = 0;
    std::string_view fields;
};
std::optional<EngineSpeed> findSpeed(std::string_view text);

// `epoch: 0|step: 4|…`
struct PpoStep {
    std::size_t begin = 0;
    std::int64_t epoch = 0, step = 0;
    std::string_view fields;
};
std::optional<PpoStep> findPpo(std::string_view text);

} // namespace fullscope::import
