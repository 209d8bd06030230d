// SPDX-License-Identifier: GPL-3.0-or-later
// The Catalogue page: found while typing, entered with undo, put into a scenario. Built-in figures were read by eye
// from data/catalogue.
#include "core/workspace/user_catalogue.h"
#include "tests/ui/pages/pages_fixture.h"
#include "ui/catalogue/price_dialog.h"
#include "ui/shell/table_copy.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>

namespace fullscope::ui {

class TstCataloguePage final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_page.reset(); }
    void isFoundWhileTyping();
    void isFilteredAndSorted();
    void aPriceIsRefusedUntilItIsWholeThenKeptAndTakenBack();
    void anOwnPriceIsChangedAndRemoved();
    void historyShowsEveryPointWithItsSource();
    void thePriceGoesIntoTheScenarioAndSaysWhoseItIs();
    void pricesOfAnotherCurrencyAreRefused();
    void languageSwitchesAtRunTime();

private:
    void type(const char* field, const QString& text);
    void press(QDialogButtonBox::StandardButton button);
    void addPrice(const QString& price, const QString& currency = QStringLiteral("USD"));
    void select(const QString& instance_type, const QString& from);
    int rows() const { return m_prices->model()->rowCount(); }

    std::unique_ptr<tests::PagesFixture> m_page;
    QLineEdit* m_search = nullptr;
    QTableView* m_prices = nullptr;
};

void TstCataloguePage::init()
{
    m_page = std::make_unique<tests::PagesFixture>();
    m_page->go(tests::Catalogue);
    m_search = m_page->find<QLineEdit>("catalogue_search");
    m_prices = m_page->find<QTableView>("catalogue_prices");
}

void TstCataloguePage::type(const char* field, const QString& text)
{
    auto* edit = m_page->find<PriceDialog>("price_dialog")
                     ->findChild<QLineEdit*>(QStringLiteral("price_") + QLatin1String(field));
    edit->clear();
    QTest::keyClicks(edit, text);
}

