// SPDX-License-Identifier: GPL-3.0-or-later
// Further workloads and horizons: named and filled in the dialog, seen side by side on the Compare page.
#include "tests/ui/pages/scenario_fixture.h"
#include "ui/compare/cases_view.h"
#include "ui/scenario/variants_dialog.h"

#include <QComboBox>
#include <QLineEdit>

namespace fullscope::ui {

using scenario::Input;

class TstVariants final : public QObject {
    Q_OBJECT

private slots:
    void init() { m_page = std::make_unique<tests::ScenarioFixture>(); }
    void cleanup() { m_page.reset(); }
    void areAddedFilledAndUndone();
    void sayWhatTheyCannotTake();
    void standSideBySide();

private:
    void open()
    {
        QTest::mouseClick(m_page->button("scenario_variants"), Qt::LeftButton);
        QTRY_VERIFY(m_page->find<VariantsDialog>("variants_dialog")->isVisible());
    }
    void add(const char* button, const QString& name)
    {
        dialogs::chooseNext({name});
        QTest::mouseClick(m_page->button(button), Qt::LeftButton);
    }
    void set(const QString& input, const QString& typed)
    {
        auto* box = m_page->find<QComboBox>("variants_input");
        const int wanted = box->findText(input);
        QVERIFY2(wanted >= 0, qPrintable(input));
        box->setFocus();
        while (box->currentIndex() != wanted)
            QTest::keyClick(box, box->currentIndex() < wanted ? Qt::Key_Down : Qt::Key_Up);
        auto* value = m_page->find<QLineEdit>("variants_value");
        value->selectAll();
        QTest::keyClicks(value, typed);
        QTest::mouseClick(m_page->button("variants_set"), Qt::LeftButton);
    }
    const scenario::Scenario& scenario() const { return m_page->document.scenario(); }
    QString message() const
    {
        const auto* label = m_page->find<QLabel>("variants_message");
        return label->isVisible() ? label->text() : QString();
    }

    std::unique_ptr<tests::ScenarioFixture> m_page;
};

void TstVariants::areAddedFilledAndUndone()
{
    const auto before = scenario();
    open();
    QVERIFY(!m_page->button("variants_set")->isEnabled());
    add("variants_add_workload", "Twice");
    QCOMPARE(scenario().workloads.size(), std::size_t(1));
    set("Training tokens", "347.04B");
    QVERIFY2(message().isEmpty(), qPrintable(message()));
    QCOMPARE(scenario().workloads[0].values.at({std::nullopt, Input::tokens}).value, 347.04e9);
    const auto* table = m_page->find<QTableView>("variants_table");
    QCOMPARE(table->model()->rowCount(), 1);
    QCOMPARE(tests::cellText(table, 0, 3), QString("347.04 B tokens"));
    QTest::mouseClick(m_page->button("variants_clear"), Qt::LeftButton);
    QVERIFY(scenario().workloads[0].values.empty());
    m_page->document.undoStack().undo();
    QCOMPARE(scenario().workloads[0].values.size(), std::size_t(1));
    add("variants_rename", "Two");
    QCOMPARE(scenario().workloads[0].name, std::string("Two"));
    QTest::mouseClick(m_page->button("variants_remove"), Qt::LeftButton);
    QVERIFY(scenario() == before);
    for (int i = 0; i < 5; ++i)
        m_page->document.undoStack().undo();
    QVERIFY(scenario() == before);
}

void TstVariants::sayWhatTheyCannotTake()
{
    open();
    add("variants_add_horizon", "3 years");
    add("variants_add_horizon", "3 years");
    QCOMPARE(scenario().horizons.size(), std::size_t(1));
    QVERIFY2(message().contains("3 years"), qPrintable(message()));
    set("Training runs", "many");
    QVERIFY2(message().contains("many"), qPrintable(message()));
    QVERIFY(scenario().horizons[0].values.empty());
    set("Training runs", "10");
    QVERIFY(message().isEmpty());
    QCOMPARE(m_page->find<QComboBox>("variants_input")->findText("Training tokens"), -1); // of workloads
}

// Ten runs: what is paid once counts less, and the cheapest is another (golden: Trn2 is dearer by 44.3 % with one).
void TstVariants::standSideBySide()
{
    m_page->go(tests::Compare);
    const auto* view = m_page->find<CasesView>("compare_cases");
    QVERIFY(view->isHidden());
    m_page->go(tests::Scenario);
    open();
    add("variants_add_horizon", "10 runs");
    set("Training runs", "10");
    m_page->go(tests::Compare);
    QTRY_VERIFY(view->isVisible() && view->isCurrent());
    const auto* matrix = m_page->find<QTableView>("cases_matrix");
    QCOMPARE(matrix->model()->rowCount(), 2);
    QVERIFY(tests::cellText(matrix, 0, 1).startsWith(QString::fromUtf8("✓ ")));
    const auto* grid = m_page->find<QTableView>("cases_grid");
    QCOMPARE(grid->model()->rowCount(), 1); // the scenario's workload …
    QCOMPARE(grid->model()->columnCount(), 3); // … under two horizons
    QVERIFY2(tests::cellText(grid, 0, 1).startsWith(QString::fromUtf8("● p5.48xlarge (H100) −")),
        qPrintable(tests::cellText(grid, 0, 1)));
    const auto colour = [grid](int column) { // beside the text
        const QRect cell = grid->visualRect(grid->model()->index(0, column));
        return grid->viewport()->grab().toImage().pixelColor(cell.right() - 2, cell.bottom() - 2);
    };
    QVERIFY(colour(0) != colour(1));
    auto scenario10 = scenario();
    scenario10.workload[Input::runs].value = 10;
    const auto compared = analysis::compare(scenario10);
    const bool isTrn2 = compared->cheapest[static_cast<std::size_t>(analysis::Scope::full)] == std::size_t(1);
    QCOMPARE(tests::cellText(matrix, 1, 3), text(scenario10.options[isTrn2 ? 1 : 0].name));
    if (isTrn2) { // another sign, and another colour
        QVERIFY(tests::cellText(grid, 0, 2).startsWith(QString::fromUtf8("▲ ")));
        QVERIFY(colour(1) != colour(2));
    }
    const auto& plot = m_page->find<PlotWidget>("cases_plot")->spec();
    QCOMPARE(plot.categories.size(), std::size_t(2));
    QVERIFY(std::abs(plot.bars[0].values[1]
                + *compared->differences[0].saving[static_cast<std::size_t>(analysis::Scope::full)])
        < 1e-12);
    m_page->document.undoStack().undo();
    m_page->document.undoStack().undo();
    QTRY_VERIFY(view->isHidden());
}

FS_UI_TEST(TstVariants)

} // namespace fullscope::ui

#include "tst_variants.moc"
