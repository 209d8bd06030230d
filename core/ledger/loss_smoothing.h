// SPDX-License-Identifier: GPL-3.0-or-later
// A loss curve without its noise, and how well the smoothed curve is known.
#pragma once

#include "core/base/job.h"

#include <optional>
#include <vector>

namespace fullscope::ledger {

// A loss at a place of the axis: tokens or steps, above zero.
struct LossAt {
    double x = 0;
    double loss = 0;
    double records = 1; // that it is the mean of
};

struct SmoothPoint {
    double x = 0;
    double loss = 0;
    double error = 0; // standard error of `loss`
    double reach = 0; // 95 % of the time the true curve is within this of `loss`: `error` times Student's quantile
    double bandwidth = 0; // half-width of the window in ln x: 0.1 takes in x from 0.90 to 1.11 of its middle
};

struct SmoothedLoss {
    std::vector<SmoothPoint> points; // ascending in x, close enough for straight lines between them

    SmoothPoint at(double x) const; // between the points; the first or last one outside
};

// Local linear regression on ln x (Cleveland 1979, "LOWESS"), since loss falls by powers of tokens: on that scale it is
// nearly straight, and a window of a fixed share of the tokens fits early and late training alike. Tricube weights. The
// window is kLossBandwidth either way, which is narrow enough for the bend of a learning-rate decay over the last fifth
// of a run, and wider only where fewer than kLeastIndependent blocks whose noise is independent lie in it.
//
// Neighbouring records are averaged to blocks of a sixteenth of the bandwidth first, and rounds of bisquare weights
// take out blocks, not records: a spike is a block far from those around it, while the long tail of single losses (a
// log of one rank's batch has one) is part of the mean that training is about. Without its tail such a log would look
// better than one whose losses are means over all ranks.
//
// The error is that of a weighted mean of correlated noise: local residual variance times the long-run factor. The
// factor is the sum of the residuals' autocorrelation up to Sokal's self-consistent window, corrected for what the fit
// itself takes away from residuals. A log's own moving average shows as correlation and widens window and interval.
constexpr double kLossBandwidth = 0.1;
constexpr double kLeastIndependent = 20; // blocks in a window
constexpr std::size_t kLeastLosses = 20; // below, no curve
SmoothedLoss smoothLoss(const std::vector<LossAt>& points, const base::JobContext& job);

// Where the smoothed curve first comes down to a loss.
struct Crossing {
    enum class State {
        reached, // at x
        not_reached, // by the end: x is the last one, a lower bound
        below_from_start // at the first record already: x is that one, an upper bound
    };
    State state = State::reached;
    double x = 0;
    // 95 % interval: from where the curve may have been there to where it surely was and stayed for a bandwidth;
    // absent: open on that side, the log does not show it.
    std::optional<double> low {}, high {};
    double bandwidth = 0; // of the smoothing there, in ln x
};
// `target_error`: standard error of the target where it is itself read off a curve.
Crossing crossing(const SmoothedLoss& curve, double target, double target_error = 0);

} // namespace fullscope::ledger
