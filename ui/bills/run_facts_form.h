// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/bills_and_runs.h"
#include "ui/bills/facts_command.h"
#include "ui/document/document.h"

#include <QWidget>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace fullscope::ui {

// Which instances a run held, where its log does not say: for each run of the workspace, with what is likely.
class RunFactsForm final : public QWidget {
    Q_OBJECT

public:
    RunFactsForm(Document& document, QWidget* parent);
    void show(const ledger::BillsAndRuns& all);
    void choose(std::int64_t run_id);

signals:
    void stated(std::int64_t run_id, const FactsCommand::Facts& before, const FactsCommand::Facts& after);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void retranslate();
    std::int64_t currentRun() const;
    void showCurrent();
    void fillTypes();
    void fillOffsets();
    void apply();
    void setProblem(const QString& problem);

    Document& m_document;
    ledger::BillsAndRuns m_all;
    FactsCommand::Facts m_before; // of the current run, as the workspace has them
    QFormLayout* m_form;
    QLabel* m_title;
    QComboBox* m_run;
    QLabel* m_lacks;
    QComboBox* m_type;
    QLineEdit* m_nodes;
    QLineEdit* m_ids;
    QComboBox* m_offset;
    QLineEdit* m_region;
    QLineEdit* m_tag;
    QPushButton* m_apply;
    QLabel* m_problem;
};

} // namespace fullscope::ui
