// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/csv.h"

#include "core/base/text.h"
#include "core/import/source/csv_record.h"
#include "core/import/source/csv_scan.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace fullscope::import {

namespace {

constexpr std::size_t kFill = 256 << 10; // text to have at hand before a record is looked for

} // namespace

std::string columnKey(std::string_view name)
{
    std::string key = base::toLower(name);
    std::erase_if(key, [](unsigned char c) { return std::isspace(c) != 0; });
    return key;
}

char csvSeparator(std::string_view header)
{
    constexpr std::array<char, 3> kCandidates {',', ';', '\t'};
    std::array<int, kCandidates.size()> counts {};
    bool quoted = false;
    for (const char c : header) {
        if (c == '"')
            quoted = !quoted;
        for (std::size_t i = 0; i < kCandidates.size(); ++i)
            counts[i] += !quoted && c == kCandidates[i] ? 1 : 0;
    }
    return kCandidates[static_cast<std::size_t>(std::max_element(counts.begin(), counts.end()) - counts.begin())];
}

struct CsvReader::State {
    using Found = CsvRecord::Found;

    explicit State(TextSource& text)
        : source(text)
    {
    }

    void fill();
    void skipLine();
    bool isBlank() const;
    base::Result<bool> next();
    base::Error error(base::Code code) const;

    TextSource& source;
    std::vector<std::string> header;
    std::vector<std::string> keys; // columnKey of each

    // Text not yet delivered is [begin, end) of the buffer, followed by kScanWidth bytes that may be read.
    std::vector<char> buffer;
    std::size_t begin = 0, end = 0;
    bool at_end = false;
    std::optional<base::Error> read_error;

    CsvRecord record;
    std::int64_t line = 0; // of the record delivered last
    std::int64_t lines_read = 0;
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

bool CsvReader::State::isBlank() const
{
    return record.fields.size() == 1 && base::trimmed(record.fields.front()).empty() && record.lines_inside == 0;
}

// Ends a record that makes no sense at its first line end, so that no more than that line is lost.
void CsvReader::State::skipLine()
{
    record.fields.clear();
    ++lines_read;
    const auto firstLineEnd = [this] {
        const auto from = buffer.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto to = buffer.begin() + static_cast<std::ptrdiff_t>(end);
        return static_cast<std::size_t>(std::find_if(from, to, isCsvLineEnd) - buffer.begin());
    };
    for (begin = firstLineEnd(); begin == end && !at_end; begin = firstLineEnd())
        fill();
    record.had_end = begin < end;
    if (begin + 1 == end && buffer[begin] == '\r' && !at_end)
        fill();
    if (begin < end)
        begin += buffer[begin] == '\r' && begin + 1 < end && buffer[begin + 1] == '\n' ? 2 : 1;
}

base::Result<bool> CsvReader::State::next()
{
    for (;;) {
        const Found what = record.scan(buffer.data(), begin, end, at_end);
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
        lines_read += record.lines_inside + 1;
        begin = record.end;
        if (isBlank())
            continue;
        record.unescape();
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
    s.record.separator = csvSeparator({s.buffer.data() + from, to - from});

    FS_TRY_VALUE(any, s.next());
    if (!any)
        return s.error(base::Code::file_empty);
    s.header.assign(s.record.fields.begin(), s.record.fields.end());
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
    return m_state->record.separator;
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
    return m_state->record.fields;
}

std::string_view CsvReader::field(int column) const
{
    const auto& fields = m_state->record.fields;
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

bool CsvReader::hadEnd() const
{
    return m_state->record.had_end;
}

bool CsvReader::cut() const
{
    const State& s = *m_state;
    return !s.record.had_end && (s.read_error.has_value() || s.record.fields.size() < s.header.size());
}

} // namespace fullscope::import
