// SPDX-License-Identifier: GPL-3.0-or-later
// TensorBoard event files (events.out.tfevents.*), as TensorFlow, PyTorch and tensorboardX write them. In problems and
// samples the line is the number of the record in the file.
#include "core/import/logs/log_formats.h"

#include "core/base/text.h"
#include "core/import/logs/step_axis.h"
#include "core/import/logs/tensorboard_event.h"
#include "core/import/logs/tf_records.h"

#include <algorithm>
#include <array>
#include <set>

namespace fullscope::import {

namespace {

using base::Code;
using base::Handling;
using base::Severity;
using Found = TfRecords::Found;

constexpr std::int64_t kMaxStep = 9'000'000'000'000'000; // whole numbers are exact in a double up to there

// TensorBoard names a run by its folder; Keras and the estimators of TensorFlow keep evaluations in one of their own.
bool isOfEvaluation(std::string_view path)
{
    const std::size_t end = path.rfind('/');
    if (end == std::string_view::npos)
        return false;
    const std::size_t before = path.substr(0, end).rfind('/');
    const std::string folder = base::toLower(path.substr(before + 1, end - before - 1));
    constexpr std::array<std::string_view, 4> names {"validation", "val", "eval", "test"};
    return std::find(names.begin(), names.end(), folder) != names.end() || folder.starts_with("eval_");
}

class EventsParser {
public:
    EventsParser(ByteSource& source, evidence::Sink& sink, const base::JobContext& job)
        : m_source(source)
        , m_sink(sink)
        , m_bytes(source, job)
        , m_records(m_bytes, mayHoldScalars)
        , m_writer(sink)
        , m_axis(m_writer)
        , m_series(sink, isOfEvaluation(source.file().path))
    {
    }

    base::Status run();

private:
    base::Status record();
    base::Status scalar(const TensorboardScalar& scalar);
    base::Status session();
    base::Status fileVersion();
    std::int64_t time() const { return timeOfSeconds(m_event.wall_time); }
    void frameProblem(Found found);

