// SPDX-License-Identifier: GPL-3.0-or-later
// CSV files of the page of AWS Cost Explorer. One value of the grouping per column and a row per date, or the other way
// round:
//
//     Service,EC2-Instances($),S3($),Total costs($)        Service,2024-03-01,2024-04-01,Service total
//     Service total,30,3,33                                EC2-Instances ($),10,20,30
//     2024-03-01,10,1,11                                   Total costs ($),11,22,33
//
// Totals stand in both directions. With linked accounts a second line names what the first has ids of. Amounts of usage
// have their unit where costs have `$`.
#include "core/import/bills/bill_csv.h"
#include "core/import/bills/bill_formats.h"
#include "core/import/bills/bill_text.h"
#include "core/import/bills/cost_explorer.h"
#include "core/import/bills/cost_label.h"

#include "core/base/text.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

namespace fullscope::import {

namespace {

using base::Code;
using base::Decimal;
using base::Handling;
using base::Severity;
using evidence::BillRow;

bool isDate(std::string_view text)
{
    return base::parseIso(base::trimmed(text)).ok();
}

// What one label says of the cells that belong to it.
struct Series {
    std::string value; // of the grouping
    std::string name; // of it, where the value is an id
    std::string currency; // of a cost; empty = not told
    std::string unit; // of usage, which is no cost
    bool usage = false;
    bool total = false;
};

class TableReader {
public:
    TableReader(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
        : m_csv(source, sink, job, {})
        , m_sink(sink)
    {
    }

    base::Status read();

private:
    void readColumns();
    Series seriesOf(std::string_view text) const;
    bool readNames();
    void findPartners();
    base::Status readRecord();
    base::Status readDate(std::int64_t start_us);
    base::Status readSeries();
    void readTotal();
    std::optional<Decimal> cell(int column);
    base::Status finishDate(std::int64_t next_us);
    base::Status deliver(BillRow row, const Series& series, std::int64_t end_us);
    void reportFile();
    void reportTotals();
    base::Status count(const std::string& currency, Decimal amount);

    BillCsv m_csv;
    evidence::Sink& m_sink;
    std::string m_dimension;
    bool m_dates_in_header = false;
    std::string m_currency; // the first that a label of the header tells
    bool m_usage = false; // what is not money in the header is usage
    std::vector<Series> m_columns; // from the second one on; of a date in the header, without a value
    std::vector<std::int64_t> m_dates; // of the same columns
    std::vector<std::size_t> m_partners; // of a cost its usage and the other way round; itself = none
    CostPeriods m_periods;
    std::vector<std::pair<BillRow, std::size_t>> m_held; // rows of the last date, and their series
    std::int64_t m_held_us = base::kNoTime;
    std::map<std::string, Decimal> m_sums, m_totals; // by currency: of the cells; as the file has them
    bool m_hours_said = false;
};

Series TableReader::seriesOf(std::string_view text) const
{
    const CostLabel label = costLabel(text);
    Series series;
    series.value = label.name;
    series.currency = currencyOf(label.unit);
    series.usage = series.currency.empty() && (isUsageUnit(label.unit) || (m_usage && !label.unit.empty()));
    if (series.usage)
        series.unit = label.unit;
    else if (series.currency.empty()) {
        series.value = base::trimmed(text);
        series.currency = m_currency;
    }
    series.total = isTotalOf(series.value, m_dimension);
    return series;
}

// Header cells are dates, or labels of series.
void TableReader::readColumns()
{
    const auto& header = m_csv.header();
    m_dimension = base::trimmed(header.front());
    m_dates_in_header = header.size() > 1 && isDate(header[1]);
    for (const std::string& text : header) {
        const CostLabel label = costLabel(text);
        if (m_currency.empty())
            m_currency = currencyOf(label.unit);
        m_usage = m_usage || base::equalsIgnoreCase(label.name, "Total usage");
    }
    m_usage = m_usage || (m_currency.empty() && !m_dates_in_header);
    for (std::size_t i = 1; i < header.size(); ++i) {
        m_columns.push_back(seriesOf(header[i]));
        m_dates.push_back(m_dates_in_header && isDate(header[i]) ? base::parseIso(base::trimmed(header[i]))->instant.us
                                                                 : base::kNoTime);
        if (i > 1)
            m_periods.learn(m_dates[i - 2], m_dates[i - 1]);
    }
}

// A second line of labels, which has no numbers: names of accounts below their ids.
bool TableReader::readNames()
{
    const std::string_view first = m_csv.text(0);
    if (m_dates_in_header || isDate(first) || !base::equalsIgnoreCase(first.substr(0, m_dimension.size()), m_dimension)
        || isTotalOf(first, m_dimension))
        return false;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        Series named = seriesOf(m_csv.text(static_cast<int>(i + 1)));
        named.name = std::exchange(named.value, m_columns[i].value);
        named.total = named.total || m_columns[i].total;
        if (named.currency.empty())
            named.currency = m_columns[i].currency;
        m_columns[i] = std::move(named);
    }
    return true;
}

void TableReader::findPartners()
{
    std::map<std::pair<std::string, bool>, std::size_t> alone; // by value and kind
    m_partners.clear();
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        m_partners.push_back(i);
        const auto other = alone.find({m_columns[i].value, !m_columns[i].usage});
        if (other == alone.end()) {
            alone.emplace(std::pair {m_columns[i].value, m_columns[i].usage}, i);
            continue;
        }
        m_partners[i] = other->second;
        alone.erase(other);
    }
}

std::optional<Decimal> TableReader::cell(int column)
{
    return m_csv.optionalDecimal(column, Severity::error);
}

base::Status TableReader::count(const std::string& currency, Decimal amount)
{
    FS_TRY_VALUE(sum, Decimal::sum(m_sums[currency], amount));
    m_sums[currency] = sum;
    return {};
}

base::Status TableReader::deliver(BillRow row, const Series& series, std::int64_t end_us)
{
    row.charge_end_us = end_us;
    row.description = series.name;
    const CostGroup group {m_dimension, series.value};
    if (describeCharge({&group, 1}, row) && !std::exchange(m_hours_said, true))
        m_csv.reportFile(Severity::warning, {.code = Code::hours_of_all_services, .field = m_dimension}, -1);
    if (!row.charge_known)
        m_csv.report(Severity::warning, Handling::kept,
            {.code = Code::charge_unclassified, .field = m_dimension, .found = base::excerpt(row.charge_type)}, -1);
    return m_sink.billRow(row);
}

// The rows of a date are held until the next one tells how far they reach.
base::Status TableReader::finishDate(std::int64_t next_us)
{
    m_periods.learn(m_held_us, next_us);
    for (auto& [row, column] : m_held)
        FS_TRY(deliver(std::move(row), m_columns[column], m_periods.endOf(m_held_us)));
    m_held.clear();
    m_held_us = next_us;
    return {};
}

// Cost and usage of one value make one row.
base::Status TableReader::readDate(std::int64_t start_us)
{
    FS_TRY(finishDate(start_us));
    std::vector<std::size_t> places(m_columns.size(), m_columns.size()); // of a column's row among those held
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const Series& series = m_columns[i];
        if (series.total)
            continue;
        const auto amount = cell(static_cast<int>(i + 1));
        if (!amount) // no charge at that time
            continue;
        const std::size_t other = m_partners[i];
        places[i] = other < i && places[other] < m_held.size() ? places[other] : m_held.size();
        if (places[i] == m_held.size()) {
            BillRow fresh;
            fresh.line = m_csv.record().line();
            fresh.charge_start_us = start_us;
            m_held.emplace_back(std::move(fresh), i);
        }
        BillRow& row = m_held[places[i]].first;
        if (series.usage) {
            row.quantity = amount;
            row.quantity_unit = series.unit;
            continue;
        }
        row.billed = amount;
        row.currency = series.currency;
        FS_TRY(count(series.currency, *amount));
    }
    return {};
}

