// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of jobs as tables.
#include "core/report/format.h"
#include "core/report/report.h"
#include "core/words/text_ids.h"

namespace fullscope::report {

using evidence::Job;
using evidence::JobEnd;
using ledger::JobSum;
using ledger::JobTotals;
using words::Language;
using words::Text;

namespace {

// A sum of some jobs says so; one of none is none.
std::string sumText(const JobSum& sum, std::int64_t jobs, std::string shown, Language language)
{
    if (sum.without >= jobs)
        return words::say(Text::not_in_file, language);
    if (sum.without == 0)
        return shown;
    return words::say(Text::jobs_without, language, {shown, base::formatNumber(static_cast<double>(sum.without), 0)});
}

std::string hoursText(const JobSum& sum, std::int64_t jobs, Language language)
{
    constexpr double kHour_us = 3600e6;
    return sumText(sum, jobs, base::formatNumber(static_cast<double>(sum.us) / kHour_us, 2), language);
}

std::vector<std::string> totalsRow(
    std::string label, const JobTotals& totals, std::optional<double> share, Language language)
{
    return {std::move(label), base::formatNumber(static_cast<double>(totals.jobs), 0),
        hoursText(totals.ran, totals.jobs, language), hoursText(totals.nodes, totals.jobs, language),
        hoursText(totals.accelerators, totals.jobs, language), hoursText(totals.billable, totals.jobs, language),
        hoursText(totals.queued, totals.jobs, language), share ? percent(*share) : std::string("–")};
}

std::string countText(const std::optional<std::int64_t>& count)
{
    return count ? base::formatNumber(static_cast<double>(*count), 0) : std::string("–");
}

// A time of no known zone is not one of UTC.
std::string timeText(std::int64_t us, bool zone_known)
{
    std::string text = base::formatIso({us});
    if (!zone_known && text.ends_with('Z'))
        text.pop_back();
    return text;
}

std::string durationText(const std::optional<std::int64_t>& us)
{
    return us ? duration(*us) : std::string("–");
}

} // namespace

Table jobTotalsTable(const ledger::JobFigures& figures, Language language)
{
    const auto say = [&](Text id) { return words::say(id, language); };
    Table table;
    table.title = say(Text::jobs_by_end);
    table.columns = {{say(Text::job_ended), false}, {say(Text::jobs), true}, {say(Text::hours), true},
        {say(Text::node_hours), true}, {say(Text::accelerator_hours), true}, {say(Text::billable_hours), true},
        {say(Text::job_queued), true}, {say(Text::share_of_hours), true}};
    for (std::size_t e = 0; e < ledger::kJobEnds; ++e) {
        const auto end = static_cast<JobEnd>(e);
        if (figures.of(end).jobs > 0)
            table.rows.push_back(totalsRow(words::label(end, language), figures.of(end), figures.share(end), language));
    }
    const bool has_share = figures.share(JobEnd::completed).has_value();
    table.rows.push_back(
        totalsRow(say(Text::total), figures.total, has_share ? std::optional(1.0) : std::nullopt, language));
    table.last_row_is_total = true;
    return table;
}

Table jobsTable(const evidence::JobList& list, Language language)
{
    const auto say = [&](Text id) { return words::say(id, language); };
    Table table;
    table.title = list.name;
    table.columns = {{"#", true}, {say(Text::job), false}, {say(Text::job_name), false}, {say(Text::state), false},
        {say(Text::job_ended), false}, {say(Text::job_started), false}, {say(Text::job_queued), true},
        {say(Text::job_ran), true}, {say(Text::nodes), true}, {say(Text::accelerators), true},
        {say(Text::instance_type), false}, {say(Text::job_reason), false}};
    for (const Job& job : list.jobs)
        table.rows.push_back({std::to_string(table.rows.size() + 1), job.job_id, job.name, job.state,
            words::label(job.end, language), timeText(job.start_us, list.zone_known),
            durationText(ledger::queuedFor(job)), durationText(ledger::ranFor(job)), countText(job.nodes),
            countText(job.accelerators), job.instance_type, job.reason});
    return table;
}

} // namespace fullscope::report
