// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/steady_pace.h"

#include "core/ledger/rank_selector.h"

#include <algorithm>
#include <cmath>

namespace fullscope::ledger {

namespace {

constexpr double kNormalMad = 1.4826; // standard deviation of a normal distribution per MAD
constexpr double kDrift = 0.25; // of the median: a window that is further from it means drift
constexpr std::int64_t kWindows = 32; // of a run, as far as they have between
constexpr std::int64_t kSmallestWindow = 8, kLargestWindow = 512; // step times
constexpr double kGroup_s = 10; // length of a value where stamps are of whole seconds
constexpr double kTooLong = 1.2; // logged over measured: a step cannot take longer than the time between records
constexpr double kTooShort = 1.5; // measured over logged: much time passes outside the logged step time

double seconds(std::int64_t us)
{
    return static_cast<double>(us) / static_cast<double>(base::kSecondUs);
}

// Mean over all records, the first of each segment included, weighted by steps where a record is a mean over them.
class MeanStepTime {
public:
    void add(double sum, double steps)
    {
        m_sum += sum;
        m_steps += steps;
    }
    double value() const { return m_steps > 0 ? m_sum / m_steps : 0; }

private:
    double m_sum = 0, m_steps = 0;
};

std::vector<std::uint64_t> ranksOfMedian(std::uint64_t count)
{
    const MedianRanks r = medianRanks(count);
    return {r.middle_low, r.middle_high, r.low, r.high};
}

double middle(const RankSelector& selector)
{
    return selector.value(0) + (selector.value(1) - selector.value(0)) / 2;
}

// One way of knowing step times, measured in passes over the rows.
struct Candidate {
    explicit Candidate(PaceSource s, std::int64_t window_size)
        : source(s)
        , window(window_size)
    {
    }

    PaceSource source;
    std::int64_t window;
    RankSelector ranks {ranksOfMedian};
    std::vector<double> current, windows;
    bool wanted = true;

    void feed(std::optional<double> value, bool first_pass)
    {
        if (!value)
            return;
        ranks.add(*value);
        if (!first_pass)
            return;
        current.push_back(*value);
        if (static_cast<std::int64_t>(current.size()) == window)
            closeWindow();
    }
    void closeWindow()
    {
        const auto mid = current.begin() + static_cast<std::ptrdiff_t>(current.size() / 2);
        std::nth_element(current.begin(), mid, current.end());
        windows.push_back(*mid);
        current.clear();
    }
};

// What needs the first records of segments too: the means, and for runs without a second record their own values.
class AllRecords {
public:
    AllRecords(const Survey& survey, bool interval_mean)
        : m_survey(survey)
        , m_interval_mean(interval_mean)
    {
    }

    void feed(const RunRow& row)
    {
        if (row.hasStepTime() && row.steps > 0) {
            const double weight = m_interval_mean ? static_cast<double>(row.steps) : 1.0;
            logged.add(row.step_time * weight, weight);
            if (row.first)
                keepFirst(row.step_time);
        }
        if (row.first) {
            m_time_us = m_survey.segments[static_cast<std::size_t>(row.segment)].start_us;
            m_steps = 0;
        }
        m_steps += row.steps;
        if (!row.timed())
            return;
        if (m_time_us != base::kNoTime && row.time_us >= m_time_us && m_steps > 0) {
            const auto steps = static_cast<double>(m_steps);
            timed.add(seconds(row.time_us - m_time_us), steps);
            if (row.first && !row.hasStepTime())
                keepFirst(seconds(row.time_us - m_time_us) / steps);
        }
        m_time_us = row.time_us;
        m_steps = 0;
    }

    MeanStepTime logged, timed;
    std::vector<double> firsts; // of the first few thousand segments

private:
    void keepFirst(double value)
    {
        constexpr std::size_t most = 4096;
        if (firsts.size() < most)
            firsts.push_back(value);
    }

