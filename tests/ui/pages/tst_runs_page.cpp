// SPDX-License-Identifier: GPL-3.0-or-later
// The Runs page on the sample's three logs. Expected figures: MANIFEST.tsv of the samples.
#include "tests/ui/pages/menu_choice.h"
#include "tests/ui/pages/pages_fixture.h"
#include "ui/runs/runs_model.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPushButton>
#include <QSignalSpy>
#include <QSortFilterProxyModel>

#include <algorithm>

namespace fullscope::ui {

namespace {

constexpr const char* kDeepSpeed = "meg_ds_3d_gpt2_n16_ds-off";
constexpr const char* kRestart = "megatron_restart_appended";
constexpr const char* kTrainer = "nsllm_trainer_state";

} // namespace

class TstRunsPage final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_page.reset(); }
    void threeRunsAreListed();
    void figuresAreSortedByValue();
    void findKeepsWhatFits();
    void selectedRunIsShown();
    void statedTokensPerStepGiveThroughput();
    void statedSequenceLengthGivesThroughput();
    void impossibleFactIsRefused();
    void runWithoutTimesSaysWhyThereIsNoTimeAxis();
    void runIsRenamed();
    void runIsRemovedAfterAQuestion();
    void listIsCopied();
    void languageSwitchesAtRunTime();
    void modelKeepsItsPromises();
    void withoutRunsThePageSaysWhatBelongsHere();

private:
    int rowOf(const QString& name) const; // shown, by a part of it; -1 = none
    void select(const QString& name) { m_list->setCurrentIndex(m_list->model()->index(rowOf(name), 0)); }
    double figure(const QString& name, int column) const;
    double tokensPerStep() const // of the steady state
    {
        return figure(kDeepSpeed, RunsModel::TokensPerS) * figure(kDeepSpeed, RunsModel::StepTime);
    }
    void state(const char* fact, const QString& value);
    QString problem(const char* fact) const; // shown at the field
    void choose(const QString& action) const; // from the context menu

    std::unique_ptr<tests::PagesFixture> m_page;
    QTableView* m_list = nullptr;
};

namespace {

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

} // namespace

void TstRunsPage::init()
{
    m_page = std::make_unique<tests::PagesFixture>();
    m_page->go(tests::Runs);
    m_list = m_page->find<QTableView>("runs_list");
}

int TstRunsPage::rowOf(const QString& name) const
{
    for (int row = 0; row < m_list->model()->rowCount(); ++row)
        if (tests::cellText(m_list, row, RunsModel::Name).contains(name))
            return row;
    return -1;
}

double TstRunsPage::figure(const QString& name, int column) const
{
    return m_list->model()->index(rowOf(name), column).data(Qt::UserRole).toDouble();
}

void TstRunsPage::state(const char* fact, const QString& value)
{
    auto* field = m_page->find<QLineEdit>(fact);
    field->setFocus();
    field->selectAll();
    QTest::keyClick(field, Qt::Key_Backspace);
    QTest::keyClicks(field, value);
    QTest::keyClick(field, Qt::Key_Return);
}

QString TstRunsPage::problem(const char* fact) const
{
    // Field and problem stand in one column.
    const auto* field = m_page->find<QLineEdit>(fact);
    for (const auto* label : field->parentWidget()->findChildren<QLabel*>("fact_problem"))
        if (label->isVisible() && label->x() == field->x() && label->y() >= field->y()
            && label->y() - field->geometry().bottom() < field->height())
            return label->text() == "⚠ " + field->accessibleDescription() ? label->text() : QString("not at the field");
    return field->accessibleDescription();
}

void TstRunsPage::choose(const QString& action) const
{
    tests::chooseFromMenu(action, [this] { emit m_list->customContextMenuRequested({5, 5}); });
}

