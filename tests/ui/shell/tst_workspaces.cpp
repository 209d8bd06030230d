// SPDX-License-Identifier: GPL-3.0-or-later
// Which workspace is open, and nothing lost on the way to the next.
#include "core/store/database.h"
#include "tests/ui/shell/window_fixture.h"

#include <QFileInfo>
#include <QLabel>
#include <QSignalSpy>
#include <QStatusBar>
#include <QToolButton>

namespace fullscope::ui {

using scenario::Input;

class TstWorkspaces final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void saveAsNamesTheWorkspace();
    void newAsksBeforeUnkeptWorkGoes();
    void openListsRecentFiles();
    void missingRecentFileIsToldAndForgotten();
    void unreadableFileIsTold();
    void damagedWorkspaceIsRecoveredIntoANewFile();
    void newerWorkspaceIsShownAsReadOnly();
    void closingAsksBeforeUnkeptWorkGoes();
    void closingSavesOnRequest();
    void closingCancelsARunningJobOnRequest();
    void sampleOpensAsATemporaryWorkspace();
    void reportIsExported();
    void deletedFileIsToldAndSavedElsewhere();
    void closingAfterTheFileWentAsks();
    void changeElsewhereIsToldAndReadAgain();
    void failureToSaveIsSaidWhileItIsTrue();

private:
    QAction* action(const char* name) const { return m_window->action(name); }
    QString message() const;
    void edit();

    std::unique_ptr<tests::WindowFixture> m_window;
};

void TstWorkspaces::init()
{
    tests::forgetSettings();
    m_window = std::make_unique<tests::WindowFixture>();
}

void TstWorkspaces::cleanup()
{
    m_window.reset();
}

QString TstWorkspaces::message() const
{
    const auto* bar = m_window->find<QWidget>("message");
    return bar->isVisible() ? bar->findChild<QLabel*>("text")->text() : QString();
}

void TstWorkspaces::edit()
{
    FS_VERIFY_OK(m_window->document.setTyped({}, Input::runs, "3"));
}

void TstWorkspaces::saveAsNamesTheWorkspace()
{
    edit();
    QCOMPARE(m_window->window->windowTitle(), QString("Untitled[*] — Fullscope"));
    QVERIFY(m_window->window->isWindowModified());
    const QString path = m_window->path("kept.fullscope");
    dialogs::chooseNext({path});
    action("action.save")->trigger(); // a temporary workspace asks for a name
    QTRY_COMPARE(m_window->document.path(), path);
    QCOMPARE(m_window->window->windowTitle(), QString("kept.fullscope[*] — Fullscope"));
    QVERIFY(!m_window->window->isWindowModified());
    QVERIFY(action("action.undo")->isEnabled());
    QVERIFY(m_window->settings.recentFiles().contains(path));
}

void TstWorkspaces::newAsksBeforeUnkeptWorkGoes()
{
    edit();
    dialogs::answerNext(QMessageBox::Cancel);
    action("action.new_workspace")->trigger();
    QCOMPARE(dialogs::takeShown().size(), 1);
    QVERIFY(!m_window->document.scenario().workload.empty());
    dialogs::answerNext(QMessageBox::Discard);
    action("action.new_workspace")->trigger();
    QVERIFY(m_window->document.scenario().workload.empty());
    dialogs::takeShown();
    action("action.new_workspace")->trigger(); // nothing to keep, nothing to ask
    QCOMPARE(dialogs::takeShown(), QStringList());
}

void TstWorkspaces::openListsRecentFiles()
{
    const QString first = m_window->path("first.fullscope");
    const QString second = m_window->path("second & last.fullscope");
    for (const QString& path : {first, second}) {
        Document other;
        FS_VERIFY_OK(other.open(path));
    }
    for (const QString& path : {first, second}) {
        dialogs::chooseNext({path});
        action("action.open")->trigger();
        QCOMPARE(m_window->document.path(), path);
    }
    const QList<QAction*> recent = m_window->menu("menu.recent")->actions();
    QCOMPARE(recent.size(), 2);
    QVERIFY(recent[0]->text().startsWith("&1 ") && recent[0]->text().endsWith("second && last.fullscope"));
    recent[1]->trigger();
    QCOMPARE(m_window->document.path(), first);
}

