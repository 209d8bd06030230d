// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/distribution.h"

#include "core/scenario/quantile_kernels.h"

#include "core/base/text.h"
#include "core/scenario/scenario.h"

#include <boost/math/special_functions/beta.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fullscope::scenario {

namespace {

using base::Code;
using base::Error;
using enum DistributionKind;

constexpr std::string_view kMinMax[] = {"min", "max"};
constexpr std::string_view kMinModeMax[] = {"min", "mode", "max"};
constexpr std::string_view kMeanSd[] = {"mean", "sd"};
constexpr std::string_view kP10P90[] = {"p10", "p90"};
constexpr std::string_view kSamples[] = {"samples"};

struct Kind {
    DistributionKind id;
    std::string_view name;
    std::span<const std::string_view> parameters;
    std::string_view rule; // what its parameters must be
};
constexpr Kind kKinds[] = {
    {uniform, "uniform", kMinMax, "uniform(min ≤ max)"},
    {triangular, "triangular", kMinModeMax, "triangular(min ≤ mode ≤ max)"},
    {pert, "pert", kMinModeMax, "pert(min ≤ mode ≤ max)"},
    {normal, "normal", kMeanSd, "normal(mean, sd ≥ 0)"},
    {lognormal, "lognormal", kP10P90, "lognormal(0 < p10 ≤ p90)"},
    {empirical, "empirical", kSamples, "empirical(samples)"},
};
static_assert(std::size(kKinds) == static_cast<std::size_t>(DistributionKind::count));

const Kind& row(DistributionKind kind)
{
    return kKinds[static_cast<std::size_t>(kind)];
}

constexpr double kScoreOfP90 = 1.2815515655446004; // Φ⁻¹(0.9)
constexpr double kLeastProbability = 0x1p-1000; // 0 and 1 have no finite normal score
constexpr double kLeastInside = 1e-6; // share of a distribution that can still be told from rounding

bool fitsItsRule(const Distribution& distribution)
{
    const std::vector<double>& p = distribution.parameters;
    switch (distribution.kind) {
    case triangular:
    case pert:
        return p[0] <= p[1] && p[1] <= p[2];
    case normal:
        return p[1] >= 0;
    case lognormal:
        return p[0] > 0 && p[0] <= p[1];
    case uniform:
    case empirical:
    case DistributionKind::count:
        break;
    }
    return std::ranges::is_sorted(p);
}

double normalCdf(double score)
{
    return std::erfc(-score / std::numbers::sqrt2) / 2;
}

double normalDensity(double score)
{
    return std::exp(-score * score / 2) * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
}

double triangularCdf(const std::vector<double>& p, double x)
{
    const double width = p[2] - p[0];
    if (x <= p[0])
        return 0;
    if (x >= p[2])
        return 1;
    return x < p[1] ? (x - p[0]) * (x - p[0]) / (width * (p[1] - p[0]))
                    : 1 - (p[2] - x) * (p[2] - x) / (width * (p[2] - p[1]));
}

// Normal scores from −kScores/16 to kScores/16, beyond every probability that a double in (0, 1) tells from 0 and 1.
constexpr int kNodesPerScore = 16;
constexpr int kScores = 8 * kNodesPerScore + 8;

using NoPromotion = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

} // namespace

std::string_view name(DistributionKind kind)
{
    return row(kind).name;
}

std::optional<DistributionKind> distributionByName(std::string_view name)
{
    const auto* found = std::ranges::find(kKinds, name, &Kind::name);
    return found == std::end(kKinds) ? std::nullopt : std::optional(found->id);
}

std::span<const std::string_view> parameterNames(DistributionKind kind)
{
    return row(kind).parameters;
}

