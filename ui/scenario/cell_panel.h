// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/candidates.h"
#include "ui/scenario/scenario_model.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace fullscope::ui {

class CorrelationPanel;
class PlotWidget;

// The selected cell: what it means, where its figure comes from (to be corrected), and what the evidence offers for it.
class CellPanel final : public QWidget {
    Q_OBJECT

public:
    CellPanel(Document& document, ScenarioModel& model, QWidget* parent);
    void show(const ScenarioModel::Cell& cell);
    void refresh();

signals:
    void refused(const QString& message);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void showDistribution(const scenario::Value* given);
    void fillOrigins();
    std::vector<workspace::Candidate> readCandidates();
    void fillCandidates();
    void takeProvenance();
    void takeCandidate();
    void report(const base::Status& status);

    Document& m_document;
    ScenarioModel& m_model;
    ScenarioModel::Cell m_cell;
    std::vector<workspace::Candidate> m_candidates;
    QLabel* m_title;
    QLabel* m_meaning;
    QLabel* m_distribution;
    PlotWidget* m_density;
    CorrelationPanel* m_correlations;
    QLabel* m_origin_label;
    QComboBox* m_origin;
    QLabel* m_source_label;
    QLineEdit* m_source;
    QLabel* m_detail_label;
    QLineEdit* m_detail;
    QLabel* m_offers_label;
    QListWidget* m_offers;
    QPushButton* m_use;
};

} // namespace fullscope::ui
