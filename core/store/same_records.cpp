// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/same_records.h"

#include "core/store/runs.h"
#include "core/store/samples.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fullscope::store {

namespace {

using evidence::SampleBlock;

bool isEqual(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

template <typename T>
bool begins(const std::vector<T>& longer, const std::vector<T>& shorter)
{
    return shorter.size() <= longer.size() && std::equal(shorter.begin(), shorter.end(), longer.begin());
}

bool begins(const SampleBlock& longer, const SampleBlock& shorter)
{
    if (!begins(longer.step, shorter.step) || !begins(longer.time_us, shorter.time_us))
        return false;
    for (std::size_t column = 0; column < shorter.values.size(); ++column)
        if (!std::equal(
                shorter.values[column].begin(), shorter.values[column].end(), longer.values[column].begin(), isEqual))
            return false;
    return true;
}

} // namespace

base::Result<bool> beginsWith(
    Database& database, std::int64_t longer, std::span<const evidence::SeriesInfo> series, std::int64_t shorter)
{
    FS_TRY_VALUE(old, readColumns(database, shorter));
    std::vector<int> of_old(old.series.size()), of_longer;
    std::iota(of_old.begin(), of_old.end(), 0);
    for (const evidence::SeriesInfo& info : old.series) {
        const auto same = std::find_if(
            series.begin(), series.end(), [&](const evidence::SeriesInfo& one) { return one.name == info.name; });
        if (same == series.end())
            return false;
        of_longer.push_back(static_cast<int>(same - series.begin()));
    }
    const auto old_reader = StoredSamples(database, shorter).read(of_old);
    const auto reader = StoredSamples(database, longer).read(of_longer);
    SampleBlock block, old_block;
    for (bool any = false;; any = true) {
        FS_TRY_VALUE(old_goes_on, old_reader->next(old_block));
        if (!old_goes_on)
            return any;
        FS_TRY_VALUE(goes_on, reader->next(block)); // blocks of both are of the same rows
        if (!goes_on || !begins(block, old_block))
            return false;
    }
}

} // namespace fullscope::store
