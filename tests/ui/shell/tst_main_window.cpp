// SPDX-License-Identifier: GPL-3.0-or-later
// What the window is made of: actions, menus, languages, docks, inspector.
#include "tests/ui/shell/window_fixture.h"
#include "ui/shell/inspector.h"
#include "ui/shell/pages.h"
#include "ui/shell/problems_model.h"

#include <QClipboard>
#include <QDockWidget>
#include <QGuiApplication>
#include <QListWidget>
#include <QMenuBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QStackedWidget>
#include <QTableView>
#include <QTextEdit>
#include <QToolBar>
#include <QUndoStack>

namespace fullscope::ui {

namespace {

QList<QAction*> actionsOf(const QMenu* menu)
{
    QList<QAction*> actions;
    for (QAction* action : menu->actions()) {
        if (action->menu())
            actions << actionsOf(action->menu());
        actions << action;
    }
    return actions;
}

QString mnemonicOf(const QString& text)
{
    static const QRegularExpression kMnemonic("&([^&])");
    return kMnemonic.match(QString(text).remove("&&")).captured(1).toUpper();
}

} // namespace

class TstMainWindow final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void everyToolBarActionIsInAMenu();
    void shortcutsDoNotConflict();
    void mnemonicsAreUnique_data();
    void mnemonicsAreUnique();
    void languageSwitchesAtRunTime();
    void languageIsRemembered();
    void navigationAndShortcutsShowPages();
    void undoAndRedoFollowTheEdits();
    void findGoesToThePagesField();
    void copyActsOnTheFocus();
    void inspectorShowsWhatThePageSelected();
    void layoutCanBeReset();
    void layoutAndPageAreRestored();
    void shortcutsAreListed();
    void smallWindowShowsWhatItIsFor();
    void firstWindowFitsTheScreen();
    void everyInputHasAName();
    void everyPageShowsTheSampleInBothLanguages();
    void problemsAreToldInTheLanguageOfTheStart();

private:
    QAction* action(const char* name) const { return m_window->action(name); }

    std::unique_ptr<tests::WindowFixture> m_window;
};

void TstMainWindow::init()
{
    tests::forgetSettings();
    m_window = std::make_unique<tests::WindowFixture>();
}

void TstMainWindow::cleanup()
{
    m_window.reset();
}

void TstMainWindow::everyToolBarActionIsInAMenu()
{
    QList<QAction*> in_menus;
    for (const QAction* top : m_window->window->menuBar()->actions())
        in_menus << actionsOf(top->menu());
    int checked = 0;
    for (QAction* shown : m_window->find<QToolBar>("toolbar")->actions()) {
        if (shown->isSeparator())
            continue;
        QVERIFY2(in_menus.contains(shown), qPrintable(shown->text()));
        ++checked;
    }
    QCOMPARE(checked, 7); // New, Open, Import, Run benchmark, Undo, Redo, Export report
}

void TstMainWindow::shortcutsDoNotConflict()
{
    m_window->makeWindow(makePages(m_window->document));
    QHash<QKeySequence, QString> taken; // in the whole window
    QSet<QKeySequence> local; // while one widget has the focus: may repeat in another, not hide a window's
    for (const QAction* each : m_window->window->findChildren<QAction*>())
        for (const QKeySequence& keys : each->shortcuts()) {
            const bool everywhere = each->shortcutContext() == Qt::WindowShortcut;
            QVERIFY2(!everywhere || !taken.contains(keys), qPrintable(keys.toString() + each->text()));
            if (everywhere)
                taken[keys] = each->text();
            else
                local << keys;
        }
    for (const QKeySequence& keys : local)
        QVERIFY2(!taken.contains(keys), qPrintable(keys.toString() + taken.value(keys)));
    QVERIFY(taken.size() >= 12);
    for (const char* keys : {"Ctrl+O", "Ctrl+Z", "Ctrl+F", "F1", "Ctrl+N", "Ctrl+S", "Ctrl+Q"})
        QVERIFY2(taken.contains(QKeySequence(keys)), keys);
}

