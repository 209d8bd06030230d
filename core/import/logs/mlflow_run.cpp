// SPDX-License-Identifier: GPL-3.0-or-later
// A run of MLflow as its file store keeps it: meta.yaml, metrics/<key> with lines of `timestamp_ms value step`,
// params/<key>. All metrics together are the run. The line of a sample is that of the metric with which it begins.
#include "core/import/logs/log_formats.h"

#include "core/base/text.h"
#include "core/import/logs/config_facts.h"
#include "core/import/logs/mlflow_point.h"
#include "core/import/logs/step_axis.h"

#include <algorithm>
#include <deque>
#include <map>

namespace fullscope::import {

namespace {

using base::Code;
using base::Handling;
using base::Severity;
using evidence::EventKind;

constexpr std::int64_t kMaxStep = 9'000'000'000'000'000; // whole numbers are exact in a double up to there
constexpr std::size_t kMostParameter = 500; // bytes of a value that can be a fact

struct Metric {
    std::string file, key;
    std::size_t points = 0;
    bool counts = false; // its steps are more than the 0 that stands where none was given
};

struct Point {
    std::int64_t time_us, step, line;
    double value;
    const Metric* metric;
};

class MlflowRun {
public:
    MlflowRun(FolderSource& source, evidence::Sink& sink, const base::JobContext& job)
        : m_source(source)
        , m_sink(sink)
        , m_job(job)
        , m_writer(sink)
        , m_axis(m_writer)
        , m_series(sink, false)
    {
    }

    base::Status run();

private:
    base::Status metrics();
    base::Status readMetric(Metric& metric);
    void take(Metric& metric, std::string_view line, const LineReader& lines);
    void numberSteps();
    base::Status feed(const Point& point);
    base::Status meta();
    base::Status parameters();
    base::Status end();
    std::int64_t timeOf(const char* name) const;
    void problemIn(const std::string& file, base::Problem problem);

