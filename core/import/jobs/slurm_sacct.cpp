// SPDX-License-Identifier: GPL-3.0-or-later
// sacct of Slurm: `sacct -P -o JobID,State,Start,End,…`. A job has a row of its own and one for each of its steps
// (`.batch`, `.extern`, `.0`), which run within its time: what the job used is in its own row alone. A job that was
// requeued has a row for each attempt with `sacct -D`. Times are local unless the site says otherwise.
#include "core/import/jobs/job_formats.h"

#include "core/base/text.h"
#include "core/import/jobs/job_collector.h"
#include "core/import/jobs/slurm_fields.h"
#include "core/import/jobs/slurm_rows.h"

#include <unordered_map>

namespace fullscope::import {

namespace {

using base::Code;
using base::Handling;
using evidence::Job;

constexpr const char* kAdvice
    = "sacct -P -o JobID,JobName,State,Submit,Start,End,Elapsed,NNodes,AllocTRES,ExitCode,Reason";

class SacctReader {
public:
    SacctReader(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
        : m_sink(sink)
        , m_rows(source, sink, job)
    {
    }

    base::Status read();

private:
    void row();
    void readTimes(Job& job);
    void readSize(Job& job);
    void readReason(Job& job);
    std::int64_t time(SlurmColumn column, const char* name);
    std::optional<std::int64_t> elapsed();
    std::optional<std::int64_t> count(SlurmColumn column, const char* name);
    std::string_view whole(SlurmColumn column, const char* name);
    void problem(Handling handling, Code code, const char* field, std::string_view found, const char* expected);
    void tellOfSteps();
    void tellOfTimes();

    evidence::Sink& m_sink;
    SlurmRows m_rows;
    JobCollector m_jobs;
    std::unordered_map<std::string, std::int64_t> m_seen; // line of a job that only its steps are known of, 0 = known
    std::int64_t m_steps = 0, m_first_step = 0;
    std::int64_t m_times = 0, m_zoned = 0, m_first_time = 0;
    bool m_has_hours = false; // some header had columns for times
};

base::Status SacctReader::read()
{
    base::Status status;
    for (;;) {
        const auto more = m_rows.next();
        if (!more.ok())
            status = more.error();
        if (!more.ok() || !*more)
            break;
        row();
    }
    if (!status.ok() && status.error().code == Code::cancelled)
        return status;
    tellOfSteps();
    tellOfTimes();
    FS_TRY(m_jobs.finish(m_sink));
    return status;
}

void SacctReader::row()
{
    const SlurmHeader& header = m_rows.header();
    const SlurmColumn id_column = header.has(SlurmColumn::job_id) ? SlurmColumn::job_id : SlurmColumn::job_id_raw;
    const std::string_view id = m_rows.field(id_column);
    const bool is_step = id.find('.') != std::string_view::npos;
    if (!isJobId(id) || (m_rows.isCut(id_column) && !is_step)) {
        problem(Handling::row_skipped, Code::bad_value, "JobID", id, "12345, 12345_6, 12345.batch");
        return;
    }
    m_has_hours = m_has_hours || header.has(SlurmColumn::elapsed) || header.has(SlurmColumn::elapsed_raw)
        || (header.has(SlurmColumn::start) && header.has(SlurmColumn::end));
    std::string job_id(id.substr(0, id.find('.')));
    if (is_step) {
        m_seen.try_emplace(std::move(job_id), m_rows.line());
        if (m_steps++ == 0)
            m_first_step = m_rows.line();
        return;
    }
    m_seen[job_id] = 0;
    Job job;
    job.line = m_rows.line();
    job.job_id = std::move(job_id);
    job.name = base::excerpt(m_rows.field(SlurmColumn::job_name), 200);
    job.state = base::excerpt(m_rows.field(SlurmColumn::state));
    if (const auto end = slurmEnd(job.state))
        job.end = *end;
    else if (header.has(SlurmColumn::state))
        problem(Handling::kept, Code::bad_value, "State", job.state, "COMPLETED, FAILED, TIMEOUT, …");
    readTimes(job);
    readSize(job);
    readReason(job);
    m_jobs.add(std::move(job));
}

void SacctReader::readTimes(Job& job)
{
    job.submit_us = time(SlurmColumn::submit, "Submit");
    job.start_us = time(SlurmColumn::start, "Start");
    job.end_us = time(SlurmColumn::end, "End");
    job.elapsed_us = elapsed();
    dropImpossibleEnd(job, m_sink);
}

std::int64_t SacctReader::time(SlurmColumn column, const char* name)
{
    const std::string_view text = m_rows.field(column);
    if (isNoValue(text))
        return base::kNoTime;
    const auto parsed = slurmTime(text);
    if (!parsed.ok()) {
        problem(Handling::value_dropped, Code::bad_time, name, text, "2021-04-05T02:07:20");
        return base::kNoTime;
    }
    if (m_times++ == 0)
        m_first_time = m_rows.line();
    m_zoned += parsed->zone_known ? 1 : 0;
    return parsed->instant.us;
}

std::optional<std::int64_t> SacctReader::elapsed()
{
    if (const std::string_view text = m_rows.field(SlurmColumn::elapsed); !isNoValue(text)) {
        const auto parsed = slurmDuration(text);
        if (!parsed)
            problem(Handling::value_dropped, Code::bad_value, "Elapsed", text, "[D-]HH:MM:SS");
        return parsed;
    }
    const std::string_view raw = whole(SlurmColumn::elapsed_raw, "ElapsedRaw");
    if (isNoValue(raw))
        return std::nullopt;
    const auto seconds = slurmCount(raw); // far above a century of seconds it is none
    if (!seconds || raw.ends_with('K')) {
        problem(Handling::value_dropped, Code::bad_number, "ElapsedRaw", raw, "whole number");
        return std::nullopt;
    }
    return *seconds * base::kSecondUs;
}

// A value that is there to its end.
std::string_view SacctReader::whole(SlurmColumn column, const char* name)
{
    const std::string_view text = m_rows.field(column);
    if (!m_rows.isCut(column))
        return text;
    problem(Handling::value_dropped, Code::record_truncated, name, text, kAdvice);
    return {};
}

std::optional<std::int64_t> SacctReader::count(SlurmColumn column, const char* name)
{
    const std::string_view text = whole(column, name);
    if (isNoValue(text))
        return std::nullopt;
    const auto parsed = slurmCount(text);
    if (!parsed)
        problem(Handling::value_dropped, Code::bad_number, name, text, "whole number");
    return parsed;
}

// What was given; of a job that is still waiting, what it asks for.
void SacctReader::readSize(Job& job)
{
    Tres tres = tresOf(whole(SlurmColumn::alloc_tres, "AllocTRES"));
    if (!tres.nodes || !tres.accelerators) {
        const Tres asked = tresOf(whole(SlurmColumn::req_tres, "ReqTRES"));
        tres.nodes = tres.nodes ? tres.nodes : asked.nodes;
        if (!tres.accelerators) {
            tres.accelerators = asked.accelerators;
            tres.accelerator_type = asked.accelerator_type;
        }
    }
    job.nodes = tres.nodes ? tres.nodes : count(SlurmColumn::alloc_nodes, "AllocNodes");
    if (!job.nodes || *job.nodes == 0) // AllocNodes of a job that has not begun
        job.nodes = count(SlurmColumn::nodes, "NNodes");
    if (job.nodes == 0)
        job.nodes.reset();
    job.accelerators = tres.accelerators;
    job.instance_type = tres.accelerator_type;
}

void SacctReader::readReason(Job& job)
{
    const std::string_view code = m_rows.field(SlurmColumn::exit_code);
    if (!code.empty() && code != "0:0")
        job.reason = "exit " + std::string(code);
    const std::string_view reason = m_rows.field(SlurmColumn::reason);
    if (!isNoValue(reason))
        job.reason += (job.reason.empty() ? "" : "; ") + std::string(reason);
    job.reason = base::excerpt(job.reason, 200);
}

void SacctReader::problem(Handling handling, Code code, const char* field, std::string_view found, const char* expected)
{
    m_sink.problem({.handling = handling,
        .what
        = {.code = code, .line = m_rows.line(), .field = field, .found = base::excerpt(found), .expected = expected}});
}

void SacctReader::tellOfSteps()
{
    if (m_steps > 0)
        m_sink.problem({.severity = base::Severity::info,
            .handling = Handling::noted,
            .what = {.code = Code::job_steps_apart, .line = m_first_step},
            .count = m_steps});
    std::int64_t orphans = 0, line = 0;
    for (const auto& [id, at] : m_seen) {
        orphans += at > 0 ? 1 : 0;
        line = at > 0 && (line == 0 || at < line) ? at : line;
    }
    if (orphans > 0)
        m_sink.problem({.handling = Handling::noted,
            .what = {.code = Code::job_row_missing, .line = line, .expected = kAdvice},
            .count = orphans});
}

void SacctReader::tellOfTimes()
{
    if (m_times > 0)
        m_sink.fact({"zone_known", m_zoned == m_times ? "yes" : "no", m_first_time});
    if (!m_has_hours && !m_rows.header().names.empty())
        m_sink.problem({.handling = Handling::noted,
            .what = {.code = Code::job_times_missing, .field = "Start, End, Elapsed", .expected = kAdvice}});
}

// The header stands at the start, below a prompt or a few words at most.
int sniffSacct(const Preview& preview)
{
    constexpr int kLines = 20;
    std::string_view text = preview.head;
    for (int i = 0; i < kLines && !text.empty(); ++i) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const std::string_view below = text.substr(0, text.find('\n'));
        if (readSlurmHeader(line, base::trimmed(below)))
            return 90; // a log may begin with such a table, and is a log
    }
    return 0;
}

base::Status parseSacct(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    return SacctReader(source, sink, job).read();
}

} // namespace

const Format slurm_sacct {
    .id = "slurm_sacct",
    .kind = Kind::jobs,
    .version = 1,
    .title = "Slurm accounting (sacct)",
    .sniff = sniffSacct,
    .parse = parseSacct,
};

} // namespace fullscope::import
