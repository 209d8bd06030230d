// SPDX-License-Identifier: GPL-3.0-or-later
// Totals over ranges on the Compare page. The totals of the sample meet at 3.888e11 tokens (golden).
#include "tests/ui/pages/pages_fixture.h"
#include "ui/compare/cases_view.h"
#include "ui/compare/sweep_view.h"
#include "ui/compare/uncertainty_view.h"

#include <QComboBox>
#include <QFileInfo>
#include <QLineEdit>

namespace fullscope::ui {

using scenario::Input;

class TstSweepView final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_page.reset(); }
    void beginsWithThePriceOfTheOption();
    void marksWhereTheTotalsMeet();
    void takesARange();
    void saysWhatIsNoRange();
    void showsAMapOfTwo();
    void theSameTwiceIsRefused();
    void leadsToTheInput();
    void followsTheScenarioAndTheLanguage();
    void barsLeadToTheirInput();
    void everyPictureLeadsToAnInput();
    void everyPictureIsExported();

private:
    SweepView* view() const { return m_page->find<SweepView>("questions_sweep"); }
    QLineEdit* range(const char* name) const { return m_page->find<QLineEdit>(name); }
    const report::PlotSpec& plot() const { return m_page->find<PlotWidget>("sweep_plot")->spec(); }
    void choose(const char* box, const QString& input) // as a person does: by the keys of the box
    {
        auto* combo = m_page->find<QComboBox>(box);
        const int wanted = combo->findText(input);
        QVERIFY2(wanted >= 0, qPrintable(input));
        combo->setFocus();
        while (combo->currentIndex() != wanted)
            QTest::keyClick(combo, combo->currentIndex() < wanted ? Qt::Key_Down : Qt::Key_Up);
        QTRY_VERIFY(view()->isCurrent());
    }
    void answered() const { QTRY_VERIFY(view()->isCurrent()); }
    std::optional<scenario::InputPlace> shownOnScenario() const
    {
        const auto* cells = m_page->find<QTableView>("scenario_table");
        if (!cells->isVisible())
            return std::nullopt;
        const auto cell = static_cast<ScenarioModel*>(cells->model())->cell(cells->currentIndex());
        return scenario::InputPlace {cell.option, cell.input.value()};
    }

    void makeUncertainWithCases()
    {
        scenario::Value price {30};
        price.distribution = scenario::Distribution {scenario::DistributionKind::uniform, {20, 60}};
        FS_VERIFY_OK(m_page->document.setValue(1, Input::price_per_h, price));
        FS_VERIFY_OK(m_page->document.addVariant(scenario::VariantKind::horizon, "10 runs"));
        FS_VERIFY_OK(
            m_page->document.setVariantTyped({scenario::VariantKind::horizon, 0}, {std::nullopt, Input::runs}, "10"));
        const auto* cases = m_page->find<CasesView>("compare_cases");
        const auto* drawn = m_page->find<UncertaintyView>("compare_uncertainty");
        QTRY_VERIFY(cases->isVisible() && cases->isCurrent() && drawn->isCurrent());
        const auto* worth = m_page->find<PlotWidget>("questions_worth_bars");
        QTRY_VERIFY(worth->isVisible() && worth->isEnabled());
        answered();
    }

    std::unique_ptr<tests::PagesFixture> m_page;
};

void TstSweepView::init()
{
    m_page = std::make_unique<tests::PagesFixture>();
    m_page->go(tests::Compare);
    answered();
}

void TstSweepView::beginsWithThePriceOfTheOption()
{
    QCOMPARE(m_page->find<QComboBox>("sweep_x")->currentText(),
        QString("trn2.48xlarge (Trainium2): Price per instance-hour"));
    QCOMPARE(m_page->find<QComboBox>("sweep_y")->currentIndex(), 0); // one input alone
    QVERIFY(plot().kind == report::PlotKind::lines);
    QVERIFY(std::abs(plot().lines.at(1).x.front() - 24.69 / 4) < 1e-9);
    QVERIFY(std::abs(plot().lines.at(1).x.back() - 24.69 * 4) < 1e-9);
    QVERIFY(range("sweep_x_range")->placeholderText().contains(".."));
    QVERIFY(!range("sweep_y_range")->isEnabled());
}

