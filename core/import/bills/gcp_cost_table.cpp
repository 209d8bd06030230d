// SPDX-License-Identifier: GPL-3.0-or-later
// What the console of Google Cloud saves as CSV: the cost table of an invoice, whose credits are lines of their own,
// and reports, which have them in columns (`Discounts ($)`). Some lines about the invoice come first, totals last.
#include "core/import/bills/bill_csv.h"
#include "core/import/bills/bill_formats.h"
#include "core/import/bills/bill_text.h"
#include "core/import/bills/bill_values.h"
#include "core/import/bills/console_number.h"
#include "core/import/bills/gcp_credit.h"
#include "core/import/bills/gcp_sku.h"
#include "core/import/bills/row_key.h"
#include "core/import/source/after_preamble.h"

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
using evidence::PurchaseOption;

constexpr std::int64_t kDayUs = 86'400 * base::kSecondUs;
using Amount = std::optional<Decimal>;

bool isCostHeader(std::string_view line)
{
    const auto has = [line](std::string_view name) { return base::containsIgnoreCase(line, name); };
    return has("Cost (") && (has("SKU description") || has("Service description") || has("Project ID"))
        && (has("Service ID") || has("SKU ID") || has("Subtotal (") || has("Credit type"));
}

class CostTableReader {
public:
    CostTableReader(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
        : m_source(source, isCostHeader)
        , m_csv(m_source, sink, job, {})
        , m_sink(sink)
    {
    }

    base::Status read();

private:
    struct Columns {
        int cost, account, project, service, sku, sku_id, credit, type, start, end, amount, unit;
        int discounts = -1, promotions = -1, subtotal = -1;
    };

    base::Status findColumns();
    int moneyColumn(std::string_view name) const;
    void readPreamble();
    void readCurrency(std::string_view header);
    void takeFact(std::string_view name, std::string_view value);
    bool readRow(); // false = skipped
    bool isTotal();
    bool readAmount(int column, Amount& amount, bool needed);
    void readNames();
    bool readTime();
    void readKind();
    void readAccelerator(const GcpSku& sku);
    base::Status deliver();
    void addToSum(const Amount& amount);
    void checkTotal();
    std::string copy(int column) const { return std::string(m_csv.text(column)); }

    AfterPreamble m_source;
    BillCsv m_csv;
    evidence::Sink& m_sink;
    Columns m_at {};
    RowKey m_key;
    BillRow m_row;
    Amount m_promotions; // of the row
    std::string m_account, m_currency;
    std::int64_t m_period_start = base::kNoTime, m_period_end = base::kNoTime;
    Amount m_total; // as the file gives it
    std::int64_t m_total_line = 0;
    Decimal m_sum; // of the lines
    bool m_sum_known = true;
};

// The column whose name is `name` and a currency in parentheses.
int CostTableReader::moneyColumn(std::string_view name) const
{
    const std::string begin = base::toLower(name) + " (";
    const auto& header = m_csv.header();
    const auto found = std::find_if(header.begin(), header.end(),
        [&](const std::string& column) { return base::toLower(base::trimmed(column)).starts_with(begin); });
    return found == header.end() ? -1 : static_cast<int>(found - header.begin());
}

base::Status CostTableReader::findColumns()
{
    m_at.cost = moneyColumn("Unrounded cost");
    if (m_at.cost < 0)
        m_at.cost = moneyColumn("Cost");
    if (m_at.cost < 0)
        return base::Error {.code = Code::column_missing,
            .file = m_source.file().path,
            .line = m_csv.record().line(),
            .field = "Cost ($)"};
    m_at.discounts = moneyColumn("Discounts");
    m_at.promotions = moneyColumn("Promotions and others");
    m_at.subtotal = moneyColumn("Subtotal");
    m_at.account = m_csv.column({"Billing account ID"});
    m_at.project = m_csv.column({"Project ID"});
    m_at.service = m_csv.column({"Service description"});
    m_at.sku = m_csv.column({"SKU description"});
    m_at.sku_id = m_csv.column({"SKU ID"});
    m_at.credit = m_csv.column({"Credit type"});
    m_at.type = m_csv.column({"Cost type"});
    m_at.start = m_csv.column({"Usage start date"});
    m_at.end = m_csv.column({"Usage end date"});
    m_at.amount = m_csv.column({"Usage amount"});
    m_at.unit = m_csv.column({"Usage unit"});
    return {};
}

void CostTableReader::takeFact(std::string_view name, std::string_view value)
{
    if (base::equalsIgnoreCase(name, "Currency"))
        m_currency = value;
    else if (base::equalsIgnoreCase(name, "Billing account ID"))
        m_account = value;
    else if (const auto month = base::equalsIgnoreCase(name, "Invoice month") ? monthOfDigits(value) : std::nullopt) {
        m_period_start = month->first;
        m_period_end = month->second;
    }
}

// Lines of a name and a value.
void CostTableReader::readPreamble()
{
    std::string_view rest = m_source.preamble();
    const auto bare = [](std::string_view cell) {
        cell = base::trimmed(cell);
        if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"')
            cell = cell.substr(1, cell.size() - 2);
        return cell;
    };
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find_first_of("\r\n"), rest.size());
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        const std::size_t first = line.find(m_csv.record().separator());
        if (first == std::string_view::npos)
            continue;
        std::string_view value = line.substr(first + 1);
        value = value.substr(0, value.find(m_csv.record().separator()));
        takeFact(bare(line.substr(0, first)), bare(value));
    }
    readCurrency(m_csv.header()[static_cast<std::size_t>(m_at.cost)]);
}

