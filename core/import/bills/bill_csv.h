// SPDX-License-Identifier: GPL-3.0-or-later
// What every bill in CSV needs: columns by name, records that can be used, values with their faults reported.
#pragma once

#include "core/base/decimal.h"
#include "core/base/job.h"
#include "core/evidence/sink.h"
#include "core/import/source/date_reader.h"
#include "core/import/source/csv.h"

#include <initializer_list>
#include <optional>
#include <span>

namespace fullscope::import {

class BillCsv {
public:
    using Names = std::initializer_list<std::string_view>;
    // By what names of columns are the same: lower case without white space, unless the format says otherwise.
    using Spelling = std::string (*)(std::string_view name);

    // `emptyWords`: spellings of an empty field ("NULL"), compared without case.
    BillCsv(TextSource& source, evidence::Sink& sink, const base::JobContext& job,
        std::span<const std::string_view> emptyWords, Spelling spelling = columnKey);

    base::Status readHeader();
    // The same where lines of notes may stand in front: the first line, of a few, that has `column`.
    base::Status readHeader(std::string_view column);
    const std::vector<std::string>& header() const { return m_csv.header(); }
    const std::vector<std::string>& names() const { return m_names; } // the header as `spelling` has it
    // Index of the first of `names` (spellings of one column) that the header has; -1 = none. Two columns of that name
    // are a problem: the first counts.
    int column(Names names);
    // The same for a column without which nothing is right: column_missing when the header has none of the names.
    // A short record that does not reach it is skipped.
    base::Result<int> neededColumn(Names names);

    // Columns whose names begin with `prefix`, in any case, and the rest of their names: tags.
    std::vector<std::pair<int, std::string>> columnsUnder(std::string_view prefix) const;
    // Records that end before the last column are whole: nothing is said of them.
    void allowShortRows() { m_short_rows = true; }

    // Next record that can be used. Those that cannot (cut, a quote not closed, too short for the needed columns, more
    // values than the header has columns) are reported and passed over, as is a repeated header.
    base::Result<bool> next();
    // All of them: `take` is called for each, and its Status ends the reading.
    template <typename Take>
    base::Status eachRecord(const Take& take)
    {
        for (;;) {
            FS_TRY_VALUE(more, next());
            if (!more)
                return {};
            FS_TRY(take());
        }
    }
    const CsvReader& record() const { return m_csv; }

    // Trimmed; empty where the field says that it is empty.
    std::string_view text(int column) const;
    // Absent when empty; bad_number. A file of decimal commas (`;` between fields) is read as such from its first
    // comma.
    base::Result<std::optional<base::Decimal>> decimal(int column);
    // kNoTime when empty; bad_time.
    base::Result<std::int64_t> time(int column);
    // time() for one that the row can do without: a fault is a warning, the time is absent.
    std::int64_t optionalTime(int column);

    // A problem of the current record. `what` is completed with file, line and the column's name.
    void report(base::Severity severity, base::Handling handling, base::Error what, int column);
    // A problem of the whole file, without a line.
    void reportFile(base::Severity severity, base::Error what, int column);
    // A problem that ends the record: the caller goes on with the next one.
    void skipRow(base::Error what, int column)
    {
        report(base::Severity::error, base::Handling::row_skipped, std::move(what), column);
    }
    // decimal() for a value that the row can do without: a fault is reported with `severity`, the value is absent.
    std::optional<base::Decimal> optionalDecimal(int column, base::Severity severity);

    // time() for one that the row cannot do without: absent when the row is skipped.
    std::optional<std::int64_t> neededTime(int column);
    // Charge and billing period of `row`. False when the row is skipped: its charge period is not readable.
    struct PeriodColumns {
        int charge_start, charge_end, billing_start, billing_end;
    };
    bool readPeriods(const PeriodColumns& columns, evidence::BillRow& row);
    // Says once that the bill is not final: an invoice id is still empty. Nothing when there is no such column.
    void checkFinal(int invoiceColumn);
    bool isFinal() const { return m_final; } // as far as it was read

private:
    bool isUsable();
    base::Result<base::Decimal> parse(std::string_view text);

    TextSource& m_source;
    evidence::Sink& m_sink;
    const base::JobContext& m_job;
    std::span<const std::string_view> m_empty_words;
    Spelling m_spelling;
    CsvReader m_csv;
    std::vector<std::string> m_names;
    DateReader m_dates;
    bool m_dates_reported = false;
    bool m_final = true;
    bool m_short_rows = false;
    enum class DecimalMark { unknown, point, comma } m_mark = DecimalMark::unknown;
    int m_last_needed = -1; // greatest index of a needed column
    std::uint64_t m_records = 0;
};

} // namespace fullscope::import
