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

class CsvReader {
public:
    explicit CsvReader(TextSource& source);
    ~CsvReader();
    CsvReader(const CsvReader&) = delete;
    CsvReader& operator=(const CsvReader&) = delete;

    // Reads the header (first line that is not blank). Error file_empty when there is none.
    base::Status readHeader();
    const std::vector<std::string>& header() const;
    // Index of a column, matched without case and white space; -1 = none.
    int column(std::string_view name) const;

    // Next record; blank lines are passed over. False at the end. Fields are valid until the next call. A quote that is
    // never closed ends at the next line end after `kMaxField` bytes, with the error quote_unclosed for that record
    // (reading can go on). Read errors are returned once; everything before was delivered.
    base::Result<bool> next();
    const std::vector<std::string_view>& fields() const;
    std::string_view field(int column) const; // empty for -1 and for columns beyond a short record
    std::int64_t line() const; // first physical line of the record
    std::int64_t linesRead() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace fullscope::import
