// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/printed_rates.h"

#include "core/base/text.h"
#include "core/ledger/run_rows.h"

#include <algorithm>
#include <cmath>

namespace fullscope::ledger {

using evidence::RateWindow;

namespace {

constexpr double kTolerance = 0.02;
constexpr std::int64_t kMostRecords = 65'536; // looked at, spread over the run
constexpr std::size_t kFewest = 5; // records: fewer tell nothing
constexpr double kFineTime_s = 1e-3; // resolution of stamps that are not of whole seconds

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

bool isMultiple(double value, double quantum)
{
    const double times = value / quantum;
    return std::round(times) != 0
        && std::abs(times - std::round(times)) <= 1e-6 * std::max(1.0, std::abs(times) * 1e-6);
}

// The power of ten that all values are multiples of: the last digit that was printed. 0 = they have no such digit.
double lastDigit(const std::vector<double>& values)
{
    constexpr int kSmallest = -9, kLargest = 9;
    int power = kLargest;
    for (const double value : values)
        while (power >= kSmallest && !isMultiple(value, std::pow(10.0, power)))
            --power;
    return power < kSmallest ? 0 : std::pow(10.0, power);
}

// How far each value may be off by its rounding, as a part of it; a figure may have been printed as its reciprocal
// (iterations per second).
class Rounding {
public:
    explicit Rounding(const std::vector<double>& values)
        : m_digit(lastDigit(values))
    {
        std::vector<double> reciprocals;
        for (const double value : values)
            reciprocals.push_back(1 / value);
        m_reciprocal_digit = lastDigit(reciprocals);
    }
    double of(double value) const { return std::max(m_digit / value, m_reciprocal_digit * value) / 2; }

private:
    double m_digit = 0, m_reciprocal_digit = 0;
};

// One series, and what the records say that it should be.
struct Check {
    const char* series = nullptr;
    std::size_t column = 0;
    RateWindow window = RateWindow::instant;
    double amount = 0; // per step, of what the rate counts in its own scope; 0: the series is a step time
    std::vector<double> printed {}, seconds {}; // seconds per step by the step time or the clock, of the same record
    std::vector<double> clock {}; // seconds between the two stamps, 0 where the step time was used
    std::int64_t first_line = 0, last_line = 0;

    double expected(std::size_t i) const { return amount > 0 ? amount / seconds[i] : seconds[i]; }
};

class RateChecker {
public:
    RateChecker(const evidence::Run& run, const evidence::SampleStore& samples, const Survey& survey,
        const RunEvents& events, const UserMarks& marks, const base::JobContext& job)
        : m_run(run)
        , m_survey(survey)
        , m_user_marks(marks)
        , m_rows(run, samples, survey.segments, job)
        , m_stride(1 + survey.samples / kMostRecords)
    {
        for (std::size_t i = 0; i < kMarks; ++i)
            m_marks.emplace_back(events.marks[i]);
        chooseChecks();
        std::vector<int> columns;
        for (const Check& check : m_checks)
            columns.push_back(run.seriesIndex(check.series));
        m_values = samples.read(columns);
    }

    base::Status measure();
    void report(base::ProblemList& problems, const std::string& file) const;

private:
    void chooseChecks();
    void addRate(const char* series, std::optional<double> per_step);
    const evidence::SeriesInfo* find(const char* series) const;
    bool isPlain(const RunRow& row); // asked of every row, in order
    void feed(const RunRow& row, const evidence::SampleBlock& block, std::size_t i);
    void feed(Check& check, const RunRow& row, double printed, double clock_s) const;

