// SPDX-License-Identifier: GPL-3.0-or-later
// What the columns of a table of nvidia-smi are: by the header, or, where there is none, by what the cells show.
#pragma once

#include "core/import/telemetry/reading_writer.h"

#include <string_view>
#include <vector>

namespace fullscope::import {

// `97 %` → 97 and `%`. No number: `[N/A]`, `P0`, a name.
struct SmiCell {
    double value = evidence::kNotLogged;
    std::string_view unit;
};
SmiCell smiCell(std::string_view text);
bool isSmiAbsent(std::string_view text); // `[N/A]`, `[Not Supported]`, `N/A`, empty

// `utilization.gpu [%]` → `utilization.gpu` and `%`.
struct SmiName {
    std::string_view field, unit;
};
SmiName smiName(std::string_view heading);

class SmiColumns {
public:
    explicit SmiColumns(ReadingWriter& writer)
        : m_writer(writer)
    {
    }

    void setHeader(const std::vector<std::string_view>& header, std::int64_t line);
    // Without a header: from the first row. What had to be taken for something is told.
    void setByCells(const std::vector<std::string_view>& row, std::int64_t line);
    // Most of the cells are names of fields.
    static bool isHeader(const std::vector<std::string_view>& row);

    std::size_t size() const { return m_columns.size(); }
    bool hasTime() const { return m_time >= 0; }
    std::string_view time(const std::vector<std::string_view>& row) const;
    // Empty id: no column says which device it is.
    evidence::Device device(const std::vector<std::string_view>& row) const;
    void read(const std::vector<std::string_view>& row, evidence::Reading& reading);

private:
    struct Column {
        std::string name; // the file's own
        std::string field; // of nvidia-smi; the same unless it had to be assumed
        std::string unit; // as last read
        int series = -1; // -1 = no reading
        bool is_reading = false, text_told = false;
        ReadingMeaning meaning {};
    };
    void clear(std::size_t columns);
    void addReading(Column& column, std::string_view field, std::string_view unit);
    void declare(std::int64_t line);
    void assumed(const Column& column, const char* field, std::int64_t line);
    bool scaleFor(Column& column, std::string_view unit) const;
    void readCell(Column& column, std::string_view text, evidence::Reading& reading);

    ReadingWriter& m_writer;
    std::vector<Column> m_columns;
    int m_time = -1, m_model = -1;
    std::vector<int> m_ids; // best first
};

} // namespace fullscope::import
