// SPDX-License-Identifier: GPL-3.0-or-later
// Streaming gzip by zlib: any number of members one after another (rotating loggers append them), zero padding at the
// end allowed (tapes and some object stores add it).
#pragma once

#include "core/import/source/stored_bytes.h"

#include <memory>
#include <string_view>

namespace fullscope::import {

class Gunzip {
public:
    static bool isGzip(std::string_view start); // by magic number

    Gunzip(StoredBytes& bytes, std::string_view first);
    ~Gunzip();
    Gunzip(const Gunzip&) = delete;
    Gunzip& operator=(const Gunzip&) = delete;

    // The next piece of plain bytes, valid until the next call; empty at the end. Errors: read_failed,
    // compressed_truncated, compressed_corrupt, each after everything before it was delivered.
    base::Result<std::string_view> next();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace fullscope::import
