// SPDX-License-Identifier: GPL-3.0-or-later
// A Megatron record: ` iteration 5/ 100 | key: value | key: value |`, or with `=` and `_` as the branch of Argonne
// writes it. Fields are read by name, wherever they stand.
#pragma once

#include "core/evidence/sink.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::import {

struct RecordHeader {
    std::size_t begin = 0; // of `iteration` in the text
    std::size_t fields = 0; // after the first bar
    std::int64_t step = 0, total_steps = 0;
};

// The next `iteration N/ M |` of `text` at or after `from`.
std::optional<RecordHeader> findRecord(std::string_view text, std::size_t from = 0);
// Whether `text` holds the words that name the time of a step, as every record does.
bool namesStepTime(std::string_view text);

// Reads the fields of records into the series of a run. A field costs a comparison with the name that stood in its
// place in the last record; names are looked up only when that fails.
class RecordReader {
public:
    explicit RecordReader(evidence::Sink& sink)
        : m_sink(sink)
    {
    }

    struct Outcome {
        std::size_t end = 0; // after the last bar; what follows is no part of the record
        int fields = 0; // between bars
        bool understood = false; // has a value of a standard series
        // as written
        double loss = evidence::kNotLogged, global_batch = evidence::kNotLogged, seq_len = evidence::kNotLogged;
        std::uint64_t fingerprint = 0; // of all values: equal when the same record is printed again
    };
    // Fills `values` (cleared first) from the fields at `from`.
    Outcome read(std::string_view text, std::size_t from, std::vector<double>& values);
    // Values of the record read last that are not as they should be, without line.
    std::vector<base::Problem>& problems() { return m_problems; }

private:
    struct Column {
        std::string key; // as written
        int series = -1; // -1 = beyond the limit of series
        int average = -1; // second series, of the form `now/average`
        double scale = 1; // to the unit of the series
        bool standard = false;
        double Outcome::*watched = nullptr; // where the parser wants it too
    };

    const Column* columnNamed(std::string_view key, std::string_view value, const std::vector<double>& values);
    Column newColumn(std::string_view key, bool isPair, const std::vector<double>& values);
    static double Outcome::*watchedOf(std::string_view series);
    int declare(const evidence::SeriesInfo& info);
    bool readExpected(std::string_view text, Outcome& outcome, std::vector<double>& values);
    bool readField(std::string_view field, Outcome& outcome, std::vector<double>& values);
    void readValue(const Column& column, std::string_view text, Outcome& outcome, std::vector<double>& values);
    void accept(const Column& column, double value, Outcome& outcome, std::vector<double>& values);
    void put(int series, double value, const Column& column, std::vector<double>& values);
    void report(
        base::Code code, base::Handling handling, std::string_view field, std::string_view found, const char* expected);

    evidence::Sink& m_sink;
    std::vector<Column> m_columns; // in the order in which records have them
    std::size_t m_next = 0; // the column that is expected next
    std::size_t m_series = 0; // greatest index declared + 1
    std::vector<base::Problem> m_problems;
};

} // namespace fullscope::import
