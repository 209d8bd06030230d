// SPDX-License-Identifier: GPL-3.0-or-later
// Which segment ran a step last: interval sets, never one entry per step.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace fullscope::ledger {

// Steps in (begin, end], last run in `segment`.
struct CoveredSteps {
    std::int64_t begin = 0, end = 0;
    std::int64_t segment = 0;
};

class StepCoverage {
public:
    // Segments in the order in which they ran: a later one takes over the steps that it repeats.
    void add(std::int64_t begin, std::int64_t end, std::int64_t segment);
    void finish(); // after the last add

    const std::vector<CoveredSteps>& pieces() const { return m_pieces; } // disjoint, in order of steps
    std::int64_t distinctSteps() const;
    // How many of the steps (begin, end] ran again after `segment`.
    std::int64_t repeatedAfter(std::int64_t segment, std::int64_t begin, std::int64_t end) const;

private:
    std::map<std::int64_t, CoveredSteps> m_by_begin;
    std::vector<CoveredSteps> m_pieces;
};

} // namespace fullscope::ledger
