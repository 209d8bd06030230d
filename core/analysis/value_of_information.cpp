// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/value_of_information.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fullscope::analysis {

using base::Code;
using base::Error;

namespace {

constexpr std::size_t kMostBins = 1024;
constexpr std::size_t kLeastInBin = 8; // draws of each half

InformationValue meanOf(const std::vector<double>& gains)
{
    const auto count = static_cast<double>(gains.size());
    const double mean = std::accumulate(gains.begin(), gains.end(), 0.0) / count;
    double squares = 0;
    for (const double gain : gains)
        squares += (gain - mean) * (gain - mean);
    return {std::max(mean, 0.0), std::sqrt(squares / (count - 1) / count)};
}

// Totals of the options that have some, in the draws in which all of them have one.
class Decisions {
public:
    explicit Decisions(const Draws& draws)
        : m_draws(draws)
    {
        for (std::size_t option = 0; option < draws.totals.size(); ++option) {
            const auto& totals = draws.totals[option];
            const bool hasSome = std::ranges::any_of(totals, [](double total) { return std::isfinite(total); });
            (hasSome ? m_options : m_left_out).push_back(option);
        }
        const std::size_t count = draws.totals.empty() ? 0 : draws.totals.front().size();
        for (std::size_t draw = 0; draw < count; ++draw)
            if (std::ranges::all_of(m_options, [&](std::size_t o) { return std::isfinite(draws.totals[o][draw]); }))
                m_counted.push_back(draw);
        m_failed = count - m_counted.size();
    }

    base::Status check() const
    {
        if (m_options.size() < 2)
            return Error {.code = Code::no_options, .field = "options"};
        if (m_draws.inputs.empty())
            return Error {.code = Code::nothing_uncertain};
        if (m_counted.size() < kLeastDraws)
            return Error {.code = Code::out_of_range,
                .field = "draws",
                .found = std::to_string(m_counted.size()),
                .expected = std::to_string(kLeastDraws) + " ≤ x"};
        return {};
    }

    void decide()
    {
        std::vector<double> sums;
        for (const std::size_t option : m_options) {
            double sum = 0;
            for (const std::size_t draw : m_counted)
                sum += m_draws.totals[option][draw];
            sums.push_back(sum);
        }
        m_decision = m_options[static_cast<std::size_t>(std::ranges::min_element(sums) - sums.begin())];
    }

    ValueOfInformation start() const
    {
        std::vector<double> gains;
        for (const std::size_t draw : m_counted) {
            double lowest = m_draws.totals[m_decision][draw];
            for (const std::size_t option : m_options)
                lowest = std::min(lowest, m_draws.totals[option][draw]);
            gains.push_back(m_draws.totals[m_decision][draw] - lowest);
        }
        return {.decision = m_decision,
            .perfect = meanOf(gains),
            .inputs = {},
            .draws = m_counted.size(),
            .failed = m_failed,
            .left_out = m_left_out};
    }

    InformationValue ofInput(std::size_t input) const
    {
        const std::vector<std::size_t> order = ordered(input);
        std::size_t best = 1;
        double bestError = 0;
        for (std::size_t bins = 1; bins <= kMostBins && bins * 2 * kLeastInBin <= order.size(); bins *= 2) {
            const double error = squaredError(order, bins);
            if (bins == 1 || error < bestError) {
                best = bins;
                bestError = error;
            }
        }
        InformationValue value = meanOf(gains(order, best));
        if (value.value < 2 * value.standard_error)
            value.value = 0; // no lower bound that the draws could tell from nothing
        return value;
    }

private:
    using Means = std::vector<std::vector<double>>; // [bin][option], relative to the decision's total

    // Draws that count, by the value of the input. The halves are the even and the odd ones of the draws themselves,
    // which know nothing of it.
    std::vector<std::size_t> ordered(std::size_t input) const
    {
        const std::vector<double>& values = m_draws.values[input];
        std::vector<std::size_t> order = m_counted;
        std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
        return order;
    }

    double relative(std::size_t option, std::size_t draw) const
    {
        return m_draws.totals[m_options[option]][draw] - m_draws.totals[m_decision][draw];
    }

    static std::size_t binOf(std::size_t rank, std::size_t bins, std::size_t count) { return rank * bins / count; }

