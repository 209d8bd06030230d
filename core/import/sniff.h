// SPDX-License-Identifier: GPL-3.0-or-later
// Which format is this? By content alone.
#pragma once

#include "core/import/importer.h"
#include "core/import/source/stored_text.h"

#include <string>
#include <vector>

namespace fullscope::import {

// The binary format of `plain`, which afterwards still stands at its start; null when it is none of formats().
const Format* sniff(const StoredPlain& plain);
// The best of formats() for `text`, which afterwards still stands at its start. Errors: format_unknown with the first
// line of the text in `found`; format_ambiguous with the ids in `found`.
base::Result<const Format*> sniff(StoredText& text);

// The format that reads the folder `path` as one run; null for any other folder and for what is none.
const Format* folderFormat(const std::string& path);
// Of a folder with these entries (FolderSource); those of its folders may stand behind them, `train/events…`.
const Format* folderFormat(std::span<const std::string> entries);
// Whether `format`, which reads a folder as one run, reads this entry of it. The others are files by themselves.
bool isOfRun(const Format& format, std::string_view entry);
// Whether it reads entries of the folder `name` in it.
bool isPartOfRun(const Format& format, std::string_view name);
// The same of a file by its name alone, in whatever folder it is.
bool isFileOfRun(std::string_view name);
// Paths of the files of the run that the folder `path` is, where not all that is in it belongs to the run.
std::vector<std::string> filesOfRun(const std::string& path);

} // namespace fullscope::import
