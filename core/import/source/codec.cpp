// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/codec.h"

namespace fullscope::import {

std::unique_ptr<Codec> codecOf(std::string_view start)
{
    for (const auto make : {gzipCodec, zstdCodec, bzip2Codec, xzCodec})
        if (auto codec = make(start))
            return codec;
    return nullptr;
}

} // namespace fullscope::import
