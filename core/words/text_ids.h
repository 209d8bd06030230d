// SPDX-License-Identifier: GPL-3.0-or-later
// Ids of free texts. Add one here and its words, in both languages, in texts.cpp.
#pragma once

namespace fullscope::words {

enum class Text : int { count };

} // namespace fullscope::words
