// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/jobs/job_collector.h"

namespace fullscope::import {

using evidence::Job;
using evidence::JobEnd;

bool hasEnded(const Job& job)
{
    return job.end != JobEnd::not_known && job.end != JobEnd::running;
}

void dropImpossibleEnd(Job& job, evidence::Sink& sink)
{
    if (job.start_us == base::kNoTime || job.end_us == base::kNoTime || job.end_us >= job.start_us)
        return;
    sink.problem({.handling = base::Handling::value_dropped,
        .what = {.code = base::Code::bad_time,
            .line = job.line,
            .field = job.job_id,
            .found = base::formatIso({job.end_us}),
            .expected = "≥ " + base::formatIso({job.start_us})}});
    job.end_us = base::kNoTime;
}

void JobCollector::insert(const Key& key, Job job)
{
    m_known[key] = m_jobs.size();
    m_jobs.push_back(std::move(job));
}

// A job that has ended stays so: lists may be put together in any order.
void JobCollector::repeat(std::size_t known, Job job)
{
    if (m_repeated++ == 0)
        m_first_repeat = job.line;
    if (hasEnded(job) || !hasEnded(m_jobs[known]))
        m_jobs[known] = std::move(job);
}

void JobCollector::add(Job job)
{
    constexpr std::int64_t kNone = base::kNoTime;
    const Key key {job.job_id, m_same == Same::id ? kNone : job.start_us};
    const auto found = m_known.find(key);
    if (found != m_known.end()) {
        Job& known = m_jobs[found->second];
        Job alike = job;
        alike.line = known.line;
        // Rows that do not say when they began are of two attempts when both have ended, each in its way.
        if (m_same == Same::id || key.second != kNone || !hasEnded(known) || alike == known)
            return repeat(found->second, std::move(job));
        return insert(key, std::move(job));
    }
    // It was still waiting when the list was first made.
    const auto waiting = key.second == kNone ? m_known.end() : m_known.find({job.job_id, kNone});
    if (waiting == m_known.end() || hasEnded(m_jobs[waiting->second]))
        return insert(key, std::move(job));
    const std::size_t index = waiting->second;
    const std::int64_t submit_us = m_jobs[index].submit_us;
    if (submit_us != kNone && job.submit_us != kNone && submit_us != job.submit_us)
        return insert(key, std::move(job));
    m_known.erase(waiting);
    m_known[key] = index;
    repeat(index, std::move(job));
}

base::Status JobCollector::finish(evidence::Sink& sink)
{
    if (m_repeated > 0)
        sink.problem({.severity = base::Severity::info,
            .handling = base::Handling::noted,
            .what = {.code = base::Code::job_repeated, .line = m_first_repeat},
            .count = m_repeated});
    for (const Job& job : m_jobs)
        FS_TRY(sink.job(job));
    return {};
}

} // namespace fullscope::import
