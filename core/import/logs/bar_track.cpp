// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/bar_track.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace fullscope::import {

namespace {

// Words in the description of a bar that counts no training steps.
constexpr std::array<std::string_view, 20> kOtherWork {"valid", "eval", "test", "sanity", "predict", "download",
    "fetch", "load", "map", "filter", "token", "generat", "shard", "saving", "extract", "upload", "pull", "split",
    "process", "quantiz"};

bool isOtherWork(std::string_view description)
{
    return std::any_of(kOtherWork.begin(), kOtherWork.end(),
        [&](std::string_view word) { return base::containsIgnoreCase(description, word); });
}

// `Epoch 1/3` and `Epoch 2/3` are bars of one kind.
std::string withoutDigits(std::string_view text)
{
    std::string kept(text);
    std::erase_if(kept, [](char c) { return c >= '0' && c <= '9'; });
    return kept;
}

} // namespace

double BarClock::advance(const ProgressBar& bar, std::int64_t units)
{
    const double shown = static_cast<double>(bar.elapsed_s);
    const double before = m_seconds;
    const double expected = before + bar.seconds_per_unit.value_or(0) * static_cast<double>(units);
    m_seconds = std::clamp(expected, shown, shown + 0.999);
    m_seconds = std::max(m_seconds, before);
    return m_seconds - before;
}

double SecondsClock::pace(double mean_s) const
{
    constexpr double kFew = 3; // seconds that the clock must have moved on
    const Tick &first = m_ticks.front(), &last = m_ticks.back();
    if (last.shown_s - first.shown_s < kFew || last.position <= first.position)
        return mean_s > 0 ? mean_s : 0; // NaN: there is none
    return (last.shown_s - first.shown_s) / static_cast<double>(last.position - first.position);
}

double SecondsClock::advance(std::int64_t position, double shown_s, double mean_s, bool isFirst)
{
    constexpr double kFine = 5; // seconds per step beside which a second is little
    constexpr double kRecent = 30;
    if (isFirst) {
        m_ticks = {{position, shown_s}};
        m_last = m_ticks.front();
        m_time_s = shown_s;
        return mean_s > 0 ? mean_s : 0;
    }
    const auto steps = static_cast<double>(position - m_last.position);
    const double before = m_time_s;
    if (shown_s > m_ticks.back().shown_s)
        m_ticks.push_back({position, shown_s});
    while (m_ticks.size() > 2 && shown_s - m_ticks[1].shown_s >= kRecent)
        m_ticks.pop_front();
    m_time_s = shown_s - m_last.shown_s >= kFine * steps
        ? shown_s
        : std::clamp(before + pace(mean_s) * steps, shown_s, shown_s + 0.999);
    m_time_s = std::max(m_time_s, before);
    m_last = {position, shown_s};
    return m_time_s - before;
}

double SecondsClock::stand(double shown_s)
{
    const double before = m_time_s;
    m_time_s = std::max(m_time_s, shown_s);
    m_last.shown_s = shown_s;
    m_ticks = {m_last};
    return m_time_s - before;
}

BarTrack::Kind BarTrack::take(const ProgressBar& bar, bool& isAttempt)
{
    isAttempt = false;
    if (isOuter(bar))
        return outer(bar);
    const bool isFollowed = isTraining(bar);
    if (bar.description.empty())
        m_other_runs = !isFollowed && bar.done < bar.total;
    if (!isFollowed)
        return Kind::other;
    const bool isSame = m_has_bar && bar.description == m_description;
    if (isSame && (isSeen(bar, m_last) || isSeen(bar, m_before)))
        return Kind::other;
    // The Trainer has one bar for all epochs: after its end only other ranks draw theirs.
    if (isSame && m_is_trainer && m_last.done >= m_total)
        return Kind::other;
    if (m_has_bar && m_last.done == 0 && m_offset == 0 && (!isSameKind(bar) || bar.total != m_total))
        m_outer = {m_description, m_total}; // this one moves first: it is within that one
    if (m_has_bar && (bar.done <= m_last.done || !isSame)) {
        nextBar(bar);
        isAttempt = true;
    }
    m_has_bar = true;
    m_total = bar.total;
    m_description.assign(bar.description);
    // Where an attempt goes on at a checkpoint its bar begins there.
    if (bar.done > 0 && (bar.elapsed_s > 0 || bar.seconds_per_unit))
        return Kind::step;
    m_last = {.done = bar.done};
    return Kind::start;
}

