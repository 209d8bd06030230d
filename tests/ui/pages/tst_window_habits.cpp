// SPDX-License-Identifier: GPL-3.0-or-later
// What holds on every page: nothing blocks the window, and what was arranged is found again.
#include "tests/core/workspace/generated_files.h"
#include "tests/ui/pages/pages_fixture.h"
#include "ui/compare/uncertainty_view.h"
#include "ui/plot/plot_view.h"
#include "ui/shell/table_layout.h"

#include <QHeaderView>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTimer>

#include <algorithm>

#include <time.h>

namespace fullscope::ui {

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr double kMostBlocked_ms = 600;
#else
constexpr double kMostBlocked_ms = 100;
#endif

double threadTime_ms()
{
    timespec now {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

// Ticks as fast as the event loop lets it. What the window's thread worked between two ticks is what a key press would
// have waited for: its own processor time, as a machine that is busy with others is no fault of the window.
class Watchdog final : public QObject {
public:
    Watchdog()
    {
        m_timer.setInterval(0);
        connect(&m_timer, &QTimer::timeout, this, [this] { tick(); });
        m_last_ms = threadTime_ms();
        m_timer.start();
    }
    void doing(const QString& what)
    {
        tick();
        m_what = what;
    }
    QStringList stalls() const { return m_stalls; }

private:
    void tick()
    {
        const double now_ms = threadTime_ms();
        if (now_ms - m_last_ms > kMostBlocked_ms)
            m_stalls << QStringLiteral("%1: %2 ms").arg(m_what).arg(now_ms - m_last_ms, 0, 'f', 0);
        m_last_ms = threadTime_ms();
    }

    QTimer m_timer;
    double m_last_ms = 0;
    QString m_what;
    QStringList m_stalls;
};

} // namespace

class TstWindowHabits final : public QObject {
    Q_OBJECT

private slots:
    void nothingBlocksTheWindow();
    void tablesAndPlotsAreFoundAgain();
};

void TstWindowHabits::nothingBlocksTheWindow()
{
    const tests::PagesFixture page;
    workspace::test::writeLog(utf8(page.folder.filePath("long.log")), 100'000);
    workspace::test::writeBill(utf8(page.folder.filePath("bill.csv")), 0, 100'000);
    QTRY_VERIFY(!page.find<QLabel>("overview_state")->isVisible());
    Watchdog watchdog;
    watchdog.doing("import");
    QSignalSpy changed(const_cast<Document*>(&page.document), &Document::evidenceChanged);
    page.window->importPaths({page.folder.filePath("long.log"), page.folder.filePath("bill.csv")});
    QTRY_VERIFY_WITH_TIMEOUT(!changed.isEmpty(), 300'000);
    for (int number = tests::Overview; number <= tests::Catalogue; ++number) {
        watchdog.doing(QStringLiteral("page %1").arg(number));
        page.go(static_cast<tests::PageNumber>(number));
        QTest::qWait(100);
        QTabWidget* views = nullptr;
        for (auto* tabs : page.pages[number - 1]->findChildren<QTabWidget*>())
            if (views == nullptr && tabs->isVisible())
                views = tabs;
        for (int view = 1; views != nullptr && view < views->count(); ++view) {
            watchdog.doing(QStringLiteral("page %1, %2").arg(number).arg(views->tabText(view)));
            views->setCurrentIndex(view);
            QTest::qWait(100);
        }
        for (auto* table : page.pages[number - 1]->findChildren<QTableView*>())
            if (table->isVisible()) {
                watchdog.doing(QStringLiteral("scrolling %1").arg(table->objectName()));
                table->scrollToBottom();
                QTest::qWait(0);
                table->scrollToTop();
            }
    }
    watchdog.doing("Monte Carlo");
    page.go(tests::Compare);
    QTRY_VERIFY_WITH_TIMEOUT(page.find<UncertaintyView>("compare_uncertainty")->isCurrent(), 300'000);
    watchdog.doing("pages of the report");
    page.go(tests::Report);
    QTRY_VERIFY_WITH_TIMEOUT(page.find<QLabel>("report_state")->text().startsWith("Pages"), 300'000);
    QTest::qWait(500);
    watchdog.doing({});
    QCOMPARE(watchdog.stalls(), QStringList());
}

void TstWindowHabits::tablesAndPlotsAreFoundAgain()
{
    tests::PagesFixture page;
    page.go(tests::Compare);
    QTRY_VERIFY(page.find<PlotWidget>("compare_bars")->spec().bars.size() > 1);
    auto* plot = page.find<PlotWidget>("compare_bars");
    auto* ladder = page.find<QTableView>("compare_ladder");
    QTest::qWait(50);
    ladder->sortByColumn(1, Qt::DescendingOrder);
    const QString first = tests::cellText(ladder, 0, 0);
    plot->setFocus();
    QTest::keyClick(plot, Qt::Key_Plus);
    QTest::qWait(50);
    const auto view = viewOf(*plot);
    QVERIFY(view && view->y);
    page.window->close();
    QTRY_VERIFY(!page.window->isVisible());
    page.show(); // another window, as after another start
    page.go(tests::Compare);
    plot = page.find<PlotWidget>("compare_bars");
    QTRY_VERIFY(plot->spec().bars.size() > 1);
    QTRY_VERIFY(viewOf(*plot) && viewOf(*plot)->y);
    QCOMPARE(viewOf(*plot)->y->to, view->y->to);
    ladder = page.find<QTableView>("compare_ladder");
    QTRY_COMPARE(tests::cellText(ladder, 0, 0), first);
    QCOMPARE(ladder->horizontalHeader()->sortIndicatorSection(), 1);
}

FS_UI_TEST(TstWindowHabits)

} // namespace fullscope::ui

#include "tst_window_habits.moc"
