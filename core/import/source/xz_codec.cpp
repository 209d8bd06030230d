// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/codec.h"

#include <lzma.h>

#include <new>

namespace fullscope::import {

namespace {

constexpr std::uint64_t kMostMemory = 256 << 20; // xz -9 takes 65 MiB: the file decides how much

class XzCodec final : public Codec {
public:
    XzCodec() { beginMember(); }
    ~XzCodec() override { lzma_end(&m_stream); }
    XzCodec(const XzCodec&) = delete;
    XzCodec& operator=(const XzCodec&) = delete;

    const char* name() const override { return "xz"; }
    bool canBegin(char byte) const override { return byte == '\xFD'; }
    void beginMember() override
    {
        if (lzma_stream_decoder(&m_stream, kMostMemory, 0) != LZMA_OK)
            throw std::bad_alloc();
    }

    Outcome unpack(std::string_view& in, std::span<char>& out) override
    {
        m_stream.next_in = reinterpret_cast<const std::uint8_t*>(in.data());
        m_stream.avail_in = in.size();
        m_stream.next_out = reinterpret_cast<std::uint8_t*>(out.data());
        m_stream.avail_out = out.size();
        m_result = lzma_code(&m_stream, LZMA_RUN);
        in = in.substr(in.size() - m_stream.avail_in);
        out = out.last(m_stream.avail_out);
        if (m_result == LZMA_MEM_ERROR)
            throw std::bad_alloc();
        if (m_result == LZMA_STREAM_END)
            return Outcome::member_end;
        return m_result == LZMA_OK || m_result == LZMA_BUF_ERROR ? Outcome::more : Outcome::corrupt;
    }

    std::string reason() const override
    {
        if (m_result == LZMA_MEMLIMIT_ERROR)
            return "needs more than 256 MiB";
        return m_result == LZMA_OPTIONS_ERROR ? "unknown option" : "";
    }

private:
    lzma_stream m_stream = LZMA_STREAM_INIT;
    lzma_ret m_result = LZMA_OK;
};

} // namespace

std::unique_ptr<Codec> xzCodec(std::string_view start)
{
    using namespace std::string_view_literals;
    return start.starts_with("\xFD\x37zXZ\0"sv) ? std::make_unique<XzCodec>() : nullptr;
}

} // namespace fullscope::import
