// SPDX-License-Identifier: GPL-3.0-or-later
// Where a workspace stands: verdict, what the money rests on, what to measure next, what is open, what there is.
#pragma once

#include "core/report/overview.h"
#include "ui/shell/job_runner.h"
#include "ui/shell/page.h"

#include <QHash>

class QLabel;
class QStackedLayout;
class QVBoxLayout;

namespace fullscope::ui {

class PlotWidget;
class ReportTable;
class Welcome;

class OverviewPage final : public Page {
    Q_OBJECT

public:
    explicit OverviewPage(Document& document, QWidget* parent = nullptr);
    QString title() const override;
    QString iconName() const override;
    std::optional<store::Place> placeOf(const QAbstractItemView* view, const QModelIndex& index) const override;

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeContent();
    ReportTable* makeTable(const char* name, QVBoxLayout* layout);
    bool hasAnything() const;
    void retranslate();
    void scenarioChanged();
    void evidenceChanged();
    void start(); // what is stale, if anyone looks at it
    void startScenario();
    void startEvidence();
    void takeEvidence(const base::Result<report::EvidenceOverview>& result);
    void showAll();
    void showScenario();
    void showOpen();
    void showState();
    void showTable(ReportTable* table, const report::Table& rows, std::vector<store::Place> places = {});

    JobRunner m_scenario_runner, m_evidence_runner;
    bool m_scenario_stale = true, m_evidence_stale = true;
    std::optional<report::ScenarioOverview> m_scenario;
    std::optional<report::EvidenceOverview> m_evidence;
    words::Language m_evidence_language = words::Language::en;
    QString m_problem; // why the evidence cannot be looked at

    QStackedLayout* m_stack;
    Welcome* m_welcome;
    QWidget* m_content = nullptr;
    QLabel* m_verdict = nullptr;
    QLabel* m_state = nullptr;
    PlotWidget* m_origins_bars = nullptr;
    ReportTable* m_origins = nullptr;
    QLabel* m_origin_notes = nullptr;
    ReportTable* m_unproven = nullptr;
    QLabel* m_measure_heading = nullptr;
    ReportTable* m_measure = nullptr;
    QLabel* m_measure_notes = nullptr;
    ReportTable* m_open = nullptr;
    QLabel* m_open_notes = nullptr;
    ReportTable* m_holdings = nullptr;
    QHash<ReportTable*, std::vector<store::Place>> m_places; // of the rows
    QHash<ReportTable*, QLabel*> m_headings;
};

} // namespace fullscope::ui
