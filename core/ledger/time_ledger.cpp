// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/time_ledger.h"

#include "core/ledger/printed_rates.h"
#include "core/ledger/run_symptoms.h"
#include "core/ledger/time_classifier.h"
#include "core/ledger/time_figures.h"
#include "core/ledger/user_marks.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fullscope::ledger {

using base::Code;
using base::Handling;
using base::Severity;

namespace {

constexpr std::int64_t kLongestWall_us = 4'000'000'000'000'000'000; // a record more cannot overflow
constexpr double kHour_us = 3600e6;

// What the last pass noticed about the log.
struct Observed {
    std::int64_t interpolated = 0, assumed = 0; // records
    bool first_record = false;
    std::int64_t restarts = 0; // whose first record's duration is known
    std::int64_t begin_us = base::kNoTime, end_us = base::kNoTime;
};

std::optional<std::int64_t>& at(TimeLedger& ledger, TimeCategory category)
{
    return ledger.us[static_cast<std::size_t>(category)];
}

class LedgerMaker {
public:
    LedgerMaker(const evidence::Run& run, const evidence::SampleStore& samples, const base::JobContext& job)
        : m_run(run)
        , m_samples(samples)
        , m_job(job)
        , m_user_marks(run.marks)
    {
    }

    base::Result<TimeLedger> make();

private:
    base::Result<RunEvents> eventsOf(std::int64_t samples);
    void takeSurvey();
    base::Status classify(const RunEvents& events, const Pace& pace);
    base::Status placeAll(TimeClassifier& classifier, RunClock& clock, Observed& observed);
    void takeSums(const std::array<std::int64_t, kTimeCategories>& sums, const RunEvents& events, const Pace& pace,
        const Observed& observed);
    void takeSummary();
    bool isOneAttempt() const;
    void sayUnobserved();
    void say(Severity severity, Code code, std::string_view field, std::string found, std::int64_t count = 1);
    std::string file() const { return m_run.files.empty() ? std::string() : m_run.files.front().path; }
    void placeProblems();

