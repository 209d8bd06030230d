// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/span_writer.h"

#include <algorithm>

namespace fullscope::ledger {

namespace {

void joinTo(TimeSpan& span, const TimeSpan& next)
{
    span.duration_us += next.duration_us;
    if (span.first_sample < 0)
        span.first_sample = next.first_sample;
    span.last_sample = std::max(span.last_sample, next.last_sample);
}

} // namespace

void SpanWriter::add(TimeCategory category, std::int64_t duration_us, std::int64_t sample)
{
    if (duration_us <= 0)
        return;
    const TimeSpan span {category, m_end_us, duration_us, sample, sample};
    if (!m_apart && !m_spans.empty() && m_spans.back().category == category)
        joinTo(m_spans.back(), span);
    else
        m_spans.push_back(span);
    m_apart = false;
    m_end_us += duration_us;
}

std::size_t SpanWriter::addApart(TimeCategory category, std::int64_t duration_us, std::int64_t sample)
{
    m_apart = true;
    m_spans.push_back({category, m_end_us, duration_us, sample, sample});
    m_end_us += duration_us;
    return m_spans.size() - 1;
}

std::array<std::int64_t, kTimeCategories> SpanWriter::sums() const
{
    std::array<std::int64_t, kTimeCategories> sums {};
    for (const TimeSpan& span : m_spans)
        sums[static_cast<std::size_t>(span.category)] += span.duration_us;
    return sums;
}

std::vector<TimeSpan> SpanWriter::join() &&
{
    std::size_t kept = 0;
    for (std::size_t i = 1; i < m_spans.size(); ++i)
        if (m_spans[kept].category == m_spans[i].category)
            joinTo(m_spans[kept], m_spans[i]);
        else
            m_spans[++kept] = m_spans[i];
    if (!m_spans.empty())
        m_spans.resize(kept + 1);
    return std::move(m_spans);
}

} // namespace fullscope::ledger
