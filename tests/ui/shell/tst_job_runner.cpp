// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/job_runner.h"

#include "tests/ui/support/ui_test.h"

#include <QElapsedTimer>
#include <QSemaphore>
#include <QSignalSpy>
#include <QThread>

namespace fullscope::ui {

namespace {

// Works until it is told to stop.
void workUntilCancelled(const base::JobContext& job)
{
    while (job.check().ok())
        QThread::yieldCurrentThread();
}

} // namespace

class TstJobRunner final : public QObject {
    Q_OBJECT

private slots:
    void worksOnAnotherThreadAndEndsOnThisOne();
    void passesProgressOn();
    void refusesASecondJob();
    void cancelEndsTheJobWithin200ms();
    void nextJobMayStartWhenTheLastIsDone();
    void goesWhileAJobRuns();
};

void TstJobRunner::worksOnAnotherThreadAndEndsOnThisOne()
{
    JobRunner runner;
    QSignalSpy finished(&runner, &JobRunner::finished);
    QThread* worked_on = nullptr;
    QThread* done_on = nullptr;
    QVERIFY(runner.start(
        "job", [&](const base::JobContext&) { worked_on = QThread::currentThread(); },
        [&] { done_on = QThread::currentThread(); }));
    QVERIFY(runner.isRunning());
    QTRY_VERIFY(done_on);
    QCOMPARE(done_on, thread());
    QVERIFY(worked_on != thread());
    QVERIFY(!runner.isRunning());
    QCOMPARE(finished.size(), 1);
    QCOMPARE(finished[0][0].toBool(), false);
}

void TstJobRunner::passesProgressOn()
{
    JobRunner runner;
    QSignalSpy progressed(&runner, &JobRunner::progressed);
    bool done = false;
    runner.start(
        "job",
        [](const base::JobContext& job) {
            job.report({"a.log", 0, 1'000});
            job.report({"a.log", 1'000, 1'000});
        },
        [&] { done = true; });
    QTRY_VERIFY(done);
    QCOMPARE(progressed.size(), 2); // the first and the last are never held back
    QCOMPARE(progressed[1], (QVariantList {"a.log", qulonglong {1'000}, qulonglong {1'000}}));
}

void TstJobRunner::refusesASecondJob()
{
    JobRunner runner;
    bool done = false;
    QVERIFY(runner.start("first", workUntilCancelled, [&] { done = true; }));
    QVERIFY(!runner.start("second", workUntilCancelled, [] {}));
    runner.cancel();
    QTRY_VERIFY(done);
}

void TstJobRunner::cancelEndsTheJobWithin200ms()
{
    JobRunner runner;
    QSignalSpy finished(&runner, &JobRunner::finished);
    QSemaphore running;
    runner.start(
        "job",
        [&](const base::JobContext& job) {
            running.release();
            workUntilCancelled(job);
        },
        [] {});
    running.acquire();
    QElapsedTimer clock;
    clock.start();
    runner.cancel();
    QTRY_COMPARE(finished.size(), 1);
    QVERIFY(clock.elapsed() < 200);
    QCOMPARE(finished[0][0].toBool(), true);
}

void TstJobRunner::nextJobMayStartWhenTheLastIsDone()
{
    JobRunner runner;
    bool second_done = false;
    runner.start(
        "first", [](const base::JobContext&) {},
        [&] {
            QVERIFY(runner.start(
                "second", [](const base::JobContext&) {}, [&] { second_done = true; }));
        });
    QTRY_VERIFY(second_done);
}

void TstJobRunner::goesWhileAJobRuns()
{
    bool done = false;
    {
        JobRunner runner;
        runner.start("job", workUntilCancelled, [&] { done = true; });
    }
    QCoreApplication::processEvents();
    QVERIFY(!done); // nobody is there to be told
}

FS_UI_TEST(TstJobRunner)

} // namespace fullscope::ui

#include "tst_job_runner.moc"
