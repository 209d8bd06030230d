// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/runs_page.h"

#include "core/report/format.h"
#include "core/report/sections.h"
#include "ui/document/strings.h"
#include "ui/runs/jobs_view.h"
#include "ui/runs/run_view.h"
#include "ui/runs/runs_model.h"
#include "ui/runs/sparkline_delegate.h"
#include "ui/shell/dialogs.h"
#include "ui/shell/table_copy.h"
#include "ui/widgets/empty_state.h"

#include <QEvent>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedLayout>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace fullscope::ui {

namespace {

constexpr int kLeastListLines = 9; // heading, some runs, scroll bar

} // namespace

RunsPage::RunsPage(Document& opened, QWidget* parent)
    : Page(opened, parent)
    , m_stack(new QStackedLayout(this))
    , m_empty(new EmptyState(this))
{
    setObjectName(QStringLiteral("runs_page"));
    m_empty->setObjectName(QStringLiteral("runs_empty"));
    m_stack->addWidget(m_empty);
    m_stack->addWidget(makeContent());
    connect(m_empty, &EmptyState::importRequested, this, &Page::importRequested);
    connect(m_empty, &EmptyState::sampleRequested, this, &Page::sampleRequested);
    for (const auto changed : {&Document::opened, &Document::evidenceChanged, &Document::languageChanged})
        connect(&document(), changed, this, &RunsPage::refresh);
    retranslate();
    refresh();
}

QString RunsPage::title() const
{
    return tr("Runs");
}

QString RunsPage::iconName() const
{
    return QStringLiteral("runs");
}

QWidget* RunsPage::findField() const
{
    return m_find;
}

QWidget* RunsPage::makeContent()
{
    m_tabs = new QTabWidget(this);
    m_tabs->setObjectName(QStringLiteral("runs_tabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(makeRuns(), QString());
    m_jobs = new JobsView(document(), m_tabs);
    m_jobs->setObjectName(QStringLiteral("jobs_view"));
    m_tabs->addTab(m_jobs, QString());
    connect(m_jobs, &JobsView::failed, this, &Page::failed);
    connect(m_jobs, &JobsView::workRequested, this, &Page::workRequested);
    return m_tabs;
}

QWidget* RunsPage::makeRuns()
{
    auto* splitter = new QSplitter(Qt::Vertical, m_tabs);
    auto* top = new QWidget(splitter);
    auto* layout = new QVBoxLayout(top);
    m_find = new QLineEdit(top);
    m_find->setObjectName(QStringLiteral("runs_find"));
    m_find->setClearButtonEnabled(true);
    m_model = new RunsModel(this);
    m_sorted = new QSortFilterProxyModel(this);
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(Qt::UserRole);
    m_sorted->setFilterKeyColumn(-1);
    m_sorted->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_list = new QTableView(top);
    m_list->setObjectName(QStringLiteral("runs_list"));
    m_list->setModel(m_sorted);
    m_list->setSortingEnabled(true);
    m_list->sortByColumn(-1, Qt::AscendingOrder); // as imported
    m_list->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setAlternatingRowColors(true);
    m_list->setTabKeyNavigation(false);
    m_list->setItemDelegateForColumn(RunsModel::Sparkline, new SparklineDelegate(RunsModel::kSparklineRole, m_list));
    m_list->verticalHeader()->hide();
    m_list->setMinimumHeight(kLeastListLines * fontMetrics().height());
    enableCopy(m_list);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    layout->addWidget(m_find);
    layout->addWidget(m_list);
    m_view = new RunView(document(), splitter);
    m_view->setObjectName(QStringLiteral("run_view"));
    splitter->addWidget(top);
    splitter->addWidget(m_view);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 3);
    splitter->setChildrenCollapsible(false);

    connect(m_find, &QLineEdit::textChanged, m_sorted, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &RunsPage::showCurrent);
    connect(m_list, &QTableView::customContextMenuRequested, this, &RunsPage::showMenu);
    connect(m_view, &RunView::failed, this, &Page::failed);
    connect(m_view, &RunView::factStated, this, [this](const QString& name, const QString& value) {
        const std::int64_t id = m_view->runId();
        emit workRequested(tr("Working out the time ledger"),
            [id, name = utf8(name), value = utf8(value)](store::WorkspaceFile& workspace, const base::JobContext& job) {
                return workspace.setFact(id, name, value, job);
            });
    });
    return splitter;
}

void RunsPage::changeEvent(QEvent* event)
{
    Page::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        refresh();
    }
}

