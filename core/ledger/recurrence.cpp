// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/recurrence.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace fullscope::ledger {

namespace {

constexpr std::size_t kMost = 4;
constexpr std::size_t kPeriodsTried = 3;
constexpr std::int64_t kFewest = 3; // hits; so few must be at every chance
constexpr double kShare = 0.8; // of the chances, with more hits

std::int64_t modulo(std::int64_t a, std::int64_t b)
{
    const std::int64_t rest = a % b;
    return rest < 0 ? rest + b : rest;
}

std::int64_t floorDivide(std::int64_t a, std::int64_t b)
{
    return (a - modulo(a, b)) / b;
}

// Steps that ran, from `first` to `last`, at which the recurrence could have shown.
std::int64_t chances(
    const Recurrence& r, const std::vector<CoveredSteps>& covered, std::int64_t first, std::int64_t last)
{
    std::int64_t n = 0;
    for (const CoveredSteps& piece : covered) {
        const std::int64_t begin = std::max(piece.begin, first - 1);
        const std::int64_t end = std::min(piece.end, last);
        if (begin < end)
            n += floorDivide(end - r.phase, r.period) - floorDivide(begin - r.phase, r.period);
    }
    return n;
}

// The commonest distances between neighbours.
std::vector<std::int64_t> commonDistances(const std::vector<std::int64_t>& steps, std::int64_t smallest)
{
    std::unordered_map<std::int64_t, std::int64_t> count;
    for (std::size_t i = 1; i < steps.size(); ++i)
        if (steps[i] - steps[i - 1] >= smallest)
            ++count[steps[i] - steps[i - 1]];
    std::vector<std::pair<std::int64_t, std::int64_t>> ordered(count.begin(), count.end());
    std::sort(ordered.begin(), ordered.end(),
        [](const auto& a, const auto& b) { return a.second != b.second ? a.second > b.second : a.first < b.first; });
    std::vector<std::int64_t> distances;
    for (std::size_t i = 0; i < std::min(kPeriodsTried, ordered.size()); ++i)
        distances.push_back(ordered[i].first);
    return distances;
}

std::optional<Recurrence> atPeriod(
    std::int64_t period, const std::vector<std::int64_t>& steps, const std::vector<CoveredSteps>& covered)
{
    std::unordered_map<std::int64_t, std::int64_t> count;
    for (const std::int64_t step : steps)
        ++count[modulo(step, period)];
    const auto best = std::max_element(count.begin(), count.end(),
        [](const auto& a, const auto& b) { return a.second != b.second ? a.second < b.second : a.first > b.first; });
    const Recurrence r {.period = period, .phase = best->first, .hits = best->second};
    const auto holds = [&r](std::int64_t step) { return r.holds(step); };
    const std::int64_t first = *std::find_if(steps.begin(), steps.end(), holds);
    const std::int64_t last = *std::find_if(steps.rbegin(), steps.rend(), holds);
    const std::int64_t possible = chances(r, covered, first, last);
    const bool regular = r.hits == kFewest ? r.hits >= possible
                                           : static_cast<double>(r.hits) >= kShare * static_cast<double>(possible);
    return r.hits >= kFewest && regular ? std::optional(r) : std::nullopt;
}

} // namespace

bool Recurrence::holds(std::int64_t step) const
{
    return modulo(step, period) == phase;
}

std::vector<Recurrence> findRecurrences(
    std::vector<std::int64_t> steps, const std::vector<CoveredSteps>& covered, std::int64_t interval)
{
    std::sort(steps.begin(), steps.end());
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    std::vector<Recurrence> found;
    while (found.size() < kMost && steps.size() >= static_cast<std::size_t>(kFewest)) {
        std::optional<Recurrence> next;
        for (const std::int64_t period : commonDistances(steps, 2 * interval)) {
            next = atPeriod(period, steps, covered);
            if (next)
                break;
        }
        if (!next)
            break;
        found.push_back(*next);
        std::erase_if(steps, [&next](std::int64_t step) { return next->holds(step); });
    }
    return found;
}

} // namespace fullscope::ledger
