// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/loss_comparison.h"
#include "ui/shell/job_runner.h"
#include "ui/shell/page.h"

#include <QScrollArea>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace fullscope::ui {

class PlotWidget;
class ReportTable;

// Two runs side by side: loss over tokens, tokens to a target loss, and their ratio as an input of the scenario. It is
// worked out off the window's thread.
class LossView final : public QScrollArea {
    Q_OBJECT

public:
    LossView(Document& document, QWidget* parent);
    // The second relative to the first. With another pair the target is the comparison's own again.
    void show(std::int64_t baseline, std::int64_t candidate);
    void refresh(); // the evidence may be another

signals:
    void closed();
    void failed(const QString& message);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    QFormLayout* buildUse(QWidget* parent);
    void retranslate();
    void takeTarget();
    void takeLoss();
    void showLosses();
    void swap();
    void use();
    void start();
    void take(const base::Result<ledger::LossComparison>& result);
    void showComparison();
    void showOptions();

    Document& m_document;
    std::int64_t m_baseline = 0, m_candidate = 0;
    std::optional<double> m_target; // as typed
    ledger::LossOf m_of = ledger::LossOf::training;
    std::optional<ledger::LossComparison> m_comparison;
    bool m_stale = false; // something else was asked for while the job ran
    JobRunner m_runner;
    QLabel* m_title = nullptr;
    QPushButton* m_close = nullptr;
    QPushButton* m_swap = nullptr;
    QLabel* m_by_label = nullptr;
    QComboBox* m_by = nullptr; // by which loss; hidden unless both logs have an evaluation loss
    QLabel* m_target_label = nullptr;
    QLineEdit* m_target_edit = nullptr;
    QLabel* m_target_problem = nullptr; // hidden unless what was typed is no loss
    QLabel* m_verdict = nullptr;
    PlotWidget* m_plot = nullptr;
    ReportTable* m_table = nullptr;
    ReportTable* m_differences = nullptr;
    QLabel* m_option_label = nullptr;
    QComboBox* m_option = nullptr;
    QPushButton* m_use = nullptr;
};

} // namespace fullscope::ui
