// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/common.h"
#include "app/cli/documents.h"
#include "app/cli/text_table.h"
#include "core/report/format.h"
#include "core/report/report.h"
#include "core/words/text_ids.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace fullscope::cli {

namespace {

using words::Text;

base::Status list(const store::WorkspaceFile& workspace, Console& console, bool as_json)
{
    FS_TRY_VALUE(lists, workspace.jobLists());
    if (as_json) {
        Json out = Json::array();
        for (const auto& one : lists)
            out.push_back({{"id", one.id}, {"name", one.name}, {"format", one.format}, {"file", one.file},
                {"sha256", one.sha256}, {"jobs", one.jobs}, {"first_start", instant(one.first_start_us)},
                {"last_end", instant(one.last_end_us)}, {"zone_known", one.zone_known}});
        console.out << text({{"job_lists", out}});
        return {};
    }
    const auto say = [&](Text id) { return words::say(id, console.language); };
    report::Table table;
    table.columns = {{"ID", true}, {say(Text::what), false}, {say(Text::format), false}, {say(Text::jobs), true},
        {say(Text::job_started), false}};
    for (const auto& one : lists)
        table.rows.push_back({std::to_string(one.id), one.name, one.format, std::to_string(one.jobs),
            base::formatDate({one.first_start_us})});
    print(table, console.out);
    return {};
}

base::Status show(const store::WorkspaceFile& workspace, std::int64_t id, Console& console, bool as_json)
{
    FS_TRY_VALUE(jobs, workspace.jobList(id));
    const ledger::JobFigures figures = ledger::jobFigures(jobs.jobs);
    if (as_json) {
        console.out << text(document(jobs, figures));
        return {};
    }
    print(report::jobListTable(jobs, console.language), console.out);
    console.out << '\n';
    print(report::jobTotalsTable(figures, console.language), console.out);
    console.out << '\n';
    print(report::jobsTable(jobs, console.language), console.out);
    return {};
}

} // namespace

int runJobs(std::span<const std::string> arguments, Console& console)
{
    return listOrShow(arguments, console, list, show);
}

} // namespace fullscope::cli
