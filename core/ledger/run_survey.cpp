// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/run_survey.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>

namespace fullscope::ledger {

namespace {

constexpr double kLongestStep_s = 1e9;
constexpr double kShortInterval_s = 5; // below it a stamp of whole seconds is too coarse for one record
constexpr std::int64_t kJump = 10; // intervals in one record that mean that others are missing

enum Column { step_time, loss, tokens, sequences, batch, columns };

std::vector<int> wanted(const evidence::Run& run)
{
    namespace series = evidence::series;
    std::vector<int> indices(columns);
    indices[step_time] = run.seriesIndex(series::step_time);
    indices[loss] = run.seriesIndex(series::loss);
    indices[tokens] = run.seriesIndex(series::tokens);
    indices[sequences] = run.seriesIndex(series::samples);
    indices[batch] = run.seriesIndex(series::global_batch);
    return indices;
}

// Adds what a running total grew between neighbouring records of a segment that both have it.
class GrowthMeter {
public:
    explicit GrowthMeter(Growth& growth)
        : m_growth(growth)
    {
    }
    void restart() { m_known = false; }
    void feed(std::int64_t step, double total)
    {
        if (!std::isfinite(total))
            return;
        const auto now = static_cast<double>(step);
        if (m_known && now > m_step && total > m_total)
            m_growth.add(total - m_total, now - m_step);
        m_known = true;
        m_step = now;
        m_total = total;
    }

private:
    Growth& m_growth;
    bool m_known = false;
    double m_step = 0, m_total = 0;
};

class Surveyor {
public:
    Surveyor(const RunEvents& events, std::optional<double> log_interval)
        : m_events(events)
        , m_interval(static_cast<std::int64_t>(log_interval.value_or(0)))
        , m_tokens(m_survey.tokens)
        , m_sequences(m_survey.sequences)
    {
    }

    void feed(const evidence::SampleBlock& block, std::size_t row);
    Survey finish();

private:
    bool startsSegment(std::int64_t sample, std::int64_t step);
    void openSegment(std::int64_t sample, std::int64_t step);
    void advance(std::int64_t steps, std::int64_t time_us);
    void feedTime(std::int64_t time_us);
    std::int64_t firstSteps(std::size_t segment) const;

