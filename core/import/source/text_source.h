// SPDX-License-Identifier: GPL-3.0-or-later
// A file or standard input as UTF-8 text: decompressed by magic number, decoded by BOM or by evidence, read in blocks
// of bounded size.
#pragma once

#include "core/base/problem.h"
#include "core/import/source/source.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace fullscope::import {

class TextSource : public Source {
public:
    // `path` "-" is standard input. Errors: file_not_found, file_not_readable, is_directory, not_a_file, file_empty,
    // read_failed, compressed_truncated and compressed_corrupt when nothing could be unpacked, format_not_text with
    // what it seems to be in found ("PDF", "ZIP", "binary" …).
    static base::Result<std::unique_ptr<TextSource>> open(const std::string& path);

    // Next block of UTF-8 text, valid until the next call; empty at the end. A byte order mark is not part of the text.
    // Errors, each once: read_failed, compressed_truncated, compressed_corrupt. What was readable before was delivered.
    virtual base::Result<std::string_view> block() = 0;

    // Bytes that were no valid UTF-8 (or UTF-16) and became U+FFFD.
    virtual std::int64_t badSequences() const = 0;
};

// Lines of a TextSource: `\n`, `\r\n` and lone `\r` all end one. A line longer than `kMaxLine` is delivered in pieces
// of whole characters; `wasCut()` is true for all but the last.
class LineReader {
public:
    static constexpr std::size_t kMaxLine = 1 << 20;

    explicit LineReader(TextSource& source);
    ~LineReader();
    LineReader(const LineReader&) = delete;
    LineReader& operator=(const LineReader&) = delete;

    // False at the end. `line` has no line end and is valid until the next call. `lastHadEnd()` is false when the file
    // stopped within the line. A read error is returned once; everything before it was delivered.
    base::Result<bool> next(std::string_view& line);
    std::int64_t number() const; // 1-based number of the current line; a lone `\r` does not raise it
    bool lastHadEnd() const;
    bool wasCut() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace fullscope::import
