// SPDX-License-Identifier: GPL-3.0-or-later
// What the window is for, from start to PDF with its real widgets: the adviser who gets logs, a bill and a pitch, and
// the engineer who measures. Expected figures: by hand, beside them.
#include "tests/core/bench/bench_lines.h"
#include "tests/core/workspace/reconcile_files.h"
#include "tests/ui/bench/bench_fixture.h"
#include "tests/ui/support/drop_files.h"

#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QProcess>

namespace fullscope::ui {

using scenario::Input;

namespace {

QString textOf(const QString& pdf)
{
    QProcess program;
    program.start(QStringLiteral("pdftotext"), {QStringLiteral("-layout"), pdf, QStringLiteral("-")});
    program.waitForFinished();
    return QString::fromUtf8(program.readAllStandardOutput());
}

} // namespace

class TstStories final : public QObject {
    Q_OBJECT

private slots:
    void init() { m_page = std::make_unique<tests::BenchFixture>(); }
    void cleanup() { m_page.reset(); }
    void theAdviserAnswersAPitch();
    void theEngineerMeasuresAndCompares();

private:
    void type(Input input, int column, const char* text);
    QString exported(const char* name);

    std::unique_ptr<tests::BenchFixture> m_page;
};

void TstStories::type(Input input, int column, const char* text)
{
    auto* table = m_page->find<QTableView>("scenario_table");
    auto* model = static_cast<ScenarioModel*>(table->model());
    int row = 0;
    while (row < model->rowCount() && model->input(row) != input)
        ++row;
    const QModelIndex cell = model->index(row, column);
    table->scrollTo(cell);
    table->setCurrentIndex(cell);
    table->edit(cell);
    QLineEdit* open = nullptr;
    for (auto* editor : table->findChildren<QLineEdit*>("cell_editor"))
        if (editor->isVisible())
            open = editor;
    QVERIFY2(open != nullptr, text);
    open->selectAll();
    QTest::keyClicks(open, QString::fromUtf8(text));
    QTest::keyClick(open, Qt::Key_Return);
    QCoreApplication::processEvents(); // a cell takes Enter when the key has been dealt with
}

// The text of the PDF that the Report page writes.
QString TstStories::exported(const char* name)
{
    m_page->go(tests::Report);
    const QString path = m_page->folder.filePath(QLatin1String(name));
    dialogs::chooseNext({path});
    auto* write = m_page->find<QPushButton>("report_export");
    const auto* state = m_page->find<QLabel>("report_state");
    const auto isWritten = [&] { return state->text().contains(path); };
    if (!QTest::qWaitFor([&] { return write->isEnabled() && state->text().contains("Pages:"); }, 60'000))
        return QStringLiteral("the report cannot be exported");
    write->click();
    if (!QTest::qWaitFor(isWritten, 60'000))
        return QStringLiteral("nothing was written: ") + state->text();
    return textOf(path);
}

void TstStories::theAdviserAnswersAPitch()
{
    // A folder by mail: a day of a machine at $30/h, and the log of six hours on it.
    QVERIFY(QDir(m_page->folder.path()).mkdir("mail"));
    const std::string mail = utf8(m_page->folder.filePath("mail/"));
    workspace::test::writeHours(mail + "bill.csv", 0, 24, 1);
    workspace::test::writeSteps(mail + "log.csv", 2, 8);
    m_page->go(tests::Overview);
    tests::drop(m_page->window.get(), {m_page->folder.filePath("mail")});
    QTRY_COMPARE(m_page->document.workspace().bills()->size(), 1U);
    QTRY_COMPARE(m_page->document.workspace().runs()->size(), 1U);

    // The pitch's table, pasted; what is claimed becomes two options.
    m_page->go(tests::Claims);
    QGuiApplication::clipboard()->setText("| | H100 | Trn2 |\n|---|---|---|\n| Instance price ($/h) | 32.77 | 24.69 |\n"
                                          "| Tokens per second | 48200 | 67800 |\n");
    m_page->find<QPushButton>("claims_paste")->click();
    QTRY_COMPARE(m_page->find<QTableView>("claims_figures")->model()->rowCount(), 4);
    QTRY_VERIFY(m_page->find<QPushButton>("claims_option")->isEnabled());
    m_page->find<QPushButton>("claims_option")->click();
    QCOMPARE(m_page->document.scenario().options.size(), 2U);

    // Two prices corrected, and the workload that it is about.
    m_page->go(tests::Scenario);
    QCoreApplication::processEvents();
    type(Input::tokens, ScenarioModel::FirstOption, "173.52B");
    type(Input::runs, ScenarioModel::FirstOption, "1");
    for (int option = 0; option < 2; ++option)
        type(Input::nodes, ScenarioModel::FirstOption + option, "1");
    type(Input::price_per_h, ScenarioModel::FirstOption, "$30/h");
    type(Input::price_per_h, ScenarioModel::FirstOption + 1, "$20/h");

    // 173.52e9 / 48,200 / 3600 = 1,000 h at $30; / 67,800 / 3600 = 710.914 h at $20.
    m_page->go(tests::Compare);
    QTRY_VERIFY2(m_page->figures().contains("≥ $30,000"), qPrintable(m_page->figures().join('|')));
    QVERIFY2(m_page->figures().contains("≥ $14,218"), qPrintable(m_page->figures().join('|')));
    const QString verdict = m_page->find<QLabel>("compare_verdict")->text();
    QVERIFY2(verdict.contains("52.6 %"), qPrintable(verdict)); // 1 − 14,218.3 / 30,000
    const QString report = exported("answer.pdf");
    for (const char* said : {"52.6 %", "$30,000", "$14,218", "48,200", "bill.csv", "log.csv", "claimed"})
        QVERIFY2(report.contains(said), qPrintable(QString(said) + " is not in: " + report.left(4000)));
}

void TstStories::theEngineerMeasuresAndCompares()
{
    // Run benchmark, and watch it.
    m_page->action("action.run_benchmark")->trigger();
    m_page->askForTiny();
    m_page->type("bench_price", "$3.60/h");
    QTRY_VERIFY(m_page->canStart());
    m_page->start();
    QVERIFY(m_page->isRunning());
    QTRY_VERIFY(!m_page->isRunning());
    QCOMPARE(m_page->find<PlotWidget>("bench_step_plot")->spec().marks.size(), 5U);
    const double tokens_per_s = m_page->result()->summary.tokens_per_s->value;
    const bool is_usable = m_page->result()->summary.usable();
    const auto& plan = *m_page->result()->measurement.plan;

    // The other machine's result, dropped; the two side by side.
    bench::test::Lines lines;
    lines.plan["batch"] = plan.batch;
    std::string text;
    for (const std::string& line : lines.lines())
        text += line + '\n';
    const auto other = bench::readResult(text, "worker.jsonl", {.price_per_h = 36.0});
    QVERIFY(other.ok());
    QFile file(m_page->folder.filePath("other.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(bench::writeResult(*other)));
    file.close();
    tests::drop(m_page->window.get(), {file.fileName()});
    m_page->find<QTabWidget>("bench_tabs")->setCurrentIndex(1);
    auto* list = m_page->find<QTableView>("bench_results");
    QTRY_COMPARE(list->model()->rowCount(), 2);
    list->selectAll();
    QCOMPARE(m_page->find<QTableView>("bench_side_by_side")->model()->columnCount(), 3);
    QVERIFY(
        m_page->find<QLabel>("bench_comparison")->text().contains("not comparable")); // other model, with the reason

    // What was measured here goes into an option.
    QVERIFY(m_page->document.addOption("here", {}).ok());
    const auto kept = m_page->document.workspace().benchmarks();
    const auto* const own = kept->front().file.empty() || kept->front().windows == 5 ? &kept->front() : &kept->back();
    for (int row = 0; row < list->model()->rowCount(); ++row)
        for (int column = 0; column < list->model()->columnCount(); ++column)
            if (tests::cellText(list, row, column) == QString::number(own->id) && column == 0)
                list->selectRow(row);
    auto* menu = m_page->find<QMenu>("bench_options");
    emit menu->aboutToShow();
    QVERIFY(!menu->actions().isEmpty() && menu->actions().at(0)->menu() != nullptr);
    if (!is_usable) // on a busy machine
        dialogs::answerNext(QMessageBox::Yes);
    menu->actions().at(0)->menu()->actions().at(0)->trigger();
    const auto& values = m_page->document.scenario().options.at(0).values;
    QVERIFY(values.contains(Input::tokens_per_s));
    QVERIFY(values.at(Input::tokens_per_s).provenance.origin == evidence::Origin::measured);
    const QString report = exported("measured.pdf");
    QVERIFY2(report.contains("here"), qPrintable(report.left(2000)));
    QVERIFY(tokens_per_s > 0);
}

FS_UI_TEST(TstStories)

} // namespace fullscope::ui

#include "tst_stories.moc"
