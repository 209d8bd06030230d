// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/csv.h"

#include "core/base/text.h"
#include "core/import/source/csv_scan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <optional>

namespace fullscope::import {

namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);
constexpr std::size_t kFill = 256 << 10; // text to have at hand before a record is looked for

bool isLineEnd(char c)
{
    return c == '\n' || c == '\r';
}

// Separator of a header line: the most frequent candidate outside quotes, the comma when there is none.
char separatorOf(std::string_view line)
{
    constexpr std::array<char, 3> kCandidates {',', ';', '\t'};
    std::array<int, kCandidates.size()> counts {};
    bool quoted = false;
    for (const char c : line) {
        if (c == '"')
            quoted = !quoted;
        for (std::size_t i = 0; i < kCandidates.size(); ++i)
            counts[i] += !quoted && c == kCandidates[i] ? 1 : 0;
    }
    return kCandidates[static_cast<std::size_t>(std::max_element(counts.begin(), counts.end()) - counts.begin())];
}

// Spelling by which columns are compared: lower case, without white space.
std::string columnKey(std::string_view name)
{
    std::string key = base::toLower(name);
    std::erase_if(key, [](unsigned char c) { return std::isspace(c) != 0; });
    return key;
}

} // namespace

struct CsvReader::State {
    enum class Found { record, unclosed, too_long, more_needed, end };
    enum class In { plain, quoted, quote_seen }; // quote_seen: after a quote that closes the field or is doubled

    explicit State(TextSource& text)
        : source(text)
    {
    }

    void fill();
    Found scan();
    // Steps of scan() at the structural character `at`; true when it ends the record.
    bool atPlain(std::size_t at);
    bool atQuoted(std::size_t at);
    bool atQuoteSeen(std::size_t at);
    Found scanEnd();
    void pushField(std::size_t end);
    bool endRecord(std::size_t at);
    void skipLine();
    void unescape();
    bool isBlank() const;
    base::Result<bool> next();
    base::Error error(base::Code code) const;

    TextSource& source;
    char separator = ',';
    std::vector<std::string> header;
    std::vector<std::string> keys; // columnKey of each

    // Text not yet delivered is [begin, end) of the buffer, followed by kScanWidth bytes that may be read.
    std::vector<char> buffer;
    std::size_t begin = 0, end = 0;
    bool at_end = false;
    std::optional<base::Error> read_error;

    // The record being scanned.
    std::vector<std::string_view> fields;
    std::vector<std::size_t> escaped; // fields that hold doubled quotes
    In in = In::plain;
    Found found = Found::more_needed;
    std::size_t field_begin = 0;
    std::size_t quote_at = kNone;
    std::size_t first_line_end = kNone; // within quotes
    bool has_doubled = false;
    std::int64_t lines_inside = 0;
    std::size_t record_end = 0; // behind its line end

    std::int64_t line = 0; // of the record delivered last
    std::int64_t lines_read = 0;
    bool had_end = true;
};

base::Error CsvReader::State::error(base::Code code) const
{
    return {.code = code, .file = source.file().path, .line = line};
}

// Moves what is left to the front and reads on, to twice what was left at least: a record is then scanned again only
// so often that all scans together stay linear.
void CsvReader::State::fill()
{
    const std::size_t left = end - begin;
    if (begin > 0) {
        std::copy(buffer.begin() + static_cast<std::ptrdiff_t>(begin),
            buffer.begin() + static_cast<std::ptrdiff_t>(end), buffer.begin());
        begin = 0;
        end = left;
    }
    const std::size_t wanted = std::max(kFill, 2 * left);
    while (end < wanted && !at_end) {
        base::Result<std::string_view> block = source.block();
        if (!block.ok() || block->empty()) {
            at_end = true;
            if (!block.ok())
                read_error = std::move(block.error());
            break;
        }
        if (buffer.size() < end + block->size() + kScanWidth)
            buffer.resize(std::max(wanted, end + block->size()) + kScanWidth);
        std::copy(block->begin(), block->end(), buffer.begin() + static_cast<std::ptrdiff_t>(end));
        end += block->size();
    }
    if (buffer.size() < end + kScanWidth)
        buffer.resize(end + kScanWidth);
}

