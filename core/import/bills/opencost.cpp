// SPDX-License-Identifier: GPL-3.0-or-later
// OpenCost and Kubecost allocations, CSV: what each container of a Kubernetes cluster used on a day, and its share of
// what the machines cost. Files to which days are appended grow columns on the right; rows that are older stay short.
#include "core/import/bills/bill_csv.h"
#include "core/import/bills/bill_formats.h"
#include "core/import/bills/bill_text.h"
#include "core/import/bills/opencost_row.h"
#include "core/import/bills/row_key.h"
#include "core/import/bills/text_map.h"

#include "core/base/text.h"

#include <algorithm>

namespace fullscope::import {

namespace {

using base::Code;
using base::Handling;
using base::Severity;
using evidence::BillRow;

constexpr std::int64_t kHoursOfDay = 24;
constexpr std::int64_t kDayUs = kHoursOfDay * 3'600 * base::kSecondUs;

// Indices of columns, -1 = the export has none.
struct Columns {
    int date; // needed
    int total, gpus, pod, labels_map;
    std::vector<std::pair<int, std::string>> names, labels; // column and key of a tag
};

class OpenCostReader {
public:
    OpenCostReader(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
        : m_source(source)
        , m_sink(sink)
        , m_csv(source, sink, job, {})
    {
    }

    base::Status read();

private:
    base::Status findColumns();
    bool readRow(); // false = skipped
    bool readCost();
    void readTags();

    TextSource& m_source;
    evidence::Sink& m_sink;
    BillCsv m_csv;
    Columns m_at {};
    RowKey m_key;
    TextMap m_labels;
    BillRow m_row;
};

base::Status OpenCostReader::findColumns()
{
    FS_TRY_VALUE(date, m_csv.neededColumn({"Date"}));
    m_at.date = date;
    m_at.total = m_csv.column({"TotalCost"}); // needed too, but a short row may not reach it
    if (m_at.total < 0)
        return base::Error {.code = Code::column_missing,
            .file = m_source.file().path,
            .line = m_csv.record().line(),
            .field = "TotalCost"};
    m_at.gpus = m_csv.column({"GPUs"});
    m_at.pod = m_csv.column({"Pod"});
    m_at.labels_map = m_csv.column({"Labels"});
    m_at.labels = m_csv.columnsUnder("Label_");
    for (const auto& [column, key] : {std::pair {"Cluster", "cluster"}, {"Node", "node"}, {"Namespace", "namespace"},
             {"ControllerKind", "controller_kind"}, {"ControllerName", "controller"}, {"Pod", "pod"},
             {"Container", "container"}})
        if (const int index = m_csv.column({column}); index >= 0)
            m_at.names.emplace_back(index, key);
    m_key = RowKey(m_csv.header(), [](std::string_view) { return false; });
    m_csv.allowShortRows();
    return {};
}

bool OpenCostReader::readCost()
{
    auto total = m_csv.decimal(m_at.total);
    if (!total.ok()) {
        m_csv.skipRow(std::move(total.error()), m_at.total);
        return false;
    }
    m_row.effective = *total;
    if (!m_row.effective)
        m_csv.report(
            Severity::warning, Handling::kept, {.code = Code::field_missing, .expected = "decimal number"}, m_at.total);
    // A mean over the day.
    const auto gpus = m_csv.optionalDecimal(m_at.gpus, Severity::warning);
    if (!gpus)
        return true;
    const auto hours = base::Decimal::times(*gpus, kHoursOfDay);
    if (hours.ok()) {
        m_row.quantity = *hours;
        m_row.quantity_unit = "GPU Hours";
    } else {
        m_csv.report(Severity::warning, Handling::value_dropped, hours.error(), m_at.gpus);
    }
    return true;
}

// Labels stand in a JSON object, and those that were asked for in columns of their own.
void OpenCostReader::readTags()
{
    for (const auto& [column, key] : m_at.names)
        if (const std::string_view value = m_csv.text(column); !value.empty())
            m_row.tags.emplace_back(key, value);
    const std::string_view labels = m_csv.text(m_at.labels_map);
    if (!m_labels.read(labels))
        m_csv.report(Severity::warning, Handling::value_dropped,
            {.code = Code::bad_json, .found = base::excerpt(labels), .expected = "JSON object of texts"},
            m_at.labels_map);
    const auto& entries = m_labels.entries();
    m_row.tags.insert(m_row.tags.end(), entries.begin(), entries.end());
    for (const auto& [column, key] : m_at.labels)
        if (const std::string_view value = m_csv.text(column); !value.empty() && m_labels.value(key).empty())
            m_row.tags.emplace_back(key, value);
}

bool OpenCostReader::readRow()
{
    m_row = openCostRow();
    const auto day = m_csv.neededTime(m_at.date);
    if (!day || !readCost())
        return false;
    m_row.charge_start_us = *day;
    m_row.charge_end_us = *day + kDayUs;
    m_row.line = m_csv.record().line();
    m_row.row_key = m_key.of(m_csv.record().fields());
    m_row.resource_id = m_csv.text(m_at.pod);
    readTags();
    return true;
}

base::Status OpenCostReader::read()
{
    FS_TRY(m_csv.readHeader());
    FS_TRY(findColumns());
    reportOpenCost(m_sink, m_source.file().path);
    return m_csv.eachRecord([this] { return readRow() ? m_sink.billRow(m_row) : base::Status(); });
}

int sniffOpenCost(const Preview& preview)
{
    const auto names = headerColumns(headerLine(preview.head), columnKey);
    const auto has
        = [&](std::string_view name) { return std::find(names.begin(), names.end(), columnKey(name)) != names.end(); };
    if (!has("Date") || !has("Namespace") || !has("CPUCost") || !has("RAMCost"))
        return 0;
    return has("TotalCost") ? 95 : 80;
}

base::Status parseOpenCost(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    return OpenCostReader(source, sink, job).read();
}

} // namespace

const Format opencost {.id = "opencost",
    .kind = Kind::bill,
    .version = 1,
    .title = "OpenCost or Kubecost allocations (CSV)",
    .sniff = sniffOpenCost,
    .parse = parseOpenCost};

} // namespace fullscope::import
