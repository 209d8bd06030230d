// SPDX-License-Identifier: GPL-3.0-or-later
// `aws batch describe-jobs`. Each attempt that has ended is in `attempts`; the one that runs is told by the job itself.
// The parent of an array and the nodes of a multi-node job are not counted: the children of the one, and the job of
// the others, are.
#include "core/import/jobs/job_formats.h"

#include "core/base/text.h"
#include "core/import/jobs/job_collector.h"
#include "core/import/jobs/json_records.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace fullscope::import {

namespace {

using evidence::Job;
using evidence::JobEnd;
using nlohmann::json;

bool isBatchJob(const json& object)
{
    return member(object, "jobId").is_string() && member(object, "jobQueue").is_string()
        && member(object, "status").is_string();
}

// `Host EC2 (instance i-0123) terminated.`
bool isHostLost(const std::string& reason)
{
    return reason.starts_with("Host EC2");
}

JobEnd endOf(const json& record, const std::string& status, const std::string& reason)
{
    if (status == "SUCCEEDED")
        return JobEnd::completed;
    if (status == "RUNNING")
        return JobEnd::running;
    if (status != "FAILED")
        return JobEnd::not_known;
    if (isHostLost(reason))
        return JobEnd::node_failed;
    if (base::containsIgnoreCase(reason, "timeout"))
        return JobEnd::timed_out;
    for (const char* key : {"isCancelled", "isTerminated"})
        if (member(record, key).is_boolean() && member(record, key).get<bool>())
            return JobEnd::cancelled;
    return JobEnd::failed;
}

std::optional<std::int64_t> gpusOf(const json& container)
{
    const json& requirements = member(container, "resourceRequirements");
    std::optional<std::int64_t> gpus;
    if (requirements.is_array())
        for (const json& one : requirements)
            if (textOf(one, "type") == "GPU")
                gpus = countOf(one, "value");
    return gpus;
}

// `0:3`, `0:` to the last node, `2` alone.
std::int64_t nodesOf(const std::string& range, std::int64_t nodes)
{
    const std::size_t colon = range.find(':');
    const auto first = base::parseInt(range.substr(0, colon));
    if (colon == std::string::npos)
        return 1;
    const auto last = base::parseInt(range.substr(colon + 1));
    return std::max<std::int64_t>((last ? *last : nodes - 1) - (first ? *first : 0) + 1, 0);
}

void readSize(const json& record, Job& job)
{
    constexpr std::int64_t kMost = 1'000'000;
    const json& nodes = member(record, "nodeProperties");
    const auto count = countOf(nodes, "numNodes");
    if (!count || *count > kMost) {
        job.nodes = 1; // of an instance it may be a share; AWS Batch does not say
        job.accelerators = gpusOf(member(record, "container"));
        job.instance_type = textOf(member(record, "container"), "instanceType");
        return;
    }
    job.nodes = count;
    const json& ranges = member(nodes, "nodeRangeProperties");
    if (!ranges.is_array())
        return;
    for (const json& range : ranges) {
        const json& container = member(range, "container");
        if (const auto gpus = gpusOf(container); gpus && *gpus <= kMost)
            job.accelerators = job.accelerators.value_or(0) + *gpus * nodesOf(textOf(range, "targetNodes"), *count);
        if (job.instance_type.empty())
            job.instance_type = textOf(container, "instanceType");
    }
}

void addReason(Job& job, const std::string& status, const json& container)
{
    const auto exit = countOf(container, "exitCode");
    std::string reason = exit && *exit != 0 ? "exit " + std::to_string(*exit) : std::string();
    for (const std::string& more : {status, textOf(container, "reason")})
        if (!more.empty())
            reason += (reason.empty() ? "" : "; ") + more;
    job.reason = reason;
}

class BatchReader {
public:
    explicit BatchReader(evidence::Sink& sink)
        : m_sink(sink)
    {
    }

