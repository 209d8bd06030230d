// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/place.h"
#include "ui/document/document.h"

#include <QAbstractTableModel>
#include <QCache>

#include <optional>
#include <vector>

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
    const store::StoredBillRow* row(int index) const; // until the next call
    store::Place placeOf(int index) const; // the row of the bill; the bill itself where only some rows are shown

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void failed(const QString& message) const;

private:
    QString shown(const store::StoredBillRow& stored, int column) const;

    Document& m_document;
    std::int64_t m_bill_id = 0;
    store::BillRowFilter m_filter;
    std::int64_t m_first = 0; // rows that are passed over
    std::int64_t m_total = 0;
    using Rows = std::vector<store::StoredBillRow>;
    const Rows& page(std::int64_t number) const;

    std::optional<Rows> m_given; // these alone
    mutable QCache<std::int64_t, Rows> m_pages; // of the rows that were looked at last
    mutable bool m_unreadable = false; // said once
};

// A table of such rows, for reading and copying.
QTableView* makeBillRowsTable(BillRowsModel* rows, const char* name, QWidget* parent);

} // namespace fullscope::ui
