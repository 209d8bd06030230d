// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a log of JSON objects: one a line, or laid out in another way (source/json_objects.h).
#pragma once

#include "core/evidence/sink.h"
#include "core/import/logs/table/cell.h"
#include "core/import/source/json_texts.h"

#include <memory>

namespace fullscope::import {

// Takes one object apart: members of objects within it are named `outer/inner`, an array is one cell that is no number.
class JsonLine {
public:
    // `root`: the member of that name is an object whose members are named without it.
    explicit JsonLine(ColumnNames& names, std::string_view root = {})
        : m_names(names)
        , m_root(root)
    {
    }

    // False when `text` is no JSON object. The texts of `row` are valid until the next call.
    bool read(std::string_view text, Row& row);
    bool tooManyColumns() const { return m_too_many; }

private:
    class Handler;

    bool parse(std::string_view text, Row& row);

    ColumnNames& m_names;
    const std::string m_root;
    std::vector<int> m_order; // columns of the line before, which the next one mostly repeats
    std::vector<std::string> m_texts; // of the row, reused
    std::string m_buffer;
    bool m_too_many = false;
};

class JsonRows {
public:
    enum class Start { line, brace }; // where in a line the object begins; before a brace there may be a log's prefix

    JsonRows(TextSource& source, evidence::Sink& sink, ColumnNames& names, std::string_view root, Start start);

    // As CsvRows::next.
    base::Result<bool> next(Row& row);

private:
    bool read(std::string_view text, Row& row);
    void problem(base::Code code, std::int64_t line, std::string_view found, const char* expected = "");

    evidence::Sink& m_sink;
    std::unique_ptr<JsonTexts> m_texts;
    JsonLine m_json;
    const Start m_start;
    bool m_too_many_told = false;
};

} // namespace fullscope::import
