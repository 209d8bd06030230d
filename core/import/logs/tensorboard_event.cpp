// SPDX-License-Identifier: GPL-3.0-or-later
// Field numbers: event.proto, summary.proto, tensor.proto, tensor_shape.proto and types.proto of TensorBoard.
#include "core/import/logs/tensorboard_event.h"

#include "core/import/source/byte_reader.h"
#include "core/import/source/wire_reader.h"

#include <bit>
#include <cmath>
#include <limits>
#include <optional>

namespace fullscope::import {

namespace {

using Type = WireReader::Type;

enum DataType : std::uint64_t { float32 = 1, float64 = 2, int32 = 3, int64 = 9, bfloat16 = 14, float16 = 19 };

double fromHalf(std::uint64_t bits)
{
    const auto exponent = static_cast<int>(bits >> 10U & 0x1FU);
    const auto fraction = static_cast<int>(bits & 0x3FFU);
    double value = 0;
    if (exponent == 0)
        value = std::ldexp(fraction, -24);
    else if (exponent == 31)
        value = fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    else
        value = std::ldexp(fraction + 1024, exponent - 25);
    return (bits & 0x8000U) != 0 ? -value : value;
}

double toNumber(std::uint64_t bits, std::uint64_t type)
{
    switch (type) {
    case float64:
        return std::bit_cast<double>(bits);
    case float32:
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case bfloat16:
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits & 0xFFFFU) << 16U);
    case float16:
        return fromHalf(bits);
    case int32:
        return static_cast<std::int32_t>(bits);
    default:
        return static_cast<double>(static_cast<std::int64_t>(bits));
    }
}

std::size_t sizeOf(std::uint64_t type)
{
    switch (type) {
    case float64:
    case int64:
        return 8;
    case float32:
    case int32:
        return 4;
    case bfloat16:
    case float16:
        return 2;
    default:
        return 0;
    }
}

// The field of TensorProto that holds the values of this type one by one.
std::uint32_t listField(std::uint64_t type)
{
    switch (type) {
    case float32:
        return 5;
    case float64:
        return 6;
    case int32:
        return 7;
    case int64:
        return 10;
    default:
        return 13; // the half ones, as integers
    }
}

// Whether a tensor of this shape has exactly one element. No dimension at all is a scalar.
bool isSingle(std::string_view shape)
{
    WireReader dims(shape);
    while (dims.next()) {
        if (!dims.is(2, Type::bytes))
            continue;
        std::uint64_t size = 0;
        WireReader dim(dims.bytes());
        while (dim.next())
            if (dim.is(1, Type::varint))
                size = dim.number();
        if (size != 1)
            return false;
    }
    return dims.ok();
}

// The bits of the first number of a list, which writers pack or do not.
std::optional<std::uint64_t> firstBits(const WireReader& list, std::uint64_t type)
{
    if (list.type() != Type::bytes)
        return list.number();
    const std::size_t size = type == float32 ? 4 : type == float64 ? 8 : 0;
    std::string_view packed = list.bytes();
    std::uint64_t bits = 0;
    if (size == 0)
        return WireReader::takeVarint(packed, bits) ? std::optional(bits) : std::nullopt;
    return packed.size() < size ? std::nullopt : std::optional(littleEndian(packed, size));
}

std::optional<double> scalarOf(std::string_view tensor)
{
    std::uint64_t type = 0;
    std::string_view shape, content;
    WireReader fields(tensor);
    while (fields.next()) {
        if (fields.is(1, Type::varint))
            type = fields.number();
        else if (fields.is(2, Type::bytes))
            shape = fields.bytes();
        else if (fields.is(4, Type::bytes))
            content = fields.bytes();
    }
    const std::size_t size = sizeOf(type);
    if (!fields.ok() || size == 0 || !isSingle(shape))
        return std::nullopt;
    if (!content.empty())
        return content.size() == size ? std::optional(toNumber(littleEndian(content, size), type)) : std::nullopt;
    WireReader again(tensor);
    while (again.next())
        if (again.field() == listField(type))
            if (const auto bits = firstBits(again, type))
                return toNumber(*bits, type);
    return 0; // a writer that compresses leaves zeros out; the format says so
}

