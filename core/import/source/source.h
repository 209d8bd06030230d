// SPDX-License-Identifier: GPL-3.0-or-later
// What a parser reads from: a file or standard input, decompressed by magic number, in blocks of bounded size. As bytes
// here, as text in text_source.h.
#pragma once

#include "core/base/problem.h"
#include "core/evidence/source_file.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace fullscope::import {

class Source {
public:
    virtual ~Source() = default;

    // Bytes of the stored file taken so far, and in all (0 = not known): for progress.
    virtual std::uint64_t bytesDone() const = 0;
    virtual std::uint64_t bytesTotal() const = 0;

    // Path, compression, encoding now; sha256, bytes and lines are complete only after the end was reached
    // (finish() reads on to the end of the stored bytes to complete the hash).
    virtual base::Status finish() = 0;
    virtual evidence::SourceFile& file() = 0;
    // What was odd about the container of what was read: sheets left out, cells without their values.
    virtual std::vector<base::Problem> problems() const { return {}; }
};

class ByteSource : public Source {
public:
    // Next block of plain bytes, valid until the next call; empty at the end. Errors, each once: read_failed,
    // compressed_truncated, compressed_corrupt. What was readable before was delivered.
    virtual base::Result<std::string_view> block() = 0;
};

} // namespace fullscope::import
