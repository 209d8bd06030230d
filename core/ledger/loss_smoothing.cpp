// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/loss_smoothing.h"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fullscope::ledger {

namespace {

constexpr int kRobustRounds = 3;
constexpr int kWidenings = 4; // windows grow with the correlation found in them, which grows a little with windows
constexpr double kSpike = 6; // local medians of absolute residuals: where bisquare weights reach 0
constexpr double kSokal = 3; // lags summed, in correlation times
constexpr double kMostTaken = 0.5; // of the sum of autocorrelations: where the fit takes more, windows must grow
constexpr double kNormalMedian = 0.6745; // median absolute value of a standard normal variable
constexpr double kSided = 0.975;
constexpr std::size_t kGridLeast = 256, kGridMost = 4'096;
constexpr double kWidest = 0.25; // half a window that grows because noise goes together
constexpr double kBlock = kLossBandwidth / 16; // of ln x
constexpr double kGridStep = kLossBandwidth / 12;

double tricube(double distance)
{
    const double rest = 1 - distance * distance * distance;
    return distance < 1 ? rest * rest * rest : 0;
}

double median(std::vector<double>& values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::vector<LossAt> blocksOf(const std::vector<LossAt>& points)
{
    std::vector<LossAt> blocks;
    double place = 0;
    for (const LossAt& point : points) {
        const double here = std::floor(std::log(point.x) / kBlock);
        if (blocks.empty() || here != place) {
            blocks.push_back(point);
            place = here;
            continue;
        }
        LossAt& block = blocks.back();
        const double share = point.records / (block.records + point.records);
        block.x = std::lerp(block.x, point.x, share);
        block.loss = std::lerp(block.loss, point.loss, share);
        block.records += point.records;
    }
    return blocks;
}

// The fit at one place of the grid.
struct Fit {
    double u = 0; // ln x
    double width = 0; // half, of the window
    std::size_t first = 0, end = 0; // points in it
    double loss = 0;
    double own = 0; // weight of a record at the place itself
    double squares = 0; // Σ weight² / records: variance of the fit per variance of a record
    double independent = 0; // (Σ w)² / Σ w²
    double noise = 0; // residual variance of a record
    double scale = 0; // median absolute residual, standardised
};

class Smoother {
public:
    Smoother(const std::vector<LossAt>& points, const base::JobContext& job)
        : m_points(blocksOf(points))
        , m_begin(points.front().x)
        , m_end(points.back().x)
        , m_job(job)
    {
        for (const LossAt& point : m_points)
            m_u.push_back(std::log(point.x));
        m_robust.assign(m_points.size(), 1);
        m_residual.assign(m_points.size(), 0);
        placeGrid();
    }

    SmoothedLoss smooth()
    {
        for (int i = 0; i < kWidenings; ++i) {
            placeWindows();
            m_robust.assign(m_points.size(), 1);
            for (int round = 0; round <= kRobustRounds && !m_job.cancelled(); ++round) {
                for (Fit& fit : m_fits)
                    fitAt(fit);
                takeResiduals();
                takeScales();
                if (round < kRobustRounds)
                    weighResiduals(round + 1 == kRobustRounds);
            }
            const double before = m_correlation;
            takeCorrelation();
            if (m_correlation <= 1.1 * before || m_job.cancelled())
                break;
        }
        return result();
    }

private:
    void placeGrid();
    void placeWindows();
    void fitAt(Fit& fit) const;
    void takeResiduals();
    void takeScales();
    void weighResiduals(bool is_last);
    void takeCorrelation();
    SmoothedLoss result() const;
    // Calls use(fit below, fit above, share of the way between) for each point of the log.
    template <typename Use>
    void eachPoint(Use use) const;

    const std::vector<LossAt> m_points; // blocks
    const double m_begin, m_end; // x of the log
    const base::JobContext& m_job;
    std::vector<double> m_u;
    std::vector<double> m_robust; // weights
    std::vector<double> m_residual; // times √records
    std::vector<Fit> m_fits;
    double m_correlation = 1; // blocks
    double m_long_run = 1; // long-run variance over residual variance
};

template <typename Use>
void Smoother::eachPoint(Use use) const
{
    std::size_t at = 0;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        while (at + 2 < m_fits.size() && m_fits[at + 1].u < m_u[i])
            ++at;
        const double gap = m_fits[at + 1].u - m_fits[at].u; // 0 where all points are at one place
        use(i, m_fits[at], m_fits[at + 1], gap > 0 ? std::clamp((m_u[i] - m_fits[at].u) / gap, 0.0, 1.0) : 0.0);
    }
}

// Places at even distances; where the log has no record for a bandwidth or more, only the ends of that gap, since a fit
// inside it would go on from one side.
void Smoother::placeGrid()
{
    const double begin = std::log(m_begin), end = std::log(m_end), span = end - begin;
    const double step = std::clamp(span / kGridLeast, span / kGridMost, kGridStep);
    const auto place = [this](double u) {
        if (m_fits.empty() || u > m_fits.back().u)
            m_fits.push_back({.u = u});
    };
    place(begin);
    std::size_t next = 0; // the first block beyond the place
    for (double u = begin; span > 0 && u < end;) {
        u = std::min(u + step, end);
        while (next < m_u.size() && m_u[next] < u)
            ++next;
        if (next > 0 && next < m_u.size() && m_u[next] - m_u[next - 1] > kLossBandwidth) {
            place(m_u[next - 1]);
            u = m_u[next];
        }
        place(u);
    }
    if (m_fits.size() == 1)
        m_fits.push_back(m_fits.front());
}

// As wide as the bandwidth; wider where few records lie in it, and, up to a limit, where their noise goes together:
// what looks like correlation may be a bend of the curve, which wide windows do not follow.
void Smoother::placeWindows()
{
    const auto n = static_cast<double>(m_points.size());
    const auto least = static_cast<std::size_t>(std::min(kLeastIndependent, n));
    const auto wanted = static_cast<std::size_t>(std::min(kLeastIndependent * m_correlation, n));
    for (Fit& fit : m_fits) {
        const auto range = [&](double width) {
            fit.width = width;
            fit.first = static_cast<std::size_t>(std::lower_bound(m_u.begin(), m_u.end(), fit.u - width) - m_u.begin());
            fit.end = static_cast<std::size_t>(std::upper_bound(m_u.begin(), m_u.end(), fit.u + width) - m_u.begin());
            return fit.end - fit.first;
        };
        const auto widen = [&](std::size_t records, double most) {
            double low = fit.width, high = most;
            while (high - low > 1e-3 * low) {
                const double middle = std::midpoint(low, high);
                (range(middle) >= records ? high : low) = middle;
            }
            range(high);
        };
        if (range(kLossBandwidth) < least)
            widen(least, std::max(m_u.back() - m_u.front(), kLossBandwidth) * 1.01);
        if (fit.end - fit.first < wanted && fit.width < kWidest)
            widen(wanted, kWidest);
    }
}

void Smoother::fitAt(Fit& fit) const
{
    double sw = 0, sx = 0, sxx = 0, sy = 0, sxy = 0, sw2 = 0;
    for (std::size_t i = fit.first; i < fit.end; ++i) {
        const double d = m_u[i] - fit.u;
        const double w = tricube(std::abs(d) / fit.width) * m_robust[i];
        const double weight = w * m_points[i].records;
        sw += weight;
        sx += weight * d;
        sxx += weight * d * d;
        sy += weight * m_points[i].loss;
        sxy += weight * d * m_points[i].loss;
        sw2 += w * w;
    }
    if (!(sw > 0))
        return; // every point a spike: what the rounds before found stays
    const double spread = sxx - sx * sx / sw;
    const bool has_slope = spread > 1e-12 * sxx && spread > 0;
    const double a = has_slope ? sxx / (sw * spread) : 1 / sw; // the fit is Σ (a − b·d) · weight · loss
    const double b = has_slope ? sx / (sw * spread) : 0;
    fit.loss = a * sy - b * sxy;
    fit.own = a;
    double squares = 0, sum = 0;
    for (std::size_t i = fit.first; i < fit.end; ++i) {
        const double d = m_u[i] - fit.u;
        const double w = tricube(std::abs(d) / fit.width) * m_robust[i];
        const double l = (a - b * d) * w;
        squares += l * l * m_points[i].records;
        sum += w;
    }
    fit.squares = squares;
    fit.independent = sum * sum / sw2;
}

void Smoother::takeResiduals()
{
    eachPoint([this](std::size_t i, const Fit& below, const Fit& above, double share) {
        m_residual[i] = (m_points[i].loss - std::lerp(below.loss, above.loss, share)) * std::sqrt(m_points[i].records);
    });
}

void Smoother::takeScales()
{
    std::vector<double> sizes;
    for (Fit& fit : m_fits) {
        sizes.clear();
        double weights = 0, squares = 0;
        for (std::size_t i = fit.first; i < fit.end; ++i) {
            sizes.push_back(std::abs(m_residual[i]));
            const double w = tricube(std::abs(m_u[i] - fit.u) / fit.width) * m_robust[i];
            weights += w;
            squares += w * m_residual[i] * m_residual[i];
        }
        fit.scale = sizes.empty() ? 0 : median(sizes);
        fit.noise = weights > 0 ? squares / weights : 0;
    }
}

// The last fit takes a record whole or not at all: its error is then that of a plain weighted mean.
void Smoother::weighResiduals(bool is_last)
{
    eachPoint([this, is_last](std::size_t i, const Fit& below, const Fit& above, double share) {
        const double limit = kSpike * std::lerp(below.scale, above.scale, share);
        const double ratio = limit > 0 ? std::abs(m_residual[i]) / limit : 0;
        m_robust[i] = ratio >= 1 ? 0 : is_last ? 1 : (1 - ratio * ratio) * (1 - ratio * ratio);
    });
}

// Σ over lags of the autocorrelation of standardised residuals, up to kSokal times itself. A linear fit of own weight l
// and sum of squares q takes about d = 2l − q of the long-run variance out of every lag, which is given back.
void Smoother::takeCorrelation()
{
    std::vector<double> z(m_points.size());
    double taken = 0;
    eachPoint([&](std::size_t i, const Fit& below, const Fit& above, double share) {
        const double scale = std::lerp(below.scale, above.scale, share) / kNormalMedian;
        z[i] = scale > 0 && m_robust[i] > 0 ? m_residual[i] / scale : 0;
        const double records = m_points[i].records;
        taken
            += records * (2 * std::lerp(below.own, above.own, share) - std::lerp(below.squares, above.squares, share));
    });
    const auto n = static_cast<double>(z.size());
    taken = std::clamp(taken / n, 0.0, kMostTaken);
    const double variance = std::inner_product(z.begin(), z.end(), z.begin(), 0.0);
    double sum = 1, factor = 1 / (1 - taken);
    m_correlation = 1;
    for (std::size_t lag = 1; variance > 0 && lag < z.size() / 3; ++lag) {
        const double product
            = std::inner_product(z.begin() + static_cast<std::ptrdiff_t>(lag), z.end(), z.begin(), 0.0);
        sum += 2 * product / variance;
        const double lags = 2 * static_cast<double>(lag) + 1;
        const double given_back = std::max(sum, 0.0) / (1 - std::min(taken * lags, kMostTaken));
        factor = std::max(1 / (1 - taken), given_back);
        m_correlation = std::max(1.0, factor);
        if (static_cast<double>(lag) >= kSokal * m_correlation)
            break;
    }
    m_long_run = factor;
}

SmoothedLoss Smoother::result() const
{
    SmoothedLoss out;
    for (const Fit& fit : m_fits) {
        SmoothPoint point;
        point.x = std::exp(fit.u);
        point.loss = fit.loss;
        point.error = std::sqrt(fit.noise * fit.squares * m_long_run);
        const double freedom = std::max(2.0, fit.independent / m_correlation - 2);
        point.reach
            = point.error * boost::math::quantile(boost::math::students_t_distribution<double>(freedom), kSided);
        point.bandwidth = fit.width;
        out.points.push_back(point);
    }
    out.points.front().x = m_begin;
    out.points.back().x = m_end;
    return out;
}

// x at which a straight line on ln x between two points comes to `level`.
double between(double x0, double y0, double x1, double y1, double level)
{
    const double share = y0 == y1 ? 1 : std::clamp((y0 - level) / (y0 - y1), 0.0, 1.0);
    return x0 * std::pow(x1 / x0, share);
}

} // namespace

