// SPDX-License-Identifier: GPL-3.0-or-later
// Vast.ai's invoices (GET /api/v0/invoices): charges of instances for GPU time, storage and traffic, each a line, and
// the payments that filled the balance, which are no cost.
#include "core/import/bills/bill_formats.h"
#include "core/import/bills/bill_json.h"
#include "core/import/bills/bill_values.h"
#include "core/import/bills/json_value.h"
#include "core/import/bills/row_key.h"
#include "core/import/jobs/json_records.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

namespace fullscope::import {

namespace {

using base::Code;
using base::Decimal;
using base::Handling;
using base::Severity;
using evidence::BillRow;
using evidence::PurchaseOption;

constexpr std::array<std::string_view, 7> kMembers {
    "type", "description", "timestamp", "quantity", "rate", "amount", "instance_id"};

class VastReader {
public:
    explicit VastReader(evidence::Sink& sink)
        : m_sink(sink)
        , m_key({kMembers.begin(), kMembers.end()}, [](std::string_view) { return false; })
    {
    }

    base::Status add(const nlohmann::json& object, std::int64_t line);
    void finish();

private:
    void report(Severity severity, Handling handling, base::Error what, const char* field);
    bool readMoney(const nlohmann::json& object); // false = skipped
    void readUse(const nlohmann::json& object);

    evidence::Sink& m_sink;
    RowKey m_key;
    BillRow m_row;
    std::int64_t m_charges = 0, m_payments = 0, m_first_payment = 0;
};

void VastReader::report(Severity severity, Handling handling, base::Error what, const char* field)
{
    what.line = m_row.line;
    what.field = field;
    m_sink.problem({.severity = severity, .handling = handling, .what = std::move(what)});
}

bool VastReader::readMoney(const nlohmann::json& object)
{
    auto amount = billAmount(textAt(object, "amount"));
    if (!amount.ok()) {
        const bool missing = textAt(object, "amount").empty();
        report(Severity::error, Handling::row_skipped,
            missing ? base::Error {.code = Code::field_missing, .expected = "decimal number"} : amount.error(),
            "amount");
        return false;
    }
    const std::string_view time = textAt(object, "timestamp");
    const auto seconds = epochSeconds(time);
    if (!seconds) {
        report(Severity::error, Handling::row_skipped,
            {.code = Code::bad_time, .found = base::excerpt(time), .expected = "seconds since 1970"}, "timestamp");
        return false;
    }
    m_row.charge_start_us = *seconds;
    m_row.billed = m_row.effective = m_row.net = amount->value; // the currency is not stated
    return true;
}

void VastReader::readUse(const nlohmann::json& object)
{
    m_row.description = textAt(object, "description");
    m_row.resource_id = textAt(object, "instance_id");
    m_row.service = "Instances";
    const auto says = [&](std::string_view word) { return base::containsIgnoreCase(m_row.description, word); };
    const bool gpu = says("GPU");
    m_row.service_category = gpu                                  ? "Compute"
        : says("storage") || says("disk")                         ? "Storage"
        : says("bandwidth") || says("upload") || says("download") ? "Networking"
                                                                  : "";
    const std::string_view quantity = textAt(object, "quantity");
    if (quantity.empty())
        return;
    auto number = billAmount(quantity);
    if (!number.ok()) {
        report(Severity::warning, Handling::value_dropped, std::move(number.error()), "quantity");
        return;
    }
    m_row.quantity = number->value;
    if (!gpu || !says("hour"))
        return;
    // Which GPUs, and how many, is not told.
    m_row.quantity_unit = "hours";
    m_row.instance_type = "GPU instance";
    m_row.instance_hours = m_row.quantity;
    m_row.purchase_option = PurchaseOption::on_demand;
}

base::Status VastReader::add(const nlohmann::json& object, std::int64_t line)
{
    m_row = BillRow {};
    m_row.line = line;
    m_row.provider = "Vast.ai";
    m_row.charge_type = textAt(object, "type");
    if (m_row.charge_type == "payment") {
        m_first_payment = m_payments++ == 0 ? line : m_first_payment;
        return {};
    }
    std::vector<std::string_view> members;
    for (const std::string_view name : kMembers)
        members.push_back(textAt(object, name));
    m_row.row_key = m_key.of(members);
    if (!readMoney(object))
        return {};
    readUse(object);
    if (m_row.charge_type != "charge") {
        m_row.charge_known = false;
        report(Severity::warning, Handling::kept,
            {.code = Code::charge_unclassified, .found = base::excerpt(m_row.charge_type)}, "type");
    }
    ++m_charges;
    return m_sink.billRow(m_row);
}

void VastReader::finish()
{
    if (m_charges > 0)
        m_sink.problem({.severity = Severity::warning, .what = {.code = Code::bad_currency, .field = "amount"}});
    if (m_payments > 0)
        m_sink.problem({.severity = Severity::info,
            .handling = Handling::noted,
            .what = {.code = Code::payment_left_out, .line = m_first_payment, .field = "type", .found = "payment"},
            .count = m_payments});
}

int sniffVast(const Preview& preview)
{
    for (const char* key : {"instance_id", "quantity", "rate", "amount", "timestamp"})
        if (!hasJsonKey(preview.head, key))
            return 0;
    return startsAsJson(preview.head) ? 90 : 0;
}

base::Status parseVast(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    VastReader reader(sink);
    const base::Status read = readBillObjects(
        source, sink, job, [&](const nlohmann::json& object, std::int64_t line) { return reader.add(object, line); });
    reader.finish();
    return read;
}

} // namespace

const Format vast_invoices {.id = "vast_invoices",
    .kind = Kind::bill,
    .version = 1,
    .title = "Vast.ai invoices (JSON)",
    .sniff = sniffVast,
    .parse = parseVast};

} // namespace fullscope::import
