// SPDX-License-Identifier: GPL-3.0-or-later
// TensorBoard event files (events.out.tfevents.*), as TensorFlow, PyTorch and tensorboardX write them. In problems and
// samples the line is the number of the record in the file.
#include "core/import/logs/log_formats.h"

#include "core/import/logs/tensorboard_reader.h"
#include "core/import/logs/tensorboard_samples.h"

#include <algorithm>

namespace fullscope::import {

namespace {

// TensorBoard names a run by its folder; Keras and the estimators of TensorFlow keep evaluations in one of their own.
EventFolder folderOf(std::string_view path)
{
    const std::size_t end = path.rfind('/');
    if (end == std::string_view::npos)
        return EventFolder::run;
    const std::size_t before = path.substr(0, end).rfind('/');
    const auto part = partOfRun(path.substr(before + 1, end - before - 1));
    return part == EventFolder::evaluation ? EventFolder::evaluation : EventFolder::run;
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
    TensorboardReader reader(source, sink, job);
    TensorboardSamples samples(sink);
    EventWriter writer {.folder = folderOf(source.file().path)};
    while (reader.next())
        FS_TRY(samples.take(writer, reader.event(), reader.line()));
    if (!reader.status().ok() && reader.status().error().code == base::Code::cancelled)
        return reader.status();
    source.file().lines = reader.line();
    FS_TRY(samples.finish());
    return reader.status();
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
