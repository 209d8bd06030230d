// SPDX-License-Identifier: GPL-3.0-or-later
// A source over a text or bytes in memory, delivered in blocks of chosen sizes, with a read error at its end if wanted.
#pragma once

#include "core/import/source/text_source.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <string>

namespace fullscope::import::testing {

template <typename Base>
class MemoryBlocks : public Base {
public:
    explicit MemoryBlocks(
        std::string text, std::function<std::size_t()> blockSize = [] { return std::size_t {65'536}; })
        : m_text(std::move(text))
        , m_block_size(std::move(blockSize))
    {
        m_file.path = "memory.csv";
    }
    void failAtEnd(base::Error error) { m_error = std::move(error); }

    base::Result<std::string_view> block() override
    {
        const std::size_t size = std::min(m_block_size(), m_text.size() - m_done);
        if (size == 0 && m_error) {
            base::Error error = *m_error;
            m_error.reset();
            return error;
        }
        // A copy of its own, so that a reader which keeps a view beyond the next call is found out by a sanitizer.
        m_block.assign(m_text, m_done, size);
        m_block.shrink_to_fit();
        m_done += size;
        return std::string_view(m_block);
    }
    std::uint64_t bytesDone() const override { return m_done; }
    std::uint64_t bytesTotal() const override { return m_text.size(); }
    base::Status finish() override { return {}; }
    evidence::SourceFile& file() override { return m_file; }

private:
    std::string m_text, m_block;
    std::function<std::size_t()> m_block_size;
    std::size_t m_done = 0;
    std::optional<base::Error> m_error;
    evidence::SourceFile m_file;
};

class MemorySource final : public MemoryBlocks<TextSource> {
public:
    using MemoryBlocks::MemoryBlocks;
    std::int64_t badSequences() const override { return 0; }
};

class MemoryBytes final : public MemoryBlocks<ByteSource> {
public:
    using MemoryBlocks::MemoryBlocks;
};

inline std::string fileText(const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace fullscope::import::testing