// Its clock runs on between the bars within it: over evaluations, saving, and loaders that start.
BarTrack::Kind BarTrack::outer(const ProgressBar& bar)
{
    constexpr double kWholeSeconds = 2; // both clocks are cut to these
    m_outer = {std::string(bar.description), bar.total};
    if (bar.done == 0)
        return Kind::other;
    const double between = static_cast<double>(bar.elapsed_s) - m_spent_s;
    if (between >= kWholeSeconds)
        m_between_s = between;
    return Kind::outer;
}

BarTrack::Step BarTrack::step(const ProgressBar& bar)
{
    // Where an attempt goes on at a checkpoint, its first count stands for one step.
    Step step {.units = m_last.done < 0 ? 1 : bar.done - m_last.done};
    step.seconds = m_clock.advance(bar, step.units) + std::exchange(m_between_s, 0);
    step.step = m_offset + bar.done;
    m_spent_s += step.seconds;
    m_before = m_last;
    m_last = {.done = bar.done, .elapsed_s = bar.elapsed_s};
    return step;
}

void BarTrack::trainingStarts()
{
    m_is_trainer = true;
    m_has_bar = false;
    m_confirmed = false;
    m_outer = {};
    m_spent_s = m_between_s = 0;
    m_last = m_before = {.done = -1};
    m_clock.restart();
}

void BarTrack::recordSeen()
{
    const bool isTold = m_has_bar && m_total == m_told_total;
    if (!m_confirmed && !isTold && m_other_runs && m_last.done >= m_total && m_description.empty())
        m_has_bar = false;
    m_confirmed = true;
}

// The same count again: the bar was redrawn, or another rank, which is at most one step behind, draws the same.
bool BarTrack::isSeen(const ProgressBar& bar, const Frame& frame)
{
    const std::int64_t tolerance = std::max<std::int64_t>(2, frame.elapsed_s / 50);
    return bar.done == frame.done && bar.elapsed_s + tolerance >= frame.elapsed_s;
}

// The next epoch has a bar of its own; an attempt that broke off starts again at its checkpoint.
void BarTrack::nextBar(const ProgressBar& bar)
{
    const bool hasEnded = m_last.done >= m_total || bar.description != m_description;
    m_offset += hasEnded && m_total > 0 ? std::max<std::int64_t>(m_last.done, 0) : 0;
    m_last = {.done = hasEnded ? 0 : -1};
    m_before = {};
    m_clock.restart();
}

bool BarTrack::isSameKind(const ProgressBar& bar) const
{
    return withoutDigits(bar.description) == withoutDigits(m_description);
}

// A bar around that of the training counts when that one is at its end, and has run for longer than it: one count of
// it takes as long as the whole of the other.
bool BarTrack::isOuter(const ProgressBar& bar) const
{
    constexpr double kNearly = 0.9; // its rate is an average
    if (m_outer == Name {std::string(bar.description), bar.total})
        return true;
    if (m_is_trainer || !hasStep() || m_description.empty() || bar.done == 0 || isSameKind(bar))
        return false;
    return m_last.elapsed_s > 0 && bar.elapsed_s >= m_last.elapsed_s
        && bar.seconds_per_unit.value_or(0) >= kNearly * static_cast<double>(m_last.elapsed_s);
}

bool BarTrack::isTraining(const ProgressBar& bar) const
{
    if (isOtherWork(bar.description))
        return false;
    if (!m_has_bar)
        return true;
    if (!m_description.empty() && !bar.description.empty())
        return true;
    if (m_description.empty() && bar.description.empty() && bar.total == m_total)
        return true;
    // The bar of the epochs was drawn first, and stands while this one moves.
    return !m_is_trainer && !m_confirmed && m_last.done == 0 && m_offset == 0 && bar.done > 0;
}

} // namespace fullscope::import
