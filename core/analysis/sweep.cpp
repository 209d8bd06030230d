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

base::Status checkRange(const SweepRange& range, int most)
{
    const auto refuse = [](const char* field, double value, std::string expected) {
        return Error {.code = Code::out_of_range,
            .field = field,
            .found = base::formatDouble(value),
            .expected = std::move(expected)};
    };
    if (!std::isfinite(range.from) || (range.logarithmic && range.from <= 0))
        return refuse("from", range.from, range.logarithmic ? "0 < x" : "");
    if (!std::isfinite(range.to) || range.to < range.from || !std::isfinite(range.to - range.from))
        return refuse("to", range.to, "from ≤ x");
    if (range.points < 2 || range.points > most)
        return refuse("points", range.points, "2 ≤ x ≤ " + std::to_string(most));
    return {};
}

} // namespace

base::Result<std::vector<double>> valuesOf(const SweepRange& range, int most)
{
    FS_TRY(checkRange(range, most));
    std::vector<double> values;
    for (int i = 0; i < range.points; ++i) {
        const double share = static_cast<double>(i) / (range.points - 1);
        const double value = range.logarithmic ? std::exp(std::lerp(std::log(range.from), std::log(range.to), share))
                                               : std::lerp(range.from, range.to, share);
        values.push_back(i == 0 ? range.from : i == range.points - 1 ? range.to : value);
    }
    return values;
}

NoFigures::Place NoFigures::add(const base::Error& error)
{
    const auto same = std::ranges::find_if(m_reasons, [&error](const base::Error& known) {
        return known.code == error.code && known.field == error.field && known.expected == error.expected
            && known.args == error.args;
    });
    if (same != m_reasons.end())
        return static_cast<std::size_t>(same - m_reasons.begin());
    m_reasons.push_back(error);
    return m_reasons.size() - 1;
}

base::Result<Sweep> sweep(const scenario::Scenario& scenario, scenario::Input input, const SweepRange& range,
    std::vector<std::size_t> options)
{
    FS_TRY_VALUE(values, valuesOf(range, kMaxPoints));
    for (const std::size_t option : options)
        if (option >= scenario.options.size())
            return Error {.code = Code::out_of_range, .field = "option", .found = std::to_string(option)};

    Sweep result {.input = input, .x = std::move(values), .totals = {}};
    for (std::size_t option = 0; option < scenario.options.size(); ++option) {
        const bool isVaried
            = scenario::isWorkload(input) || options.empty() || std::ranges::find(options, option) != options.end();
        scenario::InputValues inputs = scenario::inputValues(scenario, option);
        std::vector<std::optional<double>> totals;
        std::vector<NoFigures::Place> why;
        for (const double x : result.x) {
            if (isVaried)
                inputs[input] = x;
            const auto costs = evaluate(inputs);
            totals.push_back(costs ? std::optional(costs->total) : std::nullopt);
            why.push_back(costs ? std::nullopt : result.none.add(costs.error()));
        }
        result.totals.push_back(std::move(totals));
        result.why.push_back(std::move(why));
    }
    return result;
}

} // namespace fullscope::analysis
