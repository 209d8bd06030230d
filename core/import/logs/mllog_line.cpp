// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/mllog_line.h"

#include "core/base/text.h"
#include "core/import/logs/field_text.h"

#include <nlohmann/json.hpp>

#include <array>

namespace fullscope::import {

namespace {

using evidence::EventKind;

constexpr std::string_view kLine = ":::MLLOG ", kOldLine = ":::MLL ", kSystem = ":::SYSJSON ";

struct Renamed {
    std::string_view key;
    const char* name;
};

constexpr std::array kFacts {
    Renamed {"global_batch_size", "global_batch"},
    Renamed {"max_sequence_length", "seq_len"},
};

constexpr std::array kSystemFacts {
    Renamed {"number_of_nodes", "nodes"},
    Renamed {"accelerators_per_node", "accelerators_per_node"},
    Renamed {"accelerator_model_name", "device"},
    Renamed {"framework", "framework"},
    Renamed {"system_name", "system_name"},
};

std::string textOf(const nlohmann::json& value)
{
    if (value.is_string())
        return base::excerpt(value.get<std::string>());
    return value.is_number() || value.is_boolean() ? value.dump() : std::string();
}

nlohmann::json objectAt(std::string_view text)
{
    const std::size_t end = text.rfind('}');
    if (!text.starts_with('{') || end == std::string_view::npos)
        return {};
    return nlohmann::json::parse(text.substr(0, end + 1), nullptr, false);
}

std::int64_t microseconds(double value, double scale)
{
    constexpr double kMost = 4e18; // within what fits
    const double us = value * scale;
    return us > 0 && us < kMost ? std::llround(us) : base::kNoTime;
}

// Null where `json` is no object or has no such member.
const nlohmann::json& memberOf(const nlohmann::json& json, const char* name)
{
    static const nlohmann::json none;
    const auto found = json.find(name);
    return found == json.end() ? none : *found;
}

} // namespace

const nlohmann::json& MllogLine::value() const
{
    return memberOf(*object, "value");
}

const nlohmann::json& MllogLine::metadata() const
{
    return memberOf(*object, "metadata");
}

std::optional<double> MllogLine::number(const char* name) const
{
    const nlohmann::json& found = memberOf(metadata(), name);
    return found.is_number() ? std::optional(found.get<double>()) : std::nullopt;
}

bool holdsMllog(std::string_view text)
{
    for (const std::string_view mark : {kLine, kOldLine})
        if (const std::size_t at = text.find(mark); at != std::string_view::npos)
            return text.find('{', at) != std::string_view::npos;
    return false;
}

std::optional<MllogLine> MllogReader::read(std::string_view text)
{
    if (const std::size_t at = text.find(kSystem); at != std::string_view::npos) {
        system(text.substr(at + kSystem.size()));
        return std::nullopt;
    }
    MllogLine line;
    nlohmann::json object;
    if (const std::size_t at = text.find(kLine); at != std::string_view::npos) {
        object = objectAt(text.substr(at + kLine.size()));
        if (object.is_object() && object.contains("time_ms") && object["time_ms"].is_number())
            line.time_us = microseconds(object["time_ms"].get<double>(), 1e3);
        if (object.is_object() && object.contains("key") && object["key"].is_string())
            line.key = object["key"].get<std::string>();
    } else if (const std::size_t old = text.find(kOldLine); old != std::string_view::npos) {
        std::string_view rest = text.substr(old + kOldLine.size());
        if (const auto time = takeNumber(rest))
            line.time_us = microseconds(*time, 1e6);
        line.key = base::trimmed(takeUntil(rest, ":"));
        object = objectAt(base::trimmed(rest));
    } else {
        return std::nullopt;
    }
    if (!object.is_object() || line.key.empty()) {
        m_console.problem({.handling = base::Handling::row_skipped,
            .what = {.code = base::Code::bad_json, .found = base::excerpt(text), .expected = ":::MLLOG {…}"}});
        return std::nullopt;
    }
    line.object = std::make_shared<const nlohmann::json>(std::move(object));
    m_console.facts().addIfUnknown("zone_known", "yes", m_console.lineNumber()); // times count from 1970 in UTC
    return line;
}

std::optional<EventKind> MllogReader::eventOf(const MllogLine& line)
{
    if (line.key == "init_start")
        return EventKind::job_start;
    if (line.key == "run_start")
        return EventKind::train_start;
    if (line.key == "eval_start")
        return EventKind::evaluation_begin;
    if (line.key == "eval_stop")
        return EventKind::evaluation_end;
    if (line.key != "run_stop")
        return std::nullopt;
    return line.metadata().is_object() && line.metadata().value("status", nlohmann::json()) == "aborted"
        ? EventKind::failure
        : EventKind::job_end;
}

base::Status MllogReader::event(const MllogLine& line, EventKind kind)
{
    if (line.key == "init_start")
        m_init_us = line.time_us;
    if (line.key == "run_start")
        m_run_us = line.time_us;
    std::string text = line.key;
    if (line.key == "run_stop") {
        seconds("train_runtime", m_run_us, line.time_us);
        const std::string status
            = line.metadata().is_object() ? textOf(line.metadata().value("status", nlohmann::json())) : std::string();
        if (!status.empty()) {
            m_console.facts().add("mlperf_status", status, m_console.lineNumber());
            text += ": " + status;
        }
    }
    return m_console.event({.kind = kind, .time_us = line.time_us, .text = {}}, text);
}

void MllogReader::fact(const MllogLine& line)
{
    if (line.key == "init_stop")
        seconds("init_seconds", m_init_us, line.time_us);
    // a point that belongs to no moment of training; contacts are nobody's business
    const std::string text = textOf(line.value());
    if (text.empty() || line.key.find("_poc_") != std::string::npos || line.key.starts_with("weights_init"))
        return;
    std::string_view name = line.key;
    for (const Renamed& known : kFacts)
        if (known.key == line.key)
            name = known.name;
    m_console.facts().add(name, text, m_console.lineNumber());
}

void MllogReader::seconds(const char* name, std::int64_t from_us, std::int64_t to_us)
{
    if (from_us != base::kNoTime && to_us != base::kNoTime && to_us >= from_us)
        m_console.facts().add(
            name, base::formatDouble(static_cast<double>(to_us - from_us) / 1e6), m_console.lineNumber());
}

// Every node prints the same.
void MllogReader::system(std::string_view json)
{
    const auto object = objectAt(json);
    if (!object.is_object())
        return;
    const std::int64_t line = m_console.lineNumber();
    const auto whole = [&](const char* key) -> std::int64_t {
        const auto number = base::parseInt(textOf(object.value(key, nlohmann::json())));
        return number.ok() && *number > 0 && *number < 1'000'000 ? *number : 0;
    };
    for (const Renamed& known : kSystemFacts)
        if (std::string text = textOf(object.value(std::string(known.key), nlohmann::json())); !text.empty())
            m_console.facts().addIfUnknown(known.name, std::move(text), line);
    if (const std::int64_t devices = whole("number_of_nodes") * whole("accelerators_per_node"); devices > 0)
        m_console.facts().addIfUnknown("world_size", std::to_string(devices), line);
}

} // namespace fullscope::import
