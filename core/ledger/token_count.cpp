// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/token_count.h"

#include <algorithm>
#include <cmath>

namespace fullscope::ledger {

namespace {

constexpr std::size_t kKnots = 65'536; // then every other one goes: the batch between them is nearly the same

} // namespace

TokenCount::TokenCount(const Batch& batch, const evidence::Run& run, const Survey& survey)
    : m_batch(batch)
    , m_survey(survey)
{
    const PlannedSegment& first = survey.segments.front();
    m_origin = std::min<std::int64_t>(0, first.records.first_step - first.first_steps);
    m_per_step = batch.tokens_per_step.value_or(0);
    if (batch.tokens_per_step && batch.sequences_per_step)
        m_per_sequence = positiveFact(run, "seq_len").value_or(m_per_step / *batch.sequences_per_step);
    m_constant = !batch.tokens_by_total && !(batch.tokens_by_sequences && batch.varies);
}

double TokenCount::total(const Amounts& amounts) const
{
    if (m_batch.tokens_by_total)
        return amounts.tokens;
    return m_survey.sequences.steps > 0 ? amounts.sequences * m_per_sequence : evidence::kNotLogged;
}

double TokenCount::tokensAt(double step) const
{
    const auto above
        = std::partition_point(m_knots.begin(), m_knots.end(), [step](const Knot& knot) { return knot.step <= step; });
    if (above == m_knots.begin())
        return step * m_per_step; // before the log began
    const Knot& low = *std::prev(above);
    if (above == m_knots.end())
        return low.tokens + (step - low.step) * m_per_step;
    return std::lerp(low.tokens, above->tokens, (step - low.step) / (above->step - low.step));
}

void TokenCount::openSegment(const RunRow& row)
{
    const double begin = step(row.step - row.steps);
    m_tokens = tokensAt(begin);
    m_offset = evidence::kNotLogged;
    std::erase_if(m_knots, [begin](const Knot& knot) { return knot.step > begin; });
}

void TokenCount::keep(double step)
{
    if (m_knots.size() == kKnots) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < m_knots.size(); i += 2)
            m_knots[kept++] = m_knots[i];
        m_knots.resize(kept);
    }
    if (m_knots.empty() || step > m_knots.back().step)
        m_knots.push_back({step, m_tokens});
}

double TokenCount::after(const RunRow& row, const Amounts& amounts)
{
    if (!m_batch.tokens_per_step)
        return evidence::kNotLogged;
    const double here = step(row.step);
    if (m_constant)
        return here * m_per_step;
    if (row.first)
        openSegment(row);
    const bool has_batch = !m_batch.tokens_by_total && amounts.batch > 0 && std::isfinite(amounts.batch);
    const double rate = has_batch ? amounts.batch * m_per_sequence : m_per_step;
    m_tokens += rate * static_cast<double>(row.steps);
    if (const double said = total(amounts); std::isfinite(said) && said >= 0) {
        // A total that goes on after a restart, from its checkpoint, is right as it is. One that counts anew, or
        // counts the repeated steps too, is right in how it grows.
        if (std::isnan(m_offset)) {
            constexpr double tolerance = 0.02;
            const bool goes_on = row.segment == 0 || std::abs(said - m_tokens) <= tolerance * m_tokens;
            m_offset = goes_on ? 0 : m_tokens - said;
        }
        m_tokens = said + m_offset;
    }
    keep(here);
    return m_tokens;
}

} // namespace fullscope::ledger
