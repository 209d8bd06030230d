// SPDX-License-Identifier: GPL-3.0-or-later
// Pods and Jobs of Kubernetes as `kubectl get -o json` gives them. A pod holds its node from status.startTime until its
// container ends; Kubernetes keeps the last end of a container that was started again, and counts the ones before.
#include "core/import/jobs/kubernetes.h"

#include "core/base/text.h"
#include "core/import/jobs/job_collector.h"
#include "core/import/jobs/json_records.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace fullscope::import {

namespace {

using evidence::Job;
using evidence::JobEnd;
using nlohmann::json;

constexpr const char* kAccelerators[] = {"nvidia.com/gpu", "amd.com/gpu", "aws.amazon.com/neuron",
    "aws.amazon.com/neurondevice", "habana.ai/gaudi", "google.com/tpu", "huawei.com/Ascend910"};

bool isPodOrJob(const json& object)
{
    const json& kind = member(object, "kind");
    return (kind == "Pod" || kind == "Job") && member(object, "metadata").is_object()
        && (member(object, "status").is_object() || member(object, "spec").is_object());
}

std::string idOf(const json& metadata)
{
    const std::string space = textOf(metadata, "namespace");
    return (space.empty() ? "" : space + "/") + textOf(metadata, "name");
}

// The Job that a pod belongs to; empty when there is none.
std::string ownerOf(const json& metadata)
{
    const json& owners = member(metadata, "ownerReferences");
    if (owners.is_array())
        for (const json& owner : owners)
            if (textOf(owner, "kind") == "Job")
                return textOf(owner, "name");
    return textOf(member(metadata, "labels"), "job-name");
}

std::optional<std::int64_t> acceleratorsOf(const json& spec)
{
    constexpr std::int64_t kMost = 1'000'000;
    std::optional<std::int64_t> all;
    const json& containers = member(spec, "containers");
    if (!containers.is_array())
        return all;
    for (const json& container : containers)
        for (const char* name : kAccelerators)
            if (const auto count = countOf(member(member(container, "resources"), "limits"), name);
                count && *count <= kMost)
                all = all.value_or(0) + *count;
    return all;
}

const json& conditionOf(const json& status, std::string_view type)
{
    static const json kNone;
    const json& conditions = member(status, "conditions");
    if (conditions.is_array())
        for (const json& condition : conditions)
            if (textOf(condition, "type") == type && textOf(condition, "status") == "True")
                return condition;
    return kNone;
}

class KubernetesReader {
public:
    explicit KubernetesReader(evidence::Sink& sink)
        : m_sink(sink)
    {
    }

    void take(const json& record, std::int64_t line);
    base::Status finish();

private:
    void takePod(const json& record, std::int64_t line);
    void takeJob(const json& record, std::int64_t line);
    void endOfPod(const json& status, const json& terminated, Job& job);
    void earlierAttempt(const json& terminated, Job job);

