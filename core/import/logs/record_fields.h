// SPDX-License-Identifier: GPL-3.0-or-later
// Records whose fields a tool prints with their names. Fields are read by name, wherever they stand; what the reader
// does not know becomes a series under the log's own name.
#pragma once

#include "core/import/logs/console.h"
#include "core/import/logs/quantity.h"

#include <string_view>
#include <vector>

namespace fullscope::import {

struct KnownField {
    std::string_view key; // as the tool writes it
    evidence::SeriesInfo series;
    double scale
        = 1; // to the unit of the series, from the unit that the log writes (ms and GiB are s and bytes already)
};

class RecordFields {
public:
    RecordFields(Console& console, const std::vector<KnownField>& known);

    // --- reading a record of `line`, which it keeps a view of
    void start(std::string_view line);
    // `value`: a view of the line from the value on. What is neither a number nor `n/a` is passed over when the key is
    // none of the known ones, else reported.
    void add(std::string_view key, std::string_view value);
    // `loss: 12.2  memory: 27.22GiB(28.65%)`, `loss:1.57 lr:2e-06`: up to the first word that is none of these.
    void readWords(std::size_t from);
    // `time 110.63ms, mfu 2%`, `seconds: 1, loss: 2`, `a: 1 | b: 2 | 3 ms`: fields between commas and bars. The key of
    // a number without one is what follows it.
    void readList(std::size_t from);
    bool has(std::string_view key) const;
    // The value read for a known key, in the unit of its series; NaN when there is none.
    double value(std::string_view key) const;
    void remove(std::string_view key); // what the tool prints for "not measured"
    bool isRounded() const { return m_rounded; } // had a value such as 1.05M

    // --- delivering it
    // Begins, puts and keeps the record when it is whole, else says that it is cut; then the rest of the line.
    base::Status keep(std::int64_t step, std::size_t begin, const char* expected);
    bool isWhole() const;
    base::Status keepRest(); // what follows the last field

private:
    struct Known {
        KnownField field;
        Column column;
    };
    struct Field {
        std::string_view key;
        Known* known = nullptr; // null: a series of its own
        std::string_view text; // of the value
        Quantity quantity {};
        enum { number, absent, damaged } state = number;
        bool open = false; // the line may have gone on within it
    };

    Known* knownOf(std::string_view key);
    void put(const Field& field);
    std::string_view rest() const { return m_line.substr(m_end); }

    Console& m_console;
    std::vector<Known> m_known;
    std::string_view m_line;
    std::size_t m_end = 0; // of the last field in the line
    std::vector<Field> m_fields;
    std::size_t m_expected = 0; // fields of the last whole record
    bool m_rounded = false;
};

} // namespace fullscope::import
