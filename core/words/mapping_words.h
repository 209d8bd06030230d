// SPDX-License-Identifier: GPL-3.0-or-later
// Words about the columns of tables: what they can be said to be, and the mappings that say it.
#pragma once

#include "core/words/words.h"

namespace fullscope::words {

// Of a target of import::mappingTargets(): "loss" → "Training loss". Of a target without words: the target itself.
std::string mappingTarget(std::string_view target, Language language);

enum class MappingWord { mapping, kind, columns, log, bill, saved, removed, read_with, count };
std::string say(MappingWord word, Language language, const std::vector<std::string>& arguments = {});

} // namespace fullscope::words
