// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/words/words.h"

#include <string_view>

namespace fullscope::words {

// The sentence of a code. {field}, {found}, {expected}, {0} are the error's; {other} is its first argument as a field.
// A part in brackets is left out when one of its placeholders is empty.
std::string_view errorTemplate(base::Code code, Language language);

// What core says of the expected ("decimal number"), in the language where it is a phrase; else as it is.
std::string_view phrase(std::string_view expected, Language language);

} // namespace fullscope::words