void TstRunsPage::threeRunsAreListed()
{
    QCOMPARE(m_list->model()->rowCount(), 3);
    QCOMPARE(tests::cellText(m_list, rowOf(kDeepSpeed), RunsModel::Steps), QString("1 – 62"));
    QCOMPARE(tests::cellText(m_list, rowOf(kDeepSpeed), RunsModel::Restarts), QString("0"));
    QCOMPARE(figure(kDeepSpeed, RunsModel::Loss), 20.43871);
    QCOMPARE(tests::cellText(m_list, rowOf(kRestart), RunsModel::Restarts), QString("1"));
    QCOMPARE(tests::cellText(m_list, rowOf(kRestart), RunsModel::Steps), QString("1 – 62"));
    QVERIFY(rowOf(kTrainer) >= 0);
    // No tokens per step in the file: no throughput, and no zero in its place.
    QCOMPARE(tests::cellText(m_list, rowOf(kTrainer), RunsModel::TokensPerS), QString("not observable"));
}

void TstRunsPage::figuresAreSortedByValue()
{
    auto* header = m_list->horizontalHeader();
    const auto click = [&] {
        const int x = header->sectionViewportPosition(RunsModel::Wall) + header->sectionSize(RunsModel::Wall) / 2;
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, {x, header->height() / 2});
    };
    m_list->scrollTo(m_list->model()->index(0, RunsModel::Wall));
    click();
    const bool up = header->sortIndicatorOrder() == Qt::AscendingOrder;
    for (int i = 0; i < 2; ++i) {
        std::vector<double> walls;
        for (int row = 0; row < 3; ++row)
            walls.push_back(m_list->model()->index(row, RunsModel::Wall).data(Qt::UserRole).toDouble());
        QVERIFY(
            (i == 0) == up ? std::is_sorted(walls.begin(), walls.end()) : std::is_sorted(walls.rbegin(), walls.rend()));
        click();
    }
}

void TstRunsPage::findKeepsWhatFits()
{
    auto* find = m_page->find<QLineEdit>("runs_find");
    QTest::keyClicks(find, "RESTART_app");
    QCOMPARE(m_list->model()->rowCount(), 1);
    QVERIFY(m_page->find<QLabel>("run_title")->text().contains(kRestart));
    find->setText("no such run");
    QCOMPARE(m_list->model()->rowCount(), 0);
    find->clear();
    QCOMPARE(m_list->model()->rowCount(), 3);
}

void TstRunsPage::selectedRunIsShown()
{
    select(kRestart);
    QVERIFY(m_page->find<QLabel>("run_title")->text().contains(kRestart));
    const auto* facts = m_page->find<QTableView>("run_facts");
    bool has_records = false;
    for (int row = 0; row < facts->model()->rowCount(); ++row)
        has_records = has_records || tests::cellText(facts, row, 1).contains(" 72 records kept");
    QVERIFY(has_records);
    const auto* ledger = m_page->find<QTableView>("run_ledger");
    QVERIFY(tests::rowWith(ledger, 0, "Rework") >= 0); // steps 31 to 40 were done twice
    const auto& band = m_page->find<PlotWidget>("run_band")->spec();
    double covered = 0;
    for (const auto& stretch : band.bands)
        covered += stretch.to - stretch.from;
    QVERIFY(std::abs(covered - figure(kRestart, RunsModel::Wall) / 1e6) < 1e-3); // all of the wall-clock

    select(kDeepSpeed);
    const auto& steps = m_page->find<PlotWidget>("run_step_time")->spec().lines.at(0).y;
    QCOMPARE(steps.size(), std::size_t(62));
    QVERIFY(std::abs(median(steps) - 126.6672) < 1e-9);
    // Steady: without the first record, which holds the start.
    QVERIFY(std::abs(figure(kDeepSpeed, RunsModel::StepTime) - median({steps.begin() + 1, steps.end()})) < 1e-9);
    QVERIFY(m_page->inspected().startsWith(tests::cellText(m_list, rowOf(kDeepSpeed), 0)));
}

