// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/held_times.h"

#include <algorithm>

namespace fullscope::ledger {

HeldTimes::HeldTimes(std::vector<Hold> holds, bool one)
    : m_holds(std::move(holds))
{
    std::erase_if(m_holds, [](const Hold& hold) { return hold.end_us <= hold.start_us || hold.nodes <= 0; });
    std::stable_sort(
        m_holds.begin(), m_holds.end(), [](const Hold& a, const Hold& b) { return a.start_us < b.start_us; });
    std::vector<std::int64_t> bounds;
    for (const Hold& hold : m_holds)
        bounds.insert(bounds.end(), {hold.start_us, hold.end_us});
    std::sort(bounds.begin(), bounds.end());
    bounds.erase(std::unique(bounds.begin(), bounds.end()), bounds.end());
    std::vector<const Hold*> active;
    std::size_t next = 0;
    for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
        std::erase_if(active, [&](const Hold* hold) { return hold->end_us <= bounds[i]; });
        for (; next < m_holds.size() && m_holds[next].start_us <= bounds[i]; ++next)
            active.push_back(&m_holds[next]);
        if (active.empty())
            continue;
        Demand nodes;
        for (const Hold* hold : active) {
            nodes.all += hold->nodes;
            nodes.most = one ? 1 : nodes.all;
            if (hold->surely)
                nodes.least = std::max(nodes.least, one ? 1 : hold->nodes);
        }
        m_pieces.push_back({bounds[i], bounds[i + 1], nodes});
    }
}

Demand HeldTimes::within(std::int64_t start_us, std::int64_t end_us) const
{
    auto piece = std::upper_bound(
        m_pieces.begin(), m_pieces.end(), start_us, [](std::int64_t us, const Piece& one) { return us < one.end_us; });
    Demand demand;
    for (; piece != m_pieces.end() && piece->start_us < end_us; ++piece) {
        const std::int64_t us = std::min(end_us, piece->end_us) - std::max(start_us, piece->start_us);
        demand.all += us * piece->nodes.all;
        demand.most += us * piece->nodes.most;
        demand.least += us * piece->nodes.least;
    }
    return demand;
}

std::vector<std::pair<std::size_t, std::int64_t>> HeldTimes::surelyBy(std::int64_t start_us, std::int64_t end_us) const
{
    std::vector<std::pair<std::size_t, std::int64_t>> by_run;
    for (const Hold& hold : m_holds) {
        const std::int64_t us = std::min(end_us, hold.end_us) - std::max(start_us, hold.start_us);
        if (us <= 0 || !hold.surely)
            continue;
        if (!by_run.empty() && by_run.back().first == hold.run)
            by_run.back().second += us * hold.nodes;
        else
            by_run.emplace_back(hold.run, us * hold.nodes);
    }
    return by_run;
}

} // namespace fullscope::ledger
