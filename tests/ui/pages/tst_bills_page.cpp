// SPDX-License-Identifier: GPL-3.0-or-later
// The Bills page on the sample's three bills. Expected figures: MANIFEST.tsv of the samples, and sums over the CSV
// files made with Python's decimal.
#include "core/store/database.h"
#include "tests/ui/pages/menu_choice.h"
#include "tests/ui/pages/pages_fixture.h"
#include "ui/bills/bill_rows_model.h"

#include <QAbstractItemModelTester>
#include <QListWidget>
#include <QPushButton>

namespace fullscope::ui {

class TstBillsPage final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_page.reset(); }
    void billsAreListedWithTheirTotals();
    void ledgerTotalsAreExact();
    void gpuHoursCarryTheirPrices();
    void clickOnABarShowsTheRowsBehindIt_data();
    void clickOnABarShowsTheRowsBehindIt();
    void allRowsAreShownAgain();
    void rowsArePagedFromTheSavedFile();
    void inspectorShowsTagsAndLine();
    void billIsRemovedAfterAQuestion();
    void languageSwitchesAtRunTime();
    void modelKeepsItsPromises();
    void withoutBillsThePageSaysWhatBelongsHere();
    void damagedWorkspaceIsNotShownAsAnEmptyOne();

private:
    void select(const QString& name);
    base::Decimal sumOfRows() const; // as shown
    QString total(int column) const { return tests::cellText(m_ledger, m_ledger->model()->rowCount() - 1, column); }

    std::unique_ptr<tests::PagesFixture> m_page;
    QListWidget* m_list = nullptr;
    QTableView* m_ledger = nullptr;
    QTableView* m_rows = nullptr;
};

namespace {

constexpr const char* kFocus = "focus10_multicloud_sample";
constexpr const char* kGpu = "cur_gpu_p4d";
constexpr const char* kTax = "cur_legacy_usage_tax_CA";

base::Decimal decimal(const QString& digits)
{
    return *base::Decimal::parse(utf8(digits));
}

} // namespace

void TstBillsPage::init()
{
    m_page = std::make_unique<tests::PagesFixture>();
    m_page->go(tests::Bills);
    m_list = m_page->find<QListWidget>("bills_list");
    m_ledger = m_page->find<QTableView>("bill_ledger");
    m_rows = m_page->find<QTableView>("bill_rows");
}

void TstBillsPage::select(const QString& name)
{
    const auto found = m_list->findItems(name, Qt::MatchContains);
    QCOMPARE(found.size(), 1);
    m_list->setCurrentItem(found.first());
}

base::Decimal TstBillsPage::sumOfRows() const
{
    base::Decimal sum;
    for (int row = 0; row < m_rows->model()->rowCount(); ++row) {
        const QString billed = tests::cellText(m_rows, row, BillRowsModel::Billed);
        if (!billed.isEmpty())
            sum = *base::Decimal::sum(sum, decimal(billed));
    }
    return sum;
}

void TstBillsPage::billsAreListedWithTheirTotals()
{
    QCOMPARE(m_list->count(), 3);
    const std::pair<const char*, const char*> totals[]
        = {{kFocus, "18.07423478009"}, {kGpu, "874.6583999999999976"}, {kTax, "0.3117435185"}};
    for (const auto& [name, billed] : totals)
        QVERIFY2(m_list->findItems(name, Qt::MatchContains).value(0)->text().contains(billed), name);
}

void TstBillsPage::ledgerTotalsAreExact()
{
    select(kFocus);
    QCOMPARE(total(1), QString("327"));
    QCOMPARE(total(2), QString("18.07423478009"));
    QCOMPARE(total(3), QString("14.97651418586"));
    select(kGpu);
    QCOMPARE(total(1), QString("144"));
    QCOMPARE(total(2), QString("874.6583999999999976"));
    select(kTax);
    QCOMPARE(total(2), QString("0.3117435185"));
    QCOMPARE(tests::cellText(m_ledger, tests::rowWith(m_ledger, 0, "Tax"), 2), QString("0.08"));
}

void TstBillsPage::gpuHoursCarryTheirPrices()
{
    select(kGpu);
    const auto* hours = m_page->find<QTableView>("bill_hours");
    double on_demand = 0, savings_plan = 0;
    for (int row = 0; row < hours->model()->rowCount(); ++row) {
        if (tests::cellText(hours, row, 0) != "p4d.24xlarge")
            continue;
        const bool demanded = tests::cellText(hours, row, 1)
            == text(words::label(evidence::PurchaseOption::on_demand, words::Language::en));
        (demanded ? on_demand : savings_plan) += tests::cellText(hours, row, 3).toDouble();
        QCOMPARE(tests::cellText(hours, row, 5), QString(demanded ? "$32.7726/h" : "$19.2200/h"));
    }
    QCOMPARE(on_demand, 24.0);
    QCOMPARE(savings_plan, 24.0);
}

