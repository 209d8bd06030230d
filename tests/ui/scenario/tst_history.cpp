// SPDX-License-Identifier: GPL-3.0-or-later
// Versions of the scenario and what its figures rest on, in the window.
#include "tests/ui/pages/scenario_fixture.h"
#include "ui/scenario/history_dialog.h"

#include <QComboBox>
#include <QTabWidget>

namespace fullscope::ui {

using scenario::Input;

class TstHistory final : public QObject {
    Q_OBJECT

private slots:
    void init() { m_page = std::make_unique<tests::ScenarioFixture>(); }
    void cleanup() { m_page.reset(); }
    void saysWhatChangedAndWhatItDid();
    void goesBackAndUndoes();
    void listsWhatFiguresRestOn();
    void leadsToTheInput();
    void plotsTheTotalsOfTheVersions();
    void followsTheLanguage();

private:
    void edit(Input input, const char* typed)
    {
        FS_VERIFY_OK(m_page->document.setTyped(1, input, QLatin1String(typed)));
        QCoreApplication::processEvents(); // saved
    }
    void open()
    {
        QTest::mouseClick(m_page->button("scenario_history"), Qt::LeftButton);
        QTRY_VERIFY(m_page->find<HistoryDialog>("history_dialog")->isVisible());
    }
    QTableView* table(const char* name) const { return m_page->find<QTableView>(name); }

    std::unique_ptr<tests::ScenarioFixture> m_page;
};

// The total is a straight line in the price: 867.78 h · $1 for a dollar more (golden hours).
void TstHistory::saysWhatChangedAndWhatItDid()
{
    edit(Input::price_per_h, "$25.69/h");
    open();
    const auto* changes = table("history_changes");
    QTRY_VERIFY(changes->isVisible());
    QCOMPARE(changes->model()->rowCount(), 4); // the price; before, after, change
    QCOMPARE(tests::cellText(changes, 0, 0), QString("Price per instance-hour"));
    QCOMPARE(tests::cellText(changes, 0, 2), QString("$24.69/h"));
    QCOMPARE(tests::cellText(changes, 0, 3), QString("$25.69/h"));
    QCOMPARE(tests::cellText(changes, 0, 5), QString()); // nothing of the H100
    const double hours = (173.52e9 / 67'800 / 3'600 + 2.0 / 3) / 0.82;
    const auto shown = QString("+$%1").arg(hours, 0, 'f', 2);
    QCOMPARE(tests::cellText(changes, 0, 6), shown);
    QCOMPARE(tests::cellText(changes, 3, 6), shown);
    edit(Input::debug_h, "30 h"); // the newest against the one before it
    QTRY_COMPARE(tests::cellText(changes, 0, 0), QString("Debugging work"));
}

void TstHistory::goesBackAndUndoes()
{
    const auto before = m_page->document.scenario();
    edit(Input::price_per_h, "$99/h");
    const auto after = m_page->document.scenario();
    open();
    QTest::mouseClick(m_page->button("history_back"), Qt::LeftButton);
    QVERIFY(m_page->document.scenario() == before);
    m_page->document.undoStack().undo();
    QVERIFY(m_page->document.scenario() == after);
}

void TstHistory::listsWhatFiguresRestOn()
{
    edit(Input::price_per_h, "$25.69/h");
    open();
    m_page->find<QTabWidget>("history_tabs")->setCurrentIndex(1);
    const auto* log = table("history_assumptions");
    QTRY_VERIFY(log->isVisible() && log->model()->rowCount() > 10);
    int row = -1;
    for (int i = 0; i < log->model()->rowCount(); ++i)
        if (tests::cellText(log, i, 0) == "Price per instance-hour" && tests::cellText(log, i, 1).startsWith("trn2"))
            row = i;
    QVERIFY(row >= 0);
    QCOMPARE(tests::cellText(log, row, 2), QString("$25.69/h"));
    QCOMPARE(tests::cellText(log, row, 4), QString("user"));
    QVERIFY(tests::cellText(log, row, 7).endsWith('Z')); // since when
}

void TstHistory::leadsToTheInput()
{
    edit(Input::debug_h, "30 h");
    open();
    auto* changes = table("history_changes");
    QTRY_VERIFY(changes->isVisible());
    emit changes->activated(changes->model()->index(0, 0));
    const auto cell = m_page->model->cell(m_page->table->currentIndex());
    QVERIFY(cell.input == Input::debug_h);
    QVERIFY(cell.option == std::size_t(1));
}

// 867.78 h · $1 for a dollar more; the H100 stays. A point leads to the change that made it.
void TstHistory::plotsTheTotalsOfTheVersions()
{
    edit(Input::price_per_h, "$25.69/h");
    edit(Input::price_per_h, "$26.69/h");
    FS_VERIFY_OK(m_page->document.renameOption(1, "Another name"));
    QCoreApplication::processEvents();
    open();
    auto* plot = m_page->find<PlotWidget>("history_plot");
    QTRY_VERIFY(plot->isVisible());
    const auto& lines = plot->spec().lines;
    QCOMPARE(lines.size(), std::size_t(2));
    QCOMPARE(lines[1].name, std::string("Another name")); // one line all along
    const double hours = (173.52e9 / 67'800 / 3'600 + 2.0 / 3) / 0.82;
    const std::size_t last = lines[1].y.size() - 1;
    QVERIFY(last >= 3);
    QVERIFY(std::abs(lines[1].y[last - 1] - lines[1].y[last - 2] - hours) < 1e-6);
    QCOMPARE(lines[1].y[last], lines[1].y[last - 1]);
    QCOMPARE(lines[0].y[last], lines[0].y[0]);
    const QString note = QString::fromStdString(lines[1].notes[last - 1]);
    QVERIFY2(note.contains(QString::fromUtf8("$25.69/h → $26.69/h")) && note.contains("user"), qPrintable(note));
    emit plot->clickedAt(lines[1].x[last - 2], 0.4);
    QTRY_COMPARE(tests::cellText(table("history_changes"), 0, 2), QString("$24.69/h"));
    QCOMPARE(tests::cellText(table("history_changes"), 0, 3), QString("$25.69/h"));
}

void TstHistory::followsTheLanguage()
{
    edit(Input::debug_h, "30 h");
    open();
    m_page->action("language.zh_CN")->trigger();
    QTRY_COMPARE(m_page->find<HistoryDialog>("history_dialog")->windowTitle(), QStringLiteral("情景的历史"));
    QTRY_VERIFY(tests::cellText(table("history_changes"), 0, 0) != "Debugging work");
}

FS_UI_TEST(TstHistory)

} // namespace fullscope::ui

#include "tst_history.moc"
