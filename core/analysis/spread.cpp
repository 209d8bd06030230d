// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/spread.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace fullscope::analysis {

namespace {

constexpr std::uint64_t kSign = std::uint64_t {1} << 63;
constexpr int kBinShift = 40; // of the 52 bits of a mantissa, 12 choose the bin
constexpr int kPageShift = 52;

// Bits that are in the order of the numbers.
std::uint64_t ordered(double value)
{
    const auto bits = std::bit_cast<std::uint64_t>(value);
    return (bits & kSign) != 0 ? ~bits : bits | kSign;
}
double valueOf(std::uint64_t ordered)
{
    return std::bit_cast<double>((ordered & kSign) != 0 ? ordered & ~kSign : ~ordered);
}

// Places of the order statistics that quantiles lie between.
struct Place {
    std::size_t below = 0;
    double share = 0; // of the way to the next one
};
Place placeOf(std::size_t quantile, std::uint64_t count)
{
    const double at
        = static_cast<double>(count - 1) * static_cast<double>(quantile + 1) / static_cast<double>(kQuantiles + 1);
    const double below = std::floor(at);
    return {static_cast<std::size_t>(below), at - below};
}

// Puts the values of these ranks (ascending) in their places.
void select(std::span<double> values, std::span<const std::size_t> ranks, std::size_t offset)
{
    constexpr std::size_t kFew = 64;
    if (ranks.empty())
        return;
    if (values.size() <= kFew || ranks.size() * 4 > values.size()) {
        std::ranges::sort(values);
        return;
    }
    const std::size_t middle = ranks.size() / 2;
    const std::size_t at = ranks[middle] - offset;
    std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(at));
    select(values.subspan(0, at), ranks.subspan(0, middle), offset);
    select(values.subspan(at + 1), ranks.subspan(middle + 1), offset + at + 1);
}

// Puts those of these ranks (ascending) in their places among the values, of which the others' order is lost: values
// are counted in bins, and only bins that hold a rank are looked into.
std::vector<double> valuesOf(
    std::span<const std::size_t> ranks, std::span<const double> values, double least, double greatest)
{
    const std::size_t bins = std::clamp<std::size_t>(values.size() / 64, 1, 1 << 14);
    const double perBin = static_cast<double>(bins) / (greatest - least);
    const auto binOf = [&](double value) {
        const double bin = (value - least) * perBin; // not finite where all are equal, or too far apart
        return bin >= 0 && bin < static_cast<double>(bins) ? static_cast<std::size_t>(bin) : bin > 0 ? bins - 1 : 0;
    };
    std::vector<std::size_t> counts(bins);
    for (const double value : values)
        ++counts[binOf(value)];
    struct Bin {
        std::size_t before = 0; // values in the bins before it
        std::vector<std::size_t> ranks {};
        std::vector<double> values {};
    };
    std::vector<Bin> looked; // bins that hold a rank
    std::vector<std::uint32_t> places(bins); // of these, from 1 on
    std::size_t before = 0, k = 0;
    for (std::size_t bin = 0; bin < bins && k < ranks.size(); before += counts[bin++]) {
        if (ranks[k] >= before + counts[bin])
            continue;
        looked.push_back({.before = before});
        looked.back().values.reserve(counts[bin]);
        places[bin] = static_cast<std::uint32_t>(looked.size());
        for (; k < ranks.size() && ranks[k] < before + counts[bin]; ++k)
            looked.back().ranks.push_back(ranks[k]);
    }
    for (const double value : values)
        if (const std::uint32_t place = places[binOf(value)]; place > 0)
            looked[place - 1].values.push_back(value);
    std::vector<double> found;
    for (Bin& bin : looked) {
        select(bin.values, bin.ranks, bin.before);
        for (const std::size_t rank : bin.ranks)
            found.push_back(bin.values[rank - bin.before]);
    }
    return found;
}

Spread begun(const Moments& moments)
{
    return {.mean = moments.mean,
        .standard_error = moments.standardError(),
        .minimum = moments.minimum,
        .maximum = moments.maximum,
        .quantiles = {}};
}

} // namespace

double Spread::percentile(int percent) const
{
    static_assert(kQuantiles == 199, "two to a percentile");
    return quantiles[static_cast<std::size_t>(2 * percent - 1)];
}

void Moments::add(double value)
{
    minimum = count == 0 ? value : std::min(minimum, value);
    maximum = count == 0 ? value : std::max(maximum, value);
    ++count;
    const double difference = value - mean;
    mean += difference / static_cast<double>(count);
    squares += difference * (value - mean);
}

void Moments::join(const Moments& later)
{
    if (later.count == 0)
        return;
    if (count == 0) {
        *this = later;
        return;
    }
    const auto ours = static_cast<double>(count), theirs = static_cast<double>(later.count);
    const double difference = later.mean - mean;
    count += later.count;
    mean += difference * theirs / (ours + theirs);
    squares += later.squares + difference * difference * ours * theirs / (ours + theirs);
    minimum = std::min(minimum, later.minimum);
    maximum = std::max(maximum, later.maximum);
}

std::optional<double> Moments::standardError() const
{
    if (count < 2)
        return std::nullopt;
    const auto n = static_cast<double>(count);
    return std::sqrt(squares / (n - 1) / n);
}

Spread spreadOf(const Moments& moments, std::span<const double> values)
{
    std::vector<std::size_t> ranks;
    for (std::size_t k = 0; k < kQuantiles; ++k) {
        const std::size_t below = placeOf(k, values.size()).below;
        ranks.push_back(below);
        ranks.push_back(std::min(below + 1, values.size() - 1));
    }
    std::ranges::sort(ranks);
    ranks.erase(std::ranges::unique(ranks).begin(), ranks.end());
    const std::vector<double> ordered = valuesOf(ranks, values, moments.minimum, moments.maximum);
    const auto at = [&](std::size_t rank) {
        return ordered[static_cast<std::size_t>(std::ranges::lower_bound(ranks, rank) - ranks.begin())];
    };
    Spread spread = begun(moments);
    for (std::size_t k = 0; k < kQuantiles; ++k) {
        const Place place = placeOf(k, values.size());
        spread.quantiles.push_back(
            std::lerp(at(place.below), at(std::min(place.below + 1, values.size() - 1)), place.share));
    }
    return spread;
}

void ValueHistogram::add(double value)
{
    const std::uint64_t bits = ordered(value);
    auto& counts = m_counts[static_cast<std::uint32_t>(bits >> kPageShift)]; // a new one holds zeros
    ++counts[(bits >> kBinShift) % kBins];
}

Spread ValueHistogram::spread(const Moments& moments) const
{
    Spread spread = begun(moments);
    std::uint64_t before = 0;
    std::size_t k = 0;
    for (const auto& [page, counts] : m_counts)
        for (std::size_t bin = 0; bin < kBins; ++bin) {
            const std::uint64_t low = (std::uint64_t {page} << kPageShift) + (std::uint64_t {bin} << kBinShift);
            for (; k < kQuantiles && placeOf(k, moments.count).below < before + counts[bin]; ++k) {
                const Place place = placeOf(k, moments.count);
                const double share = (static_cast<double>(place.below - before) + place.share + 0.5)
                    / static_cast<double>(counts[bin]);
                const double high = valueOf(low + (std::uint64_t {1} << kBinShift) - 1);
                spread.quantiles.push_back(
                    std::clamp(std::lerp(valueOf(low), high, std::min(share, 1.0)), moments.minimum, moments.maximum));
            }
            before += counts[bin];
        }
    return spread;
}

} // namespace fullscope::analysis
