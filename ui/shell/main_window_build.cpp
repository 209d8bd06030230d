// SPDX-License-Identifier: GPL-3.0-or-later
// How the window is put together; what it does is in main_window.cpp.
#include "ui/shell/main_window.h"

#include "ui/mapping/mapping_requests.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/find_dialog.h"
#include "ui/shell/icons.h"
#include "ui/shell/inspector.h"
#include "ui/shell/jobs_panel.h"
#include "ui/shell/menus.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/plain_labels.h"
#include "ui/shell/problems_panel.h"
#include "ui/shell/report_export.h"
#include "ui/shell/session.h"
#include "ui/shell/settings.h"
#include "ui/shell/tour.h"
#include "ui/shell/workspaces.h"
#include "ui/widgets/faint_text.h"
#include "ui/widgets/focus_frame.h"

#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QListWidget>
#include <QMenuBar>
#include <QScreen>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTableView>
#include <QToolBar>
#include <QTreeView>
#include <QUndoStack>
#include <QVBoxLayout>

#include <algorithm>

namespace fullscope::ui {

namespace {

constexpr double kMostOfScreen = 0.92; // its frame must find room, too
constexpr int kBusyDock = 10, kQuietDock = 5; // lines of text

} // namespace

MainWindow::MainWindow(Document& document, Settings& settings, Translation& translation, const QList<Page*>& pages)
    : m_document(document)
    , m_settings(settings)
    , m_translation(translation)
    , m_actions(this)
    , m_queue(document, this)
    , m_imports(document, m_queue, this)
    , m_mappings(new MappingRequests(document, this))
    , m_workspaces(new Workspaces(document, m_queue, settings, this))
    , m_report(new ReportExport(document, m_queue, settings, this))
    , m_find(new FindDialog(document, this))
    , m_palette(new CommandPalette(this))
    , m_tour(new Tour(this))
{
    setObjectName("main_window");
    qApp->installEventFilter(new PlainLabels(this));
    new FocusFrame(this);
    followPalette();
    setAcceptDrops(true);
    buildCentre(pages);
    buildDocks();
    buildToolBar();
    buildMenus();
    connectActions();
    connectDocument();
    connectJobs();
    retranslate();

    // Device-independent: at a large scale the screen may be smaller. A remembered size comes on top.
    resize(QSize(1280, 800).boundedTo(screen()->availableSize() * kMostOfScreen));
    m_first_layout = saveState(Settings::kVersion);
    restoreGeometry(m_settings.geometry());
    restoreState(m_settings.layout(), Settings::kVersion);
    session::restoreSplitters(m_pages, m_settings);
    session::restoreViews(*this, m_settings);
    const auto last = std::ranges::find(m_pages, m_settings.page(), &QObject::objectName);
    showPage(last == m_pages.end() ? 0 : static_cast<int>(last - m_pages.begin()));
}

void MainWindow::buildCentre(const QList<Page*>& pages)
{
    m_navigation = new QListWidget(this);
    m_navigation->setObjectName("navigation");
    m_navigation->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_stack = new QStackedWidget(this);
    m_stack->setObjectName("pages");
    m_read_only = new MessageBar(MessageBar::Closing::by_program, this);
    m_read_only->setObjectName("read_only");
    m_file_problem = new MessageBar(MessageBar::Closing::by_program, this);
    m_file_problem->setObjectName("file_problem");
    m_read_again = new QAction(this);
    m_file_problem->offer(m_read_again);
    m_file_problem->offer(m_actions[ActionId::save_as]);
    m_message = new MessageBar(MessageBar::Closing::by_user, this);
    m_message->setObjectName("message");

    auto* right = new QWidget(this);
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins({});
    column->addWidget(m_read_only);
    column->addWidget(m_file_problem);
    column->addWidget(m_message);
    column->addWidget(m_stack, 1);
    auto* splitter = new QSplitter(this);
    splitter->setObjectName("centre");
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_navigation);
    splitter->addWidget(right);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({fontMetrics().averageCharWidth() * 24, fontMetrics().averageCharWidth() * 120});
    setCentralWidget(splitter);

