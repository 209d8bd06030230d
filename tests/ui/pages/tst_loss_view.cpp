// SPDX-License-Identifier: GPL-3.0-or-later
// Two runs compared on the Runs page. The logs are of known laws: the slow one needs 1.4 times the tokens.
#include "core/workspace/import_files.h"
#include "tests/core/workspace/loss_files.h"
#include "tests/ui/pages/menu_choice.h"
#include "tests/ui/pages/pages_fixture.h"
#include "ui/runs/runs_model.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>

#include <fstream>

namespace fullscope::ui {

class TstLossView final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_page.reset(); }
    void twoSelectedRunsAreCompared();
    void typedTargetIsTaken();
    void evaluationsAreAChoiceWhereBothHaveThem();
    void swappedRunsNeedFewer();
    void factorGoesIntoTheScenario();
    void anotherSelectionEndsTheComparison();
    void runsThatCannotBeComparedSayWhy();
    void languageSwitchesAtRunTime();

private:
    int rowOf(const QString& name) const { return tests::rowWith(m_list, RunsModel::Name, name); }
    void click(const QString& name, Qt::KeyboardModifiers modifiers = {}) const;
    void compare(const QString& baseline, const QString& candidate) const;
    QString verdict() const { return m_page->find<QLabel>("loss_verdict")->text(); }
    template <typename Widget>
    Widget* find(const char* name) const
    {
        return m_page->find<Widget>(name);
    }

    std::unique_ptr<tests::PagesFixture> m_page;
    QTableView* m_list = nullptr;
};

void TstLossView::init()
{
    m_page = std::make_unique<tests::PagesFixture>(false);
    const std::string fast = utf8(m_page->folder.filePath("fast.csv")),
                      slow = utf8(m_page->folder.filePath("slow.csv"));
    workspace::test::writeLossLog(fast, 1);
    workspace::test::writeLossLog(slow, 1.4);
    const std::string few = utf8(m_page->folder.filePath("few.csv"));
    std::ofstream(few) << "step,loss,tokens\n1,3,1000\n2,2.9,2000\n3,2.8,3000\n";
    const auto outcome
        = workspace::importFiles(m_page->document.workspace(), {fast, slow, few}, {}, base::JobContext());
    QCOMPARE(outcome.imported.size(), std::size_t(3));
    m_page->document.evidenceWasChanged();
    m_page->go(tests::Runs);
    m_list = find<QTableView>("runs_list");
    QVERIFY(rowOf("fast") >= 0);
}

void TstLossView::click(const QString& name, Qt::KeyboardModifiers modifiers) const
{
    const QModelIndex cell = m_list->model()->index(rowOf(name), RunsModel::Name);
    QTest::mouseClick(m_list->viewport(), Qt::LeftButton, modifiers, m_list->visualRect(cell).center());
}

void TstLossView::compare(const QString& baseline, const QString& candidate) const
{
    click(baseline);
    click(candidate, Qt::ControlModifier);
    QTest::mouseClick(find<QPushButton>("runs_compare_loss"), Qt::LeftButton);
}

void TstLossView::twoSelectedRunsAreCompared()
{
    auto* button = find<QPushButton>("runs_compare_loss");
    click("fast");
    QVERIFY(!button->isEnabled()); // one run has nothing to be compared with
    QVERIFY(!find<QWidget>("loss_view")->isVisible());
    compare("fast", "slow");
    QVERIFY(find<QWidget>("loss_view")->isVisible());
    QTRY_VERIFY2(verdict().contains("slow needs 1."), qPrintable(verdict()));
    const auto& plot = find<PlotWidget>("loss_plot")->spec();
    QCOMPARE(plot.id, std::string("runs.loss_comparison"));
    QCOMPARE(plot.marks.size(), std::size_t(2));
    QVERIFY(std::abs(plot.marks[1].x - 1.5e6) < 1); // slow: at the end of its log
    QVERIFY(std::abs(plot.marks[0].x - 1.5e6 / 1.4) < 3e4); // fast
    const auto* table = find<QTableView>("loss_table");
    QCOMPARE(tests::cellText(table, 1, 2), QString("end of the log, exact"));
}

// The evaluations of the slow run need another 1.2 times the tokens: 1.68 in all.
void TstLossView::evaluationsAreAChoiceWhereBothHaveThem()
{
    compare("fast", "slow");
    QTRY_VERIFY(verdict().contains("slow needs 1."));
    auto* by = find<QComboBox>("loss_by");
    QVERIFY(!by->isVisible()); // these have none
    std::vector<std::string> paths;
    for (const double slower : {1.0, 1.4}) {
        paths.push_back(utf8(m_page->folder.filePath(slower == 1 ? "quick-eval.csv" : "late-eval.csv")));
        workspace::test::writeLossLog(paths.back(), slower, true);
    }
    workspace::importFiles(m_page->document.workspace(), paths, {}, base::JobContext());
    m_page->document.evidenceWasChanged();
    QTRY_VERIFY(rowOf("late-eval") >= 0);
    compare("quick-eval", "late-eval");
    QTRY_VERIFY2(
        verdict().contains("late-eval needs 1.4") || verdict().contains("late-eval needs 1.3"), qPrintable(verdict()));
    QVERIFY(by->isVisible());
    QCOMPARE(by->currentText(), QString("Training loss"));
    by->setFocus();
    QTest::keyClick(by, Qt::Key_Down);
    QTRY_VERIFY2(verdict().contains("Compared by the loss of evaluations, 50"), qPrintable(verdict()));
    QVERIFY2(
        verdict().contains("late-eval needs 1.6") || verdict().contains("late-eval needs 1.7"), qPrintable(verdict()));
    QCOMPARE(by->currentText(), QString("Evaluation loss"));
    QCOMPARE(find<PlotWidget>("loss_plot")->spec().y.label, std::string("Evaluation loss"));
    compare("fast", "slow"); // without evaluations it is the training loss again
    QTRY_VERIFY(verdict().contains("slow needs 1.") && !verdict().contains("late-eval"));
    QVERIFY(!by->isVisible());
}

