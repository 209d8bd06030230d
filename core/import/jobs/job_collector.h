// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs on their way to the sink. Lists are appended to day by day: what shows the same attempt of a job again takes the
// place of what was shown before, so that its hours count once.
#pragma once

#include "core/evidence/sink.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace fullscope::import {

class JobCollector {
public:
    enum class Same { attempt, id }; // what makes two rows one: id and start, or the id alone

    explicit JobCollector(Same same = Same::attempt)
        : m_same(same)
    {
    }

    void add(evidence::Job job);
    // Hands all of them on, in the order in which they were first seen.
    base::Status finish(evidence::Sink& sink);

private:
    using Key = std::pair<std::string, std::int64_t>; // id and start

    void insert(const Key& key, evidence::Job job);
    void repeat(std::size_t known, evidence::Job job);

    const Same m_same;
    std::vector<evidence::Job> m_jobs;
    std::map<Key, std::size_t> m_known; // the last job of that key
    std::int64_t m_repeated = 0, m_first_repeat = 0;
};

// The job is over, as far as its row says.
bool hasEnded(const evidence::Job& job);
// An end before the start is taken back and told.
void dropImpossibleEnd(evidence::Job& job, evidence::Sink& sink);

} // namespace fullscope::import
