// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of a ByteSource in the sizes that a binary format wants.
#pragma once

#include "core/base/job.h"
#include "core/import/source/source.h"

#include <string>
#include <string_view>

namespace fullscope::import {

class ByteReader {
public:
    // Reports progress and looks for a cancelled job with each block. All three outlive the reader.
    ByteReader(ByteSource& source, const base::JobContext& job)
        : m_source(source)
        , m_job(job)
    {
    }

    // Up to `most` bytes, valid until the next call; empty only at the end.
    std::string_view take(std::uint64_t most);
    // Appends up to `size` bytes to `out`; fewer only at the end.
    void read(std::size_t size, std::string& out);

    std::uint64_t offset() const { return m_offset; } // bytes taken
    // Why the bytes ended before the end of the file: read errors, cancelled.
    const base::Status& status() const { return m_status; }

private:
    base::Result<std::string_view> nextBlock();

    ByteSource& m_source;
    const base::JobContext& m_job;
    std::string_view m_block;
    std::uint64_t m_offset = 0;
    bool m_ended = false;
    base::Status m_status;
};

// Numbers as they lie in these files: little-endian. `bytes` holds enough of them.
std::uint64_t littleEndian(std::string_view bytes, std::size_t size);

} // namespace fullscope::import