void TstMainWindow::mnemonicsAreUnique_data()
{
    QTest::addColumn<int>("language");
    QTest::newRow("en") << static_cast<int>(words::Language::en);
    QTest::newRow("zh_CN") << static_cast<int>(words::Language::zh_CN);
}

void TstMainWindow::mnemonicsAreUnique()
{
    QFETCH(int, language);
    m_window->window->setLanguage(static_cast<words::Language>(language));
    QCoreApplication::processEvents();
    QList<QList<QAction*>> levels {m_window->window->menuBar()->actions()};
    for (const QMenu* menu : m_window->window->findChildren<QMenu*>())
        if (!menu->title().isEmpty() && menu->isEnabled())
            levels << menu->actions();
    QVERIFY(levels.size() >= 6);
    for (const QList<QAction*>& level : levels) {
        QSet<QString> taken;
        for (const QAction* each : level) {
            if (each->isSeparator() || !each->isVisible())
                continue;
            const QString mnemonic = mnemonicOf(each->text());
            QVERIFY2(!mnemonic.isEmpty() && !taken.contains(mnemonic), qPrintable(each->text()));
            taken << mnemonic;
        }
    }
}

void TstMainWindow::languageSwitchesAtRunTime()
{
    QCOMPARE(m_window->menu("menu.file")->title(), QString("&File"));
    action("language.zh_CN")->trigger();
    QTRY_COMPARE(m_window->menu("menu.file")->title(), QString("文件(&F)"));
    QCOMPARE(m_window->document.language(), words::Language::zh_CN);
    QVERIFY(action("action.undo")->text().startsWith("撤销"));
    QCOMPARE(m_window->find<QDockWidget>("dock.inspector")->windowTitle(), QString("检查器"));
    QCOMPARE(QCoreApplication::translate("QPlatformTheme", "Cancel"), QString("取消")); // Qt's own words
    action("language.en")->trigger();
    QTRY_COMPARE(m_window->menu("menu.file")->title(), QString("&File"));
    QVERIFY(action("action.undo")->text().startsWith("&Undo"));
}

void TstMainWindow::languageIsRemembered()
{
    QVERIFY(!Settings().language());
    action("language.zh_CN")->trigger();
    QCOMPARE(Settings().language(), words::Language::zh_CN);
}

void TstMainWindow::navigationAndShortcutsShowPages()
{
    auto* navigation = m_window->find<QListWidget>("navigation");
    auto* stack = m_window->find<QStackedWidget>("pages");
    QCOMPARE(navigation->count(), 2);
    QCOMPARE(stack->currentIndex(), 0);
    navigation->setCurrentRow(1);
    QCOMPARE(stack->currentIndex(), 1);
    QVERIFY(action("action.page_2")->isChecked());
    m_window->window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window->window.get()));
    QTest::keyClick(m_window->window.get(), Qt::Key_1, Qt::ControlModifier);
    QCOMPARE(stack->currentIndex(), 0);
    QCOMPARE(navigation->currentRow(), 0);
}

void TstMainWindow::undoAndRedoFollowTheEdits()
{
    QVERIFY(!action("action.undo")->isEnabled());
    FS_VERIFY_OK(m_window->document.setTyped({}, scenario::Input::runs, "3"));
    QVERIFY(action("action.undo")->isEnabled());
    QVERIFY(action("action.undo")->text().startsWith("&Undo: Set "));
    action("action.undo")->trigger();
    QVERIFY(m_window->document.scenario().workload.empty());
    QVERIFY(!action("action.undo")->isEnabled());
    action("action.redo")->trigger();
    QCOMPARE(m_window->document.scenario().workload.at(scenario::Input::runs).value, 3.0);
}