void CsvReader::State::pushField(std::size_t fieldEnd)
{
    if (has_doubled)
        escaped.push_back(fields.size());
    fields.emplace_back(buffer.data() + field_begin, fieldEnd - field_begin);
    has_doubled = false;
    in = In::plain;
}

// A record ends at the line end `at`; a `\r` at the edge of the text may have its `\n` in the next block.
bool CsvReader::State::endRecord(std::size_t at)
{
    if (buffer[at] == '\r' && at + 1 == end && !at_end) {
        found = Found::more_needed;
        return true;
    }
    record_end = at + 1 + (buffer[at] == '\r' && at + 1 < end && buffer[at + 1] == '\n' ? 1 : 0);
    found = record_end - begin > kMaxRecord ? Found::too_long : Found::record;
    had_end = true;
    return true;
}

bool CsvReader::State::atPlain(std::size_t at)
{
    const char c = buffer[at];
    if (c == '"') {
        if (at == field_begin)
            in = In::quoted;
        return false; // a quote inside an unquoted field is text
    }
    pushField(at);
    field_begin = at + 1;
    return c == separator ? false : endRecord(at);
}

bool CsvReader::State::atQuoted(std::size_t at)
{
    const char c = buffer[at];
    if (isLineEnd(c)) {
        lines_inside += c == '\n' && buffer[at - 1] == '\r' ? 0 : 1;
        first_line_end = std::min(first_line_end, at);
    }
    if (first_line_end != kNone && at - field_begin > kMaxField) {
        found = Found::unclosed;
        return true;
    }
    if (c == '"') {
        in = In::quote_seen;
        quote_at = at;
    }
    return false;
}

bool CsvReader::State::atQuoteSeen(std::size_t at)
{
    if (at != quote_at + 1) { // text after what should have been the closing quote
        if (first_line_end != kNone) {
            found = Found::unclosed;
            return true;
        }
        in = In::plain;
        has_doubled = false;
        return atPlain(at);
    }
    if (buffer[at] == '"') {
        has_doubled = true;
        in = In::quoted;
        return false;
    }
    ++field_begin;
    pushField(quote_at);
    first_line_end = kNone;
    field_begin = at + 1;
    return buffer[at] == separator ? false : endRecord(at);
}

// The text ran out within the record.
CsvReader::State::Found CsvReader::State::scanEnd()
{
    if (in == In::quoted && first_line_end != kNone && end - field_begin > kMaxField)
        return Found::unclosed;
    if (end - begin > kMaxRecord)
        return Found::too_long;
    if (!at_end)
        return Found::more_needed;
    if (begin == end)
        return Found::end;
    if (in == In::quoted)
        return Found::unclosed;
    if (in == In::quote_seen && quote_at + 1 == end) {
        ++field_begin;
        pushField(quote_at);
    } else if (in == In::quote_seen && first_line_end != kNone) {
        return Found::unclosed;
    } else {
        has_doubled = false; // text after a closing quote: the field is taken as it stands
        pushField(end);
    }
    record_end = end;
    had_end = false;
    return Found::record;
}

CsvReader::State::Found CsvReader::State::scan()
{
    fields.clear();
    escaped.clear();
    in = In::plain;
    field_begin = begin;
    first_line_end = kNone;
    has_doubled = false;
    lines_inside = 0;
    for (std::size_t block = begin; block < end; block += kScanWidth) {
        std::uint64_t mask = structuralMask(buffer.data() + block, separator);
        if (end - block < kScanWidth)
            mask &= (std::uint64_t {1} << (end - block)) - 1;
        for (; mask != 0; mask &= mask - 1) {
            const std::size_t at = block + static_cast<std::size_t>(std::countr_zero(mask));
            const bool ended = in == In::plain ? atPlain(at) : in == In::quoted ? atQuoted(at) : atQuoteSeen(at);
            if (ended)
                return found;
        }
    }
    return scanEnd();
}

