// SPDX-License-Identifier: GPL-3.0-or-later
// Results that the workspace keeps: listed, removed and put back, priced anew, side by side.
#include "core/workspace/benchmarks.h"
#include "tests/core/bench/bench_lines.h"
#include "tests/ui/bench/bench_fixture.h"
#include "ui/shell/table_copy.h"

namespace fullscope::ui {

namespace {

// Of the lines of a worker, as if it had been measured.
bench::BenchResult resultOf(const bench::test::Lines& lines, const bench::SummaryOptions& options = {})
{
    std::string text;
    for (const std::string& line : lines.lines())
        text += line + '\n';
    auto result = bench::readResult(text, "worker.jsonl", options);
    Q_ASSERT(result.ok());
    return *std::move(result);
}

bench::test::Lines slower()
{
    bench::test::Lines lines;
    lines.hello["host"] = "g";
    lines.device["name"] = "A100";
    lines.windows_s = std::vector<std::vector<double>>(5, std::vector<double>(20, 0.2));
    lines.warm_up_s = std::vector<double>(10, 0.2);
    return lines;
}

} // namespace

class TstBenchResults final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void anEmptyWorkspaceSaysWhatBelongsHere();
    void aMeasuredResultIsKept();
    void removingIsUndone();
    void anotherPriceIsKeptAndUndone();
    void twoAreComparedSideBySide();
    void whatCannotBeComparedIsRefusedWithReasons();
    void anOverrideIsRecordedPrintedAndUndone();
    void measuredValuesGoIntoAnOption();
    void fromTheButtonToTheScenario();
    void aPlaceLeadsToItsResult();
    void aDeviceHasItsHistory();
    void aDroppedResultIsImported();
    void theListIsSortedAndCopied();
    void aReadOnlyWorkspaceShowsTheResultAllTheSame();

private:
    std::int64_t add(const bench::BenchResult& result) const
    {
        const auto added = workspace::addBenchmark(m_page->document.workspace(), result);
        if (!added.ok())
            return 0;
        m_page->document.evidenceWasChanged();
        return added->id;
    }
    int rows() const { return m_list->model()->rowCount(); }
    std::size_t stored() const // in the workspace
    {
        const auto all = m_page->document.workspace().benchmarks();
        if (!all.ok())
            qWarning("%s", qPrintable(errorText(all.error(), words::Language::en)));
        return all.ok() ? all->size() : 999;
    }
    void selectAll() const { m_list->selectAll(); }
    QString said() const { return m_page->find<QLabel>("bench_comparison")->text(); }

    std::unique_ptr<tests::BenchFixture> m_page;
    QTableView* m_list = nullptr;
};

void TstBenchResults::init()
{
    m_page = std::make_unique<tests::BenchFixture>();
    m_page->find<QTabWidget>("bench_tabs")->setCurrentIndex(1);
    m_list = m_page->find<QTableView>("bench_results");
}

void TstBenchResults::cleanup()
{
    m_page.reset();
}

void TstBenchResults::anEmptyWorkspaceSaysWhatBelongsHere()
{
    QVERIFY(m_page->find<QLabel>("bench_empty")->isVisible());
    QVERIFY(!m_page->find<QPushButton>("bench_remove")->isEnabled());
}

void TstBenchResults::aMeasuredResultIsKept()
{
    m_page->find<QTabWidget>("bench_tabs")->setCurrentIndex(0);
    m_page->askForTiny();
    QTRY_VERIFY(m_page->canStart());
    m_page->start();
    QTRY_VERIFY(!m_page->isRunning());
    QCOMPARE(stored(), 1U);
    QCOMPARE(rows(), 1);
    QVERIFY(m_list->isVisible() && m_page->find<QTableView>("bench_figures")->isVisible());
    const auto kept = m_page->document.workspace().benchmarks();
    QCOMPARE(kept->front().windows, 5);
    QCOMPARE(*kept->front().tokens_per_s.value, m_page->result()->summary.tokens_per_s->value);
    // A killed one says nothing that could be kept: it is shown.
    m_page->action("action.run_benchmark")->trigger();
    m_page->askFor(m_page->python("mute", "exit 0"));
    QTRY_VERIFY(m_page->canStart());
    m_page->start();
    QTRY_VERIFY(!m_page->isRunning());
    QCOMPARE(stored(), 1U);
    QVERIFY(m_page->verdict().contains("said nothing"));
}

