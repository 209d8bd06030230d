// SPDX-License-Identifier: GPL-3.0-or-later
// Least and greatest values of short stretches of a series, with the exact step and time of each, so that drawing reads
// these instead of the samples. Values that are not finite are left out.
#pragma once

#include "core/store/column_codec.h"

#include <string>
#include <vector>

namespace fullscope::store {

constexpr std::size_t kFineRows = 64; // samples per entry
constexpr std::size_t kCoarseRows = 1'024;

struct Pyramid {
    // Equal lengths; lo is not a number where a stretch has no finite value.
    std::vector<double> lo, hi;
    std::vector<std::int64_t> lo_step, hi_step, lo_time_us, hi_time_us;

    std::size_t size() const { return lo.size(); }
};

inline std::size_t pyramidEntries(std::size_t samples, std::size_t rows_per_entry)
{
    return (samples + rows_per_entry - 1) / rows_per_entry;
}

Pyramid makePyramid(std::span<const double> values, std::span<const std::int64_t> step,
    std::span<const std::int64_t> time_us, std::size_t rows_per_entry);

std::vector<std::byte> encodePyramid(const Pyramid& pyramid, ColumnCodec& codec);
base::Result<Pyramid> decodePyramid(std::span<const std::byte> blob, std::size_t entries, ColumnCodec& codec);

} // namespace fullscope::store
