// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/loss_curve.h"

#include "core/ledger/batch.h"
#include "core/ledger/run_rows.h"
#include "core/ledger/token_count.h"

#include <algorithm>
#include <cmath>

namespace fullscope::ledger {

using base::Code;

namespace {

// Collects points in bounded memory: when there are twice too many, neighbours within a stretch of the logarithm of
// steps become one, and the stretches double until enough did.
class PointCollector {
public:
    void add(const LossPoint& point)
    {
        if (m_points.size() == 2 * kLossPoints)
            thin();
        m_points.push_back(point);
    }
    std::vector<LossPoint> take()
    {
        sort();
        if (m_points.size() > kLossPoints)
            thin();
        return std::move(m_points);
    }

private:
    void sort()
    {
        std::stable_sort(
            m_points.begin(), m_points.end(), [](const LossPoint& a, const LossPoint& b) { return a.step < b.step; });
    }
    void thin()
    {
        sort();
        while (m_points.size() > kLossPoints) {
            join();
            if (m_points.size() > kLossPoints)
                m_width *= 2;
        }
    }
    void join()
    {
        std::size_t kept = 0;
        double place = 0;
        for (std::size_t i = 0; i < m_points.size(); ++i) {
            const LossPoint& next = m_points[i];
            const double here = std::floor(std::log(next.step) / m_width);
            if (i > 0 && here == place) {
                LossPoint& into = m_points[kept - 1];
                const double share = next.records / (into.records + next.records);
                into.tokens = std::lerp(into.tokens, next.tokens, share);
                into.step = std::lerp(into.step, next.step, share);
                into.loss = std::lerp(into.loss, next.loss, share);
                into.records += next.records;
            } else {
                m_points[kept++] = next;
                place = here;
            }
        }
        m_points.resize(kept);
    }

    std::vector<LossPoint> m_points;
    double m_width = 1.0 / 65'536;
};

class CurveMaker {
public:
    CurveMaker(const evidence::Run& run, const evidence::SampleStore& samples, const base::JobContext& job, LossOf of)
        : m_run(run)
        , m_samples(samples)
        , m_job(job)
    {
        m_curve.of = of;
    }
    base::Result<LossCurve> make();

private:
    void cover();
    base::Status collect(const Batch& batch);
    void flush();
    void say(base::Severity severity, Code code, std::string field, std::string found, std::int64_t line = 0,
        std::int64_t count = 1);
    const std::string& file() const { return m_curve.file; }
    const char* series() const { return seriesOf(m_curve.of); }

