// SPDX-License-Identifier: GPL-3.0-or-later
// RunPod's billing history (GET /v1/billing/pods, endpoints, networkvolumes): what each pod, kind of GPU, endpoint or
// volume cost in a stretch of time, in USD. Paid from a balance; what fills it up is not in here.
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
using base::Handling;
using base::Severity;
using evidence::BillRow;
using evidence::PurchaseOption;

constexpr std::int64_t kMsPerHour = 3'600'000;

// The grouping of the request decides which of these a record has.
constexpr const char* kTime = "time";
constexpr const char* kAmount = "amount";
constexpr const char* kBilled = "timeBilledMs";
constexpr const char* kGpu = "gpuTypeId";
constexpr const char* kPod = "podId";
constexpr const char* kEndpoint = "endpointId";
constexpr const char* kVolume = "networkVolumeId";

class RunpodReader {
public:
    explicit RunpodReader(evidence::Sink& sink)
        : m_sink(sink)
        , m_key({kTime, kAmount, kBilled, kGpu, kPod, kEndpoint, kVolume}, [](std::string_view) { return false; })
    {
    }

    base::Status add(const nlohmann::json& object, std::int64_t line);

private:
    void skip(base::Error what, const char* field);
    bool readMoney(const nlohmann::json& object); // false = skipped
    void readUse(const nlohmann::json& object);

    evidence::Sink& m_sink;
    RowKey m_key;
    BillRow m_row;
};

void RunpodReader::skip(base::Error what, const char* field)
{
    what.line = m_row.line;
    what.field = field;
    m_sink.problem({.severity = Severity::error, .handling = Handling::row_skipped, .what = std::move(what)});
}

bool RunpodReader::readMoney(const nlohmann::json& object)
{
    const std::string_view text = textAt(object, kAmount);
    if (text.empty()) {
        skip({.code = Code::field_missing, .expected = "decimal number"}, kAmount);
        return false;
    }
    auto amount = billAmount(text);
    if (!amount.ok()) {
        skip(std::move(amount.error()), kAmount);
        return false;
    }
    auto time = base::parseIso(textAt(object, kTime));
    if (!time.ok()) {
        skip(std::move(time.error()), kTime);
        return false;
    }
    m_row.charge_start_us = time->instant.us;
    m_row.currency = "USD"; // as the API's description says of the amount
    m_row.billed = m_row.effective = m_row.net = amount->value;
    return true;
}

// The time is that of pods, whatever the number of their GPUs, which is not told: an hour is one of a pod.
void RunpodReader::readUse(const nlohmann::json& object)
{
    const std::string_view gpu = textAt(object, kGpu);
    if (const std::string_view volume = textAt(object, kVolume); !volume.empty()) {
        m_row.service = "Network volumes";
        m_row.service_category = "Storage";
        m_row.resource_id = volume;
        return;
    }
    const std::string_view endpoint = textAt(object, kEndpoint);
    m_row.service = endpoint.empty() ? "Pods" : "Serverless";
    m_row.service_category = "Compute";
    m_row.resource_id = endpoint.empty() ? textAt(object, kPod) : endpoint;
    m_row.usage_type = gpu;
    const std::string_view billed = textAt(object, kBilled);
    if (billed.empty())
        return;
    auto ms = billAmount(billed);
    if (!ms.ok()) {
        ms.error().line = m_row.line;
        ms.error().field = kBilled;
        m_sink.problem({.handling = Handling::value_dropped, .what = std::move(ms.error())});
        return;
    }
    m_row.quantity = quotient(ms->value, kMsPerHour);
    m_row.quantity_unit = "hours";
    if (gpu.empty())
        return;
    m_row.instance_type = std::string(gpu) + " pod";
    m_row.instance_hours = m_row.quantity;
    m_row.purchase_option = PurchaseOption::on_demand;
}

base::Status RunpodReader::add(const nlohmann::json& object, std::int64_t line)
{
    m_row = BillRow {};
    m_row.line = line;
    m_row.provider = "RunPod";
    m_row.row_key = m_key.of({textAt(object, kTime), textAt(object, kAmount), textAt(object, kBilled),
        textAt(object, kGpu), textAt(object, kPod), textAt(object, kEndpoint), textAt(object, kVolume)});
    if (!readMoney(object))
        return {};
    readUse(object);
    return m_sink.billRow(m_row);
}

int sniffRunpod(const Preview& preview)
{
    const auto has = [&](std::string_view key) { return hasJsonKey(preview.head, key); };
    const bool billing = has(kBilled) || (has("diskSpaceBilledGB") && has(kVolume));
    return startsAsJson(preview.head) && billing && has(kAmount) ? 95 : 0;
}

base::Status parseRunpod(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    RunpodReader reader(sink);
    return readBillObjects(
        source, sink, job, [&](const nlohmann::json& object, std::int64_t line) { return reader.add(object, line); });
}

} // namespace

const Format runpod_billing {.id = "runpod_billing",
    .kind = Kind::bill,
    .version = 1,
    .title = "RunPod billing history (JSON)",
    .sniff = sniffRunpod,
    .parse = parseRunpod};

} // namespace fullscope::import
