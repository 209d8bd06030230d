// SPDX-License-Identifier: GPL-3.0-or-later
// The workbench: toolbar, navigation, pages, inspector, jobs and problems. It wires; the parts do the work.
#pragma once

#include "ui/shell/actions.h"
#include "ui/shell/imports.h"
#include "ui/shell/job_queue.h"
#include "ui/shell/page.h"

#include <QMainWindow>

class QDockWidget;
class QListWidget;
class QStackedWidget;

namespace fullscope::ui {

class CommandPalette;
class FindDialog;
class Inspector;
class MappingRequests;
class Menus;
class MessageBar;
class ProblemsPanel;
class ReportExport;
class Settings;
class Tour;
class Translation;
class Workspaces;

class MainWindow final : public QMainWindow {
    Q_OBJECT

public:
    // `document` holds an open workspace; the pages come from makePages (or a test) and become the window's.
    MainWindow(Document& document, Settings& settings, Translation& translation, const QList<Page*>& pages);
    ~MainWindow() override;

    void importPaths(const QStringList& paths);
    void openWorkspace(const QString& path);
    void openSample();
    void startTour();
    void setLanguage(words::Language language);
    void fail(const QString& message); // shown until closed

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildCentre(const QList<Page*>& pages);
    void buildDocks();
    void buildToolBar();
    void buildMenus();
    QDockWidget* addDock(Qt::DockWidgetArea area, QWidget* content, const char* name);
    void connectActions();
    void connectDocument();
    void connectJobs();
    void addPage(Page* page, int number);
    void inspectCellsOf(Page* page);
    void showPage(int index);
    void showFirstPage();
    void openWindow();
    void showPlace(const store::Place& place);
    void inspect(const Inspection& inspection, Page* page);
    void run(const QString& title, const Work& work);
    void imported(const workspace::ImportOutcome& outcome);
    void chooseFiles();
    void chooseFolder();
    void chooseMapped();
    void copyFromFocus();
    void resetLayout();
    void showShortcuts();
    void showAbout();
    void updateActions();
    void allow(ActionId id, bool allowed, const QString& why_not); // which the commands tell
    void updateTitle();
    void retranslate();

    Document& m_document;
    Settings& m_settings;
    Translation& m_translation;
    Actions m_actions;
    JobQueue m_queue;
    Imports m_imports;
    MappingRequests* m_mappings;
    Workspaces* m_workspaces;
    ReportExport* m_report;
    Menus* m_menus = nullptr;
    FindDialog* m_find;
    CommandPalette* m_palette;
    Tour* m_tour;

    QList<Page*> m_pages;
    QList<QAction*> m_page_actions;
    QListWidget* m_navigation = nullptr;
    QStackedWidget* m_stack = nullptr;
    MessageBar* m_read_only = nullptr;
    MessageBar* m_file_problem = nullptr;
    QAction* m_read_again = nullptr;
    MessageBar* m_message = nullptr;
    QToolBar* m_tool_bar = nullptr;
    Inspector* m_inspector = nullptr;
    ProblemsPanel* m_problems = nullptr;
    QDockWidget* m_inspector_dock = nullptr;
    QDockWidget* m_jobs_dock = nullptr;
    QDockWidget* m_problems_dock = nullptr;
    QString m_save_failure; // as the message bar says it
    QHash<Page*, Inspection> m_inspections; // the last of each page
    QHash<Page*, const QAbstractItemView*> m_inspected_tables; // of pages that last told of a cell
    QByteArray m_first_layout;
    bool m_may_close = false;
};

} // namespace fullscope::ui
