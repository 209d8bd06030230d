// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/engine/engine.h"
#include "core/bench/engine/records.h"

#include <functional>

namespace fullscope::bench {

// What the library gives on the model's own products alone, a `ceiling` record each: for `seconds` or ten times,
// whichever is first, three times at least.
void measureCeiling(const Engine& engine, const MatrixLibrary& library, double seconds, const char* when,
    const std::function<std::int64_t()>& wall_ns, const std::function<bool()>& is_stopped, RecordSink& records);

} // namespace fullscope::bench
