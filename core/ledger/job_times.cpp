// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/job_times.h"

#include "core/ledger/job_figures.h"
#include "core/ledger/run_events.h"

#include <algorithm>

namespace fullscope::ledger {

using base::Code;
using evidence::Event;
using evidence::EventKind;
using evidence::Job;
using evidence::JobEnd;

namespace {

// Stamps of schedulers and of logs are whole seconds, and of two clocks.
constexpr std::int64_t kClocks_us = 2 * base::kSecondUs;

struct Span {
    std::size_t job = 0; // of those that were given
    std::int64_t start_us = 0, end_us = base::kNoTime; // kNoTime: it still ran
    std::int64_t first = -1, last = -1; // records of it, in file order; -1 = none

    bool holds(std::int64_t time_us) const
    {
        return time_us >= start_us - kClocks_us && (end_us == base::kNoTime || time_us <= end_us + kClocks_us);
    }
};

std::string textOf(std::int64_t begin_us, std::int64_t end_us)
{
    return base::formatIso({begin_us}) + " – " + (end_us == base::kNoTime ? "…" : base::formatIso({end_us}));
}

bool isLost(JobEnd end)
{
    return end == JobEnd::failed || end == JobEnd::node_failed || end == JobEnd::preempted || end == JobEnd::timed_out;
}

class JobTimesMaker {
public:
    JobTimesMaker(const evidence::Run& run, std::span<const JoinedJob> jobs)
        : m_run(run)
        , m_jobs(jobs)
    {
    }

    base::Result<JobTimes> make(const evidence::SampleStore& samples, const base::JobContext& context);

private:
    void takeSpans();
    base::Status place(const evidence::SampleStore& samples, const base::JobContext& context);
    void placeRecord(std::int64_t sample, std::int64_t time_us);
    void refuse(std::size_t job, base::Error error);
    void write(const Span& span);
    Event event(EventKind kind, const Span& span, std::int64_t time_us, std::int64_t after) const;

