// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/bills_and_runs.h"
#include "core/report/report.h"
#include "ui/bills/facts_command.h"
#include "ui/shell/job_runner.h"
#include "ui/shell/page.h"

#include <QHash>
#include <QScrollArea>

#include <optional>

class QComboBox;
class QLabel;

namespace fullscope::ui {

class PlotWidget;
class ReportTable;
class RunFactsForm;

// Bills against runs: what was paid and used, paid and idle, and run without a bill. Worked out on a thread of its own
// while it is looked at.
class ReconcileView final : public QScrollArea {
    Q_OBJECT

public:
    ReconcileView(Document& document, QWidget* parent);
    void refresh(); // the evidence is another

signals:
    void failed(const QString& message);
    void workRequested(const QString& title, const fullscope::ui::Work& work);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void retranslate();
    void start();
    void take(const base::Result<ledger::BillsAndRuns>& result);
    void showAll();
    void showType();
    QLabel* makeHeading(ReportTable* table);
    void showTable(ReportTable* table, const report::Table& rows);
    void pushFacts(std::int64_t run_id, const FactsCommand::Facts& before, const FactsCommand::Facts& after);

    Document& m_document;
    JobRunner m_runner;
    bool m_stale = true; // what is shown is not of the evidence as it is
    std::optional<ledger::BillsAndRuns> m_all;
    QLabel* m_notes = nullptr;
    ReportTable* m_types = nullptr;
    QLabel* m_type_label = nullptr;
    QComboBox* m_type = nullptr;
    PlotWidget* m_calendar = nullptr;
    ReportTable* m_slots = nullptr;
    ReportTable* m_without_run = nullptr;
    ReportTable* m_without_bill = nullptr;
    ReportTable* m_counted = nullptr;
    RunFactsForm* m_form = nullptr;
    QHash<ReportTable*, QLabel*> m_headings;
};

} // namespace fullscope::ui
