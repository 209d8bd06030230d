// SPDX-License-Identifier: GPL-3.0-or-later
// One way of compression, piece by piece: a library behind three calls. Decompressor does everything around them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace fullscope::import {

class Codec {
public:
    enum class Outcome { more, member_end, corrupt };

    virtual ~Codec() = default;

    virtual const char* name() const = 0; // as in SourceFile::compression
    // Whether a further member (gzip's word; zstd: frame, bzip2 and xz: stream) can begin with this byte.
    virtual bool canBegin(char byte) const = 0;
    virtual void beginMember() = 0;
    // Takes from the front of `in`, fills the front of `out`; both become what is left of them. `in` is empty
    // only when the call before filled `out`, which is never empty.
    virtual Outcome unpack(std::string_view& in, std::span<char>& out) = 0;
    // What the library says of the corruption; may be empty.
    virtual std::string reason() const { return {}; }
};

// By magic number; null for a file that begins otherwise. `start` is its first bytes, 16 or more if it has them.
std::unique_ptr<Codec> codecOf(std::string_view start);

// Each null when `start` is not its own.
std::unique_ptr<Codec> gzipCodec(std::string_view start);
std::unique_ptr<Codec> zstdCodec(std::string_view start);
std::unique_ptr<Codec> bzip2Codec(std::string_view start);
std::unique_ptr<Codec> xzCodec(std::string_view start);

} // namespace fullscope::import
