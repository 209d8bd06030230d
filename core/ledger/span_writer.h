// SPDX-License-Identifier: GPL-3.0-or-later
// Lays the pieces of a run end to end.
#pragma once

#include "core/ledger/time_ledger.h"

#include <array>
#include <vector>

namespace fullscope::ledger {

class SpanWriter {
public:
    // `sample` is the record that the piece belongs to, -1 = none. A duration of 0 leaves no span.
    void add(TimeCategory category, std::int64_t duration_us, std::int64_t sample);
    // The same, and never joined with its neighbours before join(); index for recategorise(). duration_us > 0.
    std::size_t addApart(TimeCategory category, std::int64_t duration_us, std::int64_t sample);
    void recategorise(std::size_t index, TimeCategory category) { m_spans[index].category = category; }

    std::int64_t total() const { return m_end_us; }
    std::array<std::int64_t, kTimeCategories> sums() const;
    // The spans in order, neighbours of one category joined.
    std::vector<TimeSpan> join() &&;

private:
    std::vector<TimeSpan> m_spans;
    std::int64_t m_end_us = 0;
    bool m_apart = false; // the last span
};

} // namespace fullscope::ledger
