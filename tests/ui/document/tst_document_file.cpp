// SPDX-License-Identifier: GPL-3.0-or-later
// What others do to the file of an open document: delete it, put another in its place, write to it.
#include "tests/ui/support/ui_test.h"
#include "ui/document/document.h"
#include "ui/document/strings.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QUndoStack>

namespace fullscope::ui {

using scenario::Input;

class TstDocumentFile final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void deletedFileIsNoticedByAnEdit();
    void deletedFileIsNoticedWithoutAnEdit();
    void fileOfTheSameNameIsLeftAlone();
    void deletedFileIsSavedUnderItsOwnName();
    void fileThatComesBackIsSavedTo();
    void nothingIsImportedIntoADeletedFile();
    void editElsewhereIsTakenAndCanBeUndone();
    void editElsewhereIsNotOverwritten();
    void conflictEndsBySavingElsewhere();
    void sameEditElsewhereIsNoConflict();
    void evidenceWrittenElsewhereIsShown();
    void readOnlyDocumentFollowsToo();

private:
    QString pathOf(const QString& name) const { return m_folder->filePath(name); }
    void removeFile() const // with SQLite's side files
    {
        for (const char* ending : {"", "-wal", "-shm"})
            QFile::remove(m_path + QLatin1String(ending));
    }
    bool isMoved() const
    {
        return m_document->fileProblem() && m_document->fileProblem()->code == base::Code::store_moved;
    }
    static double runsIn(const scenario::Scenario& scenario)
    {
        const auto found = scenario.workload.find(Input::runs);
        return found == scenario.workload.end() ? 0 : found->second.value;
    }
    double runs() const { return runsIn(m_document->scenario()); }
    static double runsInFile(const QString& path) // as another program reads it
    {
        const auto file = store::WorkspaceFile::open(utf8(path), store::Access::read_only);
        return file.ok() ? runsIn((*file)->scenario().operator*().value_or(scenario::Scenario {})) : -1;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
    std::unique_ptr<Document> m_document;
};

void TstDocumentFile::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = pathOf("work.fullscope");
    m_document = std::make_unique<Document>();
    FS_VERIFY_OK(m_document->open(m_path));
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "3"));
    QVERIFY(m_document->isSaved());
}

void TstDocumentFile::cleanup()
{
    m_document.reset();
    m_folder.reset();
}

void TstDocumentFile::deletedFileIsNoticedByAnEdit()
{
    QFile::remove(m_path);
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "4"));
    QVERIFY(!m_document->isSaved());
    QVERIFY(isMoved());
    QVERIFY(!m_document->save());
    QVERIFY(!QFile::exists(m_path));
    FS_VERIFY_OK(m_document->saveAs(pathOf("kept.fullscope")));
    QVERIFY(m_document->isSaved());
    QVERIFY(!m_document->fileProblem());
    QCOMPARE(runsInFile(pathOf("kept.fullscope")), 4.0);
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "5"));
    QCOMPARE(runsInFile(pathOf("kept.fullscope")), 5.0);
    m_document->undoStack().undo();
    m_document->undoStack().undo();
    QCOMPARE(runs(), 3.0);
}

void TstDocumentFile::deletedFileIsNoticedWithoutAnEdit()
{
    QSignalSpy told(m_document.get(), &Document::savedChanged);
    removeFile();
    m_document->followFile();
    QVERIFY(isMoved());
    QVERIFY(!m_document->isSaved());
    QVERIFY(!told.isEmpty());
}

void TstDocumentFile::fileOfTheSameNameIsLeftAlone()
{
    {
        Document other;
        FS_VERIFY_OK(other.open(pathOf("other.fullscope")));
        FS_VERIFY_OK(other.setTyped({}, Input::runs, "77"));
    }
    removeFile();
    QVERIFY(QFile::rename(pathOf("other.fullscope"), m_path));
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "4"));
    QVERIFY(isMoved());
    QCOMPARE(runsInFile(m_path), 77.0);
    QVERIFY(!m_document->workspace().reopen(store::Access::read_write).ok());
    FS_VERIFY_OK(m_document->saveAs(pathOf("kept.fullscope")));
    QCOMPARE(runsInFile(m_path), 77.0);
    QCOMPARE(runsInFile(pathOf("kept.fullscope")), 4.0);
}

void TstDocumentFile::deletedFileIsSavedUnderItsOwnName()
{
    removeFile();
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "4"));
    FS_VERIFY_OK(m_document->saveAs(m_path));
    QVERIFY(m_document->isSaved());
    QCOMPARE(runsInFile(m_path), 4.0);
}

// A network drive, or a move that was taken back.
void TstDocumentFile::fileThatComesBackIsSavedTo()
{
    QVERIFY(QFile::rename(m_path, pathOf("elsewhere.fullscope")));
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "4"));
    QVERIFY(isMoved());
    QVERIFY(QFile::rename(pathOf("elsewhere.fullscope"), m_path));
    m_document->followFile();
    QVERIFY(!m_document->fileProblem());
    QVERIFY(m_document->isSaved());
    QCOMPARE(runsInFile(m_path), 4.0);
}

