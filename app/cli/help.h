// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/words/words.h"

#include <string>
#include <string_view>
#include <vector>

namespace fullscope::cli {

std::string_view helpText(words::Language language);

// The same text by its parts, from which the manual page and the completions are made (help_formats.cpp).
struct HelpEntry {
    std::string usage; // "runs|bills remove ID [--workspace W]", without the program's name
    std::string description;
};
struct HelpPage {
    std::string title; // "fullscope: what …"
    std::vector<HelpEntry> entries;
    std::vector<std::string> notes; // what holds for all
};
HelpPage helpPage(words::Language language);
std::vector<std::string_view> partsOf(std::string_view text, char separator); // empty ones too
std::vector<std::string> verbsOf(const HelpEntry& entry); // "runs", "bills"; none of "--version"

// Error usage with the nearest verb.
base::Error unknownVerb(const std::string& verb);

} // namespace fullscope::cli
