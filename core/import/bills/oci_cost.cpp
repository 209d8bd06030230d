// SPDX-License-Identifier: GPL-3.0-or-later
// Oracle Cloud Infrastructure cost report, CSV. Many files a day, each with the hours that came in since the one
// before: none is a month, and none replaces another.
#include "core/import/bills/bill_csv.h"
#include "core/import/bills/bill_formats.h"
#include "core/import/bills/bill_text.h"
#include "core/import/bills/bill_values.h"
#include "core/import/bills/row_key.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

namespace {

using base::Code;
using base::Handling;
using base::Severity;
using evidence::BillRow;

// Services whose name does not say it, as FOCUS has them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kServiceCategories {
    {{"COMPUTE", "Compute"}, {"OBJECTSTORE", "Storage"}, {"NETWORK", "Networking"}}};

// GPUs that Oracle offers in one shape alone (data/catalogue/instances.csv).
struct Shape {
    std::string_view gpu; // in descriptions: "Compute - GPU - H100"
    std::string_view name;
    std::int64_t gpus;
};
constexpr std::array<Shape, 6> kShapes {
    {{"GB200", "BM.GPU.GB200.4", 4}, {"B200", "BM.GPU.B200.8", 8}, {"H200", "BM.GPU.H200.8", 8},
        {"H100", "BM.GPU.H100.8", 8}, {"MI300X", "BM.GPU.MI300X.8", 8}, {"MI355X", "BM.GPU.MI355X.8", 8}}};

// Indices of columns, -1 = the report has none.
struct Columns {
    int start, cost; // needed
    int end, currency, tenant, compartment, service, region, resource, description, sku, quantity, unit;
    int overage_flag, overage_cost, correction, corrected;
    std::vector<std::pair<int, std::string>> tags; // column and key
};

