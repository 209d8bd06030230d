// SPDX-License-Identifier: GPL-3.0-or-later
// How uncertain an input is: a distribution instead of one number, and what of it lies within the input's valid range.
#pragma once

#include "core/base/result.h"
#include "core/scenario/input.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::scenario {

enum class DistributionKind {
    uniform, // every value between minimum and maximum alike
    triangular, // density rises to the mode and falls again, both in a straight line
    pert, // beta distribution with mean (min + 4·mode + max) / 6: nearer to the mode than the triangular one
    normal,
    lognormal, // by its P10 and P90
    empirical, // measured samples, resampled
    count
};
std::string_view name(DistributionKind kind); // spelled as the enumerator
std::optional<DistributionKind> distributionByName(std::string_view name);
// What the parameters are called in files: {"min", "mode", "max"}. Of empirical: {"samples"}, any number of them.
std::span<const std::string_view> parameterNames(DistributionKind kind);

struct Distribution {
    DistributionKind kind = DistributionKind::uniform;
    std::vector<double> parameters {}; // in the order of parameterNames() and the input's unit; samples ascending

    bool operator==(const Distribution&) const = default;
};

// `a ± b` is a normal distribution with 95 % of it between a − b and a + b: b is this many standard deviations.
constexpr double kDeviationsOfPlusMinus = 1.959963984540054;

// At most so many samples are kept; of more, the quantiles (k + ½) / kMaxSamples.
constexpr std::size_t kMaxSamples = 201;
Distribution fromSamples(std::vector<double> samples);

// bad_distribution: a wrong number of parameters, one that is not finite, or not min ≤ mode ≤ max, 0 ≤ sd, 0 < p10 ≤
// p90.
base::Status validate(const Distribution& distribution);

// A distribution cut to the valid range of its input, as the draws use it.
class TruncatedDistribution {
public:
    // Errors: bad_distribution; distribution_outside where less than a millionth of it lies within the range.
    static base::Result<TruncatedDistribution> make(const Distribution& distribution, Input input);

    // The inverse of cdf() for 0 < probability < 1, always a valid value of the input. A PERT's is tabulated: within
    // 1e-7 of its range.
    double quantile(double probability) const;
    void quantiles(std::span<double> probabilities) const; // each becomes its quantile
    double median() const { return quantile(0.5); }
    double cdf(double value) const;
    double shareInside() const { return m_inside; } // of the distribution as it was given

private:
    TruncatedDistribution(const Distribution& distribution, Input input);
    double uncutCdf(double value) const;
    void tabulatePert();
    double pertAt(double score) const;

    DistributionKind m_kind;
    std::vector<double> m_parameters; // samples: those within the range; lognormal: mean and deviation of the logarithm
    double m_lowest = 0, m_highest = 0; // valid values
    double m_below = 0, m_inside = 1; // shares of the uncut distribution
    double m_alpha = 1, m_beta = 1; // of a PERT
    struct Node {
        double value = 0, slope = 0;
    };
    std::vector<Node> m_table; // of a PERT, over normal scores
};

// Φ⁻¹: AS 241 (Wichura 1988), relative error about 1e-16. Boost.Math's takes eight times as long.
double normalQuantile(double probability);

} // namespace fullscope::scenario
