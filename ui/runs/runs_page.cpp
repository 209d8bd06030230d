// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/runs_page.h"

#include "core/report/format.h"
#include "core/report/sections.h"
#include "ui/bills/facts_command.h"
#include "ui/document/strings.h"
#include "ui/runs/file_follower.h"
#include "ui/runs/jobs_view.h"
#include "ui/runs/join_offer.h"
#include "ui/runs/loss_view.h"
#include "ui/runs/run_view.h"
#include "ui/runs/runs_model.h"
#include "ui/runs/sparkline_delegate.h"
#include "ui/shell/table_layout.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/named.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedLayout>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QUndoStack>
#include <QVBoxLayout>

#include <algorithm>

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
    connect(&document(), &Document::opened, this, [this] { m_compared.clear(); }); // another workspace's
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
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setAlternatingRowColors(true);
    m_list->setTabKeyNavigation(false);
    m_list->setItemDelegateForColumn(RunsModel::Sparkline, new SparklineDelegate(RunsModel::kSparklineRole, m_list));
    m_list->verticalHeader()->hide();
    m_list->setMinimumHeight(kLeastListLines * fontMetrics().height());
    equip(m_list, Filtering::by_page);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_compare = named(new QPushButton(top), "runs_compare_loss");
    auto* row = new QHBoxLayout;
    row->addWidget(m_find);
    row->addWidget(m_compare);
    m_offer = named(new JoinOffer(document(), top), "join_offer");
    layout->addLayout(row);
    layout->addWidget(m_offer);
    layout->addWidget(m_list);
    m_detail = new QStackedWidget(splitter);
    m_view = named(new RunView(document(), m_detail), "run_view");
    m_loss = named(new LossView(document(), m_detail), "loss_view");
    m_detail->addWidget(m_view);
    m_detail->addWidget(m_loss);
    splitter->addWidget(top);
    splitter->addWidget(m_detail);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 3);
    splitter->setChildrenCollapsible(false);

    connect(m_find, &QLineEdit::textChanged, m_sorted, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &RunsPage::showCurrent);
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsPage::followSelection);
    connect(m_list, &QTableView::customContextMenuRequested, this, &RunsPage::showMenu);
    connect(m_compare, &QPushButton::clicked, this, &RunsPage::compareLoss);
    m_follower = named(new FileFollower(this), "runs_follower");
    connect(m_follower, &FileFollower::grew, this, &RunsPage::readAgain);
    connect(&document(), &Document::opened, m_follower, &FileFollower::leaveAll);
    connect(&document(), &Document::evidenceChanged, m_follower, &FileFollower::wasRead);
    connect(m_offer, &JoinOffer::joinRequested, this,
        [this](std::int64_t run, const std::vector<evidence::RunPart>& parts) { pushJoin(true, run, parts); });
    connect(m_loss, &LossView::failed, this, &Page::failed);
    connect(m_loss, &LossView::closed, this, [this] {
        m_compared.clear();
        followSelection();
        m_list->setFocus();
    });
    connect(m_view, &RunView::failed, this, &Page::failed);
    connect(m_view, &RunView::marksChosen, this, &RunsPage::pushMarks);
    connect(m_view, &RunView::factStated, this, [this](const QString& name, const QString& value) {
        const std::int64_t id = m_view->runId();
        std::string before; // empty = not stated
        if (const auto run = document().workspace().run(id); run.ok())
            for (const evidence::Fact& fact : run->facts)
                if (fact.stated_by_user && fact.name == utf8(name))
                    before = fact.value;
        const auto apply = [page = QPointer(this), id](const FactsCommand::Facts& facts) {
            if (page)
                emit page->workRequested(tr("Working out the time ledger"),
                    [id, fact = facts[0]](store::WorkspaceFile& workspace, const base::JobContext& job) {
                        return workspace.setFact(id, fact.first, fact.second, job);
                    });
        };
        document().undoStack().push(new FactsCommand(
            {{utf8(name), before}}, {{utf8(name), utf8(value)}}, tr("State a fact about a run"), apply));
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
    m_compare->setText(tr("Compare &loss"));
    m_compare->setToolTip(tr("Tokens to the same loss of two runs: select both in the list (Ctrl+click)"));
    m_compare->setAccessibleDescription(m_compare->toolTip());
    m_tabs->setAccessibleName(tr("Runs"));
    m_tabs->tabBar()->setAccessibleName(tr("Runs"));
    m_tabs->setTabText(0, tr("Runs"));
    m_tabs->setTabText(1, tr("Job lists"));
}

QString RunsPage::emptySentence() const
{
    return tr("No training run yet. Drop logs on the window: what trainers print, files of Hugging Face, TensorBoard, "
              "Weights & Biases or MLflow, tables; in folders and archives too.");
}

std::int64_t RunsPage::currentId() const
{
    const auto* run = m_model->run(m_sorted->mapToSource(m_list->currentIndex()).row());
    return run != nullptr ? run->id : 0;
}

QString RunsPage::currentFile() const
{
    const auto* run = m_model->run(m_model->rowOf(currentId()));
    return run != nullptr ? text(run->file) : QString();
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
    const QString file = currentFile();
    const std::vector<std::int64_t> selected = selectedIds(), compared = m_compared;
    const bool has_jobs = m_jobs->refresh();
    m_tabs->tabBar()->setVisible(has_jobs);
    if (runs->empty() || !has_jobs)
        m_tabs->setCurrentIndex(has_jobs ? 1 : 0);
    m_stack->setCurrentIndex(runs->empty() && !has_jobs ? 0 : 1);
    m_model->show(*std::move(runs), document().language());
    m_list->resizeColumnsToContents();
    const int same = m_model->rowOf(before) >= 0 ? m_model->rowOf(before) : m_model->rowOf(file);
    const int row = std::max(0, same);
    m_list->setCurrentIndex(m_sorted->mapFromSource(m_model->index(row, 0)));
    selectAgain(selected);
    showCurrent();
    m_compared = compared; // which the list forgot when it was filled anew
    followSelection();
    if (!m_compared.empty())
        m_loss->refresh();
    m_offer->search();
}

std::vector<std::int64_t> RunsPage::selectedIds() const
{
    QList<int> rows;
    for (const QModelIndex& index : m_list->selectionModel()->selectedRows())
        rows << index.row();
    std::sort(rows.begin(), rows.end());
    std::vector<std::int64_t> ids;
    for (const int row : rows)
        if (const auto* run = m_model->run(m_sorted->mapToSource(m_sorted->index(row, 0)).row()))
            ids.push_back(run->id);
    return ids;
}

void RunsPage::selectAgain(const std::vector<std::int64_t>& ids)
{
    for (const std::int64_t id : ids)
        if (const int row = m_model->rowOf(id); row >= 0)
            m_list->selectionModel()->select(m_sorted->mapFromSource(m_model->index(row, 0)),
                QItemSelectionModel::Select | QItemSelectionModel::Rows);
}

// A comparison stays for as long as its two runs are selected.
void RunsPage::followSelection()
{
    const std::vector<std::int64_t> selected = selectedIds();
    m_compare->setEnabled(selected.size() == 2);
    if (!std::is_permutation(m_compared.begin(), m_compared.end(), selected.begin(), selected.end()))
        m_compared.clear();
    m_detail->setCurrentWidget(m_compared.empty() ? static_cast<QWidget*>(m_view) : m_loss);
}

// The run that was chosen last against the other one.
void RunsPage::compareLoss()
{
    const std::vector<std::int64_t> selected = selectedIds();
    if (selected.size() != 2)
        return;
    const std::int64_t candidate = currentId() == selected[0] ? selected[0] : selected[1];
    const std::int64_t baseline = candidate == selected[0] ? selected[1] : selected[0];
    m_compared = selected;
    m_loss->show(baseline, candidate);
    m_detail->setCurrentWidget(m_loss);
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
    for (const auto& fact : run->facts) {
        const evidence::Run::Place place = run->placeOf(fact.line);
        const QString file = run->files.size() > 1 ? text(run->files[place.file].path) : QString();
        inspection.rows.push_back({text(fact.name),
            fact.stated_by_user ? tr("%1 (stated by you)").arg(text(fact.value))
                : file.isEmpty()
                ? tr("%1 (line %2)").arg(text(fact.value)).arg(place.line)
                : tr("%1 (%2, line %3)").arg(text(fact.value), QFileInfo(file).fileName()).arg(place.line)});
    }
    inspection.about = store::Place {.kind = store::Place::Kind::run, .id = id};
    emit inspected(inspection);
}

std::optional<store::Place> RunsPage::placeOf(const QAbstractItemView* view, const QModelIndex&) const
{
    if (m_view->isAncestorOf(view) && currentId() != 0)
        return store::Place {.kind = store::Place::Kind::run, .id = currentId()};
    return std::nullopt;
}

} // namespace fullscope::ui