std::string_view pluginOf(std::string_view metadata)
{
    std::string_view name;
    WireReader fields(metadata);
    while (fields.next()) {
        if (!fields.is(1, Type::bytes))
            continue;
        WireReader plugin(fields.bytes());
        while (plugin.next())
            if (plugin.is(1, Type::bytes))
                name = plugin.bytes();
    }
    return name;
}

bool readValue(std::string_view message, TensorboardEvent& event)
{
    std::string_view tag, plugin;
    std::optional<double> value;
    bool isTensor = false;
    WireReader fields(message);
    while (fields.next()) {
        if (fields.is(1, Type::bytes)) {
            tag = fields.bytes();
        } else if (fields.is(2, Type::fixed32)) {
            value = fields.real();
        } else if (fields.is(8, Type::bytes)) {
            value = scalarOf(fields.bytes());
            isTensor = true;
        } else if (fields.is(9, Type::bytes)) {
            plugin = pluginOf(fields.bytes());
        }
    }
    if (value && isTensor && !plugin.empty() && plugin != "scalars")
        event.others.push_back(tag);
    else if (value)
        event.scalars.push_back({tag, *value});
    return fields.ok();
}

bool readSummary(std::string_view message, TensorboardEvent& event)
{
    WireReader fields(message);
    bool good = true;
    while (good && fields.next())
        if (fields.is(1, Type::bytes))
            good = readValue(fields.bytes(), event);
    return good && fields.ok();
}

void readSession(std::string_view message, TensorboardEvent& event)
{
    WireReader fields(message);
    while (fields.next()) {
        if (fields.is(1, Type::varint) && fields.number() <= 3)
            event.session = static_cast<TensorboardEvent::Session>(fields.number());
        else if (fields.is(2, Type::bytes))
            event.checkpoint_path = fields.bytes();
    }
}

constexpr std::uint32_t kSummary = 5;

} // namespace

bool readTensorboardEvent(std::string_view message, TensorboardEvent& event)
{
    event.wall_time = 0;
    event.step = 0;
    event.file_version = {};
    event.session = TensorboardEvent::Session::none;
    event.checkpoint_path = {};
    event.scalars.clear();
    event.others.clear();
    WireReader fields(message);
    bool good = true;
    while (good && fields.next()) {
        if (fields.is(1, Type::fixed64))
            event.wall_time = fields.real();
        else if (fields.is(2, Type::varint))
            event.step = fields.integer();
        else if (fields.is(3, Type::bytes))
            event.file_version = fields.bytes();
        else if (fields.is(kSummary, Type::bytes))
            good = readSummary(fields.bytes(), event);
        else if (fields.is(7, Type::bytes))
            readSession(fields.bytes(), event);
    }
    return good && fields.ok();
}

bool mayHoldScalars(std::string_view start)
{
    // The long field is the last of its message here: its key is read, its length points beyond `start`.
    for (;;) {
        std::uint64_t key = 0, number = 0;
        if (!WireReader::takeVarint(start, key))
            return true;
        const auto field = static_cast<std::uint32_t>(key >> 3U);
        if (field == kSummary)
            return true;
        std::size_t size = 0;
        if ((key & 7U) == 1)
            size = 8;
        else if ((key & 7U) == 5)
            size = 4;
        else if (!WireReader::takeVarint(start, number))
            return true;
        else if ((key & 7U) == 2 && number > start.size())
            return false; // a graph, a log message, run metadata
        else if ((key & 7U) == 2)
            size = static_cast<std::size_t>(number);
        if (size > start.size())
            return true;
        start.remove_prefix(size);
    }
}

} // namespace fullscope::import
