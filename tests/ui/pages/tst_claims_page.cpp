// SPDX-License-Identifier: GPL-3.0-or-later
// The Claims page: paste, correct, read, undo.
#include "core/workspace/claims.h"
#include "tests/ui/pages/pages_fixture.h"
#include "ui/claims/figures_model.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QMimeData>
#include <QPushButton>
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
    void platformsBecomeOptionsAsClaimed();
    void languageSwitchesAtRunTime();
    void whatHoldsNoFigureIsSaid();

private:
    void paste(const QString& text);
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
    QCOMPARE(m_figures->model()->rowCount(), 2);
    QCOMPARE(tests::cellText(m_figures, 1, FiguresModel::Value), QStringLiteral("0.62 s"));
}

void TstClaimsPage::aFileIsOpenedAndNamed()
{
    dialogs::chooseNext({FULLSCOPE_TESTS_DIR "/samples/claims/article-13b.csv"});
    m_page->find<QPushButton>("claims_open")->click();
    QCOMPARE(m_page->find<QComboBox>("claims_set")->currentText(), QStringLiteral("article-13b"));
    QCOMPARE(m_figures->model()->rowCount(), 42);
}

void TstClaimsPage::mappingIsCorrectedByAComboBoxAndUndone()
{
    paste("| x | Box |\n|---|---|\n| Karma | 10,000 tokens/s |\n| Price ($/h) | 36.00 |\n| Cost per million tokens ($) | 2.00 |\n");
    QCOMPARE(tests::cellText(m_figures, 0, FiguresModel::Quantity), QStringLiteral("not known"));
    const QModelIndex cell = m_figures->model()->index(0, FiguresModel::Quantity);
    m_figures->setCurrentIndex(cell);
    m_figures->edit(cell);
    auto* box = m_figures->findChild<QComboBox*>("claim_quantity");
    QVERIFY(box != nullptr);
    box->setCurrentIndex(box->findData("tokens_per_s"));
    QTest::keyClick(box, Qt::Key_Return);
    QTRY_COMPARE(tests::cellText(m_figures, 0, FiguresModel::Quantity), QStringLiteral("Throughput"));
    QVERIFY(m_findings->topLevelItem(0)->text(0).startsWith("contradicts")); // 1.00, not 2.00
    m_page->document.undoStack().undo();
    QCOMPARE(tests::cellText(m_figures, 0, FiguresModel::Quantity), QStringLiteral("not known"));
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