void TstBillsPage::clickOnABarShowsTheRowsBehindIt_data()
{
    QTest::addColumn<QString>("bill");
    QTest::newRow("FOCUS") << kFocus;
    QTest::newRow("GPU") << kGpu;
    QTest::newRow("tax") << kTax;
}

void TstBillsPage::clickOnABarShowsTheRowsBehindIt()
{
    QFETCH(QString, bill);
    select(bill);
    auto* months = m_page->find<PlotWidget>("bill_months");
    const auto spec = months->spec();
    base::Decimal sum;
    for (std::size_t month = 0; month < spec.categories.size(); ++month)
        for (const auto& part : spec.bars) {
            emit months->itemClicked(text(spec.categories[month]), text(part.name));
            QVERIFY(m_rows->model()->rowCount() > 0);
            QCOMPARE(sumOfRows().toDouble(), part.values[month]);
            for (int row = 0; row < m_rows->model()->rowCount(); ++row) {
                QCOMPARE(tests::cellText(m_rows, row, BillRowsModel::Category), text(part.name));
                QVERIFY(tests::cellText(m_rows, row, BillRowsModel::Start).startsWith(text(spec.categories[month])));
            }
            const QString shown = m_page->find<QLabel>("bill_rows_title")->text();
            QVERIFY2(
                shown.contains(text(part.name)) && shown.contains(text(spec.categories[month])), qPrintable(shown));
            sum = *base::Decimal::sum(sum, sumOfRows());
        }
    QVERIFY(!spec.bars.empty());
    QCOMPARE(text(sum.toString()), total(2)); // the bars are the bill, to the last digit
    if (bill == kFocus) {
        emit months->itemClicked("2024-09", "Credit");
        QCOMPARE(m_rows->model()->rowCount(), 1);
        QCOMPARE(sumOfRows(), decimal("-2.6137"));
        emit months->itemClicked("2024-09", "Adjustment");
        QCOMPARE(m_rows->model()->rowCount(), 2);
        QCOMPARE(sumOfRows(), decimal("0.272"));
    }
}

void TstBillsPage::allRowsAreShownAgain()
{
    select(kFocus);
    emit m_page->find<PlotWidget>("bill_months")->itemClicked("2024-09", "Credit");
    QCOMPARE(m_rows->model()->rowCount(), 1);
    m_page->find<QPushButton>("bill_all_rows")->click();
    QCOMPARE(m_rows->model()->rowCount(), 327);
    QCOMPARE(sumOfRows(), decimal("18.07423478009"));
    QVERIFY(m_page->find<QLabel>("bill_rows_title")->text().contains("327"));
}

