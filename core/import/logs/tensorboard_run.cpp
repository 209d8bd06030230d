// SPDX-License-Identifier: GPL-3.0-or-later
// A folder that TensorBoard shows as one run: its event files, one for each time that training was started, and those
// of `train`, `validation` and the like below it. They are read side by side in order of wall time. The line of a
// sample is that of its file, whose name stands with the events where files begin.
#include "core/import/logs/log_formats.h"

#include "core/base/text.h"
#include "core/import/logs/sink_of_file.h"
#include "core/import/logs/tensorboard_reader.h"
#include "core/import/logs/tensorboard_samples.h"

#include <algorithm>
#include <deque>
#include <set>

namespace fullscope::import {

namespace {

using base::Code;
using base::Handling;
using base::Severity;

struct Planned {
    std::int64_t start_us = base::kNoTime; // as the name says
    std::string name;
    bool operator<(const Planned& other) const
    {
        return std::tie(start_us, name) < std::tie(other.start_us, other.name);
    }
};

// When the writer was made, by the name of its file.
std::int64_t startOf(std::string_view name)
{
    constexpr std::string_view kBefore = ".tfevents.";
    const std::string_view rest = name.substr(name.find(kBefore) + kBefore.size());
    const auto seconds = base::parseInt(rest.substr(0, rest.find('.')));
    return seconds.ok() ? timeOfSeconds(static_cast<double>(*seconds)) : base::kNoTime;
}

class TensorboardRun {
public:
    TensorboardRun(FolderSource& source, evidence::Sink& sink, const base::JobContext& job)
        : m_source(source)
        , m_sink(sink)
        , m_job(job)
        , m_samples(m_sink)
    {
    }

    base::Status run();

private:
    // A file that is being read, at one of its events.
    struct Open {
        Open(EventWriter& written, std::unique_ptr<StoredPlain> stored, evidence::Sink& sink,
            const base::JobContext& job)
            : writer(written)
            , bytes(std::move(stored))
            , reader(*bytes, sink, job)
        {
        }

        EventWriter& writer;
        std::unique_ptr<StoredPlain> bytes;
        TensorboardReader reader;
        std::int64_t time_us = base::kNoTime; // of an event without one, that of the one before it
    };
    using OpenFile = std::unique_ptr<Open>;

    void plan();
    base::Status open(const std::string& name);
    base::Status openDue();
    base::Status advance(std::vector<OpenFile>::iterator file);
    base::Status close(Open& file);
    std::vector<OpenFile>::iterator earliest();
    std::string pathOf(const std::string& name) const { return m_source.file().path + "/" + name; }

