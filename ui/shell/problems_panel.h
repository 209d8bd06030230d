// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/import_files.h"
#include "ui/shell/page.h"
#include "ui/shell/problems_model.h"

#include <array>

class QLabel;
class QSortFilterProxyModel;
class QTableView;
class QToolButton;

namespace fullscope::ui {

// What was odd in the files: of all imports in the workspace, and what was said in this session beyond that, of files
// that could not be imported at all or replaced others. On top, what the last import brought.
class ProblemsPanel final : public QWidget {
    Q_OBJECT

public:
    ProblemsPanel(Document& document, QWidget* parent = nullptr);

    void showOutcome(const workspace::ImportOutcome& outcome);
    void showProblem(std::int64_t row); // of WorkspaceFile::problems()
    QString summary() const;
    bool isEmpty() const;

signals:
    void filled(bool is_filled); // from nothing to something, and back
    void inspected(const fullscope::ui::Inspection& inspection);
    void failed(const QString& message); // the list could not be read

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void refresh();
    std::vector<base::Problem> readStored();
    void forget();
    void retranslate();
    void applyFilter();
    int sourceRow(const QModelIndex& index) const;

    Document& m_document;
    ProblemsModel* m_model;
    QSortFilterProxyModel* m_filter;
    QTableView* m_table;
    QLabel* m_summary;
    std::array<QToolButton*, 3> m_severities {}; // by base::Severity
    std::optional<workspace::ImportOutcome> m_outcome; // of the last import
    std::vector<base::Problem> m_not_stored; // said of files that are not in the workspace, or of what they replaced
};

// "Runs: 2 · bills: 1 · rows rejected: 5 · …", one line.
QString importSummary(const workspace::ImportOutcome& outcome);

} // namespace fullscope::ui
