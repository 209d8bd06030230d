// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/engine/engine.h"
#include "core/bench/engine/records.h"

#include <functional>

namespace fullscope::bench {

// What the library gives on the model's own products alone, a `ceiling` record each: for `seconds` or ten times,
// whichever is first, three times at least. By the clock, and by the CPU time of all threads: what a neighbour takes
// away lowers the one and not the other.
struct CeilingClocks {
    std::function<std::int64_t()> wall_ns, cpu_ns;
    std::int64_t threads;
};
void measureCeiling(const Engine& engine, const MatrixLibrary& library, double seconds, const char* when,
    const CeilingClocks& clocks, const std::function<bool()>& is_stopped, RecordSink& records);

} // namespace fullscope::bench
