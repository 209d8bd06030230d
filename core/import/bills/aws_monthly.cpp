// SPDX-License-Identifier: GPL-3.0-or-later
// The older reports of AWS, one CSV a month: monthly report (ECSV), cost allocation report, which has tags and a note
// in front of its header, and detailed billing report, which has a line per hour. Totals stand among their lines, and a
// report of several accounts may have each charge twice: as the payer's and as the linked account's.
#include "core/import/bills/aws_usage.h"
#include "core/import/bills/bill_csv.h"
#include "core/import/bills/bill_formats.h"
#include "core/import/bills/bill_text.h"
#include "core/import/bills/bill_views.h"
#include "core/import/bills/row_key.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace fullscope::import {

namespace {

using base::Code;
using base::Decimal;
using base::Handling;
using base::Severity;
using evidence::BillRow;
using evidence::ChargeCategory;
using evidence::PurchaseOption;

// The invoice of a month that is not closed.
constexpr std::array<std::string_view, 1> kEmptyWords {"Estimated"};

constexpr std::int64_t kHourUs = 3600 * base::kSecondUs;

struct Columns {
    int record_type, amount; // needed
    int invoice, payer, linked, period_start, period_end, product_code, product_name, usage_type, operation;
    int description, start, end, quantity, currency, before_tax, credits, tax, reserved, resource;
};

bool isUnstable(std::string_view name)
{
    return name == "invoiceid" || name == "invoicedate" || name == "recordid" || name == "blendedcost"
        || name == "blendedrate" || name == "payeraccountname" || name == "linkedaccountname"
        || name.starts_with("user:") || name.starts_with("aws:");
}

class MonthlyReader {
public:
    MonthlyReader(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
        : m_csv(source, sink, job, kEmptyWords)
        , m_views([&sink](const BillRow& row) { return sink.billRow(row); })
    {
    }

    base::Status read();

private:
    base::Status findColumns();
    base::Status readRows();
    base::Status readRecord();
    void readNames(BillRow& row);
    void readTimes(BillRow& row);
    void readUsage(BillRow& row);
    void readAmortised(BillRow& row);
    std::optional<Decimal> readAmount();
    base::Status addTotal(std::string_view record);
    std::vector<BillRow> partsOf(const BillRow& row, Decimal amount);
    base::Status keep(std::string_view record, BillRow row);
    void reportTotals(const SumsByCurrency& totals);
    std::string copy(int column) const { return std::string(m_csv.text(column)); }

    BillCsv m_csv;
    Columns m_at {};
    RowKey m_key;
    std::vector<std::pair<int, std::string>> m_tags;
    BillViews m_views;
    SumsByCurrency m_invoices, m_statements; // as the file has them
};

base::Status MonthlyReader::findColumns()
{
    FS_TRY_VALUE(type, m_csv.neededColumn({"RecordType"}));
    FS_TRY_VALUE(amount, m_csv.neededColumn({"TotalCost", "UnBlendedCost", "Cost"}));
    m_at.record_type = type;
    m_at.amount = amount;
    const auto find = [this](int& index, BillCsv::Names names) { index = m_csv.column(names); };
    find(m_at.invoice, {"InvoiceID"});
    find(m_at.payer, {"PayerAccountId"});
    find(m_at.linked, {"LinkedAccountId"});
    find(m_at.period_start, {"BillingPeriodStartDate"});
    find(m_at.period_end, {"BillingPeriodEndDate"});
    find(m_at.product_code, {"ProductCode"});
    find(m_at.product_name, {"ProductName"});
    find(m_at.usage_type, {"UsageType"});
    find(m_at.operation, {"Operation"});
    find(m_at.description, {"ItemDescription"});
    find(m_at.start, {"UsageStartDate"});
    find(m_at.end, {"UsageEndDate"});
    find(m_at.quantity, {"UsageQuantity"});
    find(m_at.currency, {"CurrencyCode"});
    find(m_at.before_tax, {"CostBeforeTax"});
    find(m_at.credits, {"Credits"});
    find(m_at.tax, {"TaxAmount"});
    find(m_at.reserved, {"ReservedInstance"});
    find(m_at.resource, {"ResourceId"});
    for (std::size_t i = 0; i < m_csv.header().size(); ++i)
        if (const std::string_view name = base::trimmed(m_csv.header()[i]); name.starts_with("user:"))
            m_tags.emplace_back(static_cast<int>(i), name.substr(std::string_view("user:").size()));
    if (m_at.currency < 0)
        m_csv.reportFile(Severity::warning, {.code = Code::column_missing, .field = "CurrencyCode"}, -1);
    if (const int blended = m_csv.column({"BlendedCost"}); blended >= 0)
        m_csv.reportFile(Severity::info, {.code = Code::blended_ignored}, blended);
    return {};
}

void MonthlyReader::readNames(BillRow& row)
{
    row.line = m_csv.record().line();
    row.row_key = m_key.of(m_csv.record().fields());
    row.provider = "AWS";
    row.billing_account = copy(m_at.payer);
    row.sub_account = copy(m_at.linked);
    row.charge_type = copy(m_at.record_type);
    row.currency = copy(m_at.currency);
    row.service = copy(m_at.product_code);
    if (row.service.empty())
        row.service = copy(m_at.product_name);
    row.usage_type = copy(m_at.usage_type);
    row.description = copy(m_at.description);
    row.resource_id = copy(m_at.resource);
    row.quantity = m_csv.optionalDecimal(m_at.quantity, Severity::warning);
    for (const auto& [column, key] : m_tags)
        if (const std::string_view value = m_csv.text(column); !value.empty())
            row.tags.emplace_back(key, value);
}

// Lines of fees, taxes and rounding have no time of use: it is that of the bill, where this tells it.
void MonthlyReader::readTimes(BillRow& row)
{
    for (const auto& [column, instant] : {std::pair {m_at.period_start, &row.billing_period_start_us},
             std::pair {m_at.period_end, &row.billing_period_end_us}, std::pair {m_at.start, &row.charge_start_us},
             std::pair {m_at.end, &row.charge_end_us}}) {
        base::Result<std::int64_t> value = m_csv.time(column);
        if (value.ok())
            *instant = *value;
        else
            m_csv.report(Severity::warning, Handling::value_dropped, std::move(value.error()), column);
    }
    for (auto* end : {&row.billing_period_end_us, &row.charge_end_us})
        if (*end != base::kNoTime && *end % kHourUs == kHourUs - base::kSecondUs) // `23:59:59`: ends are exclusive
            *end += base::kSecondUs;
    if (row.charge_start_us == base::kNoTime) {
        row.charge_start_us = row.billing_period_start_us;
        row.charge_end_us = row.billing_period_end_us;
    }
}

void MonthlyReader::readUsage(BillRow& row)
{
    const bool isEc2 = row.service == "AmazonEC2" || row.service == "Amazon Elastic Compute Cloud";
    const AwsUsage usage = awsUsage(row.usage_type, isEc2 ? "AmazonEC2" : row.service);
    row.region = usage.region;
    if (base::equalsIgnoreCase(m_csv.text(m_at.reserved), "Y"))
        row.purchase_option = PurchaseOption::reserved;
    const bool recurring = row.usage_type.find("HeavyUsage") != std::string::npos;
    if (recurring || base::containsIgnoreCase(row.description, "Sign up charge")) {
        row.charge_category = ChargeCategory::purchase;
        row.purchase_option = PurchaseOption::reserved;
    }
    if (usage.kind == AwsUsageKind::other || row.charge_category != ChargeCategory::usage)
        return;
    row.instance_type = usage.instance_type;
    row.instance_hours = row.quantity; // of these usage types it is hours; there is no column of units
    if (row.purchase_option == PurchaseOption::none)
        row.purchase_option
            = usage.kind == AwsUsageKind::spot_instance ? PurchaseOption::spot : PurchaseOption::on_demand;
    if (usage.kind == AwsUsageKind::unused_capacity)
        row.commitment_status = evidence::CommitmentStatus::unused;
}

// Reservations are paid by lines of their own, and no column spreads that over what they covered.
void MonthlyReader::readAmortised(BillRow& row)
{
    if (row.purchase_option != PurchaseOption::reserved) {
        row.effective = row.billed;
        return;
    }
    m_csv.report(Severity::warning, Handling::kept,
        {.code = Code::effective_cost_missing, .expected = "decimal number"}, m_at.reserved);
}

std::optional<Decimal> MonthlyReader::readAmount()
{
    auto amount = m_csv.decimal(m_at.amount);
    if (amount.ok() && *amount)
        return *amount;
    m_csv.skipRow(amount.ok() ? base::Error {.code = Code::field_missing, .expected = "decimal number"}
                              : std::move(amount.error()),
        m_at.amount);
    return std::nullopt;
}

// The total of a line is what it charges, less credits, with tax: three rows, where they make up the total.
std::vector<BillRow> MonthlyReader::partsOf(const BillRow& row, Decimal amount)
{
    std::vector<BillRow> parts {row};
    parts.front().billed = amount;
    const auto charge = m_csv.optionalDecimal(m_at.before_tax, Severity::warning);
    if (charge && row.charge_category == ChargeCategory::usage) {
        base::Result<Decimal> sum = *charge;
        for (const auto& [column, category, name] : {std::tuple {m_at.credits, ChargeCategory::credit, "-credit"},
                 std::tuple {m_at.tax, ChargeCategory::tax, "-tax"}}) {
            const auto part = m_csv.optionalDecimal(column, Severity::warning);
            if (!part || part->isZero())
                continue;
            sum = sum.ok() ? Decimal::sum(*sum, *part) : sum;
            BillRow& other = parts.emplace_back(row);
            other.row_key += name;
            other.charge_category = category;
            other.billed = part;
            other.quantity.reset();
        }
        if (sum.ok() && *sum == amount)
            parts.front().billed = charge;
        else
            parts.resize(1);
    }
    for (BillRow& part : parts) {
        readUsage(part);
        readAmortised(part);
    }
    return parts;
}

base::Status MonthlyReader::addTotal(std::string_view record)
{
    auto* totals = record == "InvoiceTotal" ? &m_invoices : record == "StatementTotal" ? &m_statements : nullptr;
    const auto amount = m_csv.decimal(m_at.amount);
    return totals && amount.ok() && *amount ? addTo(*totals, copy(m_at.currency), **amount) : base::Status();
}

base::Status MonthlyReader::keep(std::string_view record, BillRow row)
{
    if (record == "PayerLineItem")
        return m_views.add(BillViews::View::payer, std::move(row));
    if (record == "LinkedLineItem")
        return m_views.add(BillViews::View::linked, std::move(row));
    return m_views.add(row);
}

base::Status MonthlyReader::readRecord()
{
    const std::string record = copy(m_at.record_type);
    if (record.ends_with("Total"))
        return addTotal(record);
    if (record.ends_with("Disclaimer")) // a note
        return {};
    const auto amount = readAmount();
    if (!amount)
        return {};
    BillRow row;
    readNames(row);
    readTimes(row);
    if (record.ends_with("Rounding"))
        row.charge_category = ChargeCategory::adjustment;
    else if (base::containsIgnoreCase(row.description, "Tax for product code"))
        row.charge_category = ChargeCategory::tax;
    else if (!record.ends_with("LineItem")) {
        row.charge_known = false;
        m_csv.report(Severity::warning, Handling::kept,
            {.code = Code::charge_unclassified, .found = base::excerpt(record)}, m_at.record_type);
    }
    m_csv.checkFinal(m_at.invoice);
    for (BillRow& part : partsOf(row, *amount))
        FS_TRY(keep(record, std::move(part)));
    return {};
}

void MonthlyReader::reportTotals(const SumsByCurrency& totals)
{
    if (const auto& left = m_views.leftOut()) {
        const bool payer = left->view == BillViews::View::payer;
        m_csv.reportFile(Severity::info,
            {.code = Code::bad_value,
                .found = std::string(payer ? "PayerLineItem" : "LinkedLineItem") + ": " + std::to_string(left->rows),
                .expected = payer ? "LinkedLineItem" : "PayerLineItem"},
            m_at.record_type);
    }
    for (const auto& [currency, total] : totals) {
        const auto sum = m_views.sums().find(currency);
        const Decimal rows = sum == m_views.sums().end() ? Decimal {} : sum->second;
        if (!isSameSum(rows, total))
            m_csv.reportFile(Severity::warning,
                {.code = Code::total_disagrees,
                    .found = total.toString() + " " + currency,
                    .expected = rows.toString() + " " + currency},
                -1);
    }
}

base::Status MonthlyReader::readRows()
{
    return m_csv.eachRecord([this] { return readRecord(); });
}

base::Status MonthlyReader::read()
{
    FS_TRY(m_csv.readHeader("RecordType"));
    FS_TRY(findColumns());
    m_key = RowKey(m_csv.names(), isUnstable);
    const base::Status rows = readRows();
    const SumsByCurrency& totals = m_invoices.empty() ? m_statements : m_invoices;
    const base::Status held = m_views.finish(totals); // also what was read before an error
    reportTotals(totals);
    return rows.ok() ? held : rows;
}

int sniffMonthly(const Preview& preview)
{
    // A note may stand in front of the header.
    const std::string_view head = preview.head.substr(0, 8192);
    const auto has = [head](std::string_view name) { return head.find(name) != std::string_view::npos; };
    return has("InvoiceID") && has("PayerAccountId") && has("RecordType") && !headerLine(head).starts_with('{') ? 90
                                                                                                                : 0;
}

base::Status parseMonthly(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    return MonthlyReader(source, sink, job).read();
}

} // namespace

const Format aws_monthly {.id = "aws_monthly",
    .kind = Kind::bill,
    .version = 1,
    .title = "AWS monthly, cost allocation and detailed billing report (CSV)",
    .sniff = sniffMonthly,
    .parse = parseMonthly};

} // namespace fullscope::import
