// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/comparison.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>

namespace fullscope::analysis {

using base::Code;
using base::Error;

namespace {

constexpr int kMaxPoints = 100'000;

base::Status checkRange(double from, double to, int points, bool logarithmic)
{
    const auto refuse = [](const char* field, double value, const char* expected) {
        return Error {
            .code = Code::out_of_range, .field = field, .found = base::formatDouble(value), .expected = expected};
    };
    if (!std::isfinite(from) || (logarithmic && from <= 0))
        return refuse("from", from, logarithmic ? "0 < x" : "");
    if (!std::isfinite(to) || to < from || !std::isfinite(to - from))
        return refuse("to", to, "from ≤ x");
    if (points < 2 || points > kMaxPoints)
        return refuse("points", points, "2 ≤ x ≤ 100000");
    return {};
}

} // namespace

base::Result<Sweep> sweep(const scenario::Scenario& scenario, scenario::Input input, double from, double to, int points,
    bool logarithmic, std::vector<std::size_t> options)
{
    FS_TRY(checkRange(from, to, points, logarithmic));
    for (const std::size_t option : options)
        if (option >= scenario.options.size())
            return Error {.code = Code::out_of_range, .field = "option", .found = std::to_string(option)};

    Sweep result {.input = input, .x = {}, .totals = {}};
    for (int i = 0; i < points; ++i) {
        const double share = static_cast<double>(i) / (points - 1);
        const double x
            = logarithmic ? std::exp(std::lerp(std::log(from), std::log(to), share)) : std::lerp(from, to, share);
        result.x.push_back(i == points - 1 ? to : x);
    }
    for (std::size_t option = 0; option < scenario.options.size(); ++option) {
        const bool isVaried
            = scenario::isWorkload(input) || options.empty() || std::ranges::find(options, option) != options.end();
        scenario::InputValues inputs = scenario::inputValues(scenario, option);
        std::vector<std::optional<double>> totals;
        for (const double x : result.x) {
            if (isVaried)
                inputs[input] = x;
            const auto costs = evaluate(inputs);
            totals.push_back(costs ? std::optional(costs->total) : std::nullopt);
        }
        result.totals.push_back(std::move(totals));
    }
    return result;
}

} // namespace fullscope::analysis
