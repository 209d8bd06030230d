// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/telemetry/reading_names.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

namespace {

namespace readings = evidence::readings;
using evidence::RateWindow;

struct Unit {
    std::string_view text;
    const char* base; // unit of the series
    double times = 1, over = 1;
};

// `%` of an own series stays per cent; a standard one is a share.
constexpr double kMi = 1024.0 * 1024;
constexpr std::array kUnits {
    Unit {"%", "%"},
    Unit {"B", "bytes"},
    Unit {"KiB", "bytes", 1024},
    Unit {"MiB", "bytes", kMi},
    Unit {"MB", "bytes", kMi}, // dmon writes it so and means MiB
    Unit {"GiB", "bytes", 1024 * kMi},
    Unit {"mW", "W", 1, 1000},
    Unit {"W", "W"},
    Unit {"kW", "W", 1000},
    Unit {"mJ", "J", 1, 1000},
    Unit {"J", "J"},
    Unit {"MHz", "Hz", 1e6},
    Unit {"GHz", "Hz", 1e9},
    Unit {"C", "°C"},
    Unit {"us", "s", 1, 1e6},
    Unit {"ms", "s", 1, 1000},
    Unit {"s", "s"},
    Unit {"MB/s", "MB/s"},
};

struct Known {
    std::string_view own;
    const char* name; // "" = a reading under its own name
    std::string_view unit;
    int rank = 0;
    RateWindow window = RateWindow::instant;
};

constexpr std::array kSmi {
    Known {"utilization.gpu", readings::utilization, "%"},
    Known {"utilization.memory", "", "%"},
    Known {"memory.used", readings::memory_used, "MiB"},
    Known {"memory.total", readings::memory_total, "MiB"},
    Known {"memory.free", "", "MiB"},
    Known {"memory.reserved", "", "MiB"},
    // the mean over a second misses nothing between two rows, an instant does
    Known {"power.draw.average", readings::power, "W", 0, RateWindow::interval_mean},
    Known {"power.draw", readings::power, "W", 1},
    Known {"power.draw.instant", readings::power, "W", 2},
    Known {"power.limit", "", "W"},
    Known {"enforced.power.limit", "", "W"},
    Known {"power.default_limit", "", "W"},
    Known {"power.max_limit", "", "W"},
    Known {"power.min_limit", "", "W"},
    Known {"temperature.gpu", readings::temperature, "C"},
    Known {"temperature.memory", "", "C"},
    Known {"clocks.sm", readings::clock, "MHz", 1},
    Known {"clocks.current.sm", readings::clock, "MHz", 0},
    Known {"clocks.gr", "", "MHz"},
    Known {"clocks.current.graphics", "", "MHz"},
    Known {"clocks.mem", "", "MHz"},
    Known {"clocks.current.memory", "", "MHz"},
    Known {"clocks.video", "", "MHz"},
    Known {"clocks.max.sm", "", "MHz"},
    Known {"clocks.max.mem", "", "MHz"},
    Known {"fan.speed", "", "%"},
    Known {"pstate", "", ""},
    Known {"encoder.stats.sessioncount", "", ""},
};
// Fields that say which device it is, or when.
constexpr std::array<std::string_view, 14> kSmiOther {"timestamp", "index", "uuid", "gpu_uuid", "name", "gpu_name",
    "pci.bus_id", "gpu_bus_id", "serial", "gpu_serial", "driver_version", "count", "compute_cap", "compute_mode"};

constexpr std::array kDmon {
    Known {"pwr", readings::power, "W"},
    Known {"gtemp", readings::temperature, "C"},
    Known {"sm", readings::utilization, "%"},
    Known {"fb", readings::memory_used, "MB"},
    Known {"pclk", readings::clock, "MHz"},
};

constexpr std::array kDcgmi {
    Known {"GPUTL", readings::utilization, "%"},
    Known {"MCUTL", "", "%"},
    Known {"ECUTL", "", "%"},
    Known {"DCUTL", "", "%"},
    Known {"FBUSD", readings::memory_used, "MiB"},
    Known {"FBTTL", readings::memory_total, "MiB"},
    Known {"FBFRE", "", "MiB"},
    Known {"FBRSV", "", "MiB"},
    Known {"POWER", readings::power, "W"},
    Known {"TOTEC", readings::energy, "mJ"},
    Known {"TMPTR", readings::temperature, "C"},
    Known {"MMTMP", "", "C"},
    Known {"SMCLK", readings::clock, "MHz"},
    Known {"MMCLK", "", "MHz"},
};

constexpr std::array kMetrics {
    Known {"DCGM_FI_DEV_GPU_UTIL", readings::utilization, "%"},
    Known {"DCGM_FI_DEV_FB_USED", readings::memory_used, "MiB"},
    Known {"DCGM_FI_DEV_FB_TOTAL", readings::memory_total, "MiB"},
    Known {"DCGM_FI_DEV_FB_FREE", "", "MiB"},
    Known {"DCGM_FI_DEV_FB_RESERVED", "", "MiB"},
    Known {"DCGM_FI_DEV_POWER_USAGE", readings::power, "W"},
    Known {"DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", readings::energy, "mJ"},
    Known {"DCGM_FI_DEV_GPU_TEMP", readings::temperature, "C"},
    Known {"DCGM_FI_DEV_MEMORY_TEMP", "", "C"},
    Known {"DCGM_FI_DEV_SM_CLOCK", readings::clock, "MHz"},
    Known {"DCGM_FI_DEV_MEM_CLOCK", "", "MHz"},
    Known {"neuroncore_utilization_ratio", readings::utilization, "", 0, RateWindow::interval_mean},
};

const Unit* unitNamed(std::string_view text)
{
    const auto* found = std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& unit) { return unit.text == text; });
    return found == kUnits.end() ? nullptr : found;
}

