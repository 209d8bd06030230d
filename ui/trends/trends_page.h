// SPDX-License-Identifier: GPL-3.0-or-later
// Cost and progress week by week, and the runs and rows of bills behind each figure.
#pragma once

#include "core/ledger/trends.h"
#include "core/report/report.h"
#include "ui/shell/job_runner.h"
#include "ui/shell/page.h"

#include <optional>

class QComboBox;
class QLabel;
class QStackedLayout;
class QVBoxLayout;

namespace fullscope::ui {

class EmptyState;
class PlotWidget;
class ReportTable;

// Worked out on a thread of its own while it is looked at.
class TrendsPage final : public Page {
    Q_OBJECT

public:
    explicit TrendsPage(Document& document, QWidget* parent = nullptr);
    QString title() const override;
    QString iconName() const override;
    std::optional<store::Place> placeOf(const QAbstractItemView* view, const QModelIndex& index) const override;

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeContent();
    void addTable(ReportTable*& table, QLabel*& heading, const char* name, QVBoxLayout* layout);
    void retranslate();
    void refresh();
    void start();
    void take(const base::Result<ledger::Trends>& result);
    void showAll();
    void showMeasure();
    void showMoney();
    void chooseAt(double x);
    void showCell();
    void openBehind(std::size_t row);

    JobRunner m_runner;
    bool m_stale = true; // what is shown is not of the evidence as it is
    std::optional<ledger::Trends> m_all;
    QStackedLayout* m_stack = nullptr;
    EmptyState* m_empty = nullptr;
    QLabel* m_measure_label = nullptr;
    QComboBox* m_measure = nullptr;
    PlotWidget* m_plot = nullptr;
    QLabel *m_weeks_heading = nullptr, *m_behind_heading = nullptr, *m_money_heading = nullptr;
    ReportTable *m_weeks = nullptr, *m_behind = nullptr, *m_money = nullptr;
    QLabel *m_currency_label = nullptr, *m_notes = nullptr;
    QComboBox* m_currency = nullptr;
    std::vector<store::Place> m_places; // of the rows of m_behind
};

} // namespace fullscope::ui
