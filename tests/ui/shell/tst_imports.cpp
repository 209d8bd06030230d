// SPDX-License-Identifier: GPL-3.0-or-later
// Files into the window: by dialog, by drop, cancelled, queued, with problems.
#include "tests/ui/shell/window_fixture.h"
#include "tests/ui/support/drop_files.h"
#include "ui/shell/problems_model.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTableView>
#include <QTextEdit>
#include <QToolButton>

namespace fullscope::ui {

namespace {

constexpr int kPatienceMs = 60'000; // sanitizers on two busy cores

const char* const kLog = "logs/megatron/megatron2021_gpt2_n8_tp4_pp8.out"; // 20 records
const char* const kBill = "bills/focus-1.0/focus10_multicloud_sample.csv"; // 327 rows

} // namespace

class TstImports final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void chosenFilesAreImported();
    void droppedFilesAndFoldersAreImported();
    void droppedWorkspaceIsOpened();
    void sameFileAgainReplacesAndSaysSo();
    void problemsAreListedFilteredAndCopied();
    void failureOfAFileGoesWhenItIsReadAfterAll();
    void cancelLeavesNothingOfTheFile();
    void dropDuringAnImportWaits();
    void editDuringAnImportIsSavedAfterIt();
    void pagesWorkRunsAsJobAndShowsItsError();

private:
    QAction* action(const char* name) const { return m_window->action(name); }
    QString longLog() const;
    QTableView* problems() const { return m_window->find<QTableView>("problems.table"); }

    std::unique_ptr<tests::WindowFixture> m_window;
};

void TstImports::init()
{
    tests::forgetSettings();
    m_window = std::make_unique<tests::WindowFixture>();
}

void TstImports::cleanup()
{
    m_window.reset();
}

// The sample's records over and over: long enough to be cancelled on any machine.
QString TstImports::longLog() const
{
    QFile source(tests::sample(kLog));
    const bool opened = source.open(QIODevice::ReadOnly);
    Q_ASSERT(opened);
    const QByteArray once = source.readAll();
    QByteArray all;
    while (all.size() < 150'000'000)
        all += once;
    return m_window->write("long.out", all);
}

void TstImports::chosenFilesAreImported()
{
    QSignalSpy changed(&m_window->document, &Document::evidenceChanged);
    dialogs::chooseNext({tests::sample(kLog), tests::sample(kBill)});
    action("action.import_files")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(changed.size(), 1, kPatienceMs);
    QCOMPARE(m_window->runs(), std::size_t {1});
    QCOMPARE(m_window->bills(), std::size_t {1});
    const QString summary = m_window->find<QLabel>("problems.summary")->text();
    QVERIFY2(summary.contains("runs: 1") && summary.contains("bills: 1"), qPrintable(summary));
    QCOMPARE(m_window->window->statusBar()->currentMessage(), summary);
    QVERIFY(m_window->window->isWindowModified()); // a temporary workspace with something in it
}

void TstImports::droppedFilesAndFoldersAreImported()
{
    QVERIFY(QDir(m_window->folder.path()).mkpath("deep/deeper"));
    QVERIFY(QFile::copy(tests::sample(kLog), m_window->path("deep/deeper/a.out")));
    QVERIFY(QFile::copy(tests::sample(kBill), m_window->path("b.csv")));
    tests::drop(m_window->window.get(), {m_window->path("deep"), m_window->path("b.csv")});
    QTRY_COMPARE_WITH_TIMEOUT(m_window->bills(), std::size_t {1}, kPatienceMs);
    QCOMPARE(m_window->runs(), std::size_t {1});
}

void TstImports::droppedWorkspaceIsOpened()
{
    const QString path = m_window->path("other.fullscope");
    {
        Document other;
        FS_VERIFY_OK(other.open(path));
        FS_VERIFY_OK(other.setTyped({}, scenario::Input::runs, "5"));
    }
    tests::drop(m_window->window.get(), {path});
    QTRY_COMPARE(m_window->document.path(), path);
    QCOMPARE(m_window->document.scenario().workload.at(scenario::Input::runs).value, 5.0);
}

void TstImports::sameFileAgainReplacesAndSaysSo()
{
    QSignalSpy changed(&m_window->document, &Document::evidenceChanged);
    m_window->window->importPaths({tests::sample(kLog)});
    QTRY_COMPARE_WITH_TIMEOUT(changed.size(), 1, kPatienceMs);
    m_window->window->importPaths({tests::sample(kLog)});
    QTRY_COMPARE_WITH_TIMEOUT(changed.size(), 2, kPatienceMs);
    QCOMPARE(m_window->runs(), std::size_t {1});
    const QString summary = m_window->find<QLabel>("problems.summary")->text();
    QVERIFY2(summary.contains("replaced: megatron2021_gpt2_n8_tp4_pp8.out (rows: 20)"), qPrintable(summary));
}

