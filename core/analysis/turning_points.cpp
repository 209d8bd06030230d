// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/turning_points.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>

namespace fullscope::analysis {

using base::Code;
using base::Error;

namespace {

constexpr double kStep = 1e-6; // of the value: how far beside a root the saving is looked at
constexpr double kLeastValue = 1e-12; // of an input's maximum: what a root at 0 is measured by
constexpr double kNoEffect = 1e-12; // savings that differ by arithmetic alone

std::vector<InputPlace> placesOf(std::size_t option, std::size_t baseline)
{
    std::vector<InputPlace> places;
    for (const scenario::InputSpec& input : scenario::inputSpecs())
        if (scenario::isWorkload(input.id))
            places.push_back({{}, input.id});
    for (const std::size_t one : {option, baseline})
        for (const scenario::InputSpec& input : scenario::inputSpecs())
            if (!scenario::isWorkload(input.id))
                places.push_back({one, input.id});
    return places;
}

Side sideOf(PairTotals& totals, scenario::Input input, double root, double saving)
{
    const auto holds = [&](double x) {
        const auto pair = scenario::validate(input, x) ? totals.at({&x, 1}) : Error {};
        const auto reached = pair ? pair->saving() : std::nullopt;
        return reached && *reached > saving;
    };
    const scenario::InputSpec& range = scenario::spec(input);
    const double least = range.unit == base::Unit::share ? 1 : range.maximum * kLeastValue;
    const double step = kStep * std::max(std::abs(root), least);
    const bool above = holds(root + step), below = holds(root - step);
    return above == below ? Side::neither : above ? Side::above : Side::below;
}

base::Status checkSaving(double saving)
{
    if (std::isfinite(saving))
        return {};
    return Error {.code = Code::value_not_finite, .field = "saving", .found = base::formatDouble(saving)};
}

} // namespace

bool TurningPoint::hasNoEffect() const
{
    return found.least_saving && *found.greatest_saving - *found.least_saving <= kNoEffect;
}

base::Result<TurningPoint> turningPoint(const scenario::Scenario& scenario, const InputPlace& place, std::size_t option,
    std::size_t baseline, double saving, std::span<const KnownLimits> limits)
{
    FS_TRY_VALUE(found, breakEven(scenario, place, option, baseline, saving));
    if (found.error)
        return *std::move(found.error);
    const scenario::Value* now = scenario::valueAt(scenario, place);
    TurningPoint point {
        .place = place, .now = now ? std::optional(now->value) : std::nullopt, .found = std::move(found), .values = {}};
    PairTotals totals(scenario, option, baseline, {place});
    for (const double root : point.found.values)
        point.values.push_back({root, judge(scenario, place, root, limits), sideOf(totals, place.input, root, saving)});
    return point;
}

base::Result<TurningPoints> turningPoints(const scenario::Scenario& scenario, std::size_t option, std::size_t baseline,
    double saving, std::span<const KnownLimits> limits, const base::JobContext& job)
{
    FS_TRY(checkPair(scenario, option, baseline));
    FS_TRY(checkSaving(saving));
    TurningPoints all {.option = option, .baseline = baseline, .saving = saving, .saving_now = {}, .points = {}};
    const auto now = PairTotals(scenario, option, baseline, {}).at({});
    if (now)
        all.saving_now = now->saving();
    if (saving >= 1)
        return all;
    for (const InputPlace& place : placesOf(option, baseline)) {
        FS_TRY(job.check());
        auto point = turningPoint(scenario, place, option, baseline, saving, limits);
        if (point && !point->hasNoEffect())
            all.points.push_back(*std::move(point));
    }
    if (!now && all.points.empty())
        return now.error();
    return all;
}

} // namespace fullscope::analysis
