// SPDX-License-Identifier: GPL-3.0-or-later
// The fast path gives what the cost model gives, to the last bit.
#include "core/analysis/fast_totals.h"

#include "core/scenario/scenario.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace fullscope::analysis {

using scenario::Input;
using scenario::InputSpec;
using scenario::InputValues;

namespace {

constexpr std::size_t kValues = 13; // no multiple of what is computed side by side

class RandomDraws {
public:
    explicit RandomDraws(unsigned seed)
        : m_engine(seed)
    {
    }

    // Inputs given or not, and of those given some drawn.
    void next(bool is_extreme)
    {
        fixed = {};
        columns.fill(nullptr);
        const bool isOwned = below(2) == 0, isComplete = below(8) != 0;
        for (const InputSpec& input : scenario::inputSpecs()) {
            const auto k = static_cast<std::size_t>(input.id);
            if (isLeftOut(input.id, isOwned) || (below(2) == 0 && !(isComplete && isNeeded(input.id))))
                continue;
            fixed[input.id] = valueFor(input, is_extreme);
            if (below(3) != 0)
                continue;
            for (double& value : drawn[k])
                value = valueFor(input, is_extreme);
            columns[k] = drawn[k].data();
        }
    }
    InputValues at(std::size_t i) const
    {
        InputValues inputs = fixed;
        for (std::size_t k = 0; k < scenario::kInputs; ++k)
            if (columns[k] != nullptr)
                inputs.values[k] = columns[k][i];
        return inputs;
    }

    InputValues fixed;
    FastTotals::Columns columns {};
    std::array<std::array<double, kValues>, scenario::kInputs> drawn {};

private:
    static bool isLeftOut(Input input, bool isOwned)
    {
        const auto group = scenario::spec(input).group;
        return isOwned ? input == Input::price_per_h || group == scenario::InputGroup::commitment
                       : group == scenario::InputGroup::owned;
    }
    static bool isNeeded(Input input)
    {
        constexpr Input kNeeded[] = {Input::tokens, Input::runs, Input::nodes, Input::price_per_h,
            Input::capex_per_node, Input::lifetime_years, Input::residual_share, Input::discount_rate,
            Input::fleet_utilisation, Input::tokens_per_s, Input::committed_price_per_h};
        return std::ranges::find(kNeeded, input) != std::end(kNeeded);
    }
    double valueFor(const InputSpec& input, bool is_extreme)
    {
        const double low = input.minimum_open ? std::nextafter(input.minimum, input.maximum) : input.minimum;
        const double high = input.maximum_open ? std::nextafter(input.maximum, input.minimum) : input.maximum;
        if (is_extreme && below(4) == 0)
            return below(2) == 0 ? low : high;
        if (is_extreme)
            return std::clamp(std::exp2(below(600) - 300.0), low, high);
        if (input.unit == base::Unit::share)
            return 0.01 + below(1000) / 2500.0;
        const double ordinary = (1 + below(1000) / 1000.0) * std::exp2(below(12));
        return std::clamp(
            input.id == Input::node_mtbf_h || input.id == Input::checkpoint_interval_h ? ordinary * 1e3 : ordinary, low,
            high);
    }
    unsigned below(unsigned limit) { return static_cast<unsigned>(m_engine() % limit); }

    std::mt19937 m_engine;
};

struct Seen {
    int equal = 0, left_to_model = 0, computed = 0;
};

Seen compared(RandomDraws& random, bool is_extreme, int rounds)
{
    Seen seen;
    for (int round = 0; round < rounds; ++round) {
        random.next(is_extreme);
        const FastTotals fast(random.fixed, random.columns);
        const auto scope = static_cast<Scope>(round % static_cast<int>(Scope::count));
        std::array<double, kValues> figures {};
        fast.compute(random.columns, scope, figures);
        for (std::size_t i = 0; i < kValues; ++i) {
            const auto costs = evaluate(random.at(i));
            const auto figure = costs ? underScope(*costs, scope) : std::nullopt;
            seen.computed += figure ? 1 : 0;
            if (std::isnan(figures[i])) {
                ++seen.left_to_model;
                continue;
            }
            ++seen.equal;
            if (!figure || *figure != figures[i]) {
                ADD_FAILURE() << "round " << round << ", value " << i << ": " << figures[i] << " for "
                              << (figure ? *figure : NAN) << (costs ? "" : " error of " + costs.error().field);
                return seen;
            }
        }
    }
    return seen;
}

} // namespace

TEST(FastTotals, areThoseOfTheModelToTheLastBit)
{
    RandomDraws random(20261130);
    const Seen seen = compared(random, false, 20'000);
    // Ordinary values are hardly ever left to the model.
    EXPECT_GT(seen.equal, 0.97 * seen.computed);
    EXPECT_GT(seen.computed, 100'000);
}

TEST(FastTotals, leaveToTheModelWhatItMightRefuse)
{
    RandomDraws random(77);
    const Seen seen = compared(random, true, 20'000);
    EXPECT_GT(seen.left_to_model, 10'000);
    EXPECT_GT(seen.equal, 10'000);
}

} // namespace fullscope::analysis
