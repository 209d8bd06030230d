// SPDX-License-Identifier: GPL-3.0-or-later
// Shows a table of core's report: read-only, sized to its content, sorted by what its numbers mean, copied as text.
#pragma once

#include "core/report/report.h"

#include <QAbstractTableModel>
#include <QTableView>

#include <vector>

namespace fullscope::ui {

class ReportTableModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void show(report::Table table);
    const report::Table& table() const { return m_table; }
    // Of the table as given, which row is shown in this place.
    std::size_t rowOf(int place) const { return m_order.at(static_cast<std::size_t>(place)); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    // A total stays the last row; cells without a number come after all numbers. Column -1 = as given.
    void sort(int column, Qt::SortOrder order) override;
    // Of the table as given, in whatever order it is shown.
    std::size_t givenRow(const QModelIndex& index) const { return m_order.at(static_cast<std::size_t>(index.row())); }

private:
    report::Table m_table;
    std::vector<std::size_t> m_order; // rows of m_table as shown
};

class ReportTable final : public QTableView {
    Q_OBJECT

public:
    explicit ReportTable(QWidget* parent = nullptr);

    // As tall as its rows up to `kMostRows`, then it scrolls.
    void show(const report::Table& table);
    std::size_t givenRow(const QModelIndex& index) const { return m_model.givenRow(index); }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitText();

    static constexpr int kMostRows = 24;
    static constexpr int kLeastText = 20; // characters
    bool m_wrapped = false;
    ReportTableModel m_model;
};

} // namespace fullscope::ui
