// SPDX-License-Identifier: GPL-3.0-or-later
// Google Cloud's billing export to BigQuery, out of it again as CSV. Names are joined by points or underscores; what is
// nested may be JSON in one column, columns of its own, or both: one value is read from one of them only.
#include "core/import/bills/bill_csv.h"
#include "core/import/bills/bill_formats.h"
#include "core/import/bills/bill_text.h"
#include "core/import/bills/gcp_rows.h"
#include "core/import/bills/json_value.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace fullscope::import {

namespace {

using base::Code;
using base::Handling;
using base::Severity;

constexpr std::array<std::string_view, 3> kEmptyWords {"null", "nan", "none"}; // in any case

class GcpCsvReader {
public:
    GcpCsvReader(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
        : m_csv(source, sink, job, kEmptyWords)
        , m_rows(sink)
    {
    }

    base::Status read();

private:
    // Where a field stands: in a column of its own, or in one of JSON.
    struct Place {
        int column = -1, json_column = -1;
        std::string path {}; // within the JSON
    };
    // A column of JSON, parsed when a record's first field of it is asked for.
    struct Parsed {
        std::string text {};
        nlohmann::json value {};
    };

    base::Status findColumns();
    void findParts();
    bool isMore(const std::string& part) const;
    void takeMore(std::string part);
    base::Status deliver();
    Place placeOf(std::string_view name);
    int columnOf(std::string_view name) { return m_csv.column({name, underscored(name)}); }
    void readRecord();
    void readField(GcpField field);
    void readCredits();
    void readLabels(int column, GcpLabels& labels);
    const nlohmann::json& parsed(int column);

    BillCsv m_csv;
    GcpRows m_rows;
    GcpRecord m_record;
    std::array<Place, kGcpFields> m_places;
    std::vector<int> m_labels;
    int m_system_labels = -1, m_credits = -1, m_credit_type = -1, m_credit_name = -1, m_credit_amount = -1;
    int m_label_key = -1, m_label_value = -1; // of a table whose labels were flattened
    GcpRecord m_held; // the line before, of which the next record may be more
    std::vector<std::string> m_parts; // of that line: by what its records differ; empty = none is held
    std::map<int, Parsed> m_parsed;
};

GcpCsvReader::Place GcpCsvReader::placeOf(std::string_view name)
{
    Place place {.column = columnOf(name)};
    const std::size_t point = name.find('.');
    if (point == std::string_view::npos)
        return place;
    place.json_column = m_csv.column({name.substr(0, point)});
    place.path = name.substr(point + 1);
    return place;
}

base::Status GcpCsvReader::findColumns()
{
    FS_TRY(m_csv.neededColumn({"cost"}));
    FS_TRY(m_csv.neededColumn({"usage_start_time"}));
    for (std::size_t i = 0; i < kGcpFields; ++i)
        m_places[i] = placeOf(kGcpNames[i]);
    findParts();
    if (m_credits < 0 && m_credit_amount < 0)
        m_csv.reportFile(Severity::warning, {.code = Code::column_missing, .field = "credits"}, -1);
    return {};
}

void GcpCsvReader::findParts()
{
    // A flattened table counts the names that it has twice: `labels_1` are those of the line, `labels` the project's.
    for (const std::string_view name : {"labels", "labels_1", "project.labels", "tags"})
        if (const int column = columnOf(name); column >= 0)
            m_labels.push_back(column);
    m_system_labels = m_csv.column({"system_labels"});
    m_credits = m_csv.column({"credits"});
    m_credit_type = columnOf("credits.type");
    m_credit_name = columnOf("credits.name");
    m_credit_amount = columnOf("credits.amount");
    if (m_labels.empty()) {
        m_label_key = columnOf("labels.key");
        m_label_value = columnOf("labels.value");
    }
}

// Neighbouring records mostly repeat it.
const nlohmann::json& GcpCsvReader::parsed(int column)
{
    Parsed& kept = m_parsed[column];
    const std::string_view text = m_csv.text(column);
    if (text == kept.text)
        return kept.value;
    kept.text = text;
    kept.value = nullptr;
    if (text.empty())
        return kept.value;
    auto value = parseJson(text);
    if (!value)
        value = parseJson(jsonOfPythonRepr(text));
    if (value)
        kept.value = std::move(*value);
    else
        m_csv.report(Severity::warning, Handling::value_dropped,
            {.code = Code::bad_json, .found = base::excerpt(text), .expected = "JSON"}, column);
    return kept.value;
}

void GcpCsvReader::readField(GcpField field)
{
    const Place& place = m_places[static_cast<std::size_t>(field)];
    std::string& text = m_record[field];
    text = m_csv.text(place.column);
    if (text.empty() && place.json_column >= 0 && !m_csv.text(place.json_column).empty())
        text = base::trimmed(textAt(parsed(place.json_column), place.path));
    if (text.find(',') == std::string::npos || text != m_csv.text(place.column))
        return;
    // A spreadsheet may have made decimal commas of its points; what is no number stays as it is, to be told so.
    if (field == GcpField::cost || field == GcpField::list || field == GcpField::amount
        || field == GcpField::pricing_amount)
        if (const auto number = m_csv.decimal(place.column); number.ok() && *number)
            text = (*number)->toString();
}

// The column of all credits counts; columns of their parts can hold one of them only.
void GcpCsvReader::readCredits()
{
    if (m_credits >= 0 && !m_csv.text(m_credits).empty()) {
        readGcpCredits(std::string(m_csv.text(m_credits)), m_record);
        return;
    }
    if (m_csv.text(m_credit_amount).empty())
        return;
    m_record.credits.push_back({.type = std::string(m_csv.text(m_credit_type)),
        .name = std::string(m_csv.text(m_credit_name)),
        .amount = std::string(m_csv.text(m_credit_amount))});
}

void GcpCsvReader::readLabels(int column, GcpLabels& labels)
{
    if (column >= 0 && !m_csv.text(column).empty())
        readGcpLabels(parsed(column), labels);
}

void GcpCsvReader::readRecord()
{
    m_record.clear();
    m_record.line = m_csv.record().line();
    for (std::size_t i = 0; i < kGcpFields; ++i)
        readField(static_cast<GcpField>(i));
    readCredits();
    for (const int column : m_labels)
        readLabels(column, m_record.labels);
    if (!m_csv.text(m_label_key).empty())
        m_record.labels.emplace_back(m_csv.text(m_label_key), m_csv.text(m_label_value));
    readLabels(m_system_labels, m_record.system_labels);
}

// A table that was flattened by UNNEST has a line once for each of its credits and labels, with its whole cost each
// time. No line has a credit or a label twice: an equal record with another one is more of the line before.
bool GcpCsvReader::isMore(const std::string& part) const
{
    constexpr std::size_t kMost = 256; // of one line: what goes on and on is no line
    return !m_parts.empty() && m_parts.size() < kMost && m_held.texts == m_record.texts
        && m_held.system_labels == m_record.system_labels
        && std::find(m_parts.begin(), m_parts.end(), part) == m_parts.end();
}

void GcpCsvReader::takeMore(std::string part)
{
    m_parts.push_back(std::move(part));
    const auto isKnown = [&](const GcpCredit& credit) {
        return std::any_of(m_held.credits.begin(), m_held.credits.end(),
            [&](const GcpCredit& held) { return held.type == credit.type && held.name == credit.name; });
    };
    for (GcpCredit& credit : m_record.credits)
        if (!isKnown(credit))
            m_held.credits.push_back(std::move(credit));
    for (auto& label : m_record.labels)
        if (std::find(m_held.labels.begin(), m_held.labels.end(), label) == m_held.labels.end())
            m_held.labels.push_back(std::move(label));
}

base::Status GcpCsvReader::deliver()
{
    const bool held = !std::exchange(m_parts, {}).empty();
    return held ? m_rows.add(m_held) : base::Status {};
}

base::Status GcpCsvReader::read()
{
    FS_TRY(m_csv.readHeader());
    FS_TRY(findColumns());
    const bool flattened = m_label_key >= 0 || (m_credits < 0 && m_credit_amount >= 0);
    for (;;) {
        auto more = m_csv.next();
        if (!more.ok() || !*more) {
            const base::Status last = deliver();
            m_rows.finish();
            return more.ok() ? last : base::Status(std::move(more.error()));
        }
        readRecord();
        std::string part;
        for (const int column : {m_label_key, m_credit_type, m_credit_name})
            part += std::string(m_csv.text(column)) + '|';
        if (flattened && isMore(part)) {
            takeMore(std::move(part));
            continue;
        }
        FS_TRY(deliver());
        std::swap(m_held, m_record);
        m_parts.push_back(std::move(part));
    }
}

int sniffGcpCsv(const Preview& preview)
{
    const std::string_view header = headerLine(preview.head);
    const auto has = [header](std::string_view name) { return base::containsIgnoreCase(header, name); };
    if (header.starts_with('{') || header.starts_with('[') || !has("billing_account_id") || !has("usage_start_time"))
        return 0;
    return has("sku") && has("cost") ? 95 : 0;
}

base::Status parseGcpCsv(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    return GcpCsvReader(source, sink, job).read();
}

} // namespace

const Format gcp_export_csv {.id = "gcp_export_csv",
    .kind = Kind::bill,
    .version = 1,
    .title = "Google Cloud billing export (BigQuery, CSV)",
    .sniff = sniffGcpCsv,
    .parse = parseGcpCsv};

} // namespace fullscope::import