    const Survey& m_survey;
    const bool m_interval_mean;
    std::int64_t m_time_us = base::kNoTime, m_steps = 0;
};

base::Status measure(RowReader& rows, std::vector<Candidate>& candidates, AllRecords& all)
{
    bool again = true;
    for (bool first = true; again; first = false) {
        rows.rewind();
        std::vector<StepTimes> times;
        for (const Candidate& candidate : candidates)
            times.emplace_back(candidate.source);
        RunRow row;
        while (rows.next(row)) {
            if (first)
                all.feed(row);
            for (std::size_t i = 0; i < candidates.size(); ++i)
                if (candidates[i].wanted)
                    candidates[i].feed(times[i].feed(row), first);
        }
        FS_TRY(rows.status());
        again = false;
        for (Candidate& candidate : candidates)
            if (candidate.wanted) {
                candidate.wanted = candidate.ranks.endPass();
                again = again || candidate.wanted;
            }
    }
    return {};
}

std::int64_t recordsPerValue(const Survey& survey)
{
    if (!survey.whole_seconds || survey.short_intervals * 2 <= survey.advancing)
        return 1;
    const std::int64_t most = std::max<std::int64_t>(1, survey.advancing / 16); // leave some values to take a median of
    const double mean = survey.short_seconds / static_cast<double>(survey.short_intervals);
    const double records = std::ceil(kGroup_s / std::max(mean, 1e-3));
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(records), 1, most);
}

std::int64_t windowFor(std::int64_t values)
{
    return std::clamp(values / kWindows, kSmallestWindow, kLargestWindow);
}

// The medians of windows, smoothed over three of them so that a phase is at least two windows long; none when no window
// departs from the median of the run.
std::vector<double> drift(std::vector<double> windows, double median)
{
    if (windows.size() < 3)
        return {};
    std::vector<double> smooth = windows;
    for (std::size_t i = 1; i + 1 < windows.size(); ++i) {
        const auto [low, high] = std::minmax(windows[i - 1], windows[i + 1]);
        smooth[i] = std::clamp(windows[i], low, high);
    }
    smooth.front() = smooth[1];
    smooth.back() = smooth[smooth.size() - 2];
    const bool drifts
        = std::any_of(smooth.begin(), smooth.end(), [&](double w) { return std::abs(w - median) > kDrift * median; });
    return drifts ? smooth : std::vector<double> {};
}

// 3 · 1.4826 · median of the distances from the local pace.
base::Result<double> noise(RowReader& rows, const Pace& pace)
{
    RankSelector ranks([](std::uint64_t count) { return std::vector<std::uint64_t> {(count - 1) / 2, count / 2}; });
    do {
        rows.rewind();
        StepTimes times(pace.source);
        RunRow row;
        while (rows.next(row))
            if (const auto value = times.feed(row))
                ranks.add(std::abs(*value - pace.at(times.given() - 1, *value)));
        FS_TRY(rows.status());
    } while (ranks.endPass());
    return ranks.count() > 0 ? 3 * kNormalMad * middle(ranks) : 0.0;
}

// Where records after a first one have no step time, the first ones are all that is known.
void fromFirstRecords(Pace& pace, AllRecords& all)
{
    if (all.firsts.empty())
        return;
    std::vector<double>& values = all.firsts;
    std::sort(values.begin(), values.end());
    const MedianRanks r = medianRanks(values.size());
    pace.only_first = true;
    pace.steady = SteadyStepTime {.median = (values[r.middle_low] + values[r.middle_high]) / 2,
        .low = values[r.low],
        .high = values[r.high],
        .mean_all = pace.source.logged ? all.logged.value() : all.timed.value()};
}

// The log's own step times, unless too few records have one or they are longer than the time between records.
const Candidate& choose(Pace& pace, const std::vector<Candidate>& candidates, const Survey& survey)
{
    const Candidate& logged = candidates[0];
    const Candidate& timed = candidates[1];
    pace.median_logged = logged.ranks.count() > 0 ? middle(logged.ranks) : 0;
    pace.median_from_times = timed.ranks.count() > 0 ? middle(timed.ranks) : 0;
    if (timed.ranks.count() == 0)
        return logged;
    const bool few = survey.with_step_time * 2 < survey.advancing;
    if (few || logged.ranks.count() == 0)
        return timed;
    const bool too_long = pace.median_logged > kTooLong * pace.median_from_times;
    pace.disagrees = too_long || pace.median_from_times > kTooShort * pace.median_logged;
    return too_long ? timed : logged;
}

} // namespace