    const evidence::Run& m_run;
    const evidence::SampleStore& m_samples;
    const base::JobContext& m_job;
    Survey m_survey;
    StepCoverage m_coverage;
    LossCurve m_curve;
    PointCollector m_points;
    base::ProblemList m_problems;
    // The last loss of the step that is being read: of several records of one execution the last one holds.
    std::optional<LossPoint> m_held;
    std::int64_t m_held_step = 0, m_held_segment = 0;
    std::int64_t m_not_finite_line = 0;
};

void CurveMaker::say(
    base::Severity severity, Code code, std::string field, std::string found, std::int64_t line, std::int64_t count)
{
    m_problems.add({.severity = severity,
        .handling = base::Handling::kept,
        .what = {.code = code, .file = file(), .line = line, .field = std::move(field), .found = std::move(found)},
        .count = count});
}

void CurveMaker::cover()
{
    for (std::size_t i = 0; i < m_survey.segments.size(); ++i) {
        const PlannedSegment& segment = m_survey.segments[i];
        m_coverage.add(
            segment.records.first_step - segment.first_steps, segment.records.last_step, static_cast<std::int64_t>(i));
    }
    m_coverage.finish();
}

void CurveMaker::flush()
{
    if (!m_held)
        return;
    if (m_coverage.repeatedAfter(m_held_segment, m_held_step - 1, m_held_step) > 0) {
        ++m_curve.repeated;
    } else {
        m_points.add(*m_held);
        ++m_curve.records;
    }
    m_held.reset();
}

base::Status CurveMaker::collect(const Batch& batch)
{
    namespace series = evidence::series;
    TokenCount count(batch, m_run, m_survey);
    RowReader rows(m_run, m_samples, m_survey.segments, m_job);
    const auto columns = m_samples.read({m_run.seriesIndex(this->series()), m_run.seriesIndex(series::tokens),
        m_run.seriesIndex(series::samples), m_run.seriesIndex(series::global_batch)});
    evidence::SampleBlock block;
    std::size_t next = 0;
    RunRow row;
    while (rows.next(row)) {
        if (next == block.rows()) {
            next = 0;
            FS_TRY_VALUE(more, columns->next(block));
            if (!more)
                break;
        }
        const std::size_t i = next++;
        const double tokens = count.after(
            row, {.tokens = block.values[1][i], .sequences = block.values[2][i], .batch = block.values[3][i]});
        if (m_held && (row.step != m_held_step || row.segment != m_held_segment))
            flush();
        const double loss = block.values[0][i];
        if (std::isinf(loss) && m_curve.not_finite++ == 0)
            m_not_finite_line = row.line;
        const double step = count.step(row.step);
        const bool is_placed = step > 0 && (!m_curve.has_tokens || (tokens > 0 && std::isfinite(tokens)));
        if (!std::isfinite(loss) || !is_placed)
            continue;
        m_held = LossPoint {.tokens = tokens, .step = step, .loss = loss, .records = 1};
        m_held_step = row.step;
        m_held_segment = row.segment;
    }
    flush();
    return rows.status();
}

base::Result<LossCurve> CurveMaker::make()
{
    m_curve.run_id = m_run.id;
    m_curve.run_name = m_run.name;
    m_curve.file = m_run.files.empty() ? std::string() : m_run.files.front().path;
    m_curve.facts = m_run.facts;
    const int index = m_run.seriesIndex(series());
    if (index < 0)
        return base::Error {.code = Code::loss_not_logged, .file = file(), .field = series()};
    m_curve.series = m_run.series[static_cast<std::size_t>(index)];
    const RunEvents events(m_run, m_run.sample_count);
    FS_TRY_VALUE(surveyed, survey(m_run, m_samples, events, m_job));
    m_survey = std::move(surveyed);
    if (m_survey.samples == 0)
        return base::Error {.code = Code::nothing_readable, .file = file(), .field = "step"};
    cover();
    const Batch batch = batchOf(m_run, m_survey, m_problems);
    m_curve.has_tokens = batch.tokens_per_step.has_value();
    m_curve.tokens_per_step = batch.tokens_per_step;
    m_curve.sequences_per_step = batch.sequences_per_step;
    m_curve.batch_varies = batch.varies;
    FS_TRY(collect(batch));
    m_curve.points = m_points.take();
    if (m_curve.points.empty())
        return base::Error {.code = Code::loss_not_logged, .file = file(), .field = series()};
    const PlannedSegment& first = m_survey.segments.front();
    if (first.records.first_step > first.first_steps && m_curve.has_tokens && !batch.tokens_by_total)
        say(base::Severity::info, Code::tokens_before_log, "step", std::to_string(first.records.first_step));
    if (m_curve.not_finite > 0)
        say(base::Severity::warning, Code::value_not_finite, series(), {}, m_not_finite_line, m_curve.not_finite);
    m_curve.problems = m_problems.entries();
    return std::move(m_curve);
}

} // namespace

const char* seriesOf(LossOf of)
{
    return of == LossOf::training ? evidence::series::loss : evidence::series::eval_loss;
}

base::Result<LossCurve> lossCurve(
    const evidence::Run& run, const evidence::SampleStore& samples, const base::JobContext& job, LossOf of)
{
    return CurveMaker(run, samples, job, of).make();
}

} // namespace fullscope::ledger