void RunsPage::retranslate()
{
    m_find->setPlaceholderText(tr("Find a run"));
    m_find->setAccessibleName(tr("Find a run"));
    m_list->setAccessibleName(tr("Runs"));
    m_tabs->setAccessibleName(tr("Runs"));
    m_tabs->tabBar()->setAccessibleName(tr("Runs"));
    m_tabs->setTabText(0, tr("Runs"));
    m_tabs->setTabText(1, tr("Job lists"));
}

QString RunsPage::emptySentence() const
{
    return tr("No training run yet. Drop logs on the window: Megatron-LM console logs or Hugging Face "
              "trainer_state.json, plain or gzip.");
}

std::int64_t RunsPage::currentId() const
{
    const auto* run = m_model->run(m_sorted->mapToSource(m_list->currentIndex()).row());
    return run != nullptr ? run->id : 0;
}

void RunsPage::refresh()
{
    auto runs = document().workspace().runs();
    if (!runs.ok()) {
        const QString problem = errorText(runs.error(), document().language());
        m_empty->setProblem(problem);
        m_stack->setCurrentIndex(0);
        emit inspected({});
        emit failed(problem);
        return;
    }
    m_empty->setSentence(emptySentence());
    const std::int64_t before = currentId();
    const bool has_jobs = m_jobs->refresh();
    m_tabs->tabBar()->setVisible(has_jobs);
    if (runs->empty() || !has_jobs)
        m_tabs->setCurrentIndex(has_jobs ? 1 : 0);
    m_stack->setCurrentIndex(runs->empty() && !has_jobs ? 0 : 1);
    m_model->show(*std::move(runs), document().language());
    m_list->resizeColumnsToContents();
    const int row = std::max(0, m_model->rowOf(before));
    m_list->setCurrentIndex(m_sorted->mapFromSource(m_model->index(row, 0)));
    showCurrent();
}

void RunsPage::showCurrent()
{
    m_view->show(currentId());
    inspect();
}

void RunsPage::inspect()
{
    const std::int64_t id = currentId();
    if (id == 0) {
        emit inspected({}); // what was shown is gone
        return;
    }
    const auto run = document().workspace().run(id);
    const auto ledger = document().workspace().timeLedger(id);
    if (!run.ok() || !ledger.ok())
        return;
    Inspection inspection {text(run->name), {}};
    for (const auto& row : report::runTable(*run, *ledger, document().language()).rows)
        inspection.rows.push_back({text(row[0]), text(row[1])});
    for (const auto& fact : run->facts)
        inspection.rows.push_back({text(fact.name),
            fact.stated_by_user ? tr("%1 (stated by you)").arg(text(fact.value))
                                : tr("%1 (line %2)").arg(text(fact.value)).arg(fact.line)});
    emit inspected(inspection);
}

void RunsPage::showMenu(const QPoint& position)
{
    if (currentId() == 0)
        return;
    QMenu menu(this);
    QAction* rename = menu.addAction(tr("&Rename…"), this, &RunsPage::renameCurrent);
    QAction* remove = menu.addAction(tr("Remove from the &workspace…"), this, &RunsPage::removeCurrent);
    rename->setEnabled(!document().isReadOnly());
    remove->setEnabled(!document().isReadOnly());
    menu.addSeparator();
    menu.addActions(m_list->actions()); // copy
    menu.exec(m_list->viewport()->mapToGlobal(position));
}

void RunsPage::renameCurrent()
{
    const std::int64_t id = currentId();
    const auto* run = m_model->run(m_model->rowOf(id));
    if (run == nullptr)
        return;
    const QString name = dialogs::askText(this, tr("Rename the run"), tr("&Name:"), text(run->name)).trimmed();
    if (name.isEmpty())
        return;
    emit workRequested(
        tr("Renaming the run"), [id, name = utf8(name)](store::WorkspaceFile& workspace, const base::JobContext&) {
            return workspace.renameRun(id, name);
        });
}

void RunsPage::removeCurrent()
{
    const std::int64_t id = currentId();
    const auto* run = m_model->run(m_model->rowOf(id));
    if (run == nullptr)
        return;
    const auto answer = dialogs::ask(this, tr("Remove a run"),
        tr("Remove %1 with its samples and problems from the workspace? The file that it came from is not touched.")
            .arg(text(run->name)),
        QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel);
    if (answer == QMessageBox::Yes)
        emit workRequested(tr("Removing the run"),
            [id](store::WorkspaceFile& workspace, const base::JobContext&) { return workspace.removeRun(id); });
}

} // namespace fullscope::ui
