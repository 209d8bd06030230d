// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/job_figures.h"

#include "core/ledger/run_events.h"

namespace fullscope::ledger {

using evidence::Job;
using evidence::JobEnd;

namespace {

constexpr std::int64_t kMost_us = 4'000'000'000'000'000'000; // one sum of two more cannot overflow

// What cannot be counted in microseconds is no number of hours.
std::optional<std::int64_t> times(std::optional<std::int64_t> us, std::optional<std::int64_t> count)
{
    std::int64_t product = 0;
    if (!us || !count || *us < 0 || *count < 0 || __builtin_mul_overflow(*us, *count, &product) || product > kMost_us)
        return std::nullopt;
    return product;
}

void add(JobSum& sum, std::optional<std::int64_t> us)
{
    if (us && *us <= kMost_us - sum.us)
        sum.us += *us;
    else
        ++sum.without;
}

} // namespace

std::string_view name(JobEnd end)
{
    constexpr std::array<std::string_view, kJobEnds> kNames {
        "not_known", "running", "completed", "failed", "node_failed", "preempted", "timed_out", "cancelled"};
    return kNames[static_cast<std::size_t>(end)];
}

std::optional<std::int64_t> ranFor(const Job& job)
{
    if (job.elapsed_us)
        return *job.elapsed_us >= 0 ? job.elapsed_us : std::nullopt;
    if (!isTime(job.start_us) || !isTime(job.end_us) || job.end_us < job.start_us)
        return std::nullopt;
    return job.end_us - job.start_us;
}

std::optional<std::int64_t> queuedFor(const Job& job)
{
    if (!isTime(job.submit_us) || !isTime(job.start_us) || job.start_us < job.submit_us)
        return std::nullopt;
    return job.start_us - job.submit_us;
}

JobFigures jobFigures(std::span<const Job> jobs)
{
    JobFigures figures;
    for (const Job& job : jobs) {
        const std::optional<std::int64_t> ran = ranFor(job);
        for (JobTotals* totals : {&figures.total, &figures.by_end[static_cast<std::size_t>(job.end)]}) {
            ++totals->jobs;
            add(totals->ran, ran);
            add(totals->nodes, times(ran, job.nodes));
            add(totals->accelerators, times(ran, job.accelerators));
            add(totals->billable, times(job.billable_us, job.nodes));
            add(totals->queued, queuedFor(job));
        }
    }
    return figures;
}

std::optional<double> JobFigures::share(JobEnd end) const
{
    const bool by_nodes = total.nodes.us > 0;
    const std::int64_t all = by_nodes ? total.nodes.us : total.ran.us;
    if (all <= 0)
        return std::nullopt;
    return static_cast<double>(by_nodes ? of(end).nodes.us : of(end).ran.us) / static_cast<double>(all);
}

} // namespace fullscope::ledger
