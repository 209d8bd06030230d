// SPDX-License-Identifier: GPL-3.0-or-later
// The Claims page: paste, correct, read, undo.
#include "core/workspace/claims.h"
#include "core/workspace/user_catalogue.h"
#include "tests/core/import/workbooks.h"
#include "tests/ui/pages/pages_fixture.h"
#include "ui/claims/figures_model.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTreeWidget>

namespace fullscope::ui {

class TstClaimsPage final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_page.reset(); }
    void withoutClaimsThePageSaysWhatBelongsHere();
    void pastedTableShowsWhatCannotBeTrue();
    void htmlOfABrowserIsPasted();
    void aFileIsOpenedAndNamed();
    void mappingIsCorrectedByAComboBoxAndUndone();
    void whatWasCorrectedHoldsForTheNextTable();
    void aPlatformIsRenamedInItsCell();
    void whatWasNotUnderstoodIsListed();
    void aRangeOfASheetIsOpened();
    void theUsersPriceIsKnown();
    void platformsBecomeOptionsAsClaimed();
    void languageSwitchesAtRunTime();
    void whatHoldsNoFigureIsSaid();

private:
    void paste(const QString& text);
    void waitForReading(); // it is done on another thread
    void pasteArticle();
    std::size_t stored() const { return workspace::storedClaims(m_page->document.workspace())->sets.size(); }

    std::unique_ptr<tests::PagesFixture> m_page;
    QTableView* m_figures = nullptr;
    QTreeWidget* m_findings = nullptr;
};

void TstClaimsPage::init()
{
    m_page = std::make_unique<tests::PagesFixture>(false);
    m_page->go(tests::Claims);
    m_figures = m_page->find<QTableView>("claims_figures");
    m_findings = m_page->find<QTreeWidget>("claims_findings");
}

void TstClaimsPage::paste(const QString& text)
{
    QApplication::clipboard()->setText(text);
    m_page->find<QPushButton>("claims_paste")->click();
    waitForReading();
}

void TstClaimsPage::waitForReading()
{
    QTRY_VERIFY(m_page->find<QPushButton>("claims_paste")->isEnabled());
}

void TstClaimsPage::pasteArticle()
{
    QFile file(FULLSCOPE_TESTS_DIR "/samples/claims/article-8b.md");
    QVERIFY(file.open(QIODevice::ReadOnly));
    paste(QString::fromUtf8(file.readAll()));
}

void TstClaimsPage::withoutClaimsThePageSaysWhatBelongsHere()
{
    QVERIFY(m_page->find<QLabel>("claims_empty")->isVisible());
    QVERIFY(m_page->find<QLabel>("claims_empty")->text().startsWith("No claims yet"));
}

void TstClaimsPage::pastedTableShowsWhatCannotBeTrue()
{
    pasteArticle();
    QCOMPARE(m_figures->model()->rowCount(), 19); // 8 rows of two, the steps of a label, the chips of two headings
    QVERIFY(m_findings->isVisible());
    QStringList titles;
    QTreeWidgetItem* cost = nullptr;
    for (int i = 0; i < m_findings->topLevelItemCount(); ++i) {
        titles.append(m_findings->topLevelItem(i)->text(0));
        if (titles.back().contains("Unit cost"))
            cost = m_findings->topLevelItem(i);
    }
    QVERIFY2(cost != nullptr, qPrintable(titles.join('\n')));
    QVERIFY(titles[0].startsWith("contradicts"));
    // The arithmetic opens on a click. 14.88 / 121,400 / 3600 · 1e6 = 0.034048
    QVERIFY(!cost->isExpanded());
    QTest::mouseClick(m_findings->viewport(), Qt::LeftButton, {}, m_findings->visualItemRect(cost).center());
    QVERIFY(cost->isExpanded());
    QVERIFY(cost->child(1)->text(0).contains("$0.03405/M tokens"));
    QCOMPARE(stored(), 1U);
    m_page->document.undoStack().undo();
    QCOMPARE(stored(), 0U);
    QVERIFY(m_page->find<QLabel>("claims_empty")->isVisible());
    m_page->document.undoStack().redo();
    QCOMPARE(stored(), 1U);
}

