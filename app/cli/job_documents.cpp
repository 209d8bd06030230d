// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of jobs as JSON.
#include "app/cli/documents.h"

#include <nlohmann/json.hpp>

namespace fullscope::cli {

namespace {

Json count(const std::optional<std::int64_t>& value)
{
    return value ? Json(*value) : Json();
}

// A sum that no job has a part in is not known.
Json sum(const ledger::JobSum& sum, std::int64_t jobs)
{
    return sum.without < jobs ? seconds(sum.us) : Json();
}

Json totals(const ledger::JobTotals& totals, const std::optional<double>& share)
{
    return {{"jobs", totals.jobs}, {"ran", sum(totals.ran, totals.jobs)}, {"node_time", sum(totals.nodes, totals.jobs)},
        {"accelerator_time", sum(totals.accelerators, totals.jobs)}, {"billable", sum(totals.billable, totals.jobs)},
        {"queued", sum(totals.queued, totals.jobs)}, {"share", number(share)},
        {"jobs_without",
            {{"ran", totals.ran.without}, {"node_time", totals.nodes.without},
                {"accelerator_time", totals.accelerators.without}, {"billable", totals.billable.without},
                {"queued", totals.queued.without}}}};
}

Json document(const evidence::Job& job, std::size_t record)
{
    return {{"record", record}, {"job", job.job_id}, {"name", job.name}, {"line", job.line}, {"state", job.state},
        {"ended", std::string(ledger::name(job.end))}, {"submit", instant(job.submit_us)},
        {"start", instant(job.start_us)}, {"end", instant(job.end_us)}, {"queued", seconds(ledger::queuedFor(job))},
        {"ran", seconds(ledger::ranFor(job))}, {"billable", seconds(job.billable_us)}, {"nodes", count(job.nodes)},
        {"accelerators", count(job.accelerators)}, {"instance_type", job.instance_type}, {"reason", job.reason}};
}

} // namespace

Json document(const evidence::JobList& list, const ledger::JobFigures& figures)
{
    Json jobs = Json::array();
    for (const evidence::Job& job : list.jobs)
        jobs.push_back(document(job, jobs.size() + 1));
    Json by_end = Json::object();
    for (std::size_t e = 0; e < ledger::kJobEnds; ++e) {
        const auto end = static_cast<evidence::JobEnd>(e);
        if (figures.of(end).jobs > 0)
            by_end[std::string(ledger::name(end))] = totals(figures.of(end), figures.share(end));
    }
    const bool has_share = figures.share(evidence::JobEnd::completed).has_value();
    return {{"id", list.id}, {"name", list.name}, {"format", list.files.empty() ? "" : list.files.front().format},
        {"files", files(list.files)}, {"zone_known", list.zone_known},
        {"total", totals(figures.total, has_share ? std::optional(1.0) : std::nullopt)}, {"by_end", by_end},
        {"jobs", jobs}};
}

} // namespace fullscope::cli
