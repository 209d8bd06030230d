// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include "ui/document/strings.h"
#include "ui/mapping/mapping_requests.h"
#include "ui/shell/dialogs.h"
#include "ui/shell/inspector.h"
#include "ui/shell/menus.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/problems_panel.h"
#include "ui/shell/session.h"
#include "ui/shell/settings.h"
#include "ui/shell/tour.h"
#include "ui/shell/translation.h"
#include "ui/shell/workspaces.h"
#include "ui/widgets/faint_text.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QKeyEvent>
#include <QListWidget>
#include <QMenuBar>
#include <QMimeData>
#include <QProcess>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolBar>
#include <QUndoStack>

#include <algorithm>

namespace fullscope::ui {

namespace {

QStringList localFiles(const QMimeData* mime)
{
    QStringList paths;
    for (const QUrl& url : mime->urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    return paths;
}

bool isWorkspace(const QString& path)
{
    return path.endsWith(QLatin1String(".fullscope"), Qt::CaseInsensitive);
}

} // namespace

MainWindow::~MainWindow()
{
    hide(); // an open editor commits what was typed while there is a whole window to follow it
    for (const auto* view :
        findChildren<QAbstractItemView*>()) // they empty their models when they go, after our members
        if (view->model() != nullptr)
            view->model()->disconnect(this);
}

void MainWindow::importPaths(const QStringList& paths)
{
    if (m_document.isReadOnly())
        fail(tr("This workspace is read-only: nothing can be imported into it."));
    else
        m_imports.start(paths);
}

void MainWindow::openWorkspace(const QString& path)
{
    m_workspaces->open(path);
}

void MainWindow::openSample()
{
    m_workspaces->openSample();
}

void MainWindow::startTour()
{
    m_tour->start();
}

void MainWindow::setLanguage(words::Language language)
{
    m_settings.setLanguage(language);
    m_document.setLanguage(language);
    m_translation.use(language);
    m_menus->showLanguage(language);
}

void MainWindow::fail(const QString& message)
{
    m_message->say(message);
}

void MainWindow::chooseFiles()
{
    const QStringList paths = dialogs::openFiles(this, tr("Import Files"), m_settings.lastFolder());
    if (!paths.isEmpty())
        m_settings.setLastFolder(paths.first());
    importPaths(paths);
}

void MainWindow::chooseFolder()
{
    const QString path = dialogs::openFolder(this, tr("Import Folder"), m_settings.lastFolder());
    if (path.isEmpty())
        return;
    m_settings.setLastFolder(path);
    importPaths({path});
}

void MainWindow::chooseMapped()
{
    if (m_document.isReadOnly())
        return fail(tr("This workspace is read-only: nothing can be imported into it."));
    const QString path
        = dialogs::openFile(this, tr("Import with Mapping"), m_settings.lastFolder(), tr("All files (*)"));
    if (path.isEmpty())
        return;
    m_settings.setLastFolder(path);
    m_mappings->ask(path);
}

void MainWindow::imported(const workspace::ImportOutcome& outcome)
{
    m_problems->showOutcome(outcome);
    statusBar()->showMessage(m_problems->summary());
    if (outcome.files_failed > 0)
        m_problems_dock->show(); // it may have been closed; nothing is rejected in silence
    m_mappings->add(outcome.unmapped);
}

void MainWindow::run(const QString& title, const Work& work)
{
    if (m_document.isReadOnly()) {
        fail(tr("This workspace is read-only: nothing can be changed in it."));
        return;
    }
    Job job;
    job.title = title;
    job.work = work;
    job.done = [this](const base::Status& status) {
        m_document.evidenceWasChanged();
        if (!status.ok() && status.error().code != base::Code::cancelled)
            fail(errorText(status.error(), m_document.language()));
    };
    m_queue.add(std::move(job));
}

void MainWindow::showPage(int index)
{
    if (index < 0 || index >= m_pages.size())
        return;
    m_stack->setCurrentIndex(index);
    m_navigation->setCurrentRow(index);
    m_page_actions[index]->setChecked(true);
    m_settings.setPage(m_pages[index]->objectName());
    if (!m_document.isTemporary())
        m_settings.setPageOf(m_document.path(), m_pages[index]->objectName());
    m_inspector->show(m_inspections.value(m_pages[index]));
    updateActions();
}

// Of a workspace that was open before the page that was looked at, else where it stands: the overview.
void MainWindow::showFirstPage()
{
    const auto last = std::ranges::find(m_pages, m_settings.pageOf(m_document.path()), &QObject::objectName);
    showPage(last == m_pages.end() ? 0 : static_cast<int>(last - m_pages.begin()));
}

void MainWindow::openWindow()
{
    // A program of its own: one that ends takes no other with it, and the file tells who may write to it.
    if (!QProcess::startDetached(QCoreApplication::applicationFilePath(), {}))
        fail(tr("Another window cannot be opened."));
}

void MainWindow::showPlace(const store::Place& place)
{
    using Kind = store::Place::Kind;
    if (place.kind == Kind::problem) {
        m_problems_dock->show();
        m_problems_dock->raise();
        m_problems->showProblem(place.row);
        return;
    }
    for (int i = 0; i < m_pages.size(); ++i) {
        const bool isThere = place.kind == Kind::input ? m_pages[i]->showInput(place.input)
            : place.kind == Kind::scenario             ? m_pages[i]->objectName() == QLatin1String("scenario_page")
                                                       : m_pages[i]->showPlace(place);
        if (isThere)
            return showPage(i);
    }
    statusBar()->showMessage(tr("What was asked for is no longer in this workspace."));
}

void MainWindow::inspect(const Inspection& inspection, Page* page)
{
    m_inspections[page] = inspection;
    m_inspected_tables.remove(page);
    if (page == m_stack->currentWidget())
        m_inspector->show(inspection);
}

void MainWindow::copyFromFocus()
{
    QWidget* focus = QApplication::focusWidget();
    if (!focus)
        return;
    QKeyEvent press(QEvent::KeyPress, Qt::Key_C, Qt::ControlModifier);
    QApplication::sendEvent(focus, &press);
}

void MainWindow::resetLayout()
{
    restoreState(m_first_layout, Settings::kVersion);
}

void MainWindow::showShortcuts()
{
    QStringList lines;
    for (const QAction* action : findChildren<QAction*>())
        if (!action->shortcut().isEmpty() && !action->objectName().isEmpty())
            lines << QStringLiteral("%1    %2")
                         .arg(QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText),
                             withoutMnemonic(action->text()));
    lines.removeDuplicates(); // every plot has its own
    dialogs::inform(this, tr("Keyboard Shortcuts"), lines.join(QLatin1Char('\n')));
}

void MainWindow::showAbout()
{
    dialogs::inform(this, tr("About Fullscope"),
        tr("Fullscope %1\nWhat training a model really costs on one accelerator against another.\n\nFree software "
           "under the GNU General Public License, version 3 or later. It comes with no warranty.")
            .arg(QLatin1String(FULLSCOPE_VERSION)));
}

void MainWindow::updateActions()
{
    const QUndoStack& undo = m_document.undoStack();
    QAction* undo_action = m_actions[ActionId::undo];
    QAction* redo_action = m_actions[ActionId::redo];
    allow(ActionId::undo, undo.canUndo(), tr("There is nothing to undo."));
    allow(ActionId::redo, undo.canRedo(), tr("There is nothing to redo."));
    undo_action->setText(undo.canUndo() ? tr("&Undo: %1").arg(undo.undoText()) : tr("&Undo"));
    redo_action->setText(undo.canRedo() ? tr("&Redo: %1").arg(undo.redoText()) : tr("&Redo"));
    undo_action->setIconText(tr("Undo"));
    redo_action->setIconText(tr("Redo"));

    // Imports queue behind a running job; what changes the workspace under it does not.
    const bool idle = !m_queue.isBusy();
    for (const ActionId id :
        {ActionId::new_workspace, ActionId::open, ActionId::open_sample, ActionId::save_as, ActionId::export_report})
        allow(id, idle, tr("A job is running: this waits until it has ended."));
    m_menus->setRecentEnabled(idle);
    for (const ActionId id : {ActionId::import_files, ActionId::import_folder})
        allow(id, !m_document.isReadOnly(), tr("This workspace is read-only: nothing can be imported into it."));
    allow(ActionId::save, !m_document.isReadOnly() && (idle || !m_document.isTemporary()),
        m_document.isReadOnly() ? tr("This workspace is read-only: nothing can be changed in it.")
                                : tr("A job is running: this waits until it has ended."));
    const Page* page = m_pages.value(m_stack->currentIndex());
    allow(ActionId::find, page && page->findField(), tr("This page has nothing to filter."));
}

void MainWindow::allow(ActionId id, bool allowed, const QString& why_not)
{
    m_actions[id]->setEnabled(allowed);
    m_actions[id]->setWhatsThis(allowed ? QString() : why_not);
}

void MainWindow::updateTitle()
{
    const QString name = m_document.isTemporary() ? tr("Untitled") : QFileInfo(m_document.path()).fileName();
    QString title = name + QStringLiteral("[*]");
    if (m_document.isReadOnly())
        title += QLatin1Char(' ') + tr("(read-only)");
    setWindowTitle(title + QStringLiteral(" — Fullscope"));
    setWindowModified(!m_document.isSaved() || m_document.hasUnkeptWork());
    setWindowFilePath(m_document.path());

    QString reason;
    if (m_document.isReadOnly()) {
        reason = tr("This workspace is read-only: nothing can be imported or changed.");
        if (m_document.readOnlyReason())
            reason += QLatin1Char('\n') + errorText(*m_document.readOnlyReason(), m_document.language());
    }
    m_read_only->say(reason);
    const auto& problem = m_document.fileProblem();
    m_read_again->setVisible(problem && problem->code == base::Code::store_changed);
    m_file_problem->say(problem ? errorText(*problem, m_document.language()) : QString());
}

void MainWindow::retranslate()
{
    m_actions.retranslate();
    m_menus->retranslate();
    for (int i = 0; i < m_pages.size(); ++i) {
        m_navigation->item(i)->setText(m_pages[i]->title());
        m_page_actions[i]->setText(QStringLiteral("&%1 %2").arg((i + 1) % 10).arg(m_pages[i]->title()));
    }
    m_read_again->setText(tr("&Read Again"));
    // Whole titles, whatever the window's width.
    m_navigation->setMinimumWidth(m_navigation->sizeHintForColumn(0) + 2 * m_navigation->frameWidth());
    m_navigation->setAccessibleName(tr("Pages"));
    if (auto* more = menuBar()->findChild<QWidget*>("qt_menubar_ext_button")) // Qt gives it none
        more->setAccessibleName(tr("More menus"));
    m_tool_bar->setWindowTitle(tr("Toolbar"));
    m_inspector_dock->setWindowTitle(tr("Inspector"));
    m_jobs_dock->setWindowTitle(tr("Jobs"));
    m_problems_dock->setWindowTitle(tr("Problems"));
    m_tool_bar->toggleViewAction()->setText(tr("&Toolbar"));
    m_inspector_dock->toggleViewAction()->setText(tr("&Inspector"));
    m_jobs_dock->toggleViewAction()->setText(tr("&Jobs"));
    m_problems_dock->toggleViewAction()->setText(tr("&Problems"));
    m_inspector->show(
        m_inspections.value(m_pages.value(m_stack->currentIndex()))); // a problem's words are the old ones
    updateActions();
    updateTitle();
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_menus)
        retranslate();
    if (event->type() == QEvent::PaletteChange)
        followPalette();
    if (event->type() == QEvent::ActivationChange && isActiveWindow())
        m_document.followFile(); // someone may have been at it while the window was in the background
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_may_close) {
        event->ignore();
        m_workspaces->leave([this] {
            m_may_close = true;
            QMetaObject::invokeMethod(this, &QWidget::close, Qt::QueuedConnection);
        });
        return;
    }
    m_settings.setGeometry(saveGeometry());
    m_settings.setLayout(saveState(Settings::kVersion));
    session::saveSplitters(m_pages, m_settings);
    session::saveViews(*this, m_settings);
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!localFiles(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QStringList paths = localFiles(event->mimeData());
    if (paths.isEmpty())
        return;
    event->acceptProposedAction();
    // Not now: the program that files are dragged from waits until the drop has been taken.
    QMetaObject::invokeMethod(
        this,
        [this, paths] {
            if (paths.size() == 1 && isWorkspace(paths.first()))
                openWorkspace(paths.first());
            else
                importPaths(paths);
        },
        Qt::QueuedConnection);
}

} // namespace fullscope::ui