void TstClaimsPage::htmlOfABrowserIsPasted()
{
    auto* data = new QMimeData;
    data->setHtml("<table><tr><th>x<th>H100<th>Trn2<tr><td>Step time (s)<td>0.87<td>0.62</table>");
    QApplication::clipboard()->setMimeData(data);
    m_page->find<QPushButton>("claims_paste")->click();
    waitForReading();
    QCOMPARE(m_figures->model()->rowCount(), 2);
    QCOMPARE(tests::cellText(m_figures, 1, FiguresModel::Value), QStringLiteral("0.62 s"));
}

void TstClaimsPage::aFileIsOpenedAndNamed()
{
    dialogs::chooseNext({FULLSCOPE_TESTS_DIR "/samples/claims/article-13b.csv"});
    m_page->find<QPushButton>("claims_open")->click();
    waitForReading();
    QCOMPARE(m_page->find<QComboBox>("claims_set")->currentText(), QStringLiteral("article-13b"));
    QCOMPARE(m_figures->model()->rowCount(), 42);
}

void TstClaimsPage::mappingIsCorrectedByAComboBoxAndUndone()
{
    paste("| x | Box |\n|---|---|\n| Karma | 10,000 tokens/s |\n| Price ($/h) | 36.00 |\n| Cost per million tokens ($) "
          "| 1.70 |\n");
    QCOMPARE(tests::cellText(m_figures, 0, FiguresModel::Quantity), QStringLiteral("not known"));
    const QModelIndex cell = m_figures->model()->index(0, FiguresModel::Quantity);
    m_figures->setCurrentIndex(cell);
    m_figures->edit(cell);
    auto* box = m_figures->findChild<QComboBox*>("claim_quantity");
    QVERIFY(box != nullptr);
    box->setCurrentIndex(box->findData("tokens_per_s"));
    QTest::keyClick(box, Qt::Key_Return);
    QTRY_COMPARE(tests::cellText(m_figures, 0, FiguresModel::Quantity), QStringLiteral("Throughput"));
    QVERIFY(m_findings->topLevelItem(0)->text(0).startsWith("contradicts")); // 1.00, not 1.70
    m_page->document.undoStack().undo();
    QCOMPARE(tests::cellText(m_figures, 0, FiguresModel::Quantity), QStringLiteral("not known"));
}

void TstClaimsPage::whatWasCorrectedHoldsForTheNextTable()
{
    paste("| x | Box |\n|---|---|\n| Karma | 10,000 tokens/s |\n");
    auto* delegate = qobject_cast<QuantityDelegate*>(m_figures->itemDelegateForColumn(FiguresModel::Quantity));
    emit delegate->chosen(0, QStringLiteral("tokens_per_s"));
    QTRY_COMPARE(tests::cellText(m_figures, 0, FiguresModel::Quantity), QStringLiteral("Throughput"));
    paste("| x | Crate |\n|---|---|\n| Karma | 20,000 tokens/s |\n");
    QCOMPARE(stored(), 2U);
    QCOMPARE(tests::cellText(m_figures, 0, FiguresModel::Platform), QStringLiteral("Crate"));
    QCOMPARE(tests::cellText(m_figures, 0, FiguresModel::Quantity), QStringLiteral("Throughput"));
    QCOMPARE(m_figures->model()->index(0, FiguresModel::Quantity).data(Qt::ToolTipRole).toString(),
        QStringLiteral("Karma: as you said"));
}

void TstClaimsPage::aPlatformIsRenamedInItsCell()
{
    paste("| x | Our box |\n|---|---|\n| Chips per instance | 4 |\n| Step time (s) | 2 |\n");
    const QModelIndex cell = m_figures->model()->index(0, FiguresModel::Platform);
    m_figures->setCurrentIndex(cell);
    m_figures->edit(cell);
    auto* edit = m_figures->findChild<QLineEdit*>();
    QVERIFY(edit != nullptr);
    QCOMPARE(edit->text(), QStringLiteral("Our box"));
    edit->setText("p5.48xlarge");
    QTest::keyClick(edit, Qt::Key_Return);
    QTRY_COMPARE(tests::cellText(m_figures, 1, FiguresModel::Platform), QStringLiteral("p5.48xlarge"));
    QVERIFY(m_findings->topLevelItem(0)->text(0).contains("4 chips are claimed; the catalogue has 8."));
    m_page->document.undoStack().undo();
    QCOMPARE(tests::cellText(m_figures, 1, FiguresModel::Platform), QStringLiteral("Our box"));
}

