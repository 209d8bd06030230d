// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/gunzip.h"

#include <zlib.h>

#include <new>
#include <optional>
#include <vector>

namespace fullscope::import {

namespace {

constexpr std::size_t kOutputSize = 128 * 1024;
constexpr int kGzipWindow = 15 + 16; // largest window, gzip wrapper

} // namespace

struct Gunzip::State {
    StoredBytes& bytes;
    z_stream stream {};
    std::vector<char> output = std::vector<char>(kOutputSize);
    bool inMember = true; // false between members
    bool ended = false;
    std::optional<base::Error> pending {}; // found after the output that is being delivered

    void feed(std::string_view piece)
    {
        // zlib does not write to its input
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
        stream.avail_in = static_cast<uInt>(piece.size());
    }

    std::string_view input() const { return {reinterpret_cast<const char*>(stream.next_in), stream.avail_in}; }

    void fail(base::Code code)
    {
        pending = base::Error {.code = code};
        ended = true;
    }

    void refill()
    {
        auto piece = bytes.next();
        if (!piece.ok()) {
            pending = piece.error();
            ended = true;
        } else if (piece->empty()) {
            if (inMember)
                fail(base::Code::compressed_truncated);
            ended = true;
        } else {
            feed(*piece);
        }
    }

    // At the first byte after a member: another member, padding or rubbish.
    void betweenMembers()
    {
        if (input().front() == '\0') {
            ++stream.next_in;
            --stream.avail_in;
        } else if (input().front() == '\x1f') {
            inflateReset(&stream);
            inMember = true;
        } else {
            fail(base::Code::compressed_corrupt);
        }
    }

    void inflateSome()
    {
        const int result = inflate(&stream, Z_NO_FLUSH);
        if (result == Z_STREAM_END)
            inMember = false;
        else if (result == Z_MEM_ERROR)
            throw std::bad_alloc();
        else if (result != Z_OK && result != Z_BUF_ERROR)
            fail(base::Code::compressed_corrupt);
    }
};

bool Gunzip::isGzip(std::string_view start)
{
    return start.starts_with("\x1f\x8b");
}

Gunzip::Gunzip(StoredBytes& bytes, std::string_view first)
    : m_state(new State {.bytes = bytes})
{
    if (inflateInit2(&m_state->stream, kGzipWindow) != Z_OK)
        throw std::bad_alloc();
    m_state->feed(first);
}

Gunzip::~Gunzip()
{
    inflateEnd(&m_state->stream);
}

base::Result<std::string_view> Gunzip::next()
{
    State& s = *m_state;
    s.stream.next_out = reinterpret_cast<Bytef*>(s.output.data());
    s.stream.avail_out = static_cast<uInt>(s.output.size());
    while (!s.ended && s.stream.avail_out > 0) {
        if (s.stream.avail_in == 0)
            s.refill();
        else if (!s.inMember)
            s.betweenMembers();
        else
            s.inflateSome();
    }
    const std::size_t size = s.output.size() - s.stream.avail_out;
    if (size == 0 && s.pending) {
        const base::Error error = *std::move(s.pending);
        s.pending.reset();
        return error;
    }
    return std::string_view(s.output.data(), size);
}

} // namespace fullscope::import