void TstDocumentFile::nothingIsImportedIntoADeletedFile()
{
    auto second = m_document->workspace().reopen(store::Access::read_write);
    FS_VERIFY_OK(second);
    removeFile();
    const auto batch = (*second)->newBatch();
    QVERIFY(!batch.ok());
    QCOMPARE(batch.error().code, base::Code::store_moved);
    const auto third = m_document->workspace().reopen(store::Access::read_write);
    QVERIFY(!third.ok());
    QCOMPARE(third.error().code, base::Code::store_moved);
    QVERIFY(!QFile::exists(m_path)); // none was made in its place
}

void TstDocumentFile::editElsewhereIsTakenAndCanBeUndone()
{
    Document other;
    FS_VERIFY_OK(other.open(m_path));
    QCOMPARE(runsIn(other.scenario()), 3.0);
    FS_VERIFY_OK(other.setTyped({}, Input::runs, "8"));
    QSignalSpy told(m_document.get(), &Document::changedElsewhere);
    m_document->followFile();
    QCOMPARE(told.size(), 1);
    QCOMPARE(runs(), 8.0);
    QVERIFY(m_document->isSaved());
    QVERIFY(!m_document->fileProblem());
    m_document->followFile();
    QCOMPARE(told.size(), 1); // once is enough
    m_document->undoStack().undo();
    QCOMPARE(runs(), 3.0);
    QTRY_VERIFY(m_document->isSaved());
    QCOMPARE(runsInFile(m_path), 3.0);
}

void TstDocumentFile::editElsewhereIsNotOverwritten()
{
    Document other;
    FS_VERIFY_OK(other.open(m_path));
    FS_VERIFY_OK(other.addOption("Theirs", {}));
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "4")); // without having looked
    QVERIFY(!m_document->isSaved());
    QVERIFY(m_document->fileProblem());
    QCOMPARE(m_document->fileProblem()->code, base::Code::store_changed);
    QCOMPARE(runs(), 4.0);
    QCOMPARE(runsInFile(m_path), 3.0);
    m_document->followFile(); // is no way round it
    QCOMPARE(runs(), 4.0);
    FS_VERIFY_OK(m_document->takeTheirs());
    QVERIFY(m_document->isSaved());
    QVERIFY(!m_document->fileProblem());
    QCOMPARE(m_document->scenario().options.size(), std::size_t {1});
    QCOMPARE(runs(), 3.0);
    m_document->undoStack().undo(); // ours, knowingly
    QCOMPARE(runs(), 4.0);
    QTRY_VERIFY(m_document->isSaved());
    QCOMPARE(runsInFile(m_path), 4.0);
}

void TstDocumentFile::conflictEndsBySavingElsewhere()
{
    Document other;
    FS_VERIFY_OK(other.open(m_path));
    FS_VERIFY_OK(other.setTyped({}, Input::runs, "8"));
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "4"));
    FS_VERIFY_OK(m_document->saveAs(pathOf("mine.fullscope")));
    QVERIFY(m_document->isSaved());
    QVERIFY(!m_document->fileProblem());
    QCOMPARE(runsInFile(m_path), 8.0);
    QCOMPARE(runsInFile(pathOf("mine.fullscope")), 4.0);
}

void TstDocumentFile::sameEditElsewhereIsNoConflict()
{
    Document other;
    FS_VERIFY_OK(other.open(m_path));
    FS_VERIFY_OK(other.setTyped({}, Input::runs, "4"));
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "4"));
    QVERIFY(m_document->isSaved());
    QVERIFY(!m_document->fileProblem());
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "5"));
    QCOMPARE(runsInFile(m_path), 5.0);
}

void TstDocumentFile::evidenceWrittenElsewhereIsShown()
{
    QSignalSpy read(m_document.get(), &Document::evidenceChanged);
    m_document->followFile();
    QCOMPARE(read.size(), 0);
    {
        const auto importer = store::WorkspaceFile::open(utf8(m_path), store::Access::read_write);
        FS_VERIFY_OK(importer);
        FS_VERIFY_OK((*importer)->newBatch()); // any commit
    }
    m_document->followFile();
    QCOMPARE(read.size(), 1);
    QCOMPARE(m_document->undoStack().count(), 1); // the scenario is as it was
    // Our own jobs tell by themselves.
    {
        const auto job = m_document->workspace().reopen(store::Access::read_write);
        FS_VERIFY_OK((*job)->newBatch());
    }
    m_document->evidenceWasChanged();
    QCOMPARE(read.size(), 2);
    m_document->followFile();
    QCOMPARE(read.size(), 2);
}

void TstDocumentFile::readOnlyDocumentFollowsToo()
{
    Document other;
    FS_VERIFY_OK(other.adopt(store::WorkspaceFile::open(utf8(m_path), store::Access::read_only).operator*()));
    QVERIFY(other.isReadOnly());
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "9"));
    other.followFile();
    QCOMPARE(runsIn(other.scenario()), 9.0);
    QCOMPARE(other.undoStack().count(), 0);
    QVERIFY(other.isSaved());
}

FS_UI_TEST(TstDocumentFile)

} // namespace fullscope::ui

#include "tst_document_file.moc"