void TstCataloguePage::press(QDialogButtonBox::StandardButton button)
{
    m_page->find<PriceDialog>("price_dialog")->findChild<QDialogButtonBox*>("price_buttons")->button(button)->click();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

void TstCataloguePage::addPrice(const QString& price, const QString& currency)
{
    m_page->find<QPushButton>("catalogue_add")->click();
    type("provider", "aws");
    type("instance_type", "trn2.48xlarge");
    type("region", "us-east-1");
    type("price", price);
    type("currency", currency);
    type("as_of", "2026-09-01");
    type("source", "offer 12");
    type("note", "by mail");
    press(QDialogButtonBox::Ok);
    const QString from = QStringLiteral("you");
    QTRY_VERIFY(tests::rowWith(m_prices, 8, from) >= 0);
}

void TstCataloguePage::select(const QString& instance_type, const QString& from)
{
    for (int row = 0; row < rows(); ++row)
        if (tests::cellText(m_prices, row, 1) == instance_type && tests::cellText(m_prices, row, 8) == from) {
            m_prices->selectRow(row);
            return;
        }
    QFAIL(qPrintable(instance_type));
}

void TstCataloguePage::isFoundWhileTyping()
{
    const int all = rows();
    QVERIFY(all > 142); // 142 prices, and types without one
    QTest::keyClicks(m_search, "P5.48 us-east");
    QCOMPARE(rows(), 2); // on demand, and as a capacity block
    QCOMPARE(tests::cellText(m_prices, 0, 2), QStringLiteral("8 × H100 SXM5"));
    QCOMPARE(tests::cellText(m_prices, 0, 5), QStringLiteral("55.04"));
    QCOMPARE(tests::cellText(m_prices, 0, 7), QStringLiteral("2026-07-20"));
    QCOMPARE(tests::cellText(m_prices, 0, 8), QStringLiteral("catalogue"));
    QVERIFY(tests::cellText(m_prices, 0, 10).contains("karpenter-provider-aws"));
    QVERIFY(!m_page->find<QLabel>("catalogue_nothing")->isVisible());
    m_search->setText("no such thing");
    QCOMPARE(rows(), 0);
    QVERIFY(m_page->find<QLabel>("catalogue_nothing")->isVisible());
    m_search->clear();
    QCOMPARE(rows(), all);
    m_search->setText("trn2.48xlarge");
    QCOMPARE(rows(), 1);
    QCOMPARE(tests::cellText(m_prices, 0, 5), QStringLiteral("not known")); // no price is no zero
    QVERIFY(!m_page->find<QPushButton>("catalogue_use")->isEnabled());
    QCOMPARE(m_page->find<QTableView>("catalogue_chips")->model()->rowCount(), 1); // its notes name the type
}

void TstCataloguePage::isFilteredAndSorted()
{
    auto* provider = m_page->find<QComboBox>("catalogue_provider");
    provider->setCurrentIndex(provider->findText("lambda"));
    emit provider->activated(provider->currentIndex());
    QCOMPARE(rows(), 7);
    m_prices->sortByColumn(5, Qt::DescendingOrder);
    QCOMPARE(tests::cellText(m_prices, 0, 5), QStringLiteral("53.52"));
    QCOMPARE(tests::cellText(m_prices, 6, 5), QStringLiteral("2.29"));
    m_prices->selectRow(6);
    const QString tsv = selectionAsTsv(*m_prices, false);
    QVERIFY2(tsv.startsWith("lambda\tgpu_1x_gh200\t1 × GH200\tall regions\ton demand\t2.29\tUSD\t2026\tcatalogue\t"),
        qPrintable(tsv));
    auto* chip = m_page->find<QComboBox>("catalogue_accelerator");
    chip->setCurrentIndex(chip->findText("B200 SXM"));
    emit chip->activated(chip->currentIndex());
    QCOMPARE(rows(), 2);
}

void TstCataloguePage::aPriceIsRefusedUntilItIsWholeThenKeptAndTakenBack()
{
    const int all = rows();
    m_page->find<QPushButton>("catalogue_add")->click();
    type("provider", "aws");
    type("instance_type", "trn2.48xlarge");
    type("region", "us-east-1");
    type("price", "1,234");
    type("currency", "USD");
    press(QDialogButtonBox::Ok);
    auto* dialog = m_page->find<PriceDialog>("price_dialog");
    QVERIFY(dialog != nullptr && dialog->isVisible());
    const auto* problem = dialog->findChild<QLabel*>("price_problem");
    QVERIFY2(problem->text().contains("Price per hour") && problem->text().contains("1234, 1.234"),
        qPrintable(problem->text()));
    type("price", "14.88");
    press(QDialogButtonBox::Ok);
    QVERIFY2(problem->text().contains("Source"), qPrintable(problem->text()));
    press(QDialogButtonBox::Cancel);
    QCOMPARE(rows(), all);
    addPrice("14.88");
    QCOMPARE(rows(), all); // in the place of the row that said that none is known
    const auto kept = workspace::userEntries(m_page->document.workspace());
    FS_VERIFY_OK(kept);
    QCOMPARE(kept->prices.size(), 1U);
    QCOMPARE(kept->prices[0].per_h.toString(), std::string("14.88"));
    m_page->document.undoStack().undo();
    QTRY_VERIFY(tests::rowWith(m_prices, 8, QStringLiteral("you")) < 0);
    QCOMPARE(rows(), all);
    QVERIFY(workspace::userEntries(m_page->document.workspace())->isEmpty());
    m_page->document.undoStack().redo();
    QTRY_VERIFY(tests::rowWith(m_prices, 8, QStringLiteral("you")) >= 0);
}

void TstCataloguePage::anOwnPriceIsChangedAndRemoved()
{
    addPrice("14.88");
    select("p5.48xlarge", "catalogue");
    QVERIFY(!m_page->find<QPushButton>("catalogue_edit")->isEnabled()); // nobody changes the built-in ones
    QVERIFY(!m_page->find<QPushButton>("catalogue_remove")->isEnabled());
    select("trn2.48xlarge", "you");
    m_page->find<QPushButton>("catalogue_edit")->click();
    QCOMPARE(m_page->find<PriceDialog>("price_dialog")->findChild<QLineEdit*>("price_price")->text(),
        QStringLiteral("14.88"));
    type("price", "12.5");
    press(QDialogButtonBox::Ok);
    QTRY_COMPARE(tests::cellText(m_prices, tests::rowWith(m_prices, 8, "you"), 5), QStringLiteral("12.5"));
    select("trn2.48xlarge", "you");
    m_page->find<QPushButton>("catalogue_remove")->click();
    QTRY_COMPARE(tests::rowWith(m_prices, 8, "you"), -1);
    m_page->document.undoStack().undo();
    QTRY_COMPARE(tests::cellText(m_prices, tests::rowWith(m_prices, 8, "you"), 5), QStringLiteral("12.5"));
}

void TstCataloguePage::historyShowsEveryPointWithItsSource()
{
    QVERIFY(!m_page->find<PlotWidget>("catalogue_history_plot")->isVisible()); // nothing is chosen
    addPrice("14.88");
    select("trn2.48xlarge", "you");
    auto* plot = m_page->find<PlotWidget>("catalogue_history_plot");
    QVERIFY(plot->isVisible());
    QCOMPARE(plot->spec().lines.size(), 1U);
    QCOMPARE(plot->spec().lines[0].x, std::vector<double> {1788220800}); // date -u -d 2026-09-01 +%s
    QCOMPARE(plot->spec().lines[0].y, std::vector<double> {14.88});
    QCOMPARE(plot->spec().lines[0].notes, std::vector<std::string> {"you: offer 12; by mail"});
    const auto* table = m_page->find<QTableView>("catalogue_history");
    QCOMPARE(table->model()->rowCount(), 1);
    QCOMPARE(tests::cellText(table, 0, 0), QStringLiteral("2026-09-01"));
    QVERIFY(m_page->inspected().contains("offer 12"));
}

void TstCataloguePage::thePriceGoesIntoTheScenarioAndSaysWhoseItIs()
{
    addPrice("14.88");
    const auto use = [&] {
        auto* menu = m_page->find<QMenu>("catalogue_options");
        emit menu->aboutToShow();
        QCOMPARE(static_cast<std::size_t>(menu->actions().size()), m_page->document.scenario().options.size());
        menu->actions().at(1)->trigger();
    };
    const auto value = [&] { return m_page->document.scenario().options[1].values.at(scenario::Input::price_per_h); };
    const auto before = value();
    select("trn2.48xlarge", "you");
    use();
    QCOMPARE(value().value, 14.88);
    QCOMPARE(value().provenance.origin, evidence::Origin::assumed);
    QCOMPARE(value().provenance.source, std::string("offer 12"));
    QCOMPARE(value().provenance.as_of, std::string("2026-09-01"));
    QVERIFY(value().provenance.detail.ends_with("entered by the user; by mail"));
    select("p5.48xlarge", "catalogue");
    use();
    QCOMPARE(value().value, 55.04);
    QCOMPARE(value().provenance.origin, evidence::Origin::catalogue);
    QCOMPARE(value().provenance.as_of, std::string("2026-07-20"));
    m_page->document.undoStack().undo();
    m_page->document.undoStack().undo();
    QVERIFY(value() == before);
}

void TstCataloguePage::pricesOfAnotherCurrencyAreRefused()
{
    addPrice("14.88", "EUR");
    select("trn2.48xlarge", "you");
    const auto before = m_page->document.scenario();
    auto* menu = m_page->find<QMenu>("catalogue_options");
    emit menu->aboutToShow();
    menu->actions().at(0)->trigger();
    QVERIFY(m_page->document.scenario() == before);
}

void TstCataloguePage::languageSwitchesAtRunTime()
{
    m_search->setText("p5.48xlarge");
    m_page->window->setLanguage(words::Language::zh_CN);
    QTRY_COMPARE(tests::cellText(m_prices, 0, 4), QStringLiteral("按需"));
    QCOMPARE(m_prices->model()->headerData(1, Qt::Horizontal).toString(), QStringLiteral("实例类型"));
    QTRY_VERIFY(m_page->find<QPushButton>("catalogue_add")->text().contains(QStringLiteral("价格")));
}

FS_UI_TEST(TstCataloguePage)

} // namespace fullscope::ui

#include "tst_catalogue_page.moc"
