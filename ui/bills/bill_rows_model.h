// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

#include <QAbstractTableModel>

class QTableView;

namespace fullscope::ui {

// Rows of one bill that a filter lets through, read from the workspace as the view asks for them.
class BillRowsModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        Line,
        Start,
        Category,
        ChargeType,
        Service,
        UsageType,
        InstanceType,
        Option,
        Region,
        Hours,
        Billed,
        Effective,
        List,
        Currency,
        Resource,
        Description,
        ColumnCount
    };

    BillRowsModel(Document& document, QObject* parent);
    void show(std::int64_t bill_id, store::BillRowFilter filter); // forgets what was read; bill 0 = none
    void showFrom(std::int64_t bill_id, std::int64_t first); // all rows but those before
    void show(std::vector<store::StoredBillRow> rows); // these alone
    std::int64_t total() const { return m_total; } // rows in all, read or not
    const store::StoredBillRow* row(int index) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;

signals:
    void failed(const QString& message);

private:
    QString shown(const store::StoredBillRow& stored, int column) const;

    Document& m_document;
    std::int64_t m_bill_id = 0;
    store::BillRowFilter m_filter;
    std::int64_t m_first = 0; // rows that are passed over
    std::int64_t m_total = 0;
    std::vector<store::StoredBillRow> m_rows;
};

// A table of such rows, for reading and copying.
QTableView* makeBillRowsTable(BillRowsModel* rows, const char* name, QWidget* parent);

} // namespace fullscope::ui
