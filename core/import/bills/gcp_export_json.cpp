// SPDX-License-Identifier: GPL-3.0-or-later
// Google Cloud's billing export to BigQuery, out of it again as JSON: lines, an array, or objects printed one behind
// the other; numbers may be texts.
#include "core/import/bills/bill_formats.h"
#include "core/import/bills/bill_json.h"
#include "core/import/bills/gcp_rows.h"
#include "core/import/jobs/json_records.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

namespace fullscope::import {

namespace {

int sniffGcpJson(const Preview& preview)
{
    const auto has = [&](std::string_view key) { return hasJsonKey(preview.head, key); };
    const bool sku = has("sku") || has("sku.description") || has("sku_description");
    return startsAsJson(preview.head) && has("billing_account_id") && has("usage_start_time") && sku ? 95 : 0;
}

base::Status parseGcpJson(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    GcpRows rows(sink);
    GcpRecord record;
    const base::Status read
        = readBillObjects(source, sink, job, [&](const nlohmann::json& object, std::int64_t line) -> base::Status {
              readGcpRecord(object, record);
              record.line = line;
              return rows.add(record);
          });
    rows.finish();
    return read;
}

} // namespace

const Format gcp_export_json {.id = "gcp_export_json",
    .kind = Kind::bill,
    .version = 1,
    .title = "Google Cloud billing export (BigQuery, JSON)",
    .sniff = sniffGcpJson,
    .parse = parseGcpJson};

} // namespace fullscope::import
