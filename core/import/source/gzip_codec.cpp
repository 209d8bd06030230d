// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/codec.h"

#include <zlib.h>

#include <new>

namespace fullscope::import {

namespace {

constexpr int kGzipWindow = 15 + 16; // largest window, gzip wrapper

class GzipCodec final : public Codec {
public:
    GzipCodec()
    {
        if (inflateInit2(&m_stream, kGzipWindow) != Z_OK)
            throw std::bad_alloc();
    }
    ~GzipCodec() override { inflateEnd(&m_stream); }
    GzipCodec(const GzipCodec&) = delete;
    GzipCodec& operator=(const GzipCodec&) = delete;

    const char* name() const override { return "gzip"; }
    bool canBegin(char byte) const override { return byte == '\x1f'; }
    void beginMember() override { inflateReset(&m_stream); }

    Outcome unpack(std::string_view& in, std::span<char>& out) override
    {
        // zlib does not write to its input
        m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
        m_stream.avail_in = static_cast<uInt>(in.size());
        m_stream.next_out = reinterpret_cast<Bytef*>(out.data());
        m_stream.avail_out = static_cast<uInt>(out.size());
        const int result = inflate(&m_stream, Z_NO_FLUSH);
        in = in.substr(in.size() - m_stream.avail_in);
        out = out.last(m_stream.avail_out);
        if (result == Z_MEM_ERROR)
            throw std::bad_alloc();
        if (result == Z_STREAM_END)
            return Outcome::member_end;
        return result == Z_OK || result == Z_BUF_ERROR ? Outcome::more : Outcome::corrupt;
    }

private:
    z_stream m_stream {};
};

} // namespace

std::unique_ptr<Codec> gzipCodec(std::string_view start)
{
    return start.starts_with("\x1f\x8b") ? std::make_unique<GzipCodec>() : nullptr;
}

} // namespace fullscope::import
