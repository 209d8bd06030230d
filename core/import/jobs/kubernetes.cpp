// SPDX-License-Identifier: GPL-3.0-or-later
// `kubectl get pods,jobs`: as JSON with instants, as a table without.
#include "core/import/jobs/kubernetes.h"

#include "core/import/jobs/job_formats.h"
#include "core/import/logs/console_format.h"

#include <array>

namespace fullscope::import {

namespace {

using evidence::JobEnd;

struct Known {
    std::string_view word;
    JobEnd end;
};

constexpr std::array kKnown {Known {"Completed", JobEnd::completed}, Known {"Complete", JobEnd::completed},
    Known {"Succeeded", JobEnd::completed}, Known {"Running", JobEnd::running}, Known {"Terminating", JobEnd::running},
    Known {"CrashLoopBackOff", JobEnd::failed}, Known {"Error", JobEnd::failed}, Known {"Failed", JobEnd::failed},
    Known {"OOMKilled", JobEnd::failed}, Known {"ContainerCannotRun", JobEnd::failed},
    Known {"StartError", JobEnd::failed}, Known {"BackoffLimitExceeded", JobEnd::failed},
    Known {"PodFailurePolicy", JobEnd::failed}, Known {"Evicted", JobEnd::preempted},
    Known {"Preempted", JobEnd::preempted}, Known {"Preempting", JobEnd::preempted},
    Known {"PreemptionByScheduler", JobEnd::preempted}, Known {"EvictionByEvictionAPI", JobEnd::preempted},
    Known {"TerminationByKubelet", JobEnd::preempted}, Known {"DeletionByTaintManager", JobEnd::node_failed},
    Known {"DeletionByPodGC", JobEnd::node_failed}, Known {"NodeLost", JobEnd::node_failed},
    Known {"NodeShutdown", JobEnd::node_failed}, Known {"Shutdown", JobEnd::node_failed},
    Known {"Terminated", JobEnd::node_failed}, Known {"NodeAffinity", JobEnd::node_failed},
    Known {"UnexpectedAdmissionError", JobEnd::node_failed}, Known {"DeadlineExceeded", JobEnd::timed_out}};

int sniffKubernetes(const Preview& preview)
{
    if (looksLikeKubernetesJson(preview))
        return 100;
    return anyLine(preview, isKubernetesHeader) ? 10 : 0; // a log may hold such a table, and is a log
}

// What decides is read again: a source is read once.
class Replay final : public TextSource {
public:
    Replay(TextSource& source, std::string first)
        : m_source(source)
        , m_first(std::move(first))
    {
    }

    std::uint64_t bytesDone() const override { return m_source.bytesDone(); }
    std::uint64_t bytesTotal() const override { return m_source.bytesTotal(); }
    base::Status finish() override { return m_source.finish(); }
    evidence::SourceFile& file() override { return m_source.file(); }
    std::int64_t badSequences() const override { return m_source.badSequences(); }
    base::Result<std::string_view> block() override
    {
        return std::exchange(m_served, true) ? m_source.block() : base::Result<std::string_view>(m_first);
    }

private:
    TextSource& m_source;
    std::string m_first;
    bool m_served = false;
};

base::Status parseKubernetes(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    std::string first; // up to the first block that is not blank
    std::size_t begin = std::string::npos;
    while (begin == std::string::npos) {
        FS_TRY_VALUE(block, source.block());
        if (block.empty())
            break;
        first += block;
        begin = first.find_first_not_of(" \t\r\n");
    }
    const bool is_json = begin != std::string::npos && (first[begin] == '{' || first[begin] == '[');
    Replay replay(source, std::move(first));
    return is_json ? parseKubernetesJson(replay, sink, job) : parseKubernetesTable(replay, sink, job);
}

} // namespace

JobEnd kubernetesEnd(std::string_view status)
{
    if (status.starts_with("Init:")) // of the containers that run first: `Init:Error`, `Init:0/1`
        status.remove_prefix(5);
    for (const Known& known : kKnown)
        if (known.word == status)
            return known.end;
    return JobEnd::not_known;
}

const Format kubernetes {
    .id = "kubernetes",
    .kind = Kind::jobs,
    .version = 1,
    .title = "Kubernetes pods and jobs (kubectl get)",
    .sniff = sniffKubernetes,
    .parse = parseKubernetes,
};

} // namespace fullscope::import
