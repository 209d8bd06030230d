// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/text_source.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace fullscope::import {

struct LineReader::State {
    TextSource& source;
    std::string_view block {}; // unread part
    std::size_t carriageReturn = 0; // index of the first `\r` in `block`, npos = none
    std::string carried {}; // beginning of a line from earlier blocks
    std::size_t sent = std::string::npos; // of that, with the last line
    std::optional<base::Error> error {}; // found after the line that is being delivered
    std::int64_t number = 0;
    bool numberRises = true; // with the next line
    bool afterReturn = false; // a `\n` may follow that belongs to the last line's end
    bool hadEnd = true;
    bool wasCut = false;

    void take(std::size_t bytes)
    {
        block.remove_prefix(bytes);
        if (carriageReturn != std::string_view::npos)
            carriageReturn = carriageReturn >= bytes ? carriageReturn - bytes : block.find('\r');
    }

    // False at the end of the text, and at an error, which is kept.
    bool refill()
    {
        auto next = source.block();
        if (!next.ok())
            error = next.error();
        block = next.ok() ? *next : std::string_view {};
        carriageReturn = block.find('\r');
        return !block.empty();
    }

    // Something to read, with the `\n` of a split `\r\n` passed over.
    bool ready()
    {
        while (!block.empty() || refill()) {
            if (!afterReturn)
                return true;
            afterReturn = false;
            if (block.front() == '\n') {
                take(1);
                numberRises = true;
            }
        }
        return false;
    }

    // Ends the line at `end` of the block.
    void endLine(std::size_t end)
    {
        if (block[end] == '\n')
            numberRises = true;
        else
            afterReturn = true;
        hadEnd = true;
        take(end + 1);
    }

    // A line that is too long goes out in pieces, which end behind a frame of a progress bar or between words where
    // that is possible: half a number would be another number.
    std::string_view cut(std::size_t bytes)
    {
        constexpr std::size_t kReach = 4096;
        while (bytes > 1 && (static_cast<unsigned char>(block[bytes]) & 0xC0U) == 0x80U)
            --bytes;
        carried += block.substr(0, bytes);
        take(bytes);
        wasCut = true;
        const std::string_view end
            = std::string_view(carried).substr(carried.size() - std::min(carried.size(), kReach));
        std::size_t last = end.find_last_of("]}");
        if (last == std::string_view::npos)
            last = end.find_last_of(" \t,;");
        sent = last == std::string_view::npos ? carried.size() : carried.size() - end.size() + last + 1;
        return std::string_view(carried).substr(0, sent);
    }
};

LineReader::LineReader(TextSource& source)
    : m_state(new State {.source = source})
{
}

LineReader::~LineReader() = default;

base::Result<bool> LineReader::next(std::string_view& line)
{
    State& s = *m_state;
    s.carried.erase(0, std::exchange(s.sent, std::string::npos));
    s.hadEnd = false;
    s.wasCut = false;
    while (s.ready()) {
        if (std::exchange(s.numberRises, false))
            ++s.number;
        const std::size_t room = kMaxLine - s.carried.size();
        const std::size_t newline = s.block.substr(0, s.carriageReturn).find('\n');
        const std::size_t end = std::min(newline, s.carriageReturn);
        if (std::min(end, s.block.size()) > room) {
            line = s.cut(room);
            return true;
        }
        if (end == std::string_view::npos) {
            s.carried += s.block;
            s.take(s.block.size());
            continue;
        }
        line = s.block.substr(0, end);
        if (!s.carried.empty()) {
            s.carried += line;
            line = s.carried;
        }
        s.endLine(end);
        return true;
    }
    if (!s.carried.empty()) {
        line = s.carried;
        return true;
    }
    if (s.error) {
        const base::Error error = *std::exchange(s.error, std::nullopt);
        return error;
    }
    return false;
}

std::int64_t LineReader::number() const
{
    return m_state->number;
}

bool LineReader::lastHadEnd() const
{
    return m_state->hadEnd;
}

bool LineReader::wasCut() const
{
    return m_state->wasCut;
}

} // namespace fullscope::import
