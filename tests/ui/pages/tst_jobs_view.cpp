// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of jobs on the Runs page. Expected figures were summed over the sample by Python.
#include "core/workspace/import_files.h"
#include "tests/ui/pages/pages_fixture.h"

#include <QComboBox>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>

namespace fullscope::ui {

class TstJobsView final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_page.reset(); }
    void tabsAppearWithTheFirstList();
    void totalsAndJobsAreShown();
    void listIsRemovedAfterAQuestion();
    void languageSwitchesAtRunTime();
    void jobsWithoutRunsHaveThePage();

private:
    void importJobs();

    std::unique_ptr<tests::PagesFixture> m_page;
};

void TstJobsView::init()
{
    m_page = std::make_unique<tests::PagesFixture>();
    m_page->go(tests::Runs);
}

void TstJobsView::importJobs()
{
    const std::string path = FULLSCOPE_TESTS_DIR "/samples/logs/slurm-sacct/sacct_midnight_jobid_state_start_end.txt";
    const auto outcome = workspace::importFiles(m_page->document.workspace(), {path}, {}, base::JobContext());
    QCOMPARE(outcome.files_failed, 0);
    m_page->document.evidenceWasChanged();
}

void TstJobsView::tabsAppearWithTheFirstList()
{
    auto* tabs = m_page->find<QTabWidget>("runs_tabs");
    QVERIFY(!tabs->tabBar()->isVisible());
    importJobs();
    QVERIFY(tabs->tabBar()->isVisible());
    QCOMPARE(tabs->currentIndex(), 0); // the runs stay
    tabs->setCurrentIndex(1);
    QVERIFY(m_page->find<QTableView>("jobs_table")->isVisible());
}

void TstJobsView::totalsAndJobsAreShown()
{
    importJobs();
    const auto* totals = m_page->find<QTableView>("jobs_totals");
    const int last = totals->model()->rowCount() - 1;
    QCOMPARE(tests::cellText(totals, last, 1), QString("306"));
    QCOMPARE(tests::cellText(totals, last, 2), QString("994.13")); // 3,578,857 s
    const int timed_out = tests::rowWith(totals, 0, "Timed out");
    QCOMPARE(tests::cellText(totals, timed_out, 2), QString("3.00")); // 10,812 s
    const auto* jobs = m_page->find<QTableView>("jobs_table");
    QCOMPARE(jobs->model()->rowCount(), 306);
    QCOMPARE(tests::cellText(jobs, 0, 1), QString("39125549"));
    QCOMPARE(tests::cellText(jobs, 0, 3), QString("CANCELLED by 1000"));
}

void TstJobsView::listIsRemovedAfterAQuestion()
{
    importJobs();
    auto* tabs = m_page->find<QTabWidget>("runs_tabs");
    tabs->setCurrentIndex(1);
    dialogs::answerNext(QMessageBox::Cancel);
    m_page->find<QPushButton>("jobs_remove")->click();
    QVERIFY(dialogs::takeShown().value(0).contains("sacct_midnight"));
    QCOMPARE(m_page->find<QComboBox>("jobs_lists")->count(), 1);
    dialogs::answerNext(QMessageBox::Yes);
    m_page->find<QPushButton>("jobs_remove")->click();
    QTRY_COMPARE(m_page->find<QComboBox>("jobs_lists")->count(), 0);
    QVERIFY(!tabs->tabBar()->isVisible());
    QCOMPARE(tabs->currentIndex(), 0);
}

void TstJobsView::languageSwitchesAtRunTime()
{
    importJobs();
    m_page->action("language.zh_CN")->trigger();
    QCoreApplication::processEvents();
    QVERIFY(tests::rowWith(m_page->find<QTableView>("jobs_totals"), 0, "超时") >= 0);
    QCOMPARE(m_page->find<QTabWidget>("runs_tabs")->tabText(1), QString("作业列表"));
    m_page->action("language.en")->trigger();
    QTRY_COMPARE(m_page->find<QTabWidget>("runs_tabs")->tabText(1), QString("Job lists"));
}

void TstJobsView::jobsWithoutRunsHaveThePage()
{
    m_page = std::make_unique<tests::PagesFixture>(false);
    m_page->go(tests::Runs);
    QVERIFY(m_page->find<QWidget>("runs_empty")->isVisible());
    importJobs();
    QVERIFY(m_page->find<QTableView>("jobs_table")->isVisible());
}

FS_UI_TEST(TstJobsView)

} // namespace fullscope::ui

#include "tst_jobs_view.moc"