template <std::size_t N>
const Known* find(const std::array<Known, N>& table, std::string_view own)
{
    const auto* found
        = std::find_if(table.begin(), table.end(), [&](const Known& k) { return base::equalsIgnoreCase(k.own, own); });
    return found == table.end() ? nullptr : found;
}

ReadingMeaning meaningOf(const Known* known, std::string_view own, std::string_view unit)
{
    ReadingMeaning meaning {.name = std::string(own)};
    if (known && known->name[0] != '\0') {
        meaning.name = known->name;
        meaning.rank = known->rank;
        meaning.window = known->window;
        meaning.standard = true;
    }
    const Unit* scale = unitNamed(unit.empty() && known ? known->unit : unit);
    if (!scale)
        return meaning;
    meaning.unit = scale->base;
    meaning.times = scale->times;
    meaning.over = scale->over;
    if (meaning.standard && scale->text == "%") {
        meaning.unit = "";
        meaning.over = 100;
    }
    return meaning;
}

} // namespace

ReadingMeaning smiMeaning(std::string_view field, std::string_view unit)
{
    return meaningOf(find(kSmi, field), field, unit);
}

bool isSmiField(std::string_view field)
{
    return find(kSmi, field) != nullptr || std::any_of(kSmiOther.begin(), kSmiOther.end(), [&](std::string_view other) {
        return base::equalsIgnoreCase(other, field);
    });
}

bool isSmiUnit(std::string_view unit)
{
    return unitNamed(unit) != nullptr;
}

ReadingMeaning dmonMeaning(std::string_view column, std::string_view unit)
{
    return meaningOf(find(kDmon, column), column, unit);
}

ReadingMeaning dcgmiMeaning(std::string_view column, std::string_view unit)
{
    return meaningOf(find(kDcgmi, column), column, unit);
}

ReadingMeaning metricMeaning(std::string_view metric)
{
    return meaningOf(find(kMetrics, metric), metric, {});
}

bool isDeviceMetric(std::string_view metric)
{
    return metric.starts_with("DCGM_FI_") || metric.starts_with("neuroncore_") || metric.starts_with("neuron_");
}

bool isDcgmBlank(double value)
{
    // blank, not found, not supported, not permitted: the greatest signed number less 15, and up to three more
    const auto from = [value](double blank) { return value >= blank && value <= blank + 15; };
    return from(2147483632.0) || from(140737488355328.0) || value >= 9223372036854775000.0;
}

} // namespace fullscope::import