void TstClaimsPage::whatWasNotUnderstoodIsListed()
{
    paste("| x | Box |\n|---|---|\n| Step time (s) | fast |\n| Total time (s) | 12 |\n");
    QTreeWidgetItem* list = nullptr;
    for (int i = 0; i < m_findings->topLevelItemCount(); ++i)
        if (m_findings->topLevelItem(i)->text(0) == QLatin1String("What was not understood"))
            list = m_findings->topLevelItem(i);
    QVERIFY(list != nullptr);
    QStringList lines;
    for (int i = 0; i < list->childCount(); ++i)
        lines << list->child(i)->text(0);
    QVERIFY2(lines.join('\n').contains("fast") && lines.join('\n').contains("3"), qPrintable(lines.join('\n')));
}

void TstClaimsPage::aRangeOfASheetIsOpened()
{
    QTemporaryDir folder;
    const QString path = folder.filePath("deck.xlsx");
    const auto cell = [](const char* at, const char* text) {
        return std::string("<c r=\"") + at + "\" t=\"inlineStr\"><is><t>" + text + "</t></is></c>";
    };
    const std::string rows = "<row r=\"1\">" + cell("A1", "Metric") + cell("B1", "H100") + "</row><row r=\"2\">"
        + cell("A2", "Step time (s)") + cell("B2", "0.87") + "</row><row r=\"3\">" + cell("A3", "Total time (s)")
        + cell("B3", "99") + "</row>";
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(import::testing::bookOf({.sheets = {{.name = "Speed", .rows = rows}}})));
    file.close();
    dialogs::chooseNext({path});
    dialogs::chooseNext({"Speed!A1:B2"});
    m_page->find<QPushButton>("claims_open")->click();
    waitForReading();
    QCOMPARE(m_figures->model()->rowCount(), 1);
    QCOMPARE(tests::cellText(m_figures, 0, FiguresModel::Value), QStringLiteral("0.87 s"));
    dialogs::chooseNext({path});
    dialogs::chooseNext({"*"});
    m_page->find<QPushButton>("claims_open")->click();
    waitForReading();
    QCOMPARE(m_figures->model()->rowCount(), 2);
}

void TstClaimsPage::theUsersPriceIsKnown()
{
    const auto fact = workspace::factOf({.subject = "p5.48xlarge",
        .fact = "accelerator_count",
        .value = "4",
        .as_of = "2026-10-01",
        .source = "half a machine"});
    QVERIFY(fact.ok());
    const auto entries = catalogue::withFact({}, *fact);
    QVERIFY(workspace::changeEntries(m_page->document.workspace(), {}, *entries).ok());
    paste("| x | p5.48xlarge |\n|---|---|\n| Chips per instance | 4 |\n");
    QVERIFY(!m_findings->topLevelItem(0)->text(0).contains("are claimed"));
}

void TstClaimsPage::platformsBecomeOptionsAsClaimed()
{
    pasteArticle();
    m_page->find<QPushButton>("claims_option")->click();
    const scenario::Scenario& scenario = m_page->document.scenario();
    QCOMPARE(scenario.options.size(), 2U);
    QCOMPARE(scenario.options[1].name, std::string("trn2.48xlarge as claimed"));
    const scenario::Value& price = scenario.options[1].values.at(scenario::Input::price_per_h);
    QCOMPARE(price.value, 14.88);
    QVERIFY(price.provenance.origin == evidence::Origin::claimed);
    QVERIFY(price.provenance.detail.find("contradicts") != std::string::npos);
    m_page->document.undoStack().undo();
    QVERIFY(m_page->document.scenario().options.empty());
}

void TstClaimsPage::languageSwitchesAtRunTime()
{
    pasteArticle();
    m_page->window->setLanguage(words::Language::zh_CN);
    QTRY_COMPARE(m_page->find<QPushButton>("claims_remove")->text(), QStringLiteral("移除(&R)"));
    QVERIFY(m_findings->topLevelItem(0)->text(0).startsWith(QStringLiteral("自相矛盾")));
}

void TstClaimsPage::whatHoldsNoFigureIsSaid()
{
    paste("nothing here");
    QCOMPARE(stored(), 0U);
    QVERIFY(m_page->find<QLabel>("claims_empty")->isVisible());
}

FS_UI_TEST(TstClaimsPage)

} // namespace fullscope::ui

#include "tst_claims_page.moc"
