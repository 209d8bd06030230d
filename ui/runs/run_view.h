// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/stretches.h"
#include "ui/shell/page.h"

#include <QScrollArea>

class QAction;
class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace fullscope::ui {

class MarksPanel;
class PlotWidget;
class ReportTable;
class RunTelemetryView;

// One run: where its wall-clock went, step time, loss, facts; and what the log does not say, to be stated.
class RunView final : public QScrollArea {
    Q_OBJECT

public:
    RunView(Document& document, QWidget* parent);
    void show(std::int64_t run_id); // 0 = none; it is read when it is looked at
    std::int64_t runId() const { return m_run_id; }

signals:
    void factStated(const QString& name, const QString& value);
    // In place of `before`, which is what the run has.
    void marksChosen(const std::vector<evidence::UserMark>& before, const std::vector<evidence::UserMark>& after,
        const QString& label);
    void failed(const QString& message);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void retranslate();
    void refresh();
    void refreshIfSeen();
    void showPlots();
    void showStretches(const evidence::Run& run, const ledger::TimeLedger& ledger);
    void showFinerPoints(PlotWidget* plot, const char* series, double from, double to);
    void fillFacts(const evidence::Run& run);

    struct FactField {
        const char* name;
        QLabel* label;
        QLineEdit* edit;
        QLabel* problem; // below the field; empty and hidden unless what was typed cannot be taken
        QAction* mark; // in the field
    };
    void addField(const char* name, QFormLayout* form);
    void state(const FactField& field);
    static void showProblem(const FactField& field, const QString& problem);

    Document& m_document;
    std::int64_t m_run_id = 0;
    bool m_stale = false; // what is shown is not this run as it is
    QLabel* m_title = nullptr;
    PlotWidget* m_band = nullptr;
    ReportTable* m_ledger = nullptr;
    MarksPanel* m_marks = nullptr;
    std::vector<evidence::UserMark> m_shown_marks;
    QCheckBox* m_against_time = nullptr;
    PlotWidget* m_step_time = nullptr;
    PlotWidget* m_loss = nullptr;
    RunTelemetryView* m_telemetry = nullptr;
    ReportTable* m_facts = nullptr;
    QLabel* m_assumptions = nullptr;
    QLabel* m_question = nullptr;
    QList<FactField> m_fields;
};

} // namespace fullscope::ui
