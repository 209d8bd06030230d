// SPDX-License-Identifier: GPL-3.0-or-later
// Google Cloud's daily export of files (until 2019): one array of line items, whose days are Pacific ones.
#include "core/import/bills/bill_formats.h"
#include "core/import/bills/bill_json.h"
#include "core/import/bills/gcp_rows.h"
#include "core/import/bills/json_value.h"
#include "core/import/jobs/json_records.h"

#include <nlohmann/json.hpp>

namespace fullscope::import {

namespace {

// "com.google.cloud/services/compute-engine/VmimageN1Standard_1": service and SKU
void readLineItem(std::string_view id, GcpRecord& record)
{
    const std::size_t last = id.rfind('/');
    record[GcpField::sku_id] = id;
    record[GcpField::sku] = id.substr(last + 1); // npos + 1 = 0
    if (last == std::string_view::npos)
        return;
    const std::string_view before = id.substr(0, last);
    record[GcpField::service] = before.substr(before.rfind('/') + 1);
}

void readRecord(const nlohmann::json& object, GcpRecord& record)
{
    record.clear();
    readLineItem(textAt(object, "lineItemId"), record);
    record[GcpField::account] = textAt(object, "accountId");
    record[GcpField::project] = textAt(object, "projectId");
    if (record[GcpField::project].empty())
        record[GcpField::project] = textAt(object, "projectNumber");
    record[GcpField::start] = textAt(object, "startTime");
    record[GcpField::end] = textAt(object, "endTime");
    record[GcpField::cost] = textAt(object, "cost.amount");
    record[GcpField::currency] = textAt(object, "cost.currency");
    if (const auto& measured = member(object, "measurements"); measured.is_array() && !measured.empty()) {
        record[GcpField::amount] = textAt(measured.front(), "sum");
        record[GcpField::unit] = textAt(measured.front(), "unit");
    }
    const auto& credits = member(object, "credits");
    record.credits_readable = credits.is_null() || credits.is_array();
    if (credits.is_array())
        for (const nlohmann::json& credit : credits)
            record.credits.push_back({.type = {},
                .name = std::string(textAt(credit, "creditId")),
                .amount = std::string(textAt(credit, "amount"))});
}

int sniffGcpLegacy(const Preview& preview)
{
    const auto has = [&](std::string_view key) { return hasJsonKey(preview.head, key); };
    return startsAsJson(preview.head) && has("lineItemId") && has("measurements") ? 95 : 0;
}

base::Status parseGcpLegacy(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    GcpRows rows(sink);
    GcpRecord record;
    const base::Status read
        = readBillObjects(source, sink, job, [&](const nlohmann::json& object, std::int64_t line) -> base::Status {
              readRecord(object, record);
              record.line = line;
              return rows.add(record);
          });
    rows.finish();
    return read;
}

} // namespace

const Format gcp_legacy_json {.id = "gcp_legacy_json",
    .kind = Kind::bill,
    .version = 1,
    .title = "Google Cloud billing file export (JSON, until 2019)",
    .sniff = sniffGcpLegacy,
    .parse = parseGcpLegacy};

} // namespace fullscope::import