    for (Page* page : pages)
        addPage(page, static_cast<int>(m_pages.size()) + 1);
    connect(m_navigation, &QListWidget::currentRowChanged, this, &MainWindow::showPage);
}

void MainWindow::addPage(Page* page, int number)
{
    m_pages << page;
    m_stack->addWidget(page);
    auto* item = new QListWidgetItem(themedIcon(page->iconName()), page->title(), m_navigation);
    item->setData(Qt::AccessibleTextRole, page->title());
    auto* action = new QAction(this);
    action->setObjectName(QStringLiteral("action.page_%1").arg(number));
    action->setCheckable(true);
    if (number <= 10) // as many as there are digits
        action->setShortcut(QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_0 + number % 10)));
    m_page_actions << action;
    connect(action, &QAction::triggered, this, [this, number] { showPage(number - 1); });
    inspectCellsOf(page);
    connect(page, &Page::inspected, this, [this, page](const Inspection& inspection) { inspect(inspection, page); });
    connect(page, &Page::failed, this, &MainWindow::fail);
    connect(page, &Page::importRequested, this, &MainWindow::chooseFiles);
    connect(page, &Page::sampleRequested, this, &MainWindow::openSample);
    connect(page, &Page::workRequested, this, &MainWindow::run);
    connect(page, &Page::jobRequested, &m_queue, &JobQueue::add);
    connect(page, &Page::cancelRequested, &m_queue, &JobQueue::cancelRunning);
    connect(page, &Page::placeRequested, this, &MainWindow::showPlace);
    connect(page, &Page::inputRequested, this,
        [this](const scenario::InputPlace& place) { showPlace({.kind = store::Place::Kind::input, .input = place}); });
    connect(page, &Page::actionRequested, this, [this](const QString& name) {
        if (auto* wanted = findChild<QAction*>(name))
            wanted->trigger();
    });
}

// Every figure of a table says where it comes from: those of tables of which the page tells no more itself.
void MainWindow::inspectCellsOf(Page* page)
{
    static const QStringList kTellThemselves {QStringLiteral("runs_list"), QStringLiteral("bill_rows"),
        QStringLiteral("scenario_table"), QStringLiteral("catalogue_prices"), QStringLiteral("trends_weeks")};
    const auto inspectCell = [this, page](const QAbstractItemView* view, const QModelIndex& index) {
        if (!index.isValid())
            return;
        inspect(inspectionOf(*page, *view, index, m_document.language()), page);
        m_inspected_tables[page] = view;
    };
    for (auto* view : page->findChildren<QAbstractItemView*>()) {
        const bool has_figures
            = qobject_cast<QTableView*>(view) != nullptr || qobject_cast<QTreeView*>(view) != nullptr;
        if (!has_figures || view->selectionModel() == nullptr || kTellThemselves.contains(view->objectName()))
            continue;
        connect(view->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [inspectCell, view](const QModelIndex& index) { inspectCell(view, index); });
        connect(view->model(), &QAbstractItemModel::modelReset, this, [this, page, view] { // the cell is gone
            if (m_inspected_tables.value(page) == view)
                inspect({}, page);
        });
        connect(view, &QAbstractItemView::clicked, this, // that of a page which told of something else since
            [inspectCell, view](const QModelIndex& index) { inspectCell(view, index); });
    }
}

QDockWidget* MainWindow::addDock(Qt::DockWidgetArea area, QWidget* content, const char* name)
{
    auto* dock = new QDockWidget(this);
    dock->setObjectName(QLatin1String(name));
    dock->setWidget(content);
    // Floating docks do not work on Wayland.
    if (QGuiApplication::platformName().startsWith(QLatin1String("wayland")))
        dock->setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
    addDockWidget(area, dock);
    return dock;
}