    FolderSource& m_source;
    evidence::Sink& m_sink;
    const base::JobContext& m_job;
    RunWriter m_writer;
    StepAxis m_axis;
    ScalarSeries m_series;
    std::deque<Metric> m_metrics; // points refer to them
    std::vector<Point> m_points;
    std::map<std::string, std::string> m_meta;
};

void MlflowRun::problemIn(const std::string& file, base::Problem problem)
{
    problem.what.file = m_source.file().path + "/" + file;
    m_sink.problem(std::move(problem));
}

base::Status MlflowRun::run()
{
    FS_TRY(meta());
    FS_TRY(parameters());
    m_sink.fact({.name = "zone_known", .value = "yes"}); // milliseconds since 1970
    if (const auto start = timeOf("start_time"); start != base::kNoTime)
        FS_TRY(m_writer.event({.kind = EventKind::job_start, .time_us = start, .text = m_meta["run_id"]}));
    FS_TRY(metrics());
    numberSteps();
    std::stable_sort(
        m_points.begin(), m_points.end(), [](const Point& a, const Point& b) { return a.time_us < b.time_us; });
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        if (i % 1024 == 0)
            FS_TRY(m_job.check());
        FS_TRY(feed(m_points[i]));
    }
    FS_TRY(end());
    return m_writer.flush();
}

// A file that cannot be read costs the run that metric alone.
base::Status MlflowRun::metrics()
{
    bool ofSystem = false;
    for (std::string& file : m_source.files("metrics")) {
        std::string key = file.substr(std::string_view("metrics/").size());
        if (key.starts_with("system/")) { // samples of the machine, counted by themselves
            ofSystem = true;
            continue;
        }
        Metric& metric = m_metrics.emplace_back(Metric {.file = std::move(file), .key = std::move(key)});
        m_job.report({m_source.file().path + "/" + metric.file, m_source.bytesDone(), 0});
        if (base::Status read = readMetric(metric); !read.ok()) {
            if (read.error().code == Code::cancelled)
                return read;
            m_sink.problem({.severity = Severity::error, .handling = Handling::stopped, .what = read.error()});
        }
    }
    if (ofSystem)
        m_sink.problem({.severity = Severity::info,
            .handling = Handling::value_dropped,
            .what = {.code = Code::other_steps, .field = "system/…"}});
    return {};
}

base::Status MlflowRun::readMetric(Metric& metric)
{
    FS_TRY_VALUE(text, m_source.text(metric.file));
    LineReader lines(*text);
    std::string_view line;
    base::Status status;
    for (;;) {
        if (lines.number() % 1024 == 0)
            FS_TRY(m_job.check());
        base::Result<bool> more = lines.next(line);
        if (!more.ok())
            status = std::move(more.error());
        if (!more.ok() || !*more)
            break;
        if (!base::trimmed(line).empty())
            take(metric, line, lines);
    }
    FS_TRY(m_source.close(metric.file, *text));
    return status;
}

void MlflowRun::take(Metric& metric, std::string_view line, const LineReader& lines)
{
    const auto point = mlflowPoint(line);
    const auto step = point && !point->step.empty() ? base::parseInt(point->step) : base::Result<std::int64_t>(0);
    const bool inRange = step.ok() && *step >= 0 && *step <= kMaxStep;
    if (!point || !lines.lastHadEnd() || !inRange) { // MLflow ends each line: one without an end was cut
        problemIn(metric.file,
            {.handling = Handling::row_skipped,
                .what = {.code = point && inRange ? Code::record_truncated : Code::lines_not_understood,
                    .line = lines.number(),
                    .found = base::excerpt(line),
                    .expected = "timestamp_ms value step"}});
        return;
    }
    metric.counts = metric.counts || *step != 0;
    ++metric.points;
    m_points.push_back({.time_us = *base::parseInt(point->time) * 1000,
        .step = *step,
        .line = lines.number(),
        .value = *base::parseDouble(point->value),
        .metric = &metric});
}

// MLflow writes 0 where no step was given (and nothing, years ago): such values are counted.
void MlflowRun::numberSteps()
{
    const Metric* current = nullptr;
    std::int64_t ordinal = 0;
    for (Point& point : m_points) { // still metric by metric
        if (point.metric->counts || point.metric->points < 2)
            continue;
        if (std::exchange(current, point.metric) != point.metric) {
            ordinal = 0;
            problemIn(point.metric->file,
                {.what = {.code = Code::step_is_log_call, .line = point.line, .field = point.metric->key}});
        }
        point.step = ordinal++;
    }
}

base::Status MlflowRun::feed(const Point& point)
{
    m_series.notice(point.metric->key);
    ScalarTag& tag = m_series.tag(point.metric->key, point.line);
    if (tag.series < 0)
        return {};
    const double value = m_series.reported(tag, point.value, point.line);
    FS_TRY(m_axis.add(tag, {.value = value, .step = point.step, .time_us = point.time_us, .line = point.line}));
    if (!tag.is_eval_loss)
        return {};
    return m_writer.event({.kind = EventKind::evaluation_end,
        .line = point.line,
        .time_us = point.time_us,
        .step = point.step,
        .text = base::excerpt(tag.name + "=" + base::formatDouble(point.value))});
}

// `key: value`, one a line; what else YAML knows is not written there.
base::Status MlflowRun::meta()
{
    constexpr std::size_t kMost = 100;
    const std::string file = "meta.yaml";
    auto text = m_source.text(file);
    if (!text.ok()) {
        m_sink.problem({.severity = Severity::warning, .handling = Handling::noted, .what = text.error()});
        return {};
    }
    LineReader lines(**text);
    std::string_view line;
    for (auto more = lines.next(line); more.ok() && *more && m_meta.size() < kMost; more = lines.next(line))
        if (const std::size_t colon = line.find(": "); colon != std::string_view::npos)
            m_meta.emplace(line.substr(0, colon), configValue(line.substr(colon + 2)));
    return m_source.close(file, **text);
}

base::Status MlflowRun::parameters()
{
    for (const std::string& file : m_source.files("params")) {
        FS_TRY(m_job.check());
        const char* name = configFact(file.substr(std::string_view("params/").size()));
        auto text = m_source.text(file);
        if (!text.ok())
            continue; // an empty one is a parameter without a value
        if (auto block = (*text)->block(); name != nullptr && block.ok() && block->size() <= kMostParameter)
            if (const std::string_view value = configValue(*block); !value.empty())
                m_sink.fact({.name = name, .value = base::excerpt(value), .line = 1});
        FS_TRY(m_source.close(file, **text));
    }
    return {};
}

std::int64_t MlflowRun::timeOf(const char* name) const
{
    const auto text = m_meta.find(name);
    const auto number = base::parseInt(text == m_meta.end() ? "" : text->second);
    const bool isTime = number.ok() && timeShape(static_cast<double>(*number)) == TimeShape::milliseconds;
    return isTime ? *number * 1000 : base::kNoTime;
}

// Without an end the run was still going on, or was killed with its process.
base::Status MlflowRun::end()
{
    const std::int64_t time = timeOf("end_time");
    if (time == base::kNoTime)
        return {};
    const std::string& status = m_meta["status"];
    const bool failed = status == "4" || status == "FAILED", killed = status == "5" || status == "KILLED";
    if (failed || killed)
        FS_TRY(m_writer.event({.kind = EventKind::failure, .time_us = time, .text = failed ? "FAILED" : "KILLED"}));
    return m_writer.event({.kind = EventKind::job_end, .time_us = time, .text = std::string()});
}

int sniffMlflowRun(const Preview& preview)
{
    const auto has = [&](std::string_view entry) {
        return std::find(preview.entries.begin(), preview.entries.end(), entry) != preview.entries.end();
    };
    return has("meta.yaml") && has("metrics/") ? 100 : 0;
}

base::Status parseMlflowRun(FolderSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    return MlflowRun(source, sink, job).run();
}

} // namespace

const Format mlflow_run {
    .id = "mlflow_run",
    .kind = Kind::log,
    .version = 1,
    .title = "MLflow run folder",
    .sniff = sniffMlflowRun,
    .parse = parseMlflowRun,
};

} // namespace fullscope::import
