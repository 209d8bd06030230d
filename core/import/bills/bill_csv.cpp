// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/bill_csv.h"

#include "core/base/text.h"

#include <algorithm>

namespace fullscope::import {

namespace {

constexpr std::uint64_t kCheckEvery = 1024; // records between looks at the job
constexpr int kLinesOfNotes = 8; // that are looked through for a header

} // namespace

BillCsv::BillCsv(TextSource& source, evidence::Sink& sink, const base::JobContext& job,
    std::span<const std::string_view> emptyWords, Spelling spelling)
    : m_source(source)
    , m_sink(sink)
    , m_job(job)
    , m_empty_words(emptyWords)
    , m_spelling(spelling)
    , m_csv(source)
{
}

base::Status BillCsv::readHeader()
{
    FS_TRY(m_csv.readHeader());
    m_names.clear();
    for (const std::string& name : header())
        m_names.push_back(m_spelling(name));
    return {};
}

base::Status BillCsv::readHeader(std::string_view column)
{
    const std::string wanted = m_spelling(column);
    for (int line = 0; line < kLinesOfNotes; ++line) {
        base::Status read = readHeader();
        if (!read.ok() && line > 0 && read.error().code == base::Code::file_empty)
            break;
        FS_TRY(std::move(read));
        if (std::find(m_names.begin(), m_names.end(), wanted) != m_names.end())
            return {};
    }
    return base::Error {
        .code = base::Code::column_missing, .file = m_source.file().path, .line = 1, .field = std::string(column)};
}

int BillCsv::column(Names names)
{
    for (const std::string_view name : names) {
        const std::string wanted = m_spelling(name);
        const auto found = std::find(m_names.begin(), m_names.end(), wanted);
        if (found == m_names.end())
            continue;
        const int index = static_cast<int>(found - m_names.begin());
        if (const auto count = std::count(found, m_names.end(), wanted); count > 1)
            report(base::Severity::warning, base::Handling::kept,
                {.code = base::Code::name_duplicate, .found = std::to_string(count)}, index);
        return index;
    }
    return -1;
}

base::Result<int> BillCsv::neededColumn(Names names)
{
    const int index = column(names);
    if (index < 0) {
        return base::Error {.code = base::Code::column_missing,
            .file = m_source.file().path,
            .line = m_csv.line(),
            .field = std::string(*names.begin())};
    }
    m_last_needed = std::max(m_last_needed, index);
    return index;
}

std::vector<std::pair<int, std::string>> BillCsv::columnsUnder(std::string_view prefix) const
{
    std::vector<std::pair<int, std::string>> columns;
    for (std::size_t i = 0; i < header().size(); ++i) {
        const std::string_view name = base::trimmed(header()[i]);
        if (name.size() > prefix.size() && base::equalsIgnoreCase(name.substr(0, prefix.size()), prefix))
            columns.emplace_back(static_cast<int>(i), name.substr(prefix.size()));
    }
    return columns;
}

void BillCsv::report(base::Severity severity, base::Handling handling, base::Error what, int column)
{
    what.file = m_source.file().path;
    what.line = m_csv.line();
    if (column >= 0)
        what.field = header()[static_cast<std::size_t>(column)];
    m_sink.problem({.severity = severity, .handling = handling, .what = std::move(what)});
}

void BillCsv::reportFile(base::Severity severity, base::Error what, int column)
{
    what.file = m_source.file().path;
    if (column >= 0)
        what.field = header()[static_cast<std::size_t>(column)];
    m_sink.problem({.severity = severity, .what = std::move(what)});
}

bool BillCsv::isUsable()
{
    const auto& fields = m_csv.fields();
    const std::size_t columns = header().size();
    base::Error what {
        .code = base::Code::row_short, .found = std::to_string(fields.size()), .expected = std::to_string(columns)};
    if (m_csv.cut()) { // also with all its fields: the last one may be part of an amount
        what.code = base::Code::record_truncated;
        skipRow(std::move(what), -1);
        return false;
    }
    if (fields.size() == columns)
        return !(fields.front() == header().front() && std::equal(fields.begin(), fields.end(), header().begin()));
    bool usable = static_cast<std::size_t>(m_last_needed) < fields.size();
    if (fields.size() > columns) {
        // A value beyond the last column says that some separator is no separator: nobody knows from where on the
        // values stand under the wrong names. Empty ones are a mere habit of writing.
        what.code = base::Code::row_long;
        usable = std::all_of(fields.begin() + static_cast<std::ptrdiff_t>(columns), fields.end(),
            [](std::string_view extra) { return base::trimmed(extra).empty(); });
    }
    if (usable && m_short_rows && fields.size() < columns)
        return true;
    if (usable)
        report(base::Severity::warning, base::Handling::kept, std::move(what), -1);
    else
        skipRow(std::move(what), -1);
    return usable;
}

base::Result<bool> BillCsv::next()
{
    for (;;) {
        if (m_records++ % kCheckEvery == 0) {
            FS_TRY(m_job.check());
            m_job.report({m_source.file().path, m_source.bytesDone(), m_source.bytesTotal()});
        }
        base::Result<bool> more = m_csv.next();
        if (more.ok() && !*more)
            return false;
        if (more.ok()) {
            if (isUsable())
                return true;
            continue;
        }
        const base::Code code = more.error().code;
        if (code != base::Code::quote_unclosed && code != base::Code::line_too_long)
            return more;
        if (code == base::Code::quote_unclosed && m_csv.cut()) // the text stopped within quotes
            more.error().code = base::Code::record_truncated;
        skipRow(std::move(more.error()), -1);
    }
}

std::string_view BillCsv::text(int column) const
{
    const std::string_view text = base::trimmed(m_csv.field(column));
    for (const std::string_view word : m_empty_words)
        if (base::equalsIgnoreCase(text, word))
            return {};
    return text;
}

base::Result<base::Decimal> BillCsv::parse(std::string_view text)
{
    const bool hasComma = text.find(',') != std::string_view::npos;
    const bool hasPoint = text.find('.') != std::string_view::npos;
    if (m_csv.separator() == ',' || (!hasComma && (!hasPoint || m_mark != DecimalMark::comma))) {
        if (hasPoint)
            m_mark = DecimalMark::point;
        return base::Decimal::parse(text);
    }
    // A comma is the decimal mark only when it stands alone and no other value of the file had a point: `1.234,5` and
    // a mixture of marks would be guesses.
    if (hasPoint || m_mark == DecimalMark::point)
        return base::Error {.code = base::Code::bad_number, .found = base::excerpt(text), .expected = "decimal number"};
    std::string withPoint(text);
    std::replace(withPoint.begin(), withPoint.end(), ',', '.');
    base::Result<base::Decimal> value = base::Decimal::parse(withPoint);
    if (value.ok())
        m_mark = DecimalMark::comma;
    return value;
}

base::Result<std::optional<base::Decimal>> BillCsv::decimal(int column)
{
    const std::string_view value = text(column);
    if (value.empty())
        return std::optional<base::Decimal> {};
    FS_TRY_VALUE(number, parse(value));
    return std::optional<base::Decimal>(number);
}

base::Result<std::int64_t> BillCsv::time(int column)
{
    const std::string_view value = text(column);
    if (value.empty())
        return base::kNoTime;
    base::Result<std::int64_t> instant = m_dates.read(value);
    if (m_dates.assumed() && !m_dates_reported) {
        m_dates_reported = true;
        report(base::Severity::warning, base::Handling::kept,
            {.code = base::Code::number_ambiguous, .found = base::excerpt(value), .expected = "month/day/year"},
            column);
    }
    return instant;
}

std::optional<base::Decimal> BillCsv::optionalDecimal(int column, base::Severity severity)
{
    base::Result<std::optional<base::Decimal>> value = decimal(column);
    if (value.ok())
        return *value;
    report(severity, base::Handling::value_dropped, std::move(value.error()), column);
    return std::nullopt;
}

std::int64_t BillCsv::optionalTime(int column)
{
    base::Result<std::int64_t> value = time(column);
    if (value.ok())
        return *value;
    report(base::Severity::warning, base::Handling::value_dropped, std::move(value.error()), column);
    return base::kNoTime;
}

std::optional<std::int64_t> BillCsv::neededTime(int column)
{
    base::Result<std::int64_t> value = time(column);
    if (value.ok() && *value != base::kNoTime)
        return *value;
    skipRow(value.ok() ? base::Error {.code = base::Code::field_missing, .expected = "date"} : std::move(value.error()),
        column);
    return std::nullopt;
}

bool BillCsv::readPeriods(const PeriodColumns& columns, evidence::BillRow& row)
{
    m_dates.learnFromPeriod(text(columns.billing_start), text(columns.billing_end));
    const std::optional<std::int64_t> start = neededTime(columns.charge_start);
    if (!start)
        return false;
    base::Result<std::int64_t> end = time(columns.charge_end);
    if (!end.ok()) {
        skipRow(std::move(end.error()), columns.charge_end);
        return false;
    }
    row.charge_start_us = *start;
    row.charge_end_us = *end;
    if (row.charge_end_us != base::kNoTime && row.charge_end_us < row.charge_start_us)
        report(base::Severity::warning, base::Handling::kept,
            {.code = base::Code::time_backwards, .found = base::excerpt(text(columns.charge_end))}, columns.charge_end);
    row.billing_period_start_us = optionalTime(columns.billing_start);
    row.billing_period_end_us = optionalTime(columns.billing_end);
    return true;
}

void BillCsv::checkFinal(int invoiceColumn)
{
    if (!m_final || invoiceColumn < 0 || !text(invoiceColumn).empty())
        return;
    m_final = false;
    m_sink.billNotFinal();
    report(base::Severity::info, base::Handling::kept, {.code = base::Code::bill_not_final}, invoiceColumn);
}

} // namespace fullscope::import
