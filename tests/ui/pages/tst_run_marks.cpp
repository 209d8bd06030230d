// SPDX-License-Identifier: GPL-3.0-or-later
// The run page: what took its time besides training, and what the user says of it. The run that restarted has, worked
// out by hand in tst_time_samples.cpp, a first record that took 18.2915 s and another 1.8304 s above the median.
#include "pages_fixture.h"

#include "menu_choice.h"
#include "tests/ui/support/ui_test.h"
#include "ui/runs/runs_model.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

namespace fullscope::ui {

using ledger::TimeCategory;

class TstRunMarks final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_page.reset(); }

    void stretchesAreListedWithLinesAndWhy();
    void markMovesTheTimeAndUndoBringsItBack();
    void markOutlivesTheWindow();
    void severalAreMarkedAtOnceByKeyboard();
    void menuMarksToo();
    void clickOnTheBandSelectsTheStretch();
    void clickOnTheStepTimeSelectsTheStretch();
    void whatCannotBeMarkedIsNotOffered();
    void readOnlyWorkspaceOffersNothing();
    void wordsFollowTheLanguage();

private:
    int rowOf(TimeCategory category) const;
    double seconds(TimeCategory category) const;
    void choose(evidence::MarkAs as) const;
    std::int64_t runId() const;
    std::vector<evidence::UserMark> marks() const;

    std::unique_ptr<tests::PagesFixture> m_page;
    QTableView* m_stretches = nullptr;
    QPushButton* m_apply = nullptr;
    QPushButton* m_take_back = nullptr;
};

void TstRunMarks::init()
{
    m_page = std::make_unique<tests::PagesFixture>();
    m_page->go(tests::Runs);
    auto* list = m_page->find<QTableView>("runs_list");
    for (int row = 0; row < list->model()->rowCount(); ++row)
        if (tests::cellText(list, row, RunsModel::Restarts) == "1")
            list->setCurrentIndex(list->model()->index(row, 0));
    m_stretches = m_page->find<QTableView>("run_stretches");
    m_apply = m_page->find<QPushButton>("mark_apply");
    m_take_back = m_page->find<QPushButton>("mark_take_back");
}

int TstRunMarks::rowOf(TimeCategory category) const
{
    return tests::rowWith(m_stretches, 0, text(words::label(category, m_page->document.language())));
}

std::int64_t TstRunMarks::runId() const
{
    const auto runs = m_page->document.workspace().runs();
    for (const auto& run : *runs)
        if (run.restarts == 1)
            return run.id;
    return 0;
}

double TstRunMarks::seconds(TimeCategory category) const
{
    const auto ledger = m_page->document.workspace().timeLedger(runId());
    return static_cast<double>(ledger->us[static_cast<std::size_t>(category)].value_or(-1'000'000)) / 1e6;
}

std::vector<evidence::UserMark> TstRunMarks::marks() const
{
    return m_page->document.workspace().run(runId())->marks;
}

void TstRunMarks::choose(evidence::MarkAs as) const
{
    auto* combo = m_page->find<QComboBox>("mark_as");
    combo->setCurrentIndex(combo->findData(static_cast<int>(as)));
}

void TstRunMarks::stretchesAreListedWithLinesAndWhy()
{
    QVERIFY(m_stretches->isVisible());
    QCOMPARE(m_stretches->model()->rowCount(), 3); // first compilation, rework, recovery
    const int first = rowOf(TimeCategory::first_compile);
    QVERIFY(first >= 0);
    QCOMPARE(tests::cellText(m_stretches, first, 1), QString("18.291 s"));
    QCOMPARE(tests::cellText(m_stretches, first, 4), QString("1"));
    QVERIFY(tests::cellText(m_stretches, first, 3).toInt() > 0);
    QVERIFY(tests::cellText(m_stretches, first, 5).contains("first record"));
    const int rework = rowOf(TimeCategory::rework);
    QCOMPARE(tests::cellText(m_stretches, rework, 4), QString("31–40"));
    QVERIFY(rowOf(TimeCategory::recovery) >= 0);
}