    FolderSource& m_source;
    SinkOfFile m_sink;
    const base::JobContext& m_job;
    TensorboardSamples m_samples;
    std::deque<Planned> m_planned; // not opened yet, by their start
    std::deque<EventWriter> m_writers; // of all that were opened; samples refer to them
    std::vector<OpenFile> m_open;
};

base::Status TensorboardRun::run()
{
    plan();
    for (;;) {
        FS_TRY(openDue());
        if (m_open.empty())
            break;
        const auto next = earliest();
        m_sink.setFile(pathOf((*next)->writer.name));
        FS_TRY(m_samples.take((*next)->writer, (*next)->reader.event(), (*next)->reader.line()));
        FS_TRY(advance(next));
    }
    for (const EventWriter& writer : m_writers)
        if (writer.repeated > 0)
            m_sink.problem({.severity = Severity::info,
                .what = {.code = Code::repeated_by_ranks, .file = pathOf(writer.name)},
                .count = writer.repeated});
    return m_samples.finish();
}

void TensorboardRun::plan()
{
    std::vector<std::string> names;
    for (const std::string& entry : m_source.entries()) {
        if (isEventFile(entry))
            names.push_back(entry);
        else if (entry.ends_with('/') && partOfRun(entry.substr(0, entry.size() - 1)))
            for (const std::string& file : folderEntries(pathOf(entry.substr(0, entry.size() - 1))))
                if (isEventFile(file))
                    names.push_back(entry + file);
    }
    for (std::string& name : names)
        m_planned.push_back({startOf(name), std::move(name)});
    std::sort(m_planned.begin(), m_planned.end());
}

// Files of attempts begin when those before them have ended: few are open at a time.
base::Status TensorboardRun::openDue()
{
    while (!m_planned.empty() && (m_open.empty() || m_planned.front().start_us <= (*earliest())->time_us)) {
        const std::string name = std::move(m_planned.front().name);
        m_planned.pop_front();
        FS_TRY(open(name));
    }
    return {};
}

// One that cannot be read costs the run no other.
base::Status TensorboardRun::open(const std::string& name)
{
    FS_TRY(m_job.check());
    m_sink.setFile(pathOf(name));
    auto bytes = m_source.bytes(name);
    if (!bytes.ok()) {
        m_sink.problem({.severity = Severity::error, .handling = Handling::stopped, .what = bytes.error()});
        return {};
    }
    EventWriter& writer = m_writers.emplace_back(EventWriter {.name = name});
    const std::size_t slash = name.find('/');
    const std::string folder = slash == std::string::npos
        ? m_source.file().path.substr(m_source.file().path.rfind('/') + 1)
        : name.substr(0, slash);
    writer.folder = partOfRun(folder).value_or(EventFolder::run);
    if (slash == std::string::npos && writer.folder != EventFolder::evaluation)
        writer.folder = EventFolder::run;
    else if (slash != std::string::npos && writer.folder != EventFolder::parameters)
        writer.prefix = folder + "/";
    m_open.push_back(std::make_unique<Open>(writer, *std::move(bytes), m_sink, m_job));
    return advance(std::prev(m_open.end()));
}

base::Status TensorboardRun::advance(std::vector<OpenFile>::iterator file)
{
    Open& open = **file;
    if (open.reader.next()) {
        open.time_us = open.reader.time() == base::kNoTime ? open.time_us : open.reader.time();
        return {};
    }
    FS_TRY(close(open));
    m_open.erase(file);
    return {};
}

base::Status TensorboardRun::close(Open& file)
{
    const base::Status& read = file.reader.status();
    if (!read.ok() && read.error().code == Code::cancelled)
        return read;
    if (!read.ok())
        m_sink.problem({.severity = Severity::error, .handling = Handling::stopped, .what = read.error()});
    file.writer.open = false;
    file.bytes->file().lines = file.reader.line();
    return m_source.close(file.writer.name, *file.bytes);
}

// Of several the one that was opened first.
std::vector<TensorboardRun::OpenFile>::iterator TensorboardRun::earliest()
{
    return std::min_element(
        m_open.begin(), m_open.end(), [](const OpenFile& a, const OpenFile& b) { return a->time_us < b->time_us; });
}

int sniffTensorboardRun(const Preview& preview)
{
    // Without files of its own a folder is a run where training and evaluation of one name lie in it.
    std::set<std::string_view> trains, evaluates;
    for (const std::string_view entry : preview.entries) {
        const std::size_t slash = entry.find('/');
        if (!isEventFileOfRun(entry))
            continue;
        if (slash == std::string_view::npos)
            return 100;
        const std::string_view folder = entry.substr(0, slash);
        const auto part = partOfRun(folder);
        if (part == EventFolder::training)
            trains.insert(stemOfPart(folder));
        else if (part == EventFolder::evaluation)
            evaluates.insert(stemOfPart(folder));
    }
    const bool both
        = std::any_of(trains.begin(), trains.end(), [&](std::string_view stem) { return evaluates.contains(stem); });
    return both ? 100 : 0;
}

base::Status parseTensorboardRun(FolderSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    return TensorboardRun(source, sink, job).run();
}

} // namespace

const Format tensorboard_run {
    .id = "tensorboard_run",
    .kind = Kind::log,
    .version = 1,
    .title = "TensorBoard run folder",
    .sniff = sniffTensorboardRun,
    .parse = parseTensorboardRun,
};

} // namespace fullscope::import