// The sign in the header tells the currency where the file does not name it, if it is that of one alone.
void CostTableReader::readCurrency(std::string_view header)
{
    if (!m_currency.empty())
        return;
    const std::string_view sign = header.substr(std::min(header.rfind('(') + 1, header.size()));
    if (sign.starts_with("€"))
        m_currency = "EUR";
    else if (sign.starts_with("£"))
        m_currency = "GBP";
    else if (sign.size() == 4 && std::all_of(sign.begin(), sign.end() - 1, [](char c) { return c >= 'A' && c <= 'Z'; }))
        m_currency = sign.substr(0, 3);
    else
        m_csv.reportFile(Severity::warning, {.code = Code::bad_currency, .found = base::excerpt(sign)}, m_at.cost);
}

// False when the row is skipped: an amount that it needs is not there or is no number.
bool CostTableReader::readAmount(int column, Amount& amount, bool needed)
{
    const std::string_view text = m_csv.text(column);
    if (text.empty() || text == "—" || text == "-") {
        if (needed)
            m_csv.skipRow({.code = Code::field_missing, .expected = "decimal number"}, column);
        return !needed;
    }
    auto value = consoleNumber(text, m_csv.record().separator() == ';' ? ',' : '.');
    if (value.ok()) {
        amount = *value;
        return true;
    }
    m_csv.report(needed ? Severity::error : Severity::warning, needed ? Handling::row_skipped : Handling::value_dropped,
        std::move(value.error()), column);
    return !needed;
}

// Totals and subtotals repeat what stands above them. Taxes and rounding stand below, too, and count.
bool CostTableReader::isTotal()
{
    constexpr std::string_view kTotals[] = {"Total", "Subtotal", "Filtered total", "Total cost"};
    const auto& fields = m_csv.record().fields();
    const bool total = std::any_of(fields.begin(), fields.end(), [&](std::string_view field) {
        return std::any_of(std::begin(kTotals), std::end(kTotals),
            [&](std::string_view word) { return base::equalsIgnoreCase(base::trimmed(field), word); });
    });
    if (!total || !m_csv.text(m_at.sku).empty() || !m_csv.text(m_at.service).empty())
        return false;
    Amount value;
    if (readAmount(m_at.subtotal >= 0 ? m_at.subtotal : m_at.cost, value, false) && value) {
        m_total = value; // the last one is the total of all
        m_total_line = m_csv.record().line();
    }
    return true;
}

void CostTableReader::readNames()
{
    m_row.line = m_csv.record().line();
    m_row.row_key = m_key.of(m_csv.record().fields());
    m_row.provider = "Google Cloud";
    m_row.billing_account = copy(m_at.account).empty() ? m_account : copy(m_at.account);
    m_row.billing_period_start_us = m_period_start;
    m_row.billing_period_end_us = m_period_end;
    m_row.sub_account = copy(m_at.project);
    m_row.currency = m_currency;
    m_row.service = copy(m_at.service);
    m_row.usage_type = copy(m_at.sku_id);
    m_row.description = copy(m_at.sku);
    Amount amount;
    if (readAmount(m_at.amount, amount, false))
        m_row.quantity = amount;
    m_row.quantity_unit = copy(m_at.unit);
}

// Days, of which the last is part of the period.
bool CostTableReader::readTime()
{
    if (m_csv.text(m_at.start).empty()) { // of a footer, of a report
        m_row.charge_start_us = m_period_start;
        m_row.charge_end_us = m_period_end;
        return true;
    }
    if (!m_csv.readPeriods({m_at.start, m_at.end, -1, -1}, m_row))
        return false;
    if (m_row.charge_end_us != base::kNoTime && m_row.charge_end_us % kDayUs == 0)
        m_row.charge_end_us += kDayUs;
    return true;
}

void CostTableReader::readKind()
{
    const std::string_view credit = m_csv.text(m_at.credit);
    const std::string type = base::toLower(m_csv.text(m_at.type));
    const GcpSku sku = gcpSku(m_row.service, m_row.description);
    m_row.service_category = gcpServiceCategory(m_row.service, m_row.description, sku.part);
    m_row.charge_type = credit.empty() ? copy(m_at.type) : std::string(credit);
    if (!credit.empty()) {
        const GcpCreditType& known = gcpCreditType(credit, {});
        m_row.charge_category = known.category;
        m_row.charge_known = known.kind != GcpCreditKind::unknown;
    } else if (type.starts_with("tax")) {
        m_row.charge_category = ChargeCategory::tax;
    } else if (type.starts_with("adjustment") || type.starts_with("rounding")) {
        m_row.charge_category = ChargeCategory::adjustment;
    } else if (!type.empty() && type != "usage" && type != "regular") {
        m_row.charge_known = false;
    } else if (sku.commitment) {
        m_row.charge_category = ChargeCategory::purchase;
        m_row.purchase_option = PurchaseOption::committed_other;
    } else {
        m_row.purchase_option = sku.purchase_option;
        readAccelerator(sku);
    }
    if (!m_row.charge_known)
        m_csv.report(Severity::warning, Handling::kept,
            {.code = Code::charge_unclassified, .found = base::excerpt(m_row.charge_type)},
            credit.empty() ? m_at.type : m_at.credit);
}

