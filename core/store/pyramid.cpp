// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/pyramid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace fullscope::store {

namespace {

// Rows of the least and greatest finite value; none = the stretch has no finite value.
struct Extremes {
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
    std::size_t lo = kNone, hi = kNone;
};

Extremes extremes(std::span<const double> values, std::size_t begin, std::size_t end)
{
    Extremes found;
    for (std::size_t row = begin; row < end; ++row) {
        if (!std::isfinite(values[row]))
            continue;
        if (found.lo == Extremes::kNone || values[row] < values[found.lo])
            found.lo = row;
        if (found.hi == Extremes::kNone || values[row] > values[found.hi])
            found.hi = row;
    }
    return found;
}

constexpr std::size_t kLengthBytes = 4; // length of the values' blob, little endian, before it

} // namespace

Pyramid makePyramid(std::span<const double> values, std::span<const std::int64_t> step,
    std::span<const std::int64_t> time_us, std::size_t rows_per_entry)
{
    Pyramid pyramid;
    for (std::size_t begin = 0; begin < values.size(); begin += rows_per_entry) {
        const Extremes found = extremes(values, begin, std::min(begin + rows_per_entry, values.size()));
        const bool any = found.lo != Extremes::kNone;
        const std::size_t lo = any ? found.lo : begin;
        const std::size_t hi = any ? found.hi : begin;
        pyramid.lo.push_back(any ? values[lo] : std::numeric_limits<double>::quiet_NaN());
        pyramid.hi.push_back(any ? values[hi] : std::numeric_limits<double>::quiet_NaN());
        pyramid.lo_step.push_back(step[lo]);
        pyramid.hi_step.push_back(step[hi]);
        pyramid.lo_time_us.push_back(time_us[lo]);
        pyramid.hi_time_us.push_back(time_us[hi]);
    }
    return pyramid;
}

std::vector<std::byte> encodePyramid(const Pyramid& pyramid, ColumnCodec& codec)
{
    std::vector<double> values(pyramid.lo);
    values.insert(values.end(), pyramid.hi.begin(), pyramid.hi.end());
    std::vector<std::int64_t> positions;
    positions.reserve(4 * pyramid.size());
    for (const auto* column : {&pyramid.lo_step, &pyramid.hi_step, &pyramid.lo_time_us, &pyramid.hi_time_us})
        positions.insert(positions.end(), column->begin(), column->end());

    std::vector<std::byte> blob(kLengthBytes);
    const auto first = codec.encode(values);
    for (std::size_t i = 0; i < kLengthBytes; ++i)
        blob[i] = static_cast<std::byte>(first.size() >> (8 * i));
    blob.insert(blob.end(), first.begin(), first.end());
    const auto second = codec.encode(positions);
    blob.insert(blob.end(), second.begin(), second.end());
    return blob;
}

base::Result<Pyramid> decodePyramid(std::span<const std::byte> blob, std::size_t entries, ColumnCodec& codec)
{
    std::size_t length = 0;
    for (std::size_t i = 0; i < kLengthBytes && i < blob.size(); ++i)
        length |= static_cast<std::size_t>(blob[i]) << (8 * i);
    if (blob.size() < kLengthBytes || length > blob.size() - kLengthBytes) {
        base::Error error;
        error.code = base::Code::store_corrupt;
        error.found = "pyramid";
        return error;
    }
    std::vector<double> values(2 * entries);
    std::vector<std::int64_t> positions(4 * entries);
    FS_TRY(codec.decode(blob.subspan(kLengthBytes, length), std::span(values)));
    FS_TRY(codec.decode(blob.subspan(kLengthBytes + length), std::span(positions)));

    Pyramid pyramid;
    const auto n = static_cast<std::ptrdiff_t>(entries);
    pyramid.lo.assign(values.begin(), values.begin() + n);
    pyramid.hi.assign(values.begin() + n, values.end());
    std::vector<std::int64_t>* const columns[]
        = {&pyramid.lo_step, &pyramid.hi_step, &pyramid.lo_time_us, &pyramid.hi_time_us};
    for (std::ptrdiff_t i = 0; i < 4; ++i)
        columns[i]->assign(positions.begin() + i * n, positions.begin() + (i + 1) * n);
    return pyramid;
}

} // namespace fullscope::store
