// SPDX-License-Identifier: GPL-3.0-or-later
// Why options differ, where it turns, what would have to be true for a claim, what should be measured next. Worked out
// on a thread of its own while it is looked at.
#pragma once

#include "core/report/measure_parts.h"
#include "ui/document/document.h"
#include "ui/shell/job_runner.h"

#include <QHash>
#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;

namespace fullscope::ui {

class PlotWidget;
class ReportTable;
class SweepView;

class QuestionsView final : public QWidget {
    Q_OBJECT

public:
    QuestionsView(Document& document, QWidget* parent);
    void refresh(); // the comparison or the language is another

signals:
    void inputRequested(const fullscope::scenario::InputPlace& place);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Measured { // of uncertain inputs
        analysis::Tornado tornado;
        analysis::Draws draws; // its inputs alone are kept
        std::vector<double> shares;
        std::optional<analysis::ValueOfInformation> value;
    };
    struct Answers {
        scenario::Scenario scenario; // as it was asked about
        base::Result<analysis::Explanation> explanation;
        base::Result<analysis::TurningPoints> turning;
        std::optional<Measured> measured;
    };
    static Answers answer(scenario::Scenario scenario, const std::vector<analysis::KnownLimits>& limits,
        std::size_t option, double saving, const base::JobContext& job);

    void build();
    void retranslate();
    ReportTable* makeTable(const char* name, QLayout* layout);
    PlotWidget* makePlot(const char* name, QLayout* layout);
    QLabel* makeText(const char* name, QLayout* layout);
    void leadToInputs(ReportTable* table);
    void leadToInputs(PlotWidget* plot, ReportTable* table, std::size_t before);
    void fillOptions();
    std::optional<std::size_t> chosenOption() const;
    std::optional<double> claimedSaving(); // says what is wrong with it
    void askAgain(); // the claim is another
    void start();
    void show(const Answers& answers);
    void showMeasured(const Answers& answers);
    void showTable(ReportTable* table, const report::Table& rows, std::vector<scenario::InputPlace> places);

    Document& m_document;
    JobRunner m_runner;
    bool m_stale = true; // what is shown is not of the scenario as it is
    bool m_sweep_stale = true;
    QLabel* m_option_label = nullptr;
    QComboBox* m_option = nullptr;
    QLabel* m_claim_label = nullptr;
    QLineEdit* m_claim = nullptr;
    QLabel* m_claim_message = nullptr;
    QWidget* m_results = nullptr; // grey while stale
    QLabel* m_explanation_notes = nullptr;
    PlotWidget* m_waterfall = nullptr;
    ReportTable* m_explanation = nullptr;
    QLabel* m_turning_notes = nullptr;
    ReportTable* m_turning = nullptr;
    PlotWidget* m_tornado_bars = nullptr;
    ReportTable* m_tornado = nullptr;
    QLabel* m_worth_notes = nullptr;
    PlotWidget* m_worth_bars = nullptr;
    ReportTable* m_worth = nullptr;
    SweepView* m_sweep = nullptr;
    QHash<ReportTable*, std::vector<scenario::InputPlace>> m_places; // of the rows
    QHash<ReportTable*, QLabel*> m_headings;
};

} // namespace fullscope::ui