void TstSweepView::marksWhereTheTotalsMeet()
{
    choose("sweep_x", "Training tokens");
    const auto& marks = plot().marks;
    const bool isMarked = std::any_of(
        marks.begin(), marks.end(), [](const report::Mark& mark) { return std::abs(mark.x / 3.888e11 - 1) < 1e-3; });
    QVERIFY(isMarked);
}

void TstSweepView::takesARange()
{
    QTest::keyClicks(range("sweep_x_range"), "$5..$9/h");
    answered();
    QCOMPARE(plot().lines.at(1).x.front(), 5.0);
    QCOMPARE(plot().lines.at(1).x.back(), 9.0);
    // The price at which the totals meet: see the test of the questions.
    QVERIFY(std::abs(plot().marks.at(0).x - 6.494047594372082) < 1e-6);
}

void TstSweepView::saysWhatIsNoRange()
{
    QTest::keyClicks(range("sweep_x_range"), "much");
    const auto* message = m_page->find<QLabel>("sweep_message");
    QVERIFY2(message->isVisible() && message->text().contains("much"), qPrintable(message->text()));
    QVERIFY(!m_page->find<PlotWidget>("sweep_plot")->isEnabled());
    range("sweep_x_range")->clear();
    answered();
    QVERIFY(!message->isVisible());
    QVERIFY(m_page->find<PlotWidget>("sweep_plot")->isEnabled());
}

void TstSweepView::showsAMapOfTwo()
{
    choose("sweep_y", "Training tokens");
    QVERIFY(plot().kind == report::PlotKind::heat_map);
    const auto& cells = plot().cells;
    QVERIFY(std::abs(cells.x.front() - 24.69 / 4) < 1e-9);
    QVERIFY(std::abs(cells.y.front() / (173.52e9 / 4) - 1) < 1e-9);
    QVERIFY(!plot().lines.empty());
    choose("sweep_y", m_page->find<QComboBox>("sweep_y")->itemText(0));
    QVERIFY(plot().kind == report::PlotKind::lines);
}

void TstSweepView::theSameTwiceIsRefused()
{
    choose("sweep_y", "trn2.48xlarge (Trainium2): Price per instance-hour");
    QTRY_VERIFY(m_page->find<QLabel>("sweep_message")->isVisible());
}

void TstSweepView::leadsToTheInput()
{
    m_page->find<QWidget>("sweep_x_show")->setFocus();
    QTest::keyClick(m_page->find<QWidget>("sweep_x_show"), Qt::Key_Space);
    QVERIFY(shownOnScenario() == (scenario::InputPlace {1, Input::price_per_h}));
}

void TstSweepView::followsTheScenarioAndTheLanguage()
{
    FS_VERIFY_OK(m_page->document.setTyped(1, Input::price_per_h, "$40/h"));
    answered();
    QVERIFY(std::abs(plot().lines.at(1).x.front() - 10) < 1e-9); // a quarter
    m_page->action("language.zh_CN")->trigger();
    answered();
    QTRY_VERIFY2(plot().title.find("总成本") != std::string::npos, plot().title.c_str());
    FS_VERIFY_OK(m_page->document.clearValue(1, Input::price_per_h)); // what is shown is gone: another takes its place
    answered();
    QVERIFY(m_page->find<QComboBox>("sweep_x")->currentIndex() >= 0);
}

