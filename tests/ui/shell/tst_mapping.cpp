// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that no format knows: the window asks what their columns are, once for all that have the same.
#include "core/workspace/mapping_profiles.h"
#include "tests/ui/shell/window_fixture.h"

#include <QAccessible>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>

namespace fullscope::ui {

namespace {

constexpr int kPatienceMs = 60'000; // sanitizers on two busy cores
constexpr int kFirstRow = 2; // below what a column is and its unit

const QByteArray kTable = "n,objective,other,note\n1,2.5,9,a\n2,oops,8,b\n3,2,7,c\n";

} // namespace

class TstMapping final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void tablesWithTheSameColumnsAreAskedForOnce();
    void refusedQuestionLeavesNothing();
    void guessesAreMarkedAndTurnIntoNothingElse();
    void sameMeaningTwiceIsRefused();
    void cellsThatDoNotReadAreMarked();
    void mappingIsSavedProposedAndRemoved();
    void mappingOfAnotherNameIsNotReplacedUnasked();
    void brokenFileOfMappingsIsToldAndStays();
    void menuAsksForAFileOfChoice();
    void languageCanChangeMeanwhile();
    void keyboardAndReaderReachEverything();

private:
    QDialog* dialog() const { return m_window->find<QDialog>("mapping_dialog"); }
    template <typename Widget>
    Widget* part(const char* name) const
    {
        return dialog()->findChild<Widget*>(QLatin1String(name));
    }
    QTableWidget* table() const { return part<QTableWidget>("mapping_table"); }
    QComboBox* choice(int column) const { return qobject_cast<QComboBox*>(table()->cellWidget(0, column)); }
    void choose(int column, const char* target) const
    {
        const int index = choice(column)->findData(QString::fromLatin1(target));
        QVERIFY(index > 0);
        choice(column)->setCurrentIndex(index);
    }
    QString result() const { return part<QLabel>("mapping_result")->text(); }
    bool canImport() const { return part<QPushButton>("mapping_import")->isEnabled(); }
    void ask(const QByteArray& content = kTable);
    QString profilesFile() const { return m_window->path("data/fullscope/mappings.json"); }

    std::unique_ptr<tests::WindowFixture> m_window;
};

void TstMapping::init()
{
    tests::forgetSettings();
    m_window = std::make_unique<tests::WindowFixture>();
    qputenv("XDG_DATA_HOME", m_window->path("data").toLocal8Bit());
}

void TstMapping::cleanup()
{
    m_window.reset();
    qunsetenv("XDG_DATA_HOME");
}

void TstMapping::ask(const QByteArray& content)
{
    m_window->window->importPaths({m_window->write("lab.csv", content)});
    QTRY_VERIFY_WITH_TIMEOUT(dialog() != nullptr, kPatienceMs);
}

void TstMapping::tablesWithTheSameColumnsAreAskedForOnce()
{
    const QString a = m_window->write("a.csv", "n,objective\n1,2.5\n2,2\n");
    const QString b = m_window->write("b.csv", "n,objective\n1,3\n2,2.75\n3,2.5\n");
    const QString c = m_window->write("c.csv", "k;verlust\n10;1,5\n20;1,25\n");
    m_window->window->importPaths({a, c, b});
    QTRY_VERIFY_WITH_TIMEOUT(dialog() != nullptr, kPatienceMs);
    QVERIFY(part<QLabel>("mapping_what")->text().contains("a.csv, b.csv"));
    QVERIFY(!canImport());
    choose(0, "step");
    QCOMPARE(result(), QString("2 rows → 2 records, first step 1, last step 2"));
    choose(1, "loss");
    QVERIFY(canImport());
    part<QPushButton>("mapping_import")->click();
    QTRY_COMPARE_WITH_TIMEOUT(m_window->runs(), std::size_t {2}, kPatienceMs);

    // The first dialog may still be on its way out.
    QTRY_VERIFY_WITH_TIMEOUT(
        dialog() != nullptr && part<QLabel>("mapping_what")->text().contains("c.csv"), kPatienceMs);
    QVERIFY(part<QLabel>("mapping_detail")->text().contains("semicolons"));
    choose(0, "step");
    choose(1, "loss");
    part<QPushButton>("mapping_import")->click();
    QTRY_COMPARE_WITH_TIMEOUT(m_window->runs(), std::size_t {3}, kPatienceMs);
    const auto runs = m_window->document.workspace().runs();
    FS_VERIFY_OK(runs);
    QCOMPARE((*runs)[2].last_loss, 1.25); // the comma is a decimal mark
    QCOMPARE((*runs)[2].last_step, std::int64_t {20});
    const auto run = m_window->document.workspace().run((*runs)[2].id);
    FS_VERIFY_OK(run);
    QCOMPARE(run->files.at(0).mapping, std::string("step=k,loss=verlust"));
    QTRY_VERIFY(dialog() == nullptr);
}