void TstRunMarks::markMovesTheTimeAndUndoBringsItBack()
{
    QCOMPARE(seconds(TimeCategory::recovery), 1.8304);
    m_stretches->selectRow(rowOf(TimeCategory::recovery));
    choose(evidence::MarkAs::checkpoint);
    QTest::keyClicks(m_page->find<QLineEdit>("mark_note"), "loaded by hand");
    QTest::mouseClick(m_apply, Qt::LeftButton);
    QTRY_COMPARE(seconds(TimeCategory::checkpoint), 1.8304);
    QTRY_COMPARE(rowOf(TimeCategory::recovery), -1);
    QCOMPARE(seconds(TimeCategory::recovery), 0.0);
    const int row = rowOf(TimeCategory::checkpoint);
    QVERIFY2(tests::cellText(m_stretches, row, 5).contains("loaded by hand"),
        qPrintable(tests::cellText(m_stretches, row, 5)));
    QVERIFY(tests::rowWith(m_page->find<QTableView>("run_ledger"), 0, "Checkpoint") >= 0);
    QCOMPARE(marks().size(), std::size_t(1));
    QVERIFY(m_page->find<QLineEdit>("mark_note")->text().isEmpty());
    QVERIFY(m_page->action("action.undo")->text().contains("Mark as Checkpoint"));

    m_page->action("action.undo")->trigger();
    QTRY_COMPARE(seconds(TimeCategory::recovery), 1.8304);
    QTRY_VERIFY(rowOf(TimeCategory::recovery) >= 0);
    QVERIFY(marks().empty());
    m_page->action("action.redo")->trigger();
    QTRY_COMPARE(seconds(TimeCategory::checkpoint), 1.8304);
    QTRY_VERIFY(rowOf(TimeCategory::checkpoint) >= 0);

    m_stretches->selectRow(rowOf(TimeCategory::checkpoint));
    QTest::mouseClick(m_take_back, Qt::LeftButton);
    QTRY_COMPARE(seconds(TimeCategory::recovery), 1.8304);
    QVERIFY(marks().empty());
}

void TstRunMarks::markOutlivesTheWindow()
{
    m_stretches->selectRow(rowOf(TimeCategory::first_compile));
    choose(evidence::MarkAs::productive);
    QTest::mouseClick(m_apply, Qt::LeftButton);
    QTRY_COMPARE(seconds(TimeCategory::first_compile), 0.0);
    const QString path = m_page->document.path();
    m_page->window.reset();
    FS_VERIFY_OK(m_page->document.open(path));
    m_page->show();
    QCOMPARE(marks().size(), std::size_t(1));
    QCOMPARE(seconds(TimeCategory::first_compile), 0.0);
    // It moves no time to a row of its own, and can be taken back all the same.
    m_stretches = m_page->find<QTableView>("run_stretches");
    auto* list = m_page->find<QTableView>("runs_list");
    m_page->go(tests::Runs);
    for (int row = 0; row < list->model()->rowCount(); ++row)
        if (tests::cellText(list, row, RunsModel::Restarts) == "1")
            list->setCurrentIndex(list->model()->index(row, 0));
    const int row = tests::rowWith(m_stretches, 0, "Normal pace");
    QVERIFY(row >= 0);
    m_stretches->selectRow(row);
    QTest::mouseClick(m_page->find<QPushButton>("mark_take_back"), Qt::LeftButton);
    QTRY_COMPARE(seconds(TimeCategory::first_compile), 18.2915);
}

void TstRunMarks::severalAreMarkedAtOnceByKeyboard()
{
    m_stretches->setFocus();
    m_stretches->setCurrentIndex(m_stretches->model()->index(0, 0));
    QTest::keyClick(m_stretches, Qt::Key_A, Qt::ControlModifier);
    choose(evidence::MarkAs::startup);
    QTest::keyClick(m_page->find<QLineEdit>("mark_note"), Qt::Key_Return); // as good as the button
    QTRY_COMPARE(seconds(TimeCategory::startup), 18.2915 + 1.8304);
    QCOMPARE(marks().size(), std::size_t(2)); // rework is a matter of steps
    m_page->action("action.undo")->trigger(); // one command
    QTRY_COMPARE(seconds(TimeCategory::recovery), 1.8304);
    QTRY_VERIFY(marks().empty());
}

