// SPDX-License-Identifier: GPL-3.0-or-later
// Bills against runs on the Bills page. Expected figures: worked out by hand from the files written here.
#include "core/workspace/import_files.h"
#include "tests/core/workspace/reconcile_files.h"
#include "tests/ui/pages/pages_fixture.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>

namespace fullscope::ui {

class TstReconcileView final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_page.reset(); }
    void statedInstancesChangeWhatIsIdleAndAreUndone();
    void aZoneIsOfferedAndApplied();
    void whatCannotBeTakenIsSaidInPlace();
    void languageSwitchesAtRunTime();
    void theShippedSampleHasHoursButNoRunWithTimes();

private:
    void import(int from, int to, const std::string& zone);
    void openView() const
    {
        m_page->go(tests::Bills);
        m_page->find<QTabWidget>("bills_tabs")->setCurrentIndex(1);
    }
    QString idle() const { return tests::cellText(m_types, 0, 3); }
    void apply() const { m_page->find<QPushButton>("reconcile_apply")->click(); }

    std::unique_ptr<tests::PagesFixture> m_page;
    QTableView* m_types = nullptr;
    QTableView* m_without_bill = nullptr;
    QComboBox* m_type = nullptr;
    QLineEdit* m_nodes = nullptr;
};

void TstReconcileView::init()
{
    m_page = std::make_unique<tests::PagesFixture>(false);
    m_types = m_page->find<QTableView>("reconcile_types");
    m_without_bill = m_page->find<QTableView>("reconcile_without_bill");
    m_type = m_page->find<QComboBox>("reconcile_type");
    m_nodes = m_page->find<QLineEdit>("reconcile_nodes");
}

// A bill of 24 hours and a log.
void TstReconcileView::import(int from, int to, const std::string& zone)
{
    const std::string bill = utf8(m_page->folder.filePath("bill.csv")), log = utf8(m_page->folder.filePath("log.csv"));
    workspace::test::writeHours(bill, 0, 24, 1);
    workspace::test::writeSteps(log, from, to, zone);
    const auto outcome = workspace::importFiles(m_page->document.workspace(), {bill, log}, {}, base::JobContext());
    QCOMPARE(outcome.imported.size(), 2U);
    m_page->document.evidenceWasChanged();
    openView();
    QTRY_COMPARE(m_types->model()->rowCount(), 1);
}

void TstReconcileView::statedInstancesChangeWhatIsIdleAndAreUndone()
{
    import(2, 8, "Z");
    QCOMPARE(tests::cellText(m_types, 0, 0), QStringLiteral("p4d.24xlarge"));
    QTRY_COMPARE(idle(), QStringLiteral("24.00"));
    QVERIFY(m_page->find<QLabel>("reconcile_lacks")->text().contains("p4d.24xlarge")); // perhaps
    m_type->setCurrentText("p4d.24xlarge");
    m_nodes->setText("1");
    apply();
    QTRY_COMPARE(idle(), QStringLiteral("18.00"));
    QCOMPARE(tests::cellText(m_types, 0, 6), QStringLiteral("75.0 %"));
    QCOMPARE(tests::cellText(m_types, 0, 7), QStringLiteral("$540.00")); // 18 · 30
    const auto& plot = m_page->find<PlotWidget>("reconcile_calendar")->spec();
    QCOMPARE(plot.categories.size(), 24U);
    QCOMPARE(plot.bars.size(), 2U); // used and idle
    QCOMPARE(plot.bars[0].values[2], 1.0);
    QCOMPARE(plot.bars[1].values[2], 0.0);
    QCOMPARE(m_page->find<QTableView>("reconcile_without_run")->model()->rowCount(), 2);
    QVERIFY(!m_without_bill->isVisible());
    QCOMPARE(m_page->document.undoStack().undoText(), QStringLiteral("State the instances of a run"));
    m_page->document.undoStack().undo();
    QTRY_COMPARE(idle(), QStringLiteral("24.00"));
    m_page->document.undoStack().redo();
    QTRY_COMPARE(idle(), QStringLiteral("18.00"));
}

void TstReconcileView::aZoneIsOfferedAndApplied()
{
    import(27, 30, ""); // on the second day, which is not billed
    m_type->setCurrentText("p4d.24xlarge");
    m_nodes->setText("1");
    apply();
    QTRY_VERIFY(m_without_bill->isVisible());
    QVERIFY2(
        tests::cellText(m_without_bill, 0, 5).contains("UTC+06:00"), qPrintable(tests::cellText(m_without_bill, 0, 5)));
    auto* offset = m_page->find<QComboBox>("reconcile_offset");
    QCOMPARE(offset->itemText(0), QStringLiteral("+06:00")); // the least that explains it
    offset->setCurrentText(offset->itemText(0));
    apply();
    QTRY_COMPARE(idle(), QStringLiteral("21.00"));
    QVERIFY(!m_without_bill->isVisible());
}

void TstReconcileView::whatCannotBeTakenIsSaidInPlace()
{
    import(2, 8, "Z");
    const auto* problem = m_page->find<QLabel>("reconcile_problem");
    m_nodes->setText("many");
    apply();
    QVERIFY(problem->isVisible());
    QVERIFY2(problem->text().contains("many"), qPrintable(problem->text()));
    QVERIFY(!m_page->document.undoStack().canUndo());
    m_nodes->setText("1");
    apply();
    QVERIFY(!problem->isVisible());
    auto* tag = m_page->find<QLineEdit>("reconcile_tag");
    tag->setText("team"); // of which value?
    apply();
    QVERIFY2(problem->text().contains("team=nlp"), qPrintable(problem->text()));
    tag->clear();
    m_type->setCurrentText("p4d.24xlarge");
    m_page->find<QLineEdit>("reconcile_region")->setText("us-east-2");
    apply();
    QVERIFY(!problem->isVisible());
    QTRY_COMPARE(tests::cellText(m_types, 0, 0), QStringLiteral("p4d.24xlarge · us-east-2"));
    QTRY_COMPARE(idle(), QStringLiteral("18.00"));
}

void TstReconcileView::languageSwitchesAtRunTime()
{
    import(2, 8, "Z");
    m_page->window->setLanguage(words::Language::zh_CN);
    QTRY_COMPARE(m_types->model()->headerData(3, Qt::Horizontal).toString(), QStringLiteral("空闲"));
    QCOMPARE(m_page->find<QTabWidget>("bills_tabs")->tabText(1), QStringLiteral("与运行对账"));
}

void TstReconcileView::theShippedSampleHasHoursButNoRunWithTimes()
{
    m_page = std::make_unique<tests::PagesFixture>();
    openView();
    m_types = m_page->find<QTableView>("reconcile_types");
    // g3, g5.4xlarge of the FOCUS sample; g5.12xlarge and p4d of the synthetic report
    QTRY_COMPARE(m_types->model()->rowCount(), 4);
    QVERIFY(m_page->find<QLabel>("reconcile_notes")->text().contains("could not be counted: 3"));
}

FS_UI_TEST(TstReconcileView)

} // namespace fullscope::ui

#include "tst_reconcile_view.moc"