    ByteSource& m_source;
    evidence::Sink& m_sink;
    ByteReader m_bytes;
    TfRecords m_records;
    RunWriter m_writer;
    StepAxis m_axis;
    ScalarSeries m_series;
    TensorboardEvent m_event;
    std::set<std::string, std::less<>> m_others; // tags whose tensors are no scalars
    bool m_begun = false;
};

base::Status EventsParser::run()
{
    Found found = Found::record;
    while (found != Found::end) {
        found = m_records.next();
        if (!m_bytes.status().ok())
            break;
        if (found == Found::record)
            FS_TRY(record());
        else
            frameProblem(found);
    }
    if (!m_bytes.status().ok() && m_bytes.status().error().code == Code::cancelled)
        return m_bytes.status();
    m_source.file().lines = m_records.number();
    m_sink.fact({.name = "zone_known", .value = "yes"}); // seconds since 1970
    FS_TRY(m_writer.flush());
    return m_bytes.status();
}

void EventsParser::frameProblem(Found found)
{
    if (found == Found::unwanted || found == Found::end)
        return;
    base::Problem problem {
        .handling = Handling::row_skipped, .what = {.code = Code::record_damaged, .line = m_records.number()}};
    problem.what.args = {std::to_string(m_records.offset())};
    if (found == Found::cut) {
        problem.what.code = Code::record_truncated;
        problem.what.found = std::to_string(m_records.present()) + " B";
        if (m_records.length() > 0)
            problem.what.expected = std::to_string(m_records.length()) + " B + 16 B";
    } else if (found == Found::too_long) {
        problem.what.code = Code::out_of_range;
        problem.what.field = "record length";
        problem.what.found = std::to_string(m_records.length());
        problem.what.expected = std::to_string(TfRecords::kMaxKept);
    } else if (found == Found::lost) {
        problem.severity = Severity::error;
        problem.handling = Handling::stopped;
    }
    m_sink.problem(std::move(problem));
}

base::Status EventsParser::record()
{
    const std::int64_t line = m_records.number();
    if (!readTensorboardEvent(m_records.data(), m_event)) {
        m_sink.problem({.handling = Handling::row_skipped,
            .what = {.code = Code::bad_value, .line = line, .field = "Event", .expected = "protocol buffer"}});
        return {};
    }
    if (!m_event.file_version.empty())
        FS_TRY(fileVersion());
    for (const std::string_view tag : m_event.others)
        if (m_others.size() < ScalarSeries::kMaxSeries && tag.size() <= ScalarSeries::kMaxName)
            m_others.emplace(tag);
    if (m_event.session != TensorboardEvent::Session::none)
        FS_TRY(session());
    if (m_event.scalars.empty())
        return {};
    if (m_event.step < 0 || m_event.step > kMaxStep) {
        m_sink.problem({.handling = Handling::row_skipped,
            .what = {.code = Code::bad_number,
                .line = line,
                .field = "step",
                .found = std::to_string(m_event.step),
                .expected = "whole number"}});
        return {};
    }
    if (time() == base::kNoTime)
        m_sink.problem({.handling = Handling::value_dropped,
            .what = {.code = Code::bad_time,
                .line = line,
                .field = "wall_time",
                .found = base::formatDouble(m_event.wall_time)}});
    for (const TensorboardScalar& s : m_event.scalars)
        m_series.notice(s.tag);
    for (const TensorboardScalar& s : m_event.scalars)
        FS_TRY(scalar(s));
    return {};
}

base::Status EventsParser::scalar(const TensorboardScalar& scalar)
{
    if (m_others.contains(scalar.tag))
        return {};
    const std::int64_t line = m_records.number();
    ScalarTag& tag = m_series.tag(scalar.tag, line);
    if (tag.series < 0)
        return {};
    const double value = m_series.reported(tag, scalar.value, line);
    FS_TRY(m_axis.add(tag, {.value = value, .step = m_event.step, .time_us = time(), .line = line}));
    if (!tag.is_eval_loss)
        return {};
    return m_writer.event({.kind = evidence::EventKind::evaluation_end,
        .line = line,
        .time_us = time(),
        .step = m_event.step,
        .text = base::excerpt(tag.name + "=" + base::formatDouble(scalar.value))});
}

// The writer was made: the job runs by then. Where event files were put one behind the other, training starts anew.
base::Status EventsParser::fileVersion()
{
    const auto kind = std::exchange(m_begun, true) ? evidence::EventKind::train_start : evidence::EventKind::job_start;
    return m_writer.event(
        {.kind = kind, .line = m_records.number(), .time_us = time(), .text = base::excerpt(m_event.file_version)});
}

base::Status EventsParser::session()
{
    using Session = TensorboardEvent::Session;
    const auto kind = m_event.session == Session::start ? evidence::EventKind::train_start
        : m_event.session == Session::stop              ? evidence::EventKind::job_end
                                                        : evidence::EventKind::checkpoint_end;
    return m_writer.event({.kind = kind,
        .line = m_records.number(),
        .time_us = time(),
        .step = std::clamp<std::int64_t>(m_event.step, -1, kMaxStep),
        .text = base::excerpt(m_event.checkpoint_path)});
}

int sniffTensorboard(const Preview& preview)
{
    constexpr std::size_t kHead = TfRecords::kHeadSize;
    std::uint64_t length = 0;
    if (preview.bytes.size() < kHead || !TfRecords::readLength(preview.bytes, length))
        return 0;
    // the first record of every such file: a time and the version
    const std::string_view record
        = preview.bytes.substr(kHead, static_cast<std::size_t>(std::min<std::uint64_t>(length, 256)));
    return record.find("brain.Event:") != std::string_view::npos ? 100 : 0;
}

base::Status parseTensorboard(ByteSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    return EventsParser(source, sink, job).run();
}

} // namespace

const Format tensorboard {
    .id = "tensorboard",
    .kind = Kind::log,
    .version = 1,
    .title = "TensorBoard event file",
    .sniff = sniffTensorboard,
    .parse = parseTensorboard,
};

} // namespace fullscope::import
