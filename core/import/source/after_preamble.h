// SPDX-License-Identifier: GPL-3.0-or-later
// A table below some lines about it, as people and consoles save them: the lines before its header become empty, so
// that those behind keep their numbers.
#pragma once

#include "core/import/source/looked_ahead.h"

namespace fullscope::import {

class AfterPreamble final : public TextSource {
public:
    using IsHeader = bool (*)(std::string_view line);

    AfterPreamble(TextSource& source, IsHeader isHeader);

    // What stands before the header; nothing when there is none at the beginning of the text.
    const std::string& preamble() const { return m_preamble; }

    base::Result<std::string_view> block() override;
    std::int64_t badSequences() const override { return m_source.badSequences(); }
    std::uint64_t bytesDone() const override { return m_source.bytesDone(); }
    std::uint64_t bytesTotal() const override { return m_source.bytesTotal(); }
    base::Status finish() override { return m_source.finish(); }
    evidence::SourceFile& file() override { return m_source.file(); }

private:
    LookedAhead m_source;
    std::string m_preamble;
    std::string m_first; // the first block, as it is given out
    bool m_served = false;
};

// Where the first line of `text` that `isHeader` begins, of those in it; npos when none does.
std::size_t headerBehindPreamble(std::string_view text, AfterPreamble::IsHeader isHeader);

} // namespace fullscope::import