SmoothPoint SmoothedLoss::at(double x) const
{
    const auto above
        = std::partition_point(points.begin(), points.end(), [x](const SmoothPoint& point) { return point.x < x; });
    if (above == points.begin() || above == points.end())
        return above == points.end() ? points.back() : points.front();
    const SmoothPoint& a = *std::prev(above);
    const SmoothPoint& b = *above;
    const double share = std::log(x / a.x) / std::log(b.x / a.x);
    return {.x = x,
        .loss = std::lerp(a.loss, b.loss, share),
        .error = std::lerp(a.error, b.error, share),
        .reach = std::lerp(a.reach, b.reach, share),
        .bandwidth = std::lerp(a.bandwidth, b.bandwidth, share)};
}

SmoothedLoss smoothLoss(const std::vector<LossAt>& points, const base::JobContext& job)
{
    return Smoother(points, job).smooth();
}

Crossing crossing(const SmoothedLoss& curve, double target, double target_error)
{
    const std::vector<SmoothPoint>& points = curve.points;
    const auto reach = [&](const SmoothPoint& point) {
        const double quantile = point.error > 0 ? point.reach / point.error : 1.96;
        return quantile * std::hypot(point.error, target_error);
    };
    // The first place where loss + side · reach is at most the target; `stays`: and is so for a bandwidth from there.
    const auto first = [&](int side, bool stays) -> std::optional<double> {
        const auto value = [&](std::size_t i) { return points[i].loss + side * reach(points[i]); };
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (value(i) > target)
                continue;
            std::size_t end = i;
            while (stays && end < points.size() && value(end) <= target
                && points[end].x < points[i].x * std::exp(points[i].bandwidth))
                ++end;
            if (stays && end < points.size() && value(end) > target) {
                i = end;
                continue;
            }
            if (i == 0)
                return points[0].x;
            // In a gap of the log there is no curve: it may have come down anywhere between.
            if (side != 0 && points[i].x > points[i - 1].x * std::exp(kLossBandwidth))
                return points[side < 0 ? i - 1 : i].x;
            return between(points[i - 1].x, value(i - 1), points[i].x, value(i), target);
        }
        return std::nullopt;
    };
    Crossing out;
    const auto x = first(0, false);
    out.low = first(-1, false);
    out.high = first(1, true);
    out.x = x.value_or(points.back().x);
    out.state = !x                      ? Crossing::State::not_reached
        : points.front().loss <= target ? Crossing::State::below_from_start
                                        : Crossing::State::reached;
    if (out.low && *out.low <= points.front().x)
        out.low.reset(); // it may have been there before the log
    out.bandwidth = curve.at(out.x).bandwidth;
    return out;
}

} // namespace fullscope::ledger