void TstBenchResults::removingIsUndone()
{
    const std::int64_t id = add(resultOf({}));
    add(resultOf(slower()));
    QCOMPARE(rows(), 2);
    const auto before = m_page->document.workspace().benchmark(id);
    selectAll();
    m_page->find<QPushButton>("bench_remove")->click();
    QCOMPARE(rows(), 0);
    QVERIFY(m_page->find<QLabel>("bench_empty")->isVisible());
    m_page->document.undoStack().undo();
    QCOMPARE(rows(), 2);
    QVERIFY(*m_page->document.workspace().benchmark(id) == *before); // whole, under its id
    m_page->document.undoStack().redo();
    QCOMPARE(stored(), 0U);
}

void TstBenchResults::anotherPriceIsKeptAndUndone()
{
    add(resultOf({}));
    m_list->selectRow(0);
    m_page->type("bench_result_price", "$36/h");
    emit m_page->find<QLineEdit>("bench_result_price")->editingFinished();
    // 4,096 tokens take 0.1 s and a second a cent: 1e6 / 40,960 × $0.01.
    const auto cost = [&] { return m_page->document.workspace().benchmarks()->front().cost_per_million_tokens.value; };
    QVERIFY(cost() && std::abs(*cost() - 0.01 * 1e6 / 40'960) < 1e-9);
    QVERIFY(m_page->find<QLineEdit>("bench_result_price")->text().startsWith("$36"));
    m_page->document.undoStack().undo();
    QVERIFY(!cost());
    QVERIFY(m_page->find<QTableView>("bench_costs")->isHidden());
}

void TstBenchResults::twoAreComparedSideBySide()
{
    add(resultOf({}, {.price_per_h = 36.0}));
    add(resultOf(slower(), {.price_per_h = 36.0}));
    selectAll();
    QVERIFY2(said().contains("comparable") && !said().contains("not comparable"), qPrintable(said()));
    QVERIFY2(said().contains("2.00") || said().contains("0.50"), qPrintable(said())); // one takes twice as long
    const auto* table = m_page->find<QTableView>("bench_side_by_side");
    QCOMPARE(table->model()->columnCount(), 3);
    const int device = tests::rowWith(table, 0, "Device");
    const QStringList devices {tests::cellText(table, device, 1), tests::cellText(table, device, 2)};
    QVERIFY2(devices.contains("cuda: H200") && devices.contains("cuda: A100"), qPrintable(devices.join('|')));
}

void TstBenchResults::whatCannotBeComparedIsRefusedWithReasons()
{
    add(resultOf({}));
    bench::test::Lines other = slower();
    other.hello["spec_hash"] = "another";
    other.plan["batch"] = 16;
    add(resultOf(other));
    selectAll();
    QVERIFY2(said().contains("not comparable") && said().contains("different models") && said().contains("16"),
        qPrintable(said()));
    QVERIFY(!said().contains("times the throughput")); // and no ratio
}

void TstBenchResults::anOverrideIsRecordedPrintedAndUndone()
{
    add(resultOf({}));
    bench::test::Lines other = slower();
    other.plan["batch"] = 16;
    add(resultOf(other));
    selectAll();
    auto* anyway = m_page->find<QPushButton>("bench_anyway");
    QVERIFY(anyway->isVisible() && !said().contains("times the throughput"));
    anyway->click(); // and no answer
    QVERIFY(!said().contains("times the throughput"));
    dialogs::chooseNext({"the batch fills the device"});
    anyway->click();
    QVERIFY2(
        said().contains("times the throughput") && said().contains("the batch fills the device"), qPrintable(said()));
    QVERIFY(said().contains("not comparable") && anyway->isHidden());
    const auto recorded = m_page->document.workspace().document(store::DocumentKind::benchmarks);
    QVERIFY(recorded.ok() && recorded->json.find("the batch fills the device") != std::string::npos);
    m_page->document.undoStack().undo();
    QVERIFY(!said().contains("times the throughput") && anyway->isVisible());
}

void TstBenchResults::measuredValuesGoIntoAnOption()
{
    QVERIFY(m_page->document.addOption("H200 at home", {}).ok());
    bench::test::Lines lines;
    lines.windows_s.at(0) = std::vector<double>(20, 0.102); // so that there is an interval
    add(resultOf(lines));
    m_list->selectRow(0);
    auto* menu = m_page->find<QMenu>("bench_options");
    emit menu->aboutToShow();
    QCOMPARE(menu->actions().size(), 1);
    QMenu* inputs = menu->actions().at(0)->menu();
    QVERIFY(inputs != nullptr && inputs->actions().size() >= 3);
    inputs->actions().at(0)->trigger(); // all of them
    const auto& values = m_page->document.scenario().options.at(0).values;
    const scenario::Value& rate = values.at(scenario::Input::tokens_per_s);
    // 20 steps of 0.102 s and 80 of 0.1: 409,600 tokens in 10.04 s.
    QVERIFY2(std::abs(rate.value / (409'600 / 10.04) - 1) < 1e-3, qPrintable(QString::number(rate.value)));
    QVERIFY(rate.distribution && rate.provenance.origin == evidence::Origin::measured);
    // The first step took 12.1 s, 0.1004 of them the step itself.
    QVERIFY(std::abs(values.at(scenario::Input::first_compile_h).value - (12.1 - 0.1004) / 3600) < 1e-6);
    m_page->document.undoStack().undo();
    QVERIFY(!m_page->document.scenario().options.at(0).values.contains(scenario::Input::tokens_per_s));
    QVERIFY(!m_page->document.scenario().options.at(0).values.contains(scenario::Input::first_compile_h));
}

// The engineer's whole way: look, tick, start, watch, read, compare, use.
void TstBenchResults::fromTheButtonToTheScenario()
{
    QVERIFY(m_page->document.addOption("This machine", {}).ok());
    m_page->action("action.run_benchmark")->trigger();
    m_page->askForTiny();
    m_page->type("bench_price", "$3.60/h");
    m_page->find<QCheckBox>("bench_by_hand_0")->setChecked(true);
    m_page->find<QCheckBox>("bench_by_hand_3")->setChecked(true);
    for (std::size_t run = 1; run <= 2; ++run) {
        QTRY_VERIFY(m_page->canStart());
        m_page->start();
        QVERIFY(m_page->isRunning());
        // What the plots show stands in a table too, as steps come.
        const auto* live = m_page->find<QTableView>("bench_live_table");
        QTRY_VERIFY(live->model()->rowCount() > 0 || !m_page->isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(!m_page->isRunning(), 60'000);
        QCOMPARE(stored(), run);
        m_page->action("action.run_benchmark")->trigger();
    }
    m_page->find<QTabWidget>("bench_tabs")->setCurrentIndex(1);
    m_list->clearSelection();
    m_list->selectRow(0);
    QCOMPARE(m_page->cell("bench_environment", "Looked at by hand", 1), QStringLiteral("quota and disk"));
    const auto kept = m_page->document.workspace().benchmarks();
    const auto whole = workspace::benchmarkResult(m_page->document.workspace(), kept->back().id); // the second run's
    QCOMPARE(whole->looked_at, (std::vector<std::string> {"quota", "disk"})); // with the result, wherever it goes
    QCOMPARE(whole->measurement.steps.size(), m_page->result()->measurement.steps.size());
    selectAll();
    QCOMPARE(m_page->find<QTableView>("bench_side_by_side")->model()->columnCount(), 3);
    QVERIFY(!said().contains("different models"));
    m_list->clearSelection();
    m_list->selectRow(0);
    auto* menu = m_page->find<QMenu>("bench_options");
    emit menu->aboutToShow();
    if (!m_page->result()->summary.usable()) // on a busy machine
        dialogs::answerNext(QMessageBox::Yes);
    menu->actions().at(0)->menu()->actions().at(0)->trigger();
    const auto& values = m_page->document.scenario().options.at(0).values;
    QVERIFY(values.contains(scenario::Input::tokens_per_s));
    QCOMPARE(values.at(scenario::Input::tokens_per_s).provenance.origin, evidence::Origin::measured);
}

void TstBenchResults::aPlaceLeadsToItsResult()
{
    const auto first = add(resultOf({}));
    add(resultOf(slower()));
    m_page->find<QTabWidget>("bench_tabs")->setCurrentIndex(0);
    auto* page = m_page->find<Page>("benchmarks_page");
    QVERIFY(page->showPlace({.kind = store::Place::Kind::benchmark, .id = first}));
    QVERIFY(!page->showPlace({.kind = store::Place::Kind::run, .id = first}));
    QVERIFY(page->showPlace({.kind = store::Place::Kind::benchmark, .id = first}));
    QCOMPARE(m_page->find<QTabWidget>("bench_tabs")->currentIndex(), 1);
    QCOMPARE(m_list->selectionModel()->selectedRows().size(), 1);
    QVERIFY(m_page->verdict().contains("Verdict"));
    QCOMPARE(m_page->result()->measurement.hello->host, std::string("h"));
}

void TstBenchResults::aDeviceHasItsHistory()
{
    m_page->find<QTabWidget>("bench_tabs")->setCurrentIndex(2);
    QVERIFY(m_page->find<QLabel>("bench_history_empty")->isVisible());
    bench::test::Lines lines;
    lines.hello["started"] = "2026-10-01T10:00:00Z";
    add(resultOf(lines));
    lines.hello["started"] = "2026-11-01T10:00:00Z";
    lines.hello["torch"] = "2.15.0";
    add(resultOf(lines));
    QVERIFY(m_page->find<QLabel>("bench_history_empty")->isHidden());
    QCOMPARE(m_page->find<QComboBox>("bench_history_device")->count(), 1);
    const auto& spec = m_page->find<PlotWidget>("bench_history_plot")->spec();
    QVERIFY(!spec.lines.empty());
    QCOMPARE(spec.lines.at(0).x.size(), 2U);
    QCOMPARE(spec.marks.size(), 1U); // another PyTorch
    QCOMPARE(m_page->find<QTableView>("bench_history_table")->model()->rowCount(), 2);
}

void TstBenchResults::aDroppedResultIsImported()
{
    const QString path = m_page->folder.filePath("from-the-other-machine.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(bench::writeResult(resultOf(slower()))));
    file.close();
    m_page->window->importPaths({path}); // what a drop and File → Import come to
    QTRY_COMPARE(rows(), 1);
    QCOMPARE(m_page->cell("bench_figures", "Device", 1), QStringLiteral("cuda: A100"));
    dialogs::chooseNext({path});
    m_page->find<QPushButton>("bench_import")->click(); // again: the same one
    QTRY_VERIFY(m_page->find<QPushButton>("bench_import")->isEnabled());
    QTest::qWait(300);
    QCOMPARE(rows(), 1);
}

void TstBenchResults::theListIsSortedAndCopied()
{
    add(resultOf({}));
    add(resultOf(slower()));
    const auto device = [&](int row) {
        return m_list->model()->index(row, 1).data().toString(); // Device
    };
    m_list->sortByColumn(1, Qt::AscendingOrder);
    QCOMPARE(device(0), QStringLiteral("A100"));
    m_list->sortByColumn(1, Qt::DescendingOrder);
    QCOMPARE(device(0), QStringLiteral("H200"));
    m_list->selectRow(0);
    QCOMPARE(
        m_page->cell("bench_figures", "Device", 1), QStringLiteral("cuda: H200")); // what is shown is what is selected
    const QString copied = selectionAsTsv(*m_list, true);
    QVERIFY(copied.contains("H200") && !copied.contains("A100") && copied.contains('\t'));
}

void TstBenchResults::aReadOnlyWorkspaceShowsTheResultAllTheSame()
{
    const QString path = m_page->folder.filePath("readonly.fullscope");
    QVERIFY(m_page->document.saveAs(path).ok());
    QVERIFY(m_page->document.open({}).ok());
    auto file = store::WorkspaceFile::open(utf8(path), store::Access::read_only);
    QVERIFY(file.ok());
    QVERIFY(m_page->document.adopt(*std::move(file)).ok());
    if (!m_page->document.isReadOnly())
        QSKIP("it could be written to");
    m_page->action("action.run_benchmark")->trigger(); // another workspace shows its overview first
    m_page->find<QTabWidget>("bench_tabs")->setCurrentIndex(0);
    m_page->askForTiny();
    QTRY_VERIFY(m_page->canStart());
    m_page->start();
    QTRY_VERIFY(!m_page->isRunning());
    QVERIFY(m_page->result() && m_page->find<QLabel>("bench_unkept")->isVisible());
    const QString saved = m_page->folder.filePath("kept.json");
    dialogs::chooseNext({saved});
    m_page->find<QPushButton>("bench_save")->click();
    QFile document(saved);
    QVERIFY(document.open(QIODevice::ReadOnly));
    const auto again = bench::readResult(document.readAll().toStdString(), "kept.json");
    QVERIFY(again.ok());
    QCOMPARE(again->summary.tokens_per_s->value, m_page->result()->summary.tokens_per_s->value);
}

FS_UI_TEST(TstBenchResults)

} // namespace fullscope::ui

#include "tst_bench_results.moc"
