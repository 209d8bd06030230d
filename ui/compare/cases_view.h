// SPDX-License-Identifier: GPL-3.0-or-later
// The options under every workload and horizon of the scenario: worked out again after each change, off the window's
// thread. Not there where the scenario names none beside its own.
#pragma once

#include "core/report/case_parts.h"
#include "ui/document/document.h"
#include "ui/shell/job_runner.h"

#include <QTimer>
#include <QWidget>

class QLabel;

namespace fullscope::ui {

class PlotWidget;
class ReportTable;

class CasesView final : public QWidget {
    Q_OBJECT

public:
    CasesView(Document& document, QWidget* parent);
    // Of the present scenario and scope; false: being worked out, what is shown is of the one before and disabled.
    bool isCurrent() const { return !m_wanted && !m_runner.isRunning(); }

signals:
    void inputRequested(const fullscope::scenario::InputPlace& place);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Answer {
        scenario::Scenario scenario;
        analysis::Scope scope;
        base::Result<report::Cases> cases;
    };

    void want();
    void start();
    void take(std::shared_ptr<const Answer> answer);
    void refresh();
    void connectWays();
    void lead(std::size_t at, std::optional<std::size_t> option); // of the cases, of the options

    Document& m_document;
    JobRunner m_runner;
    QTimer m_pause; // the keys of one number are worked out once
    bool m_wanted = false;
    std::shared_ptr<const Answer> m_answer; // what is shown
    report::CaseGrid m_cheapest; // what the grid shows
    QLabel* m_notes;
    ReportTable* m_grid;
    ReportTable* m_matrix;
    PlotWidget* m_plot;
    ReportTable* m_table;
};

} // namespace fullscope::ui