    const evidence::Run& m_run;
    std::span<const JoinedJob> m_jobs;
    std::vector<Span> m_spans; // in order of time
    std::int64_t m_first_us = base::kNoTime, m_last_us = base::kNoTime; // of the records
    std::int64_t m_first_timed = -1, m_last_timed = -1;
    std::int64_t m_samples = 0, m_outside = 0;
    JobTimes m_times;
};

void JobTimesMaker::refuse(std::size_t job, base::Error error)
{
    error.file = m_jobs[job].file;
    error.line = m_jobs[job].job.line;
    m_times.problems.push_back({.handling = base::Handling::noted, .what = std::move(error)});
}

void JobTimesMaker::takeSpans()
{
    for (std::size_t i = 0; i < m_jobs.size(); ++i) {
        const Job& job = m_jobs[i].job;
        std::int64_t start_us = 0, end_us = 0;
        const bool has_start = isTime(job.start_us)
            && !__builtin_add_overflow(job.start_us, m_jobs[i].shift_us, &start_us) && isTime(start_us);
        if (!has_start) {
            refuse(i, {.code = Code::job_untimed, .field = job.job_id});
            continue;
        }
        Span span {.job = i, .start_us = start_us};
        const auto ran = ranFor(job);
        if (isTime(job.end_us) && !__builtin_add_overflow(job.end_us, m_jobs[i].shift_us, &end_us) && isTime(end_us)
            && end_us >= start_us)
            span.end_us = end_us;
        else if (job.end != JobEnd::running && job.end != JobEnd::not_known && ran && isTime(*ran))
            span.end_us = start_us + *ran;
        m_spans.push_back(span);
    }
    std::stable_sort(
        m_spans.begin(), m_spans.end(), [](const Span& a, const Span& b) { return a.start_us < b.start_us; });
}

// A record belongs to the last job that had begun by then.
void JobTimesMaker::placeRecord(std::int64_t sample, std::int64_t time_us)
{
    if (!isTime(time_us))
        return;
    m_first_us = m_first_us == base::kNoTime ? time_us : std::min(m_first_us, time_us);
    m_last_us = std::max(m_last_us, time_us); // kNoTime is the smallest
    const auto later = std::partition_point(
        m_spans.begin(), m_spans.end(), [time_us](const Span& span) { return span.start_us - kClocks_us <= time_us; });
    m_first_timed = m_first_timed < 0 ? sample : m_first_timed;
    m_last_timed = sample;
    if (later == m_spans.begin() || !(later - 1)->holds(time_us)) {
        ++m_outside;
        return;
    }
    Span& own = *(later - 1);
    own.first = own.first < 0 ? sample : own.first;
    own.last = sample;
}

base::Status JobTimesMaker::place(const evidence::SampleStore& samples, const base::JobContext& context)
{
    const auto reader = samples.read({});
    evidence::SampleBlock block;
    while (true) {
        FS_TRY(context.check());
        FS_TRY_VALUE(more, reader->next(block));
        if (!more)
            return {};
        for (std::size_t row = 0; row < block.rows(); ++row)
            placeRecord(block.first + static_cast<std::int64_t>(row), block.time_us[row]);
        m_samples = block.first + static_cast<std::int64_t>(block.rows());
    }
}

Event JobTimesMaker::event(EventKind kind, const Span& span, std::int64_t time_us, std::int64_t after) const
{
    const Job& job = m_jobs[span.job].job;
    std::string text = job.job_id;
    for (const std::string& more : {job.state, job.reason})
        if (!more.empty())
            text += " " + more;
    return {.kind = kind, .time_us = time_us, .text = std::move(text), .after_sample = after};
}

void JobTimesMaker::write(const Span& span)
{
    // Records without times at either end are of the first and the last job.
    const std::int64_t before = span.first == m_first_timed ? -1 : span.first - 1;
    const std::int64_t last = span.last == m_last_timed ? m_samples - 1 : span.last;
    m_times.events.push_back(event(EventKind::job_start, span, span.start_us, before));
    if (span.end_us == base::kNoTime)
        return;
    if (isLost(m_jobs[span.job].job.end))
        m_times.events.push_back(event(EventKind::failure, span, span.end_us, last));
    m_times.events.push_back(event(EventKind::job_end, span, span.end_us, last));
}

base::Result<JobTimes> JobTimesMaker::make(const evidence::SampleStore& samples, const base::JobContext& context)
{
    takeSpans();
    FS_TRY(place(samples, context));
    if (m_first_us == base::kNoTime) { // the records have no times: nothing says which job they are of
        for (const Span& span : m_spans)
            refuse(span.job, {.code = Code::job_untimed, .field = m_run.name});
        return std::move(m_times);
    }
    std::int64_t last_end_us = base::kNoTime;
    bool any = false;
    for (const Span& span : m_spans) {
        if (span.first < 0) {
            refuse(span.job,
                {.code = Code::job_apart,
                    .field = m_jobs[span.job].job.job_id,
                    .found = textOf(span.start_us, span.end_us),
                    .expected = textOf(m_first_us, m_last_us)});
            continue;
        }
        if (last_end_us != base::kNoTime && span.start_us > last_end_us)
            m_times.between_us += span.start_us - last_end_us;
        last_end_us = std::max(last_end_us, span.end_us);
        any = true;
        write(span);
    }
    if (any && m_outside > 0)
        m_times.problems.push_back({.handling = base::Handling::noted,
            .what = {.code = Code::records_outside_jobs,
                .file = m_run.files.empty() ? std::string() : m_run.files.front().path},
            .count = m_outside});
    return std::move(m_times);
}

} // namespace

base::Result<JobTimes> jobTimes(const evidence::Run& run, const evidence::SampleStore& samples,
    std::span<const JoinedJob> jobs, const base::JobContext& context)
{
    if (jobs.empty())
        return JobTimes();
    return JobTimesMaker(run, jobs).make(samples, context);
}

evidence::Run withJobs(evidence::Run run, const JobTimes& times)
{
    run.events.insert(run.events.end(), times.events.begin(), times.events.end());
    return run;
}

} // namespace fullscope::ledger