    const evidence::Run& m_run;
    const evidence::SampleStore& m_samples;
    const base::JobContext& m_job;
    UserMarks m_user_marks;
    Survey m_survey;
    StepCoverage m_coverage;
    TimeLedger m_ledger;
    bool m_whole_wall = true; // the wall-clock is that of all steps
    base::ProblemList m_problems;
};

void LedgerMaker::say(Severity severity, Code code, std::string_view field, std::string found, std::int64_t count)
{
    m_problems.add({.severity = severity,
        .handling = Handling::kept,
        .what = {.code = code, .file = file(), .field = std::string(field), .found = std::move(found)},
        .count = count});
}

// In the file that holds the line.
void LedgerMaker::placeProblems()
{
    for (base::Problem& problem : m_ledger.problems) {
        if (problem.what.line <= 0 || m_run.files.empty())
            continue;
        const evidence::Run::Place place = m_run.placeOf(problem.what.line);
        problem.what.file = m_run.files[place.file].path;
        problem.what.line = place.line;
    }
}

void LedgerMaker::takeSurvey()
{
    m_ledger.timed = m_survey.timed();
    m_ledger.samples = m_survey.samples;
    m_ledger.first_loss = m_survey.first_loss;
    m_ledger.last_loss = m_survey.last_loss;
    for (std::size_t i = 0; i < m_survey.segments.size(); ++i) {
        const PlannedSegment& segment = m_survey.segments[i];
        m_ledger.segments.push_back(segment.records);
        m_coverage.add(
            segment.records.first_step - segment.first_steps, segment.records.last_step, static_cast<std::int64_t>(i));
    }
    m_coverage.finish();
    m_ledger.restarts = static_cast<std::int64_t>(m_survey.segments.size()) - 1;
    m_ledger.first_step = m_ledger.segments.front().first_step;
    m_ledger.last_step = m_ledger.segments.back().last_step;

    const PlannedSegment& first = m_survey.segments.front();
    if (first.records.first_step > first.first_steps)
        say(Severity::info, Code::steps_before_log, "step", std::to_string(first.records.first_step));
    if (m_survey.jumps > 0)
        say(Severity::warning, Code::steps_not_logged, "step", std::to_string(m_survey.jumped_steps), m_survey.jumps);
    if (m_survey.odd_step_times > 0)
        say(Severity::warning, Code::bad_value, evidence::series::step_time, {}, m_survey.odd_step_times);
    if (const evidence::Fact* zone = m_run.fact("zone_known"); m_ledger.timed && zone != nullptr && zone->value == "no")
        say(Severity::info, Code::zone_unknown, "time", {});
}

base::Status LedgerMaker::placeAll(TimeClassifier& classifier, RunClock& clock, Observed& observed)
{
    TimedRow timed;
    while (clock.next(timed)) {
        const RunRow& row = timed.row;
        if (row.sample == 0) {
            observed.begin_us = clock.beginTime();
            classifier.startup(observed.begin_us);
        }
        classifier.place(timed);
        if (classifier.total() > kLongestWall_us)
            return base::Error {.code = Code::overflow, .file = file(), .line = row.line, .field = "time"};
        if (timed.backwards)
            m_problems.add({.what = {.code = Code::time_backwards, .file = file(), .line = row.line, .field = "time"}});
        observed.interpolated += timed.interpolated ? 1 : 0;
        if (row.first && row.segment == 0)
            observed.first_record = timed.observed;
        else if (row.first)
            observed.restarts += timed.observed ? 1 : 0;
        else
            observed.assumed += timed.observed ? 0 : 1;
    }
    observed.end_us = clock.endTime();
    return clock.status();
}

// Compile messages between records; several before one record are one recompilation. What the user said of its record
// counts apart.
std::int64_t countRecompiles(const std::vector<MarkedRecords>& marks, const std::vector<Segment>& segments,
    const std::vector<std::int64_t>& overruled)
{
    std::int64_t count = 0, last = -1;
    for (const MarkedRecords& mark : marks) {
        const bool starts = std::binary_search(segments.begin(), segments.end(), Segment {.first_sample = mark.first},
            [](const Segment& a, const Segment& b) { return a.first_sample < b.first_sample; });
        const bool is_said = std::binary_search(overruled.begin(), overruled.end(), mark.first);
        count += !starts && !is_said && mark.first != last ? 1 : 0;
        last = mark.first;
    }
    return count;
}

base::Status LedgerMaker::classify(const RunEvents& events, const Pace& pace)
{
    const int series = m_run.seriesIndex(evidence::series::step_time);
    const RunClock::Setting setting {.timed = m_ledger.timed,
        .interval_mean
        = series >= 0 && m_run.series[static_cast<std::size_t>(series)].window != evidence::RateWindow::instant,
        .pace = pace.steady ? pace.steady->median : 0,
        .not_before_us = events.run_begin_us};
    RunClock clock(m_run, m_samples, m_survey, setting, m_job);
    TimeClassifier classifier(m_survey, events, pace, m_coverage, m_user_marks);
    Observed observed;
    FS_TRY(placeAll(classifier, clock, observed));
    if (observed.end_us != base::kNoTime && events.job_end_us > observed.end_us)
        classifier.shutdown(events.job_end_us - observed.end_us);
    classifier.findCheckpoints();

    for (const Recurrence& r : classifier.recurrences())
        say(Severity::info, Code::recurring_excess, "step", std::to_string(r.period), r.hits);
    if (observed.interpolated > 0)
        say(Severity::warning, Code::time_interpolated, "time", {}, observed.interpolated);
    if (observed.assumed > 0)
        say(Severity::warning, Code::duration_assumed, evidence::series::step_time, {}, observed.assumed);
    m_ledger.recompiles = countRecompiles(
        events.marks[static_cast<std::size_t>(Mark::compile)], m_ledger.segments, classifier.overruledCompiles());
    m_ledger.recompiles += m_user_marks.recompiles();
    m_ledger.wall_us = classifier.total();
    m_ledger.rework_steps = classifier.reworkSteps();
    takeSums(classifier.spans().sums(), events, pace, observed);
    m_ledger.spans = std::move(classifier.spans()).join();
    return {};
}

// A category without a microsecond is zero only where the log would have shown it.
void LedgerMaker::takeSums(const std::array<std::int64_t, kTimeCategories>& sums, const RunEvents& events,
    const Pace& pace, const Observed& observed)
{
    std::array<bool, kTimeCategories> seen {};
    seen.fill(true);
    const auto set = [&seen](TimeCategory category, bool is) { seen[static_cast<std::size_t>(category)] = is; };
    const bool paced = pace.steady && !pace.only_first;
    const bool timed = m_ledger.timed;
    set(TimeCategory::startup,
        timed && events.run_begin_us != base::kNoTime && events.run_begin_us <= observed.begin_us);
    set(TimeCategory::shutdown, timed && events.job_end_us != base::kNoTime);
    set(TimeCategory::downtime, timed);
    set(TimeCategory::first_compile, paced && observed.first_record);
    set(TimeCategory::recovery, m_ledger.restarts == 0 || (paced && observed.restarts > 0));
    for (const TimeCategory c :
        {TimeCategory::recompile, TimeCategory::checkpoint, TimeCategory::evaluation, TimeCategory::stall})
        set(c, paced);
    if (!timed) { // step times may leave such work out
        set(TimeCategory::checkpoint, paced && !events.has(Mark::checkpoint));
        set(TimeCategory::evaluation, paced && !events.has(Mark::evaluation));
    }
    for (std::size_t c = 0; c < kTimeCategories; ++c)
        if (seen[c] || sums[c] > 0)
            m_ledger.us[c] = sums[c];
}

// A trainer that resumes keeps the records of earlier attempts but sums running time and loss of the last one alone.
// Its steps per second are no help: they are all steps over that time. Its loss divides by all steps as well, so that
// it is the mean of all records only where no attempt came before.
bool LedgerMaker::isOneAttempt() const
{
    constexpr double kTolerance = 0.01;
    const auto summed = positiveFact(m_run, "train_loss");
    const PlannedSegment& first = m_survey.segments.front();
    const bool is_whole = m_survey.segments.size() == 1 && first.records.first_step <= first.first_steps;
    if (!summed || !is_whole || m_survey.without_loss > 0)
        return false;
    const auto first_steps = static_cast<double>(first.first_steps);
    const double mean = (m_survey.loss_sum + m_survey.first_loss * first_steps) / (m_survey.loss_steps + first_steps);
    return std::abs(*summed - mean) <= kTolerance * mean;
}

// Without times and step times the summary's running time is all there is: it is training, with whatever else happened
// in it.
void LedgerMaker::takeSummary()
{
    const auto runtime_s = positiveFact(m_run, "train_runtime");
    if (!runtime_s || *runtime_s * static_cast<double>(base::kSecondUs) > static_cast<double>(kLongestWall_us))
        return;
    m_ledger.wall_us = std::llround(*runtime_s * static_cast<double>(base::kSecondUs));
    at(m_ledger, TimeCategory::productive) = m_ledger.wall_us;
    if (m_ledger.wall_us > 0)
        m_ledger.spans.push_back({TimeCategory::productive, 0, m_ledger.wall_us, 0, m_ledger.samples - 1});
    base::Error what {.code = Code::wall_from_summary,
        .file = file(),
        .field = "train_runtime",
        .found = m_run.fact("train_runtime")->value};
    m_whole_wall = isOneAttempt();
    if (m_whole_wall)
        what.expected = m_run.fact("train_loss")->value;
    else
        what.args = {std::to_string(m_ledger.last_step)};
    m_problems.add({.severity = Severity::warning, .handling = Handling::kept, .what = std::move(what)});
}

void LedgerMaker::sayUnobserved()
{
    for (std::size_t c = 0; c < kTimeCategories; ++c)
        if (!m_ledger.us[c])
            say(Severity::info, Code::not_observable, name(static_cast<TimeCategory>(c)), {});
}

base::Result<RunEvents> LedgerMaker::eventsOf(std::int64_t samples)
{
    RunEvents events(m_run, samples);
    FS_TRY(m_user_marks.find(m_samples, events.starts, m_job));
    return events;
}

base::Result<TimeLedger> LedgerMaker::make()
{
    FS_TRY_VALUE(events, eventsOf(m_run.sample_count));
    FS_TRY_VALUE(surveyed, survey(m_run, m_samples, events, m_job));
    m_survey = std::move(surveyed);
    if (m_survey.samples != m_run.sample_count) { // a run that is still being imported
        FS_TRY_VALUE(found, eventsOf(m_survey.samples));
        events = std::move(found);
        FS_TRY_VALUE(again, survey(m_run, m_samples, events, m_job));
        m_survey = std::move(again);
    }
    if (m_survey.samples == 0)
        return base::Error {.code = Code::nothing_readable, .file = file(), .field = "step"};
    takeSurvey();
    m_ledger.recompiles = countRecompiles(events.marks[static_cast<std::size_t>(Mark::compile)], m_ledger.segments, {});

    RowReader rows(m_run, m_samples, m_survey.segments, m_job);
    FS_TRY_VALUE(pace, steadyPace(rows, m_run, m_survey));
    m_ledger.steady = pace.steady;
    if (pace.disagrees)
        say(Severity::warning, Code::step_time_disagrees, evidence::series::step_time,
            std::to_string(pace.median_logged));
    if (m_ledger.timed || m_survey.with_step_time > 0) {
        FS_TRY(classify(events, pace));
        deriveShares(m_ledger);
        const double running_us
            = static_cast<double>(m_ledger.wall_us - at(m_ledger, TimeCategory::downtime).value_or(0));
        m_ledger.mtbf = meanTimeBetweenFailures(m_ledger.restarts, running_us / kHour_us);
    } else {
        takeSummary();
    }
    FS_TRY(deriveRates(m_ledger, m_run, m_samples, m_survey, m_coverage, m_problems, m_job));
    if (!m_whole_wall)
        m_ledger.tokens_per_s_paid.reset();
    if (!pace.disagrees) // that is told already
        FS_TRY(checkPrintedRates(m_run, m_samples, m_survey, events, m_user_marks, m_problems, m_job));
    m_user_marks.report(m_problems, file());
    findSymptoms(m_run, m_survey, pace, m_ledger, m_problems);
    sayUnobserved();
    m_ledger.problems = m_problems.entries();
    placeProblems();
    return std::move(m_ledger);
}

} // namespace

std::string_view name(TimeCategory category)
{
    constexpr std::array<std::string_view, kTimeCategories> names {"startup", "first_compile", "recompile",
        "checkpoint", "evaluation", "stall", "rework", "downtime", "recovery", "productive", "shutdown"};
    return names[static_cast<std::size_t>(category)];
}

base::Result<TimeLedger> timeLedger(
    const evidence::Run& run, const evidence::SampleStore& samples, const base::JobContext& job)
{
    return LedgerMaker(run, samples, job).make();
}

} // namespace fullscope::ledger
