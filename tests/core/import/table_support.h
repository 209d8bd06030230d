// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of tables ask of an imported log.
#pragma once

#include "tests/core/import/log_sink.h"
#include "tests/core/import/temp_dir.h"

namespace fullscope::import::testing {

inline const evidence::SeriesInfo& info(const Imported& got, const char* name)
{
    static const evidence::SeriesInfo none {.name = "", .unit = "no such series"};
    const int index = got.sink.run.seriesIndex(name);
    return index < 0 ? none : got.sink.run.series[static_cast<std::size_t>(index)];
}

// Seconds between neighbouring records of one run.
inline double medianInterval(const Imported& got)
{
    std::vector<double> seconds;
    for (std::size_t i = 1; i < got.sink.samples.size(); ++i)
        if (got.sink.samples[i].step > got.sink.samples[i - 1].step)
            seconds.push_back(static_cast<double>(got.sink.samples[i].time_us - got.sink.samples[i - 1].time_us) / 1e6);
    std::sort(seconds.begin(), seconds.end());
    return (seconds[(seconds.size() - 1) / 2] + seconds[seconds.size() / 2]) / 2;
}

inline std::string sniffed(const std::string& text)
{
    const TempDir dir;
    const auto recognised = recognise(dir.write("x", text));
    return recognised.ok() ? recognised->format->id : "";
}

} // namespace fullscope::import::testing
