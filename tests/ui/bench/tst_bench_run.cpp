// SPDX-License-Identifier: GPL-3.0-or-later
// Benchmarks started in the window: by the real native engine, and by workers that fail in every way that workers do.
#include "tests/ui/bench/bench_fixture.h"
#include "ui/shell/job_queue.h"

#include <QThread>

#include <atomic>
#include <cmath>
#include <csignal>

namespace fullscope::ui {

class TstBenchRun final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void theNativeEngineIsMeasured();
    void figuresFollowPriceAndAmortisation();
    void badValuesAreToldUnderTheirField();
    void theNativeEngineRunsOnTheHostAlone();
    void noPythonIsTold();
    void aPythonWithoutTorchIsTold();
    void theEnvironmentIsShownBeforeAndThePythonRemembered();
    void aKilledWorkerKeepsWhatItMeasured();
    void aSilentWorkerIsEnded();
    void garbageIsToldAndTheRestKept();
    void cancellingKeepsAPartialResult();
    void theWindowStaysFreeAndClosingAsksAndLeavesNoOrphan();
    void aBenchmarkWaitsForTheJobBeforeIt();
    void bothLanguages();

private:
    void waitForStart() const { QTRY_VERIFY(m_page->canStart()); }
    void waitForEnd() const { QTRY_VERIFY(!m_page->isRunning()); }

    std::unique_ptr<tests::BenchFixture> m_page;
};

void TstBenchRun::init()
{
    m_page = std::make_unique<tests::BenchFixture>();
}

void TstBenchRun::cleanup()
{
    m_page.reset();
}

void TstBenchRun::theNativeEngineIsMeasured()
{
    QVERIFY(m_page->find<QWidget>("bench_setup")->isVisible()); // the toolbar's button led here
    m_page->askForTiny();
    m_page->type("bench_price", "$3.60/h");
    waitForStart();
    QVERIFY(m_page->find<QTableView>("bench_devices")->model()->rowCount() >= 1);
    QVERIFY(m_page->find<QTableView>("bench_checks")->model()->rowCount() >= 3);
    m_page->start();
    QVERIFY(m_page->isRunning());
    waitForEnd();
    QVERIFY(m_page->result());
    const bench::Summary& summary = m_page->result()->summary;
    QCOMPARE(summary.windows, 5);
    QCOMPARE(summary.steps, 20);
    QVERIFY(summary.tokens_per_s && summary.step_time_s->low);
    // $3.60 an hour is a tenth of a cent a second: 1,000 steps cost as many dollars as a step takes seconds.
    const double step_s = summary.step_time_s->value;
    QVERIFY(std::abs(summary.costs->per_1000_steps.value / step_s - 1) < 1e-9);
    QVERIFY(m_page->find<PlotWidget>("bench_step_plot")->spec().lines.at(0).x.size() >= 20);
    QCOMPARE(m_page->find<PlotWidget>("bench_step_plot")->spec().marks.size(), 5U);
    QVERIFY(!m_page->find<PlotWidget>("bench_loss_plot")->spec().lines.empty());
    QCOMPARE(m_page->find<QTableView>("bench_windows_table")->model()->rowCount(), 5);
    QVERIFY(m_page->verdict().contains("Verdict"));
    QVERIFY2(m_page->find<QLabel>("bench_cost_notes")->text().contains("$3.60 per hour and $86.40 per day"),
        qPrintable(m_page->find<QLabel>("bench_cost_notes")->text()));
    QCOMPARE(m_page->cell("bench_environment", "Batch (sequences)", 1),
        QString::number(m_page->result()->measurement.plan->batch));
}

void TstBenchRun::figuresFollowPriceAndAmortisation()
{
    const QString python = m_page->python("python",
        QByteArray(tests::kHello) + tests::kPlan + tests::kWindow
            + R"(printf '{"v":1,"t":"end","seq":25,"status":"ok","stopped_by":"plan"}\n' >&3)");
    m_page->askFor(python);
    waitForStart();
    m_page->start();
    waitForEnd();
    // One window of 20 steps in 2 s with 81,920 tokens; the first step took 2 s, 1.9 s of it the compilation.
    QVERIFY(m_page->result());
    QVERIFY(!m_page->result()->summary.costs);
    QVERIFY(m_page->find<QTableView>("bench_costs")->isHidden());
    m_page->type("bench_result_price", "$36/h"); // a cent a second
    m_page->type("bench_result_amortise", "1900");
    emit m_page->find<QLineEdit>("bench_result_amortise")->editingFinished();
    QCOMPARE(m_page->cell("bench_costs", "Without the compilation", 1), QStringLiteral("$1.00")); // 1,000 × 0.1 s
    QCOMPARE(m_page->cell("bench_costs", "Without the compilation", 2), QStringLiteral("$0.244")); // 1e6/40,960 s
    // 1.9 s over 1,900 steps: a millisecond more for each.
    QCOMPARE(m_page->cell("bench_costs", "Compilation spread over 1,900 steps", 1), QStringLiteral("$1.01"));
    m_page->type("bench_result_price", "dear");
    emit m_page->find<QLineEdit>("bench_result_price")->editingFinished();
    const auto* problem = m_page->find<QLabel>("bench_option_problem");
    QVERIFY(problem->isVisible() && problem->text().contains("Price per hour") && problem->text().contains("dear"));
}