void TstMapping::refusedQuestionLeavesNothing()
{
    ask();
    part<QPushButton>("mapping_cancel")->click();
    QTRY_VERIFY(dialog() == nullptr);
    QCOMPARE(m_window->runs(), std::size_t {0});
}

void TstMapping::guessesAreMarkedAndTurnIntoNothingElse()
{
    ask("n,loss,dt_ms\n1,2.5,900\n2,2.25,950\n3,2,910\n");
    QCOMPARE(choice(0)->currentText(), QString("By its name"));
    QCOMPARE(choice(1)->currentText(), QString("Training loss (guess)"));
    QVERIFY(choice(1)->font().italic());
    QVERIFY(result().contains("step"));
    choose(2, "step_time");
    QCOMPARE(table()->item(1, 2)->text(), QString("ms"));
    QVERIFY(!choice(2)->font().italic());
    choose(0, "step");
    part<QPushButton>("mapping_import")->click();
    QTRY_COMPARE_WITH_TIMEOUT(m_window->runs(), std::size_t {1}, kPatienceMs);
    const auto runs = m_window->document.workspace().runs();
    QCOMPARE((*runs)[0].last_loss, 2.0);
    const auto run = m_window->document.workspace().run((*runs)[0].id);
    FS_VERIFY_OK(run);
    QVERIFY(run->seriesIndex(evidence::series::step_time) >= 0 && run->seriesIndex(evidence::series::loss) >= 0);
}

void TstMapping::sameMeaningTwiceIsRefused()
{
    ask();
    choose(0, "step");
    choose(1, "loss");
    choose(2, "loss");
    QVERIFY(!canImport());
    QVERIFY2(result().contains("more than once") && result().contains("loss"), qPrintable(result()));
    choose(2, "eval_loss");
    QVERIFY(canImport());
}

void TstMapping::cellsThatDoNotReadAreMarked()
{
    ask();
    choose(0, "step");
    QVERIFY(table()->item(kFirstRow + 1, 1)->icon().isNull());
    choose(1, "loss");
    QVERIFY(!table()->item(kFirstRow + 1, 1)->icon().isNull());
    QVERIFY(!table()->item(kFirstRow + 1, 1)->toolTip().isEmpty());
    QVERIFY(table()->item(kFirstRow, 1)->icon().isNull());
    QVERIFY(part<QLabel>("mapping_problems")->text().contains("oops"));
    QVERIFY(canImport()); // good rows are kept
}

void TstMapping::mappingIsSavedProposedAndRemoved()
{
    ask();
    QVERIFY(!part<QPushButton>("mapping_save")->isEnabled()); // there is nothing to save yet
    QVERIFY(!part<QPushButton>("mapping_remove")->isEnabled());
    choose(0, "step");
    choose(2, "loss");
    dialogs::chooseNext({"lab-a"});
    part<QPushButton>("mapping_save")->click();
    QCOMPARE(part<QComboBox>("mapping_profile")->currentText(), QString("lab-a"));
    const auto saved = workspace::mappingProfile(utf8(profilesFile()), "lab-a");
    FS_VERIFY_OK(saved);
    QCOMPARE(import::formatColumnMapping(saved->columns), std::string("step=n,loss=other"));
    part<QPushButton>("mapping_cancel")->click();
    QTRY_VERIFY(dialog() == nullptr);

    ask();
    QCOMPARE(part<QComboBox>("mapping_profile")->currentText(), QString("lab-a"));
    QCOMPARE(choice(2)->currentText(), QString("Training loss"));
    QVERIFY(canImport());
    choose(2, "eval_loss"); // which is another mapping
    QCOMPARE(part<QComboBox>("mapping_profile")->currentIndex(), 0);
    auto* profile = part<QComboBox>("mapping_profile");
    profile->setCurrentIndex(1);
    QCOMPARE(choice(2)->currentData().toString(), QString("loss"));
    dialogs::answerNext(QMessageBox::Yes);
    part<QPushButton>("mapping_remove")->click();
    QCOMPARE(profile->count(), 1);
    QVERIFY(workspace::mappingProfiles(utf8(profilesFile()))->empty());
    QCOMPARE(choice(2)->currentData().toString(), QString("loss")); // the choices stay
}

