// SPDX-License-Identifier: GPL-3.0-or-later
// Which format is this? By content alone.
#pragma once

#include "core/import/importer.h"
#include "core/import/source/stored_text.h"

#include <string>

namespace fullscope::import {

// The binary format of `plain`, which afterwards still stands at its start; null when it is none of formats().
const Format* sniff(const StoredPlain& plain);
// The best of formats() for `text`, which afterwards still stands at its start. Errors: format_unknown with the first
// line of the text in `found`; format_ambiguous with the ids in `found`.
base::Result<const Format*> sniff(StoredText& text);

// The format that reads the folder `path` as one run; null for any other folder and for what is none.
const Format* folderFormat(const std::string& path);
const Format* folderFormat(std::span<const std::string> entries); // of a folder with these, see FolderSource

} // namespace fullscope::import
