// SPDX-License-Identifier: GPL-3.0-or-later
// Amounts as a console shows them to people: `$1,234.50`, `-1.234,50 €`, `(3.20)`.
#pragma once

#include "core/base/decimal.h"

#include <string_view>

namespace fullscope::import {

// `mark` is the decimal mark, a point or a comma; the other one may group digits by three. bad_number otherwise, never
// a guess.
base::Result<base::Decimal> consoleNumber(std::string_view text, char mark);

} // namespace fullscope::import
