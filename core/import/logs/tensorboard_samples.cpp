// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/tensorboard_samples.h"

#include "core/base/text.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

namespace fullscope::import {

namespace {

using base::Code;
using base::Handling;
using base::Severity;
using evidence::EventKind;

constexpr std::size_t kMostHeld = 4096;
constexpr std::int64_t kMaxStep = 9'000'000'000'000'000; // whole numbers are exact in a double up to there

// "eval/loss", "val_accuracy", "test": values of an evaluation that a training logs, by the first word of the tag.
bool isOfEvaluation(std::string_view tag)
{
    const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
    const auto end = std::find_if_not(tag.begin(), tag.end(), is_letter);
    return partOfRun(tag.substr(0, static_cast<std::size_t>(end - tag.begin()))) == EventFolder::evaluation;
}

// The wall times of two writers overlap: what both of them log was logged twice.
bool isBeside(const EventWriter& one, const EventWriter& writer)
{
    return writer.open || (one.start_us != base::kNoTime && one.start_us <= writer.last_us);
}

} // namespace

TensorboardSamples::Folder& TensorboardSamples::folderOf(const EventWriter& from)
{
    const auto known = m_folders.find(from.prefix);
    if (known != m_folders.end())
        return known->second;
    const bool evaluates = from.folder == EventFolder::evaluation;
    return m_folders.try_emplace(from.prefix, Folder {.series {m_sink, evaluates, from.prefix, m_taken}}).first->second;
}

base::Status TensorboardSamples::take(EventWriter& from, const TensorboardEvent& event, std::int64_t line)
{
    Folder& folder = folderOf(from);
    const std::int64_t time_us = timeOfSeconds(event.wall_time);
    from.last_us = std::max(from.last_us, time_us); // kNoTime is the smallest
    if (!event.file_version.empty())
        FS_TRY(fileVersion(from, event, line));
    for (const std::string_view tag : event.others)
        if (folder.others.size() < ScalarSeries::kMaxSeries && tag.size() <= ScalarSeries::kMaxName)
            folder.others.emplace(tag);
    if (event.session != TensorboardEvent::Session::none)
        FS_TRY(session(event, time_us, line));
    if (event.scalars.empty() || !isGood(event, line))
        return {};
    for (const TensorboardScalar& s : event.scalars)
        folder.series.notice(s.tag);
    for (const TensorboardScalar& s : event.scalars)
        if (!folder.others.contains(s.tag))
            FS_TRY(scalar(from, folder, s, {.value = s.value, .step = event.step, .time_us = time_us, .line = line}));
    return {};
}

bool TensorboardSamples::isGood(const TensorboardEvent& event, std::int64_t line)
{
    if (event.step < 0 || event.step > kMaxStep) {
        m_sink.problem({.handling = Handling::row_skipped,
            .what = {.code = Code::bad_number,
                .line = line,
                .field = "step",
                .found = std::to_string(event.step),
                .expected = "whole number"}});
        return false;
    }
    if (timeOfSeconds(event.wall_time) == base::kNoTime)
        m_sink.problem({.handling = Handling::value_dropped,
            .what = {.code = Code::bad_time,
                .line = line,
                .field = "wall_time",
                .found = base::formatDouble(event.wall_time)}});
    return true;
}

base::Status TensorboardSamples::scalar(
    EventWriter& from, Folder& folder, const TensorboardScalar& scalar, TaggedValue value)
{
    ScalarTag& tag = folder.series.tag(scalar.tag, value.line);
    if (tag.series < 0 || isRepeated(from, tag, value))
        return {};
    FS_TRY(trains(from, scalar.tag));
    tag.writer = &from;
    tag.last_value = scalar.value;
    value.value = folder.series.reported(tag, scalar.value, value.line);
    const bool evaluates = from.folder == EventFolder::evaluation && !from.prefix.empty();
    if (evaluates && (m_trainer == nullptr || m_axis.isBetween(tag, value))) {
        m_held.emplace_back(&tag, value);
        tag.last_step = value.step;
        if (m_held.size() >= kMostHeld)
            FS_TRY(addHeld(true));
    } else {
        FS_TRY(m_axis.add(tag, value));
        if (!evaluates)
            FS_TRY(addHeld(false));
    }
    if (!tag.is_eval_loss)
        return {};
    return m_writer.event({.kind = EventKind::evaluation_end,
        .line = value.line,
        .time_us = value.time_us,
        .step = value.step,
        .text = base::excerpt(tag.name + "=" + base::formatDouble(scalar.value))});
}

// A copy of a file, or what several ranks write into one folder. A training that goes on from an earlier step writes
// its file after the last one has ended.
bool TensorboardSamples::isRepeated(EventWriter& from, const ScalarTag& tag, const TaggedValue& value)
{
    if (tag.writer == nullptr || tag.writer == &from || value.step > tag.last_step || !isBeside(from, *tag.writer))
        return false;
    ++from.repeated;
    const bool is_same = value.value == tag.last_value || std::isnan(value.value);
    if (value.step != tag.last_step || is_same)
        return true;
    if (++from.differing == 1)
        m_sink.problem({.severity = Severity::warning,
            .handling = Handling::value_dropped,
            .what = {.code = Code::fact_differs,
                .line = value.line,
                .field = tag.name,
                .found = base::formatDouble(value.value),
                .expected = base::formatDouble(tag.last_value)}});
    return true;
}

// A file is another attempt once it trains after another one did: an evaluation at the end has a file of its own too.
base::Status TensorboardSamples::trains(EventWriter& from, std::string_view tag)
{
    const bool is_training = from.folder == EventFolder::run || from.folder == EventFolder::training;
    if (!is_training || isOfEvaluation(tag))
        return {};
    const EventWriter* const before = std::exchange(m_trainer, &from);
    if (!std::exchange(from.starts, false) || before == nullptr || isBeside(from, *before))
        return {};
    return m_writer.event({.kind = EventKind::train_start,
        .line = from.start_line,
        .time_us = from.start_us,
        .text = base::excerpt(from.name)});
}

// The writer was made: the job runs by then. Where event files were put one behind the other, training starts anew.
base::Status TensorboardSamples::fileVersion(EventWriter& from, const TensorboardEvent& event, std::int64_t line)
{
    const bool is_first = !std::exchange(m_begun, true);
    const bool was_begun = std::exchange(from.begun, true);
    from.start_us = timeOfSeconds(event.wall_time);
    from.start_line = line;
    from.starts = !is_first && !was_begun;
    if (from.starts)
        return {};
    return m_writer.event({.kind = is_first ? EventKind::job_start : EventKind::train_start,
        .line = line,
        .time_us = from.start_us,
        .text = base::excerpt(from.name.empty() ? event.file_version : from.name)});
}

// To the record that has come since; `all`: whatever record there is.
base::Status TensorboardSamples::addHeld(bool all)
{
    for (auto& [tag, value] : std::exchange(m_held, {})) {
        if (!all && m_axis.isBetween(*tag, value))
            m_held.emplace_back(tag, value);
        else
            FS_TRY(m_axis.add(*tag, value));
    }
    return {};
}

base::Status TensorboardSamples::session(const TensorboardEvent& event, std::int64_t time_us, std::int64_t line)
{
    using Session = TensorboardEvent::Session;
    const auto kind = event.session == Session::start ? EventKind::train_start
        : event.session == Session::stop              ? EventKind::job_end
                                                      : EventKind::checkpoint_end;
    return m_writer.event({.kind = kind,
        .line = line,
        .time_us = time_us,
        .step = std::clamp<std::int64_t>(event.step, -1, kMaxStep),
        .text = base::excerpt(event.checkpoint_path)});
}

base::Status TensorboardSamples::finish()
{
    FS_TRY(addHeld(true));
    m_sink.fact({.name = "zone_known", .value = "yes"}); // seconds since 1970
    return m_writer.flush();
}

} // namespace fullscope::import
