// SPDX-License-Identifier: GPL-3.0-or-later
// How the figures spread where inputs are distributions: drawn again after each change, off the window's thread.
#pragma once

#include "core/analysis/monte_carlo.h"
#include "ui/document/document.h"
#include "ui/shell/job_runner.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QLabel;

namespace fullscope::ui {

class KpiStrip;
class PlotWidget;
class ReportTable;

class UncertaintyView final : public QWidget {
    Q_OBJECT

public:
    UncertaintyView(Document& document, QWidget* parent);
    KpiStrip* figures() const { return m_figures; } // to be put above the view
    // Of the present scenario and scope; false: being drawn, what is shown is faint and of the one before.
    bool isCurrent() const { return !m_wanted && !m_runner.isRunning(); }

signals:
    void inputRequested(const fullscope::scenario::InputPlace& place);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Drawn {
        scenario::Scenario scenario;
        base::Result<analysis::Uncertainty> uncertainty;
    };

    void want();
    void start();
    void take(std::shared_ptr<const Drawn> drawn);
    void refresh();
    void fade(bool is_stale);
    void lead(std::size_t option); // to an uncertain input of it

    Document& m_document;
    JobRunner m_runner;
    QTimer m_pause; // the keys of one number are drawn once
    bool m_wanted = false;
    std::shared_ptr<const Drawn> m_drawn; // what is shown
    KpiStrip* m_figures;
    QLabel* m_state;
    QLabel* m_sentences;
    PlotWidget* m_totals;
    ReportTable* m_totals_table;
    PlotWidget* m_savings;
    ReportTable* m_savings_table;
};

} // namespace fullscope::ui