void TstLossView::typedTargetIsTaken()
{
    compare("fast", "slow");
    QTRY_VERIFY(verdict().contains("slow needs 1."));
    auto* target = find<QLineEdit>("loss_target");
    target->setFocus();
    QTest::keyClicks(target, "2.8");
    QTest::keyClick(target, Qt::Key_Return);
    QTRY_VERIFY2(verdict().contains("to the loss 2.8000"), qPrintable(verdict()));
    // (1.1 / 8)^(−1 / 0.3) · 1,000
    QVERIFY(std::abs(find<PlotWidget>("loss_plot")->spec().marks.at(0).x - 745'600) < 10'000);
    target->selectAll();
    QTest::keyClicks(target, "low");
    QTest::keyClick(target, Qt::Key_Return);
    QVERIFY(find<QLabel>("loss_target_problem")->isVisible());
    QVERIFY(find<QLabel>("loss_target_problem")->text().contains("low"));
    QVERIFY(verdict().contains("to the loss 2.8000")); // stays
    target->selectAll();
    QTest::keyClicks(target, "1.0");
    QTest::keyClick(target, Qt::Key_Return);
    QTRY_VERIFY2(verdict().contains("choose a target"), qPrintable(verdict())); // neither was there
    QVERIFY(!find<QLabel>("loss_target_problem")->isVisible());
    QVERIFY(!find<QPushButton>("loss_use")->isVisible());
}

void TstLossView::swappedRunsNeedFewer()
{
    compare("fast", "slow");
    QTRY_VERIFY(verdict().contains("slow needs 1."));
    QTest::mouseClick(find<QPushButton>("loss_swap"), Qt::LeftButton);
    QTRY_VERIFY2(verdict().contains("fast needs fewer tokens than slow"), qPrintable(verdict()));
}

void TstLossView::factorGoesIntoTheScenario()
{
    compare("fast", "slow");
    QTRY_VERIFY(verdict().contains("slow needs 1."));
    QVERIFY(!find<QPushButton>("loss_use")->isVisible()); // no option yet
    QVERIFY(m_page->document.addOption("A", {}).ok());
    QVERIFY(m_page->document.addOption("B", {}).ok());
    auto* option = find<QComboBox>("loss_option");
    QTRY_VERIFY(option->isVisible());
    option->setFocus();
    QTest::keyClick(option, Qt::Key_Down);
    QCOMPARE(option->currentText(), QString("B"));
    QTest::mouseClick(find<QPushButton>("loss_use"), Qt::LeftButton);
    const auto& options = m_page->document.scenario().options;
    QVERIFY(options[0].values.empty());
    const auto& value = options[1].values.at(scenario::Input::tokens_factor);
    QVERIFY(std::abs(value.value - 1.4) < 0.03);
    QCOMPARE(value.provenance.origin, evidence::Origin::measured);
    QVERIFY(text(value.provenance.detail).contains("95 % interval"));
    m_page->document.undoStack().undo();
    QVERIFY(m_page->document.scenario().options[1].values.empty());
}

void TstLossView::anotherSelectionEndsTheComparison()
{
    compare("fast", "slow");
    QTRY_VERIFY(verdict().contains("slow needs 1."));
    m_page->document.evidenceWasChanged(); // both are still there, and selected
    QVERIFY(find<QWidget>("loss_view")->isVisible());
    click("few");
    QVERIFY(!find<QWidget>("loss_view")->isVisible());
    QVERIFY(find<QLabel>("run_title")->text().contains("few"));
    compare("fast", "slow");
    QTest::mouseClick(find<QPushButton>("loss_close"), Qt::LeftButton);
    QVERIFY(find<QWidget>("run_view")->isVisible());
    tests::chooseFromMenu("Compare &loss", [this] { emit m_list->customContextMenuRequested({5, 5}); });
    QVERIFY(find<QWidget>("loss_view")->isVisible());
}

void TstLossView::runsThatCannotBeComparedSayWhy()
{
    compare("fast", "few");
    QTRY_VERIFY2(verdict().contains("only 3 losses"), qPrintable(verdict()));
    QVERIFY(!find<QWidget>("loss_plot")->isVisible());
    compare("fast", "slow");
    QTRY_VERIFY(verdict().contains("slow needs 1."));
    QVERIFY(find<QWidget>("loss_plot")->isVisible());
}

void TstLossView::languageSwitchesAtRunTime()
{
    compare("fast", "slow");
    QTRY_VERIFY(verdict().contains("slow needs 1."));
    m_page->action("language.zh_CN")->trigger();
    QTRY_VERIFY2(verdict().contains("slow 所需 token 数为 fast 的"), qPrintable(verdict()));
    QVERIFY(find<QPushButton>("loss_use")->text() != "&Use in the scenario");
    QVERIFY(find<QWidget>("loss_view")->isVisible());
}

FS_UI_TEST(TstLossView)

} // namespace fullscope::ui

#include "tst_loss_view.moc"
