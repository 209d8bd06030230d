// SPDX-License-Identifier: GPL-3.0-or-later
// Streaming decompression: any number of members one after another (rotating loggers append them, parallel compressors
// write them), zero padding at the end allowed (tapes and some object stores add it).
#pragma once

#include "core/import/source/codec.h"
#include "core/import/source/stored_bytes.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace fullscope::import {

class Decompressor {
public:
    // `first` is the first piece of `bytes`, by which the codec was chosen.
    Decompressor(std::unique_ptr<Codec> codec, StoredBytes& bytes, std::string_view first);

    const char* name() const { return m_codec->name(); }

    // The next piece of plain bytes, valid until the next call; empty at the end. Errors: read_failed,
    // compressed_truncated, compressed_corrupt, each after everything before it was delivered.
    base::Result<std::string_view> next();

private:
    void refill();
    void betweenMembers();
    void fail(base::Error error);

    std::unique_ptr<Codec> m_codec;
    StoredBytes& m_bytes;
    std::string_view m_input;
    std::vector<char> m_output;
    bool m_in_member = true;
    bool m_holds = false; // the codec may have more output than it had room for
    bool m_ended = false;
    std::optional<base::Error> m_pending; // found after the output that is being delivered
};

} // namespace fullscope::import
