// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/codec.h"

#include <bzlib.h>

#include <new>

namespace fullscope::import {

namespace {

class Bzip2Codec final : public Codec {
public:
    Bzip2Codec() { init(); }
    ~Bzip2Codec() override { BZ2_bzDecompressEnd(&m_stream); }
    Bzip2Codec(const Bzip2Codec&) = delete;
    Bzip2Codec& operator=(const Bzip2Codec&) = delete;

    const char* name() const override { return "bzip2"; }
    bool canBegin(char byte) const override { return byte == 'B'; }
    void beginMember() override
    {
        BZ2_bzDecompressEnd(&m_stream);
        init();
    }

    Outcome unpack(std::string_view& in, std::span<char>& out) override
    {
        m_stream.next_in = const_cast<char*>(in.data()); // the library does not write to its input
        m_stream.avail_in = static_cast<unsigned>(in.size());
        m_stream.next_out = out.data();
        m_stream.avail_out = static_cast<unsigned>(out.size());
        const int result = BZ2_bzDecompress(&m_stream);
        in = in.substr(in.size() - m_stream.avail_in);
        out = out.last(m_stream.avail_out);
        if (result == BZ_MEM_ERROR)
            throw std::bad_alloc();
        if (result == BZ_STREAM_END)
            return Outcome::member_end;
        return result == BZ_OK ? Outcome::more : Outcome::corrupt;
    }

private:
    void init()
    {
        m_stream = {};
        if (BZ2_bzDecompressInit(&m_stream, 0, 0) != BZ_OK)
            throw std::bad_alloc();
    }

    bz_stream m_stream {};
};

} // namespace

// `BZh` alone may begin a text: the size of the blocks and the first block's mark (or that of an empty file) follow.
std::unique_ptr<Codec> bzip2Codec(std::string_view start)
{
    if (!start.starts_with("BZh") || start.size() < 4 || start[3] < '1' || start[3] > '9')
        return nullptr;
    const std::string_view mark = start.substr(4, 6);
    constexpr std::string_view kBlock = "\x31\x41\x59\x26\x53\x59", kEnd = "\x17\x72\x45\x38\x50\x90";
    const bool known = kBlock.starts_with(mark) || kEnd.starts_with(mark); // also where the file ends within it
    return known ? std::make_unique<Bzip2Codec>() : nullptr;
}

} // namespace fullscope::import
