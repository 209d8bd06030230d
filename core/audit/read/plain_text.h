// SPDX-License-Identifier: GPL-3.0-or-later
// Text as pages and input methods write it, as plain characters.
#pragma once

#include <string>
#include <string_view>

namespace fullscope::audit {

// Full-width forms as ASCII, all spaces as ' ', dashes as '-', `～ ≈` as '~', `≥ ≤` as `>= <=`, quotes as ASCII, bytes
// that are no UTF-8, soft hyphens and marks of direction dropped. Case stays.
std::string plainText(std::string_view text);

// Without the marks that turn the direction of writing: text that reads as it is compared.
std::string withoutDirectionMarks(std::string_view text);

bool isDigit(char c);
bool isLetter(char c);

// Whether `word` stands in `text` (both in lower case): a word of letters as a whole word, also in its plural; one of
// other characters anywhere.
bool hasWord(std::string_view text, std::string_view word);
// Where it stands, npos: nowhere. From `from` on.
std::size_t findWord(std::string_view text, std::string_view word, std::size_t from = 0);

} // namespace fullscope::audit
