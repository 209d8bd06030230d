// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/run.h"
#include "core/ledger/stretches.h"
#include "core/report/report.h"

#include <QAbstractTableModel>

namespace fullscope::ui {

// Where the time of a run went besides training, a row each. Durations sort by value (Qt::UserRole).
class StretchesModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Category, Duration, BeginsAt, Lines, Steps, Why, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;
    void show(std::vector<ledger::Stretch> stretches, const evidence::Run& run, words::Language language);
    const ledger::Stretch& stretch(int row) const { return m_stretches[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVariant sorted(const ledger::Stretch& stretch, const QModelIndex& index) const;

    std::vector<ledger::Stretch> m_stretches; // in the order of m_table
    report::Table m_table;
};

} // namespace fullscope::ui
