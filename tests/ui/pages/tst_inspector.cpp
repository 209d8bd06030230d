// SPDX-License-Identifier: GPL-3.0-or-later
// Where a figure comes from and what uses it, on every page; and the page of weeks. Expected figures: by hand.
#include "tests/core/workspace/reconcile_files.h"
#include "tests/ui/pages/pages_fixture.h"
#include "ui/widgets/report_table.h"

#include "core/workspace/import_files.h"

#include <QComboBox>
#include <QStackedWidget>
#include <QTextBrowser>
#include <QTreeView>

namespace fullscope::ui {

class TstInspector final : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { m_page.reset(); }
    void everyTableOfEveryPageTellsOfItsCells();
    void anInputLeadsToWhatUsesIt();
    void aRowOfABillLeadsForward();
    void aRunLeadsToThePagesThatCountIt();
    void weeksAreShownWithWhatTheyRestOn();
    void weeksFollowTheLanguageAndSayWhenThereAreNone();

private:
    void open(bool sample) { m_page = std::make_unique<tests::PagesFixture>(sample); }
    void goToTrends() { m_page->action("action.page_11")->trigger(); }
    void clickLink(const QString& text);
    void importWeeks();

    std::unique_ptr<tests::PagesFixture> m_page;
};

// A click of the mouse on a line of the inspector.
void TstInspector::clickLink(const QString& text)
{
    auto* rows = m_page->find<QTextBrowser>("inspector.rows");
    QTextCursor found = rows->document()->find(text);
    QVERIFY2(!found.isNull(), qPrintable(text + " is not in " + rows->toPlainText()));
    found.setPosition(found.selectionStart() + 2);
    rows->setTextCursor(found);
    rows->ensureCursorVisible();
    QTest::mouseClick(rows->viewport(), Qt::LeftButton, {}, rows->cursorRect(found).center());
}

void TstInspector::everyTableOfEveryPageTellsOfItsCells()
{
    open(true);
    int told = 0;
    for (int page = 0; page < m_page->pages.size(); ++page) {
        m_page->action(QStringLiteral("action.page_%1").arg(page + 1))->trigger();
        QTest::qWait(50);
        for (auto* view : m_page->pages[page]->findChildren<QAbstractItemView*>()) {
            const bool has_figures = qobject_cast<QTableView*>(view) || qobject_cast<QTreeView*>(view);
            if (!has_figures || !view->isVisible() || view->model() == nullptr || view->model()->rowCount() == 0)
                continue;
            for (int column = view->model()->columnCount() - 1; column >= 0; --column) {
                const QModelIndex cell = view->model()->index(view->model()->rowCount() - 1, column);
                if (cell.data().toString().isEmpty() || !(cell.flags() & Qt::ItemIsSelectable))
                    continue;
                view->scrollTo(cell);
                view->setCurrentIndex(view->model()->index(0, 0));
                view->setCurrentIndex(cell);
                QVERIFY2(m_page->inspected().trimmed().size() > 3, qPrintable(view->objectName()));
                QVERIFY2(m_page->inspected().contains(": "), qPrintable(view->objectName()));
                ++told;
                break;
            }
        }
    }
    QVERIFY2(told >= 15, qPrintable(QString::number(told)));
}

void TstInspector::anInputLeadsToWhatUsesIt()
{
    open(true);
    m_page->go(tests::Scenario);
    QCoreApplication::processEvents();
    auto* table = m_page->find<QTableView>("scenario_table");
    auto* model = static_cast<ScenarioModel*>(table->model());
    int row = 0;
    while (model->input(row) != scenario::Input::price_per_h)
        ++row;
    table->setCurrentIndex(model->index(row, ScenarioModel::FirstOption));
    const QString said = m_page->inspected();
    QVERIFY2( // 1,000 h at $32.77
        said.contains("Used by: Cost: p5.48xlarge (H100): Productive compute ($32,770.00)"), qPrintable(said));
    QVERIFY(said.contains("Section of the report"));
}

void TstInspector::aRowOfABillLeadsForward()
{
    open(false);
    importWeeks();
    m_page->go(tests::Bills);
    auto* rows = m_page->find<QTableView>("bill_rows");
    rows->setCurrentIndex(rows->model()->index(0, 1));
    const QString said = m_page->inspected();
    QVERIFY2(said.contains("Used by: Bills against runs: p4d.24xlarge"), qPrintable(said));
    QVERIFY(said.contains("Used by: Trends: "));
    clickLink("Bills against runs");
    QTRY_VERIFY(m_page->find<QWidget>("reconcile_view")->isVisible());
}

