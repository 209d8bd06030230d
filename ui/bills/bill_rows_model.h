// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

#include <QAbstractTableModel>

#include <list>
#include <vector>

class QTableView;

namespace fullscope::ui {

// Rows of one bill that a filter lets through, read from the workspace as the view asks for them: of a bill of ten
// million rows a few pages around what is looked at are in memory.
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
    const store::StoredBillRow* row(int index) const; // until another one is asked for

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void failed(const QString& message) const;

private:
    using Page = std::vector<store::StoredBillRow>;
    const Page& page(std::int64_t number) const;
    QString shown(const store::StoredBillRow& stored, int column) const;

    Document& m_document;
    std::int64_t m_bill_id = 0;
    store::BillRowFilter m_filter;
    std::int64_t m_first = 0; // rows that are passed over
    std::int64_t m_total = 0;
    struct HeldPage {
        std::int64_t number = 0;
        Page rows; // empty: it could not be read, which was told
    };
    mutable std::list<HeldPage> m_pages; // what was looked at last first
    bool m_given = false; // all rows are in the only page
};

// A table of such rows, for reading and copying.
QTableView* makeBillRowsTable(BillRowsModel* rows, const char* name, QWidget* parent);

} // namespace fullscope::ui
