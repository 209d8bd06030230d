// SPDX-License-Identifier: GPL-3.0-or-later
// AWS Cost and Usage Report, legacy CSV: `lineItem/UnblendedCost` and 90 to 300 further columns, which vary by month.
#include "core/import/bills/aws_cur_columns.h"
#include "core/import/bills/aws_line_item.h"
#include "core/import/bills/aws_usage.h"
#include "core/import/bills/bill_csv.h"
#include "core/import/bills/bill_formats.h"
#include "core/import/bills/bill_text.h"
#include "core/import/bills/row_key.h"

#include "core/base/text.h"

#include <algorithm>

namespace fullscope::import {

namespace {

using base::Code;
using base::Decimal;
using base::Handling;
using base::Severity;
using evidence::BillRow;
using evidence::ChargeCategory;
using evidence::CommitmentStatus;
using evidence::PurchaseOption;

// What another delivery of the month may say otherwise of the same charge: ids (a line's id is stable within one
// version of the report, an invoice has none until the month is closed), averages over the whole organisation, and
// attributes that a later version of the report may have more of. Connectors put columns of their own (`_file`) in
// front.
bool isUnstable(std::string_view name)
{
    constexpr std::string_view kPrefixes[] = {"identity/", "product/", "resourcetags/", "costcategory/", "_"};
    return std::any_of(std::begin(kPrefixes), std::end(kPrefixes),
               [name](std::string_view prefix) { return name.starts_with(prefix); })
        || name == "bill/invoiceid" || name == "lineitem/blendedcost" || name == "lineitem/blendedrate";
}

class CurReader {
public:
    CurReader(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
        : m_csv(source, sink, job, {})
        , m_sink(sink)
    {
    }

    base::Status read();

private:
    bool readRow(); // false = skipped
    bool readMoney(const AwsLineItem& item);
    bool isRepeated();
    void readNames();
    void readUsage(const AwsLineItem& item);
    void readInstance(const AwsUsage& usage, bool countsHours);
    std::optional<Decimal> amortised(const AwsLineItem& item);
    std::optional<Decimal> needed(int column, const char* name);
    std::optional<Decimal> unusedReservation();
    std::optional<Decimal> unusedPlan();
    void reportEffectiveMissing(int column, const char* name);
    void reportNet();
    base::Status deliver();
    std::string copy(int column) const { return std::string(m_csv.text(column)); }

    BillCsv m_csv;
    evidence::Sink& m_sink;
    CurColumns m_at {};
    RowKey m_key;
    BillRow m_row;
    bool m_split = false; // the row shares out the cost of another
    std::int64_t m_rows_with_net = 0, m_rows_without_net = 0;
};

void CurReader::reportEffectiveMissing(int column, const char* name)
{
    m_csv.report(Severity::warning, Handling::kept,
        {.code = Code::effective_cost_missing,
            .field = name,
            .found = base::excerpt(m_csv.text(column)),
            .expected = "decimal number"},
        column);
}

// A cost that the amortised cost of this row consists of: text there is as good as nothing, and both are said.
std::optional<Decimal> CurReader::needed(int column, const char* name)
{
    const auto value = m_csv.decimal(column);
    if (value.ok() && *value)
        return *value;
    reportEffectiveMissing(column, name);
    return std::nullopt;
}

// Upfront and recurring part; a reservation that has only one of them may leave the other empty.
std::optional<Decimal> CurReader::unusedReservation()
{
    const auto upfront = m_csv.decimal(m_at.ri_unused_upfront);
    const auto recurring = m_csv.decimal(m_at.ri_unused_recurring);
    const bool readable = upfront.ok() && recurring.ok() && (*upfront || *recurring);
    const auto sum = readable ? Decimal::sum(upfront->value_or(Decimal {}), recurring->value_or(Decimal {}))
                              : base::Result<Decimal>(base::Error {});
    if (sum.ok())
        return *sum;
    const bool upfrontBad = !upfront.ok();
    reportEffectiveMissing(upfrontBad ? m_at.ri_unused_upfront : m_at.ri_unused_recurring,
        upfrontBad ? "reservation/UnusedAmortizedUpfrontFeeForBillingPeriod" : "reservation/UnusedRecurringFee");
    return std::nullopt;
}

std::optional<Decimal> CurReader::unusedPlan()
{
    const auto total = needed(m_at.sp_total, "savingsPlan/TotalCommitmentToDate");
    const auto used = total ? needed(m_at.sp_used, "savingsPlan/UsedCommitment") : std::nullopt;
    if (!used)
        return std::nullopt;
    const auto unused = Decimal::difference(*total, *used);
    return unused.ok() ? std::optional(*unused) : std::nullopt;
}

std::optional<Decimal> CurReader::amortised(const AwsLineItem& item)
{
    switch (item.amortised) {
    case AwsAmortised::as_billed:
        return m_row.billed;
    case AwsAmortised::zero:
        return Decimal {};
    case AwsAmortised::reservation:
        return needed(m_at.ri_effective, "reservation/EffectiveCost");
    case AwsAmortised::savings_plan:
        return needed(m_at.sp_effective, "savingsPlan/SavingsPlanEffectiveCost");
    case AwsAmortised::unused_reservation:
        return unusedReservation();
    case AwsAmortised::unused_savings_plan:
        return unusedPlan();
    case AwsAmortised::zero_for_reservation:
        return m_csv.text(m_at.ri_arn).empty() ? m_row.billed : Decimal {};
    case AwsAmortised::zero_for_savings_plan:
        return base::containsIgnoreCase(m_row.description, "one-time fee for Savings Plan") ? Decimal {} : m_row.billed;
    case AwsAmortised::unknown:
        break;
    }
    m_row.charge_known = false;
    m_csv.report(Severity::warning, Handling::kept,
        {.code = Code::charge_unclassified, .found = base::excerpt(m_row.charge_type)}, m_at.type);
    return std::nullopt;
}

bool CurReader::readMoney(const AwsLineItem& item)
{
    auto billed = m_csv.decimal(m_at.unblended);
    if (!billed.ok()) {
        m_csv.skipRow(std::move(billed.error()), m_at.unblended);
        return false;
    }
    if (!*billed) {
        m_csv.skipRow({.code = Code::field_missing, .expected = "decimal number"}, m_at.unblended);
        return false;
    }
    m_row.currency = copy(m_at.currency);
    if (m_row.currency.empty())
        m_csv.report(Severity::warning, Handling::kept, {.code = Code::bad_currency}, m_at.currency);
    m_row.billed = *billed;
    m_row.effective = amortised(item);
    m_row.net = m_csv.optionalDecimal(m_at.net, Severity::warning);
    ++(m_row.net ? m_rows_with_net : m_rows_without_net);
    // Rows of commitments carry all sorts of text here; they have no list price of their own then.
    m_row.list = m_csv.optionalDecimal(m_at.list, Severity::info);
    return true;
}

void CurReader::readNames()
{
    m_row.line = m_csv.record().line();
    m_row.row_key = m_key.of(m_csv.record().fields());
    m_row.provider = "AWS";
    m_row.billing_account = copy(m_at.payer);
    m_row.sub_account = copy(m_at.account);
    m_row.charge_type = copy(m_at.type);
    m_row.service = copy(m_at.product);
    m_row.usage_type = copy(m_at.usage_type);
    m_row.description = copy(m_at.description);
    m_row.resource_id = copy(m_at.resource);
    // What the marketplace sells has product codes of its own, by which nothing can be told.
    m_row.service_category = m_csv.text(m_at.billing_entity) == "AWS Marketplace" ? "Marketplace" : "";
    for (const auto& [column, key] : m_at.tags)
        if (const std::string_view value = m_csv.text(column); !value.empty())
            m_row.tags.emplace_back(key, value);
}

void CurReader::readInstance(const AwsUsage& usage, bool countsHours)
{
    m_row.instance_type = usage.instance_type;
    if (!usage.region.empty())
        m_row.region = usage.region;
    if (!countsHours || usage.kind == AwsUsageKind::capacity_block_fee)
        return;
    if (usage.kind == AwsUsageKind::unused_capacity)
        m_row.commitment_status = CommitmentStatus::unused;
    if (!isHours(m_row.quantity_unit)) {
        m_csv.report(Severity::warning, Handling::kept,
            {.code = Code::bad_unit, .found = base::excerpt(m_row.quantity_unit), .expected = "Hrs"}, m_at.unit);
        return;
    }
    m_row.instance_hours = m_row.quantity;
}

void CurReader::readUsage(const AwsLineItem& item)
{
    const AwsUsage usage = awsUsage(m_row.usage_type, m_row.service);
    m_row.charge_category = item.charge_category;
    m_row.purchase_option = item.purchase_option;
    m_row.quantity = m_csv.optionalDecimal(m_at.amount, Severity::warning);
    m_row.quantity_unit = copy(m_at.unit);
    m_row.region = copy(m_at.region_code);
    if (m_row.region.empty())
        m_row.region = copy(m_at.region);
    if (m_row.region.empty())
        m_row.region = usage.region;

    const bool committed = item.purchase_option != PurchaseOption::none;
    m_row.commitment_id = copy(m_at.ri_arn);
    if (m_row.commitment_id.empty())
        m_row.commitment_id = copy(m_at.sp_arn);
    if (committed && item.charge_category == ChargeCategory::usage)
        m_row.commitment_status = CommitmentStatus::used;
    // The fee of a commitment is its purchase; only what was not used of it is spread on this row.
    if (committed && item.charge_category == ChargeCategory::purchase && m_row.effective > Decimal {})
        m_row.commitment_status = CommitmentStatus::unused;

    const bool isCharge
        = item.charge_category == ChargeCategory::usage || item.charge_category == ChargeCategory::purchase;
    if (isCharge && usage.kind != AwsUsageKind::other)
        readInstance(usage, item.usage && !m_split);
    if (committed || !isCharge)
        return;
    if (usage.kind == AwsUsageKind::capacity_block_fee || base::containsIgnoreCase(m_row.description, "Capacity Block"))
        m_row.purchase_option = PurchaseOption::capacity_block;
    else if (!m_row.commitment_id.empty() && item.charge_category == ChargeCategory::purchase)
        m_row.purchase_option = PurchaseOption::reserved;
    else if (usage.kind == AwsUsageKind::spot_instance || base::equalsIgnoreCase(m_csv.text(m_at.term), "Spot"))
        m_row.purchase_option = PurchaseOption::spot;
    else if (item.usage && (m_row.instance_hours || m_csv.text(m_at.term) == "OnDemand"))
        m_row.purchase_option = PurchaseOption::on_demand;
}

// Rows of split cost allocation share out the cost of an instance that has its own row: they count neither hours nor
// money, and those that repeat money are left out.
bool CurReader::isRepeated()
{
    const std::string_view operation = m_csv.text(m_at.operation);
    m_split = operation == "EKSPod-EC2" || operation == "ECSTask-EC2";
    if (!m_split || m_row.billed->isZero())
        return false;
    m_csv.report(Severity::warning, Handling::row_skipped,
        {.code = Code::bad_value, .found = std::string(operation), .expected = "RunInstances"}, m_at.operation);
    return true;
}

bool CurReader::readRow()
{
    m_row = BillRow {};
    readNames();
    const AwsLineItem& item = awsLineItem(m_row.charge_type);
    if (!m_csv.readPeriods({m_at.start, m_at.end, m_at.period_start, m_at.period_end}, m_row) || !readMoney(item)
        || isRepeated())
        return false;
    readUsage(item);
    return true;
}

// A net total of some rows only would be too small.
void CurReader::reportNet()
{
    if (m_rows_with_net == 0 || m_rows_without_net == 0)
        return;
    m_csv.reportFile(Severity::warning,
        {.code = Code::field_missing, .found = std::to_string(m_rows_without_net), .expected = "decimal number"},
        m_at.net);
}

// The fee of a commitment is paid whether it is used or not; what was not used of it is a cost of its own, which nobody
// pays once more. One line says both: it becomes two rows, as FOCUS has them, whose sums are the line's.
base::Status CurReader::deliver()
{
    if (m_row.charge_category != ChargeCategory::purchase || m_row.commitment_status != CommitmentStatus::unused)
        return m_sink.billRow(m_row);
    BillRow unused = m_row;
    unused.row_key += "-unused";
    unused.charge_category = ChargeCategory::usage;
    unused.quantity.reset();
    for (auto* cost : {&unused.billed, &unused.net, &unused.list})
        if (*cost)
            *cost = Decimal {};
    m_row.commitment_status = CommitmentStatus::none;
    m_row.effective = Decimal {};
    FS_TRY(m_sink.billRow(m_row));
    return m_sink.billRow(unused);
}

base::Status CurReader::read()
{
    FS_TRY(m_csv.readHeader());
    FS_TRY_VALUE(columns, CurColumns::find(m_csv));
    m_at = std::move(columns);
    m_key = RowKey(m_csv.header(), isUnstable);
    if (const int blended = m_csv.column({"lineItem/BlendedCost"}); blended >= 0)
        m_csv.reportFile(Severity::info, {.code = Code::blended_ignored}, blended);
    for (;;) {
        FS_TRY_VALUE(more, m_csv.next());
        if (!more)
            break;
        if (!readRow())
            continue;
        m_csv.checkFinal(m_at.invoice_id);
        FS_TRY(deliver());
    }
    reportNet();
    return {};
}

int sniffCur(const Preview& preview)
{
    const std::string_view header = headerLine(preview.head);
    const auto has = [header](std::string_view name) { return base::containsIgnoreCase(header, name); };
    // OCI's cost reports share the prefix.
    if (has("lineItem/referenceNo") || has("cost/myCost"))
        return 0;
    return has("lineItem/LineItemType") || has("lineItem/UnblendedCost") ? 95 : 0;
}

base::Status parseCur(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    return CurReader(source, sink, job).read();
}

} // namespace

const Format aws_cur_legacy {.id = "aws_cur_legacy",
    .kind = Kind::bill,
    .version = 1,
    .title = "AWS Cost and Usage Report (legacy CSV)",
    .sniff = sniffCur,
    .parse = parseCur};

} // namespace fullscope::import