void TstRunsPage::statedTokensPerStepGiveThroughput()
{
    select(kDeepSpeed);
    const double logged = tokensPerStep();
    state("tokens_per_step", "2M");
    QTRY_VERIFY(std::abs(tokensPerStep() - 2e6) < 1e-3);
    QVERIFY(m_page->find<QLabel>("run_title")->text().contains(kDeepSpeed)); // still the one
    QVERIFY2(m_page->inspected().contains("2000000 (stated by you)"), qPrintable(m_page->inspected()));
    m_page->document.undoStack().undo();
    QTRY_VERIFY(std::abs(tokensPerStep() - logged) < 1e-3);
    m_page->document.undoStack().redo();
    QTRY_VERIFY(std::abs(tokensPerStep() - 2e6) < 1e-3);
    state("tokens_per_step", {}); // taken back
    QTRY_VERIFY(std::abs(tokensPerStep() - logged) < 1e-3);
}

void TstRunsPage::statedSequenceLengthGivesThroughput()
{
    select(kDeepSpeed);
    state("seq_len", "2,048"); // × the log's global batch of 1,024 sequences
    QTRY_VERIFY(std::abs(tokensPerStep() - 2097152) < 1e-3);
}

void TstRunsPage::impossibleFactIsRefused()
{
    select(kDeepSpeed);
    state("seq_len", "long");
    QVERIFY2(problem("seq_len").contains("long"), qPrintable(problem("seq_len")));
    // Each keeps its own, until it is mended, also when another is taken meanwhile.
    state("nodes", "1.5");
    QVERIFY2(problem("nodes").contains("1.5"), qPrintable(problem("nodes")));
    QVERIFY(problem("seq_len").contains("long"));
    QVERIFY(!m_page->inspected().contains("stated by you"));
    state("world_size", "64");
    QTRY_VERIFY(m_page->inspected().contains("64 (stated by you)"));
    QCOMPARE(m_page->find<QLineEdit>("seq_len")->text(), QString("long"));
    QVERIFY(problem("seq_len").contains("long"));
    QCOMPARE(problem("world_size"), QString());
    state("seq_len", "4096");
    QTRY_VERIFY(m_page->inspected().contains("4096 (stated by you)"));
    QCOMPARE(problem("seq_len"), QString());
    select(kRestart); // what was typed was for the other run
    QCOMPARE(problem("nodes"), QString());
    QCOMPARE(m_page->find<QLineEdit>("nodes")->text(), QString());
}

void TstRunsPage::runWithoutTimesSaysWhyThereIsNoTimeAxis()
{
    auto* time = m_page->find<QCheckBox>("run_against_time");
    select(kTrainer); // trainer_state.json knows steps alone
    QVERIFY(!time->isEnabled());
    QVERIFY2(time->toolTip().contains("no times"), qPrintable(time->toolTip()));
}

void TstRunsPage::runIsRenamed()
{
    select(kTrainer);
    dialogs::chooseNext({"NSLLM pretraining"});
    choose("&Rename…");
    QTRY_VERIFY(rowOf("NSLLM pretraining") >= 0);
    QCOMPARE(m_list->currentIndex().row(), rowOf("NSLLM pretraining"));
    QCOMPARE(m_page->find<QLabel>("run_title")->text(), QString("NSLLM pretraining"));
    m_page->document.undoStack().undo();
    QTRY_VERIFY(rowOf(kTrainer) >= 0);
    m_page->document.undoStack().redo();
    QTRY_VERIFY(rowOf("NSLLM pretraining") >= 0);
}

