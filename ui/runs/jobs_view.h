// SPDX-License-Identifier: GPL-3.0-or-later
// The lists of jobs that were imported: what their jobs used by how they ended, and each job.
#pragma once

#include "ui/shell/page.h"

#include <QScrollArea>

class QComboBox;
class QLabel;
class QPushButton;

namespace fullscope::ui {

class ReportTable;

class JobsView final : public QScrollArea {
    Q_OBJECT

public:
    explicit JobsView(Document& document, QWidget* parent = nullptr);

    // Reads the lists anew; the one that was shown stays. False when there is none.
    bool refresh();
    bool choose(std::int64_t list_id); // false: there is no such list

signals:
    void failed(const QString& message);
    void workRequested(const QString& title, const fullscope::ui::Work& work);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void showCurrent();
    void removeCurrent();

    Document& m_document;
    QLabel* m_lists_label;
    QComboBox* m_lists;
    QPushButton* m_remove;
    ReportTable* m_totals;
    ReportTable* m_jobs;
    ReportTable* m_facts;
};

} // namespace fullscope::ui
