// SPDX-License-Identifier: GPL-3.0-or-later
// One run of a benchmark worker: started, listened to, and ended whatever it does.
#pragma once

#include "core/base/job.h"
#include "core/bench/measurement.h"
#include "core/bench/process.h"

#include <functional>
#include <optional>

namespace fullscope::bench {

struct WorkerLimits {
    double silent_s = 120; // no record for so long: it hangs (workers give a sign every 5 s, also while they compile)
    // Signs of life but no record of progress for so long: a device that hangs lets the worker's clock tick on. Longer
    // than the longest first compilation.
    double stalled_s = 3'600;
    std::optional<double> most_s {}, most_money {}; // money: of price_per_h for the wall-clock
    std::optional<double> price_per_h {};
    double grace_s = 5; // from the polite word to SIGTERM
    double patience_s = 10; // from SIGTERM to SIGKILL
};

enum class WorkerEnd {
    done, // as it should
    cancelled, // by the user
    time_limit,
    money_limit,
    silent, // no sign for WorkerLimits::silent_s, or no progress for stalled_s
    failed, // it said why, or its exit code is not 0
    killed, // by a signal that was not ours: out of memory, a crash
    no_records, // it ended well and said nothing
    other_version // it speaks a protocol that is not known here
};

struct WorkerOutcome {
    WorkerEnd end = WorkerEnd::done;
    int exit_code = -1, signal = 0;
    double wall_s = 0;
    std::string log; // the last of what it printed besides its records
    Measurement measurement;
    std::vector<base::Problem> problems; // records that could not be used
    std::string version; // of other_version
};

// Progress: the phase in `what`, windows done of those planned. Errors: only where it cannot be started; whatever was
// said before an end stays.
// `told` is called with all that was said so far whenever something was.
using Told = std::function<void(const Measurement& so_far)>;
base::Result<WorkerOutcome> runWorker(
    const Command& command, const WorkerLimits& limits, const base::JobContext& job, const Told& told = {});

} // namespace fullscope::bench
