// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/page.h"

#include <QScrollArea>

class QComboBox;
class QLabel;
class QPushButton;
class QTableView;

namespace fullscope::ui {

class BillRowsModel;
class PlotWidget;
class ReportTable;

// One bill: totals, money ledger by month and category, instance-hours, and the rows behind any bar.
class BillView final : public QScrollArea {
    Q_OBJECT

public:
    BillView(Document& document, QWidget* parent);
    void show(std::int64_t bill_id); // 0 = none; it is read when it is looked at
    void showRow(std::int64_t row); // of all rows, from 0

signals:
    void inspected(const fullscope::ui::Inspection& inspection);
    void failed(const QString& message);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void buildRows(QWidget* content);
    void retranslate();
    void refresh();
    void refreshIfSeen();
    void refreshCurrency();
    void showRows(const store::BillRowFilter& filter, const QString& what); // takes their number
    void showRowsBehind(const QString& month, const QString& category);
    void inspectRow(int row);

    Document& m_document;
    std::int64_t m_bill_id = 0;
    bool m_stale = false; // what is shown is not this bill as it is
    QLabel* m_currency_label = nullptr;
    QComboBox* m_currency = nullptr;
    PlotWidget* m_months = nullptr;
    ReportTable* m_ledger = nullptr;
    ReportTable* m_hours = nullptr;
    ReportTable* m_facts = nullptr;
    QLabel* m_rows_title = nullptr;
    QPushButton* m_all_rows = nullptr;
    BillRowsModel* m_rows = nullptr;
    QTableView* m_rows_table = nullptr;
};

} // namespace fullscope::ui
