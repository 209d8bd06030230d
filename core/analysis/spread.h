// SPDX-License-Identifier: GPL-3.0-or-later
// How many figures spread, from all of them or from a histogram that does not grow with them.
#pragma once

#include "core/analysis/monte_carlo.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>

namespace fullscope::analysis {

// Mean and variance, of blocks that are joined in their order (Chan, Golub and LeVeque 1983).
struct Moments {
    std::uint64_t count = 0;
    double mean = 0, squares = 0; // squares: Σ (x − mean)²
    double minimum = 0, maximum = 0;

    void add(double value);
    void join(const Moments& later);
    std::optional<double> standardError() const; // of the mean
};

// Quantiles of type 7 (Hyndman and Fan 1996) of values, none of them NaN, whose moments these are.
Spread spreadOf(const Moments& moments, std::span<const double> values);

// Counts of values in bins 1/4096 of a power of two wide, so that a quantile is known to 1/4096 of itself.
class ValueHistogram {
public:
    void add(double value); // finite
    Spread spread(const Moments& moments) const;

private:
    static constexpr std::size_t kBins = 4096;
    std::map<std::uint32_t, std::array<std::uint64_t, kBins>> m_counts; // by sign and exponent, ascending
};

} // namespace fullscope::analysis
