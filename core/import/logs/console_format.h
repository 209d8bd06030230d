// SPDX-License-Identifier: GPL-3.0-or-later
// What formats of console logs have in common: a grammar as a parser, lines as the evidence of detection.
#pragma once

#include "core/import/importer.h"
#include "core/import/logs/console.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace fullscope::import {

// `Grammar` is made from the Console that reads for it.
template <typename Grammar>
base::Status parseConsole(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    Console console(source, sink);
    Grammar grammar(console);
    return console.run(grammar, job);
}

// Where the first line of `text` ends. Detection reads every preview dozens of times: find_first_of takes a call for
// each character.
inline std::size_t lineEnd(std::string_view text)
{
    std::size_t end = 0;
    while (end < text.size() && text[end] != '\n' && text[end] != '\r')
        ++end;
    return end;
}

// Whether `isRecord` is true of a line of the preview, which it sees without terminal codes.
template <typename IsRecord>
bool anyLine(const Preview& preview, IsRecord isRecord)
{
    std::string buffer;
    for (std::string_view text : {preview.head, preview.middle, preview.tail}) {
        while (!text.empty()) {
            const std::size_t end = lineEnd(text);
            if (isRecord(withoutTerminalCodes(text.substr(0, end), buffer)))
                return true;
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }
    return false;
}

} // namespace fullscope::import
