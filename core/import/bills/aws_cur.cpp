// SPDX-License-Identifier: GPL-3.0-or-later
// AWS Cost and Usage Report: unblended cost and 90 to 300 further columns, which vary by month. Legacy reports and CUR
// 2.0 say the same in two spellings of their columns (aws_cur_columns.h); CUR 2.0 has tags as JSON.
#include "core/import/bills/aws_cur_columns.h"
#include "core/import/bills/aws_cur_costs.h"
#include "core/import/bills/aws_line_item.h"
#include "core/import/bills/aws_usage.h"
#include "core/import/bills/bill_csv.h"
#include "core/import/bills/bill_formats.h"
#include "core/import/bills/bill_text.h"
#include "core/import/bills/capacity_blocks.h"
#include "core/import/bills/repeated_lines.h"
#include "core/import/bills/row_key.h"
#include "core/import/bills/text_map.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

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

constexpr std::array<std::string_view, 1> kEmptyWords {"null"};

// What another delivery of the month may say otherwise of the same charge: ids (a line's id is stable within one
// version of the report, an invoice has none until the month is closed), averages over the whole organisation, and
// attributes that a later version of the report may have more of. Connectors put columns of their own (`_file`) in
// front. `name` as of curColumnKey.
bool isUnstable(std::string_view name)
{
    constexpr std::string_view kPrefixes[]
        = {"identity", "product", "resourcetags", "tags", "costcategory", "discount", "_"};
    constexpr std::string_view kNames[] = {"billinvoiceid", "billpayeraccountname", "lineitemblendedcost",
        "lineitemblendedrate", "lineitemusageaccountname"};
    return std::any_of(std::begin(kPrefixes), std::end(kPrefixes), [name](std::string_view prefix) {
        return name.starts_with(prefix);
    }) || std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

class CurReader {
public:
    CurReader(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
        : m_csv(source, sink, job, kEmptyWords, curColumnKey)
        , m_sink(sink)
        , m_costs(m_csv, m_at)
        , m_blocks([&sink](const BillRow& row) { return sink.billRow(row); })
    {
    }

    base::Status read();

private:
    bool readRow(); // false = skipped
    void readSplit();
    bool isRepeated();
    void readNames();
    void readTags();
    std::string region();
    void readUsage(const AwsLineItem& item);
    void readInstance(const AwsUsage& usage, bool countsHours);
    void readPurchase(const AwsLineItem& item, const AwsUsage& usage);
    std::string_view capacityArn() const;
    void reportBlocks();
    bool mayBeOfBlock(std::string_view reservation) const;
    base::Status deliver();
    base::Status deliverReserved(std::string_view reservation);
    base::Status readRows();
    std::string copy(int column) const { return std::string(m_csv.text(column)); }

    BillCsv m_csv;
    evidence::Sink& m_sink;
    CurColumns m_at {};
    RowKey m_key;
    RepeatedLines m_lines;
    CurCosts m_costs;
    BillRow m_row;
    TextMap m_tags, m_product;
    CapacityBlocks m_blocks;
    bool m_block_fee = false; // the row is the fee of a capacity block
    bool m_split = false; // the row shares out the cost of another
};

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
    readTags();
}

// From columns, or from one field: `{"user_team": "llm"}`, and in the wider map `{"resourceTags/user:Team": "llm"}`
// beside tags of accounts and cost categories.
void CurReader::readTags()
{
    for (const auto& [column, key] : m_at.tags)
        if (const std::string_view value = m_csv.text(column); !value.empty())
            m_row.tags.emplace_back(key, value);
    const bool wide = m_csv.text(m_at.tag_map).empty();
    const int column = wide ? m_at.all_tags_map : m_at.tag_map;
    if (!m_tags.read(m_csv.text(column)))
        m_csv.report(Severity::warning, Handling::value_dropped,
            {.code = Code::bad_json, .found = base::excerpt(m_csv.text(column)), .expected = "JSON object of texts"},
            column);
    constexpr std::string_view kResourceTags = "resourceTags/";
    for (const auto& [name, value] : m_tags.entries()) {
        std::string_view key = name;
        if (wide && !key.starts_with(kResourceTags))
            continue;
        key.remove_prefix(wide ? kResourceTags.size() : 0);
        for (const std::string_view user : {"user:", "user_"})
            if (key.starts_with(user))
                key.remove_prefix(user.size());
        if (!value.empty())
            m_row.tags.emplace_back(key, value);
    }
}

std::string CurReader::region()
{
    for (const int column : {m_at.region_code, m_at.region})
        if (const std::string_view region = m_csv.text(column); !region.empty())
            return std::string(region);
    return m_product.read(m_csv.text(m_at.product_map)) ? std::string(m_product.value("region")) : std::string();
}

void CurReader::readInstance(const AwsUsage& usage, bool countsHours)
{
    m_row.instance_type = usage.instance_type;
    if (!usage.region.empty())
        m_row.region = usage.region;
    if (!countsHours || usage.kind == AwsUsageKind::capacity_block_fee)
        return;
    // What was reserved is told once more by the rows of what was used of it and what was not.
    const std::string_view capacity = m_csv.text(m_at.capacity_status);
    if (base::equalsIgnoreCase(capacity, "Reserved"))
        return;
    const bool cancelled = base::equalsIgnoreCase(capacity, "Cancelled");
    if (usage.kind == AwsUsageKind::unused_capacity || cancelled || base::equalsIgnoreCase(capacity, "Unused"))
        m_row.commitment_status = CommitmentStatus::unused;
    if (cancelled) // paid for, without a time
        return;
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
    m_row.region = region();
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
    if (!committed && isCharge)
        readPurchase(item, usage);
}

void CurReader::readPurchase(const AwsLineItem& item, const AwsUsage& usage)
{
    m_block_fee = usage.kind == AwsUsageKind::capacity_block_fee;
    if (m_block_fee || base::containsIgnoreCase(m_row.description, "Capacity Block")
        || base::containsIgnoreCase(m_csv.text(m_at.capacity_type), "Capacity Block")) {
        m_row.purchase_option = PurchaseOption::capacity_block;
        if (m_row.commitment_id.empty())
            m_row.commitment_id = capacityArn();
    } else if (!m_row.commitment_id.empty() && item.charge_category == ChargeCategory::purchase)
        m_row.purchase_option = PurchaseOption::reserved;
    else if (usage.kind == AwsUsageKind::spot_instance || base::equalsIgnoreCase(m_csv.text(m_at.term), "Spot"))
        m_row.purchase_option = PurchaseOption::spot;
    else if (item.usage && (m_row.instance_hours || m_csv.text(m_at.term) == "OnDemand"))
        m_row.purchase_option = PurchaseOption::on_demand;
    if (m_block_fee) // no upfront payment that other rows spread already
        m_row.effective = m_row.billed;
}

// Reports without the columns of capacity reservations name them as the resource, where no instance is one.
std::string_view CurReader::capacityArn() const
{
    for (const int column : {m_at.capacity_arn, m_at.ri_arn, m_at.resource})
        if (!capacityReservation(m_csv.text(column)).empty())
            return m_csv.text(column);
    return {};
}

void CurReader::readSplit()
{
    const std::string_view operation = m_csv.text(m_at.operation);
    m_split = operation == "EKSPod-EC2" || operation == "ECSTask-EC2" || !m_csv.text(m_at.split_parent).empty();
}

// Rows of split cost allocation share out the cost of an instance that has its own row: they count neither hours nor
// money, and those that repeat money are left out.
bool CurReader::isRepeated()
{
    const auto billed = m_csv.decimal(m_at.unblended);
    if (!m_split || (billed.ok() && *billed && (*billed)->isZero()))
        return false;
    m_csv.report(Severity::warning, Handling::row_skipped,
        {.code = Code::bad_value, .found = base::excerpt(m_csv.text(m_at.operation)), .expected = "RunInstances"},
        m_at.operation);
    return true;
}

bool CurReader::readRow()
{
    m_row = BillRow {};
    m_block_fee = false;
    readNames();
    readSplit();
    const AwsLineItem& item = awsLineItem(m_row.charge_type);
    if (!m_csv.readPeriods({m_at.start, m_at.end, m_at.period_start, m_at.period_end}, m_row) || isRepeated()
        || !m_costs.read(item, m_row))
        return false;
    // Twice with its id and all that it says: files that were put together hold others twice too.
    if (m_lines.add(m_csv.text(m_at.id), m_csv.text(m_at.interval), m_row.row_key))
        m_csv.report(Severity::warning, Handling::kept,
            {.code = Code::name_duplicate, .found = base::excerpt(m_csv.text(m_at.id))}, m_at.id);
    readUsage(item);
    return true;
}

void CurReader::reportBlocks()
{
    for (const CapacityBlocks::Fault& fault : m_blocks.faults()) {
        base::Error what {.code = Code::block_fee_not_spread, .found = fault.block};
        switch (fault.lack) {
        case CapacityBlocks::Lack::id:
            what.expected = curColumnName(m_csv, "capacityReservation/CapacityReservationARN");
            break;
        case CapacityBlocks::Lack::fee:
            what.expected = "CapacityBlockFee";
            break;
        case CapacityBlocks::Lack::hours:
            what.expected = curColumnName(m_csv, "lineItem/UsageAmount");
            break;
        case CapacityBlocks::Lack::all_hours:
            what.expected = curColumnName(m_csv, "lineItem/UsageEndDate");
            break;
        }
        m_csv.reportFile(Severity::warning, std::move(what), -1);
    }
}

// On-demand capacity is reserved without a fee, and a commitment pays for no block.
bool CurReader::mayBeOfBlock(std::string_view reservation) const
{
    if (m_block_fee || m_row.purchase_option == PurchaseOption::capacity_block)
        return true;
    const bool paid
        = m_row.purchase_option == PurchaseOption::none || m_row.purchase_option == PurchaseOption::on_demand;
    return paid && !reservation.empty() && !base::equalsIgnoreCase(m_csv.text(m_at.capacity_type), "ODCR");
}

// The fee of a commitment is paid whether it is used or not; what was not used of it is a cost of its own, which nobody
// pays once more. One line says both: it becomes two rows, as FOCUS has them, whose sums are the line's.
base::Status CurReader::deliver()
{
    if (m_row.charge_category == ChargeCategory::usage)
        m_blocks.reach(m_row.charge_end_us);
    if (const std::string_view reservation = capacityReservation(capacityArn()); mayBeOfBlock(reservation))
        return deliverReserved(reservation);
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

base::Status CurReader::deliverReserved(std::string_view reservation)
{
    using Part = CapacityBlocks::Part;
    if (m_block_fee)
        return m_blocks.add(reservation, Part::fee, std::move(m_row));
    if (m_row.instance_hours)
        return m_blocks.add(reservation, Part::hours, std::move(m_row));
    if (base::equalsIgnoreCase(m_csv.text(m_at.capacity_status), "Reserved") && isHours(m_row.quantity_unit))
        return m_blocks.add(reservation, Part::reserved, std::move(m_row));
    return m_sink.billRow(m_row);
}

base::Status CurReader::readRows()
{
    return m_csv.eachRecord([this]() -> base::Status {
        if (!readRow())
            return {};
        m_csv.checkFinal(m_at.invoice_id);
        return deliver();
    });
}

base::Status CurReader::read()
{
    FS_TRY(m_csv.readHeader());
    FS_TRY_VALUE(columns, CurColumns::find(m_csv));
    m_at = std::move(columns);
    m_key = RowKey(m_csv.names(), isUnstable);
    if (const int blended = m_csv.column({"lineItem/BlendedCost"}); blended >= 0)
        m_csv.reportFile(Severity::info, {.code = Code::blended_ignored}, blended);
    const base::Status rows = readRows();
    const base::Status held = m_blocks.finish(rows.ok() && m_csv.isFinal()); // also what was read before an error
    m_costs.reportNet();
    reportBlocks();
    return rows.ok() ? held : rows;
}

bool hasNames(const Preview& preview, std::string_view type, std::string_view cost)
{
    const std::string_view header = headerLine(preview.head);
    if (header.starts_with('{')) // a manifest names the columns too
        return false;
    return base::containsIgnoreCase(header, type) || base::containsIgnoreCase(header, cost);
}

int sniffLegacy(const Preview& preview)
{
    // OCI's cost reports share the prefix.
    if (hasNames(preview, "lineItem/referenceNo", "cost/myCost"))
        return 0;
    return hasNames(preview, "lineItem/LineItemType", "lineItem/UnblendedCost") ? 95 : 0;
}

int sniffSnakeCase(const Preview& preview)
{
    return hasNames(preview, "line_item_line_item_type", "line_item_unblended_cost") ? 95 : 0;
}

base::Status parseCur(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    return CurReader(source, sink, job).read();
}

} // namespace

// One report in two spellings: what is known of the month in one of them is known in the other (store/replace.cpp).
const Format aws_cur_legacy {.id = "aws_cur_legacy",
    .kind = Kind::bill,
    .version = 2,
    .title = "AWS Cost and Usage Report (legacy CSV)",
    .sniff = sniffLegacy,
    .parse = parseCur};

const Format aws_cur {.id = "aws_cur",
    .kind = Kind::bill,
    .version = 1,
    .title = "AWS Cost and Usage Report (CUR 2.0, Athena)",
    .sniff = sniffSnakeCase,
    .parse = parseCur};

} // namespace fullscope::import
