// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/problem.h"

namespace fullscope::base {

void ProblemList::add(Problem problem)
{
    m_totals[static_cast<std::size_t>(problem.severity)] += problem.count;
    if (problem.handling == Handling::row_skipped)
        m_rows_skipped += problem.count;

    Seen& seen = m_seen[Kind {problem.what.code, problem.severity, problem.handling, problem.what.field}];
    ++seen.count;
    if (seen.count > kKeptPerKind + 1) {
        m_entries[seen.overflow_entry].count += problem.count;
        return;
    }
    seen.overflow_entry = m_entries.size();
    m_entries.push_back(std::move(problem));
}

std::int64_t ProblemList::total(Severity severity) const
{
    return m_totals[static_cast<std::size_t>(severity)];
}

std::vector<Problem> firstOfEachKind(const std::vector<Problem>& problems)
{
    std::vector<Problem> out;
    std::map<std::tuple<std::string, Code, Severity, Handling, std::string>, std::size_t> seen;
    for (const Problem& problem : problems) {
        const auto [found, isNew] = seen.try_emplace(
            {problem.what.file, problem.what.code, problem.severity, problem.handling, problem.what.field}, out.size());
        if (isNew)
            out.push_back(problem);
        else
            out[found->second].count += problem.count;
    }
    return out;
}

} // namespace fullscope::base
