// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/machine.h"

#include "core/base/text.h"
#include "core/base/utc.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <ctime>
#include <fstream>
#include <sstream>

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

extern char** environ;

namespace fullscope::bench {

namespace {

std::string firstLine(const char* path)
{
    std::string line;
    std::getline(std::ifstream(path) >> std::ws, line);
    return line;
}

// The value after `key` and a colon, of files like /proc/meminfo.
std::string field(const char* path, std::string_view key)
{
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);)
        if (const std::size_t colon = line.find(':');
            colon != std::string::npos && base::trimmed(std::string_view(line).substr(0, colon)) == key)
            return std::string(base::trimmed(std::string_view(line).substr(colon + 1)));
    return {};
}

std::int64_t wholeNumber(std::string_view text)
{
    std::int64_t value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    return read.ec == std::errc() ? value : 0;
}

std::int64_t nanoseconds(clockid_t clock)
{
    timespec now {};
    clock_gettime(clock, &now);
    return static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

} // namespace

std::int64_t usableThreads()
{
    cpu_set_t set;
    CPU_ZERO(&set);
    std::int64_t count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    std::istringstream limit(firstLine("/sys/fs/cgroup/cpu.max")); // "200000 100000" or "max 100000"
    std::string quota;
    std::int64_t period = 0;
    if (limit >> quota >> period && wholeNumber(quota) > 0 && period > 0)
        count = std::min(count, (wholeNumber(quota) + period - 1) / period);
    return std::max<std::int64_t>(count, 1);
}

std::int64_t memoryBytes()
{
    return wholeNumber(field("/proc/meminfo", "MemTotal")) * 1'024;
}

std::int64_t availableMemoryBytes()
{
    const std::int64_t available = wholeNumber(field("/proc/meminfo", "MemAvailable")) * 1'024;
    const std::int64_t limit = wholeNumber(firstLine("/sys/fs/cgroup/memory.max"));
    const std::int64_t used = wholeNumber(firstLine("/sys/fs/cgroup/memory.current"));
    return limit > 0 ? std::min(available, std::max<std::int64_t>(limit - used, 0)) : available;
}

std::int64_t peakMemoryBytes()
{
    rusage usage {};
    return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss * 1'024 : 0;
}

std::string processorName()
{
    return field("/proc/cpuinfo", "model name");
}

std::string hostName()
{
    std::array<char, 256> name {};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

std::string startOfNow()
{
    using namespace std::chrono;
    const auto now = floor<seconds>(system_clock::now().time_since_epoch());
    return base::formatIso({duration_cast<microseconds>(now).count()});
}

std::string instanceType()
{
    const bool is_ec2 = firstLine("/sys/devices/virtual/dmi/id/sys_vendor") == "Amazon EC2";
    return is_ec2 ? firstLine("/sys/devices/virtual/dmi/id/product_name") : "";
}

double greatestClockMhz()
{
    return static_cast<double>(wholeNumber(firstLine("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq"))) / 1'000;
}

std::int64_t wallNs()
{
    return nanoseconds(CLOCK_MONOTONIC);
}

std::int64_t cpuNs()
{
    return nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
}

std::map<std::string, std::string> timingEnvironment()
{
    std::map<std::string, std::string> found;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text(*entry);
        for (const std::string_view start : {"OMP_", "GOMP_", "OPENBLAS_", "DNNL_", "ONEDNN_", "GLIBC_TUNABLES="})
            if (const std::size_t equals = text.find('='); text.starts_with(start) && equals != std::string_view::npos)
                found[std::string(text.substr(0, equals))] = text.substr(equals + 1);
    }
    return found;
}

} // namespace fullscope::bench