void TstSweepView::barsLeadToTheirInput()
{
    scenario::Value price {30};
    price.distribution = scenario::Distribution {scenario::DistributionKind::uniform, {20, 60}};
    FS_VERIFY_OK(m_page->document.setValue(1, Input::price_per_h, price));
    auto* tornado = m_page->find<PlotWidget>("questions_tornado_bars");
    QTRY_VERIFY(tornado->isVisible() && tornado->isEnabled());
    const QString bar = text(tornado->spec().categories.at(0));
    QCOMPARE(text(m_page->find<PlotWidget>("questions_worth_bars")->spec().categories.at(0)), bar);
    emit tornado->itemClicked(bar, {});
    QVERIFY(shownOnScenario() == (scenario::InputPlace {1, Input::price_per_h}));
    m_page->go(tests::Compare);
    auto* waterfall = m_page->find<PlotWidget>("questions_waterfall");
    emit waterfall->itemClicked("p5.48xlarge (H100)", {}); // a total: of no one input
    QVERIFY(!shownOnScenario());
    emit waterfall->itemClicked("People", {});
    QVERIFY(shownOnScenario().has_value());
    QVERIFY(scenario::spec(shownOnScenario()->input).group == scenario::InputGroup::people);
}

// Every picture and table of the page that is not of inputs already.
void TstSweepView::everyPictureLeadsToAnInput()
{
    makeUncertainWithCases();
    const auto leads = [this](const scenario::InputPlace& place) {
        const bool isThere = shownOnScenario() == place;
        m_page->go(tests::Compare);
        return isThere;
    };
    emit m_page->find<PlotWidget>("compare_lines")->itemClicked({}, "p5.48xlarge (H100)");
    QVERIFY(leads({std::nullopt, Input::tokens}));
    auto* components = m_page->find<QTableView>("compare_components");
    const auto* model = components->model();
    for (int row = 0; row < model->rowCount(); ++row)
        if (model->index(row, 0).data().toString() == "Debugging labour")
            emit components->activated(model->index(row, 1));
    QVERIFY(leads({0, Input::debug_h})); // $150 an hour follows as closely, and comes after it
    emit m_page->find<PlotWidget>("uncertainty_totals")->itemClicked({}, "trn2.48xlarge (Trainium2)");
    QVERIFY(leads({1, Input::price_per_h}));
    auto* spread = m_page->find<QTableView>("uncertainty_savings_table");
    emit spread->activated(spread->model()->index(0, 0));
    QVERIFY(leads({1, Input::price_per_h}));
    auto* cases = m_page->find<PlotWidget>("cases_plot");
    emit cases->itemClicked(text(cases->spec().categories.at(1)), {});
    QVERIFY(leads({std::nullopt, Input::runs}));
    auto* grid = m_page->find<QTableView>("cases_grid");
    emit grid->activated(grid->model()->index(0, 2));
    QVERIFY(leads({std::nullopt, Input::runs}));
    emit m_page->find<PlotWidget>("compare_bars")->itemClicked("p5.48xlarge (H100)", "Debugging labour");
    QVERIFY2(m_page->inspected().contains("Follows most closely: Debugging"), qPrintable(m_page->inspected()));
}

void TstSweepView::everyPictureIsExported()
{
    makeUncertainWithCases();
    const QTemporaryDir folder;
    int pictures = 0;
    for (const auto* plot : m_page->find<QWidget>("compare_page")->findChildren<PlotWidget*>()) {
        if (!plot->isVisible())
            continue;
        ++pictures;
        for (const char* ending : {"png", "svg", "pdf", "csv"}) {
            const QString path = folder.filePath(plot->objectName() + '.' + ending);
            QString message;
            QVERIFY2(plot->exportTo(path, &message), qPrintable(path + message));
            QVERIFY2(QFileInfo(path).size() > 100, qPrintable(path));
        }
    }
    QCOMPARE(pictures, 9); // components, break-even, waterfall, tornado, worth, sweep, totals, savings, cases
}

FS_UI_TEST(TstSweepView)

} // namespace fullscope::ui

#include "tst_sweep_view.moc"
