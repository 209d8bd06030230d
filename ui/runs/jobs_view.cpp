// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/jobs_view.h"

#include "core/report/sections.h"
#include "ui/document/strings.h"
#include "ui/shell/dialogs.h"
#include "ui/widgets/named.h"
#include "ui/widgets/report_table.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace fullscope::ui {

JobsView::JobsView(Document& document, QWidget* parent)
    : QScrollArea(parent)
    , m_document(document)
{
    setWidgetResizable(true);
    setFrameShape(NoFrame);
    auto* content = new QWidget(this);
    auto* layout = new QVBoxLayout(content);
    m_lists_label = new QLabel(content);
    m_lists = named(new QComboBox(content), "jobs_lists");
    m_lists_label->setBuddy(m_lists);
    m_remove = named(new QPushButton(content), "jobs_remove");
    auto* top = new QHBoxLayout;
    top->addWidget(m_lists_label);
    top->addWidget(m_lists);
    top->addStretch();
    top->addWidget(m_remove);
    layout->addLayout(top);
    m_totals = named(new ReportTable(content), "jobs_totals");
    m_jobs = named(new ReportTable(content), "jobs_table");
    m_facts = named(new ReportTable(content), "jobs_facts");
    for (ReportTable* table : {m_totals, m_jobs, m_facts})
        layout->addWidget(table);
    layout->addStretch();
    setWidget(content);
    connect(m_lists, &QComboBox::activated, this, &JobsView::showCurrent);
    connect(m_remove, &QPushButton::clicked, this, &JobsView::removeCurrent);
    retranslate();
}

void JobsView::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        showCurrent();
    }
}

void JobsView::retranslate()
{
    setAccessibleName(tr("Job lists"));
    m_lists_label->setText(tr("&List of jobs:"));
    m_remove->setText(tr("Remove from the &workspace…"));
}

bool JobsView::refresh()
{
    const auto lists = m_document.workspace().jobLists();
    if (!lists.ok()) {
        emit failed(errorText(lists.error(), m_document.language()));
        return false;
    }
    const QVariant before = m_lists->currentData();
    m_lists->clear();
    for (const store::JobListSummary& list : *lists)
        m_lists->addItem(text(list.name), static_cast<qlonglong>(list.id));
    m_lists->setCurrentIndex(lists->empty() ? -1 : std::max(0, m_lists->findData(before)));
    m_lists->setEnabled(m_lists->count() > 1);
    m_remove->setEnabled(!lists->empty() && !m_document.isReadOnly());
    showCurrent();
    return !lists->empty();
}

bool JobsView::choose(std::int64_t list_id)
{
    const int index = m_lists->findData(static_cast<qlonglong>(list_id));
    if (index < 0)
        return false;
    m_lists->setCurrentIndex(index);
    showCurrent();
    return true;
}

void JobsView::showCurrent()
{
    widget()->setVisible(m_lists->currentIndex() >= 0);
    if (m_lists->currentIndex() < 0)
        return;
    const auto list = m_document.workspace().jobList(m_lists->currentData().toLongLong());
    if (!list.ok()) {
        emit failed(errorText(list.error(), m_document.language()));
        return;
    }
    m_totals->show(report::jobTotalsTable(ledger::jobFigures(list->jobs), m_document.language()));
    m_jobs->show(report::jobsTable(*list, m_document.language()));
    m_facts->show(report::jobListTable(*list, m_document.language()));
}

void JobsView::removeCurrent()
{
    const qlonglong id = m_lists->currentData().toLongLong();
    const auto answer = dialogs::ask(this, tr("Remove a list of jobs"),
        tr("Remove %1 with its jobs and problems from the workspace? The file that it came from is not touched.")
            .arg(m_lists->currentText()),
        QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel);
    if (answer == QMessageBox::Yes)
        emit workRequested(tr("Removing the list of jobs"),
            [id](store::WorkspaceFile& workspace, const base::JobContext&) { return workspace.removeJobList(id); });
}

} // namespace fullscope::ui