// One value of the grouping over all dates.
base::Status TableReader::readSeries()
{
    const Series series = seriesOf(m_csv.text(0));
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        if (m_dates[i] == base::kNoTime)
            continue;
        const auto amount = cell(static_cast<int>(i + 1));
        if (!amount)
            continue;
        BillRow row;
        row.line = m_csv.record().line();
        row.charge_start_us = m_dates[i];
        row.currency = series.currency;
        (series.usage ? row.quantity : row.billed) = amount;
        row.quantity_unit = series.unit;
        if (!series.usage)
            FS_TRY(count(series.currency, *amount));
        FS_TRY(deliver(std::move(row), series, m_periods.endOf(m_dates[i])));
    }
    return {};
}

// The total of all, or of each series where no column has that of them all.
void TableReader::readTotal()
{
    const Series row = seriesOf(m_csv.text(0));
    const std::string own = m_dates_in_header ? row.currency : std::string();
    if (m_dates_in_header && row.usage)
        return;
    std::map<std::string, Decimal> all, parts;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const Series& series = m_columns[i];
        const std::string& currency = own.empty() ? series.currency : own;
        const auto amount = m_csv.decimal(static_cast<int>(i + 1));
        if (series.usage || !amount.ok() || !*amount)
            continue;
        auto& sums = series.total ? all : parts;
        if (const auto sum = Decimal::sum(sums[currency], **amount); sum.ok())
            sums[currency] = *sum;
    }
    m_totals = all.empty() ? parts : all;
}

