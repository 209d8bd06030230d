// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/decompressor.h"

#include <utility>

namespace fullscope::import {

namespace {

constexpr std::size_t kOutputSize = 128 * 1024;

} // namespace

Decompressor::Decompressor(std::unique_ptr<Codec> codec, StoredBytes& bytes, std::string_view first)
    : m_codec(std::move(codec))
    , m_bytes(bytes)
    , m_input(first)
    , m_output(kOutputSize)
{
}

void Decompressor::fail(base::Error error)
{
    m_pending = std::move(error);
    m_ended = true;
}

void Decompressor::refill()
{
    auto piece = m_bytes.next();
    if (!piece.ok())
        fail(std::move(piece.error()));
    else if (!piece->empty())
        m_input = *piece;
    else if (m_in_member)
        fail({.code = base::Code::compressed_truncated});
    else
        m_ended = true;
}

// At the first byte after a member: another member, padding or rubbish.
void Decompressor::betweenMembers()
{
    if (m_input.front() == '\0') {
        m_input.remove_prefix(1);
    } else if (m_codec->canBegin(m_input.front())) {
        m_codec->beginMember();
        m_in_member = true;
    } else {
        fail({.code = base::Code::compressed_corrupt});
    }
}

base::Result<std::string_view> Decompressor::next()
{
    std::span<char> room(m_output);
    while (!m_ended && !room.empty()) {
        const bool holds = std::exchange(m_holds, false);
        if (m_input.empty() && !holds) {
            refill();
        } else if (!m_in_member) {
            betweenMembers();
        } else {
            const Codec::Outcome outcome = m_codec->unpack(m_input, room);
            if (outcome == Codec::Outcome::corrupt)
                fail({.code = base::Code::compressed_corrupt, .found = m_codec->reason()});
            m_in_member = outcome != Codec::Outcome::member_end;
            m_holds = room.empty() && m_in_member;
        }
    }
    const std::size_t size = m_output.size() - room.size();
    if (size == 0 && m_pending) {
        base::Error error = *std::move(m_pending);
        m_pending.reset();
        return error;
    }
    return std::string_view(m_output.data(), size);
}

} // namespace fullscope::import
