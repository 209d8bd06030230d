// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/jobs.h"

#include "core/store/imports.h"
#include "core/store/names.h"

namespace fullscope::store {

namespace {

constexpr std::string_view kJobColumns
    = "SELECT line, job_id, name, state, ended, submit_us, start_us, end_us, elapsed_us, billable_us, nodes,"
      " accelerators, instance_type, reason";

base::Result<evidence::Job> jobOf(const Statement& row)
{
    FS_TRY_VALUE(end, valueOf<evidence::JobEnd>(row.text(4)));
    return evidence::Job {.line = row.integer(0),
        .job_id = row.text(1),
        .name = row.text(2),
        .state = row.text(3),
        .end = end,
        .submit_us = row.instant(5),
        .start_us = row.instant(6),
        .end_us = row.instant(7),
        .elapsed_us = row.optionalInteger(8),
        .billable_us = row.optionalInteger(9),
        .nodes = row.optionalInteger(10),
        .accelerators = row.optionalInteger(11),
        .instance_type = row.text(12),
        .reason = row.text(13)};
}

} // namespace

base::Status insertJobList(Database& database, std::int64_t id, const evidence::JobList& list)
{
    FS_TRY(
        database.run("INSERT INTO job_list (id, name, zone_known) VALUES (?, ?, ?)", id, list.name, list.zone_known));
    FS_TRY_VALUE(insert,
        database.prepare("INSERT INTO job (list_id, position, line, job_id, name, state, ended, submit_us, start_us,"
                         " end_us, elapsed_us, billable_us, nodes, accelerators, instance_type, reason)"
                         " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    for (std::size_t i = 0; i < list.jobs.size(); ++i) {
        const evidence::Job& job = list.jobs[i];
        FS_TRY(insert.run(id, i, job.line, job.job_id, job.name, job.state, nameOf(job.end),
            instantOrNull(job.submit_us), instantOrNull(job.start_us), instantOrNull(job.end_us), job.elapsed_us,
            job.billable_us, job.nodes, job.accelerators, job.instance_type, job.reason));
    }
    return {};
}

base::Result<evidence::JobList> readJobList(Database& database, std::int64_t id)
{
    evidence::JobList list;
    FS_TRY(database.each(
        "SELECT id, name, zone_known FROM job_list WHERE id = ?",
        [&](const Statement& row) {
            list.id = row.integer(0);
            list.name = row.text(1);
            list.zone_known = row.integer(2) != 0;
        },
        id));
    if (list.id == 0)
        return idUnknown(id);
    FS_TRY_VALUE(files, readFiles(database, id));
    list.files = std::move(files);
    FS_TRY(database.each(
        std::string(kJobColumns) + " FROM job WHERE list_id = ? ORDER BY position",
        [&](const Statement& row) -> base::Status {
            FS_TRY_VALUE(job, jobOf(row));
            list.jobs.push_back(std::move(job));
            return {};
        },
        id));
    return list;
}

base::Result<std::vector<JobListSummary>> readJobListSummaries(Database& database)
{
    std::vector<JobListSummary> lists;
    FS_TRY(database.each(
        "SELECT list.id, list.name, file.format, file.path, file.sha256, import.imported_us, count(job.position),"
        " min(job.start_us), max(job.end_us), list.zone_known"
        " FROM job_list AS list JOIN import ON import.id = list.id LEFT JOIN job ON job.list_id = list.id"
        " LEFT JOIN source_file AS file ON file.import_id = list.id AND file.position = 0"
        " GROUP BY list.id ORDER BY list.id",
        [&](const Statement& row) {
            lists.push_back({.id = row.integer(0),
                .name = row.text(1),
                .format = row.text(2),
                .file = row.text(3),
                .sha256 = row.text(4),
                .imported_us = row.integer(5),
                .jobs = row.integer(6),
                .first_start_us = row.instant(7),
                .last_end_us = row.instant(8),
                .zone_known = row.integer(9) != 0});
        }));
    return lists;
}

base::Result<std::vector<ledger::JoinedJob>> readJoinedJobs(
    Database& database, const std::vector<evidence::RunPart>& parts)
{
    std::vector<ledger::JoinedJob> jobs;
    for (const evidence::RunPart& part : parts) {
        if (part.role != evidence::PartRole::job)
            continue;
        FS_TRY(database.each(
            std::string(kJobColumns)
                + ", (SELECT path FROM source_file WHERE import_id = list_id AND source_file.position = 0)"
                  " FROM job WHERE list_id = ? AND position = ?",
            [&](const Statement& row) -> base::Status {
                FS_TRY_VALUE(job, jobOf(row));
                jobs.push_back({std::move(job), row.text(14), part.shift_us});
                return {};
            },
            part.part_id, part.record));
    }
    return jobs;
}

base::Result<std::optional<std::int64_t>> countJobs(Database& database, std::int64_t id)
{
    return database.integer(
        "SELECT (SELECT count(*) FROM job WHERE list_id = job_list.id) FROM job_list WHERE id = ?", id);
}

base::Status moveJoinedJobs(Database& database, std::int64_t from, std::int64_t to)
{
    return database.run("UPDATE OR IGNORE run_part SET part_id = ?2 WHERE part_id = ?1 AND role = 'job' AND EXISTS ("
                        "SELECT 1 FROM job AS old JOIN job AS fresh ON fresh.position = old.position"
                        " AND fresh.job_id = old.job_id AND fresh.start_us IS old.start_us"
                        " WHERE old.list_id = ?1 AND fresh.list_id = ?2 AND old.position = record)",
        from, to);
}

} // namespace fullscope::store