// Saving under another name changes the file below the rows that are still to be read.
void TstBillsPage::rowsArePagedFromTheSavedFile()
{
    QFile source(tests::sample("bills/focus-1.0/focus10_multicloud_sample.csv"));
    QVERIFY(source.open(QIODevice::ReadOnly));
    const QByteArray heading = source.readLine(), rows = source.readAll();
    const QString path = m_page->folder.filePath("long.csv");
    QFile longer(path);
    QVERIFY(longer.open(QIODevice::WriteOnly));
    longer.write(heading + rows + rows + rows + rows); // equal rows are charged as often
    longer.close();
    m_page->window->importPaths({path});
    const auto imported = [this] { return m_list->findItems("long", Qt::MatchContains).size(); };
    QTRY_COMPARE_WITH_TIMEOUT(imported(), 1, 30'000);
    select("long");
    QCOMPARE(m_rows->model()->rowCount(), 1308); // more than are read at once
    FS_VERIFY_OK(m_page->document.saveAs(m_page->folder.filePath("elsewhere.fullscope")));
    QCOMPARE(sumOfRows(), decimal("72.29693912036")); // 4 · 18.07423478009
}

void TstBillsPage::inspectorShowsTagsAndLine()
{
    select(kGpu);
    for (int row = 0; row < m_rows->model()->rowCount(); ++row)
        if (tests::cellText(m_rows, row, BillRowsModel::UsageType) == "BoxUsage:p4d.24xlarge") {
            m_rows->setCurrentIndex(m_rows->model()->index(row, 0));
            const QString line = tests::cellText(m_rows, row, BillRowsModel::Line);
            const QString shown = m_page->inspected();
            QVERIFY2(shown.startsWith("Line " + line + " of the bill"), qPrintable(shown));
            QVERIFY2(shown.contains("run: llm-pretrain-01"), qPrintable(shown));
            QVERIFY2(shown.contains("Billed: 32.7726"), qPrintable(shown));
            return;
        }
    QFAIL("no row of a p4d");
}

void TstBillsPage::billIsRemovedAfterAQuestion()
{
    select(kTax);
    const auto choose = [this] {
        tests::chooseFromMenu("Remove from the &workspace…", [this] {
            emit m_list->customContextMenuRequested({5, 5});
        });
    };
    dialogs::answerNext(QMessageBox::Cancel);
    choose();
    QVERIFY(dialogs::takeShown().value(0).contains(kTax));
    QCOMPARE(m_list->count(), 3);
    dialogs::answerNext(QMessageBox::Yes);
    choose();
    QTRY_COMPARE(m_list->count(), 2);
    QVERIFY(m_list->currentItem() != nullptr);
}

void TstBillsPage::languageSwitchesAtRunTime()
{
    select(kTax);
    const QString button = m_page->find<QPushButton>("bill_all_rows")->text();
    const auto category = [this] { return tests::cellText(m_ledger, 0, 0); };
    const QString before = category();
    m_page->action("language.zh_CN")->trigger();
    QTRY_VERIFY(m_page->find<QPushButton>("bill_all_rows")->text() != button);
    QVERIFY(m_list->currentItem()->text().contains(kTax));
    QVERIFY(category() != before);
    QCOMPARE(total(2), QString("0.3117435185"));
    QVERIFY(!m_page->find<QLabel>("bill_rows_title")->text().contains("row"));
    QVERIFY(m_rows->model()->headerData(BillRowsModel::Line, Qt::Horizontal).toString() != "Line");
}

// The tester reads rows inside a reset and then complains of it: it comes after each.
void TstBillsPage::modelKeepsItsPromises()
{
    BillRowsModel model(m_page->document, nullptr);
    const auto bills = m_page->document.workspace().bills();
    FS_VERIFY_OK(bills);
    std::int64_t read = 0;
    for (const auto& bill : *bills) {
        model.show(bill.id, {});
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(std::int64_t(model.rowCount()), bill.rows);
        read += model.rowCount();
        model.show(0, {});
        QCOMPARE(model.rowCount(), 0);
    }
    QCOMPARE(read, 327 + 144 + 351);
    // Nothing of a workspace that is gone stays on the page.
    FS_VERIFY_OK(m_page->document.open({}));
    QCOMPARE(m_rows->model()->rowCount(), 0);
    QVERIFY(!m_rows->model()->canFetchMore({}));
}

void TstBillsPage::withoutBillsThePageSaysWhatBelongsHere()
{
    FS_VERIFY_OK(m_page->document.open({}));
    m_page->go(tests::Bills);
    QVERIFY(m_page->find<QWidget>("bills_empty")->isVisible());
    QVERIFY(!m_list->isVisible());
}

void TstBillsPage::damagedWorkspaceIsNotShownAsAnEmptyOne()
{
    const QString path = m_page->folder.filePath("damaged.fullscope");
    QVERIFY(QFile::copy(tests::sampleWorkspace(), path));
    qint64 page = 0;
    {
        auto database = store::Database::open(utf8(path), store::Database::Mode::read_only);
        FS_VERIFY_OK(database);
        page = database->integer("SELECT rootpage FROM sqlite_schema WHERE name = 'bill'").operator*().value_or(0);
    }
    QVERIFY(page > 1);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite) && file.seek((page - 1) * 8192));
    QCOMPARE(file.write(QByteArray(64, char(0xFF))), 64);
    file.close();
    m_page->window->openWorkspace(path);
    m_page->go(tests::Bills);
    const auto* empty = m_page->find<QWidget>("bills_empty");
    QVERIFY(empty->isVisible());
    const QString sentence = empty->findChild<QLabel*>("empty_sentence")->text();
    QVERIFY2(sentence.contains("damaged.fullscope: the workspace is damaged"), qPrintable(sentence));
    QVERIFY(!empty->findChild<QWidget*>("empty_import")->isVisible());
    const auto* bar = m_page->find<QWidget>("message");
    QVERIFY(bar->isVisible() && bar->findChild<QLabel*>("text")->text().contains("damaged"));
    // The next one is not to blame.
    FS_VERIFY_OK(m_page->document.open({}));
    m_page->go(tests::Bills);
    QVERIFY(empty->findChild<QLabel*>("empty_sentence")->text().startsWith("No bill yet"));
    QVERIFY(empty->findChild<QWidget*>("empty_import")->isVisible());
    QVERIFY(!bar->isVisible());
}

FS_UI_TEST(TstBillsPage)

} // namespace fullscope::ui

#include "tst_bills_page.moc"