void TstBenchRun::badValuesAreToldUnderTheirField()
{
    waitForStart();
    m_page->type("bench_batch", "-3");
    QVERIFY2(m_page->problemOf("batch").contains("-3"), qPrintable(m_page->problemOf("batch")));
    QVERIFY(!m_page->canStart());
    m_page->type("bench_batch", "");
    QVERIFY(m_page->problemOf("batch").isEmpty());
    m_page->type("bench_most_time", "12 kg");
    QVERIFY(m_page->problemOf("most_time").contains("12 kg"));
    m_page->type("bench_most_time", "10 min");
    QVERIFY(m_page->problemOf("most_time").isEmpty());
    m_page->type("bench_most_money", "$2"); // and nobody knows what an hour costs
    QVERIFY(!m_page->problemOf("price").isEmpty());
    m_page->type("bench_price", "$4/h");
    QVERIFY(m_page->problemOf("price").isEmpty() && m_page->canStart());
    m_page->type("bench_sequence", "99999999999999");
    QVERIFY(!m_page->problemOf("sequence").isEmpty());
    QCOMPARE(m_page->find<QLineEdit>("bench_windows")->placeholderText(), QStringLiteral("5"));
}

void TstBenchRun::theNativeEngineRunsOnTheHostAlone()
{
    waitForStart();
    m_page->choose("bench_device", "cuda");
    QCOMPARE(m_page->find<QComboBox>("bench_engine")->currentData().toString(), QStringLiteral("torch"));
    m_page->choose("bench_engine", "native");
    QVERIFY(!m_page->problemOf("device").isEmpty());
    QVERIFY(!m_page->canStart());
}

void TstBenchRun::noPythonIsTold()
{
    m_page->askFor("/nowhere/bin/python");
    QTRY_VERIFY(m_page->find<QLabel>("bench_python_state")->isVisible());
    QVERIFY(m_page->find<QLabel>("bench_python_state")->text().contains("/nowhere/bin/python"));
    QVERIFY(!m_page->canStart());
    m_page->askFor(QString());
    QVERIFY(!m_page->problemOf("python").isEmpty());
}

void TstBenchRun::aPythonWithoutTorchIsTold()
{
    const QString python = m_page->python("bare", "exit 1",
        R"('{"version": "3.11.2", "prefix": "/usr", "packages": {}, "torch_problem": "No module named torch"}')");
    m_page->askFor(python);
    QTRY_VERIFY(m_page->find<QTableView>("bench_python_environment")->isVisible());
    QCOMPARE(m_page->cell("bench_python_environment", "PyTorch", 1),
        QStringLiteral("cannot be imported: No module named torch"));
    QVERIFY(!m_page->canStart());
    QVERIFY(m_page->find<QLabel>("bench_state")->text().contains("no PyTorch"));
}

void TstBenchRun::theEnvironmentIsShownBeforeAndThePythonRemembered()
{
    const QString python = m_page->python("python", "exit 0");
    m_page->choose("bench_engine", "torch");
    QVERIFY(!m_page->canStart());
    dialogs::chooseNext({python});
    m_page->find<QPushButton>("bench_choose_python")->click();
    waitForStart();
    QCOMPARE(m_page->cell("bench_python_environment", "PyTorch", 1), QStringLiteral("2.14.0, built for CPU"));
    QVERIFY(m_page->cell("bench_python_environment", "Python", 1).contains("virtual environment /fake"));
    QCOMPARE(m_page->settings.python(), python);
}

