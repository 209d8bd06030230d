// SPDX-License-Identifier: GPL-3.0-or-later
// `kubectl get pods` and `kubectl get jobs` as tables. They tell states and restarts, and ages in place of instants.
#include "core/import/jobs/kubernetes.h"

#include "core/base/text.h"
#include "core/import/jobs/job_collector.h"

#include <algorithm>
#include <vector>

namespace fullscope::import {

namespace {

using evidence::Job;
using evidence::JobEnd;

constexpr std::size_t kCheckEvery = 1024; // lines

// Columns stand at least two blanks apart; a value such as `3 (5m ago)` holds single ones.
std::vector<std::string_view> cells(std::string_view line)
{
    std::vector<std::string_view> found;
    line = base::trimmed(line);
    while (!line.empty()) {
        const std::size_t end = std::min({line.find("  "), line.find('\t'), line.size()});
        found.push_back(line.substr(0, end));
        line = base::trimmed(line.substr(end));
    }
    return found;
}

int place(const std::vector<std::string>& header, std::string_view name)
{
    const auto found = std::find(header.begin(), header.end(), name);
    return found == header.end() ? -1 : static_cast<int>(found - header.begin());
}

class TableReader {
public:
    TableReader(TextSource& source, evidence::Sink& sink)
        : m_source(source)
        , m_lines(source)
        , m_sink(sink)
    {
    }

    base::Status read(const base::JobContext& job);

private:
    void row(std::string_view line);
    std::string cell(const std::vector<std::string_view>& row, std::string_view column) const;
    void readState(const std::vector<std::string_view>& row, Job& job) const;

    TextSource& m_source;
    LineReader m_lines;
    evidence::Sink& m_sink;
    JobCollector m_jobs {JobCollector::Same::id};
    std::vector<std::string> m_header;
    std::int64_t m_rows = 0;
};

std::string TableReader::cell(const std::vector<std::string_view>& row, std::string_view column) const
{
    const int index = place(m_header, column);
    return index < 0 ? std::string() : base::excerpt(row[static_cast<std::size_t>(index)], 200);
}

void TableReader::readState(const std::vector<std::string_view>& row, Job& job) const
{
    const std::string done = cell(row, "COMPLETIONS"); // of a job: `1/1`
    job.state = cell(row, "STATUS");
    if (job.state.empty() && !done.empty()) {
        const std::size_t slash = done.find('/');
        job.state = done;
        job.end = slash != std::string::npos && done.substr(0, slash) == done.substr(slash + 1) ? JobEnd::completed
                                                                                                : JobEnd::not_known;
        return;
    }
    job.end = kubernetesEnd(job.state);
}

void TableReader::row(std::string_view line)
{
    const std::vector<std::string_view> row = cells(line);
    if (row.size() != m_header.size()) {
        const bool few = row.size() < m_header.size();
        m_sink.problem({.handling = base::Handling::row_skipped,
            .what = {.code = few ? base::Code::row_short : base::Code::row_long,
                .line = m_lines.number(),
                .found = std::to_string(row.size()),
                .expected = std::to_string(m_header.size())}});
        return;
    }
    Job job;
    job.line = m_lines.number();
    const std::string space = cell(row, "NAMESPACE");
    job.name = cell(row, "NAME");
    job.job_id = space.empty() ? job.name : space + "/" + job.name;
    readState(row, job);
    const std::string restarts = cell(row, "RESTARTS");
    if (!restarts.empty() && restarts != "0")
        job.reason = "restarts: " + restarts;
    if (place(m_header, "READY") >= 0)
        job.nodes = 1; // a pod runs on one
    ++m_rows;
    m_jobs.add(std::move(job));
}

base::Status TableReader::read(const base::JobContext& job)
{
    base::Status status;
    std::string_view line;
    for (std::size_t lines = 0;; ++lines) {
        if (lines % kCheckEvery == 0) {
            FS_TRY(job.check());
            job.report({m_source.file().path, m_source.bytesDone(), m_source.bytesTotal()});
        }
        const auto more = m_lines.next(line);
        if (!more.ok())
            status = more.error();
        if (!more.ok() || !*more)
            break;
        if (isKubernetesHeader(line)) {
            const auto names = cells(line);
            m_header.assign(names.begin(), names.end());
        } else if (base::trimmed(line).empty()) {
            continue;
        } else if (!m_header.empty()) {
            row(line);
        }
    }
    if (m_rows > 0)
        m_sink.problem({.handling = base::Handling::noted,
            .what
            = {.code = base::Code::job_times_missing, .field = "AGE", .expected = "kubectl get pods,jobs -o json"}});
    FS_TRY(m_jobs.finish(m_sink));
    return status;
}

} // namespace

bool isKubernetesHeader(std::string_view line)
{
    const auto names = cells(line);
    const auto has = [&](std::string_view name) { return std::find(names.begin(), names.end(), name) != names.end(); };
    if (names.size() < 4 || !has("NAME") || !has("AGE"))
        return false;
    return (has("READY") && has("STATUS") && has("RESTARTS")) || (has("COMPLETIONS") && has("DURATION"));
}

base::Status parseKubernetesTable(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    return TableReader(source, sink).read(job);
}

} // namespace fullscope::import