    // Means of one half of the draws. An empty bin says nothing against the decision.
    Means means(const std::vector<std::size_t>& order, std::size_t bins, std::size_t half) const
    {
        Means means(bins, std::vector<double>(m_options.size()));
        std::vector<double> counts(bins);
        for (std::size_t rank = 0; rank < order.size(); ++rank) {
            if (order[rank] % 2 != half)
                continue;
            const std::size_t bin = binOf(rank, bins, order.size());
            ++counts[bin];
            for (std::size_t option = 0; option < m_options.size(); ++option)
                means[bin][option] += relative(option, order[rank]);
        }
        for (std::size_t bin = 0; bin < bins; ++bin)
            for (double& mean : means[bin])
                mean /= std::max(counts[bin], 1.0);
        return means;
    }

    // Of predicting each half by the other's means.
    double squaredError(const std::vector<std::size_t>& order, std::size_t bins) const
    {
        const Means halves[] = {means(order, bins, 0), means(order, bins, 1)};
        double error = 0;
        for (std::size_t rank = 0; rank < order.size(); ++rank) {
            const auto& predicted = halves[1 - order[rank] % 2][binOf(rank, bins, order.size())];
            for (std::size_t option = 0; option < m_options.size(); ++option) {
                const double off = relative(option, order[rank]) - predicted[option];
                error += off * off;
            }
        }
        return error;
    }

    std::vector<double> gains(const std::vector<std::size_t>& order, std::size_t bins) const
    {
        const Means halves[] = {means(order, bins, 0), means(order, bins, 1)};
        std::vector<double> gains;
        for (std::size_t rank = 0; rank < order.size(); ++rank) {
            const auto& predicted = halves[1 - order[rank] % 2][binOf(rank, bins, order.size())];
            const auto chosen = static_cast<std::size_t>(std::ranges::min_element(predicted) - predicted.begin());
            const bool stays = !(predicted[chosen] < 0); // the decision's own is 0
            gains.push_back(stays ? 0 : -relative(chosen, order[rank]));
        }
        return gains;
    }

    const Draws& m_draws;
    std::vector<std::size_t> m_options, m_left_out, m_counted;
    std::size_t m_failed = 0, m_decision = 0;
};

// 1-based; equal values share the mean of their ranks.
std::vector<double> ranks(const std::vector<double>& values)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t {0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<double> ranks(values.size());
    for (std::size_t first = 0; first < order.size();) {
        std::size_t end = first;
        while (end < order.size() && values[order[end]] == values[order[first]])
            ++end;
        for (std::size_t i = first; i < end; ++i)
            ranks[order[i]] = static_cast<double>(first + end + 1) / 2;
        first = end;
    }
    return ranks;
}

// 0 where one of them does not vary.
double correlation(const std::vector<double>& a, const std::vector<double>& b)
{
    const auto count = static_cast<double>(a.size());
    const double meanA = std::accumulate(a.begin(), a.end(), 0.0) / count;
    const double meanB = std::accumulate(b.begin(), b.end(), 0.0) / count;
    double ab = 0, aa = 0, bb = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        ab += (a[i] - meanA) * (b[i] - meanB);
        aa += (a[i] - meanA) * (a[i] - meanA);
        bb += (b[i] - meanB) * (b[i] - meanB);
    }
    return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : 0;
}

} // namespace

base::Result<ValueOfInformation> valueOfInformation(const Draws& draws, const base::JobContext& job)
{
    Decisions decisions(draws);
    FS_TRY(decisions.check());
    decisions.decide();
    ValueOfInformation found = decisions.start();
    for (std::size_t input = 0; input < draws.inputs.size(); ++input) {
        FS_TRY(job.check());
        found.inputs.push_back(decisions.ofInput(input));
    }
    return found;
}

std::vector<double> varianceShares(const Draws& draws, const std::vector<double>& outputs)
{
    const auto finite = [&](const std::vector<double>& all) {
        std::vector<double> some;
        for (std::size_t draw = 0; draw < outputs.size(); ++draw)
            if (std::isfinite(outputs[draw]))
                some.push_back(all[draw]);
        return some;
    };
    const std::vector<double> outputRanks = ranks(finite(outputs));
    std::vector<double> shares;
    std::vector<std::vector<double>> variables; // inputs of one order, or of the opposite one, are one variable
    double sum = 0;
    for (const auto& values : draws.values) {
        std::vector<double> own = ranks(finite(values));
        const double r = correlation(own, outputRanks);
        shares.push_back(r * r);
        const bool isKnown = std::ranges::any_of(variables,
            [&own](const std::vector<double>& other) { return std::abs(correlation(own, other)) > 1 - 1e-12; });
        if (isKnown)
            continue;
        sum += r * r;
        variables.push_back(std::move(own));
    }
    if (sum > 0)
        for (double& share : shares)
            share /= sum;
    return shares;
}

} // namespace fullscope::analysis