    const RunEvents& m_events;
    const std::int64_t m_interval; // log_interval of the facts, 0 = not known
    Survey m_survey;
    GrowthMeter m_tokens, m_sequences;
    std::size_t m_next_start = 0;
    std::int64_t m_time_us = base::kNoTime; // of the record before, in the same segment
};

bool Surveyor::startsSegment(std::int64_t sample, std::int64_t step)
{
    if (m_survey.segments.empty() || step < m_survey.segments.back().records.last_step)
        return true;
    while (m_next_start < m_events.starts.size() && m_events.starts[m_next_start] < sample)
        ++m_next_start;
    return m_next_start < m_events.starts.size() && m_events.starts[m_next_start] == sample;
}

void Surveyor::openSegment(std::int64_t sample, std::int64_t step)
{
    PlannedSegment segment;
    segment.records = {sample, sample, step, step};
    segment.interval = 0; // not seen yet
    segment.start_us = m_events.startTime(sample);
    m_survey.segments.push_back(segment);
    m_tokens.restart();
    m_sequences.restart();
    m_time_us = base::kNoTime;
    ++m_survey.advancing;
}

void Surveyor::advance(std::int64_t steps, std::int64_t time_us)
{
    PlannedSegment& segment = m_survey.segments.back();
    if (segment.interval == 0)
        segment.interval = steps;
    ++m_survey.advancing;
    if (const std::int64_t usual = std::max(segment.interval, m_interval); steps / kJump > usual) {
        ++m_survey.jumps;
        m_survey.jumped_steps += steps - usual;
    }
    if (!isTime(time_us) || m_time_us == base::kNoTime || time_us < m_time_us)
        return;
    const double seconds = static_cast<double>(time_us - m_time_us) / static_cast<double>(base::kSecondUs);
    if (seconds < kShortInterval_s) {
        ++m_survey.short_intervals;
        m_survey.short_seconds += seconds;
    }
}

void Surveyor::feedTime(std::int64_t time_us)
{
    if (isTime(time_us)) {
        ++m_survey.with_time;
        m_survey.whole_seconds = m_survey.whole_seconds && time_us % base::kSecondUs == 0;
        m_time_us = time_us;
    } else {
        m_time_us = base::kNoTime;
    }
}

void Surveyor::feed(const evidence::SampleBlock& block, std::size_t row)
{
    const std::int64_t sample = block.first + static_cast<std::int64_t>(row);
    const std::int64_t step = boundedStep(block.step[row]);
    std::int64_t steps = 1; // of the first record it is not known yet
    if (startsSegment(sample, step)) {
        openSegment(sample, step);
    } else {
        steps = step - m_survey.segments.back().records.last_step;
        if (steps > 0)
            advance(steps, block.time_us[row]);
    }
    m_survey.segments.back().records.last_sample = sample;
    m_survey.segments.back().records.last_step = step;
    ++m_survey.samples;
    feedTime(block.time_us[row]);

    if (isStepTime(block.values[step_time][row]))
        ++m_survey.with_step_time;
    else if (!std::isnan(block.values[step_time][row]))
        ++m_survey.odd_step_times;
    if (const double value = block.values[loss][row]; std::isfinite(value)) {
        if (!std::isfinite(m_survey.first_loss))
            m_survey.first_loss = value;
        m_survey.last_loss = value;
        m_survey.lost_losses = 0;
    } else if (std::isinf(value) && std::isnan(m_survey.first_loss)) { // so it stays where every loss is nan
        m_survey.first_loss = m_survey.last_loss = value;
    }
    if (std::isinf(block.values[loss][row]) && m_survey.lost_losses++ == 0) {
        m_survey.lost_line = block.line[row];
        m_survey.lost_step = step;
    }
    if (const double value = block.values[loss][row]; !(value > 0 && std::isfinite(value))) {
        ++m_survey.without_loss;
    } else if (steps > 0 && m_survey.segments.back().records.first_sample != sample) {
        m_survey.loss_sum += value * static_cast<double>(steps);
        m_survey.loss_steps += static_cast<double>(steps);
    }
    m_tokens.feed(step, block.values[tokens][row]);
    m_sequences.feed(step, block.values[sequences][row]);
    if (const double value = block.values[batch][row]; std::isfinite(value) && value > 0 && steps > 0)
        m_survey.batch.add(value * static_cast<double>(steps), static_cast<double>(steps));
}

// The log does not say where the record before the first one would stand: one interval back, but not before step 0 and
// not before the step that was resumed from.
std::int64_t Surveyor::firstSteps(std::size_t i) const
{
    const PlannedSegment& segment = m_survey.segments[i];
    const std::int64_t step = segment.records.first_step;
    const std::int64_t resumed = m_events.resumedStep(segment.records.first_sample);
    if (resumed >= 0 && resumed < step)
        return std::min(segment.interval, step - resumed);
    if (i > 0 && step > m_survey.segments[i - 1].records.last_step)
        return std::min(segment.interval, step - m_survey.segments[i - 1].records.last_step);
    if (step <= 0)
        return 1; // steps numbered from 0
    if (step % segment.interval == segment.interval - 1)
        return segment.interval; // every 50th step, numbered from 0: 49, 99, …
    return std::min(segment.interval, step);
}

Survey Surveyor::finish()
{
    std::int64_t interval = m_interval;
    for (const PlannedSegment& segment : m_survey.segments)
        if (interval == 0)
            interval = segment.interval;
    interval = std::max<std::int64_t>(interval, 1);
    for (std::size_t i = 0; i < m_survey.segments.size(); ++i) {
        PlannedSegment& segment = m_survey.segments[i];
        if (segment.interval == 0)
            segment.interval = interval;
        else if (m_interval > 0)
            segment.interval = std::min(segment.interval, m_interval);
        interval = segment.interval;
        segment.first_steps = firstSteps(i);
    }
    m_survey.whole_seconds = m_survey.whole_seconds && m_survey.with_time > 0;
    return std::move(m_survey);
}

} // namespace

void Growth::add(double grown, double over_steps)
{
    const double rate = grown / over_steps;
    low = steps > 0 ? std::min(low, rate) : rate;
    high = std::max(high, rate);
    amount += grown;
    steps += over_steps;
}

bool Growth::differ(double a, double b)
{
    constexpr double kTolerance = 0.02;
    return std::abs(a - b) > kTolerance * std::min(a, b);
}

std::int64_t boundedStep(std::int64_t step)
{
    constexpr std::int64_t largest = 1'000'000'000'000;
    return std::clamp(step, -largest, largest);
}

bool isStepTime(double seconds)
{
    return seconds >= 0 && seconds <= kLongestStep_s;
}

std::optional<double> positiveFact(const evidence::Run& run, std::string_view fact)
{
    constexpr double largest = 1e15; // an integer of that size is exact in a double
    const evidence::Fact* const found = run.fact(fact);
    if (found == nullptr)
        return std::nullopt;
    const auto value = base::parseDouble(base::trimmed(found->value));
    return value && *value > 0 && *value <= largest ? std::optional(*value) : std::nullopt;
}

base::Result<Survey> survey(const evidence::Run& run, const evidence::SampleStore& samples, const RunEvents& events,
    const base::JobContext& job)
{
    Surveyor surveyor(events, positiveFact(run, "log_interval"));
    const auto reader = samples.read(wanted(run));
    evidence::SampleBlock block;
    while (true) {
        FS_TRY(job.check());
        FS_TRY_VALUE(more, reader->next(block));
        if (!more)
            break;
        for (std::size_t row = 0; row < block.rows(); ++row)
            surveyor.feed(block, row);
    }
    return surveyor.finish();
}

} // namespace fullscope::ledger
