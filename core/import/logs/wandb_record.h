// SPDX-License-Identifier: GPL-3.0-or-later
// One Record of a W&B transaction log, as far as a run needs it.
#pragma once

#include "core/base/utc.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::import {

struct WandbItem {
    std::string key; // parts of a nested key joined by dots
    std::string_view json;
};

struct WandbRecord {
    enum class Kind { other, history, summary, output, config, stats, metric, run, exit };

    Kind kind = Kind::other;
    std::vector<WandbItem> items {}; // of history, summary, config (of a run too), stats
    std::int64_t step = -1; // of history, where it stands outside the items
    std::int64_t time_us = base::kNoTime; // of output and stats; the start of a run
    std::string_view text {}; // line of output; step metric of a metric
    std::string_view run_id {};
    std::int64_t starting_step = 0;
    bool resumed = false;
    std::int64_t exit_code = 0, runtime_s = -1; // of exit
};

// False when the bytes are no Record. Views are into `message`; `record` is used again.
bool readWandbRecord(std::string_view message, WandbRecord& record);

} // namespace fullscope::import