base::Status TableReader::readRecord()
{
    const std::string_view first = m_csv.text(0);
    if (isTotalOf(costLabel(first).name, m_dimension)) {
        readTotal();
        return {};
    }
    if (m_dates_in_header)
        return readSeries();
    const auto start = m_csv.time(0);
    if (start.ok() && *start != base::kNoTime)
        return readDate(*start);
    m_csv.skipRow({.code = Code::bad_time, .found = base::excerpt(first), .expected = "date"}, 0);
    return {};
}

void TableReader::reportFile()
{
    if (!m_sums.empty())
        m_csv.reportFile(Severity::warning, {.code = Code::cost_kind_assumed}, -1);
    if (m_sums.contains(std::string()))
        m_csv.reportFile(Severity::warning, {.code = Code::bad_currency}, -1);
    reportTotals();
}

// Cells are rounded to ten digits each; a cent is more than that makes of them all.
void TableReader::reportTotals()
{
    const Decimal cent = *Decimal::parse("0.01");
    for (const auto& [currency, total] : m_totals) {
        const Decimal sum = m_sums[currency];
        const auto difference = Decimal::difference(sum, total);
        if (!difference.ok() || *difference > cent || -*difference > cent)
            m_csv.reportFile(Severity::warning,
                {.code = Code::total_disagrees,
                    .found = total.toString() + " " + currency,
                    .expected = sum.toString() + " " + currency},
                -1);
    }
}

base::Status TableReader::read()
{
    FS_TRY(m_csv.readHeader());
    readColumns();
    base::Status status;
    for (bool first = true; status.ok(); first = false) {
        base::Result<bool> more = m_csv.next();
        if (!more.ok())
            status = std::move(more.error());
        if (!more.ok() || !*more)
            break;
        const bool names = first && readNames();
        if (first)
            findPartners();
        if (!names)
            status = readRecord();
    }
    const base::Status held = finishDate(base::kNoTime); // also what was read before an error
    reportFile();
    return status.ok() ? held : status;
}

// The text behind a line.
std::string_view behind(std::string_view text, std::string_view line)
{
    return line.empty() ? line : text.substr(static_cast<std::size_t>(line.data() + line.size() - text.data()));
}

// Labels of money or usage, or dates, and a total of them.
int sniffTable(const Preview& preview)
{
    const std::string_view header = headerLine(preview.head);
    const char separator = csvSeparator(header);
    const std::size_t first = header.find(separator);
    if (first == std::string_view::npos)
        return 0;
    for (const std::string_view line : {header, headerLine(behind(preview.head, header))})
        for (const std::string_view total : {"Total costs(", "Total costs (", "Total usage(", "Total usage ("})
            if (base::containsIgnoreCase(line, total))
                return 90;
    std::string_view date = header.substr(first + 1, header.find(separator, first + 1) - first - 1);
    date = date.substr(std::min(date.find_first_not_of("\" "), date.size()));
    const bool dates = isDate(date.substr(0, date.find('"')));
    return dates
            && (base::containsIgnoreCase(preview.head, "\nTotal costs")
                || base::containsIgnoreCase(preview.head, "\n\"Total costs"))
        ? 85
        : 0;
}

base::Status parseTable(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    return TableReader(source, sink, job).read();
}

} // namespace

const Format aws_cost_explorer_csv {.id = "aws_cost_explorer_csv",
    .kind = Kind::bill,
    .version = 1,
    .title = "AWS Cost Explorer (CSV)",
    .sniff = sniffTable,
    .parse = parseTable};

} // namespace fullscope::import