void TstRunsPage::runIsRemovedAfterAQuestion()
{
    select(kTrainer);
    dialogs::answerNext(QMessageBox::Cancel);
    choose("Remove from the &workspace…");
    QVERIFY(dialogs::takeShown().value(0).contains(kTrainer));
    QCOMPARE(m_list->model()->rowCount(), 3);
    dialogs::answerNext(QMessageBox::Yes);
    choose("Remove from the &workspace…");
    QTRY_COMPARE(m_list->model()->rowCount(), 2);
    QCOMPARE(rowOf(kTrainer), -1);
    QVERIFY(!m_page->find<QLabel>("run_title")->text().contains(kTrainer));
}

void TstRunsPage::listIsCopied()
{
    select(kRestart);
    m_list->setFocus();
    QTest::keyClick(m_list, Qt::Key_C, Qt::ControlModifier);
    const QStringList cells = QGuiApplication::clipboard()->text().split('\t');
    QCOMPARE(cells.size(), int(RunsModel::ColumnCount));
    QVERIFY(cells[RunsModel::Name].contains(kRestart));
    QCOMPARE(cells[RunsModel::Restarts], QString("1"));
}

void TstRunsPage::languageSwitchesAtRunTime()
{
    select(kRestart);
    QCOMPARE(m_list->model()->headerData(RunsModel::StepTime, Qt::Horizontal).toString(), QString("Step time"));
    const QString question = m_page->find<QWidget>("run_view")->findChild<QLineEdit*>("seq_len")->placeholderText();
    m_page->action("language.zh_CN")->trigger();
    QCoreApplication::processEvents();
    QVERIFY(m_list->model()->headerData(RunsModel::StepTime, Qt::Horizontal).toString() != "Step time");
    QCOMPARE(m_list->currentIndex().row(), rowOf(kRestart));
    QVERIFY(m_page->find<QLabel>("run_title")->text().contains(kRestart));
    QCOMPARE(tests::cellText(m_list, rowOf(kRestart), RunsModel::TokensPerS), QString("无法观测"));
    QCOMPARE(tests::rowWith(m_page->find<QTableView>("run_ledger"), 0, "Rework"), -1);
    QVERIFY(m_page->find<QLineEdit>("seq_len")->placeholderText() != question);
    m_page->action("language.en")->trigger();
    QTRY_COMPARE(m_list->model()->headerData(RunsModel::StepTime, Qt::Horizontal).toString(), QString("Step time"));
}

void TstRunsPage::modelKeepsItsPromises()
{
    using Mode = QAbstractItemModelTester::FailureReportingMode;
    auto* sorted = static_cast<QSortFilterProxyModel*>(m_list->model());
    const QAbstractItemModelTester tester(sorted->sourceModel(), Mode::QtTest);
    const QAbstractItemModelTester sorted_tester(sorted, Mode::QtTest);
    m_list->sortByColumn(RunsModel::Loss, Qt::DescendingOrder);
    m_page->find<QLineEdit>("runs_find")->setText("meg");
    m_page->action("language.zh_CN")->trigger();
    QCoreApplication::processEvents();
    FS_VERIFY_OK(m_page->document.open({}));
    QCOMPARE(sorted->rowCount(), 0);
}

void TstRunsPage::withoutRunsThePageSaysWhatBelongsHere()
{
    FS_VERIFY_OK(m_page->document.open({}));
    m_page->go(tests::Runs);
    const auto* empty = m_page->find<QWidget>("runs_empty");
    QVERIFY(empty->isVisible());
    QVERIFY(!m_list->isVisible());
    const QSignalSpy imports(m_page->pages[tests::Runs - 1], &Page::importRequested);
    empty->findChild<QPushButton*>("empty_import")->click();
    QCOMPARE(imports.size(), 1);
    empty->findChild<QPushButton*>("empty_sample")->click();
    QTRY_COMPARE_WITH_TIMEOUT(m_list->model()->rowCount(), 3, 30'000);
    m_page->go(tests::Runs);
    QVERIFY(m_list->isVisible());
}

FS_UI_TEST(TstRunsPage)

} // namespace fullscope::ui

#include "tst_runs_page.moc"