void TstWorkspaces::missingRecentFileIsToldAndForgotten()
{
    const QString path = m_window->path("gone.fullscope");
    m_window->settings.addRecentFile(path);
    m_window->window->openWorkspace(path);
    QVERIFY(message().contains("gone.fullscope"));
    QVERIFY(!QFileInfo::exists(path));
    QVERIFY(!m_window->settings.recentFiles().contains(path));
    QVERIFY(m_window->document.isTemporary());
}

void TstWorkspaces::unreadableFileIsTold()
{
    m_window->window->openWorkspace(m_window->write("text.fullscope", QByteArray(4'096, 'x')));
    QVERIFY(message().contains("text.fullscope"));
    QVERIFY(m_window->document.isTemporary());
}

void TstWorkspaces::damagedWorkspaceIsRecoveredIntoANewFile()
{
    const QString damaged = m_window->path("damaged.fullscope"), made = m_window->path("made.fullscope");
    {
        auto workspace = store::WorkspaceFile::open(utf8(damaged), store::Access::read_write);
        FS_VERIFY_OK(workspace);
        scenario::Scenario scenario;
        scenario.name = "kept";
        FS_VERIFY_OK((*workspace)->saveScenario(scenario));
    }
    QFile file(damaged);
    QVERIFY(file.resize(file.size() - 100)); // an index, as everything else is in earlier pages
    const QString before = m_window->document.path();

    m_window->window->openWorkspace(damaged); // Cancel
    const QStringList question = dialogs::takeShown();
    QVERIFY2(question.value(0).contains("is damaged"), qPrintable(question.join('\n')));
    QVERIFY(message().contains("is damaged"));
    QCOMPARE(m_window->document.path(), before);

    dialogs::answerNext(QMessageBox::Yes);
    dialogs::chooseNext({made});
    m_window->window->openWorkspace(damaged);
    QTRY_COMPARE(m_window->document.path(), made);
    QCOMPARE(m_window->document.scenario().name, std::string("kept"));
    const QStringList shown = dialogs::takeShown();
    QVERIFY2(shown.last().contains("Recovered into " + made), qPrintable(shown.join('\n')));
    QVERIFY(QFileInfo::exists(damaged));

    // No file is replaced, and what was done in the meantime is asked about.
    const QString other = m_window->path("other.fullscope");
    action("action.new_workspace")->trigger();
    dialogs::answerNext(QMessageBox::Yes);
    dialogs::chooseNext({made});
    dialogs::answerNext(QMessageBox::Ok); // it exists
    dialogs::chooseNext({other});
    m_window->window->openWorkspace(damaged);
    edit();
    QString said;
    QTRY_VERIFY((said += dialogs::takeShown().join('\n')).contains("Recovered into " + other)); // the question: Cancel
    QVERIFY2(said.contains(made + " exists"), qPrintable(said));
    QVERIFY2(said.contains("not in a file yet"), qPrintable(said));
    QVERIFY(m_window->document.isTemporary());
    QVERIFY(m_window->document.hasUnkeptWork());
    QVERIFY(QFileInfo::exists(other));
}

void TstWorkspaces::newerWorkspaceIsShownAsReadOnly()
{
    const QString path = m_window->path("newer.fullscope");
    {
        Document other;
        FS_VERIFY_OK(other.open(path));
    }
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(60)); // user_version in SQLite's header
    QCOMPARE(file.write(QByteArray::fromHex("00000063")), 4);
    file.close();

    m_window->window->openWorkspace(path);
    QCOMPARE(m_window->window->windowTitle(), QString("newer.fullscope[*] (read-only) — Fullscope"));
    const auto* bar = m_window->find<QWidget>("read_only");
    QVERIFY(bar->isVisible());
    QVERIFY(bar->findChild<QLabel*>("text")->text().contains("99")); // the file's version
    QVERIFY(!action("action.import_files")->isEnabled());
    m_window->window->importPaths({path});
    QVERIFY(!message().isEmpty());
    action("action.new_workspace")->trigger();
    QVERIFY(!bar->isVisible());
    QVERIFY(action("action.import_files")->isEnabled());
}

void TstWorkspaces::closingAsksBeforeUnkeptWorkGoes()
{
    edit();
    dialogs::answerNext(QMessageBox::Cancel);
    m_window->window->close();
    QCoreApplication::processEvents();
    QVERIFY(m_window->window->isVisible());
    dialogs::answerNext(QMessageBox::Discard);
    m_window->window->close();
    QTRY_VERIFY(!m_window->window->isVisible());
}

void TstWorkspaces::closingSavesOnRequest()
{
    edit();
    const QString path = m_window->path("kept.fullscope");
    dialogs::answerNext(QMessageBox::Save);
    dialogs::chooseNext({path});
    m_window->window->close();
    QTRY_VERIFY(!m_window->window->isVisible());
    Document other;
    m_window.reset();
}

void TstWorkspaces::closingCancelsARunningJobOnRequest()
{
    bool ended = false;
    emit m_window->pages[0]->workRequested("Work", [&](store::WorkspaceFile&, const base::JobContext& job) {
        base::Status status;
        while (status.ok())
            status = job.check();
        ended = true;
        return status;
    });
    dialogs::answerNext(QMessageBox::No);
    m_window->window->close();
    QVERIFY(m_window->window->isVisible());
    dialogs::answerNext(QMessageBox::Yes);
    dialogs::answerNext(QMessageBox::Discard);
    m_window->window->close();
    QTRY_VERIFY(!m_window->window->isVisible());
    QVERIFY(ended);
}

void TstWorkspaces::sampleOpensAsATemporaryWorkspace()
{
    QSignalSpy opened(&m_window->document, &Document::opened);
    action("action.open_sample")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, 60'000);
    QVERIFY(m_window->document.isTemporary());
    QVERIFY(!m_window->document.hasUnkeptWork());
    QVERIFY(m_window->document.scenario().options.size() >= 2);
    QVERIFY(m_window->runs() >= 1);

    // Made anew while something is done in the one that is open; the question gets Cancel.
    action("action.open_sample")->trigger();
    edit();
    QString said;
    QTRY_VERIFY_WITH_TIMEOUT((said += dialogs::takeShown().join('\n')).contains("not in a file yet"), 60'000);
    QCOMPARE(opened.size(), 1);
    QVERIFY(m_window->document.hasUnkeptWork());
    // What was given up at the beginning is not asked about again.
    dialogs::answerNext(QMessageBox::Discard);
    action("action.open_sample")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 2, 60'000);
    QVERIFY(!m_window->document.hasUnkeptWork());
}

void TstWorkspaces::reportIsExported()
{
    for (const char* name : {"A", "B"}) {
        FS_VERIFY_OK(m_window->document.addOption(name, {}));
        const std::size_t option = m_window->document.scenario().options.size() - 1;
        FS_VERIFY_OK(m_window->document.setTyped(option, Input::nodes, "2"));
        FS_VERIFY_OK(m_window->document.setTyped(option, Input::price_per_h, "10"));
        FS_VERIFY_OK(m_window->document.setTyped(option, Input::tokens_per_s, "1e6"));
    }
    FS_VERIFY_OK(m_window->document.setTyped({}, Input::tokens, "3.6e9"));
    FS_VERIFY_OK(m_window->document.setTyped({}, Input::runs, "1"));
    const QString path = m_window->path("report.pdf");
    dialogs::chooseNext({path});
    action("action.export_report")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(path), 60'000);
    QTRY_VERIFY(m_window->window->statusBar()->currentMessage().contains(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().startsWith("%PDF-"));
}

void TstWorkspaces::deletedFileIsToldAndSavedElsewhere()
{
    const QString path = m_window->path("work.fullscope");
    FS_VERIFY_OK(m_window->document.open(path));
    const auto* bar = m_window->find<QWidget>("file_problem");
    QVERIFY(!bar->isVisible());
    QFile::remove(path);
    edit();
    QVERIFY(bar->isVisible());
    QVERIFY(bar->findChild<QLabel*>("text")->text().contains("work.fullscope: the file of this workspace was deleted"));
    QVERIFY(m_window->window->isWindowModified());
    // What is imported would be lost, too.
    m_window->window->importPaths({tests::sample("logs/MANIFEST.tsv")});
    QVERIFY2(message().contains("was deleted"), qPrintable(message()));
    QVERIFY(!QFile::exists(path));
    const QString kept = m_window->path("kept.fullscope");
    dialogs::chooseNext({kept});
    action("action.save")->trigger();
    QCOMPARE(m_window->document.path(), kept);
    QVERIFY(!bar->isVisible());
    QVERIFY(!m_window->window->isWindowModified());
    Document other;
    FS_VERIFY_OK(other.open(kept));
    QCOMPARE(other.scenario().workload.at(Input::runs).value, 3.0);
}

void TstWorkspaces::closingAfterTheFileWentAsks()
{
    const QString path = m_window->path("work.fullscope");
    FS_VERIFY_OK(m_window->document.open(path));
    edit();
    QFile::remove(path);
    dialogs::takeShown();
    dialogs::answerNext(QMessageBox::Cancel);
    m_window->window->close();
    QCoreApplication::processEvents();
    QVERIFY(m_window->window->isVisible());
    const QStringList asked = dialogs::takeShown();
    QCOMPARE(asked.size(), 1);
    QVERIFY2(asked[0].contains("could not be saved") && asked[0].contains("was deleted"), qPrintable(asked[0]));
    const QString kept = m_window->path("kept.fullscope");
    dialogs::answerNext(QMessageBox::Save);
    dialogs::chooseNext({kept});
    m_window->window->close();
    QTRY_VERIFY(!m_window->window->isVisible());
    Document other;
    FS_VERIFY_OK(other.open(kept));
    QCOMPARE(other.scenario().workload.at(Input::runs).value, 3.0);
}

void TstWorkspaces::changeElsewhereIsToldAndReadAgain()
{
    const QString path = m_window->path("work.fullscope");
    FS_VERIFY_OK(m_window->document.open(path));
    Document other;
    FS_VERIFY_OK(other.open(path));
    FS_VERIFY_OK(other.setTyped({}, Input::runs, "8"));
    QEvent front(QEvent::ActivationChange);
    m_window->window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window->window.get()));
    QCoreApplication::sendEvent(m_window->window.get(), &front);
    QCOMPARE(m_window->document.scenario().workload.at(Input::runs).value, 8.0);
    QVERIFY(m_window->window->statusBar()->currentMessage().contains("changed this workspace"));
    FS_VERIFY_OK(other.setTyped({}, Input::runs, "9"));
    edit();
    const auto* bar = m_window->find<QWidget>("file_problem");
    QVERIFY(bar->isVisible());
    QVERIFY(m_window->window->isWindowModified());
    const auto buttons = bar->findChildren<QToolButton*>();
    const auto again = std::find_if(
        buttons.begin(), buttons.end(), [](const QToolButton* button) { return button->text() == "Read Again"; });
    QVERIFY(again != buttons.end() && (*again)->isVisible());
    (*again)->click();
    QVERIFY(!bar->isVisible());
    QCOMPARE(m_window->document.scenario().workload.at(Input::runs).value, 9.0);
    QVERIFY(!m_window->window->isWindowModified());
}

void TstWorkspaces::failureToSaveIsSaidWhileItIsTrue()
{
    const QString path = m_window->path("work.fullscope");
    FS_VERIFY_OK(m_window->document.open(path));
    {
        auto other = store::Database::open(utf8(path), store::Database::Mode::read_write);
        FS_VERIFY_OK(other);
        const auto writing = store::Transaction::begin(*other);
        FS_VERIFY_OK(writing);
        edit();
        QVERIFY2(message().contains("another program is writing"), qPrintable(message()));
        QVERIFY(m_window->window->isWindowModified());
        dialogs::takeShown();
        m_window->window->close(); // the question offers to save elsewhere
        QVERIFY(dialogs::takeShown().value(0).contains("under another name"));
    }
    QTRY_VERIFY_WITH_TIMEOUT(m_window->document.isSaved(), 10'000); // tried again
    QCOMPARE(message(), QString());
    m_window->window->fail("Something else");
    FS_VERIFY_OK(m_window->document.setTyped({}, Input::runs, "4"));
    QCOMPARE(message(), QString("Something else"));
}

FS_UI_TEST(TstWorkspaces)

} // namespace fullscope::ui

#include "tst_workspaces.moc"