// No machine is named here, and discounts stand in lines of their own.
void CostTableReader::readAccelerator(const GcpSku& sku)
{
    if ((sku.part != GcpPart::gpu && sku.part != GcpPart::tpu) || !isHours(m_row.quantity_unit) || !m_row.quantity)
        return;
    m_row.instance_type = sku.type;
    m_row.instance_hours = m_row.quantity;
    m_row.price_apart = true;
    m_csv.report(Severity::warning, Handling::kept,
        {.code = Code::machine_apart, .found = base::excerpt(m_row.description)}, m_at.sku);
}

bool CostTableReader::readRow()
{
    m_row = BillRow {};
    m_promotions.reset();
    Amount cost, discounts, subtotal;
    if (!readAmount(m_at.cost, cost, true) || !readTime())
        return false;
    readNames();
    readKind();
    readAmount(m_at.discounts, discounts, false);
    readAmount(m_at.promotions, m_promotions, false);
    readAmount(m_at.subtotal, subtotal, false);
    // A line that is a credit is no part of the cost before credits.
    m_row.billed = m_csv.text(m_at.credit).empty() ? cost : Decimal {};
    m_row.effective = cost;
    if (discounts) {
        const auto sum = Decimal::sum(*cost, *discounts);
        m_row.effective = sum.ok() ? Amount(*sum) : std::nullopt;
    } else if (m_at.discounts >= 0 && !m_promotions && subtotal != cost) {
        m_row.effective = subtotal; // all that is known of what came off
    }
    m_row.net = m_row.effective;
    return true;
}

void CostTableReader::addToSum(const Amount& amount)
{
    const auto sum = amount ? Decimal::sum(m_sum, *amount) : base::Result<Decimal>(base::Error {});
    m_sum_known = m_sum_known && sum.ok();
    if (sum.ok())
        m_sum = *sum;
}

base::Status CostTableReader::deliver()
{
    FS_TRY(m_sink.billRow(m_row));
    addToSum(m_row.net);
    if (!m_promotions || m_promotions->isZero())
        return {};
    m_row.row_key += "-credit";
    m_row.charge_category = ChargeCategory::credit;
    m_row.charge_type = m_csv.header()[static_cast<std::size_t>(m_at.promotions)];
    m_row.purchase_option = PurchaseOption::none;
    m_row.quantity.reset();
    m_row.instance_type.clear();
    m_row.instance_hours.reset();
    m_row.billed = Decimal {};
    m_row.effective = m_row.net = m_promotions;
    addToSum(m_promotions);
    return m_sink.billRow(m_row);
}

// A total that is not the sum of the lines, by more than the cent that rounding takes, says that some are missing.
void CostTableReader::checkTotal()
{
    if (!m_total || !m_sum_known)
        return;
    const auto apart = Decimal::difference(*m_total, m_sum);
    const Decimal most = *Decimal::parse("0.01");
    if (!apart.ok() || (*apart <= most && -*apart <= most))
        return;
    m_sink.problem({.severity = Severity::warning,
        .what = {.code = Code::total_disagrees,
            .line = m_total_line,
            .field = m_csv.header()[static_cast<std::size_t>(m_at.subtotal >= 0 ? m_at.subtotal : m_at.cost)],
            .found = m_total->toString(),
            .expected = m_sum.toString()}});
}

base::Status CostTableReader::read()
{
    FS_TRY(m_csv.readHeader());
    FS_TRY(findColumns());
    readPreamble();
    m_key = RowKey(m_csv.header(), [](std::string_view) { return false; });
    for (;;) {
        FS_TRY_VALUE(more, m_csv.next());
        if (!more)
            break;
        if (!isTotal() && readRow())
            FS_TRY(deliver());
    }
    checkTotal();
    return {};
}

int sniffCostTable(const Preview& preview)
{
    const std::string_view head = preview.head.substr(0, 64 * 1024);
    return headerBehindPreamble(head, isCostHeader) == std::string_view::npos ? 0 : 90;
}

base::Status parseCostTable(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    return CostTableReader(source, sink, job).read();
}

} // namespace

const Format gcp_cost_table {.id = "gcp_cost_table",
    .kind = Kind::bill,
    .version = 1,
    .title = "Google Cloud console cost table (CSV)",
    .sniff = sniffCostTable,
    .parse = parseCostTable};

} // namespace fullscope::import
