// SPDX-License-Identifier: GPL-3.0-or-later
// One named value of a row, and how its text is read.
#pragma once

#include "core/base/utc.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fullscope::import {

struct Cell {
    enum class Kind { number, text, other };

    int column = 0; // of ColumnNames
    Kind kind = Kind::text;
    double number = 0; // of Kind::number
    std::string_view text {}; // as written (whole numbers of JSON below 2^53: empty); of Kind::other what stands for it
};

// Absent values (empty cells, null, N/A) have no cell.
struct Row {
    std::int64_t line = 0;
    std::int64_t header_line = 0; // of a header that stands between the row before and this one; 0 = none
    std::vector<Cell> cells;
};

bool isAbsent(std::string_view text); // "", "null", "None", "N/A", "-" …

// Names of columns as they come up, numbered.
class ColumnNames {
public:
    static constexpr int kMost = 5000; // a file with a new name in each line must not fill the memory

    int idOf(std::string_view name); // -1 = there are kMost already
    int find(std::string_view name) const; // -1 = not seen
    const std::string& name(int column) const { return m_names[static_cast<std::size_t>(column)]; }
    int size() const { return static_cast<int>(m_names.size()); }

private:
    std::vector<std::string> m_names;
    std::unordered_map<std::string, int> m_ids;
};

// Reads numbers as people and programs write them: `1e-3`, `NaN`, `6,785`, `0,21`, `38.4%`. Whether a comma is the
// decimal mark is decided for the whole file, from texts that can only be read in one way.
class NumberReader {
public:
    // `ambiguous`: what `1,234` is cannot be told (between semicolons), unless another text tells it.
    explicit NumberReader(bool ambiguous)
        : m_ambiguous(ambiguous)
    {
    }

    void learn(std::string_view text);
    std::optional<double> read(std::string_view text);

private:
    enum class Mark { unknown, point, comma };

    const bool m_ambiguous;
    Mark m_mark = Mark::unknown;
    std::string m_buffer;
};

// How the times of a column are written. slashed: `13/4/2025 08:00` (DateReader).
enum class TimeShape { none, iso, slashed, seconds, milliseconds, microseconds, nanoseconds };

// By magnitude: seconds since 1970 of the years 2001 to 2096, or what is a thousand times that.
TimeShape timeShape(double number);
// kNoTime when it is outside these years.
std::int64_t epochTime(double number, TimeShape shape);

} // namespace fullscope::import
