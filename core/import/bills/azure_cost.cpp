// SPDX-License-Identifier: GPL-3.0-or-later
// Azure cost and usage details, CSV: of enterprise agreements, customer agreements and pay-as-you-go.
#include "core/import/bills/azure_charge.h"
#include "core/import/bills/azure_columns.h"
#include "core/import/bills/azure_dataset.h"
#include "core/import/bills/azure_machine.h"
#include "core/import/bills/bill_csv.h"
#include "core/import/bills/bill_formats.h"
#include "core/import/bills/bill_text.h"
#include "core/import/bills/focus_instance.h"
#include "core/import/bills/row_key.h"

#include "core/base/text.h"
#include "core/evidence/sink_over.h"

#include <charconv>
#include <cmath>
#include <filesystem>

namespace fullscope::import {

namespace {

using base::Code;
using base::Handling;
using base::Severity;
using evidence::BillRow;
using evidence::ChargeCategory;
using evidence::CommitmentStatus;
using evidence::CostDataset;
using evidence::PurchaseOption;

constexpr std::int64_t kDayUs = 86'400 * base::kSecondUs;

// What another delivery of the month may say otherwise of the same charge.
bool isUnstable(std::string_view name)
{
    const std::string key = azureColumnKey(name);
    return key == "invoiceid" || key == "previousinvoiceid" || key == "tags";
}

// Only what is read counts: for a look at a whole file of which nothing is taken.
class LookingSink final : public evidence::SinkOver {
public:
    using SinkOver::SinkOver;
    void problem(base::Problem) override { }
    base::Status billRow(const BillRow&) override { return {}; }
    void billNotFinal() override { }
};

class AzureReader {
public:
    AzureReader(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
        : m_source(source)
        , m_sink(sink)
        , m_job(job)
        , m_csv(source, sink, job, {}, azureColumnKey)
        , m_dataset(
              source.file().path, [this] { return lookFurther(); }, [this](const BillRow& row) { return deliver(row); })
    {
    }

    base::Status read();

private:
    base::Status begin();
    base::Result<bool> nextRow(); // false at the end
    base::Result<AzureSigns> lookFurther();
    base::Result<AzureSigns> signs();
    bool readRow(); // false = skipped
    bool readTimes();
    bool readCost();
    void readNames();
    void readKind();
    void readPurchase();
    void readInstance();
    void readList();
    bool pricesAreOfQuantity();
    base::Status deliver(const BillRow& row);
    void reportDataset();
    std::string copy(int column) const { return std::string(m_csv.text(column)); }

    TextSource& m_source;
    evidence::Sink& m_sink;
    const base::JobContext& m_job;
    BillCsv m_csv;
    AzureColumns m_at {};
    RowKey m_key;
    BillRow m_row;
    TextMap m_tags, m_info;
    AzureDataset m_dataset;
    std::int64_t m_rows = 0;
};

base::Status AzureReader::begin()
{
    FS_TRY(m_csv.readHeader());
    FS_TRY_VALUE(columns, AzureColumns::find(m_csv));
    m_at = columns;
    m_key = RowKey(m_csv.header(), isUnstable);
    return {};
}

// Days; the period ends with its last one. That one is read first: it tells which number is the day.
bool AzureReader::readTimes()
{
    const std::int64_t lastDay = m_csv.optionalTime(m_at.period_end);
    m_row.billing_period_start_us = m_csv.optionalTime(m_at.period_start);
    if (lastDay != base::kNoTime)
        m_row.billing_period_end_us = lastDay + kDayUs;
    const auto day = m_csv.neededTime(m_at.date);
    if (!day)
        return false;
    m_row.charge_start_us = *day;
    m_row.charge_end_us = *day + kDayUs;
    return true;
}

bool AzureReader::readCost()
{
    auto cost = m_csv.decimal(m_at.cost);
    if (!cost.ok()) {
        m_csv.skipRow(std::move(cost.error()), m_at.cost);
        return false;
    }
    m_row.billed = *cost;
    if (!m_row.billed)
        m_csv.report(
            Severity::warning, Handling::kept, {.code = Code::field_missing, .expected = "decimal number"}, m_at.cost);
    m_row.currency = copy(m_at.currency);
    if (m_row.currency.empty() && m_at.currency >= 0)
        m_csv.report(Severity::warning, Handling::kept, {.code = Code::bad_currency}, m_at.currency);
    return true;
}

void AzureReader::readNames()
{
    m_row.line = m_csv.record().line();
    m_row.row_key = m_key.of(m_csv.record().fields());
    m_row.provider = "Microsoft";
    // What an invoice is for: of an account with several profiles each has its own (as in Microsoft's FOCUS export).
    m_row.billing_account = copy(m_at.profile);
    if (m_row.billing_account.empty())
        m_row.billing_account = copy(m_at.account);
    m_row.sub_account = copy(m_at.subscription);
    m_row.service = copy(m_at.category);
    m_row.usage_type = copy(m_at.meter);
    m_row.description = copy(m_at.product);
    if (m_row.description.empty())
        for (const int column : {m_at.category, m_at.subcategory, m_at.meter})
            if (const std::string_view part = m_csv.text(column); !part.empty())
                m_row.description += (m_row.description.empty() ? "" : " - ") + std::string(part);
    m_row.region = copy(m_at.location);
    if (m_row.region.find(' ') == std::string::npos) // "EastUS" and "eastus" are one; "US East" is another spelling
        m_row.region = base::toLower(m_row.region);
    m_row.resource_id = copy(m_at.resource);
    m_row.quantity = m_csv.optionalDecimal(m_at.quantity, Severity::warning);
    m_row.quantity_unit = copy(m_at.unit);
    if (!m_tags.read(withBraces(m_csv.text(m_at.tags))))
        m_csv.report(Severity::warning, Handling::value_dropped,
            {.code = Code::bad_json, .found = base::excerpt(m_csv.text(m_at.tags)), .expected = "JSON object of texts"},
            m_at.tags);
    m_row.tags = m_tags.entries();
    if (!m_info.read(withBraces(m_csv.text(m_at.info))) && m_info.entries().empty())
        m_csv.report(Severity::info, Handling::value_dropped,
            {.code = Code::bad_json, .found = base::excerpt(m_csv.text(m_at.info)), .expected = "JSON object of texts"},
            m_at.info);
    const bool marketplace = base::equalsIgnoreCase(m_csv.text(m_at.publisher), "Marketplace");
    m_row.service_category = marketplace ? "Marketplace" : azureServiceCategory(m_row.service);
}

void AzureReader::readKind()
{
    m_row.charge_type = copy(m_at.charge_type);
    const AzureChargeType* type = azureChargeType(m_row.charge_type);
    if (type == nullptr) {
        m_row.charge_known = false;
        m_csv.report(Severity::warning, Handling::kept,
            {.code = Code::charge_unclassified, .found = base::excerpt(m_row.charge_type)}, m_at.charge_type);
        return;
    }
    m_row.charge_category = type->category;
    if (type->unused == PurchaseOption::none)
        return;
    m_row.purchase_option = type->unused;
    m_row.commitment_status = CommitmentStatus::unused;
}

// The pricing model decides. Exports without one tell it by the commitment, whose id may stand in AdditionalInfo alone;
// there it may also be that of a license (AHB), which pays for no machine.
void AzureReader::readPurchase()
{
    const std::string_view model = m_csv.text(m_at.pricing_model);
    const std::string_view benefit = m_csv.text(m_at.benefit);
    std::string_view reservation = m_csv.text(m_at.reservation);
    if (reservation.empty() && model.empty() && infoValue(m_info, "AHB").empty())
        reservation = infoValue(m_info, "ReservationId");
    PurchaseOption& option = m_row.purchase_option;
    if (option == PurchaseOption::none)
        option = azurePurchaseOption(model);
    if (option == PurchaseOption::none && model.empty() && !(reservation.empty() && benefit.empty()))
        option = base::containsIgnoreCase(benefit, "savingsPlan") ? PurchaseOption::savings_plan
                                                                  : PurchaseOption::reserved;
    // Low priority is on demand by its pricing model, at a price that is not.
    if ((option == PurchaseOption::none || option == PurchaseOption::on_demand)
        && azureMeterSize(m_row.usage_type) != m_row.usage_type)
        option = PurchaseOption::spot;
    if (option != PurchaseOption::reserved && option != PurchaseOption::savings_plan)
        return;
    m_row.commitment_id = reservation.empty() ? benefit : reservation;
    if (m_row.charge_category == ChargeCategory::usage && m_row.commitment_status == CommitmentStatus::none)
        m_row.commitment_status = CommitmentStatus::used;
}

// A purchase is no hour although its unit says so, and an unused commitment costs without running.
void AzureReader::readInstance()
{
    if (!m_row.charge_known || m_row.charge_category != ChargeCategory::usage
        || m_row.commitment_status == CommitmentStatus::unused)
        return;
    const auto machine
        = azureMachine({m_row.service, m_csv.text(m_at.subcategory), m_row.usage_type, m_row.resource_id}, m_info);
    const bool hours = isAzureHours(m_row.quantity_unit);
    if (!machine || machine->instance_type.empty() || (!hours && !m_row.quantity_unit.empty()))
        return;
    m_row.instance_type = machine->instance_type;
    if (machine->unused_capacity)
        m_row.commitment_status = CommitmentStatus::unused;
    if (m_row.purchase_option == PurchaseOption::none)
        m_row.purchase_option = PurchaseOption::on_demand;
    if (!hours)
        return;
    m_row.instance_hours = m_row.quantity;
    if (machine->several)
        m_csv.report(Severity::info, Handling::kept,
            {.code = Code::instance_type_unclear, .found = machine->instance_type}, m_at.meter);
}

// Where the unit is a block (`10K`, `100 Hours`), the quantity may count blocks or what is in them; so do prices.
// Only where the price of the agreement makes the cost are they of the same.
bool AzureReader::pricesAreOfQuantity()
{
    std::int64_t block = 0;
    const char* const begin = m_row.quantity_unit.data();
    const auto read = std::from_chars(begin, begin + m_row.quantity_unit.size(), block);
    const bool scaled = read.ptr != begin + m_row.quantity_unit.size() && (*read.ptr == 'K' || *read.ptr == 'M');
    if (read.ec != std::errc {} || (block == 1 && !scaled))
        return true;
    const auto price = m_csv.optionalDecimal(m_at.unit_price, Severity::warning);
    if (!price || !m_row.billed || !m_row.quantity)
        return false;
    const double cost = m_row.billed->toDouble();
    return std::abs(price->toDouble() * m_row.quantity->toDouble() - cost) <= 1e-6 * std::abs(cost);
}

// The list price is 0 where a commitment pays: there it is not told.
void AzureReader::readList()
{
    const auto cost = m_csv.optionalDecimal(m_at.list_cost, Severity::warning);
    const auto price = m_csv.optionalDecimal(m_at.list_price, Severity::warning);
    const std::string_view currency = m_csv.text(m_at.pricing_currency);
    if (cost)
        m_row.list = cost;
    else if (price && m_row.quantity && (currency.empty() || currency == m_row.currency) && pricesAreOfQuantity()) {
        const auto product = base::Decimal::product(*price, *m_row.quantity);
        if (product.ok())
            m_row.list = *product;
    }
    const bool paidElsewhere = !m_row.commitment_id.empty() || (m_row.billed && !m_row.billed->isZero());
    if (m_row.list && m_row.list->isZero() && paidElsewhere)
        m_row.list.reset();
}

bool AzureReader::readRow()
{
    m_row = BillRow {};
    if (!readTimes() || !readCost())
        return false;
    readNames();
    readKind();
    readPurchase();
    readInstance();
    readList();
    return true;
}

base::Result<bool> AzureReader::nextRow()
{
    for (;;) {
        FS_TRY_VALUE(more, m_csv.next());
        if (!more || readRow())
            return more;
    }
}

base::Result<AzureSigns> AzureReader::signs()
{
    FS_TRY(begin());
    AzureSigns signs;
    while (signs.actual == 0 && signs.amortised == 0) {
        FS_TRY_VALUE(more, nextRow());
        if (!more)
            break;
        signs.add(m_row);
    }
    return signs;
}

// Standard input and files in an archive cannot be read twice: of them the rows held back have to do.
base::Result<AzureSigns> AzureReader::lookFurther()
{
    const std::string& path = m_source.file().path;
    std::error_code ignored;
    if (path == "-" || !std::filesystem::is_regular_file(path, ignored))
        return AzureSigns {};
    auto again = TextSource::open(path);
    if (!again.ok())
        return AzureSigns {};
    LookingSink looking(m_sink);
    auto found = AzureReader(**again, looking, m_job.withSink({})).signs();
    if (!found.ok() && found.error().code != Code::cancelled)
        return AzureSigns {}; // the fault is told where the file is read
    return found;
}

base::Status AzureReader::deliver(const BillRow& row)
{
    ++m_rows;
    if (row.dataset != m_dataset.dataset()) {
        const auto name = [](CostDataset dataset) {
            return dataset == CostDataset::actual   ? "ActualCost"
                : dataset == CostDataset::amortised ? "AmortizedCost"
                                                    : "ActualCost / AmortizedCost";
        };
        base::Error what {.code = Code::dataset_mixed,
            .file = m_source.file().path,
            .line = row.line,
            .found = name(m_dataset.dataset()),
            .expected = name(row.dataset)};
        if (m_at.charge_type >= 0)
            what.field = m_csv.header()[static_cast<std::size_t>(m_at.charge_type)];
        m_sink.problem({.severity = Severity::warning, .handling = Handling::kept, .what = std::move(what)});
    }
    return m_sink.billRow(row);
}

void AzureReader::reportDataset()
{
    if (m_rows > 0 && m_dataset.dataset() == CostDataset::complete)
        m_csv.reportFile(Severity::info, {.code = Code::dataset_not_told}, -1);
    if (m_at.currency < 0)
        m_csv.reportFile(Severity::warning, {.code = Code::column_missing, .field = "BillingCurrency"}, -1);
}

base::Status AzureReader::read()
{
    FS_TRY(begin());
    base::Status rows;
    for (;;) {
        const auto more = nextRow();
        if (more.ok() && *more) {
            m_csv.checkFinal(m_at.invoice_id);
            rows = m_dataset.add(std::move(m_row));
        } else if (!more.ok()) {
            rows = more.error();
        }
        if (!rows.ok() || !*more)
            break;
    }
    const base::Status held = m_dataset.finish(); // also what was read before an error
    reportDataset();
    return rows.ok() ? held : rows;
}

int sniffAzure(const Preview& preview)
{
    return sniffAzureHeader(headerLine(preview.head));
}

base::Status parseAzure(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    return AzureReader(source, sink, job).read();
}

} // namespace

const Format azure_cost {.id = "azure_cost",
    .kind = Kind::bill,
    .version = 1,
    .title = "Azure cost and usage details (CSV)",
    .sniff = sniffAzure,
    .parse = parseAzure};

} // namespace fullscope::import