Distribution fromSamples(std::vector<double> samples)
{
    std::ranges::sort(samples);
    if (samples.size() > kMaxSamples) {
        std::vector<double> kept;
        for (std::size_t k = 0; k < kMaxSamples; ++k)
            kept.push_back(samples[samples.size() * (2 * k + 1) / (2 * kMaxSamples)]);
        samples = std::move(kept);
    }
    return {DistributionKind::empirical, std::move(samples)};
}

base::Status validate(const Distribution& distribution)
{
    const Kind& kind = row(distribution.kind);
    const std::vector<double>& p = distribution.parameters;
    const bool hasAll = distribution.kind == DistributionKind::empirical ? !p.empty() && p.size() <= kMaxSamples
                                                                         : p.size() == kind.parameters.size();
    const auto isUsable = [](double x) { return std::isfinite(x) && std::abs(x) <= 1e300; }; // widths are finite
    if (hasAll && std::ranges::all_of(p, isUsable) && fitsItsRule(distribution))
        return {};
    std::string found;
    for (const double x : p)
        found += (found.empty() ? "" : ", ") + base::formatDouble(x);
    return Error {.code = Code::bad_distribution,
        .found = base::excerpt(std::string(kind.name) + '(' + found + ')'),
        .expected = std::string(kind.rule)};
}

TruncatedDistribution::TruncatedDistribution(const Distribution& distribution, Input input)
    : m_kind(distribution.kind)
    , m_parameters(distribution.parameters)
{
    const InputSpec& range = spec(input);
    m_lowest = range.minimum_open ? std::nextafter(range.minimum, range.maximum) : range.minimum;
    m_highest = range.maximum_open ? std::nextafter(range.maximum, range.minimum) : range.maximum;
}

base::Result<TruncatedDistribution> TruncatedDistribution::make(const Distribution& distribution, Input input)
{
    if (auto status = scenario::validate(distribution); !status) {
        status.error().field = spec(input).name;
        return std::move(status.error());
    }
    TruncatedDistribution cut(distribution, input);
    std::vector<double>& p = cut.m_parameters;
    if (cut.m_kind == DistributionKind::empirical) {
        const auto isOutside = [&cut](double x) { return x < cut.m_lowest || x > cut.m_highest; };
        std::erase_if(p, isOutside);
        cut.m_inside = static_cast<double>(p.size()) / static_cast<double>(distribution.parameters.size());
    } else {
        if (cut.m_kind == lognormal) {
            const double low = std::log(p[0]), high = std::log(p[1]);
            p = {(low + high) / 2, (high - low) / (2 * kScoreOfP90)};
        } else if (cut.m_kind == pert && p[2] > p[0]) {
            cut.m_alpha = 1 + 4 * (p[1] - p[0]) / (p[2] - p[0]);
            cut.m_beta = 1 + 4 * (p[2] - p[1]) / (p[2] - p[0]);
            cut.tabulatePert();
        }
        const double justBelow = std::nextafter(cut.m_lowest, -HUGE_VAL); // a single value may lie on the bound
        cut.m_below = cut.uncutCdf(justBelow);
        cut.m_inside = cut.uncutCdf(cut.m_highest) - cut.m_below;
    }
    if (cut.m_inside >= kLeastInside)
        return cut;
    return Error {.code = Code::distribution_outside,
        .field = std::string(spec(input).name),
        .found = std::string(name(distribution.kind)),
        .expected = rangeText(spec(input))};
}

double TruncatedDistribution::uncutCdf(double x) const
{
    const std::vector<double>& p = m_parameters;
    const auto isSingle = p.front() == p.back() && (m_kind == uniform || m_kind == triangular || m_kind == pert);
    if (isSingle)
        return x >= p.front() ? 1 : 0;
    switch (m_kind) {
    case uniform:
        return std::clamp((x - p[0]) / (p[1] - p[0]), 0.0, 1.0);
    case triangular:
        return triangularCdf(p, x);
    case pert:
        return boost::math::ibeta(m_alpha, m_beta, std::clamp((x - p[0]) / (p[2] - p[0]), 0.0, 1.0), NoPromotion());
    case normal:
        return p[1] == 0 ? (x >= p[0] ? 1 : 0) : normalCdf((x - p[0]) / p[1]);
    case lognormal:
        if (!(x > 0))
            return 0;
        return p[1] == 0 ? (x >= std::exp(p[0]) ? 1 : 0) : normalCdf((std::log(x) - p[0]) / p[1]);
    case DistributionKind::empirical:
        return static_cast<double>(std::ranges::upper_bound(p, x) - p.begin()) / static_cast<double>(p.size());
    case DistributionKind::count:
        break;
    }
    return 0;
}