void MainWindow::buildDocks()
{
    m_inspector = new Inspector(m_document, this);
    connect(m_inspector, &Inspector::placeChosen, this, &MainWindow::showPlace);
    m_problems = new ProblemsPanel(m_document, this);
    m_inspector_dock = addDock(Qt::RightDockWidgetArea, m_inspector, "dock.inspector");
    m_jobs_dock = addDock(Qt::BottomDockWidgetArea, new JobsPanel(m_queue, this), "dock.jobs");
    m_problems_dock = addDock(Qt::BottomDockWidgetArea, m_problems, "dock.problems");
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    const int character = fontMetrics().averageCharWidth();
    resizeDocks({m_jobs_dock, m_problems_dock}, {character * 40, character * 120}, Qt::Horizontal);
    resizeDocks({m_inspector_dock}, {character * 42}, Qt::Horizontal);
    const auto fit = [this](bool is_filled) { // what has nothing to say leaves its room to the page
        const int lines = is_filled ? kBusyDock : kQuietDock;
        if (!is_filled || m_problems_dock->height() < fontMetrics().height() * lines) // else as it was drawn
            resizeDocks({m_jobs_dock, m_problems_dock}, QList<int>(2, fontMetrics().height() * lines), Qt::Vertical);
    };
    fit(!m_problems->isEmpty());
    connect(m_problems, &ProblemsPanel::filled, this, fit);
    connect(m_problems, &ProblemsPanel::inspected, this,
        [this](const Inspection& inspection) { m_inspector->show(inspection); });
    connect(m_problems, &ProblemsPanel::failed, this, &MainWindow::fail);
}

void MainWindow::buildToolBar()
{
    m_tool_bar = addToolBar(QString());
    m_tool_bar->setObjectName("toolbar");
    m_tool_bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_tool_bar->addActions({m_actions[ActionId::new_workspace], m_actions[ActionId::open]});
    m_tool_bar->addAction(m_actions[ActionId::import_files]);
    m_tool_bar->addAction(m_actions[ActionId::run_benchmark]);
    m_tool_bar->addSeparator();
    m_tool_bar->addActions({m_actions[ActionId::undo], m_actions[ActionId::redo]});
    m_tool_bar->addSeparator();
    m_tool_bar->addAction(m_actions[ActionId::export_report]);
}

void MainWindow::buildMenus()
{
    auto* group = new QActionGroup(this);
    for (QAction* action : m_page_actions)
        group->addAction(action);
    m_menus = new Menus(menuBar(), m_actions, m_page_actions,
        {m_inspector_dock->toggleViewAction(), m_jobs_dock->toggleViewAction(), m_problems_dock->toggleViewAction(),
            m_tool_bar->toggleViewAction()});
    m_menus->showRecent(m_settings.recentFiles());
    m_menus->showLanguage(m_document.language());
    connect(m_menus, &Menus::recentChosen, this, &MainWindow::openWorkspace);
    connect(m_menus, &Menus::languageChosen, this, &MainWindow::setLanguage);
}

