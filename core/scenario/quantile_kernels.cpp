// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/quantile_kernels.h"

#include "core/base/for_each_cpu.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace fullscope::scenario {

namespace {

constexpr double kCentral = 0.425; // from a half: beyond it lie the tails
constexpr double kFar = 5; // √−log of a probability, beyond which the tail is far

inline double clamped(double x, double lowest, double highest)
{
    const double above = x < lowest ? lowest : x;
    return above > highest ? highest : above;
}

inline double central(double probability)
{
    const double q = probability - 0.5, r = 0.180625 - q * q;
    return q
        * (((((((r * 2509.0809287301226727 + 33430.575583588128105) * r + 67265.770927008700853) * r
                  + 45921.953931549871457)
                     * r
                 + 13731.693765509461125)
                    * r
                + 1971.5909503065514427)
                   * r
               + 133.14166789178437745)
                * r
            + 3.387132872796366608)
        / (((((((r * 5226.495278852545925 + 28729.085735721942674) * r + 39307.89580009271061) * r
                  + 21213.794301586595867)
                     * r
                 + 5394.1960214247511077)
                    * r
                + 687.1870074920579083)
                   * r
               + 42.313330701600911252)
                * r
            + 1);
}

inline double nearTail(double root)
{
    const double r = root - 1.6;
    return (((((((r * 7.7454501427834140764e-4 + 0.0227238449892691845833) * r + 0.24178072517745061177) * r
                   + 1.27045825245236838258)
                      * r
                  + 3.64784832476320460504)
                     * r
                 + 5.7694972214606914055)
                    * r
                + 4.6303378461565452959)
                   * r
               + 1.42343711074968357734)
        / (((((((r * 1.05075007164441684324e-9 + 5.475938084995344946e-4) * r + 0.0151986665636164571966) * r
                  + 0.14810397642748007459)
                     * r
                 + 0.68976733498510000455)
                    * r
                + 1.6763848301838038494)
                   * r
               + 2.05319162663775882187)
                * r
            + 1);
}

inline double farTail(double root)
{
    const double r = root - 5;
    return (((((((r * 2.01033439929228813265e-7 + 2.71155556874348757815e-5) * r + 0.0012426609473880784386) * r
                   + 0.026532189526576123093)
                      * r
                  + 0.29656057182850489123)
                     * r
                 + 1.7848265399172913358)
                    * r
                + 5.4637849111641143699)
                   * r
               + 6.6579046435011037772)
        / (((((((r * 2.04426310338993978564e-15 + 1.4215117583164458887e-7) * r + 1.8463183175100546818e-5) * r
                  + 7.868691311456132591e-4)
                     * r
                 + 0.0148753612908506148525)
                    * r
                + 0.13692988092273580531)
                   * r
               + 0.59983220655588793769)
                * r
            + 1);
}

// 2^k · e^r with |r| ≤ ½ log 2, e^r by its series.
inline double exponential(double x)
{
    constexpr double kMost = 708, kPerDoubling = 1.4426950408889634, kRounding = 0x1.8p52;
    constexpr double kLog2High = 6.93147180369123816490e-01, kLog2Low = 1.90821492927058770002e-10; // Cody and Waite
    const double held = clamped(x, -kMost, kMost);
    const double shifted = held * kPerDoubling + kRounding; // its last bits are k
    const double k = shifted - kRounding;
    const double r = (held - k * kLog2High) - k * kLog2Low;
    double series = 1.0 / 6227020800;
    for (const double factor : {1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040,
             1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 0.5, 1.0, 1.0})
        series = series * r + factor;
    const std::uint64_t power = (std::bit_cast<std::uint64_t>(shifted) << 52) + (std::uint64_t {1023} << 52);
    return series * std::bit_cast<double>(power);
}

} // namespace

FS_FOR_EACH_CPU void scaleAndClamp(
    std::span<double> values, double offset, double factor, double lowest, double highest)
{
    for (double& x : values)
        x = clamped(offset + factor * x, lowest, highest);
}

// What lies in the tails is gathered, so that each loop does the same to all of its values.
FS_FOR_EACH_CPU void normalQuantiles(std::span<double> probabilities)
{
    constexpr std::size_t kChunk = 256;
    std::array<double, kChunk> tails, roots;
    std::array<std::uint32_t, kChunk> places;
    for (std::size_t done = 0; done < probabilities.size(); done += kChunk) {
        const std::span<double> chunk = probabilities.subspan(done, std::min(kChunk, probabilities.size() - done));
        std::size_t count = 0;
        for (std::size_t i = 0; i < chunk.size(); ++i) {
            tails[count] = chunk[i];
            places[count] = static_cast<std::uint32_t>(i);
            count += std::abs(chunk[i] - 0.5) > kCentral ? 1 : 0;
        }
        for (double& x : chunk)
            x = central(x);
        for (std::size_t i = 0; i < count; ++i)
            roots[i] = std::log(std::min(tails[i], 1 - tails[i]));
        for (std::size_t i = 0; i < count; ++i) {
            roots[i] = std::sqrt(-roots[i]);
            const double score = nearTail(roots[i]);
            tails[i] = tails[i] < 0.5 ? -score : score;
        }
        for (std::size_t i = 0; i < count; ++i) {
            if (roots[i] > kFar)
                tails[i] = std::copysign(farTail(roots[i]), tails[i]);
            chunk[places[i]] = tails[i];
        }
    }
}

FS_FOR_EACH_CPU void exponentials(std::span<double> scores, double mean, double deviation)
{
    for (double& x : scores)
        x = exponential(mean + deviation * x);
}

FS_FOR_EACH_CPU void triangularQuantiles(std::span<double> probabilities, double low, double mode, double high)
{
    const double width = high - low, rise = mode - low, fall = high - mode;
    for (double& x : probabilities) {
        const bool isRising = x * width < rise;
        const double root = std::sqrt(isRising ? x * width * rise : (1 - x) * width * fall);
        x = isRising ? low + root : high - root;
    }
}

} // namespace fullscope::scenario
