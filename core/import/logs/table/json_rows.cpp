// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/table/json_rows.h"

#include "core/base/text.h"
#include "core/import/logs/table/plain_json.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace fullscope::import {

namespace {

// Python writes bare NaN, Infinity and -Infinity, which JSON does not know: made texts.
std::string withQuotedTokens(std::string_view text)
{
    std::string result;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted && c == '\\' && i + 1 < text.size()) {
            result.append(text.substr(i++, 2));
            continue;
        }
        quoted = quoted != (c == '"');
        std::string_view token;
        if (!quoted)
            for (const std::string_view known : {"-Infinity", "Infinity", "NaN"})
                if (token.empty() && text.substr(i).starts_with(known))
                    token = known;
        if (token.empty()) {
            result += c;
            continue;
        }
        result.append("\"").append(token).append("\"");
        i += token.size() - 1;
    }
    return result;
}

} // namespace

// Receives the parser's calls.
class JsonLine::Handler {
public:
    Handler(JsonLine& line, Row& row)
        : m_line(line)
        , m_row(row)
    {
    }

    bool isObject() const { return m_is_object; }

    bool null() { return m_arrays > 0 || !m_names.empty(); }
    bool boolean(bool value) { return add(Cell::Kind::text, 0, value ? "true" : "false"); }
    bool number_integer(std::int64_t value)
    {
        return value > -kExact ? add(Cell::Kind::number, static_cast<double>(value))
                               : add(Cell::Kind::number, static_cast<double>(value), std::to_string(value));
    }
    bool number_unsigned(std::uint64_t value)
    {
        return value < static_cast<std::uint64_t>(kExact)
            ? add(Cell::Kind::number, static_cast<double>(value))
            : add(Cell::Kind::number, static_cast<double>(value), std::to_string(value));
    }
    bool number_float(double value, std::string_view text) { return add(Cell::Kind::number, value, text); }
    bool string(std::string_view value) { return add(Cell::Kind::text, 0, value); }
    bool binary(const std::vector<std::uint8_t>&) { return true; } // no such thing in JSON text
    bool start_object(std::size_t)
    {
        if (m_arrays > 0)
            return true;
        m_is_object = true;
        m_prefixes.push_back(m_names.empty() || (m_names.size() == 1 && m_names.back() == m_line.m_root)
                ? std::string()
                : m_names.back() + "/");
        m_names.emplace_back();
        return m_prefixes.size() <= kDeepest;
    }
    bool end_object()
    {
        if (m_arrays > 0)
            return true;
        m_prefixes.pop_back();
        m_names.pop_back();
        return true;
    }
    bool start_array(std::size_t)
    {
        if (m_names.empty())
            return false;
        if (m_arrays == 0)
            add(Cell::Kind::other, 0, "[…]");
        ++m_arrays;
        return true;
    }
    bool end_array()
    {
        --m_arrays;
        return true;
    }
    bool key(std::string_view value)
    {
        if (m_arrays == 0)
            m_names.back().assign(m_prefixes.back()).append(value);
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const std::exception&) { return false; }

private:
    static constexpr std::size_t kDeepest = 32;
    static constexpr std::int64_t kExact = std::int64_t {1} << 53; // a double holds every whole number below

    bool add(Cell::Kind kind, double number, std::string_view text = {})
    {
        if (m_names.empty())
            return false; // a value alone is no row
        if (m_arrays > 0)
            return true;
        const std::string_view trimmed = base::trimmed(text);
        if (kind == Cell::Kind::text && isAbsent(trimmed))
            return true;
        const int column = columnOf(m_names.back());
        if (column < 0) {
            m_line.m_too_many = true;
            return true;
        }
        const std::size_t i = m_row.cells.size();
        if (m_line.m_texts.size() <= i)
            m_line.m_texts.resize(i + 1);
        m_line.m_texts[i].assign(trimmed);
        m_row.cells.push_back({.column = column, .kind = kind, .number = number});
        return true;
    }

    int columnOf(const std::string& name)
    {
        auto& order = m_line.m_order;
        const std::size_t i = m_row.cells.size();
        if (i < order.size() && m_line.m_names.name(order[i]) == name)
            return order[i];
        const int column = m_line.m_names.idOf(name);
        if (i >= order.size())
            order.resize(i + 1, 0);
        if (column >= 0)
            order[i] = column;
        return column;
    }

    JsonLine& m_line;
    Row& m_row;
    std::vector<std::string> m_prefixes; // of each open object
    std::vector<std::string> m_names; // the key that each open object is at
    int m_arrays = 0; // open ones
    bool m_is_object = false;
};

bool JsonLine::parse(std::string_view text, Row& row)
{
    row.cells.clear();
    if (Handler plain(*this, row); PlainJson(text, plain).read())
        return true;
    row.cells.clear();
    Handler handler(*this, row);
    try {
        return nlohmann::json::sax_parse(text.begin(), text.end(), &handler) && handler.isObject();
    } catch (const nlohmann::json::exception&) { // a number that no double can hold
        return false;
    }
}

bool JsonLine::read(std::string_view text, Row& row)
{
    bool read = parse(text, row);
    if (!read && (text.find("NaN") != std::string_view::npos || text.find("Infinity") != std::string_view::npos)) {
        m_buffer = withQuotedTokens(text);
        read = parse(m_buffer, row);
    }
    for (std::size_t i = 0; i < row.cells.size(); ++i)
        row.cells[i].text = m_texts[i]; // now that they no longer move
    return read;
}

JsonRows::JsonRows(TextSource& source, evidence::Sink& sink, ColumnNames& names, std::string_view root, Start start)
    : m_sink(sink)
    , m_texts(start == Start::brace ? JsonTexts::ofLines(source) : std::make_unique<JsonTexts>(source))
    , m_json(names, root)
    , m_start(start)
{
}

base::Result<bool> JsonRows::next(Row& row)
{
    row.cells.clear();
    row.header_line = 0;
    FS_TRY_VALUE(more, m_texts->next());
    if (!more) {
        if (auto others = m_texts->otherLists())
            m_sink.problem(*std::move(others));
        return false;
    }
    row.line = m_texts->line();
    std::string_view text = m_texts->text();
    if (const auto fault = m_texts->fault()) {
        problem(*fault, row.line, text, *fault == base::Code::line_too_long ? "" : "JSON object");
        return true;
    }
    if (m_start == Start::brace)
        text.remove_prefix(std::min(text.find("{\""), text.size()));
    if (!text.empty() && !read(text, row))
        problem(m_texts->unreadable(), row.line, text, "JSON object");
    return true;
}

bool JsonRows::read(std::string_view text, Row& row)
{
    const bool read = m_json.read(text, row);
    if (m_json.tooManyColumns() && !std::exchange(m_too_many_told, true))
        m_sink.problem({.handling = base::Handling::value_dropped,
            .what = {.code = base::Code::out_of_range,
                .line = row.line,
                .found = "> " + std::to_string(ColumnNames::kMost),
                .expected = std::to_string(ColumnNames::kMost)}});
    if (!read)
        row.cells.clear();
    return read;
}

void JsonRows::problem(base::Code code, std::int64_t line, std::string_view found, const char* expected)
{
    m_sink.problem({.severity = base::Severity::warning,
        .handling = base::Handling::row_skipped,
        .what = {.code = code, .line = line, .found = base::excerpt(found), .expected = expected}});
}

} // namespace fullscope::import
