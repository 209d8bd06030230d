// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/document.h"

#include "tests/ui/support/ui_test.h"
#include "ui/document/strings.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QUndoStack>

namespace fullscope::ui {

using scenario::Input;

class TstDocument final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void emptyWorkspaceHasNoOptionsToCompare();
    void everyEditIsInTheFile();
    void undoAndRedoAreSavedToo();
    void typingIsOneCommand();
    void typingEndsWithUndo();
    void typedAndTypedBackLeavesNoCommand();
    void emptyTextClears();
    void wrongTextChangesNothing_data();
    void wrongTextChangesNothing();
    void comparisonFollowsTheScenario();
    void optionsAreEdited();
    void heldEditsAreSavedAfterwards();
    void newerFileIsReadOnly();
    void failedOpenKeepsTheOpenWorkspace();
    void saveAsGoesOnInTheCopyWithUndo();
    void onlyTouchedTemporaryWorkIsUnkept();

private:
    QString pathOf(const QString& name) const { return m_folder->filePath(name); }
    scenario::Scenario stored(const QString& path) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Document> m_document;
};

void TstDocument::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_document = std::make_unique<Document>();
    FS_VERIFY_OK(m_document->open({}));
}

void TstDocument::cleanup()
{
    m_document.reset();
    m_folder.reset();
}

// What another program would read from the file now.
scenario::Scenario TstDocument::stored(const QString& path) const
{
    const auto file = store::WorkspaceFile::open(utf8(path), store::Access::read_only);
    return (*file)->scenario().operator*().value_or(scenario::Scenario {});
}

void TstDocument::emptyWorkspaceHasNoOptionsToCompare()
{
    QVERIFY(m_document->isTemporary());
    QVERIFY(m_document->path().isEmpty());
    QVERIFY(!m_document->isReadOnly());
    QVERIFY(!m_document->comparison().ok());
    QCOMPARE(m_document->comparison().error().code, base::Code::no_options);
}

void TstDocument::everyEditIsInTheFile()
{
    const QString path = pathOf("work.fullscope");
    FS_VERIFY_OK(m_document->open(path));
    QSignalSpy changed(m_document.get(), &Document::scenarioChanged);
    FS_VERIFY_OK(m_document->addOption("H100", {}));
    FS_VERIFY_OK(m_document->setTyped(0, Input::price_per_h, "$24.69/h"));
    QCOMPARE(changed.size(), 2);
    QVERIFY(m_document->isSaved());

    const scenario::Scenario scenario = stored(path);
    QCOMPARE(scenario.options.size(), std::size_t {1});
    const scenario::Value& price = scenario.options[0].values.at(Input::price_per_h);
    QCOMPARE(price.value, 24.69);
    QCOMPARE(QString::fromStdString(price.typed), QString("$24.69/h"));
    QCOMPARE(price.provenance.origin, evidence::Origin::assumed);
}

void TstDocument::undoAndRedoAreSavedToo()
{
    const QString path = pathOf("work.fullscope");
    FS_VERIFY_OK(m_document->open(path));
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "3"));
    m_document->undoStack().undo();
    QVERIFY(m_document->scenario().workload.empty());
    QTRY_VERIFY(m_document->isSaved());
    QVERIFY(stored(path).workload.empty());
    m_document->undoStack().redo();
    QTRY_VERIFY(m_document->isSaved());
    QCOMPARE(stored(path).workload.at(Input::runs).value, 3.0);
}

void TstDocument::typingIsOneCommand()
{
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "9"));
    for (const char* text : {"1", "12", "123"})
        FS_VERIFY_OK(m_document->setTyped({}, Input::runs, text, {}, Edit::typing));
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "124"));
    QCOMPARE(m_document->undoStack().count(), 2);
    // The next edit of the same value is another command, and so is typing elsewhere.
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "5"));
    FS_VERIFY_OK(m_document->setTyped({}, Input::layers, "4", {}, Edit::typing));
    FS_VERIFY_OK(m_document->setTyped({}, Input::hidden, "4", {}, Edit::typing));
    QCOMPARE(m_document->undoStack().count(), 5);
    for (int i = 0; i < 4; ++i)
        m_document->undoStack().undo();
    QCOMPARE(m_document->scenario().workload.at(Input::runs).value, 9.0);
}

