// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sweep.h"

#include <algorithm>

namespace fullscope::analysis {

using base::Code;
using base::Error;

namespace {

constexpr double kDecade = 10; // ends that are so many times apart are spaced by ratio
constexpr double kBelowOne = 0.98; // as near as a share is looked at to what it cannot be

SweepRange spaced(double from, double to, int points)
{
    return {from, to, points, from > 0 && to >= kDecade * from};
}

} // namespace

base::Result<SweepRange> usualRange(const scenario::Scenario& scenario, const InputPlace& place, int points)
{
    FS_TRY(checkPlace(scenario, place));
    const scenario::InputSpec& input = scenario::spec(place.input);
    const scenario::Value* given = scenario::valueAt(scenario, place);
    if (given == nullptr)
        return Error {.code = Code::not_given, .field = std::string(input.name)};
    constexpr double kTimes = 4, kShares = 3, kLeastShare = 0.2;
    if (input.unit == base::Unit::share) {
        const double to = std::max(kLeastShare, kShares * given->value);
        return SweepRange {input.minimum_open ? 1 - kBelowOne : input.minimum,
            std::min(to, input.maximum_open ? kBelowOne * input.maximum : input.maximum), points, false};
    }
    if (given->value == 0)
        return SweepRange {0, std::min(1.0, input.maximum), points, false};
    return spaced(
        std::max(input.minimum, given->value / kTimes), std::min(input.maximum, given->value * kTimes), points);
}

base::Result<SweepRange> parseRange(
    std::string_view text, scenario::Input input, const std::string& currency, int points)
{
    FS_TRY_VALUE(value, scenario::parseValue(text, input, currency));
    const bool isRange = value.distribution && value.distribution->kind == scenario::DistributionKind::uniform
        && value.distribution->parameters[0] < value.distribution->parameters[1];
    if (!isRange)
        return Error {.code = Code::bad_value,
            .field = std::string(scenario::spec(input).name),
            .found = std::string(text),
            .expected = "10..40"};
    const auto& ends = value.distribution->parameters;
    FS_TRY(scenario::validate(input, ends[0]));
    FS_TRY(scenario::validate(input, ends[1]));
    return spaced(ends[0], ends[1], points);
}

base::Result<std::vector<Meeting>> meetings(
    const scenario::Scenario& scenario, const InputPlace& place, double from, double to)
{
    std::vector<Meeting> out;
    const std::size_t against = place.option.value_or(scenario.baseline);
    for (std::size_t option = 0; option < scenario.options.size(); ++option) {
        if (option == against)
            continue;
        FS_TRY_VALUE(met, breakEven(scenario, place, option, against));
        for (const double x : met.values) {
            if (x < from || x > to)
                continue;
            scenario::InputValues inputs = scenario::inputValues(scenario, against);
            inputs[place.input] = x;
            FS_TRY_VALUE(costs, evaluate(inputs));
            out.push_back({option, against, x, costs.total});
        }
    }
    std::ranges::stable_sort(out, {}, &Meeting::x);
    return out;
}

} // namespace fullscope::analysis