void MainWindow::connectActions()
{
    const auto on = [this](ActionId id, auto&& what) {
        connect(m_actions[id], &QAction::triggered, this, std::forward<decltype(what)>(what));
    };
    on(ActionId::new_workspace, [this] { m_workspaces->makeNew(); });
    on(ActionId::new_window, [this] { openWindow(); });
    on(ActionId::open, [this] { m_workspaces->chooseAndOpen(); });
    on(ActionId::open_sample, [this] { openSample(); });
    on(ActionId::save, [this] { m_workspaces->save(); });
    on(ActionId::save_as, [this] { m_workspaces->saveAs(); });
    connect(m_read_again, &QAction::triggered, m_workspaces, &Workspaces::readAgain);
    on(ActionId::import_files, [this] { chooseFiles(); });
    on(ActionId::import_folder, [this] { chooseFolder(); });
    on(ActionId::import_mapped, [this] { chooseMapped(); });
    on(ActionId::export_report, [this] { m_report->start(); });
    on(ActionId::run_benchmark, [this] {
        for (int i = 0; i < m_pages.size(); ++i)
            if (m_pages[i]->showBenchmark())
                return showPage(i);
    });
    on(ActionId::quit, [this] { close(); });
    on(ActionId::undo, [this] { m_document.undoStack().undo(); });
    on(ActionId::redo, [this] { m_document.undoStack().redo(); });
    on(ActionId::copy, [this] { copyFromFocus(); });
    on(ActionId::find_all, [this] { m_find->open(); });
    connect(m_find, &FindDialog::placeChosen, this, &MainWindow::showPlace);
    on(ActionId::palette, [this] { m_palette->open(); });
    on(ActionId::tour, [this] { startTour(); });
    on(ActionId::find, [this] {
        if (QWidget* field = m_pages.isEmpty() ? nullptr : m_pages[m_stack->currentIndex()]->findField())
            field->setFocus(Qt::ShortcutFocusReason);
    });
    on(ActionId::reset_layout, [this] { resetLayout(); });
    on(ActionId::shortcuts, [this] { showShortcuts(); });
    on(ActionId::about, [this] { showAbout(); });
    on(ActionId::about_qt, [] { QApplication::aboutQt(); });
}

void MainWindow::connectDocument()
{
    QUndoStack& undo = m_document.undoStack();
    for (const auto changed : {&QUndoStack::canUndoChanged, &QUndoStack::canRedoChanged})
        connect(&undo, changed, this, &MainWindow::updateActions);
    for (const auto changed : {&QUndoStack::undoTextChanged, &QUndoStack::redoTextChanged})
        connect(&undo, changed, this, &MainWindow::updateActions);
    connect(&m_document, &Document::opened, this, [this] {
        m_inspections.clear();
        m_inspector->show({});
        m_message->say({});
        showFirstPage();
        updateTitle();
        updateActions();
    });
    connect(&m_document, &Document::pathChanged, this, [this] {
        updateTitle();
        updateActions();
    });
    connect(&m_document, &Document::savedChanged, this, [this] {
        updateTitle();
        if (m_document.isSaved() && !m_save_failure.isEmpty() && m_message->text() == m_save_failure)
            m_message->say({}); // true no longer
    });
    connect(&m_document, &Document::saveFailed, this, [this](const QString& message) {
        m_save_failure = message;
        fail(message);
    });
    connect(&m_document, &Document::changedElsewhere, this, [this] {
        statusBar()->showMessage(tr("Another window or program changed this workspace; it was read again."));
    });
}

void MainWindow::connectJobs()
{
    connect(&m_queue, &JobQueue::started, this, &MainWindow::updateActions);
    connect(&m_queue, &JobQueue::waitingChanged, this, &MainWindow::updateActions);
    connect(&m_queue, &JobQueue::finished, this, [this](const QString& title, bool cancelled) {
        updateActions();
        if (cancelled)
            statusBar()->showMessage(tr("%1: cancelled.").arg(title));
    });
    connect(&m_imports, &Imports::imported, this, &MainWindow::imported);
    connect(&m_imports, &Imports::failed, this, &MainWindow::fail);
    connect(m_mappings, &MappingRequests::failed, this, &MainWindow::fail);
    connect(m_mappings, &MappingRequests::answered, &m_imports, &Imports::start);
    connect(&m_imports, &Imports::queued, this,
        [this](int count) { statusBar()->showMessage(tr("Waiting for the running job: %1").arg(count)); });
    connect(m_workspaces, &Workspaces::failed, this, &MainWindow::fail);
    connect(
        m_workspaces, &Workspaces::said, statusBar(), [this](const QString& text) { statusBar()->showMessage(text); });
    connect(m_workspaces, &Workspaces::recentChanged, this, [this] { m_menus->showRecent(m_settings.recentFiles()); });
    connect(m_report, &ReportExport::failed, this, &MainWindow::fail);
    connect(
        m_report, &ReportExport::said, statusBar(), [this](const QString& text) { statusBar()->showMessage(text); });
}

} // namespace fullscope::ui
