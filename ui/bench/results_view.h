// SPDX-License-Identifier: GPL-3.0-or-later
// Results of the workspace as a list; of the selected one its figures, of several a comparison.
#pragma once

#include "core/bench/result.h"
#include "core/store/benchmarks.h"
#include "core/workspace/candidates.h"
#include "ui/document/document.h"

#include <QWidget>

#include <utility>
#include <vector>

class QLabel;
class QMenu;
class QPushButton;
class QScrollArea;
class QStackedWidget;
class QTableView;

namespace fullscope::ui {

class ReportTableModel;
class ResultView;
class SideBySideView;

class ResultsView final : public QWidget {
    Q_OBJECT

public:
    ResultsView(Document& document, QWidget* parent);

    // Into the workspace, and shown. Where that cannot be written to it is shown all the same, and that is said.
    void keep(bench::BenchResult result);
    bool showResult(std::int64_t id); // alone; false where there is none of this number

signals:
    void failed(const QString& message);
    void importRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    using Results = std::vector<store::StoredBenchmark>;

    QWidget* makeButtons();
    void makeTable();
    void makeDetails();
    void refresh();
    void select(std::int64_t id);
    std::vector<std::int64_t> selected() const; // ids, in the order shown
    void showSelected();
    base::Status showOne(std::int64_t id);
    void retranslate();
    void updateButtons();
    void remove();
    void keepOptions();
    void change(const QString& label, Results before, Results after);
    void apply(const Results& from, const Results& to);
    using Measured = std::vector<std::pair<scenario::Input, workspace::Candidate>>;
    void fillOptions();
    Measured measuredFor(std::int64_t id, std::size_t option); // that the result tells, for this option
    void use(std::size_t option, const Measured& measured);
    void say(const base::Error& error);

    Document& m_document;
    std::vector<store::BenchmarkSummary> m_rows; // of the model, as given
    ReportTableModel* m_model;
    QTableView* m_table = nullptr;
    QPushButton *m_import = nullptr, *m_remove = nullptr, *m_use = nullptr;
    QMenu* m_options = nullptr;
    QLabel *m_hint = nullptr, *m_empty = nullptr, *m_unkept = nullptr;
    QStackedWidget* m_details = nullptr;
    ResultView* m_result = nullptr;
    SideBySideView* m_side_by_side = nullptr;
    std::vector<QScrollArea*> m_scrolls;
    std::int64_t m_shown = 0; // whose figures are shown; 0: of one that is not in the workspace, or of none
};

} // namespace fullscope::ui
