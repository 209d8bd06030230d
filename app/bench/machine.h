// SPDX-License-Identifier: GPL-3.0-or-later
// What /proc, /sys and the environment say of the machine that is measured; 0 or empty where they say nothing.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace fullscope::bench {

std::int64_t usableThreads(); // processors this process may run on, within the quota of its container
std::int64_t memoryBytes();
std::int64_t availableMemoryBytes(); // within the limit of its container
std::int64_t peakMemoryBytes(); // of this process
std::string processorName();
std::string hostName();
std::string startOfNow(); // ISO 8601, UTC, whole seconds
std::string instanceType(); // of a machine of EC2, as its firmware tells it; else empty
double greatestClockMhz();
std::int64_t wallNs(); // monotonic
std::int64_t cpuNs(); // of this process
std::map<std::string, std::string> timingEnvironment(); // variables that change how fast products are

} // namespace fullscope::bench
