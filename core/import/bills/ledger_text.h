// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a hand-made table: lines above the header are blanked (their places stay, so that line numbers hold), and
// where `|` is the quotation mark it changes places with `"`.
#pragma once

#include "core/import/column_mapping.h"
#include "core/import/source/looked_ahead.h"

#include <span>
#include <string>
#include <string_view>

namespace fullscope::import {

// The header is the line that holds all columns of the mapping, else the first one with names that are known, else the
// first one.
class LedgerText final : public TextSource {
public:
    LedgerText(TextSource& source, std::span<const MappedColumn> mapping);

    bool isJson() const { return m_json; }
    // What was `"` in a field of such a file is `|` in what block() gives.
    bool swapsQuotes() const { return m_swaps; }
    base::Result<std::string_view> block() override;
    std::int64_t badSequences() const override { return m_source.badSequences(); }
    std::uint64_t bytesDone() const override { return m_source.bytesDone(); }
    std::uint64_t bytesTotal() const override { return m_source.bytesTotal(); }
    base::Status finish() override { return m_source.finish(); }
    evidence::SourceFile& file() override { return m_source.file(); }

private:
    LookedAhead m_source;
    std::string m_block;
    std::size_t m_blanked = 0; // bytes still to be blanked
    bool m_json = false, m_swaps = false;
};

} // namespace fullscope::import