void TstMainWindow::findGoesToThePagesField()
{
    m_window->window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window->window.get()));
    QTest::keyClick(m_window->window.get(), Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(m_window->pages[0]->findField()->hasFocus());
}

void TstMainWindow::copyActsOnTheFocus()
{
    m_window->window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window->window.get()));
    auto* field = static_cast<QLineEdit*>(m_window->pages[0]->findField());
    field->setText("7.25");
    field->setFocus();
    field->selectAll();
    QGuiApplication::clipboard()->clear();
    action("action.copy")->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), QString("7.25"));
    field->setText("8.5");
    field->selectAll();
    QTest::keyClick(field, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), QString("8.5"));
}

void TstMainWindow::inspectorShowsWhatThePageSelected()
{
    auto* inspector = m_window->find<Inspector>("inspector");
    emit m_window->pages[0]->inspected({"price", {{"Value", "24.69 $/h"}, {"Source", "<b>bill.csv</b>"}}});
    const auto* rows = inspector->findChild<QTextEdit*>("inspector.rows");
    QCOMPARE(rows->toPlainText(), QString("price\nValue\n24.69 $/h\nSource\n<b>bill.csv</b>"));
    QVERIFY(rows->textInteractionFlags() & Qt::TextSelectableByKeyboard);
    m_window->find<QPushButton>("inspector.copy")->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), QString("price\nValue\t24.69 $/h\nSource\t<b>bill.csv</b>\n"));
    emit m_window->pages[0]->inspected({"=run", {{"Change", "-0.5 %"}, {"@note", "+1+cmd|' /C calc'!A0"}}});
    m_window->find<QPushButton>("inspector.copy")->click(); // pasted into a spreadsheet, too
    QCOMPARE(QGuiApplication::clipboard()->text(), QString("'=run\nChange\t-0.5 %\n'@note\t'+1+cmd|' /C calc'!A0\n"));
    emit m_window->pages[0]->inspected({"price", {}});
    // Each page keeps its own; a page that is not shown does not take the inspector.
    emit m_window->pages[1]->inspected({"run", {}});
    QCOMPARE(rows->toPlainText().section('\n', 0, 0), QString("price"));
    action("action.page_2")->trigger();
    QCOMPARE(rows->toPlainText(), QString("run"));
    // What uses it is told in the language of the window.
    FS_VERIFY_OK(m_window->document.setTyped({}, scenario::Input::runs, "3"));
    emit m_window->pages[1]->inspected(
        {"runs", {}, store::Place {.kind = store::Place::Kind::input, .input = {{}, scenario::Input::runs}}});
    QVERIFY2(rows->toPlainText().contains("Used by"), qPrintable(rows->toPlainText()));
    m_window->window->setLanguage(words::Language::zh_CN);
    QTRY_VERIFY(rows->toPlainText().contains(QStringLiteral("被以下内容使用")));
    QVERIFY2(!rows->toPlainText().contains("Used by"), qPrintable(rows->toPlainText()));
}

void TstMainWindow::layoutCanBeReset()
{
    auto* dock = m_window->find<QDockWidget>("dock.problems");
    dock->toggleViewAction()->trigger();
    m_window->window->addDockWidget(Qt::LeftDockWidgetArea, m_window->find<QDockWidget>("dock.inspector"));
    QVERIFY(!dock->isVisible());
    action("action.reset_layout")->trigger();
    QVERIFY(dock->isVisible());
    QCOMPARE(m_window->window->dockWidgetArea(m_window->find<QDockWidget>("dock.inspector")), Qt::RightDockWidgetArea);
}

void TstMainWindow::layoutAndPageAreRestored()
{
    m_window->find<QDockWidget>("dock.jobs")->close();
    action("action.page_2")->trigger();
    m_window->window->resize(1001, 701);
    m_window->window->close();
    QTRY_VERIFY(!m_window->window->isVisible());
    m_window->makeWindow();
    QVERIFY(!m_window->find<QDockWidget>("dock.jobs")->isVisible());
    QCOMPARE(m_window->find<QStackedWidget>("pages")->currentIndex(), 1);
    QCOMPARE(m_window->window->size(), QSize(1001, 701));
}

