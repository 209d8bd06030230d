// SPDX-License-Identifier: GPL-3.0-or-later
// A problem is something odd about a row: the import goes on. (An Error ends the operation.)
#pragma once

#include "core/base/result.h"

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace fullscope::base {

enum class Severity { info, warning, error };

// What the importer did about it.
// noted: something is told of the file, no record is concerned.
enum class Handling { kept, row_skipped, value_dropped, replaced, stopped, noted };

struct Problem {
    Severity severity = Severity::warning;
    Handling handling = Handling::kept;
    Error what;
    std::int64_t count = 1; // how many of this kind this entry stands for (the last entry of a kind carries the rest)
};

// Counts by kind and keeps the first `kKeptPerKind` of each kind, so that a bad file of 1e8 rows stays small.
class ProblemList {
public:
    static constexpr int kKeptPerKind = 20;

    void add(Problem problem);

    // The kept problems in order of arrival; a kind with more than kKeptPerKind ends in one entry whose count holds
    // all further ones.
    const std::vector<Problem>& entries() const { return m_entries; }
    // All occurrences, also those not kept.
    std::int64_t total(Severity severity) const;
    std::int64_t rowsSkipped() const { return m_rows_skipped; }
    bool empty() const { return m_entries.empty(); }

private:
    using Kind = std::tuple<Code, Severity, Handling, std::string>; // field in the last place
    struct Seen {
        std::int64_t count = 0;
        std::size_t overflow_entry = 0;
    };
    std::map<Kind, Seen> m_seen;
    std::vector<Problem> m_entries;
    std::int64_t m_totals[3] = {0, 0, 0};
    std::int64_t m_rows_skipped = 0;
};

// One entry for each kind in each file: the first of it, counting all. For lists that people read.
std::vector<Problem> firstOfEachKind(const std::vector<Problem>& problems);

} // namespace fullscope::base
