// SPDX-License-Identifier: GPL-3.0-or-later
// Long texts as compressed blobs.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::store {

constexpr std::size_t kLongestText = 1U << 30; // bytes

// One zstd frame that tells its size. out_of_range above kLongestText.
base::Result<std::vector<std::byte>> packedText(std::string_view text);
base::Result<std::string> unpackedText(std::span<const std::byte> blob); // store_corrupt

} // namespace fullscope::store
