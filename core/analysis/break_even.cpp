// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/comparison.h"

#include "core/base/text.h"

#include <boost/math/tools/minima.hpp>
#include <boost/math/tools/toms748_solve.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace fullscope::analysis {

using base::Code;
using base::Error;

namespace {

constexpr double kEqual = 1e-12; // relative difference of totals that arithmetic alone can make
constexpr double kMeets = 1e-9; // a bracket that shrank onto a greater difference holds a jump, not a root
constexpr int kPointsPerDecade = 128;
constexpr int kLinearPoints = 2048;
constexpr double kScannedSpan = 1e-18; // of the maximum: the least value of an open range that is looked at
constexpr double kReach = 4; // between samples a curve may go this many times further than it went from one to the next
constexpr int kBisections = 100;

struct Sample {
    double x = 0;
    std::optional<double> gap; // absent: the model has an error there
};

int sign(double gap)
{
    return std::abs(gap) <= kEqual ? 0 : (gap < 0 ? -1 : 1);
}

// How far the totals are from meeting, relative to the greater one: continuous where both totals are.
class TotalsGap {
public:
    TotalsGap(const scenario::Scenario& scenario, const InputPlace& place, std::size_t option, std::size_t baseline,
        double saving)
        : m_totals(scenario, option, baseline, {place})
        , m_keep(1 - saving)
    {
    }

    std::optional<double> operator()(double x)
    {
        const auto totals = m_totals.at({&x, 1});
        if (!totals) {
            if (!m_error)
                m_error = totals.error();
            return std::nullopt;
        }
        m_defined = true;
        if (const auto saving = totals->saving()) {
            m_least = std::min(m_least, *saving);
            m_greatest = std::max(m_greatest, *saving);
        }
        const double target = m_keep * totals->baseline;
        const double scale = std::max(totals->option, target);
        return scale > 0 ? (totals->option - target) / scale : 0;
    }

    // What was seen on the way.
    void tell(BreakEven& found) const
    {
        if (m_least <= m_greatest) {
            found.least_saving = m_least;
            found.greatest_saving = m_greatest;
        }
        if (!m_defined)
            found.error = m_error;
    }

private:
    PairTotals m_totals;
    double m_keep;
    double m_least = std::numeric_limits<double>::infinity(), m_greatest = -m_least;
    bool m_defined = false;
    std::optional<Error> m_error; // the first one
};

std::vector<double> scanPoints(const scenario::InputSpec& range)
{
    const double first = range.minimum > 0 ? range.minimum : range.maximum * kScannedSpan;
    const double last = range.maximum_open ? std::nextafter(range.maximum, range.minimum) : range.maximum;
    std::vector<double> points;
    if (!range.minimum_open && range.minimum < first)
        points.push_back(range.minimum);
    points.push_back(first);
    const bool isLinear = range.unit == base::Unit::share;
    const double decades = std::log10(last / first);
    const int steps = isLinear ? kLinearPoints : static_cast<int>(std::ceil(decades * kPointsPerDecade));
    for (int i = 1; i < steps; ++i) {
        const double share = static_cast<double>(i) / steps;
        points.push_back(isLinear ? std::lerp(first, last, share) : first * std::pow(10, decades * share));
    }
    points.push_back(last);
    return points;
}

class RootFinder {
public:
    explicit RootFinder(TotalsGap gap)
        : m_gap(std::move(gap))
    {
    }

    BreakEven find(const std::vector<double>& points)
    {
        for (const double x : points)
            addSample({x, m_gap(x)});
        const auto isDefined = [](const Sample& sample) { return sample.gap.has_value(); };
        const auto isMet = [](const Sample& sample) { return !sample.gap || sign(*sample.gap) == 0; };
        if (std::ranges::any_of(m_samples, isDefined) && std::ranges::all_of(m_samples, isMet))
            return told({.values = {}, .everywhere = true});
        addNearMisses();
        for (std::size_t i = 0; i < m_samples.size();)
            i = isZero(i) ? takeEqualStretch(i) : takeCrossing(i);
        std::ranges::sort(m_roots);
        return told({.values = std::move(m_roots), .everywhere = false});
    }

private:
    BreakEven told(BreakEven found) const
    {
        m_gap.tell(found);
        return found;
    }

    bool isZero(std::size_t i) const { return m_samples[i].gap && sign(*m_samples[i].gap) == 0; }
    bool isOpposite(const Sample& a, const Sample& b) const
    {
        return a.gap && b.gap && sign(*a.gap) * sign(*b.gap) < 0;
    }

