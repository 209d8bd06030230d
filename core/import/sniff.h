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
// line of the text in `found` and the titles of all formats in `expected`; format_ambiguous with the ids in `found`.
base::Result<const Format*> sniff(StoredText& text);

} // namespace fullscope::import
