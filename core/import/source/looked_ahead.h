// SPDX-License-Identifier: GPL-3.0-or-later
// A text of which the beginning was looked at, and which is then read from its start.
#pragma once

#include "core/import/source/text_source.h"

#include <optional>
#include <string>

namespace fullscope::import {

class LookedAhead final : public TextSource {
public:
    explicit LookedAhead(TextSource& source);

    // The first kHead bytes or a little more, fewer when the text ends before. Only before the first block().
    std::string_view head() const { return m_head; }

    base::Result<std::string_view> block() override;
    std::int64_t badSequences() const override { return m_source.badSequences(); }
    std::uint64_t bytesDone() const override { return m_source.bytesDone(); }
    std::uint64_t bytesTotal() const override { return m_source.bytesTotal(); }
    base::Status finish() override { return m_source.finish(); }
    evidence::SourceFile& file() override { return m_source.file(); }

private:
    static constexpr std::size_t kHead = 64 * 1024;

    TextSource& m_source;
    std::string m_head;
    bool m_served = false;
    std::optional<base::Error> m_error; // found while looking ahead
};

} // namespace fullscope::import
