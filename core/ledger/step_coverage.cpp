// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/step_coverage.h"

#include <algorithm>

namespace fullscope::ledger {

void StepCoverage::add(std::int64_t begin, std::int64_t end, std::int64_t segment)
{
    if (begin >= end)
        return;
    auto it = m_by_begin.lower_bound(begin);
    if (it != m_by_begin.begin() && std::prev(it)->second.end > begin)
        --it;
    while (it != m_by_begin.end() && it->first < end) {
        const CoveredSteps old = it->second;
        it = m_by_begin.erase(it);
        if (old.begin < begin)
            m_by_begin.emplace(old.begin, CoveredSteps {old.begin, begin, old.segment});
        if (old.end > end)
            it = m_by_begin.emplace(end, CoveredSteps {end, old.end, old.segment}).first;
    }
    m_by_begin.emplace(begin, CoveredSteps {begin, end, segment});
}

void StepCoverage::finish()
{
    m_pieces.reserve(m_by_begin.size());
    for (const auto& [begin, piece] : m_by_begin)
        m_pieces.push_back(piece);
    m_by_begin.clear();
}

std::int64_t StepCoverage::distinctSteps() const
{
    std::int64_t steps = 0;
    for (const CoveredSteps& piece : m_pieces)
        steps += piece.end - piece.begin;
    return steps;
}

std::int64_t StepCoverage::repeatedAfter(std::int64_t segment, std::int64_t begin, std::int64_t end) const
{
    auto it = std::partition_point(
        m_pieces.begin(), m_pieces.end(), [&](const CoveredSteps& piece) { return piece.end <= begin; });
    std::int64_t repeated = 0;
    for (; it != m_pieces.end() && it->begin < end; ++it)
        if (it->segment > segment)
            repeated += std::min(end, it->end) - std::max(begin, it->begin);
    return repeated;
}

} // namespace fullscope::ledger