std::optional<double> StepTimes::give(double value)
{
    ++m_given;
    return value;
}

std::optional<double> StepTimes::fromTimes(const RunRow& row)
{
    if (row.first) {
        m_time_us = row.time_us;
        m_steps = m_records = m_group_us = m_group_steps = 0;
        return std::nullopt;
    }
    m_steps += row.steps;
    if (!row.timed())
        return std::nullopt;
    const std::int64_t before = m_time_us;
    const std::int64_t steps = m_steps;
    m_time_us = row.time_us;
    m_steps = 0;
    if (before == base::kNoTime || row.time_us < before || steps == 0)
        return std::nullopt;
    m_group_us += row.time_us - before;
    m_group_steps += steps;
    if (++m_records < m_source.records)
        return std::nullopt;
    const double value = seconds(m_group_us) / static_cast<double>(m_group_steps);
    m_records = m_group_us = m_group_steps = 0;
    return give(value);
}

std::optional<double> StepTimes::feed(const RunRow& row)
{
    if (!m_source.logged)
        return fromTimes(row);
    if (row.first || row.steps == 0 || !row.hasStepTime())
        return std::nullopt;
    return give(row.step_time);
}

double Pace::at(std::int64_t given, double value) const
{
    if (windows.empty())
        return steady ? steady->median : 0;
    const auto last = static_cast<std::int64_t>(windows.size()) - 1;
    const std::int64_t here = std::clamp<std::int64_t>(given / window, 0, last);
    double nearest = windows[static_cast<std::size_t>(here)];
    for (const std::int64_t i : {std::max<std::int64_t>(here - 1, 0), std::min(here + 1, last)}) {
        const double other = windows[static_cast<std::size_t>(i)];
        if (std::abs(value - other) < std::abs(value - nearest))
            nearest = other;
    }
    return nearest;
}

base::Result<Pace> steadyPace(RowReader& rows, const evidence::Run& run, const Survey& survey)
{
    const int series = run.seriesIndex(evidence::series::step_time);
    const bool interval_mean
        = series >= 0 && run.series[static_cast<std::size_t>(series)].window != evidence::RateWindow::instant;
    const std::int64_t records = recordsPerValue(survey);
    std::vector<Candidate> candidates;
    candidates.emplace_back(PaceSource {.logged = true, .records = 1}, windowFor(survey.with_step_time));
    candidates.emplace_back(PaceSource {.logged = false, .records = records}, windowFor(survey.with_time / records));
    candidates[0].wanted = survey.with_step_time > 0;
    candidates[1].wanted = survey.timed();
    Pace pace;
    AllRecords all(survey, interval_mean);
    FS_TRY(measure(rows, candidates, all));
    const Candidate& chosen = choose(pace, candidates, survey);
    pace.source = chosen.source;
    if (chosen.ranks.count() == 0) {
        fromFirstRecords(pace, all);
        return pace;
    }
    pace.steady = SteadyStepTime {.median = middle(chosen.ranks),
        .low = chosen.ranks.value(2),
        .high = chosen.ranks.value(3),
        .mean_all = pace.source.logged ? all.logged.value() : all.timed.value()};
    pace.window = chosen.window;
    pace.course = chosen.windows;
    pace.windows = drift(chosen.windows, pace.steady->median);
    FS_TRY_VALUE(spread, noise(rows, pace));
    pace.noise = spread;
    return pace;
}

} // namespace fullscope::ledger
