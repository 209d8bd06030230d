// SPDX-License-Identifier: GPL-3.0-or-later
// Questions on the Compare page. Expected figures are the golden ones.
#include "tests/ui/pages/pages_fixture.h"

#include <QLineEdit>

namespace fullscope::ui {

class TstQuestionsView final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_page.reset(); }
    void saysWhereTheTotalsMeet();
    void saysWhatAClaimNeeds();
    void answersAClaimOfMoreThanEverything();
    void saysWhatIsWrongWithAClaim();
    void leadsToTheInput();
    void explainsTheDifference();
    void followsTheScenarioAndTheLanguage();
    void saysWhatShouldBeMeasuredNext();
    void isNotThereForOneOption();

private:
    QTableView* table(const char* name) const { return m_page->find<QTableView>(name); }
    QLineEdit* claim() const { return m_page->find<QLineEdit>("questions_claim"); }
    QString needed(const char* input) const // the value needed of the input's first row
    {
        const QTableView* turning = table("questions_turning");
        const int row = tests::rowWith(turning, 0, QString::fromUtf8(input));
        return row < 0 ? QString() : tests::cellText(turning, row, 3);
    }
    bool isFresh() const { return m_page->find<QWidget>("questions_results")->isEnabled(); }

    std::unique_ptr<tests::PagesFixture> m_page;
};

void TstQuestionsView::init()
{
    m_page = std::make_unique<tests::PagesFixture>();
    m_page->go(tests::Compare);
    QTRY_VERIFY(isFresh());
}

void TstQuestionsView::saysWhereTheTotalsMeet()
{
    QCOMPARE(needed("Training tokens"), QString::fromUtf8("≥ 388.75 B tokens"));
    QVERIFY(m_page->find<QLabel>("questions_turning_notes")->text().contains("44.3 % more"));
}

void TstQuestionsView::saysWhatAClaimNeeds()
{
    QTest::keyClicks(claim(), "8%");
    QVERIFY(!isFresh()); // what is shown is no answer to it
    QTRY_COMPARE(needed("Training tokens"), QString::fromUtf8("≥ 497.01 B tokens"));
    QVERIFY(isFresh());
}

void TstQuestionsView::answersAClaimOfMoreThanEverything()
{
    QTest::keyClicks(claim(), "120%");
    QTRY_VERIFY(isFresh() && !table("questions_turning")->isVisible());
    QVERIFY(m_page->find<QLabel>("questions_turning_notes")->text().contains("cannot cost 120.0 % less"));
}

void TstQuestionsView::saysWhatIsWrongWithAClaim()
{
    QTest::keyClicks(claim(), "much");
    const auto* message = m_page->find<QLabel>("questions_message");
    QTRY_VERIFY2(message->text().contains("much"), qPrintable(message->text()));
    QVERIFY(!isFresh());
    claim()->clear();
    QTRY_VERIFY(isFresh());
    QVERIFY(message->text().isEmpty());
}

void TstQuestionsView::leadsToTheInput()
{
    QTableView* turning = table("questions_turning");
    turning->sortByColumn(0, Qt::DescendingOrder); // what is shown first is another row then
    const int row = tests::rowWith(turning, 0, "Migration work");
    QVERIFY(row >= 0);
    QCOMPARE(tests::cellText(turning, row, 1).left(4), QString("trn2"));
    turning->setFocus();
    turning->setCurrentIndex(turning->model()->index(row, 0));
    QTest::keyClick(turning, Qt::Key_Return);
    auto* cells = table("scenario_table");
    QVERIFY(cells->isVisible());
    const auto cell = static_cast<ScenarioModel*>(cells->model())->cell(cells->currentIndex());
    QVERIFY(cell.input == scenario::Input::migration_h);
    QVERIFY(cell.option == std::size_t(1));
}

void TstQuestionsView::explainsTheDifference()
{
    const QTableView* explanation = table("questions_explanation");
    const int last = explanation->model()->rowCount() - 1;
    QCOMPARE(tests::cellText(explanation, last, 1), QString("+15,790")); // 51,425.53 − 35,635.42
    QVERIFY(m_page->find<QLabel>("questions_explanation_notes")->text().contains("Migration labour"));
    const auto& plot = m_page->find<PlotWidget>("questions_waterfall")->spec();
    QCOMPARE(plot.bases.size(), plot.categories.size());
    QVERIFY(std::abs(plot.bars.at(0).values.back() - 51425.53) < 0.005);
}

void TstQuestionsView::followsTheScenarioAndTheLanguage()
{
    FS_VERIFY_OK(m_page->document.setTyped(1, scenario::Input::price_per_h, "$6.494047594372082/h"));
    QTRY_COMPARE(needed("Price per instance-hour"), QString::fromUtf8("≤ $6.494/h"));
    QTRY_COMPARE(needed("Training tokens"), QString::fromUtf8("≥ 173.52 B tokens")); // they meet here
    m_page->action("language.zh_CN")->trigger();
    QTRY_COMPARE(needed("训练 token 数"), QString::fromUtf8("≥ 173.52 B tokens"));
}

void TstQuestionsView::saysWhatShouldBeMeasuredNext()
{
    QVERIFY(!table("questions_worth")->isVisible());
    scenario::Value price {30};
    price.distribution = scenario::Distribution {scenario::DistributionKind::uniform, {0, 60}};
    FS_VERIFY_OK(m_page->document.setValue(1, scenario::Input::price_per_h, price));
    QTRY_COMPARE(table("questions_worth")->model()->rowCount(), 2); // the price, and all
    QCOMPARE(table("questions_tornado")->model()->rowCount(), 1);
    QVERIFY(m_page->find<QLabel>("questions_worth_notes")->text().contains("p5.48xlarge"));
}

void TstQuestionsView::isNotThereForOneOption()
{
    FS_VERIFY_OK(m_page->document.removeOption(1));
    QVERIFY(!m_page->find<QWidget>("compare_questions")->isVisible());
}

FS_UI_TEST(TstQuestionsView)

} // namespace fullscope::ui

#include "tst_questions_view.moc"