void TstRunMarks::menuMarksToo()
{
    m_stretches->selectRow(rowOf(TimeCategory::first_compile));
    tests::chooseFromMenu("Evaluation", [this] { emit m_stretches->customContextMenuRequested({5, 5}); });
    QTRY_COMPARE(seconds(TimeCategory::evaluation), 18.2915);
    QTRY_VERIFY(rowOf(TimeCategory::evaluation) >= 0);
    m_stretches->selectRow(rowOf(TimeCategory::evaluation));
    tests::chooseFromMenu(m_take_back->text(), [this] { emit m_stretches->customContextMenuRequested({5, 5}); });
    QTRY_COMPARE(seconds(TimeCategory::first_compile), 18.2915);
}

void TstRunMarks::clickOnTheBandSelectsTheStretch()
{
    auto* band = m_page->find<PlotWidget>("run_band");
    const int row = rowOf(TimeCategory::rework);
    // The middle of the rework, in seconds since the start, by the band's own data.
    double x = -1;
    for (const auto& stretch : band->spec().bands)
        if (stretch.name == "Rework")
            x = (stretch.from + stretch.to) / 2;
    emit band->clickedAt(x, 1);
    const auto rows = m_stretches->selectionModel()->selectedRows();
    QCOMPARE(rows.size(), qsizetype(1));
    QCOMPARE(rows.front().row(), row);
    // The real mouse reaches it as well.
    m_stretches->clearSelection();
    const QSignalSpy clicks(band, &PlotWidget::clickedAt);
    QWidget* target = band->childAt(band->width() / 2, band->height() / 2);
    QVERIFY(target);
    QTest::mouseClick(target, Qt::LeftButton, {}, target->rect().center());
    QCOMPARE(clicks.size(), 1);
    QVERIFY(clicks.front().at(1).toDouble() > 0);
}

void TstRunMarks::clickOnTheStepTimeSelectsTheStretch()
{
    auto* plot = m_page->find<PlotWidget>("run_step_time");
    bool has_compile = false;
    for (const auto& mark : plot->spec().marks)
        has_compile = has_compile || (mark.text == "First compilation" && mark.x == 1);
    QVERIFY(has_compile);
    emit plot->clickedAt(1.2, 0.5);
    const auto rows = m_stretches->selectionModel()->selectedRows();
    QCOMPARE(rows.size(), qsizetype(1));
    QCOMPARE(rows.front().row(), rowOf(TimeCategory::first_compile));
}

void TstRunMarks::whatCannotBeMarkedIsNotOffered()
{
    m_stretches->clearSelection();
    QVERIFY(!m_apply->isEnabled());
    QVERIFY(!m_take_back->isEnabled());
    m_stretches->selectRow(rowOf(TimeCategory::rework));
    choose(evidence::MarkAs::checkpoint);
    QVERIFY(!m_apply->isEnabled());
    m_stretches->selectRow(rowOf(TimeCategory::first_compile));
    QVERIFY(m_apply->isEnabled());
    choose(evidence::MarkAs::no_restart);
    QVERIFY(!m_apply->isEnabled());
    QVERIFY(!m_take_back->isEnabled());
}

void TstRunMarks::readOnlyWorkspaceOffersNothing()
{
    const QString path = m_page->document.path();
    m_page->window.reset();
    QFile::setPermissions(path, QFile::ReadOwner);
    FS_VERIFY_OK(m_page->document.open(path));
    m_page->show();
    if (!m_page->document.isReadOnly())
        QSKIP("root may write everywhere");
    m_page->find<QTableView>("run_stretches")->selectRow(0);
    QVERIFY(!m_page->find<QPushButton>("mark_apply")->isEnabled());
    QVERIFY(!m_page->find<QLineEdit>("mark_note")->isEnabled());
}

void TstRunMarks::wordsFollowTheLanguage()
{
    m_page->action("language.zh_CN")->trigger();
    QCoreApplication::processEvents();
    QVERIFY(tests::rowWith(m_stretches, 0, "首次编译") >= 0);
    QCOMPARE(m_page->find<QComboBox>("mark_as")->itemText(0), QString("正常步速"));
    QVERIFY(m_apply->text() != "&Mark");
    m_page->action("language.en")->trigger();
    QTRY_COMPARE(m_apply->text(), QString("&Mark"));
}

FS_UI_TEST(TstRunMarks)

} // namespace fullscope::ui

#include "tst_run_marks.moc"
