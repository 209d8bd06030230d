// SPDX-License-Identifier: GPL-3.0-or-later
// open → sniff → parse, for one file.
#pragma once

#include "core/base/job.h"
#include "core/evidence/sink.h"
#include "core/evidence/source_file.h"
#include "core/import/importer.h"

#include <memory>
#include <string>
#include <variant>

namespace fullscope::import {

class StoredPlain;

// Opened and recognised, not yet parsed.
struct Recognised {
    const Format* format = nullptr;
    // As the format reads, at its start.
    std::variant<std::unique_ptr<TextSource>, std::unique_ptr<ByteSource>, std::unique_ptr<FolderSource>> source;
};

// Errors: those of TextSource::open; format_unknown with the first line in found; format_ambiguous with the ids in
// found; mapping_unfit when `options` name columns and the format has none, or other ones. A folder is an is_directory
// unless it is one run. `as` (a format id) skips detection. Columns that are named make a table of what nothing else
// recognises.
base::Result<Recognised> recognise(const std::string& path, std::string_view as = {}, const Options& options = {});
// Of what is open already, no folder: standard input can be opened once.
base::Result<Recognised> recognise(
    std::unique_ptr<StoredPlain> plain, std::string_view as = {}, const Options& options = {});

// Parses to the end and completes the hash. On return `file` is filled also when the Status is an error, so that what
// was read before the fault can be kept. nothing_readable when the file held no record at all.
base::Status parse(Recognised& input, evidence::Sink& sink, const base::JobContext& job, evidence::SourceFile& file,
    const Options& options = {});

} // namespace fullscope::import
