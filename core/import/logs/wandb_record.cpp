// SPDX-License-Identifier: GPL-3.0-or-later
// Field numbers: wandb_internal.proto. "Persistent on disk data (BE CAREFUL)" it says there: they do not change.
#include "core/import/logs/wandb_record.h"

#include "core/import/source/wire_reader.h"

namespace fullscope::import {

namespace {

using Kind = WandbRecord::Kind;
using Type = WireReader::Type;

Kind kindOf(std::uint32_t field)
{
    switch (field) {
    case 2:
        return Kind::history;
    case 3:
        return Kind::summary;
    case 4:
    case 13: // raw, by newer writers
        return Kind::output;
    case 5:
        return Kind::config;
    case 7:
        return Kind::stats;
    case 12:
        return Kind::metric;
    case 17:
        return Kind::run;
    case 18:
        return Kind::exit;
    default:
        return Kind::other;
    }
}

std::int64_t readTimestamp(std::string_view message)
{
    constexpr std::int64_t kLatest = 253'402'300'800; // the year 10000
    std::int64_t seconds = 0, nanoseconds = 0;
    WireReader fields(message);
    while (fields.next()) {
        if (fields.is(1, Type::varint))
            seconds = fields.integer();
        else if (fields.is(2, Type::varint))
            nanoseconds = fields.integer();
    }
    const bool good = seconds > 0 && seconds < kLatest && nanoseconds >= 0 && nanoseconds < 1'000'000'000;
    return good ? seconds * base::kSecondUs + nanoseconds / 1000 : base::kNoTime;
}

bool readItem(std::string_view message, WandbRecord& record)
{
    WandbItem& item = record.items.emplace_back();
    std::string nested;
    WireReader fields(message);
    while (fields.next()) {
        if (fields.is(1, Type::bytes))
            item.key = fields.bytes();
        else if (fields.is(2, Type::bytes))
            nested.append(nested.empty() ? "" : ".").append(fields.bytes());
        else if (fields.is(16, Type::bytes))
            item.json = fields.bytes();
    }
    if (item.key.empty())
        item.key = std::move(nested);
    return fields.ok();
}

// History, summary and config are lists of items under field 1, stats under field 3.
bool readItems(std::string_view message, std::uint32_t itemField, WandbRecord& record)
{
    WireReader fields(message);
    bool good = true;
    while (good && fields.next()) {
        if (fields.is(itemField, Type::bytes)) {
            good = readItem(fields.bytes(), record);
        } else if (record.kind == Kind::stats && fields.is(2, Type::bytes)) {
            record.time_us = readTimestamp(fields.bytes());
        } else if (record.kind == Kind::history && fields.is(2, Type::bytes)) {
            WireReader step(fields.bytes());
            record.step = 0;
            while (step.next())
                if (step.is(1, Type::varint))
                    record.step = step.integer();
        }
    }
    return good && fields.ok();
}

bool readRun(std::string_view message, WandbRecord& record)
{
    WireReader fields(message);
    bool good = true;
    while (good && fields.next()) {
        if (fields.is(1, Type::bytes))
            record.run_id = fields.bytes();
        else if (fields.is(4, Type::bytes))
            good = readItems(fields.bytes(), 1, record);
        else if (fields.is(14, Type::varint))
            record.starting_step = fields.integer();
        else if (fields.is(17, Type::bytes))
            record.time_us = readTimestamp(fields.bytes());
        else if (fields.is(18, Type::varint))
            record.resumed = fields.number() != 0;
    }
    return good && fields.ok();
}

bool readRest(std::string_view message, WandbRecord& record)
{
    WireReader fields(message);
    while (fields.next()) {
        if (record.kind == Kind::output && fields.is(2, Type::bytes))
            record.time_us = readTimestamp(fields.bytes());
        else if (record.kind == Kind::output && fields.is(3, Type::bytes))
            record.text = fields.bytes();
        else if (record.kind == Kind::metric && fields.is(4, Type::bytes))
            record.text = fields.bytes();
        else if (record.kind == Kind::exit && fields.is(1, Type::varint))
            record.exit_code = fields.integer();
        else if (record.kind == Kind::exit && fields.is(2, Type::varint))
            record.runtime_s = fields.integer();
    }
    return fields.ok();
}

bool readContent(std::string_view message, WandbRecord& record)
{
    switch (record.kind) {
    case Kind::history:
    case Kind::summary:
    case Kind::config:
        return readItems(message, 1, record);
    case Kind::stats:
        return readItems(message, 3, record);
    case Kind::run:
        return readRun(message, record);
    case Kind::output:
    case Kind::metric:
    case Kind::exit:
        return readRest(message, record);
    case Kind::other:
        break;
    }
    return true;
}

} // namespace

bool readWandbRecord(std::string_view message, WandbRecord& record)
{
    record = {.items = std::move(record.items)};
    record.items.clear();
    WireReader fields(message);
    while (fields.next()) {
        if (fields.type() != Type::bytes || kindOf(fields.field()) == Kind::other)
            continue;
        record.kind = kindOf(fields.field());
        if (!readContent(fields.bytes(), record))
            return false;
    }
    return fields.ok();
}

} // namespace fullscope::import