class OciReader {
public:
    OciReader(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
        : m_sink(sink)
        , m_csv(source, sink, job, {})
    {
    }

    base::Status read();

private:
    base::Status findColumns();
    bool readRow(); // false = skipped
    bool readCost();
    void readNames();
    void readMachine();
    void readCorrection();
    bool isTrue(int column) const { return base::equalsIgnoreCase(m_csv.text(column), "true"); }
    std::string copy(int column) const { return std::string(m_csv.text(column)); }

    evidence::Sink& m_sink;
    BillCsv m_csv;
    Columns m_at {};
    RowKey m_key;
    BillRow m_row;
};

base::Status OciReader::findColumns()
{
    FS_TRY_VALUE(start, m_csv.neededColumn({"lineItem/intervalUsageStart"}));
    FS_TRY_VALUE(cost, m_csv.neededColumn({"cost/myCost"}));
    m_at.start = start;
    m_at.cost = cost;
    m_at.end = m_csv.column({"lineItem/intervalUsageEnd"});
    m_at.currency = m_csv.column({"cost/currencyCode"});
    m_at.tenant = m_csv.column({"lineItem/tenantId"});
    m_at.compartment = m_csv.column({"product/compartmentId"});
    m_at.service = m_csv.column({"product/service"});
    m_at.region = m_csv.column({"product/region"});
    m_at.resource = m_csv.column({"product/resourceId"});
    m_at.description = m_csv.column({"product/Description"});
    m_at.sku = m_csv.column({"cost/productSku"});
    m_at.quantity = m_csv.column({"usage/billedQuantity"});
    m_at.unit = m_csv.column({"cost/skuUnitDescription", "cost/billingUnitReadable"});
    m_at.overage_flag = m_csv.column({"cost/overageFlag"});
    m_at.overage_cost = m_csv.column({"cost/myCostOverage"});
    m_at.correction = m_csv.column({"lineItem/isCorrection"});
    m_at.corrected = m_csv.column({"lineItem/backreferenceNo"});
    m_at.tags = m_csv.columnsUnder("tags/");
    // The number of a line is its own for ever: the report is never delivered anew.
    m_key = RowKey(m_csv.header(), [](std::string_view) { return false; });
    if (m_at.currency < 0)
        m_csv.reportFile(Severity::warning, {.code = Code::column_missing, .field = "cost/currencyCode"}, -1);
    return {};
}

// One cost, that of all usage at the price of the contract: nothing is spread, so it is the amortised one too. What is
// over the contracted amount is in it already, and told once more on its own.
bool OciReader::readCost()
{
    auto cost = m_csv.decimal(m_at.cost);
    if (!cost.ok()) {
        m_csv.skipRow(std::move(cost.error()), m_at.cost);
        return false;
    }
    m_row.billed = m_row.effective = *cost;
    if (!m_row.billed)
        m_csv.report(
            Severity::warning, Handling::kept, {.code = Code::field_missing, .expected = "decimal number"}, m_at.cost);
    const auto overage = m_csv.optionalDecimal(m_at.overage_cost, Severity::warning);
    if (overage && isTrue(m_at.overage_flag) && *overage > m_row.billed.value_or(base::Decimal()))
        m_csv.report(Severity::warning, Handling::kept,
            {.code = Code::bad_value, .found = overage->toString(), .expected = "<= cost/myCost"}, m_at.overage_cost);
    m_row.currency = copy(m_at.currency); // of what is free there is none
    if (m_row.currency.empty() && m_at.currency >= 0 && m_row.billed && !m_row.billed->isZero())
        m_csv.report(Severity::warning, Handling::kept, {.code = Code::bad_currency}, m_at.currency);
    return true;
}

void OciReader::readNames()
{
    m_row.line = m_csv.record().line();
    m_row.row_key = m_key.of(m_csv.record().fields());
    m_row.provider = "Oracle";
    m_row.billing_account = copy(m_at.tenant);
    m_row.sub_account = copy(m_at.compartment);
    m_row.charge_type = isTrue(m_at.overage_flag) ? "Overage" : "Usage";
    m_row.service = copy(m_at.service);
    m_row.usage_type = copy(m_at.sku);
    m_row.description = copy(m_at.description);
    m_row.region = copy(m_at.region);
    m_row.resource_id = copy(m_at.resource);
    m_row.quantity = m_csv.optionalDecimal(m_at.quantity, Severity::warning);
    m_row.quantity_unit = copy(m_at.unit);
    const auto category = std::find_if(kServiceCategories.begin(), kServiceCategories.end(),
        [&](const auto& entry) { return base::equalsIgnoreCase(entry.first, m_row.service); });
    if (category != kServiceCategories.end())
        m_row.service_category = category->second;
    for (const auto& [column, key] : m_at.tags)
        if (const std::string_view value = m_csv.text(column); !value.empty())
            m_row.tags.emplace_back(key, value);
}

// Machines are billed by their parts (OCPU Hours and GB Hours), and no row names its shape: these are quantities, none
// is the time of an instance. Those with GPUs cost hours of GPUs and nothing else; where a GPU comes in one shape
// alone, its hours are those of that shape.
void OciReader::readMachine()
{
    if (!m_row.quantity || !base::equalsIgnoreCase(m_row.service, "COMPUTE")
        || !base::containsIgnoreCase(m_row.quantity_unit, "GPU"))
        return;
    const auto shape = std::find_if(kShapes.begin(), kShapes.end(),
        [&](const Shape& one) { return base::containsIgnoreCase(m_row.description, one.gpu); });
    if (shape == kShapes.end())
        return;
    m_row.instance_type = shape->name;
    m_row.instance_hours = quotient(*m_row.quantity, shape->gpus);
    m_row.purchase_option = base::containsIgnoreCase(m_row.description, "Preemptible")
        ? evidence::PurchaseOption::spot
        : evidence::PurchaseOption::on_demand;
}

// Every line names a number here; only where it is a correction is it that of another line.
void OciReader::readCorrection()
{
    m_row.correction = isTrue(m_at.correction);
    if (m_row.correction)
        m_csv.report(Severity::warning, Handling::kept,
            {.code = Code::correction_unclear, .found = base::excerpt(m_csv.text(m_at.corrected))}, m_at.corrected);
}

bool OciReader::readRow()
{
    m_row = BillRow {};
    if (!m_csv.readPeriods({m_at.start, m_at.end, -1, -1}, m_row) || !readCost())
        return false;
    readNames();
    readMachine();
    readCorrection();
    return true;
}

base::Status OciReader::read()
{
    FS_TRY(m_csv.readHeader());
    FS_TRY(findColumns());
    return m_csv.eachRecord([this] { return readRow() ? m_sink.billRow(m_row) : base::Status(); });
}

// The prefix `lineItem/` is that of AWS reports too.
int sniffOci(const Preview& preview)
{
    const auto names = headerColumns(headerLine(preview.head), columnKey);
    const auto has
        = [&](std::string_view name) { return std::find(names.begin(), names.end(), columnKey(name)) != names.end(); };
    if (has("cost/myCost") && has("lineItem/intervalUsageStart"))
        return 95;
    // Without its costs (a usage report) the import can say which column is missing.
    return has("lineItem/referenceNo") ? 80 : 0;
}

base::Status parseOci(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    return OciReader(source, sink, job).read();
}

} // namespace

const Format oci_cost {.id = "oci_cost",
    .kind = Kind::bill,
    .version = 1,
    .title = "OCI cost report (CSV)",
    .sniff = sniffOci,
    .parse = parseOci};

} // namespace fullscope::import
