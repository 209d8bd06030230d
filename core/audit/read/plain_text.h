// SPDX-License-Identifier: GPL-3.0-or-later
// Text as pages and input methods write it, as plain characters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fullscope::audit {

// Full-width forms as ASCII, all spaces as ' ', dashes as '-', `～ ≈` as '~', `≥ ≤` as `>= <=`, quotes as ASCII, bytes
// that are no UTF-8, soft hyphens and marks of direction dropped, `10²³` as `10^23` and other raised digits, which are
// marks of footnotes, dropped. Case stays.
std::string plainText(std::string_view text);

// Without the marks that turn the direction of writing: text that reads as it is compared.
std::string withoutDirectionMarks(std::string_view text);

// Without what is struck out: `~~0.35~~ 0.2944`. `<s>`, `<del>` and, as footnotes, `<sup>` that raises no exponent.
std::string withoutStruck(std::string_view text);

std::vector<std::string> sentencesOf(std::string_view text); // with what ends them

bool isDigit(char c);
bool isLetter(char c);

// Whether `word` stands in `text` (both in lower case): a word of letters as a whole word, also in its plural; one of
// other characters anywhere.
bool hasWord(std::string_view text, std::string_view word);
// Where it stands, npos: nowhere. From `from` on.
std::size_t findWord(std::string_view text, std::string_view word, std::size_t from = 0);

} // namespace fullscope::audit
