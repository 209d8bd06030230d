// SPDX-License-Identifier: GPL-3.0-or-later
// What the panel beside a cell shows of a distribution, and correlations between uncertain inputs.
#include "tests/ui/pages/scenario_fixture.h"

#include <QComboBox>
#include <QLineEdit>

#include <algorithm>

namespace fullscope::ui {

using scenario::Input;

class TstDistributions final : public QObject {
    Q_OBJECT

private slots:
    void init() { m_page = std::make_unique<tests::ScenarioFixture>(); }
    void cleanup() { m_page.reset(); }
    void cellShowsHowLikelyValuesAre();
    void correlationsAreSetChangedAndUndone();
    void impossibleCorrelationsAreSaid();

private:
    void type(Input input, int column, const QString& text)
    {
        QLineEdit* editor = m_page->open(input, column);
        QVERIFY(editor != nullptr);
        editor->selectAll();
        QTest::keyClicks(editor, text);
        m_page->press(editor, Qt::Key_Return);
    }

    std::unique_ptr<tests::ScenarioFixture> m_page;
};

void TstDistributions::cellShowsHowLikelyValuesAre()
{
    const auto* density = m_page->find<PlotWidget>("cell_density");
    m_page->select(Input::price_per_h, tests::kTrn2);
    QVERIFY(density->isHidden());
    type(Input::price_per_h, tests::kTrn2, "tri($20, $26, $30/h)");
    m_page->select(Input::price_per_h, tests::kTrn2);
    QVERIFY(!density->isHidden());
    const auto& line = density->spec().lines.at(0);
    const auto top = std::max_element(line.y.begin(), line.y.end()) - line.y.begin();
    QVERIFY(std::abs(line.x.at(static_cast<std::size_t>(top)) - 26) < 0.2);
    QCOMPARE(density->spec().marks.size(), std::size_t(3));
    QVERIFY(std::abs(density->spec().marks.at(0).x - (20 + std::sqrt(0.1 * 10 * 6))) < 1e-9); // P10 of a triangle
}

void TstDistributions::correlationsAreSetChangedAndUndone()
{
    type(Input::price_per_h, tests::kTrn2, "$20..$30/h");
    QVERIFY(m_page->find<QWidget>("cell_correlations")->isHidden()); // there is no other one
    type(Input::price_per_h, tests::kH100, "$30..$40/h");
    m_page->select(Input::price_per_h, tests::kTrn2);
    auto* rank = m_page->find<QLineEdit>("correlation_rank");
    QVERIFY(rank->isVisible());
    const auto& correlations
        = [this]() -> const std::vector<scenario::Correlation>& { return m_page->document.scenario().correlations; };
    QTest::keyClicks(rank, "0.8");
    QTest::mouseClick(m_page->button("correlation_set"), Qt::LeftButton);
    QCOMPARE(correlations().size(), std::size_t(1));
    QCOMPARE(correlations()[0].rank, 0.8);
    QCOMPARE(m_page->find<QListWidget>("correlation_list")->count(), 1);
    m_page->select(Input::price_per_h, tests::kH100); // seen from the other side
    QCOMPARE(rank->text(), QStringLiteral("0.8"));
    rank->selectAll();
    QTest::keyClicks(rank, "-1");
    m_page->press(rank, Qt::Key_Return);
    QCOMPARE(correlations()[0].rank, -1.0);
    QTest::mouseClick(m_page->button("correlation_remove"), Qt::LeftButton);
    QVERIFY(correlations().empty());
    m_page->document.undoStack().undo();
    QCOMPARE(correlations()[0].rank, -1.0);
    rank->selectAll();
    QTest::keyClicks(rank, "2");
    m_page->press(rank, Qt::Key_Return);
    QVERIFY2(m_page->message().contains("rank"), qPrintable(m_page->message()));
    QCOMPARE(correlations()[0].rank, -1.0);
}

void TstDistributions::impossibleCorrelationsAreSaid()
{
    for (const auto& [input, text] :
        {std::pair {Input::price_per_h, "$20..$30/h"}, {Input::debug_h, "5..15"}, {Input::migration_h, "20..60"}})
        FS_VERIFY_OK(m_page->document.setTyped(1, input, QLatin1String(text)));
    const scenario::InputPlace price {1, Input::price_per_h}, debugging {1, Input::debug_h},
        migration {1, Input::migration_h};
    FS_VERIFY_OK(m_page->document.setCorrelation(price, debugging, 0.6));
    FS_VERIFY_OK(m_page->document.setCorrelation(debugging, migration, 0.6));
    m_page->select(Input::price_per_h, tests::kTrn2);
    auto* other = m_page->find<QComboBox>("correlation_other");
    const int wanted = other->findText("Migration work", Qt::MatchEndsWith);
    QVERIFY(wanted >= 0);
    other->setFocus();
    while (other->currentIndex() != wanted)
        QTest::keyClick(other, other->currentIndex() < wanted ? Qt::Key_Down : Qt::Key_Up);
    QTest::keyClicks(m_page->find<QLineEdit>("correlation_rank"), "-0.9");
    QTest::mouseClick(m_page->button("correlation_set"), Qt::LeftButton);
    const auto* impossible = m_page->find<QLabel>("correlation_impossible");
    QVERIFY(impossible->isVisible());
    QVERIFY2(impossible->text().contains("semi-definite"), qPrintable(impossible->text()));
    QTest::mouseClick(m_page->button("correlation_remove"), Qt::LeftButton);
    QVERIFY(!impossible->isVisible());
    QCOMPARE(m_page->document.scenario().correlations.size(), std::size_t(2));
}

FS_UI_TEST(TstDistributions)

} // namespace fullscope::ui

#include "tst_distributions.moc"
