// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/pair_totals.h"

#include "core/analysis/cost_terms.h"

namespace fullscope::analysis {

using base::Code;
using base::Error;

namespace {

base::Result<double> totalOf(const scenario::InputValues& inputs)
{
    FS_TRY_VALUE(costs, evaluate(inputs));
    return costs.total;
}

} // namespace

base::Status checkPlace(const scenario::Scenario& scenario, const InputPlace& place)
{
    if (place.option && *place.option >= scenario.options.size())
        return Error {.code = Code::out_of_range, .field = "option", .found = std::to_string(*place.option)};
    if (scenario::isWorkload(place.input) == place.option.has_value())
        return Error {.code = Code::name_unknown,
            .field = nameOf(place.input),
            .found = nameOf(place.input),
            .expected = place.option ? "workload" : "options"};
    return {};
}

base::Status checkPair(const scenario::Scenario& scenario, std::size_t option, std::size_t baseline)
{
    if (option >= scenario.options.size())
        return Error {.code = Code::out_of_range, .field = "option", .found = std::to_string(option)};
    if (baseline >= scenario.options.size() || baseline == option)
        return Error {.code = Code::out_of_range, .field = "baseline", .found = std::to_string(baseline)};
    return {};
}

std::optional<double> PairTotals::Totals::saving() const
{
    return baseline > 0 ? std::optional(1 - option / baseline) : std::nullopt;
}

PairTotals::PairTotals(
    const scenario::Scenario& scenario, std::size_t option, std::size_t baseline, std::vector<InputPlace> places)
    : m_option(scenario::inputValues(scenario, option))
    , m_baseline(scenario::inputValues(scenario, baseline))
    , m_option_index(option)
    , m_baseline_index(baseline)
    , m_places(std::move(places))
{
    for (const InputPlace& place : m_places) {
        m_option_varies |= !place.option || *place.option == option;
        m_baseline_varies |= !place.option || *place.option == baseline;
    }
}

base::Result<PairTotals::Totals> PairTotals::at(std::span<const double> values)
{
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        const InputPlace& place = m_places[i];
        if (!place.option || *place.option == m_option_index)
            m_option[place.input] = values[i];
        if (!place.option || *place.option == m_baseline_index)
            m_baseline[place.input] = values[i];
    }
    if (m_option_varies || !m_option_total)
        m_option_total = totalOf(m_option);
    if (m_baseline_varies || !m_baseline_total)
        m_baseline_total = totalOf(m_baseline);
    if (!m_option_total->ok())
        return m_option_total->error();
    if (!m_baseline_total->ok())
        return m_baseline_total->error();
    return Totals {**m_option_total, **m_baseline_total};
}

} // namespace fullscope::analysis
