// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/report_table.h"

#include "ui/document/strings.h"
#include "ui/shell/table_copy.h"
#include "ui/shell/table_layout.h"
#include "ui/widgets/sort_key.h"

#include <QCollator>
#include <QFont>
#include <QHeaderView>
#include <QLocale>
#include <QResizeEvent>
#include <QScrollBar>

#include <algorithm>
#include <numeric>

namespace fullscope::ui {

void ReportTableModel::show(report::Table table)
{
    beginResetModel();
    m_table = std::move(table);
    m_order.resize(m_table.rows.size());
    std::iota(m_order.begin(), m_order.end(), std::size_t {0});
    endResetModel();
}

int ReportTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}

int ReportTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
}

QVariant ReportTableModel::data(const QModelIndex& index, int role) const
{
    const auto place = static_cast<std::size_t>(index.row());
    const auto column = static_cast<std::size_t>(index.column());
    if (place >= m_order.size() || column >= m_table.columns.size())
        return {};
    const std::size_t row = m_order[place];
    if (column >= m_table.rows[row].size())
        return {};
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return text(m_table.rows[row][column]);
    case kRawRole:
        return m_table.columns[column].number ? withoutGrouping(text(m_table.rows[row][column])) : QVariant();
    case Qt::TextAlignmentRole:
        return int((m_table.columns[column].number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::FontRole:
        if (m_table.last_row_is_total && row + 1 == m_table.rows.size()) {
            QFont bold;
            bold.setBold(true);
            return bold;
        }
        return {};
    default:
        return {};
    }
}

QVariant ReportTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const auto column = static_cast<std::size_t>(section);
    if (orientation != Qt::Horizontal || column >= m_table.columns.size())
        return {};
    if (role == Qt::DisplayRole)
        return text(m_table.columns[column].heading);
    if (role == Qt::TextAlignmentRole)
        return int((m_table.columns[column].number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
}

void ReportTableModel::sort(int column, Qt::SortOrder order)
{
    struct Key {
        QString text;
        std::optional<double> number;
    };
    const bool isGiven = column < 0 || column >= columnCount();
    const bool isNumber = !isGiven && m_table.columns[static_cast<std::size_t>(column)].number;
    std::vector<Key> keys(m_table.rows.size());
    for (std::size_t row = 0; row < keys.size() && !isGiven; ++row)
        if (static_cast<std::size_t>(column) < m_table.rows[row].size()) {
            keys[row].text = text(m_table.rows[row][static_cast<std::size_t>(column)]);
            keys[row].number = isNumber ? sortKey(keys[row].text) : std::nullopt;
        }
    // The C locale compares bytes and knows no numbers.
    const QLocale locale;
    QCollator collator(locale.language() == QLocale::C ? QLocale(QLocale::English) : locale);
    collator.setNumericMode(true); // "run 9" before "run 10"
    const auto isBefore = [&](std::size_t a, std::size_t b) {
        const bool up = order == Qt::AscendingOrder;
        if (keys[a].number.has_value() != keys[b].number.has_value())
            return keys[a].number.has_value(); // in either order
        if (keys[a].number)
            return up ? *keys[a].number < *keys[b].number : *keys[b].number < *keys[a].number;
        const int compared = collator.compare(keys[a].text, keys[b].text);
        return up ? compared < 0 : compared > 0;
    };
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const std::vector<std::size_t> former = m_order;
    std::iota(m_order.begin(), m_order.end(), std::size_t {0});
    const bool hasTotal = m_table.last_row_is_total && !m_order.empty();
    if (!isGiven)
        std::stable_sort(m_order.begin(), m_order.end() - (hasTotal ? 1 : 0), isBefore);
    std::vector<int> placeOf(m_order.size());
    for (std::size_t place = 0; place < m_order.size(); ++place)
        placeOf[m_order[place]] = static_cast<int>(place);
    for (const QModelIndex& index : persistentIndexList())
        changePersistentIndex(
            index, this->index(placeOf[former[static_cast<std::size_t>(index.row())]], index.column()));
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

ReportTable::ReportTable(QWidget* parent)
    : QTableView(parent)
{
    setModel(&m_model);
    setEditTriggers(NoEditTriggers);
    setSelectionBehavior(SelectRows);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSortIndicatorClearable(true); // the third click gives the order that the report has
    horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    setSortingEnabled(true);
    setVerticalScrollMode(ScrollPerPixel);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    equip(this);
    connect(&m_model, &QAbstractItemModel::layoutChanged, this, [this] {
        if (m_wrapped)
            resizeRowsToContents(); // heights do not follow their rows
    });
}

void ReportTable::show(const report::Table& table)
{
    m_model.show(table);
    m_model.sort(horizontalHeader()->sortIndicatorSection(), horizontalHeader()->sortIndicatorOrder());
    setAccessibleName(text(table.title));
    resizeColumnsToContents();
    m_wrapped = true; // until it is seen to have room: row heights are another table's
    // Text may use what is left; a number far from its neighbours is hard to read.
    horizontalHeader()->setStretchLastSection(!table.columns.empty() && !table.columns.back().number);
    fitText();
    setVisible(!table.rows.empty());
}

// Where the columns are wider than the table, the widest text is wrapped, so that no figure is out of sight.
void ReportTable::fitText()
{
    int widest = -1;
    int hint = 0;
    int others = 0; // width of the other columns
    for (int column = 0; column < m_model.columnCount(); ++column) {
        const bool text = !m_model.table().columns[static_cast<std::size_t>(column)].number;
        const int width = std::max(sizeHintForColumn(column), horizontalHeader()->sectionSizeHint(column));
        others += width;
        if (text && width > hint) {
            widest = column;
            hint = width;
        }
    }
    if (widest < 0 || TableLayout::of(*this)->isDrawn(widest))
        return;
    others -= hint;
    const int room = viewport()->width() - others;
    const int least
        = std::max(kLeastText * fontMetrics().averageCharWidth(), horizontalHeader()->sectionSizeHint(widest));
    const bool wrapped = room < hint && least < hint;
    if (!wrapped && !m_wrapped)
        return; // as it was, also where the user has drawn columns wider
    m_wrapped = wrapped;
    setColumnWidth(widest, wrapped ? std::max(room, least) : hint);
    resizeRowsToContents();
    updateGeometry();
}

void ReportTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fitText();
}

QSize ReportTable::sizeHint() const
{
    const int rows = std::min(m_model.rowCount(), kMostRows);
    int height
        = horizontalHeader()->sizeHint().height() + 2 * frameWidth() + horizontalScrollBar()->sizeHint().height();
    for (int row = 0; row < rows; ++row)
        height += rowHeight(row);
    return {QTableView::sizeHint().width(), height};
}

QSize ReportTable::minimumSizeHint() const
{
    return {QTableView::minimumSizeHint().width(), std::min(sizeHint().height(), 8 * fontMetrics().height())};
}

} // namespace fullscope::ui
