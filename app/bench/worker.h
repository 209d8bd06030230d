// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bench/record_writer.h"

#include <atomic>
#include <string>
#include <vector>

namespace fullscope::bench {

struct WorkerArguments {
    std::string spec = "{}";
    std::string library = "auto";
    std::vector<std::string> argv; // as called
};

// Trains and measures as the specification says; everything it has to say, errors too, goes to `records`. The exit
// status: 0 when it ended as planned or was asked to end, else 1.
int work(const WorkerArguments& arguments, const std::atomic<bool>& is_stopped, RecordWriter& records);

} // namespace fullscope::bench