void TstDocument::typingEndsWithUndo()
{
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "1", {}, Edit::typing));
    FS_VERIFY_OK(m_document->setTyped({}, Input::layers, "2", {}, Edit::typing));
    m_document->undoStack().undo();
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "7", {}, Edit::typing));
    QCOMPARE(m_document->undoStack().count(), 2);
    m_document->undoStack().undo();
    QCOMPARE(m_document->scenario().workload.at(Input::runs).value, 1.0);
}

void TstDocument::typedAndTypedBackLeavesNoCommand()
{
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "1"));
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "12", {}, Edit::typing));
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "1"));
    QCOMPARE(m_document->undoStack().count(), 1);
    QTRY_VERIFY(m_document->isSaved());
}

void TstDocument::emptyTextClears()
{
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "2"));
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "  "));
    QVERIFY(!m_document->scenario().workload.contains(Input::runs));
    m_document->undoStack().undo();
    QCOMPARE(m_document->scenario().workload.at(Input::runs).value, 2.0);
}

void TstDocument::wrongTextChangesNothing_data()
{
    QTest::addColumn<int>("input");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<int>("code");
    const auto row = [](const char* name, Input input, const char* typed, base::Code code) {
        QTest::newRow(name) << static_cast<int>(input) << QString::fromUtf8(typed) << static_cast<int>(code);
    };
    row("no number", Input::runs, "many", base::Code::bad_number);
    row("other currency", Input::price_per_h, "€12/h", base::Code::currency_mismatch);
    row("out of range", Input::idle_share, "100%", base::Code::out_of_range);
}

void TstDocument::wrongTextChangesNothing()
{
    QFETCH(int, input);
    QFETCH(QString, typed);
    QFETCH(int, code);
    FS_VERIFY_OK(m_document->addOption("A", {}));
    const auto option = scenario::isWorkload(static_cast<Input>(input)) ? std::optional<std::size_t>() : 0;
    const base::Status status = m_document->setTyped(option, static_cast<Input>(input), typed);
    QVERIFY(!status.ok());
    QCOMPARE(static_cast<int>(status.error().code), code);
    QCOMPARE(m_document->undoStack().count(), 1);
}

void TstDocument::comparisonFollowsTheScenario()
{
    FS_VERIFY_OK(m_document->setTyped({}, Input::tokens, "3.6e9"));
    for (const auto& [name, price] : {std::pair {"A", "10"}, std::pair {"B", "5"}}) {
        FS_VERIFY_OK(m_document->addOption(name, {}));
        const std::size_t option = m_document->scenario().options.size() - 1;
        FS_VERIFY_OK(m_document->setTyped(option, Input::nodes, "2"));
        FS_VERIFY_OK(m_document->setTyped(option, Input::price_per_h, price));
        FS_VERIFY_OK(m_document->setTyped(option, Input::tokens_per_s, "1e6"));
    }
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "1"));
    // 3.6e9 tokens at 1e6 a second are 3,600 s = 1 h, on 2 nodes at 10 an hour: 20.
    const auto& comparison = m_document->comparison();
    FS_VERIFY_OK(comparison);
    FS_VERIFY_OK((*comparison).options[0].costs);
    QCOMPARE((*(*comparison).options[0].costs).total, 20.0);
    QCOMPARE((*(*comparison).options[1].costs).total, 10.0);
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "3"));
    QCOMPARE((*(*m_document->comparison()).options[0].costs).total, 60.0);
}

void TstDocument::optionsAreEdited()
{
    FS_VERIFY_OK(m_document->addOption("A", {}));
    FS_VERIFY_OK(m_document->setTyped(0, Input::nodes, "4"));
    FS_VERIFY_OK(m_document->addOption("B", 0));
    QCOMPARE(m_document->scenario().options[1].values.at(Input::nodes).value, 4.0);
    FS_VERIFY_OK(m_document->renameOption(1, "C"));
    QCOMPARE(m_document->scenario().options[1].name, std::string("C"));
    FS_VERIFY_OK(m_document->setBaseline(1));
    QCOMPARE(m_document->scenario().baseline, std::size_t {1});
    QVERIFY(!m_document->setBaseline(2).ok());
    FS_VERIFY_OK(m_document->removeOption(0));
    QCOMPARE(m_document->scenario().options.size(), std::size_t {1});
    QCOMPARE(m_document->scenario().baseline, std::size_t {0});
}

