// SPDX-License-Identifier: GPL-3.0-or-later
// Writes protocol buffers, TFRecord files and W&B logs from the descriptions of these formats; shares nothing with the
// readers, also not the checksums.
#pragma once

#include <zlib.h>

#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace fullscope::import::testing {

inline std::string bytesOf(std::uint64_t number, int size)
{
    std::string bytes;
    for (int i = 0; i < size; ++i)
        bytes += static_cast<char>(number >> 8 * i & 0xFF);
    return bytes;
}

inline std::string varint(std::uint64_t number)
{
    std::string bytes;
    for (; number >= 0x80; number >>= 7)
        bytes += static_cast<char>((number & 0x7F) | 0x80);
    return bytes + static_cast<char>(number);
}

inline std::string integerField(int field, std::int64_t value)
{
    return varint(static_cast<std::uint64_t>(field) << 3) + varint(static_cast<std::uint64_t>(value));
}

inline std::string bytesField(int field, const std::string& value)
{
    return varint(static_cast<std::uint64_t>(field) << 3 | 2) + varint(value.size()) + value;
}

inline std::string doubleField(int field, double value)
{
    return varint(static_cast<std::uint64_t>(field) << 3 | 1) + bytesOf(std::bit_cast<std::uint64_t>(value), 8);
}

inline std::string floatField(int field, float value)
{
    return varint(static_cast<std::uint64_t>(field) << 3 | 5) + bytesOf(std::bit_cast<std::uint32_t>(value), 4);
}

// --- TensorBoard

// Bit by bit, by the definition in RFC 3720.
inline std::uint32_t bitwiseCrc32c(const std::string& bytes)
{
    std::uint32_t crc = 0xFFFFFFFF;
    for (const char c : bytes) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc & 1) != 0 ? crc >> 1 ^ 0x82F63B78 : crc >> 1;
    }
    return ~crc;
}

inline std::string tfCrc(const std::string& bytes)
{
    const std::uint32_t crc = bitwiseCrc32c(bytes);
    return bytesOf(static_cast<std::uint32_t>((crc >> 15 | crc << 17) + 0xa282ead8), 4);
}

inline std::string tfRecord(const std::string& data)
{
    const std::string length = bytesOf(data.size(), 8);
    return length + tfCrc(length) + data + tfCrc(data);
}

inline std::string tfEvent(double wall_time, std::int64_t step, const std::string& what)
{
    return doubleField(1, wall_time) + (step == 0 ? "" : integerField(2, step)) + what;
}

inline std::string tfVersion(double wall_time)
{
    return tfRecord(tfEvent(wall_time, 0, bytesField(3, "brain.Event:2")));
}

inline std::string tfValue(const std::string& tag, float value)
{
    return bytesField(1, bytesField(1, tag) + floatField(2, value));
}

inline std::string tfTensor(const std::string& tag, const std::string& tensor, const std::string& plugin = "scalars")
{
    const std::string metadata = plugin.empty() ? "" : bytesField(9, bytesField(1, bytesField(1, plugin)));
    return bytesField(1, bytesField(1, tag) + bytesField(8, tensor) + metadata);
}

// A record with the values of one summary.
inline std::string tfSummary(double wall_time, std::int64_t step, const std::string& values)
{
    return tfRecord(tfEvent(wall_time, step, bytesField(5, values)));
}

inline std::string tfScalar(double wall_time, std::int64_t step, const std::string& tag, float value)
{
    return tfSummary(wall_time, step, tfValue(tag, value));
}

// --- W&B

class WandbWriter {
public:
    std::string bytes = std::string(":W&B\xE1\xBE", 6) + '\0';

    void add(const std::string& record)
    {
        std::size_t done = 0;
        bool first = true;
        do {
            std::size_t room = kBlock - bytes.size() % kBlock;
            if (room < kHead) {
                bytes.append(room, '\0');
                room = kBlock;
            }
            const std::size_t size = std::min(record.size() - done, room - kHead);
            const bool last = done + size == record.size();
            chunk(first && last ? 1 : first ? 2 : last ? 4 : 3, record.substr(done, size));
            done += size;
            first = false;
        } while (done < record.size());
    }

private:
    static constexpr std::size_t kBlock = 32768, kHead = 7;

    void chunk(int type, const std::string& data)
    {
        const std::string checked = static_cast<char>(type) + data;
        const auto crc = ::crc32(0, reinterpret_cast<const Bytef*>(checked.data()), static_cast<uInt>(checked.size()));
        bytes += bytesOf(crc, 4) + bytesOf(data.size(), 2) + checked;
    }
};

using Pairs = std::vector<std::pair<std::string, std::string>>; // key and JSON

// `nested`: under nested_key as new versions write it, else under key.
inline std::string wandbHistory(const Pairs& pairs, bool nested = true)
{
    std::string items;
    for (const auto& [key, json] : pairs)
        items += bytesField(1, bytesField(nested ? 2 : 1, key) + bytesField(16, json));
    return bytesField(2, items);
}

inline std::string wandbTimestamp(std::int64_t seconds, std::int64_t nanoseconds = 0)
{
    return integerField(1, seconds) + integerField(2, nanoseconds);
}

inline std::string wandbStats(std::int64_t seconds, const Pairs& pairs)
{
    std::string stats = bytesField(2, wandbTimestamp(seconds));
    for (const auto& [key, json] : pairs)
        stats += bytesField(3, bytesField(1, key) + bytesField(16, json));
    return bytesField(7, stats);
}

inline std::string wandbConfig(const Pairs& pairs)
{
    std::string items;
    for (const auto& [key, json] : pairs)
        items += bytesField(1, bytesField(1, key) + bytesField(16, json));
    return items;
}

} // namespace fullscope::import::testing
