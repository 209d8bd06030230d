// SPDX-License-Identifier: GPL-3.0-or-later
// The Shapley value (Shapley 1953) of a player: its mean contribution over all orders in which the players can join.
#pragma once

#include <bit>
#include <cstddef>
#include <vector>

namespace fullscope::analysis {

// values[coalition]: bit i = player i takes part; 2^players of them. The players' values add up to that of all of them
// together less that of none.
inline double shapley(const std::vector<double>& values, std::size_t player, std::size_t players)
{
    const auto weight = [players](std::size_t others) { // |S|! (n - |S| - 1)! / n!
        double binomial = 1; // (n - 1) over |S|
        for (std::size_t i = 0; i < others; ++i)
            binomial = binomial * static_cast<double>(players - 1 - i) / static_cast<double>(i + 1);
        return 1 / (binomial * static_cast<double>(players));
    };
    double amount = 0;
    for (std::size_t others = 0; others < values.size(); ++others) {
        if ((others >> player & 1) != 0)
            continue;
        const auto joined = static_cast<std::size_t>(std::popcount(others));
        amount += weight(joined) * (values[others | std::size_t {1} << player] - values[others]);
    }
    return amount;
}

} // namespace fullscope::analysis
