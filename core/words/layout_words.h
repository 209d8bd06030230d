// SPDX-License-Identifier: GPL-3.0-or-later
// Words about what a report has and how it is written.
#pragma once

#include "core/words/words.h"

namespace fullscope::words {

enum class LayoutWord { contents, rows_left_out, charts_left_out, seed_and_schema, count };
std::string say(LayoutWord word, Language language, const std::vector<std::string>& arguments = {});

} // namespace fullscope::words
