// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalogue/prices.h"
#include "ui/document/document.h"

#include <QScrollArea>

class QComboBox;
class QLabel;

namespace fullscope::ui {

class PlotWidget;
class ReportTable;

// What an instance type cost over time: prices of the catalogue and the user's, and what bills come to per hour.
class PriceHistoryView final : public QScrollArea {
    Q_OBJECT

public:
    PriceHistoryView(Document& document, QWidget* parent);
    void show(const std::string& instance_type, std::vector<catalogue::Price> history); // empty type = none

signals:
    void failed(const QString& message);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void showCurrency();

    Document& m_document;
    std::string m_type;
    std::vector<catalogue::Price> m_history;
    std::vector<store::BilledMonth> m_billed;
    QLabel* m_hint;
    QWidget* m_content;
    QLabel* m_currency_label;
    QComboBox* m_currency;
    PlotWidget* m_plot;
    ReportTable* m_table;
};

} // namespace fullscope::ui