void TstBenchRun::aKilledWorkerKeepsWhatItMeasured()
{
    m_page->askFor(m_page->python("killed", QByteArray(tests::kHello) + tests::kPlan + tests::kWindow + "kill -9 $$"));
    waitForStart();
    m_page->start();
    waitForEnd();
    QVERIFY(m_page->result());
    QVERIFY(m_page->result()->end == bench::WorkerEnd::killed);
    QVERIFY2(m_page->verdict().contains("ended by a signal") && m_page->verdict().contains("partial"),
        qPrintable(m_page->verdict()));
    QCOMPARE(std::lround(m_page->result()->summary.tokens_per_s->value), 40'960L); // 81,920 in 2 s
}

void TstBenchRun::aSilentWorkerIsEnded()
{
    const QString said = m_page->folder.filePath("said"); // what is cancelled before it began leaves no result
    m_page->askFor(m_page->python("silent", QByteArray(tests::kHello) + "touch '" + said.toUtf8() + "'\nexec sleep 300"));
    waitForStart();
    m_page->start();
    QTRY_VERIFY(QFile::exists(said) && m_page->find<QPushButton>("bench_cancel")->isVisible());
    m_page->find<QPushButton>("bench_cancel")->click();
    QTRY_VERIFY(!m_page->isRunning()); // by SIGTERM, as it hears no polite word
    QVERIFY(m_page->result()->end == bench::WorkerEnd::cancelled);
}

void TstBenchRun::garbageIsToldAndTheRestKept()
{
    m_page->askFor(m_page->python("garbage",
        QByteArray("printf 'Segfault in \\377\\n{\"v\":1\\n' >&3\n") + tests::kHello + tests::kPlan + tests::kWindow
            + "printf torn >&3"));
    waitForStart();
    m_page->start();
    waitForEnd();
    QVERIFY(m_page->result());
    QCOMPARE(m_page->result()->problems.size(), 3U);
    QVERIFY(m_page->find<QLabel>("bench_records_problem")->isVisible());
    QVERIFY(m_page->result()->summary.tokens_per_s);
    // One that says nothing at all.
    m_page->action("action.run_benchmark")->trigger();
    m_page->askFor(m_page->python("mute", "exit 0"));
    waitForStart();
    m_page->start();
    waitForEnd();
    QVERIFY(m_page->result()->end == bench::WorkerEnd::no_records);
    QVERIFY(!m_page->result()->summary.tokens_per_s);
}

void TstBenchRun::cancellingKeepsAPartialResult()
{
    m_page->askForTiny();
    m_page->type("bench_windows", "100000");
    waitForStart();
    m_page->start();
    QTRY_VERIFY(m_page->livePoints() > 60);
    QVERIFY(m_page->find<QLabel>("bench_phase")->text().contains("Measuring"));
    m_page->find<QPushButton>("bench_cancel")->click();
    waitForEnd();
    QVERIFY(m_page->result()->end == bench::WorkerEnd::cancelled);
    QVERIFY(m_page->result()->summary.tokens_per_s);
    QVERIFY(m_page->result()->summary.holds(bench::Verdict::partial));
}

void TstBenchRun::theWindowStaysFreeAndClosingAsksAndLeavesNoOrphan()
{
    const QString pid_file = m_page->folder.filePath("child.pid");
    m_page->askFor(m_page->python("parent",
        "trap '' TERM\nsleep 300 & echo $! > " + pid_file.toUtf8() + "\n" + tests::kHello
            + "while :; do sleep 0.2; done"));
    waitForStart();
    m_page->start();
    QTRY_VERIFY(QFile::exists(pid_file));
    m_page->go(tests::Scenario); // meanwhile
    QVERIFY(m_page->document.addOption("Meanwhile", {}).ok());
    QTRY_VERIFY(m_page->document.isSaved());
    dialogs::takeShown();
    m_page->window->close();
    QVERIFY(m_page->window->isVisible()); // it asked, and nobody said yes
    QVERIFY(dialogs::takeShown().join(' ').contains("still running"));
    dialogs::answerNext(QMessageBox::Yes);
    m_page->window->close();
    QTRY_VERIFY(!m_page->window->isVisible());
    QFile file(pid_file);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto child = static_cast<pid_t>(file.readAll().trimmed().toInt());
    QVERIFY(child > 0);
    QTRY_VERIFY(::kill(child, 0) != 0);
}

void TstBenchRun::aBenchmarkWaitsForTheJobBeforeIt()
{
    std::atomic<bool> go_on = false;
    emit m_page->pages.at(0)->workRequested("Busy", [&](store::WorkspaceFile&, const base::JobContext&) {
        while (!go_on)
            QThread::msleep(5);
        return base::Status();
    });
    m_page->askForTiny();
    waitForStart();
    m_page->start();
    QTest::qWait(300);
    QVERIFY(m_page->find<QLabel>("bench_phase")->text().contains("Waiting"));
    m_page->find<QPushButton>("bench_cancel")->click(); // drops it, and leaves the other job alone
    go_on = true;
    waitForEnd();
    QVERIFY(!m_page->result());
}

void TstBenchRun::bothLanguages()
{
    m_page->askForTiny();
    waitForStart();
    m_page->window->setLanguage(words::Language::zh_CN);
    QTRY_COMPARE(m_page->find<QPushButton>("bench_start")->text(), QStringLiteral("开始(&S)"));
    m_page->start();
    waitForEnd();
    QVERIFY(m_page->verdict().contains(QStringLiteral("结论")));
    QCOMPARE(m_page->find<QTableView>("bench_windows_table")->model()->headerData(1, Qt::Horizontal).toString(),
        QStringLiteral("步数"));
}

FS_UI_TEST(TstBenchRun)

} // namespace fullscope::ui

#include "tst_bench_run.moc"
