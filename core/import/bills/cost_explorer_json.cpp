// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of the Cost Explorer API (`aws ce get-cost-and-usage`): `ResultsByTime`, each with `Groups` or a `Total`.
#include "core/import/bills/bill_formats.h"
#include "core/import/bills/cost_explorer.h"
#include "core/import/jobs/json_records.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace fullscope::import {

namespace {

using base::Code;
using base::Decimal;
using base::Handling;
using base::Severity;
using evidence::BillRow;
using nlohmann::json;

bool isPeriod(const json& object)
{
    return member(object, "TimePeriod").is_object()
        && (member(object, "Groups").is_array() || member(object, "Total").is_object());
}

bool isGroup(const json& object)
{
    return member(object, "Keys").is_array() && member(object, "Metrics").is_object();
}

bool isDefinition(const json& object)
{
    return member(object, "Type").is_string() && member(object, "Key").is_string();
}

// The answer goes on in another one. It is told in the object around the periods, behind or in front of them.
bool hasNextPage(const json& object)
{
    return member(object, "NextPageToken").is_string();
}

bool isRecord(const json& object)
{
    return isPeriod(object) || isGroup(object) || isDefinition(object) || hasNextPage(object);
}

class AnswerReader {
public:
    AnswerReader(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
        : m_source(source)
        , m_sink(sink)
        , m_job(job)
    {
    }

    base::Status read();

private:
    base::Status take(const json& record, std::int64_t line);
    void takeDefinition(const json& record);
    base::Status takePeriod(const json& period);
    base::Status deliver(const json& keys, const json& metrics);
    std::vector<CostGroup> groupsOf(const json& keys) const;
    void readMetrics(const json& metrics, BillRow& row);
    void readMetric(const std::string& name, const json& metric, BillRow& row);
    std::int64_t timeOf(const json& period, const char* key, std::size_t groups);
    void report(Severity severity, Handling handling, base::Error what, std::int64_t count = 1);
    void reportOnce(Severity severity, base::Error what);

    TextSource& m_source;
    evidence::Sink& m_sink;
    const base::JobContext& m_job;
    std::vector<CostGroup> m_definitions; // dimensions, in order of the keys
    bool m_definitions_used = false;
    std::vector<std::pair<json, std::int64_t>> m_groups; // of the period that is being read, and their lines
    bool m_page_missing = false;
    bool m_final = true;
    std::map<std::string, bool> m_said;
    std::int64_t m_line = 0, m_start_us = base::kNoTime, m_end_us = base::kNoTime;
};

void AnswerReader::report(Severity severity, Handling handling, base::Error what, std::int64_t count)
{
    what.file = m_source.file().path;
    what.line = m_line;
    m_sink.problem({.severity = severity, .handling = handling, .what = std::move(what), .count = count});
}

// Of the whole file.
void AnswerReader::reportOnce(Severity severity, base::Error what)
{
    if (!m_said.emplace(std::to_string(static_cast<int>(what.code)) + what.field, true).second)
        return;
    what.file = m_source.file().path;
    m_sink.problem({.severity = severity, .what = std::move(what)});
}

// With a period that is not readable its groups are skipped.
std::int64_t AnswerReader::timeOf(const json& period, const char* key, std::size_t groups)
{
    const json& value = member(member(period, "TimePeriod"), key);
    const auto* text = value.get_ptr<const std::string*>();
    const auto parsed = base::parseIso(text ? *text : std::string());
    if (parsed.ok())
        return parsed->instant.us;
    report(Severity::error, Handling::row_skipped,
        {.code = Code::bad_time,
            .field = key,
            .found = base::excerpt(value.dump(-1, ' ', false, json::error_handler_t::replace)),
            .expected = "date"},
        std::max<std::int64_t>(1, static_cast<std::int64_t>(groups)));
    return base::kNoTime;
}

// `{"Amount": "12.34", "Unit": "USD"}`
void AnswerReader::readMetric(const std::string& name, const json& metric, BillRow& row)
{
    constexpr std::pair<std::string_view, std::optional<Decimal> BillRow::*> kMetrics[] = {
        {"UnblendedCost", &BillRow::billed},
        {"AmortizedCost", &BillRow::effective},
        {"NetUnblendedCost", &BillRow::net},
        {"UsageQuantity", &BillRow::quantity},
    };
    const auto* known
        = std::find_if(std::begin(kMetrics), std::end(kMetrics), [&](const auto& m) { return m.first == name; });
    if (known == std::end(kMetrics)) {
        const bool blended = name == "BlendedCost";
        reportOnce(Severity::info,
            {.code = blended ? Code::blended_ignored : Code::cost_ignored, .field = base::excerpt(name)});
        return;
    }
    const json& amount = member(metric, "Amount");
    const auto* text = amount.get_ptr<const std::string*>();
    auto value = Decimal::parse(base::trimmed(text ? *text : amount.is_number() ? amount.dump() : std::string()));
    if (!value.ok()) {
        value.error().field = name;
        report(Severity::error, Handling::value_dropped, std::move(value.error()));
        return;
    }
    row.*(known->second) = *value;
    const std::string unit = textOf(metric, "Unit");
    if (name == "UsageQuantity")
        row.quantity_unit = unit == "N/A" ? std::string() : unit; // sums over several units have none
    else
        row.currency = unit;
}

void AnswerReader::readMetrics(const json& metrics, BillRow& row)
{
    if (metrics.is_object())
        for (const auto& [name, metric] : metrics.items())
            readMetric(name, metric, row);
    if (row.currency.empty() && (row.billed || row.effective || row.net))
        report(Severity::warning, Handling::kept, {.code = Code::bad_currency, .field = "Unit"});
}

std::vector<CostGroup> AnswerReader::groupsOf(const json& keys) const
{
    std::vector<CostGroup> groups;
    if (!keys.is_array())
        return groups;
    for (const json& key : keys) {
        const auto* text = key.get_ptr<const std::string*>();
        const std::string value = text ? *text : std::string();
        groups.push_back(groups.size() < m_definitions.size()
                ? CostGroup {m_definitions[groups.size()].dimension, value}
                : CostGroup {std::string(likelyDimension(value)), value});
    }
    return groups;
}

base::Status AnswerReader::deliver(const json& keys, const json& metrics)
{
    BillRow row;
    row.line = m_line;
    row.charge_start_us = m_start_us;
    row.charge_end_us = m_end_us;
    readMetrics(metrics, row);
    if (!row.billed && !row.effective && !row.net && !row.quantity)
        return {};
    if (describeCharge(groupsOf(keys), row))
        reportOnce(Severity::warning, {.code = Code::hours_of_all_services, .field = "UsageQuantity"});
    if (!row.charge_known)
        report(Severity::warning, Handling::kept,
            {.code = Code::charge_unclassified, .field = "RECORD_TYPE", .found = base::excerpt(row.charge_type)});
    return m_sink.billRow(row);
}

base::Status AnswerReader::takePeriod(const json& period)
{
    const auto groups = std::exchange(m_groups, {});
    m_start_us = timeOf(period, "Start", groups.size());
    m_end_us = m_start_us == base::kNoTime ? base::kNoTime : timeOf(period, "End", groups.size());
    if (m_end_us == base::kNoTime)
        return {};
    if (member(period, "Estimated") == true && std::exchange(m_final, false)) {
        m_sink.billNotFinal();
        report(Severity::info, Handling::kept, {.code = Code::bill_not_final, .field = "Estimated"});
    }
    if (groups.empty())
        return deliver(json(), member(period, "Total"));
    for (const auto& [group, line] : groups) { // whose sum the total is
        m_line = line;
        FS_TRY(deliver(member(group, "Keys"), member(group, "Metrics")));
    }
    return {};
}

void AnswerReader::takeDefinition(const json& record)
{
    if (std::exchange(m_definitions_used, false)) // of the next page, or of another answer
        m_definitions.clear();
    m_definitions.push_back({textOf(record, "Key"), {}});
}

base::Status AnswerReader::take(const json& record, std::int64_t line)
{
    m_line = line;
    if (isPeriod(record)) {
        m_definitions_used = true;
        m_page_missing = false;
        return takePeriod(record);
    }
    if (isGroup(record)) {
        m_groups.emplace_back(record, line);
        return {};
    }
    if (isDefinition(record))
        takeDefinition(record);
    m_page_missing = hasNextPage(record);
    return {};
}

base::Status AnswerReader::read()
{
    FS_TRY(readJsonRecords(m_source, m_sink, m_job, isRecord,
        [this](const json& record, std::int64_t line) { return take(record, line); }));
    if (m_page_missing)
        reportOnce(Severity::warning, {.code = Code::delivery_part_missing, .found = "NextPageToken"});
    return {};
}

int sniffAnswer(const Preview& preview)
{
    if (!startsAsJson(preview.head) || !hasJsonKey(preview.head, "TimePeriod"))
        return 0;
    const bool metrics = hasJsonKey(preview.head, "UnblendedCost") || hasJsonKey(preview.head, "AmortizedCost")
        || hasJsonKey(preview.head, "NetUnblendedCost") || hasJsonKey(preview.head, "UsageQuantity")
        || hasJsonKey(preview.head, "BlendedCost") || hasJsonKey(preview.head, "NetAmortizedCost");
    return hasJsonKey(preview.head, "ResultsByTime") ? 95 : metrics ? 85 : 0;
}

base::Status parseAnswer(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    return AnswerReader(source, sink, job).read();
}

} // namespace

const Format aws_cost_explorer_json {.id = "aws_cost_explorer_json",
    .kind = Kind::bill,
    .version = 1,
    .title = "AWS Cost Explorer API (JSON)",
    .sniff = sniffAnswer,
    .parse = parseAnswer};

} // namespace fullscope::import
