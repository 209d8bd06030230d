// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/checksums.h"

#include "core/import/logs/wandb_records.h"
#include "core/import/source/crc32c.h"
#include "tests/core/import/wire_writer.h"

#include <algorithm>

namespace fullscope::fuzz {

using import::littleEndian;
using import::testing::bytesOf;

std::string withTfChecksums(std::string_view bytes)
{
    constexpr std::size_t kHead = 12, kEnd = 4;
    const auto crc = [](std::string_view of) { return bytesOf(import::maskedCrc(import::crc32c(of)), 4); };
    std::string mended;
    while (bytes.size() >= kHead + kEnd) {
        const std::size_t room = bytes.size() - kHead - kEnd;
        const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(littleEndian(bytes, 8), room));
        const std::string length = bytesOf(size, 8);
        const std::string_view data = bytes.substr(kHead, size);
        mended.append(length).append(crc(length)).append(data).append(crc(data));
        bytes.remove_prefix(kHead + size + kEnd);
    }
    return mended.append(bytes);
}

// Within the first block: inputs are small.
std::string withWandbChecksums(std::string_view bytes)
{
    constexpr std::size_t kHead = import::WandbRecords::kHead;
    std::string mended(bytes.substr(0, kHead));
    bytes.remove_prefix(mended.size());
    while (bytes.size() >= kHead) {
        const std::size_t room = bytes.size() - kHead;
        const std::size_t size = std::min(static_cast<std::size_t>(littleEndian(bytes.substr(4), 2)), room);
        const std::string_view checked = bytes.substr(kHead - 1, 1 + size); // the type and the data
        const auto crc = ::crc32(0, reinterpret_cast<const Bytef*>(checked.data()), static_cast<uInt>(checked.size()));
        mended.append(bytesOf(crc, 4)).append(bytesOf(size, 2)).append(checked);
        bytes.remove_prefix(kHead + size);
    }
    return mended.append(bytes);
}

} // namespace fullscope::fuzz
