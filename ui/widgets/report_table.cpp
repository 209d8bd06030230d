// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/report_table.h"

#include "ui/document/strings.h"
#include "ui/shell/table_copy.h"

#include <QFont>
#include <QHeaderView>
#include <QScrollBar>

namespace fullscope::ui {

void ReportTableModel::show(report::Table table)
{
    beginResetModel();
    m_table = std::move(table);
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
    const auto row = static_cast<std::size_t>(index.row());
    const auto column = static_cast<std::size_t>(index.column());
    if (row >= m_table.rows.size() || column >= m_table.rows[row].size())
        return {};
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return text(m_table.rows[row][column]);
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
    setVerticalScrollMode(ScrollPerPixel);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    enableCopy(this);
}

void ReportTable::show(const report::Table& table)
{
    m_model.show(table);
    setAccessibleName(text(table.title));
    resizeColumnsToContents();
    horizontalHeader()->setStretchLastSection(true);
    updateGeometry();
    setVisible(!table.rows.empty());
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