void TstInspector::aRunLeadsToThePagesThatCountIt()
{
    open(false);
    importWeeks();
    m_page->go(tests::Runs);
    auto* list = m_page->find<QTableView>("runs_list");
    list->setCurrentIndex(list->model()->index(0, 0));
    const QString trends = "Used by: Trends: ";
    QVERIFY2(m_page->inspected().contains(trends), qPrintable(m_page->inspected()));
    auto* ledger = m_page->find<QTableView>("run_ledger"); // a figure of it: how, and the run behind it
    ledger->setCurrentIndex(ledger->model()->index(0, 1));
    const QString said = m_page->inspected();
    QVERIFY2(said.contains("How it was computed: The time ledger"), qPrintable(said));
    QVERIFY(said.contains(trends));
}

void TstInspector::importWeeks()
{
    const std::string folder = utf8(m_page->folder.path()) + "/";
    workspace::test::writeHours(folder + "bill.csv", 0, 264, 1);
    workspace::test::writeSteps(folder + "log.csv", 60, 84);
    const auto outcome = workspace::importFiles(
        m_page->document.workspace(), {folder + "bill.csv", folder + "log.csv"}, {}, base::JobContext());
    QCOMPARE(outcome.imported.size(), 2U);
    const auto runs = m_page->document.workspace().runs();
    for (const auto& [fact, value] : {std::pair("instance_type", "p4d.24xlarge"), std::pair("nodes", "1")})
        FS_VERIFY_OK(m_page->document.workspace().setFact(runs->front().id, fact, value, base::JobContext()));
    m_page->document.evidenceWasChanged();
}

void TstInspector::weeksAreShownWithWhatTheyRestOn()
{
    open(false);
    importWeeks();
    goToTrends();
    auto* weeks = m_page->find<QTableView>("trends_weeks");
    QTRY_COMPARE(weeks->model()->rowCount(), 3);
    // Of the first week 72 hours of $30 were billed, and 720 steps were made.
    QCOMPARE(tests::cellText(weeks, 0, 0), QStringLiteral("2024-W09"));
    QCOMPARE(tests::cellText(weeks, 0, 2), QStringLiteral("$3,000"));
    QCOMPARE(tests::cellText(weeks, 1, 2), QStringLiteral("$7,000"));
    QCOMPARE(tests::cellText(weeks, 2, 2), QStringLiteral("–"));
    const auto& plot = m_page->find<PlotWidget>("trends_plot")->spec();
    QCOMPARE(plot.lines.size(), 1U);
    QCOMPARE(plot.lines[0].y.size(), 3U);
    QVERIFY(std::isnan(plot.lines[0].y[2])); // a gap, not 0
    QVERIFY2(QString::fromStdString(plot.description).contains("$7,000"), plot.description.c_str());
    auto* money = m_page->find<QTableView>("trends_money");
    QCOMPARE(tests::cellText(money, money->model()->rowCount() - 1, 3), QStringLiteral("7,920 USD"));

    // A point leads to its week, the week to its runs and rows.
    emit m_page->find<PlotWidget>("trends_plot")->clickedAt(plot.lines[0].x[1] + 3600, 0);
    QCOMPARE(weeks->currentIndex().row(), 1);
    auto* behind = m_page->find<QTableView>("trends_behind");
    QCOMPARE(behind->model()->rowCount(), 2);
    QCOMPARE(tests::cellText(behind, 1, 3), QStringLiteral("168"));
    QVERIFY2(m_page->inspected().contains("2024-W10") && m_page->inspected().contains("How it was computed"),
        qPrintable(m_page->inspected()));
    emit behind->activated(behind->model()->index(1, 0));
    QTRY_VERIFY(m_page->find<QWidget>("bill_view")->isVisible());
    QVERIFY(m_page->inspected().contains("2024-03-04T00:00:00Z")); // the first row of that week

    goToTrends();
    auto* measure = m_page->find<QComboBox>("trends_measure");
    measure->setCurrentIndex(3);
    emit measure->activated(3);
    QCOMPARE(plot.lines[0].y, (std::vector<double> {1800, 4680, 720}));
}

void TstInspector::weeksFollowTheLanguageAndSayWhenThereAreNone()
{
    open(false);
    goToTrends();
    QVERIFY(m_page->find<QWidget>("trends_empty")->isVisible());
    importWeeks();
    auto* weeks = m_page->find<QTableView>("trends_weeks");
    QTRY_COMPARE(weeks->model()->rowCount(), 3);
    m_page->window->setLanguage(words::Language::zh_CN);
    QTRY_COMPARE(tests::cellText(weeks, 0, 10), QStringLiteral("非完整周"));
}

FS_UI_TEST(TstInspector)

} // namespace fullscope::ui

#include "tst_inspector.moc"