    evidence::Sink& m_sink;
    JobCollector m_pods, m_jobs;
    std::vector<Job> m_job_objects;
    std::set<std::string> m_owners; // Jobs whose pods are in the file
    std::int64_t m_first = 0, m_apart = 0, m_first_apart = 0;
};

void KubernetesReader::take(const json& record, std::int64_t line)
{
    m_first = m_first > 0 ? m_first : line;
    if (member(record, "kind") == "Pod")
        takePod(record, line);
    else
        takeJob(record, line);
}

// Before the container that runs or has ended now, one ran that ended too.
void KubernetesReader::earlierAttempt(const json& terminated, Job job)
{
    job.end_us = timeOf(terminated, "finishedAt", job.line, m_sink);
    if (job.start_us == base::kNoTime)
        job.start_us = timeOf(terminated, "startedAt", job.line, m_sink);
    job.state = textOf(terminated, "reason");
    job.end = kubernetesEnd(job.state);
    job.reason = "exit " + std::to_string(countOf(terminated, "exitCode").value_or(0));
    dropImpossibleEnd(job, m_sink);
    m_pods.add(std::move(job));
}

void KubernetesReader::endOfPod(const json& status, const json& terminated, Job& job)
{
    const std::string reason = textOf(status, "reason"), message = textOf(status, "message");
    const json& disrupted = conditionOf(status, "DisruptionTarget");
    job.end = kubernetesEnd(job.state);
    for (const std::string& word : {textOf(terminated, "reason"), textOf(disrupted, "reason"), reason})
        if (const JobEnd end = kubernetesEnd(word); end != JobEnd::not_known)
            job.end = end; // the pod's own word comes last: why its containers were ended
    if (job.state == "Succeeded")
        job.end = JobEnd::completed;
    job.end_us = timeOf(terminated, "finishedAt", job.line, m_sink);
    if (job.end_us == base::kNoTime && hasEnded(job))
        job.end_us = timeOf(disrupted, "lastTransitionTime", job.line, m_sink);
    const auto add
        = [&job](const std::string& more) { job.reason += (job.reason.empty() || more.empty() ? "" : "; ") + more; };
    if (const auto exit = countOf(terminated, "exitCode"); exit && *exit != 0)
        add("exit " + std::to_string(*exit));
    if (const std::string word = textOf(terminated, "reason"); word != "Completed")
        add(word);
    add(reason);
    add(message);
}

void KubernetesReader::takePod(const json& record, std::int64_t line)
{
    const json &metadata = member(record, "metadata"), &status = member(record, "status");
    const json& spec = member(record, "spec");
    Job job;
    job.line = line;
    job.job_id = idOf(metadata);
    const std::string owner = ownerOf(metadata);
    job.name = owner.empty() ? textOf(metadata, "name") : owner;
    if (!owner.empty())
        m_owners.insert(textOf(metadata, "namespace") + "/" + owner);
    job.state = textOf(status, "phase");
    job.submit_us = timeOf(metadata, "creationTimestamp", line, m_sink);
    job.start_us = timeOf(status, "startTime", line, m_sink);
    job.nodes = 1;
    job.accelerators = acceleratorsOf(spec);
    job.instance_type = textOf(member(spec, "nodeSelector"), "node.kubernetes.io/instance-type");
    const json& containers = member(status, "containerStatuses");
    const json container = containers.is_array() && !containers.empty() ? containers.front() : json();
    const json& last = member(member(container, "lastState"), "terminated");
    const auto restarts = countOf(container, "restartCount").value_or(0);
    const json& running = member(member(container, "state"), "running");
    const json& terminated = member(member(container, "state"), "terminated");
    if (last.is_object()) {
        Job earlier = job;
        if (restarts > 1) // others ran before it, of which nothing is known; the pod held its node all the while
            earlier.submit_us = base::kNoTime;
        earlierAttempt(last, std::move(earlier));
        const json& now = running.is_object() ? running : terminated;
        job.start_us = timeOf(now, "startedAt", line, m_sink);
        job.submit_us = base::kNoTime;
        if (!now.is_object()) // waits for its next start
            return;
    }
    if (restarts > 0)
        job.reason = "restarts: " + std::to_string(restarts);
    endOfPod(status, terminated, job);
    dropImpossibleEnd(job, m_sink);
    m_pods.add(std::move(job));
}

void KubernetesReader::takeJob(const json& record, std::int64_t line)
{
    const json &metadata = member(record, "metadata"), &status = member(record, "status");
    const json& spec = member(record, "spec");
    Job job;
    job.line = line;
    job.job_id = idOf(metadata);
    job.name = textOf(metadata, "namespace") + "/" + textOf(metadata, "name"); // until finish()
    job.submit_us = timeOf(metadata, "creationTimestamp", line, m_sink);
    job.start_us = timeOf(status, "startTime", line, m_sink);
    job.end_us = timeOf(status, "completionTime", line, m_sink);
    job.nodes = countOf(spec, "parallelism").value_or(1);
    if (const auto each = acceleratorsOf(member(member(spec, "template"), "spec")); each && *job.nodes <= 1'000'000)
        job.accelerators = *each * *job.nodes;
    const json& failed = conditionOf(status, "Failed");
    if (failed.is_object()) {
        job.state = "Failed";
        job.reason = textOf(failed, "reason");
        job.end = kubernetesEnd(job.reason) == JobEnd::not_known ? JobEnd::failed : kubernetesEnd(job.reason);
        if (job.end_us == base::kNoTime)
            job.end_us = timeOf(failed, "lastTransitionTime", line, m_sink);
    } else if (conditionOf(status, "Complete").is_object() || job.end_us != base::kNoTime) {
        job.state = "Complete";
        job.end = JobEnd::completed;
    } else if (countOf(status, "active").value_or(0) > 0) {
        job.state = "Running";
        job.end = JobEnd::running;
    }
    dropImpossibleEnd(job, m_sink);
    m_job_objects.push_back(std::move(job));
}

// A Job is what its pods are: where they are in the file too, they alone count.
base::Status KubernetesReader::finish()
{
    if (m_first > 0)
        m_sink.fact({"zone_known", "yes", m_first});
    for (Job& job : m_job_objects) {
        if (m_owners.count(job.name) > 0) {
            if (m_apart++ == 0)
                m_first_apart = job.line;
            continue;
        }
        job.name = job.name.substr(job.name.find('/') + 1);
        m_jobs.add(std::move(job));
    }
    if (m_apart > 0)
        m_sink.problem({.severity = base::Severity::info,
            .handling = base::Handling::noted,
            .what = {.code = base::Code::job_steps_apart, .line = m_first_apart},
            .count = m_apart});
    FS_TRY(m_pods.finish(m_sink));
    return m_jobs.finish(m_sink);
}

} // namespace

bool looksLikeKubernetesJson(const Preview& preview)
{
    const std::string_view head = preview.head;
    return startsAsJson(head) && hasJsonKey(head, "apiVersion") && hasJsonKey(head, "metadata")
        && (hasJsonKey(head, "kind", "Pod") || hasJsonKey(head, "kind", "Job"));
}

base::Status parseKubernetesJson(TextSource& source, evidence::Sink& sink, const base::JobContext& context)
{
    KubernetesReader reader(sink);
    const base::Status status = readJsonRecords(
        source, sink, context, isPodOrJob, [&](const json& record, std::int64_t line) -> base::Status {
            reader.take(record, line);
            return {};
        });
    FS_TRY(reader.finish());
    return status;
}

} // namespace fullscope::import
