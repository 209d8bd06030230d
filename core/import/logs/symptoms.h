// SPDX-License-Identifier: GPL-3.0-or-later
// Known troubles by the words in which tools tell them. A new one: its words here, its sentence with what mends it in
// core/words/error_words.cpp.
#pragma once

#include "core/base/result.h"

#include <optional>
#include <string_view>

namespace fullscope::import {

// The first symptom whose words `text` holds; a Code that begins with symptom_.
std::optional<base::Code> findSymptom(std::string_view text);

} // namespace fullscope::import
