// SPDX-License-Identifier: GPL-3.0-or-later
// RFC 4180 records from a TextSource, streamed: quoted fields, doubled quotes, line ends within quotes, any line end,
// separator found from the header (`,` `;` tab).
#pragma once

#include "core/base/result.h"
#include "core/import/source/text_source.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::import {

// Separator of a header line: the most frequent candidate outside quotes, the comma when there is none.
char csvSeparator(std::string_view header);

// Spelling by which columns are compared: lower case, without white space.
std::string columnKey(std::string_view name);

class CsvReader {
public:
    // A quoted field may span lines up to this many bytes; memory stays within a small multiple of kMaxRecord.
    static constexpr std::size_t kMaxField = 1 << 20;
    static constexpr std::size_t kMaxRecord = 16 << 20;

    explicit CsvReader(TextSource& source);
    ~CsvReader();
    CsvReader(const CsvReader&) = delete;
    CsvReader& operator=(const CsvReader&) = delete;

    // Reads the header (first line that is not blank). Error file_empty when there is none.
    base::Status readHeader();
    const std::vector<std::string>& header() const;
    char separator() const; // as found from the header
    // Index of a column, matched without case and white space (the first of equal names); -1 = none.
    int column(std::string_view name) const;

    // Next record; blank lines are passed over. False at the end. Fields are valid until the next call.
    // A quote whose field runs over line ends and is not closed properly (within kMaxField) costs one line only: its
    // record ends at its first line end and is returned as the error quote_unclosed, after which reading can go on. A
    // field with text after its closing quote on one line (`"a"b`) is taken as it stands. A record longer than
    // kMaxRecord is the error line_too_long, after which reading can go on too. Read errors are returned once;
    // everything before was delivered.
    base::Result<bool> next();
    const std::vector<std::string_view>& fields() const;
    std::string_view field(int column) const; // empty for -1 and for columns beyond a short record
    std::int64_t line() const; // first physical line of the record, also of one that was an error
    std::int64_t linesRead() const;
    // The text stopped within this record: it has no line end, and there was a read error or fields are missing. Its
    // last field may be part of one.
    bool cut() const;
    bool hadEnd() const; // the record has a line end

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace fullscope::import
