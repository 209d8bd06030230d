// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/stretches_model.h"

#include "core/report/sections.h"
#include "ui/document/strings.h"
#include "ui/shell/table_copy.h"

#include <algorithm>

namespace fullscope::ui {

void StretchesModel::show(std::vector<ledger::Stretch> stretches, const evidence::Run& run, words::Language language)
{
    beginResetModel();
    m_stretches = std::move(stretches);
    m_table = report::stretchTable(m_stretches, run, language);
    endResetModel();
}

int StretchesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_stretches.size());
}

int StretchesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant StretchesModel::sorted(const ledger::Stretch& stretch, const QModelIndex& index) const
{
    switch (index.column()) {
    case Duration:
        return static_cast<qlonglong>(stretch.duration_us);
    case BeginsAt:
        return static_cast<qlonglong>(stretch.begin_us);
    case Lines:
        return static_cast<qlonglong>(stretch.first_line);
    case Steps:
        return static_cast<qlonglong>(stretch.first_step);
    default:
        return data(index, Qt::DisplayRole);
    }
}

QVariant StretchesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const ledger::Stretch& stretch = m_stretches[static_cast<std::size_t>(index.row())];
    const auto& row = m_table.rows[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<std::size_t>(index.column());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return text(row[column]);
    case Qt::UserRole:
        return sorted(stretch, index);
    case kRawRole:
        if (index.column() == Duration || index.column() == BeginsAt) // seconds
            return static_cast<double>(index.column() == Duration ? stretch.duration_us : stretch.begin_us) / 1e6;
        return {};
    case Qt::TextAlignmentRole:
        return int((m_table.columns[column].number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant StretchesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const auto column = static_cast<std::size_t>(section);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || column >= m_table.columns.size())
        return {};
    return text(m_table.columns[column].heading);
}

} // namespace fullscope::ui
