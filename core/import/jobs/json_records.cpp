// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/jobs/json_records.h"

#include "core/base/text.h"
#include "core/import/logs/json_chars.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace fullscope::import {

namespace {

using nlohmann::json;

constexpr std::uint64_t kLongestRecord = 64 << 20; // stored bytes without a record in them

// Builds the document and hands each record on when it is whole; it is then forgotten.
class RecordBuilder {
public:
    RecordBuilder(const JsonChars& chars, evidence::Sink& sink, IsJsonRecord is, const TakeJsonRecord& take)
        : m_chars(chars)
        , m_sink(sink)
        , m_is(is)
        , m_take(take)
    {
    }

    const base::Status& status() const { return m_status; }
    std::int64_t taken() const { return m_taken; }
    bool failed() const { return m_failed; }

    // --- called by nlohmann::json::sax_parse; false ends the parse
    bool null() { return add(nullptr); }
    bool boolean(bool value) { return add(value); }
    bool number_integer(std::int64_t value) { return add(value); }
    bool number_unsigned(std::uint64_t value) { return add(value); }
    bool number_float(double value, const std::string&) { return add(value); }
    bool string(std::string& value) { return add(std::move(value)); }
    bool binary(std::vector<std::uint8_t>&) { return true; } // no such thing in JSON text
    bool start_object(std::size_t) { return open(json::object()); }
    bool end_object();
    bool start_array(std::size_t) { return open(json::array()); }
    bool end_array();
    bool key(std::string& value)
    {
        m_key = std::move(value);
        return true;
    }
    bool parse_error(std::size_t position, const std::string& token, const std::exception& error);

private:
    struct Open {
        json* value;
        std::int64_t line;
        std::string key; // in its parent
    };

    json* place(json value);
    bool add(json value)
    {
        place(std::move(value));
        return true;
    }
    bool open(json value);
    void forget(const Open& closed);

    const JsonChars& m_chars;
    evidence::Sink& m_sink;
    const IsJsonRecord m_is;
    const TakeJsonRecord& m_take;
    json m_root;
    std::vector<Open> m_open;
    std::string m_key;
    std::int64_t m_taken = 0;
    base::Status m_status;
    bool m_failed = false;
};

json* RecordBuilder::place(json value)
{
    if (m_open.empty()) {
        m_root = std::move(value);
        return &m_root;
    }
    json& parent = *m_open.back().value;
    if (parent.is_array()) {
        parent.push_back(std::move(value));
        return &parent.back();
    }
    return &(parent[m_key] = std::move(value));
}

bool RecordBuilder::open(json value)
{
    std::string key = m_key;
    json* placed = place(std::move(value));
    m_open.push_back({placed, m_chars.line(), std::move(key)});
    return true;
}

bool RecordBuilder::end_object()
{
    const Open closed = std::move(m_open.back());
    m_open.pop_back();
    if (!m_is(*closed.value))
        return true;
    ++m_taken;
    m_status = m_take(*closed.value, closed.line);
    forget(closed);
    return m_status.ok();
}

bool RecordBuilder::end_array()
{
    m_open.pop_back();
    return true;
}

void RecordBuilder::forget(const Open& closed)
{
    if (m_open.empty()) {
        m_root = nullptr;
        return;
    }
    json& parent = *m_open.back().value;
    if (parent.is_array())
        parent.erase(parent.size() - 1);
    else
        parent.erase(closed.key);
}

bool RecordBuilder::parse_error(std::size_t, const std::string& token, const std::exception&)
{
    m_failed = true;
    if (m_chars.error()) // the text ended early, for a reason that is reported itself
        return false;
    m_sink.problem({.severity = base::Severity::error,
        .handling = base::Handling::stopped,
        .what
        = {.code = base::Code::bad_json, .line = m_chars.line(), .found = base::excerpt(token), .expected = "JSON"}});
    return false;
}

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

} // namespace