    void take(const json& record, std::int64_t line);
    base::Status finish();

private:
    void takeAttempts(const json& record, const Job& whole);

    evidence::Sink& m_sink;
    JobCollector m_jobs;
    std::int64_t m_first = 0, m_parts = 0, m_first_part = 0;
};

void BatchReader::take(const json& record, std::int64_t line)
{
    m_first = m_first > 0 ? m_first : line;
    Job job;
    job.line = line;
    job.job_id = textOf(record, "jobId");
    job.name = textOf(record, "jobName");
    job.state = textOf(record, "status");
    const json& array = member(record, "arrayProperties");
    const bool is_parent = countOf(array, "size").has_value() && !countOf(array, "index").has_value();
    if (is_parent || job.job_id.find('#') != std::string::npos) {
        if (m_parts++ == 0)
            m_first_part = line;
        return;
    }
    const std::string reason = textOf(record, "statusReason");
    job.end = endOf(record, job.state, reason);
    job.submit_us = timeOf(record, "createdAt", line, m_sink);
    job.start_us = timeOf(record, "startedAt", line, m_sink);
    job.end_us = timeOf(record, "stoppedAt", line, m_sink);
    readSize(record, job);
    addReason(job, reason, member(record, "container"));
    dropImpossibleEnd(job, m_sink);
    takeAttempts(record, job);
}

void BatchReader::takeAttempts(const json& record, const Job& whole)
{
    const json& attempts = member(record, "attempts");
    std::size_t taken = 0;
    for (const json& attempt : attempts.is_array() ? attempts : json::array()) {
        Job job = whole;
        job.start_us = timeOf(attempt, "startedAt", whole.line, m_sink);
        job.end_us = timeOf(attempt, "stoppedAt", whole.line, m_sink);
        const std::string reason = textOf(attempt, "statusReason");
        addReason(job, reason, member(attempt, "container"));
        const bool is_last = ++taken == attempts.size();
        if (!is_last || !hasEnded(whole)) // an attempt that was followed by another has failed
            job.end = isHostLost(reason) ? JobEnd::node_failed : JobEnd::failed;
        if (taken > 1)
            job.submit_us = base::kNoTime; // when it was queued again is not said
        dropImpossibleEnd(job, m_sink);
        m_jobs.add(std::move(job));
    }
    const bool runs_again = !hasEnded(whole) && whole.start_us != base::kNoTime;
    if (taken > 0 && !runs_again)
        return;
    Job job = whole;
    if (taken > 0) {
        job.submit_us = base::kNoTime;
        job.end_us = base::kNoTime;
    }
    m_jobs.add(std::move(job));
}

base::Status BatchReader::finish()
{
    if (m_first > 0)
        m_sink.fact({"zone_known", "yes", m_first});
    if (m_parts > 0)
        m_sink.problem({.severity = base::Severity::info,
            .handling = base::Handling::noted,
            .what = {.code = base::Code::job_steps_apart, .line = m_first_part},
            .count = m_parts});
    return m_jobs.finish(m_sink);
}

int sniffBatch(const Preview& preview)
{
    return startsAsJson(preview.head) && hasJsonKey(preview.head, "jobId") && hasJsonKey(preview.head, "jobQueue")
            && hasJsonKey(preview.head, "status")
        ? 100
        : 0;
}

base::Status parseBatch(TextSource& source, evidence::Sink& sink, const base::JobContext& context)
{
    BatchReader reader(sink);
    const base::Status status = readJsonRecords(
        source, sink, context, isBatchJob, [&](const json& record, std::int64_t line) -> base::Status {
            reader.take(record, line);
            return {};
        });
    FS_TRY(reader.finish());
    return status;
}

} // namespace

const Format aws_batch {
    .id = "aws_batch",
    .kind = Kind::jobs,
    .version = 1,
    .title = "AWS Batch jobs (describe-jobs)",
    .sniff = sniffBatch,
    .parse = parseBatch,
};

} // namespace fullscope::import