// Takes doubled quotes out of the fields of a complete record, in place.
void CsvReader::State::unescape()
{
    for (const std::size_t index : escaped) {
        char* const text = buffer.data() + (fields[index].data() - buffer.data());
        std::size_t kept = 0;
        for (std::size_t i = 0; i < fields[index].size(); ++i) {
            text[kept++] = text[i];
            if (text[i] == '"')
                ++i; // its twin
        }
        fields[index] = {text, kept};
    }
}

bool CsvReader::State::isBlank() const
{
    return fields.size() == 1 && base::trimmed(fields.front()).empty() && lines_inside == 0;
}

// Ends a record that makes no sense at its first line end, so that no more than that line is lost.
void CsvReader::State::skipLine()
{
    fields.clear();
    had_end = true;
    ++lines_read;
    const auto firstLineEnd = [this] {
        const auto from = buffer.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto to = buffer.begin() + static_cast<std::ptrdiff_t>(end);
        return static_cast<std::size_t>(std::find_if(from, to, isLineEnd) - buffer.begin());
    };
    for (begin = firstLineEnd(); begin == end && !at_end; begin = firstLineEnd())
        fill();
    if (begin + 1 == end && buffer[begin] == '\r' && !at_end)
        fill();
    if (begin < end)
        begin += buffer[begin] == '\r' && begin + 1 < end && buffer[begin + 1] == '\n' ? 2 : 1;
}

base::Result<bool> CsvReader::State::next()
{
    for (;;) {
        const Found what = scan();
        if (what == Found::more_needed) {
            fill();
            continue;
        }
        if (what == Found::end) {
            if (!read_error)
                return false;
            base::Error readError = std::move(*read_error);
            read_error.reset();
            return readError;
        }
        line = lines_read + 1;
        if (what != Found::record) {
            skipLine();
            return error(what == Found::unclosed ? base::Code::quote_unclosed : base::Code::line_too_long);
        }
        lines_read += lines_inside + 1;
        begin = record_end;
        if (isBlank())
            continue;
        unescape();
        return true;
    }
}

CsvReader::CsvReader(TextSource& source)
    : m_state(std::make_unique<State>(source))
{
}

CsvReader::~CsvReader() = default;

base::Status CsvReader::readHeader()
{
    State& s = *m_state;
    std::size_t from = 0, to = 0;
    do { // the first line that is not blank, whole if it ends within kMaxRecord
        s.fill();
        const std::string_view text(s.buffer.data(), s.end);
        from = std::min(text.find_first_not_of(" \t\r\n"), text.size());
        to = std::min(text.find_first_of("\r\n", from), text.size());
    } while (to == s.end && !s.at_end && s.end <= kMaxRecord);
    s.separator = separatorOf({s.buffer.data() + from, to - from});

    FS_TRY_VALUE(any, s.next());
    if (!any)
        return s.error(base::Code::file_empty);
    s.header.assign(s.fields.begin(), s.fields.end());
    for (const std::string& name : s.header)
        s.keys.push_back(columnKey(name));
    return {};
}

const std::vector<std::string>& CsvReader::header() const
{
    return m_state->header;
}

char CsvReader::separator() const
{
    return m_state->separator;
}

int CsvReader::column(std::string_view name) const
{
    const auto& keys = m_state->keys;
    const auto at = std::find(keys.begin(), keys.end(), columnKey(name));
    return at == keys.end() ? -1 : static_cast<int>(at - keys.begin());
}

base::Result<bool> CsvReader::next()
{
    return m_state->next();
}

const std::vector<std::string_view>& CsvReader::fields() const
{
    return m_state->fields;
}

std::string_view CsvReader::field(int column) const
{
    const auto& fields = m_state->fields;
    const auto index = static_cast<std::size_t>(column);
    return column < 0 || index >= fields.size() ? std::string_view {} : fields[index];
}

std::int64_t CsvReader::line() const
{
    return m_state->line;
}

std::int64_t CsvReader::linesRead() const
{
    return m_state->lines_read;
}

bool CsvReader::cut() const
{
    const State& s = *m_state;
    return !s.had_end && (s.read_error.has_value() || s.fields.size() < s.header.size());
}

} // namespace fullscope::import
