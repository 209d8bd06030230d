// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/attribution_tally.h"
#include "core/workspace/attribution_rules.h"
#include "core/workspace/exchange_rates.h"
#include "ui/shell/job_runner.h"
#include "ui/shell/page.h"

#include <QScrollArea>

#include <optional>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QTableView;

namespace fullscope::ui {

class BillRowsModel;
class ReportTable;
class RulesModel;

// Whose charges are whose: the rules, edited in place, and what each group comes to; the rows behind a group. Sums are
// worked out on a thread of its own while they are looked at.
class AttributionView final : public QScrollArea {
    Q_OBJECT

public:
    AttributionView(Document& document, QWidget* parent);
    void refresh(); // the evidence or the rules are others

signals:
    void failed(const QString& message);
    void workRequested(const QString& title, const fullscope::ui::Work& work);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    using Rules = std::vector<ledger::AttributionRule>;

    void build();
    QHBoxLayout* makeButtons(QWidget* content);
    void buildRows(QWidget* content);
    void retranslate();
    void readRules();
    void start();
    void take(const base::Result<ledger::Attribution>& result);
    void fillCurrencies();
    void showTotals();
    void fitColumns();
    void updateButtons();
    void push(const Rules& rules, const QString& label);
    void editDraft();
    void removeRule();
    void moveRule(int by);
    void showRowsOf(int row);
    void forgetRows();

    Document& m_document;
    JobRunner m_runner;
    JobRunner m_rows_runner;
    bool m_stale = true; // what is shown is not of the rules and the evidence as they are
    std::optional<ledger::Attribution> m_all;
    workspace::StoredRates m_rates;
    RulesModel* m_rules = nullptr;
    QTableView* m_table = nullptr;
    QPushButton* m_add = nullptr;
    QPushButton* m_remove = nullptr;
    QPushButton* m_up = nullptr;
    QPushButton* m_down = nullptr;
    QLabel* m_problem = nullptr;
    QLabel* m_currency_label = nullptr;
    QComboBox* m_currency = nullptr;
    ReportTable* m_totals = nullptr;
    QLabel* m_notes = nullptr;
    QLabel* m_rows_title = nullptr;
    BillRowsModel* m_rows = nullptr;
    QTableView* m_rows_table = nullptr;
};

} // namespace fullscope::ui
