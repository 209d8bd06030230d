// SPDX-License-Identifier: GPL-3.0-or-later
// The console of a SageMaker training job. Where it shows training records it is a log, and the reader of that log
// takes the job's start and end as events (console.cpp); this one takes the job of a log without them.
#include "core/import/jobs/job_formats.h"

#include "core/base/text.h"
#include "core/import/jobs/job_collector.h"
#include "core/import/logs/console_format.h"
#include "core/import/logs/sagemaker_lines.h"

namespace fullscope::import {

namespace {

using evidence::Job;
using evidence::JobEnd;

constexpr std::size_t kCheckEvery = 1024; // lines

JobEnd endOf(std::string_view status)
{
    if (status == "Completed")
        return JobEnd::completed;
    if (status == "Failed")
        return JobEnd::failed;
    return status == "Stopped" ? JobEnd::cancelled : JobEnd::timed_out;
}

// The text in quotes behind `"key": `; empty when the line has no such key.
std::string_view quotedAfter(std::string_view line, std::string_view key)
{
    const std::size_t at = line.find(key);
    if (at == std::string_view::npos)
        return {};
    const std::size_t begin = line.find('"', at + key.size());
    const std::size_t end = begin == std::string_view::npos ? begin : line.find('"', begin + 1);
    return end == std::string_view::npos ? std::string_view() : line.substr(begin + 1, end - begin - 1);
}

class SageMakerReader {
public:
    SageMakerReader(TextSource& source, evidence::Sink& sink)
        : m_source(source)
        , m_lines(source)
        , m_sink(sink)
    {
    }

    base::Status read(const base::JobContext& job);

private:
    void line(std::string_view text);
    void status(const SageMakerStatus& status);
    void environment(std::string_view text);
    std::int64_t time(std::string_view stamp);
    void close();

    TextSource& m_source;
    LineReader m_lines;
    evidence::Sink& m_sink;
    std::string m_buffer;
    JobCollector m_jobs;
    std::optional<Job> m_job;
    std::optional<std::int64_t> m_gpus, m_neurons; // of one host
    std::int64_t m_interruptions = 0;
    bool m_zone_told = false;
};

base::Status SageMakerReader::read(const base::JobContext& job)
{
    base::Status status;
    std::string_view text;
    for (std::size_t lines = 0;; ++lines) {
        if (lines % kCheckEvery == 0) {
            FS_TRY(job.check());
            job.report({m_source.file().path, m_source.bytesDone(), m_source.bytesTotal()});
        }
        const auto more = m_lines.next(text);
        if (!more.ok())
            status = more.error();
        if (!more.ok() || !*more)
            break;
        line(withoutTerminalCodes(text, m_buffer));
    }
    close();
    FS_TRY(m_jobs.finish(m_sink));
    return status;
}

void SageMakerReader::line(std::string_view text)
{
    if (const auto found = findSageMakerStatus(text))
        return status(*found);
    if (!m_job)
        return;
    if (const auto seconds = sageMakerSeconds(text, SageMakerSeconds::training))
        m_job->elapsed_us = *seconds * base::kSecondUs;
    else if (const auto billed = sageMakerSeconds(text, SageMakerSeconds::billable))
        m_job->billable_us = *billed * base::kSecondUs;
    else if (const std::string_view savings = sageMakerSavings(text); !savings.empty())
        m_job->reason += (m_job->reason.empty() ? "" : "; ") + ("spot savings " + base::excerpt(savings, 20));
    else
        environment(text);
}

void SageMakerReader::status(const SageMakerStatus& status)
{
    const bool begins = status.isQueued() && (!m_job || hasEnded(*m_job));
    if (begins) {
        close();
        m_job = Job {};
        m_job->submit_us = time(status.stamp);
    } else if (!m_job) { // the log begins in the middle of the job
        m_job = Job {};
    }
    if (m_job->line == 0)
        m_job->line = m_lines.number();
    m_job->state = status.status;
    if (status.isQueued())
        return;
    if (m_job->start_us == base::kNoTime && !status.isEnd())
        m_job->start_us = time(status.stamp);
    m_interruptions += status.status == "Interrupted" ? 1 : 0;
    m_job->end = JobEnd::running;
    if (!status.isEnd())
        return;
    m_job->end = endOf(status.status);
    m_job->end_us = time(status.stamp);
    if (m_job->end != JobEnd::completed)
        m_job->reason = base::excerpt(status.message, 200);
}

// What the training toolkit prints of the job's surroundings.
void SageMakerReader::environment(std::string_view text)
{
    if (text.starts_with("SM_HOSTS=")) {
        std::int64_t hosts = 0;
        for (std::size_t at = text.find("\"algo-"); at != std::string_view::npos; at = text.find("\"algo-", at + 1))
            ++hosts;
        if (hosts > 0)
            m_job->nodes = hosts;
    } else if (text.starts_with("SM_NUM_GPUS=")) {
        m_gpus = numberAfter(text, std::string_view("SM_NUM_GPUS=").size());
    } else if (text.starts_with("SM_NUM_NEURONS=")) {
        m_neurons = numberAfter(text, std::string_view("SM_NUM_NEURONS=").size());
    } else if (m_job->job_id.empty()) {
        m_job->job_id = base::excerpt(quotedAfter(text, "\"job_name\":"), 200);
        m_job->name = m_job->job_id;
    }
    if (m_job->instance_type.empty())
        m_job->instance_type = base::excerpt(quotedAfter(text, "\"current_instance_type\":"));
}

std::int64_t SageMakerReader::time(std::string_view stamp)
{
    const auto parsed = base::parseIso(stamp);
    if (!parsed.ok()) {
        base::Problem problem {.handling = base::Handling::value_dropped, .what = parsed.error()};
        problem.what.line = m_lines.number();
        m_sink.problem(std::move(problem));
        return base::kNoTime;
    }
    if (!std::exchange(m_zone_told, true))
        m_sink.fact({"zone_known", "no", m_lines.number()});
    return parsed->instant.us;
}

void SageMakerReader::close()
{
    constexpr std::int64_t kMost = 1'000'000;
    if (!m_job)
        return;
    // Neuron devices have several cores each, and the toolkit counts one or the other.
    const bool countable = m_gpus && *m_gpus >= 0 && *m_gpus <= kMost && m_neurons.value_or(0) == 0;
    if (m_job->nodes && *m_job->nodes <= kMost && countable)
        m_job->accelerators = *m_job->nodes * *m_gpus;
    if (m_interruptions > 0)
        m_job->reason += (m_job->reason.empty() ? "" : "; ") + ("Interrupted: " + std::to_string(m_interruptions));
    dropImpossibleEnd(*m_job, m_sink);
    m_jobs.add(*std::exchange(m_job, std::nullopt));
    m_gpus.reset();
    m_neurons.reset();
    m_interruptions = 0;
}

// Below every format that has seen a training record.
int sniffSageMakerLog(const Preview& preview)
{
    const auto isPlatformLine = [](std::string_view line) {
        const auto status = findSageMakerStatus(line);
        return status ? status->isOfPlatform() : sageMakerSeconds(line, SageMakerSeconds::billable).has_value();
    };
    return anyLine(preview, isPlatformLine) ? 15 : 0;
}

base::Status parseSageMakerLog(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    return SageMakerReader(source, sink).read(job);
}

} // namespace

const Format sagemaker_log {
    .id = "sagemaker_log",
    .kind = Kind::jobs,
    .version = 1,
    .title = "SageMaker training job log",
    .sniff = sniffSageMakerLog,
    .parse = parseSageMakerLog,
};

} // namespace fullscope::import
