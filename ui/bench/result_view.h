// SPDX-License-Identifier: GPL-3.0-or-later
// One result: its verdict, its figures, what they cost, and how they came about.
#pragma once

#include "core/bench/result.h"
#include "core/report/report.h"
#include "ui/document/document.h"

#include <QHash>
#include <QWidget>

#include <initializer_list>
#include <optional>

class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace fullscope::ui {

class PlotWidget;
class ReportTable;

class ResultView final : public QWidget {
    Q_OBJECT

public:
    ResultView(Document& document, QWidget* parent);
    void show(std::optional<bench::BenchResult> result);
    const std::optional<bench::BenchResult>& result() const { return m_result; }

signals:
    void failed(const QString& message);
    void optionsChanged(); // price, steps that share the compilation, or peak

protected:
    void changeEvent(QEvent* event) override;

private:
    void addTables(QVBoxLayout* layout, std::initializer_list<ReportTable*> tables);
    void showTable(ReportTable* into, const report::Table& table);
    QWidget* makeOptions();
    void fill();
    void fillOptions();
    void takeOptions();
    void saveAs();
    void retranslate();

    Document& m_document;
    std::optional<bench::BenchResult> m_result;
    QLabel *m_verdict, *m_cost_notes, *m_problem, *m_problems;
    ReportTable *m_figures, *m_costs, *m_ceilings, *m_environment, *m_windows, *m_inputs, *m_table;
    QHash<ReportTable*, QLabel*> m_titles;
    PlotWidget *m_steps, *m_losses;
    QLabel *m_price_label = nullptr, *m_amortise_label = nullptr, *m_peak_label = nullptr;
    QLineEdit *m_price = nullptr, *m_amortise = nullptr, *m_peak = nullptr;
    QPushButton* m_save = nullptr;
};

} // namespace fullscope::ui
