// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tornado.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fullscope::analysis {

namespace {

// Of the workload or of one of the two.
std::vector<InputPlace> uncertainOf(const scenario::Scenario& scenario, std::size_t option, std::size_t baseline)
{
    std::vector<InputPlace> places = uncertainInputs(scenario);
    std::erase_if(places,
        [&](const InputPlace& place) { return place.option && *place.option != option && *place.option != baseline; });
    return places;
}

} // namespace

double TornadoBar::swing() const
{
    return at_p10 && at_p90 ? std::abs(*at_p90 - *at_p10) : std::numeric_limits<double>::infinity();
}

base::Result<Tornado> tornado(const scenario::Scenario& scenario, std::size_t option, std::size_t baseline)
{
    FS_TRY(checkPair(scenario, option, baseline));
    const std::vector<InputPlace> places = uncertainOf(scenario, option, baseline);
    if (places.empty())
        return base::Error {.code = base::Code::nothing_uncertain};
    Tornado result {.option = option, .baseline = baseline, .median = 0, .bars = {}};
    std::vector<double> medians;
    for (const InputPlace& place : places) {
        const auto& distribution = *scenario::valueAt(scenario, place)->distribution;
        FS_TRY_VALUE(inside, scenario::TruncatedDistribution::make(distribution, place.input));
        result.bars.push_back({.place = place,
            .p10 = inside.quantile(0.1),
            .p50 = inside.median(),
            .p90 = inside.quantile(0.9),
            .at_p10 = {},
            .at_p90 = {}});
        medians.push_back(result.bars.back().p50);
    }
    PairTotals totals(scenario, option, baseline, places);
    const auto difference = [&](std::size_t input, double value) {
        std::vector<double> values = medians;
        values[input] = value;
        const auto pair = totals.at(values);
        return pair ? std::optional(pair->option - pair->baseline) : std::nullopt;
    };
    FS_TRY_VALUE(middle, totals.at(medians));
    result.median = middle.option - middle.baseline;
    for (std::size_t i = 0; i < places.size(); ++i) {
        result.bars[i].at_p10 = difference(i, result.bars[i].p10);
        result.bars[i].at_p90 = difference(i, result.bars[i].p90);
    }
    std::ranges::stable_sort(result.bars, std::greater {}, &TornadoBar::swing);
    return result;
}

} // namespace fullscope::analysis