    const evidence::Run& m_run;
    const Survey& m_survey;
    const UserMarks& m_user_marks;
    RowReader m_rows;
    std::unique_ptr<evidence::SampleReader> m_values;
    std::vector<MarkCursor> m_marks;
    std::vector<Check> m_checks;
    RateWindow m_step_time_window = RateWindow::instant;
    std::int64_t m_stride;
    std::int64_t m_time_us = base::kNoTime; // of the record before
};

const evidence::SeriesInfo* RateChecker::find(const char* series) const
{
    const int index = m_run.seriesIndex(series);
    return index < 0 ? nullptr : &m_run.series[static_cast<std::size_t>(index)];
}

void RateChecker::addRate(const char* series, std::optional<double> per_step)
{
    const evidence::SeriesInfo* const info = find(series);
    if (info == nullptr || !per_step || info->window == RateWindow::cumulative)
        return;
    if (const auto factor = scopeFactor(info->scope, m_run))
        m_checks.push_back(
            {.series = series, .column = m_checks.size(), .window = info->window, .amount = *per_step / *factor});
}

void RateChecker::chooseChecks()
{
    if (const evidence::SeriesInfo* const info = find(evidence::series::step_time)) {
        m_step_time_window = info->window;
        if (m_survey.timed() && info->window != RateWindow::cumulative)
            m_checks.push_back(
                {.series = evidence::series::step_time, .column = m_checks.size(), .window = info->window});
    }
    base::ProblemList told_elsewhere;
    const Batch batch = batchOf(m_run, m_survey, told_elsewhere);
    if (batch.varies)
        return;
    addRate(evidence::series::tokens_per_s, batch.tokens_per_step);
    addRate(evidence::series::samples_per_s, batch.sequences_per_step);
}

bool RateChecker::isPlain(const RunRow& row)
{
    bool plain = !row.first && row.steps > 0 && !row.evaluated && m_user_marks.categoryMark(row.line) < 0;
    for (MarkCursor& mark : m_marks)
        plain = !mark.at(row.sample).marked && plain;
    return plain;
}

void RateChecker::feed(Check& check, const RunRow& row, double printed, double clock_s) const
{
    if (!std::isfinite(printed) || printed <= 0)
        return;
    double seconds = 0;
    const bool by_step_time = check.amount > 0 && row.hasStepTime();
    if (by_step_time) {
        const bool same = check.window == m_step_time_window || row.steps == 1;
        seconds = same && m_step_time_window != RateWindow::cumulative ? row.step_time : 0;
    } else if (clock_s > 0 && (check.window == RateWindow::interval_mean || row.steps == 1)) {
        seconds = clock_s / static_cast<double>(row.steps);
    }
    if (seconds <= 0)
        return;
    check.printed.push_back(printed);
    check.seconds.push_back(seconds);
    check.clock.push_back(by_step_time ? 0 : clock_s);
    check.first_line = check.printed.size() == 1 ? row.line : check.first_line;
    check.last_line = row.line;
}

void RateChecker::feed(const RunRow& row, const evidence::SampleBlock& block, std::size_t i)
{
    const bool plain = isPlain(row);
    const std::int64_t before_us = std::exchange(m_time_us, row.time_us);
    if (!plain || row.sample % m_stride != 0)
        return;
    const bool clocked = m_survey.timed() && row.timed() && before_us != base::kNoTime && row.time_us > before_us;
    const double clock_s
        = clocked ? static_cast<double>(row.time_us - before_us) / static_cast<double>(base::kSecondUs) : 0;
    for (Check& check : m_checks)
        feed(check, row, block.values[check.column][i], clock_s);
}

base::Status RateChecker::measure()
{
    if (m_checks.empty())
        return {};
    RunRow row;
    evidence::SampleBlock block;
    std::size_t next = 0;
    while (m_rows.next(row)) {
        if (next == block.rows()) {
            next = 0;
            FS_TRY_VALUE(more, m_values->next(block));
            if (!more)
                break;
        }
        feed(row, block, next++);
    }
    return m_rows.status();
}

void RateChecker::report(base::ProblemList& problems, const std::string& file) const
{
    const double resolution_s = m_survey.whole_seconds ? 1 : kFineTime_s;
    for (const Check& check : m_checks) {
        if (check.printed.size() < kFewest)
            continue;
        const Rounding of_printed(check.printed), of_seconds(check.seconds);
        std::vector<double> ratios, errors, expected;
        for (std::size_t i = 0; i < check.printed.size(); ++i) {
            expected.push_back(check.expected(i));
            ratios.push_back(check.printed[i] / expected.back());
            const double of_time = check.clock[i] > 0 ? resolution_s / check.clock[i] : of_seconds.of(check.seconds[i]);
            errors.push_back(of_printed.of(check.printed[i]) + of_time);
        }
        const double ratio = median(std::move(ratios));
        if (std::max(ratio, 1 / ratio) <= 1 + kTolerance + median(std::move(errors)))
            continue;
        problems.add({.severity = base::Severity::warning,
            .handling = base::Handling::noted,
            .what = {.code = base::Code::printed_rate_disagrees,
                .args = {std::to_string(check.first_line), std::to_string(check.last_line)},
                .file = file,
                .line = check.first_line,
                .field = check.series,
                .found = toFourDigits(median(check.printed)),
                .expected = toFourDigits(median(std::move(expected)))}});
    }
}

} // namespace

std::string toFourDigits(double value)
{
    const double unit = std::pow(10.0, std::floor(std::log10(value)) - 3); // four digits
    return base::formatDouble(
        unit >= 1 ? std::round(value / unit) * unit : std::round(value / unit) / std::round(1 / unit));
}

std::optional<double> scopeFactor(evidence::RateScope scope, const evidence::Run& run)
{
    switch (scope) {
    case evidence::RateScope::job:
        return 1;
    case evidence::RateScope::device:
    case evidence::RateScope::rank:
        return positiveFact(run, "world_size");
    case evidence::RateScope::node:
        return positiveFact(run, "nodes");
    case evidence::RateScope::none:
        break;
    }
    return std::nullopt;
}

base::Status checkPrintedRates(const evidence::Run& run, const evidence::SampleStore& samples, const Survey& survey,
    const RunEvents& events, const UserMarks& marks, base::ProblemList& problems, const base::JobContext& job)
{
    RateChecker checker(run, samples, survey, events, marks, job);
    FS_TRY(checker.measure());
    checker.report(problems, run.files.empty() ? std::string() : run.files.front().path);
    return {};
}

} // namespace fullscope::ledger