double TruncatedDistribution::cdf(double value) const
{
    if (m_kind == DistributionKind::empirical)
        return uncutCdf(value);
    return std::clamp((uncutCdf(value) - m_below) / m_inside, 0.0, 1.0);
}

// The quantile over the normal score of its probability is smooth, also in the tails: cubic Hermite pieces between
// nodes from Boost.Math stand for it.
void TruncatedDistribution::tabulatePert()
{
    for (int i = -kScores; i <= kScores; ++i) {
        const double score = static_cast<double>(i) / kNodesPerScore;
        const double tail = normalCdf(-std::abs(score));
        const double x = score <= 0 ? boost::math::ibeta_inv(m_alpha, m_beta, tail, NoPromotion())
                                    : boost::math::ibetac_inv(m_alpha, m_beta, tail, NoPromotion());
        const double density = boost::math::ibeta_derivative(m_alpha, m_beta, x, NoPromotion());
        const double slope = normalDensity(score) / density;
        m_table.push_back({x, std::isfinite(slope) ? slope / kNodesPerScore : 0});
    }
}

// Of the standard beta distribution.
double TruncatedDistribution::pertAt(double score) const
{
    const double place = std::clamp(score * kNodesPerScore + kScores, 0.0, 2.0 * kScores - 1e-9);
    const auto i = static_cast<std::size_t>(place);
    const double t = place - static_cast<double>(i);
    const Node& a = m_table[i];
    const Node& b = m_table[i + 1];
    const double s = 1 - t;
    return a.value * (1 + 2 * t) * s * s + a.slope * t * s * s + b.value * (3 - 2 * t) * t * t - b.slope * s * t * t;
}

void TruncatedDistribution::quantiles(std::span<double> probabilities) const
{
    const std::vector<double>& p = m_parameters;
    if (m_kind == DistributionKind::empirical) {
        for (double& x : probabilities)
            x = p[std::min(static_cast<std::size_t>(x * static_cast<double>(p.size())), p.size() - 1)];
        return;
    }
    scaleAndClamp(probabilities, m_below, m_inside, kLeastProbability, 1 - 0x1p-53);
    switch (m_kind) {
    case uniform:
        scaleAndClamp(probabilities, p[0], p[1] - p[0], m_lowest, m_highest);
        return;
    case triangular:
        triangularQuantiles(probabilities, p[0], p[1], p[2]);
        break;
    case pert:
        normalQuantiles(probabilities);
        for (double& x : probabilities)
            x = m_table.empty() ? p[1] : p[0] + (p[2] - p[0]) * pertAt(x);
        break;
    case normal:
        normalQuantiles(probabilities);
        scaleAndClamp(probabilities, p[0], p[1], m_lowest, m_highest);
        return;
    case lognormal:
        normalQuantiles(probabilities);
        exponentials(probabilities, p[0], p[1]);
        break;
    case DistributionKind::empirical:
    case DistributionKind::count:
        break;
    }
    scaleAndClamp(probabilities, 0, 1, m_lowest, m_highest);
}

double TruncatedDistribution::quantile(double probability) const
{
    quantiles({&probability, 1});
    return probability;
}

double normalQuantile(double probability)
{
    normalQuantiles({&probability, 1});
    return probability;
}

} // namespace fullscope::scenario
