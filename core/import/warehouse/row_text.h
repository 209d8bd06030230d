// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a database as the text of a file, in blocks.
#pragma once

#include "core/base/sha256.h"
#include "core/import/source/text_source.h"

#include <string>
#include <string_view>

namespace fullscope::import {

class RowText : public TextSource {
public:
    explicit RowText(const std::string& name)
    {
        m_file.path = name;
        m_file.compression = "none";
        m_file.encoding = "utf-8";
    }

    base::Result<std::string_view> block() override
    {
        m_block.clear();
        while (!m_ended && m_block.size() < kBlock) {
            auto more = take(m_block);
            m_ended = !more.ok() || !*more;
            if (!more.ok())
                return std::move(more.error());
        }
        m_hash.add(m_block);
        m_done += m_block.size();
        return std::string_view(m_block);
    }
    std::int64_t badSequences() const override { return 0; } // the server has checked the encoding
    std::uint64_t bytesDone() const override { return m_done; }
    std::uint64_t bytesTotal() const override { return 0; }
    base::Status finish() override
    {
        if (m_file.sha256.empty()) {
            m_file.sha256 = m_hash.hex();
            m_file.bytes = static_cast<std::int64_t>(m_done);
        }
        return {};
    }
    evidence::SourceFile& file() override { return m_file; }

protected:
    // Adds what comes next to the block, which may be nothing; false: there is no more.
    virtual base::Result<bool> take(std::string& block) = 0;

private:
    static constexpr std::size_t kBlock = 64 << 10;

    std::string m_block;
    base::Sha256 m_hash;
    evidence::SourceFile m_file;
    std::uint64_t m_done = 0;
    bool m_ended = false;
};

} // namespace fullscope::import
