// SPDX-License-Identifier: GPL-3.0-or-later
// Records within JSON, wherever they stand: alone, in an array, in the list of an answer, or document after document
// as a loop in a shell appends them. One is held at a time.
#pragma once

#include "core/evidence/sink.h"
#include "core/import/importer.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace fullscope::import {

using IsJsonRecord = bool (*)(const nlohmann::json& object);
using TakeJsonRecord = std::function<base::Status(const nlohmann::json& record, std::int64_t line)>;

// Text that is no JSON ends the reading and is told; records before it were taken.
base::Status readJsonRecords(
    TextSource& source, evidence::Sink& sink, const base::JobContext& job, IsJsonRecord is, const TakeJsonRecord& take);

// For detection: the text begins as JSON does, and has the key, with this value where one is given.
bool startsAsJson(std::string_view text);
bool hasJsonKey(std::string_view text, std::string_view key, std::string_view value = {});

// --- members of a record; what is missing or of another kind is the empty one
const nlohmann::json& member(const nlohmann::json& object, const char* key);
std::string textOf(const nlohmann::json& object, const char* key);
std::optional<std::int64_t> countOf(const nlohmann::json& object, const char* key); // also of a number in quotes
// ISO text, or seconds or (from 1e11 on) milliseconds since 1970. What is no time is told and dropped.
std::int64_t timeOf(const nlohmann::json& object, const char* key, std::int64_t line, evidence::Sink& sink);

} // namespace fullscope::import
