// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/joined_run.h"

#include "core/base/text.h"

#include <algorithm>

namespace fullscope::evidence {

namespace {

// Index in `known` of a series that is the same, which is added where there is none.
int indexOf(std::vector<SeriesInfo>& known, SeriesInfo info)
{
    const std::string name = info.name;
    for (int copy = 2;; ++copy) {
        const auto same
            = std::find_if(known.begin(), known.end(), [&](const SeriesInfo& one) { return one.name == info.name; });
        if (same == known.end()) {
            known.push_back(std::move(info));
            return static_cast<int>(known.size()) - 1;
        }
        if (*same == info)
            return static_cast<int>(same - known.begin());
        info.name = name + " (" + std::to_string(copy) + ")";
    }
}

std::int64_t linesOf(const Run& run)
{
    std::int64_t lines = 0;
    for (const SourceFile& file : run.files)
        lines += file.lines;
    return lines;
}

std::vector<int> joinSeries(std::vector<SeriesInfo>& known, const std::vector<SeriesInfo>& own)
{
    std::vector<int> indices(known.size(), -1);
    for (std::size_t i = 0; i < own.size(); ++i) {
        const auto joined = static_cast<std::size_t>(indexOf(known, own[i]));
        indices.resize(known.size(), -1);
        indices[joined] = static_cast<int>(i);
    }
    return indices;
}

// A later attempt's fact; `line` is that of its own file.
void joinFact(JoinedRun& joined, const Fact& fact, std::int64_t line, const std::string& file)
{
    const Fact* const known = joined.run.fact(fact.name);
    if (fact.stated_by_user && (known == nullptr || !known->stated_by_user)) {
        joined.run.facts.insert(joined.run.facts.begin(), fact);
        return;
    }
    if (known == nullptr) {
        joined.run.facts.push_back(fact);
        return;
    }
    if (known->value == fact.value || known->stated_by_user)
        return;
    joined.problems.push_back({.severity = base::Severity::warning,
        .handling = base::Handling::value_dropped,
        .what = {.code = base::Code::fact_differs,
            .file = file,
            .line = line,
            .field = fact.name,
            .found = base::excerpt(fact.value),
            .expected = base::excerpt(known->value)}});
}

void join(JoinedRun& joined, Run attempt, std::int64_t shift_us, bool is_last)
{
    const std::int64_t lines = linesOf(joined.run);
    const std::string file = attempt.files.empty() ? std::string() : attempt.files.front().path;
    joined.lines_before.push_back(lines);
    joined.run.files.insert(joined.run.files.end(), attempt.files.begin(), attempt.files.end());
    joined.series.push_back(joinSeries(joined.run.series, attempt.series));
    for (Fact& fact : attempt.facts) {
        const std::int64_t line = fact.line;
        if (!fact.stated_by_user)
            fact.line += lines;
        if (joined.series.size() == 1)
            joined.run.facts.push_back(std::move(fact));
        else
            joinFact(joined, fact, line, file);
    }
    for (Event& event : attempt.events) {
        event.line += lines;
        event.after_sample += joined.run.sample_count;
        if (event.time_us != base::kNoTime)
            event.time_us += shift_us;
        joined.run.events.push_back(std::move(event));
    }
    const std::int64_t own_lines = linesOf(attempt);
    for (UserMark& mark : attempt.marks) {
        if (!is_last && mark.first_line > own_lines)
            continue; // beyond its file, where another one begins
        mark.first_line += lines;
        mark.last_line = (is_last ? mark.last_line : std::min(mark.last_line, own_lines)) + lines;
        joined.run.marks.push_back(std::move(mark));
    }
    joined.run.sample_count += attempt.sample_count;
}

} // namespace

JoinedRun joinAttempts(std::vector<Run> attempts, const std::vector<std::int64_t>& shifts_us)
{
    JoinedRun joined;
    joined.run.id = attempts.front().id;
    joined.run.name = attempts.front().name;
    for (std::size_t i = 0; i < attempts.size(); ++i)
        join(joined, std::move(attempts[i]), shifts_us[i], i + 1 == attempts.size());
    for (std::vector<int>& indices : joined.series)
        indices.resize(joined.run.series.size(), -1);
    return joined;
}

} // namespace fullscope::evidence
