// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges typed into cells, and what the Compare page makes of them.
#include "tests/ui/pages/scenario_fixture.h"
#include "ui/compare/uncertainty_view.h"

#include <QLineEdit>

namespace fullscope::ui {

using scenario::Input;

class TstUncertainty final : public QObject {
    Q_OBJECT

private slots:
    void init() { m_page = std::make_unique<tests::ScenarioFixture>(); }
    void cleanup() { m_page.reset(); }
    void cellTakesARange();
    void cellRefusesWhatIsNoRange();
    void pageSaysThatNothingIsUncertain();
    void pageShowsHowTheSavingSpreads();
    void staleFiguresAreFaint();
    void languageSwitchesAtRunTime();

private:
    void type(Input input, int column, const QString& text)
    {
        QLineEdit* editor = m_page->open(input, column);
        QVERIFY(editor != nullptr);
        editor->selectAll();
        QTest::keyClicks(editor, text);
        m_page->press(editor, Qt::Key_Return);
    }
    UncertaintyView* view() const { return m_page->find<UncertaintyView>("compare_uncertainty"); }
    void compare()
    {
        m_page->go(tests::Compare);
        QTRY_VERIFY(view()->isCurrent());
    }
    QStringList certainty() const
    {
        QStringList values;
        for (const auto* value : m_page->find<QWidget>("compare_certainty")->findChildren<QLabel*>("kpi_value"))
            values << value->text();
        return values;
    }
    QString sentences() const { return m_page->find<QLabel>("uncertainty_sentences")->text(); }

    std::unique_ptr<tests::ScenarioFixture> m_page;
};

void TstUncertainty::cellTakesARange()
{
    type(Input::price_per_h, tests::kTrn2, "$20..$30/h");
    const scenario::Value* value = m_page->value(Input::price_per_h, 1);
    QVERIFY(value != nullptr && value->distribution.has_value());
    QCOMPARE(value->value, 25.0); // its median
    QCOMPARE(m_page->shown(Input::price_per_h, tests::kTrn2), QStringLiteral("$20.00/h .. $30.00/h"));
    m_page->select(Input::price_per_h, tests::kTrn2);
    const QString panel = m_page->find<QLabel>("cell_distribution")->text();
    QVERIFY2(panel.startsWith("Uniform: $20.00/h .. $30.00/h\nP10 $21.00/h · P50 $25.00/h · P90 $29.00/h"),
        qPrintable(panel));
    QCOMPARE(m_page->open(Input::price_per_h, tests::kTrn2)->text(), QStringLiteral("$20..$30/h"));
    m_page->press(m_page->table->findChild<QLineEdit*>("cell_editor"), Qt::Key_Escape);
    QVERIFY(m_page->value(Input::price_per_h, 1)->distribution.has_value());
    m_page->document.undoStack().undo();
    QVERIFY(!m_page->value(Input::price_per_h, 1)->distribution.has_value());
    QVERIFY(m_page->find<QLabel>("cell_distribution")->isHidden());
}

void TstUncertainty::cellRefusesWhatIsNoRange()
{
    const double before = m_page->value(Input::failure_waste, 1)->value;
    type(Input::failure_waste, tests::kTrn2, "22..15%");
    QVERIFY2(m_page->message().contains("uniform(min"), qPrintable(m_page->message()));
    QCOMPARE(m_page->value(Input::failure_waste, 1)->value, before);
    QVERIFY(!m_page->value(Input::failure_waste, 1)->distribution.has_value());
}

void TstUncertainty::pageSaysThatNothingIsUncertain()
{
    compare();
    QVERIFY2(sentences().contains("0.15..0.22"), qPrintable(sentences()));
    QVERIFY(m_page->find<QWidget>("compare_certainty")->isHidden());
    QVERIFY(m_page->find<QWidget>("uncertainty_totals")->isHidden());
}

// Only the price of the second option is uncertain, and its total rises in a straight line with it: at P10, P50 and P90
// of the price it is what the cost model says there.
void TstUncertainty::pageShowsHowTheSavingSpreads()
{
    const auto change = [this](double price) {
        auto at = scenario::withValue(m_page->document.scenario(), 1, Input::price_per_h, {price});
        return -*analysis::compare(*at)->differences[0].saving[static_cast<std::size_t>(analysis::Scope::full)];
    };
    const double expected[] = {change(21), change(25), change(29)};
    type(Input::price_per_h, tests::kTrn2, "$20..$30/h");
    compare();
    QCOMPARE(certainty().size(), 3); // two options and the change
    const auto& plot = m_page->find<PlotWidget>("uncertainty_savings")->spec();
    QCOMPARE(plot.lines.size(), std::size_t(1));
    const auto& line = plot.lines[0];
    double sum = 0, mean = 0;
    for (std::size_t i = 0; i < line.x.size(); ++i) {
        sum += line.y[i];
        mean += line.x[i] * line.y[i];
    }
    QVERIFY(sum > 0.98 && sum < 1.0001);
    QVERIFY(std::abs(mean / sum - expected[1]) < 0.002);
    const auto* table = m_page->find<QTableView>("uncertainty_savings_table");
    const auto shown = [table](int column) { // P5, P10, P50, P90
        return tests::cellText(table, 0, column).remove(QStringLiteral(" %")).toDouble() / 100;
    };
    QVERIFY(std::abs(shown(2) - expected[0]) < 0.002);
    QVERIFY(std::abs(shown(3) - expected[1]) < 0.002);
    QVERIFY(std::abs(shown(4) - expected[2]) < 0.002);
    // One option is the same in every draw: it is a mark, not a line.
    QCOMPARE(m_page->find<PlotWidget>("uncertainty_totals")->spec().lines.size(), std::size_t(1));
    QVERIFY2(sentences().contains("100,000 draws"), qPrintable(sentences()));
}

void TstUncertainty::staleFiguresAreFaint()
{
    type(Input::price_per_h, tests::kTrn2, "$20..$30/h");
    compare();
    const QStringList before = certainty();
    QVERIFY(m_page->find<QLabel>("uncertainty_state")->isHidden());
    FS_VERIFY_OK(m_page->document.setTyped(1, Input::price_per_h, QStringLiteral("$10..$15/h")));
    QVERIFY(!view()->isCurrent());
    QVERIFY(m_page->find<QLabel>("uncertainty_state")->isVisible());
    QVERIFY(m_page->find<QWidget>("uncertainty_totals")->graphicsEffect() != nullptr);
    QTRY_VERIFY(view()->isCurrent());
    QVERIFY(m_page->find<QLabel>("uncertainty_state")->isHidden());
    QVERIFY(m_page->find<QWidget>("uncertainty_totals")->graphicsEffect() == nullptr);
    QVERIFY(certainty() != before);
    // Keys in quick succession: the last one counts.
    for (const char* typed : {"$11..$15/h", "$12..$15/h", "$20..$30/h"})
        FS_VERIFY_OK(m_page->document.setTyped(1, Input::price_per_h, QLatin1String(typed)));
    QTRY_VERIFY(view()->isCurrent());
    QCOMPARE(certainty(), before);
}

void TstUncertainty::languageSwitchesAtRunTime()
{
    type(Input::price_per_h, tests::kTrn2, "$20..$30/h");
    compare();
    m_page->action("language.zh_CN")->trigger();
    QTRY_VERIFY2(sentences().contains(QStringLiteral("概率")), qPrintable(sentences()));
}

FS_UI_TEST(TstUncertainty)

} // namespace fullscope::ui

#include "tst_uncertainty.moc"