void TstMapping::mappingOfAnotherNameIsNotReplacedUnasked()
{
    const workspace::MappingProfile other {.name = "lab-a", .columns = *import::parseColumnMapping("step=elsewhere")};
    FS_VERIFY_OK(workspace::saveMappingProfile(utf8(profilesFile()), other));
    ask();
    QCOMPARE(part<QComboBox>("mapping_profile")->count(), 1); // it does not fit
    choose(0, "step");
    dialogs::chooseNext({"lab-a"});
    dialogs::answerNext(QMessageBox::Cancel);
    part<QPushButton>("mapping_save")->click();
    QCOMPARE(workspace::mappingProfile(utf8(profilesFile()), "lab-a")->columns, other.columns);
    dialogs::chooseNext({"lab-a"});
    dialogs::answerNext(QMessageBox::Yes);
    part<QPushButton>("mapping_save")->click();
    QCOMPARE(workspace::mappingProfile(utf8(profilesFile()), "lab-a")->columns.front().column, std::string("n"));
}

void TstMapping::brokenFileOfMappingsIsToldAndStays()
{
    QVERIFY(QDir(m_window->folder.path()).mkpath("data/fullscope"));
    m_window->write("data/fullscope/mappings.json", "{ broken");
    ask();
    QVERIFY(!part<QLabel>("mapping_profile_problem")->isHidden());
    QVERIFY(part<QLabel>("mapping_profile_problem")->text().contains("mappings.json"));
    choose(0, "step");
    QVERIFY(!part<QPushButton>("mapping_save")->isEnabled());
    QVERIFY(canImport()); // the table can be read all the same
    QFile file(profilesFile());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("{ broken"));
}

void TstMapping::menuAsksForAFileOfChoice()
{
    dialogs::chooseNext({m_window->write("letter.txt", "Dear adviser,\nplease find the bill attached.\n")});
    m_window->action("action.import_mapped")->trigger();
    QVERIFY(dialog() == nullptr);
    QVERIFY(m_window->find<QWidget>("message")->isVisible());

    // Also what a format knows by its names: the user may know better.
    dialogs::chooseNext({m_window->write("known.csv", "step,loss,other\n1,2.5,9\n2,2.25,8\n")});
    m_window->action("action.import_mapped")->trigger();
    QVERIFY(dialog() != nullptr);
    QVERIFY(canImport());
    QCOMPARE(choice(0)->currentText(), QString("Step (guess)"));
    choose(2, "loss");
    part<QPushButton>("mapping_import")->click();
    QTRY_COMPARE_WITH_TIMEOUT(m_window->runs(), std::size_t {1}, kPatienceMs);
    QCOMPARE(m_window->document.workspace().runs()->front().last_loss, 8.0);
}

void TstMapping::languageCanChangeMeanwhile()
{
    ask();
    choose(0, "step");
    choose(1, "loss");
    m_window->window->setLanguage(words::Language::zh_CN);
    QCoreApplication::processEvents();
    QCOMPARE(choice(1)->currentText(), QString("训练损失"));
    QCOMPARE(choice(1)->toolTip(), QString("loss"));
    QVERIFY(canImport());
    QVERIFY2(result().contains("3 行"), qPrintable(result()));
    for (const auto* button : dialog()->findChildren<QPushButton*>())
        QVERIFY2(button->text().isEmpty() || button->text().at(0).unicode() > 127, qPrintable(button->text()));
    m_window->window->setLanguage(words::Language::en);
    QCoreApplication::processEvents();
    QCOMPARE(choice(1)->currentText(), QString("Training loss"));
}

void TstMapping::keyboardAndReaderReachEverything()
{
    ask();
    int named = 0;
    for (QWidget* widget : dialog()->findChildren<QWidget*>()) {
        if ((widget->focusPolicy() & Qt::TabFocus) == 0 || !widget->isVisible())
            continue;
        QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(widget);
        QVERIFY(spoken != nullptr);
        QVERIFY2(!spoken->text(QAccessible::Name).trimmed().isEmpty(), qPrintable(widget->objectName()));
        ++named;
    }
    QVERIFY(named >= 8); // four choices, the table, the mapping and the buttons
    QCOMPARE(QAccessible::queryAccessibleInterface(choice(1))->text(QAccessible::Description),
        QString("Column objective is"));

    dialog()->activateWindow();
    choice(0)->setFocus();
    QTest::keyClicks(choice(0), "Step"); // the first item that begins so
    QCOMPARE(choice(0)->currentData().toString(), QString("step"));
    QVERIFY(canImport());
    QTest::keyClick(choice(0), Qt::Key_Tab);
    QVERIFY(choice(1)->hasFocus());
    QTest::keyClick(choice(1), Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->runs(), std::size_t {1}, kPatienceMs);
}

FS_UI_TEST(TstMapping)

} // namespace fullscope::ui

#include "tst_mapping.moc"
