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

// Inputs whose rank correlation is 1 or −1 are one variable.
struct Moved {
    std::size_t leader = 0; // itself as a rule
    bool opposite = false; // to the leader
};
std::vector<Moved> movedTogether(const scenario::Scenario& scenario, const std::vector<InputPlace>& places)
{
    std::vector<Moved> moved(places.size());
    for (std::size_t i = 0; i < places.size(); ++i)
        moved[i].leader = i;
    for (const scenario::Correlation& pair : scenario.correlations) {
        const auto a = static_cast<std::size_t>(std::ranges::find(places, pair.a) - places.begin());
        const auto b = static_cast<std::size_t>(std::ranges::find(places, pair.b) - places.begin());
        if (std::abs(pair.rank) < 1 || a == places.size() || b == places.size())
            continue;
        const Moved first = moved[std::min(a, b)], second = moved[std::max(a, b)];
        const bool turned = (pair.rank < 0) != (first.opposite != second.opposite);
        const std::size_t kept = std::min(first.leader, second.leader), joining = std::max(first.leader, second.leader);
        for (Moved& one : moved)
            if (one.leader == joining && joining != kept)
                one = {kept, one.opposite != turned};
    }
    return moved;
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
    const std::vector<Moved> moved = movedTogether(scenario, places);
    std::vector<double> low, medians, high; // of each place, where its leader is at P10, P50 and P90
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto& distribution = *scenario::valueAt(scenario, places[i])->distribution;
        FS_TRY_VALUE(inside, scenario::TruncatedDistribution::make(distribution, places[i].input));
        low.push_back(inside.quantile(moved[i].opposite ? 0.9 : 0.1));
        medians.push_back(inside.median());
        high.push_back(inside.quantile(moved[i].opposite ? 0.1 : 0.9));
    }
    PairTotals totals(scenario, option, baseline, places);
    const auto difference = [&](std::size_t leader, const std::vector<double>& ends) {
        std::vector<double> values = medians;
        for (std::size_t i = 0; i < places.size(); ++i)
            if (moved[i].leader == leader)
                values[i] = ends[i];
        const auto pair = totals.at(values);
        return pair ? std::optional(pair->option - pair->baseline) : std::nullopt;
    };
    FS_TRY_VALUE(middle, totals.at(medians));
    result.median = middle.option - middle.baseline;
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (moved[i].leader != i)
            continue;
        TornadoBar bar {
            .place = places[i], .p10 = low[i], .p50 = medians[i], .p90 = high[i], .at_p10 = {}, .at_p90 = {}};
        for (std::size_t k = i + 1; k < places.size(); ++k)
            if (moved[k].leader == i)
                bar.together.push_back(places[k]);
        bar.at_p10 = difference(i, low);
        bar.at_p90 = difference(i, high);
        result.bars.push_back(std::move(bar));
    }
    std::ranges::stable_sort(result.bars, std::greater {}, &TornadoBar::swing);
    return result;
}

} // namespace fullscope::analysis
