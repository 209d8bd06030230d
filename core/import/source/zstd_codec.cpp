// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/codec.h"

#include <zstd.h>

#include <new>

namespace fullscope::import {

namespace {

// A frame to be stepped over (pzstd begins with one): 50 … 5F 2A 4D 18.
bool isSkippable(std::string_view start)
{
    return start.size() >= 4 && (static_cast<unsigned char>(start[0]) & 0xF0U) == 0x50U
        && start.substr(1).starts_with("\x2A\x4D\x18");
}

// A window above the library's limit of 128 MiB (zstd --long=28 and more) is refused, with its own words as the reason:
// the file decides how much memory it takes.
class ZstdCodec final : public Codec {
public:
    ZstdCodec()
    {
        if (!m_stream)
            throw std::bad_alloc();
    }

    const char* name() const override { return "zstd"; }
    bool canBegin(char byte) const override
    {
        return byte == '\x28' || (static_cast<unsigned char>(byte) & 0xF0U) == 0x50U;
    }
    void beginMember() override { ZSTD_DCtx_reset(m_stream.get(), ZSTD_reset_session_only); }

    Outcome unpack(std::string_view& in, std::span<char>& out) override
    {
        ZSTD_inBuffer input {in.data(), in.size(), 0};
        ZSTD_outBuffer output {out.data(), out.size(), 0};
        m_result = ZSTD_decompressStream(m_stream.get(), &output, &input);
        in.remove_prefix(input.pos);
        out = out.subspan(output.pos);
        if (ZSTD_isError(m_result) != 0)
            return Outcome::corrupt;
        return m_result == 0 ? Outcome::member_end : Outcome::more;
    }

    std::string reason() const override { return ZSTD_isError(m_result) != 0 ? ZSTD_getErrorName(m_result) : ""; }

private:
    struct Free {
        void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
    };
    std::unique_ptr<ZSTD_DStream, Free> m_stream {ZSTD_createDStream()};
    std::size_t m_result = 0;
};

} // namespace

std::unique_ptr<Codec> zstdCodec(std::string_view start)
{
    return start.starts_with("\x28\xB5\x2F\xFD") || isSkippable(start) ? std::make_unique<ZstdCodec>() : nullptr;
}

} // namespace fullscope::import
