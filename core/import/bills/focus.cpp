// SPDX-License-Identifier: GPL-3.0-or-later
// FOCUS (FinOps Open Cost and Usage Specification), CSV. Columns came and went between 0.5 and 1.3: each is found by
// any of its names, and only a few are needed.
#include "core/import/bills/aws_usage.h"
#include "core/import/bills/bill_csv.h"
#include "core/import/bills/bill_formats.h"
#include "core/import/bills/bill_text.h"
#include "core/import/bills/focus_instance.h"
#include "core/import/bills/rounded_costs.h"
#include "core/import/bills/row_key.h"
#include "core/import/bills/text_map.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

namespace {

using base::Code;
using base::Handling;
using base::Severity;
using evidence::BillRow;
using evidence::ChargeCategory;
using evidence::CommitmentStatus;
using evidence::PurchaseOption;

constexpr std::array<std::string_view, 1> kEmptyWords {"null"}; // in any case

// Indices of columns, -1 = the export has none.
struct Columns {
    int billed, category, start; // needed
    int effective, list, contracted, end, period_start, period_end, currency;
    int provider, service_provider, account, sub_account, invoice_id;
    int charge_class, charge_subcategory, pricing_category, description;
    int commitment_id, commitment_category, commitment_status, reservation_status;
    int quantity, unit, service, service_category, region, resource;
    int sku, sku_price_details, meter, meter_category, usage_type, service_code, tags;
};

// What another delivery of the month may say otherwise of the same charge: its invoice, which it has none of until the
// month is closed, and tags, which are set later.
bool isUnstable(std::string_view name)
{
    if (name.starts_with("f:"))
        name.remove_prefix(2);
    return name == "invoiceid" || name == "x_invoiceid" || name == "invoicedetailid" || name == "tags";
}

class FocusReader {
public:
    FocusReader(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
        : m_csv(source, sink, job, kEmptyWords)
        , m_rounded([&sink](const BillRow& row) { return sink.billRow(row); })
    {
    }

    base::Status read();

private:
    base::Status findColumns();
    int find(std::string_view name, std::string_view other = {});
    void reportAbsent();
    bool readRow(); // false = skipped
    bool readMoney();
    void readKind();
    void readSubcategory();
    void readPurchase();
    void readNames();
    void readTags();
    void readInstance();
    std::string instanceType() const;
    void reportRounded();
    base::Status readRows();
    std::string copy(int column) const { return std::string(m_csv.text(column)); }

    BillCsv m_csv;
    Columns m_at {};
    RowKey m_key;
    BillRow m_row;
    RoundedCosts m_rounded;
    std::string m_tags_text;
    TextMap m_tags;
};

// `other` is the column's name in another version. Some tools put `F:` before FOCUS names.
int FocusReader::find(std::string_view name, std::string_view other)
{
    const std::string prefix = "F:";
    if (other.empty())
        return m_csv.column({name, prefix + std::string(name)});
    return m_csv.column({name, prefix + std::string(name), other, prefix + std::string(other)});
}

base::Status FocusReader::findColumns()
{
    FS_TRY_VALUE(billed, m_csv.neededColumn({"BilledCost", "F:BilledCost"}));
    FS_TRY_VALUE(category, m_csv.neededColumn({"ChargeCategory", "F:ChargeCategory", "ChargeType", "F:ChargeType"}));
    FS_TRY_VALUE(start, m_csv.neededColumn({"ChargePeriodStart", "F:ChargePeriodStart"}));
    m_at.billed = billed;
    m_at.category = category;
    m_at.start = start;
    m_at.effective = find("EffectiveCost", "AmortizedCost");
    m_at.list = find("ListCost");
    m_at.contracted = find("ContractedCost");
    m_at.end = find("ChargePeriodEnd");
    m_at.period_start = find("BillingPeriodStart");
    m_at.period_end = find("BillingPeriodEnd");
    m_at.currency = find("BillingCurrency", "BilledCurrency");
    m_at.provider = find("ProviderName", "Provider");
    m_at.service_provider = find("ServiceProviderName"); // 1.3, beside the older name or in its place
    m_at.account = find("BillingAccountId");
    m_at.sub_account = find("SubAccountId");
    m_at.invoice_id = find("InvoiceId");
    m_at.charge_class = find("ChargeClass");
    m_at.charge_subcategory = find("ChargeSubcategory"); // 1.0-preview alone
    m_at.pricing_category = find("PricingCategory");
    m_at.description = find("ChargeDescription");
    m_at.commitment_id = find("CommitmentDiscountId");
    m_at.commitment_category = find("CommitmentDiscountCategory");
    m_at.commitment_status = find("CommitmentDiscountStatus");
    m_at.reservation_status = find("CapacityReservationStatus");
    m_at.quantity = find("ConsumedQuantity", "UsageQuantity");
    m_at.unit = find("ConsumedUnit", "UsageUnit");
    m_at.service = find("ServiceName");
    m_at.service_category = find("ServiceCategory");
    m_at.region = find("RegionId", "Region");
    m_at.resource = find("ResourceId");
    m_at.sku = find("SkuId");
    m_at.sku_price_details = find("SkuPriceDetails");
    m_at.meter = find("x_SkuMeterName");
    m_at.meter_category = find("x_SkuMeterCategory");
    m_at.usage_type = find("x_UsageType");
    m_at.service_code = find("x_ServiceCode");
    m_at.tags = find("Tags");
    reportAbsent();
    return {};
}

// Columns that every version asks for, without which the bill can still be read: said once, not for each row.
void FocusReader::reportAbsent()
{
    const std::array<std::pair<int, const char*>, 2> wanted {
        {{m_at.effective, "EffectiveCost"}, {m_at.currency, "BillingCurrency"}}};
    for (const auto& [column, name] : wanted)
        if (column < 0)
            m_csv.reportFile(Severity::warning, {.code = Code::column_missing, .field = name}, column);
}

bool FocusReader::readMoney()
{
    auto billed = m_csv.decimal(m_at.billed);
    if (!billed.ok()) {
        m_csv.skipRow(std::move(billed.error()), m_at.billed);
        return false;
    }
    // Some exports carry quantities and no costs: such a row is kept for its hours, its cost is absent.
    m_row.billed = *billed;
    if (!m_row.billed)
        m_csv.report(Severity::warning, Handling::kept, {.code = Code::field_missing, .expected = "decimal number"},
            m_at.billed);
    const auto effective = m_csv.decimal(m_at.effective);
    if (effective.ok() && *effective)
        m_row.effective = *effective;
    else if (m_at.effective >= 0)
        m_csv.report(Severity::warning, Handling::kept,
            {.code = Code::effective_cost_missing,
                .found = base::excerpt(m_csv.text(m_at.effective)),
                .expected = "decimal number"},
            m_at.effective);
    m_row.list = m_csv.optionalDecimal(m_at.list, Severity::warning);
    m_row.contracted = m_csv.optionalDecimal(m_at.contracted, Severity::warning);
    m_row.currency = copy(m_at.currency);
    if (m_row.currency.empty() && m_at.currency >= 0)
        m_csv.report(Severity::warning, Handling::kept, {.code = Code::bad_currency}, m_at.currency);
    return true;
}

void FocusReader::readKind()
{
    constexpr std::array<std::pair<std::string_view, ChargeCategory>, 6> kCategories {{
        {"Usage", ChargeCategory::usage}, {"Purchase", ChargeCategory::purchase}, {"Tax", ChargeCategory::tax},
        {"Credit", ChargeCategory::credit}, {"Adjustment", ChargeCategory::adjustment},
        {"Refund", ChargeCategory::refund}, // before 1.0
    }};
    m_row.charge_type = copy(m_at.category);
    m_row.correction = base::equalsIgnoreCase(m_csv.text(m_at.charge_class), "Correction");
    for (const auto& [name, category] : kCategories) {
        if (base::equalsIgnoreCase(m_row.charge_type, name)) {
            m_row.charge_category = category;
            readSubcategory();
            return;
        }
    }
    m_row.charge_known = false;
    m_csv.report(Severity::warning, Handling::kept,
        {.code = Code::charge_unclassified, .found = base::excerpt(m_row.charge_type)}, m_at.category);
}

// What kinds of adjustment there were before they became categories and classes of their own.
void FocusReader::readSubcategory()
{
    const std::string_view subcategory = m_csv.text(m_at.charge_subcategory);
    if (m_row.charge_category != ChargeCategory::adjustment)
        return;
    if (base::equalsIgnoreCase(subcategory, "Refund"))
        m_row.charge_category = ChargeCategory::refund;
    else if (base::equalsIgnoreCase(subcategory, "Credit"))
        m_row.charge_category = ChargeCategory::credit;
}

// The pricing category decides, never the description: a savings plan's row says "On Demand" there.
void FocusReader::readPurchase()
{
    const std::string_view pricing = m_csv.text(m_at.pricing_category);
    const std::string_view commitment = m_csv.text(m_at.commitment_category);
    const std::string_view status = m_csv.text(m_at.commitment_status);
    const std::string_view subcategory = m_csv.text(m_at.charge_subcategory);
    const auto is = [](std::string_view text, std::string_view word, std::string_view before) {
        return base::equalsIgnoreCase(text, word) || base::equalsIgnoreCase(text, before);
    };
    m_row.commitment_id = copy(m_at.commitment_id);
    if (is(pricing, "Standard", "On-Demand")) // before 1.0
        m_row.purchase_option = PurchaseOption::on_demand;
    else if (base::equalsIgnoreCase(pricing, "Dynamic"))
        m_row.purchase_option = PurchaseOption::spot;
    else if (is(pricing, "Committed", "Commitment-Based"))
        m_row.purchase_option = base::equalsIgnoreCase(commitment, "Spend") ? PurchaseOption::savings_plan
            : base::equalsIgnoreCase(commitment, "Usage")                   ? PurchaseOption::reserved
                                                                            : PurchaseOption::committed_other;
    if (base::equalsIgnoreCase(status, "Unused") || base::equalsIgnoreCase(subcategory, "Unused Commitment")
        || base::equalsIgnoreCase(m_csv.text(m_at.reservation_status), "Unused"))
        m_row.commitment_status = CommitmentStatus::unused;
    else if (base::equalsIgnoreCase(status, "Used") || base::equalsIgnoreCase(subcategory, "Used Commitment"))
        m_row.commitment_status = CommitmentStatus::used;
}

void FocusReader::readNames()
{
    m_row.line = m_csv.record().line();
    m_row.row_key = m_key.of(m_csv.record().fields());
    m_row.provider = copy(m_at.provider);
    if (m_row.provider.empty())
        m_row.provider = copy(m_at.service_provider);
    m_row.billing_account = copy(m_at.account);
    m_row.sub_account = copy(m_at.sub_account);
    m_row.service = copy(m_at.service);
    m_row.service_category = copy(m_at.service_category);
    m_row.usage_type = copy(m_at.usage_type);
    if (m_row.usage_type.empty())
        m_row.usage_type = copy(m_at.sku);
    m_row.description = copy(m_at.description);
    m_row.region = copy(m_at.region);
    m_row.resource_id = copy(m_at.resource);
    m_row.quantity = m_csv.optionalDecimal(m_at.quantity, Severity::warning);
    m_row.quantity_unit = copy(m_at.unit);
    readTags();
}

void FocusReader::readTags()
{
    const std::string_view text = m_csv.text(m_at.tags);
    if (text.empty())
        return;
    const bool repeats = text == m_tags_text; // said once of neighbours
    if (!repeats)
        m_tags_text = text;
    if (!m_tags.read(text) && !repeats)
        m_csv.report(Severity::warning, Handling::value_dropped,
            {.code = Code::bad_json, .found = base::excerpt(text), .expected = "JSON object of texts"}, m_at.tags);
    m_row.tags = m_tags.entries();
}

std::string FocusReader::instanceType() const
{
    std::string type = instanceTypeOfSkuPriceDetails(m_csv.text(m_at.sku_price_details));
    if (type.empty())
        type = awsUsage(m_csv.text(m_at.usage_type), m_csv.text(m_at.service_code)).instance_type;
    if (type.empty() && m_csv.text(m_at.meter_category) == "Virtual Machines")
        type = instanceTypeOfAzureMeter(m_csv.text(m_at.meter));
    if (type.empty())
        type = instanceTypeOfDescription(m_row.description);
    return type;
}

// Instance time is usage in a unit of time of a compute service whose row names an instance type. A purchase is no
// hour, and an unused commitment costs without running.
void FocusReader::readInstance()
{
    const bool compute = m_row.service_category.empty() || m_row.service_category == "Compute"
        || m_row.service_category == "AI and Machine Learning";
    if (m_row.charge_category != ChargeCategory::usage || m_row.commitment_status == CommitmentStatus::unused
        || !compute || !unitsPerHour(m_row.quantity_unit))
        return;
    m_row.instance_type = instanceType();
    if (!m_row.instance_type.empty() && m_row.quantity)
        m_row.instance_hours = base::Decimal::quotient(*m_row.quantity, unitsPerHour(m_row.quantity_unit));
}

bool FocusReader::readRow()
{
    m_row = BillRow {};
    if (!m_csv.readPeriods({m_at.start, m_at.end, m_at.period_start, m_at.period_end}, m_row) || !readMoney())
        return false;
    readNames();
    readKind();
    readPurchase();
    readInstance();
    return true;
}

void FocusReader::reportRounded()
{
    for (const std::string& provider : m_rounded.providers())
        m_csv.reportFile(Severity::warning,
            {.code = Code::effective_cost_rounded, .found = provider, .expected = "BilledCost"}, m_at.effective);
}

base::Status FocusReader::readRows()
{
    return m_csv.eachRecord([this]() -> base::Status {
        if (!readRow())
            return {};
        m_csv.checkFinal(m_at.invoice_id);
        return m_rounded.add(std::move(m_row));
    });
}

base::Status FocusReader::read()
{
    FS_TRY(m_csv.readHeader());
    FS_TRY(findColumns());
    m_key = RowKey(m_csv.header(), isUnstable);
    const base::Status rows = readRows();
    const base::Status held = m_rounded.finish(); // also what was read before an error
    reportRounded();
    return rows.ok() ? held : rows;
}

int sniffFocus(const Preview& preview)
{
    const std::string_view header = headerLine(preview.head);
    const auto has = [header](std::string_view name) { return base::containsIgnoreCase(header, name); };
    const bool charged = has("ChargeCategory") || has("ChargeType");
    if (has("BilledCost") && charged)
        return 95;
    // Without its costs it is still FOCUS, and the import can say which column is missing.
    return has("ChargeCategory") && has("ChargePeriodStart") ? 80 : 0;
}

base::Status parseFocus(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    return FocusReader(source, sink, job).read();
}

} // namespace

const Format focus {.id = "focus",
    .kind = Kind::bill,
    .version = 1,
    .title = "FOCUS cost and usage (CSV)",
    .sniff = sniffFocus,
    .parse = parseFocus};

} // namespace fullscope::import
