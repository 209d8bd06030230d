// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bills/bill_rows_model.h"

#include "core/report/format.h"
#include "ui/document/strings.h"
#include "ui/shell/table_copy.h"
#include "ui/shell/table_layout.h"
#include "ui/widgets/named.h"

#include <QHeaderView>
#include <QTableView>

#include <algorithm>
#include <limits>
#include <utility>

namespace fullscope::ui {

namespace {

constexpr std::int64_t kRowsAtOnce = 1'000;
constexpr int kPagesKept = 16;

bool isNumber(int column)
{
    using Column = BillRowsModel::Column;
    return column == Column::Line || (column >= Column::Hours && column <= Column::List);
}

// A file's own digits; absent stays blank in the cell and is said in the tooltip.
QString amount(const std::optional<base::Decimal>& decimal)
{
    return decimal ? text(decimal->toString()) : QString();
}

} // namespace

BillRowsModel::BillRowsModel(Document& document, QObject* parent)
    : QAbstractTableModel(parent)
    , m_document(document)
    , m_pages(kPagesKept)
{
}

void BillRowsModel::show(std::int64_t bill_id, store::BillRowFilter filter)
{
    base::Result<std::int64_t> count = 0;
    if (bill_id != 0)
        count = m_document.workspace().billRowCount(bill_id, filter);
    beginResetModel();
    m_bill_id = bill_id;
    m_filter = std::move(filter);
    m_first = 0;
    m_given.reset();
    m_pages.clear();
    m_unreadable = false;
    m_total = count.ok() ? *count : 0;
    endResetModel();
    if (!count.ok())
        emit failed(errorText(count.error(), m_document.language()));
}

void BillRowsModel::showFrom(std::int64_t bill_id, std::int64_t first)
{
    show(bill_id, store::BillRowFilter {});
    beginResetModel();
    m_first = std::clamp<std::int64_t>(first, 0, m_total);
    m_total -= m_first;
    endResetModel();
}

void BillRowsModel::show(std::vector<store::StoredBillRow> rows)
{
    beginResetModel();
    m_bill_id = 0;
    m_total = static_cast<std::int64_t>(rows.size());
    m_given = std::move(rows);
    endResetModel();
}

// Rows are read where they are looked at: a table of a million is there at once, and so is its end.
const BillRowsModel::Rows& BillRowsModel::page(std::int64_t number) const
{
    if (const Rows* known = m_pages.object(number))
        return *known;
    auto rows = m_document.workspace().billRows(m_bill_id, m_filter, m_first + number * kRowsAtOnce, kRowsAtOnce);
    if (!rows.ok() && !std::exchange(m_unreadable, true))
        emit failed(errorText(rows.error(), m_document.language()));
    auto* page = new Rows(rows.ok() ? *std::move(rows) : Rows());
    m_pages.insert(number, page);
    return *page;
}

const store::StoredBillRow* BillRowsModel::row(int index) const
{
    if (index < 0 || index >= rowCount())
        return nullptr;
    const Rows& rows = m_given ? *m_given : page(index / kRowsAtOnce);
    const auto place = static_cast<std::size_t>(m_given ? index : index % kRowsAtOnce);
    return place < rows.size() ? &rows[place] : nullptr;
}

store::Place BillRowsModel::placeOf(int index) const
{
    const bool some = m_filter.category || !m_filter.month.empty() || !m_filter.currency.empty()
        || !m_filter.instance_type.empty() || m_filter.purchase_option;
    if (some)
        return {.kind = store::Place::Kind::bill, .id = m_bill_id};
    return {.kind = store::Place::Kind::bill_row, .id = m_bill_id, .row = m_first + index};
}

int BillRowsModel::rowCount(const QModelIndex& parent) const
{
    constexpr std::int64_t kMost = std::numeric_limits<int>::max() / 64; // what a view can scroll over
    return parent.isValid() ? 0 : static_cast<int>(std::min(m_total, kMost));
}

int BillRowsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString BillRowsModel::shown(const store::StoredBillRow& stored, int column) const
{
    const evidence::BillRow& row = stored.row;
    switch (column) {
    case Line:
        return QString::number(row.line);
    case Start:
        return row.charge_start_us == base::kNoTime ? QString() : text(base::formatIso({row.charge_start_us}));
    case Category:
        return text(words::label(stored.category, m_document.language()));
    case ChargeType:
        return text(row.charge_type);
    case Service:
        return text(row.service);
    case UsageType:
        return text(row.usage_type);
    case InstanceType:
        return text(row.instance_type);
    case Option:
        return row.purchase_option == evidence::PurchaseOption::none
            ? QString()
            : text(words::label(row.purchase_option, m_document.language()));
    case Region:
        return text(row.region);
    case Hours:
        return amount(row.instance_hours);
    case Billed:
        return amount(row.billed);
    case Effective:
        return amount(row.effective);
    case List:
        return amount(row.list);
    case Currency:
        return text(row.currency);
    case Resource:
        return text(row.resource_id);
    case Description:
        return text(row.description);
    default:
        return {};
    }
}

QVariant BillRowsModel::data(const QModelIndex& index, int role) const
{
    const store::StoredBillRow* stored = index.isValid() ? row(index.row()) : nullptr;
    if (stored == nullptr)
        return {};
    switch (role) {
    case Qt::DisplayRole:
    case kRawRole:
        return shown(*stored, index.column());
    case Qt::ToolTipRole: {
        const QString words = shown(*stored, index.column());
        return words.isEmpty() ? tr("not in the file") : words;
    }
    case Qt::TextAlignmentRole:
        return int((isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant BillRowsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    const QString headings[ColumnCount] = {tr("Line"), tr("Start (UTC)"), tr("Category"), tr("Charge type"),
        tr("Service"), tr("Usage type"), tr("Instance type"), tr("Purchase option"), tr("Region"), tr("Hours"),
        tr("Billed"), tr("Effective"), tr("List"), tr("Currency"), tr("Resource"), tr("Description")};
    return section >= 0 && section < ColumnCount ? headings[section] : QVariant();
}

QTableView* makeBillRowsTable(BillRowsModel* rows, const char* name, QWidget* parent)
{
    constexpr int kLines = 20;
    auto* table = named(new QTableView(parent), name);
    table->setModel(rows);
    table->setMinimumHeight(kLines * table->fontMetrics().height());
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setAlternatingRowColors(true);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    equip(table, Filtering::by_page);
    return table;
}

} // namespace fullscope::ui