void TstImports::problemsAreListedFilteredAndCopied()
{
    QSignalSpy changed(&m_window->document, &Document::evidenceChanged);
    const QString text = m_window->write("letter.txt", "Dear adviser,\nplease find the bill attached.\n");
    m_window->window->importPaths({text});
    QTRY_COMPARE_WITH_TIMEOUT(changed.size(), 1, kPatienceMs);
    const QAbstractItemModel* model = problems()->model();
    QTRY_COMPARE(model->rowCount(), 1);
    QCOMPARE(model->index(0, ProblemsModel::file).data().toString(), QString("letter.txt"));
    QVERIFY(m_window->find<QLabel>("problems.summary")->text().contains("files not imported: 1"));

    problems()->selectRow(0);
    QTest::keyClick(problems(), Qt::Key_C, Qt::ControlModifier);
    QVERIFY(QGuiApplication::clipboard()->text().contains(text)); // the whole path
    QVERIFY(m_window->find<QTextEdit>("inspector.rows")->toPlainText().contains("letter.txt"));
    dialogs::takeShown();
    emit problems()->doubleClicked(model->index(0, 0));
    QVERIFY(dialogs::takeShown().value(0).contains(text));

    auto* errors = m_window->find<QToolButton>("problems.show_2");
    QCOMPARE(errors->text(), QString("Errors: 1"));
    errors->click();
    QCOMPARE(model->rowCount(), 0);
    errors->click();
    QCOMPARE(model->rowCount(), 1);
}

void TstImports::failureOfAFileGoesWhenItIsReadAfterAll()
{
    QSignalSpy changed(&m_window->document, &Document::evidenceChanged);
    const QString path = m_window->write("run.out", "not yet\n");
    m_window->window->importPaths({path});
    QTRY_COMPARE_WITH_TIMEOUT(changed.size(), 1, kPatienceMs);
    QVERIFY(m_window->find<QToolButton>("problems.show_2")->text().endsWith(" 1"));
    QVERIFY(QFile::remove(path) && QFile::copy(tests::sample(kLog), path));
    m_window->window->importPaths({path});
    QTRY_COMPARE_WITH_TIMEOUT(changed.size(), 2, kPatienceMs);
    QVERIFY(m_window->find<QToolButton>("problems.show_2")->text().endsWith(" 0"));
}

void TstImports::cancelLeavesNothingOfTheFile()
{
    QSignalSpy changed(&m_window->document, &Document::evidenceChanged);
    m_window->window->importPaths({tests::sample(kLog), longLog()});
    auto* what = m_window->find<QLabel>("jobs.what");
    QTRY_COMPARE_WITH_TIMEOUT(what->text(), QString("long.out"), kPatienceMs);
    QVERIFY(!action("action.new_workspace")->isEnabled());
    QVERIFY(m_window->find<QProgressBar>("jobs.progress")->isVisible());
    m_window->find<QPushButton>("jobs.cancel")->click();
    QTRY_COMPARE_WITH_TIMEOUT(changed.size(), 1, kPatienceMs);
    const auto runs = m_window->document.workspace().runs();
    FS_VERIFY_OK(runs);
    QCOMPARE((*runs).size(), std::size_t {1}); // the file before it is kept
    QCOMPARE((*runs)[0].samples, 20);
    QVERIFY(m_window->find<QLabel>("problems.summary")->text().contains("cancelled"));
    QTRY_VERIFY(action("action.new_workspace")->isEnabled());
}

void TstImports::dropDuringAnImportWaits()
{
    m_window->window->importPaths({longLog()});
    auto* what = m_window->find<QLabel>("jobs.what");
    QTRY_COMPARE_WITH_TIMEOUT(what->text(), QString("long.out"), kPatienceMs);
    tests::drop(m_window->window.get(), {tests::sample(kBill)});
    QTRY_COMPARE(m_window->find<QLabel>("jobs.waiting")->text(), QString("Waiting jobs: 1"));
    QVERIFY(!m_window->window->statusBar()->currentMessage().isEmpty());
    m_window->find<QPushButton>("jobs.cancel")->click();
    QTRY_COMPARE_WITH_TIMEOUT(m_window->bills(), std::size_t {1}, kPatienceMs);
    QCOMPARE(m_window->runs(), std::size_t {0});
}

void TstImports::editDuringAnImportIsSavedAfterIt()
{
    FS_VERIFY_OK(m_window->document.open(m_window->path("work.fullscope")));
    m_window->window->importPaths({longLog()});
    auto* what = m_window->find<QLabel>("jobs.what");
    QTRY_COMPARE_WITH_TIMEOUT(what->text(), QString("long.out"), kPatienceMs);
    FS_VERIFY_OK(m_window->document.setTyped({}, scenario::Input::runs, "3"));
    QVERIFY(!m_window->document.isSaved());
    QVERIFY(m_window->window->isWindowModified());
    m_window->find<QPushButton>("jobs.cancel")->click();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->document.isSaved(), kPatienceMs);
    QVERIFY(!m_window->window->isWindowModified());
}

void TstImports::pagesWorkRunsAsJobAndShowsItsError()
{
    QSignalSpy changed(&m_window->document, &Document::evidenceChanged);
    emit m_window->pages[0]->workRequested(
        "Remove", [](store::WorkspaceFile& file, const base::JobContext&) { return file.removeRun(4711); });
    QTRY_COMPARE(changed.size(), 1);
    auto* message = m_window->find<QWidget>("message");
    QTRY_VERIFY(message->isVisible());
    QVERIFY(!message->findChild<QLabel*>("text")->text().isEmpty());
}

FS_UI_TEST(TstImports)

} // namespace fullscope::ui

#include "tst_imports.moc"