void TstDocument::heldEditsAreSavedAfterwards()
{
    const QString path = pathOf("work.fullscope");
    FS_VERIFY_OK(m_document->open(path));
    m_document->holdSaving(true);
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "3"));
    QVERIFY(!m_document->isSaved());
    QVERIFY(stored(path).workload.empty());
    m_document->holdSaving(false);
    QVERIFY(m_document->isSaved());
    QCOMPARE(stored(path).workload.at(Input::runs).value, 3.0);
}

void TstDocument::newerFileIsReadOnly()
{
    const QString path = pathOf("newer.fullscope");
    FS_VERIFY_OK(m_document->open(path));
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "3"));
    FS_VERIFY_OK(m_document->open({}));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.seek(60)); // user_version in SQLite's header, big-endian
    QCOMPARE(file.write(QByteArray::fromHex("00000063")), 4);
    file.close();

    FS_VERIFY_OK(m_document->open(path));
    QVERIFY(m_document->isReadOnly());
    QVERIFY(m_document->readOnlyReason());
    QCOMPARE(m_document->readOnlyReason()->code, base::Code::store_newer);
    QCOMPARE(m_document->scenario().workload.at(Input::runs).value, 3.0);
    const base::Status edit = m_document->setTyped({}, Input::runs, "4");
    QVERIFY(!edit.ok());
    QCOMPARE(edit.error().code, base::Code::store_read_only);
    QCOMPARE(m_document->scenario().workload.at(Input::runs).value, 3.0);
    QCOMPARE(m_document->undoStack().count(), 0);
}

void TstDocument::failedOpenKeepsTheOpenWorkspace()
{
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "3"));
    QFile file(pathOf("text.fullscope"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("iteration 1 loss 2.0, which is no database at all\n");
    file.close();
    QSignalSpy opened(m_document.get(), &Document::opened);
    QVERIFY(!m_document->open(file.fileName()).ok());
    QCOMPARE(opened.size(), 0);
    QCOMPARE(m_document->scenario().workload.at(Input::runs).value, 3.0);
    QCOMPARE(m_document->undoStack().count(), 1);
}

void TstDocument::saveAsGoesOnInTheCopyWithUndo()
{
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "3"));
    const QString path = pathOf("kept.fullscope");
    FS_VERIFY_OK(m_document->saveAs(path));
    QVERIFY(!m_document->isTemporary());
    QVERIFY(!m_document->hasUnkeptWork());
    QCOMPARE(m_document->path(), path);
    QCOMPARE(stored(path).workload.at(Input::runs).value, 3.0);
    QCOMPARE(m_document->undoStack().count(), 1);
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "4"));
    QCOMPARE(stored(path).workload.at(Input::runs).value, 4.0);
}

void TstDocument::onlyTouchedTemporaryWorkIsUnkept()
{
    QVERIFY(!m_document->hasUnkeptWork());
    QSignalSpy saved(m_document.get(), &Document::savedChanged);
    FS_VERIFY_OK(m_document->setTyped({}, Input::runs, "3"));
    QVERIFY(m_document->hasUnkeptWork());
    QVERIFY(!saved.isEmpty());
    FS_VERIFY_OK(m_document->open({}));
    QVERIFY(!m_document->hasUnkeptWork());
    m_document->evidenceWasChanged();
    QVERIFY(m_document->hasUnkeptWork());
    FS_VERIFY_OK(m_document->open(pathOf("work.fullscope")));
    m_document->evidenceWasChanged();
    QVERIFY(!m_document->hasUnkeptWork());
}

FS_UI_TEST(TstDocument)

} // namespace fullscope::ui

#include "tst_document.moc"