    // Where the model begins or ceases to have an error, the last good value is a sample too: a total often runs to
    // infinity there, through a root.
    void addSample(const Sample& sample)
    {
        if (!m_samples.empty() && m_samples.back().gap.has_value() != sample.gap.has_value()) {
            Sample good = sample.gap ? sample : m_samples.back();
            double bad = sample.gap ? m_samples.back().x : sample.x;
            for (int i = 0; i < kBisections; ++i) {
                const double middle = std::midpoint(good.x, bad);
                if (const auto gap = m_gap(middle))
                    good = {middle, gap};
                else
                    bad = middle;
            }
            m_samples.push_back(good);
        }
        m_samples.push_back(sample);
    }

    // Two roots within one step of the scan leave no sign change, but a sample that is nearer to zero than both its
    // neighbours.
    void addNearMisses()
    {
        std::vector<Sample> refined;
        for (std::size_t i = 0; i < m_samples.size(); ++i) {
            refined.push_back(m_samples[i]);
            if (i == 0 || i + 1 == m_samples.size())
                continue;
            const Sample &a = m_samples[i - 1], &b = m_samples[i], &c = m_samples[i + 1];
            if (!a.gap || !b.gap || !c.gap || isZero(i) || isOpposite(a, b) || isOpposite(b, c))
                continue;
            const double dropA = std::abs(*a.gap) - std::abs(*b.gap), dropC = std::abs(*c.gap) - std::abs(*b.gap);
            if (std::min(dropA, dropC) < 0 || std::abs(*b.gap) > kReach * std::max(dropA, dropC))
                continue;
            const int side = sign(*b.gap);
            const auto distance = [&](double x) { return side * m_gap(x).value_or(side); };
            const double x
                = boost::math::tools::brent_find_minima(distance, a.x, c.x, std::numeric_limits<double>::digits / 2)
                      .first;
            const Sample nearest {x, m_gap(x)};
            if (!nearest.gap || sign(*nearest.gap) == side)
                continue;
            refined.insert(x < b.x ? refined.end() - 1 : refined.end(), nearest);
        }
        m_samples = std::move(refined);
    }

    void takeRoot(const Sample& low, const Sample& high)
    {
        bool isDefined = true;
        const auto gap = [&](double x) {
            const auto value = m_gap(x);
            isDefined &= value.has_value();
            return value.value_or(0); // ends the search
        };
        std::uintmax_t iterations = 200;
        const auto bracket = boost::math::tools::toms748_solve(gap, low.x, high.x, *low.gap, *high.gap,
            boost::math::tools::eps_tolerance<double>(std::numeric_limits<double>::digits - 2), iterations);
        const double x = std::midpoint(bracket.first, bracket.second);
        const auto left = m_gap(x);
        if (isDefined && left && std::abs(*left) <= kMeets)
            m_roots.push_back(x);
    }

    std::size_t takeCrossing(std::size_t i)
    {
        if (i + 1 < m_samples.size() && isOpposite(m_samples[i], m_samples[i + 1]))
            takeRoot(m_samples[i], m_samples[i + 1]);
        return i + 1;
    }

    std::size_t takeEqualStretch(std::size_t first)
    {
        std::size_t end = first;
        while (end < m_samples.size() && isZero(end))
            ++end;
        const bool hasBefore = first > 0 && m_samples[first - 1].gap;
        const bool isPoint = end == first + 1;
        if (isPoint && hasBefore && end < m_samples.size() && isOpposite(m_samples[first - 1], m_samples[end]))
            takeRoot(m_samples[first - 1], m_samples[end]);
        else
            m_roots.push_back(
                hasBefore && !isPoint ? lowerEnd(m_samples[first - 1].x, m_samples[first].x) : m_samples[first].x);
        return end;
    }

    double lowerEnd(double unequal, double equal)
    {
        for (int i = 0; i < kBisections; ++i) {
            const double middle = std::midpoint(unequal, equal);
            const auto gap = m_gap(middle);
            (gap && sign(*gap) == 0 ? equal : unequal) = middle;
        }
        return equal;
    }

    TotalsGap m_gap;
    std::vector<Sample> m_samples;
    std::vector<double> m_roots;
};

} // namespace

base::Result<BreakEven> breakEven(const scenario::Scenario& scenario, const InputPlace& place, std::size_t option,
    std::size_t baseline, double saving)
{
    FS_TRY(checkPair(scenario, option, baseline));
    FS_TRY(checkPlace(scenario, place));
    if (!std::isfinite(saving) || saving >= 1)
        return Error {
            .code = Code::out_of_range, .field = "saving", .found = base::formatDouble(saving), .expected = "x < 1"};
    RootFinder finder(TotalsGap(scenario, place, option, baseline, saving));
    return finder.find(scanPoints(scenario::spec(place.input)));
}

} // namespace fullscope::analysis
