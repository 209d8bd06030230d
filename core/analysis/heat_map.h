// SPDX-License-Identifier: GPL-3.0-or-later
// The saving of one option against another over two inputs, and the line on which their totals meet.
#pragma once

#include "core/analysis/comparison.h"
#include "core/base/job.h"

namespace fullscope::analysis {

struct Polyline {
    std::vector<double> x, y;
    bool closed = false; // the last point joins the first
};

struct HeatMap {
    InputPlace x_place, y_place;
    std::vector<double> x, y;
    std::vector<std::vector<std::optional<double>>> saving; // [y][x]; absent where the model has an error, or the baseline costs nothing
    std::vector<std::vector<NoFigures::Place>> why {}; // the same
    NoFigures none {};
    std::vector<Polyline> zero; // where the totals meet; empty: they do not within the map
};

// Marching squares; each point of the line is a root on an edge of the grid (TOMS 748), so that the totals meet there
// and not only nearly; a saddle is told by its middle. A line that two roots on one edge hide is not seen: take more
// points. Squares with an error at a corner have none. Errors: as breakEven, out_of_range of a range (points = 2 to
// 1,000), name_duplicate (twice the same place), cancelled.
base::Result<HeatMap> heatMap(const scenario::Scenario& scenario, std::size_t option, std::size_t baseline,
    const InputPlace& x, const SweepRange& x_range, const InputPlace& y, const SweepRange& y_range,
    const base::JobContext& job = {});

} // namespace fullscope::analysis
