// SPDX-License-Identifier: GPL-3.0-or-later
// `aws sagemaker describe-training-job`, one answer or many in a file. SageMaker bills the billable seconds of each
// instance; a managed spot job has fewer of them than it trained.
#include "core/import/jobs/job_formats.h"

#include "core/import/jobs/job_collector.h"
#include "core/import/jobs/json_records.h"

#include <nlohmann/json.hpp>

namespace fullscope::import {

namespace {

using evidence::Job;
using evidence::JobEnd;
using nlohmann::json;

bool isTrainingJob(const json& object)
{
    return member(object, "TrainingJobName").is_string() && member(object, "TrainingJobStatus").is_string();
}

bool saysAny(const std::string& text, std::initializer_list<std::string_view> words)
{
    for (const std::string_view word : words)
        if (text.find(word) != std::string::npos)
            return true;
    return false;
}

JobEnd endOf(const std::string& status, const std::string& secondary, const std::string& reason)
{
    if (saysAny(secondary, {"MaxRuntimeExceeded", "MaxWaitTimeExceeded"}))
        return JobEnd::timed_out;
    if (secondary == "Interrupted")
        return JobEnd::preempted;
    if (status == "Completed")
        return JobEnd::completed;
    if (status == "Stopped")
        return JobEnd::cancelled;
    if (status == "Failed") // `InternalServerError: …` and lack of capacity are the platform's
        return saysAny(reason, {"InternalServerError", "CapacityError"}) ? JobEnd::node_failed : JobEnd::failed;
    return status == "InProgress" || status == "Stopping" ? JobEnd::running : JobEnd::not_known;
}

// Instances of one type, or of several groups: `ml.p4d.24xlarge, ml.c5.xlarge`.
void readInstances(const json& resources, Job& job)
{
    job.instance_type = textOf(resources, "InstanceType");
    job.nodes = countOf(resources, "InstanceCount");
    const json& groups = member(resources, "InstanceGroups");
    if (!groups.is_array() || groups.empty() || !job.instance_type.empty())
        return;
    std::int64_t nodes = 0;
    for (const json& group : groups) {
        const auto count = countOf(group, "InstanceCount");
        const std::string type = textOf(group, "InstanceType");
        if (!count)
            return;
        nodes += *count;
        if (job.instance_type.find(type) == std::string::npos)
            job.instance_type += (job.instance_type.empty() ? "" : ", ") + type;
    }
    job.nodes = nodes;
}

std::string reasonOf(const json& record, const std::string& secondary)
{
    std::string reason = textOf(record, "FailureReason");
    std::int64_t interruptions = 0;
    const json& transitions = member(record, "SecondaryStatusTransitions");
    if (transitions.is_array())
        for (const json& transition : transitions)
            interruptions += textOf(transition, "Status") == "Interrupted" ? 1 : 0;
    const auto add = [&reason](const std::string& more) { reason += (reason.empty() ? "" : "; ") + more; };
    if (secondary != "Completed" && secondary != "Failed" && !secondary.empty())
        add(secondary);
    if (interruptions > 0)
        add("Interrupted: " + std::to_string(interruptions));
    return reason;
}

Job jobOf(const json& record, std::int64_t line, evidence::Sink& sink)
{
    Job job;
    job.line = line;
    job.job_id = textOf(record, "TrainingJobName");
    job.name = job.job_id;
    job.state = textOf(record, "TrainingJobStatus");
    const std::string secondary = textOf(record, "SecondaryStatus");
    job.end = endOf(job.state, secondary, textOf(record, "FailureReason"));
    job.reason = reasonOf(record, secondary);
    job.submit_us = timeOf(record, "CreationTime", line, sink);
    job.start_us = timeOf(record, "TrainingStartTime", line, sink);
    job.end_us = timeOf(record, "TrainingEndTime", line, sink);
    if (const auto seconds = countOf(record, "TrainingTimeInSeconds"))
        job.elapsed_us = *seconds * base::kSecondUs;
    if (const auto seconds = countOf(record, "BillableTimeInSeconds"))
        job.billable_us = *seconds * base::kSecondUs;
    readInstances(member(record, "ResourceConfig"), job);
    dropImpossibleEnd(job, sink);
    return job;
}

int sniffDescribe(const Preview& preview)
{
    return startsAsJson(preview.head) && hasJsonKey(preview.head, "TrainingJobName")
            && hasJsonKey(preview.head, "TrainingJobStatus")
        ? 100
        : 0;
}

base::Status parseDescribe(TextSource& source, evidence::Sink& sink, const base::JobContext& context)
{
    JobCollector jobs;
    std::int64_t first = 0;
    const base::Status status = readJsonRecords(
        source, sink, context, isTrainingJob, [&](const json& record, std::int64_t line) -> base::Status {
            first = first > 0 ? first : line;
            jobs.add(jobOf(record, line, sink));
            return {};
        });
    if (first > 0)
        sink.fact({"zone_known", "yes", first});
    FS_TRY(jobs.finish(sink));
    return status;
}

} // namespace

const Format sagemaker_describe {
    .id = "sagemaker_describe",
    .kind = Kind::jobs,
    .version = 1,
    .title = "SageMaker training jobs (describe-training-job)",
    .sniff = sniffDescribe,
    .parse = parseDescribe,
};

} // namespace fullscope::import