base::Status readJsonRecords(
    TextSource& source, evidence::Sink& sink, const base::JobContext& job, IsJsonRecord is, const TakeJsonRecord& take)
{
    std::uint64_t last_record = 0; // bytes of the source when one was last taken
    const TakeJsonRecord taken = [&](const json& record, std::int64_t line) {
        last_record = source.bytesDone();
        return take(record, line);
    };
    JsonChars chars(source, [&]() -> base::Status {
        job.report({source.file().path, source.bytesDone(), source.bytesTotal()});
        if (source.bytesDone() > last_record + kLongestRecord)
            return base::Error {.code = base::Code::line_too_long, .file = source.file().path};
        return job.check();
    });
    for (;;) {
        JsonChars::Iterator at = chars.begin();
        while (!(at == JsonChars::end()) && (isSpace(*at) || *at == ','))
            ++at;
        if (at == JsonChars::end())
            break;
        RecordBuilder builder(chars, sink, is, taken);
        bool whole = false;
        try {
            whole = json::sax_parse(at, JsonChars::end(), &builder, json::input_format_t::json, false);
        } catch (const json::exception&) {
            return base::Error {.code = base::Code::bad_json, .file = source.file().path, .line = chars.line()};
        }
        FS_TRY(base::Status(builder.status()));
        if (!whole || builder.failed())
            break;
    }
    return chars.error() ? base::Status(*chars.error()) : base::Status();
}

bool startsAsJson(std::string_view text)
{
    text = base::trimmed(text.substr(0, 4096));
    return text.starts_with('{') || text.starts_with('[');
}

bool hasJsonKey(std::string_view text, std::string_view key, std::string_view value)
{
    const std::string quoted = "\"" + std::string(key) + "\"";
    for (std::size_t at = text.find(quoted); at != std::string_view::npos; at = text.find(quoted, at + 1)) {
        std::string_view rest = base::trimmed(text.substr(at + quoted.size(), 256));
        if (!rest.starts_with(':'))
            continue;
        rest = base::trimmed(rest.substr(1));
        if (value.empty() || rest.starts_with("\"" + std::string(value) + "\""))
            return true;
    }
    return false;
}

const json& member(const json& object, const char* key)
{
    static const json kNone;
    if (!object.is_object())
        return kNone;
    const auto found = object.find(key);
    return found == object.end() ? kNone : *found;
}

std::string textOf(const json& object, const char* key)
{
    const auto* text = member(object, key).get_ptr<const std::string*>();
    return text ? base::excerpt(*text, 200) : std::string();
}

std::optional<std::int64_t> countOf(const json& object, const char* key)
{
    constexpr double kMost = 1e15;
    const json& value = member(object, key);
    double number = evidence::kNotLogged;
    if (value.is_number())
        number = value.get<double>();
    else if (const auto* text = value.get_ptr<const std::string*>())
        if (const auto parsed = base::parseInt(base::trimmed(*text)))
            number = static_cast<double>(*parsed);
    if (!(number >= 0 && number <= kMost) || std::floor(number) != number)
        return std::nullopt;
    return static_cast<std::int64_t>(number);
}

std::int64_t timeOf(const json& object, const char* key, std::int64_t line, evidence::Sink& sink)
{
    constexpr double kMilliseconds = 1e11, kLatest = 1e14;
    const json& value = member(object, key);
    if (value.is_null())
        return base::kNoTime;
    if (value.is_number()) {
        const double number = value.get<double>();
        if (number > 0 && number < kLatest)
            return std::llround(number * (number < kMilliseconds ? 1e6 : 1e3));
        if (number == 0)
            return base::kNoTime;
    }
    const auto* text = value.get_ptr<const std::string*>();
    if (text != nullptr)
        if (const auto parsed = base::parseIso(*text); parsed.ok() && parsed->zone_known)
            return parsed->instant.us;
    sink.problem({.handling = base::Handling::value_dropped,
        .what = {.code = base::Code::bad_time,
            .line = line,
            .field = key,
            .found = base::excerpt(text ? *text : value.dump(-1, ' ', false, json::error_handler_t::replace)),
            .expected = "2022-04-20T00:14:09Z"}});
    return base::kNoTime;
}

} // namespace fullscope::import