void TstMainWindow::shortcutsAreListed()
{
    action("action.shortcuts")->trigger();
    const QStringList shown = dialogs::takeShown();
    QCOMPARE(shown.size(), 1);
    QVERIFY(shown[0].contains("Ctrl+O    Open Workspace…"));
    QVERIFY(shown[0].contains("Ctrl+2    2 Second"));
    m_window->makeWindow(makePages(m_window->document));
    action("action.shortcuts")->trigger();
    const QStringList lines = dialogs::takeShown().value(0).split('\n');
    QCOMPARE(lines.filter("Copy picture").size(), 1);
    QCOMPARE(QSet<QString>(lines.begin(), lines.end()).size(), lines.size());
}

void TstMainWindow::smallWindowShowsWhatItIsFor()
{
    m_window->makeWindow(makePages(m_window->document));
    m_window->window->resize(800, 500);
    for (const char* language : {"language.zh_CN", "language.en"}) {
        action(language)->trigger();
        action("action.page_7")->trigger(); // Scenario
        QCoreApplication::processEvents();
        QCOMPARE(m_window->window->size(), QSize(800, 500));
        const auto* table = m_window->find<QTableView>("scenario_table");
        QVERIFY2(table->viewport()->height() > 5 * table->rowHeight(0), qPrintable(QString::number(table->height())));
        const auto* navigation = m_window->find<QListWidget>("navigation");
        QVERIFY(navigation->viewport()->width() >= navigation->sizeHintForColumn(0));
    }
}

void TstMainWindow::firstWindowFitsTheScreen()
{
    const QSize screen = m_window->window->screen()->availableSize();
    QVERIFY(m_window->window->width() < screen.width() && m_window->window->height() < screen.height());
}

void TstMainWindow::everyInputHasAName()
{
    for (const char* name : {"navigation", "problems.table", "jobs.progress"})
        QVERIFY2(!m_window->find<QWidget>(name)->accessibleName().isEmpty(), name);
}

// `--lang zh_CN`: the language is there before the window is.
void TstMainWindow::problemsAreToldInTheLanguageOfTheStart()
{
    m_window->document.setLanguage(words::Language::zh_CN);
    m_window->makeWindow();
    action("action.open_sample")->trigger();
    const auto* problems = m_window->find<QTableView>("problems.table")->model();
    QTRY_VERIFY_WITH_TIMEOUT(problems->rowCount() > 0, 60'000);
    for (int row = 0; row < problems->rowCount(); ++row) {
        const QString severity = problems->index(row, ProblemsModel::severity).data().toString();
        QVERIFY2(severity == QString::fromUtf8("警告") || severity == QString::fromUtf8("提示"), qPrintable(severity));
    }
}

void TstMainWindow::everyPageShowsTheSampleInBothLanguages()
{
    m_window->makeWindow(makePages(m_window->document));
    QCOMPARE(m_window->pages.size(), 11);
    action("action.open_sample")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->document.scenario().options.empty(), 60'000);
    auto* navigation = m_window->find<QListWidget>("navigation");
    for (const char* language : {"language.zh_CN", "language.en"}) {
        action(language)->trigger();
        QCoreApplication::processEvents();
        for (int page = 0; page < navigation->count(); ++page) {
            navigation->setCurrentRow(page);
            QVERIFY(!m_window->window->grab().isNull());
            QCOMPARE(navigation->item(page)->text(), m_window->pages[page]->title());
        }
    }
    QCOMPARE(navigation->item(0)->text(), QString("Overview"));
    QCOMPARE(action("action.page_10")->shortcut(), QKeySequence("Ctrl+0"));
}

FS_UI_TEST(TstMainWindow)

} // namespace fullscope::ui

#include "tst_main_window.moc"
